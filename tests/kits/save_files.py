"""What the tests of saves share: a game of random moves, forged files, refusals."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ecs import Command, Game, Side, find_scenario, new_game
from game.play.session import GameSetup, Session, begin
from game.saves.listing import GameInfo, SaveInfo
from game.saves.storage.save_folder import HUMAN, Particulars, SaveError, Saves, load_game

LONG = "eplayed "
SCENARIO = "barbarossa-1941"
ABOUT = Particulars(
    name="Before Smolensk",
    date="2026-01-02 20:15",
    players={Side.AXIS: "human", Side.SOVIET: "officer"},
    names={Side.AXIS: "Anna"},
    pack="standard",
    pack_version="1",
)


PEOPLE = dict.fromkeys(Side, HUMAN)


def interrupted(saves: Saves) -> SaveInfo | None:
    """The last position of the game that was not closed properly, or None."""
    return next((game.last for game in saves.unfinished() if game.interrupted), None)


def played(commands: int, seed: int = 3, **options: str) -> Game:
    """A game of random moves, so many commands long."""
    game, dice = new_game(SCENARIO, seed=seed, options=options), random.Random(seed)
    for _ in range(commands):
        game.apply(pick(game, dice))
    return game


def pick(game: Game, dice: random.Random) -> Command:
    """Any legal command; nobody gambles on Siberia, which could end the game early."""
    return dice.choice([c for c in game.legal() if c.verb != "call"])


def bare(path: Path) -> bytes:
    """A save as far as its checksum: without its shortcut."""
    return path.read_bytes().partition(b"\n~")[0].rstrip(b"\n") + b"\n"


def lines_of(path: Path) -> list[str]:
    return bare(path).decode().splitlines()


def resum(lines: list[str]) -> bytes:
    """A save with these lines and a fitting checksum: what a careful forger would write."""
    body = ("\n".join(lines) + "\n").encode()
    return body + b"# sha256 " + hashlib.sha256(body).hexdigest().encode() + b"\n"


def forge(path: Path, change: Callable[[list[str]], list[str]]) -> Path:
    """Change the lines of a save, which loses its shortcut."""
    path.write_bytes(resum(change(lines_of(path)[:-1])))
    return path


def with_header(path: Path, **changes: Any) -> Path:
    def change(lines: list[str]) -> list[str]:
        return [json.dumps({**json.loads(lines[0]), **changes}), *lines[1:]]

    return forge(path, change)


def refusal(path: Path) -> SaveError:
    with pytest.raises(SaveError) as caught:
        load_game(path)
    assert path.name in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value


def walked(path: Path) -> Game:
    """The game of a save whose shortcut is of no use, and which says so in one sentence."""
    loaded = load_game(path, packs={"standard": "1"})
    (warning,) = loaded.warnings
    assert LONG in warning and "\n" not in warning
    return loaded.game


def with_foreign_top(save: bytes, shortcut: bytes, position: bytes, stamp: str = "") -> bytes:
    """A shortcut with another position, as somebody writes it who has not the key of this installation.

    :param stamp: of other rules.
    """
    top, *words = shortcut.splitlines()
    words[0] = b"~" + base64.b64encode(zlib.compress(position))
    lines = b"".join(word + b"\n" for word in words)
    total = hashlib.sha256(save[-65:-1] + lines).hexdigest()
    rules = stamp or top.split(b" ")[2].decode()
    return f"~ 1 {rules} {total} {'0' * 64}\n".encode() + lines


# -- games at the table --------------------------------------------------------------------------------


def started(saves: Saves, seed: int, commands: int = 3) -> Session:
    session = begin(GameSetup(find_scenario(SCENARIO), PEOPLE, {}, seed), saves)
    session.autosave()
    play(session, commands)
    return session


def play(session: Session, commands: int) -> None:
    dice = random.Random(len(session.game.log))
    for _ in range(commands):
        session.do(pick(session.game, dice))


def commands_of(session: Session) -> list[str]:
    return [record.command for record in session.game.log[1:]]


def stands_at(game: GameInfo, saves: Saves) -> list[str]:
    """The commands of a game as it would be gone on with."""
    loaded = saves.load(game.last.path)
    found = [record.command for record in loaded.game.log[1:]]
    loaded.game.close()
    return found
