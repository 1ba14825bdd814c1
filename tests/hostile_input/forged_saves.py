"""What becomes of saves whose position is forged, every checksum right?

    python -m tests.hostile_input.forged_saves --count N [--seed S]

From real games of all four rulesets: marks are changed, all sums made anew, the save is loaded and what is let in is
played on.  Nothing may raise but the one sentence, hang, or leave a game in which nobody can move.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ecs import UNFIT, Game, Side
from ecs.engine.serialization import write_position
from game.play.session import Session
from game.saves.cached_position import write_shortcut
from game.saves.fallback_position import ON_TRUST, PositionUnusable
from game.saves.file_format import SaveError, encode
from game.saves.loading import load_game
from game.saves.saving import Particulars, header_of
from tests import TESTS
from tests.kits.patience import spent
from tests.kits.save_files import with_foreign_top

SAVES = TESTS / "saves" / "format-1"
NAMES = ("dc-open", "tdv", "rb", "war")
OFTEN = (6, 1, 2, 3)  # how often each is taken: the set-up of a large map takes longer than all the rest
COMMANDS = 200
SLOW = 30.0  # seconds of processor time one file may take to load
FAULTS = UNFIT
Rows = dict[str, Any]
Forger = Callable[[Rows, random.Random], None]

NUMBERS = (-(2**63), -(10**9), -2, -1, 0, 1, 2, 3, 7, 99, 255, 10**4, 10**6, 2**63, 2**70)
WORDS = ("", "nonsense", "dead", "new", "merged", "x" * 300, "\x1b[2J", "A1", "-", "0")


def forge_value(value: Any, dice: random.Random) -> Any:
    """Something else in the place of a value, mostly of its own type."""
    if dice.random() < 0.08:
        return dice.choice([None, [], {}, "x", 1.5, True, -1, [1], [[1, 2]], 10**30])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return dice.choice([*NUMBERS, value + 1, value - 1, dice.randrange(600), dice.randrange(4000)])
    if isinstance(value, str):
        return dice.choice([*WORDS, value[:-1], value + "s"])
    if isinstance(value, list):
        return forge_list(value, dice)
    return dice.choice(["axis", "soviet", None])


def forge_list(value: list[Any], dice: random.Random) -> list[Any]:
    """A list that is longer, shorter, doubled, or wrong in one place."""
    how = dice.randrange(6)
    if how == 0 or not value:
        return [*value, dice.choice([dice.randrange(900), -1, "nonsense", [dice.randrange(600), 2]])]
    if how == 1:
        return value[:-1]
    if how == 2:
        return value * dice.choice([2, 2000])
    if how == 3:
        return dice.sample(value, len(value))
    at = dice.randrange(len(value))
    return [*value[:at], forge_value(value[at], dice), *value[at + 1 :]]


def one_value(rows: Rows, dice: random.Random) -> None:
    """One field of one mark, of any kind."""
    kind = dice.choice([name for name in sorted(rows) if name != "roster" and rows[name]])
    row = dice.choice(rows[kind])
    at = dice.randrange(len(row))
    row[at] = forge_value(row[at], dice)


def many_values(rows: Rows, dice: random.Random) -> None:
    """Several at once."""
    for _ in range(dice.randrange(2, 12)):
        one_value(rows, dice)


def swapped_rows(rows: Rows, dice: random.Random) -> None:
    """Two marks of one kind change places."""
    kind = dice.choice([name for name in sorted(rows) if name != "roster" and len(rows[name]) > 1])
    one, two = dice.sample(range(len(rows[kind])), 2)
    rows[kind][one], rows[kind][two] = rows[kind][two], rows[kind][one]


def open_decisions(rows: Rows, dice: random.Random) -> None:
    """Decisions on the stack for which there is no reason."""
    known = sorted(DECISIONS)
    rows["Decisions"][0][0] = [dice.choice(known) for _ in range(dice.randrange(1, 4))]


def other_phase(rows: Rows, dice: random.Random) -> None:
    """The phase cursor elsewhere, or beyond the end."""
    rows["Clock"][0][1] = dice.randrange(-1, 40)
    rows["Clock"][0][0] += dice.choice([0, 0, 1, -1, 50])
    rows["Clock"][0][2] = dice.random() < 0.2


def crowd(rows: Rows, dice: random.Random) -> None:
    """Many units in one place: a hex, a box, nowhere."""
    place = dice.choice([[dice.randrange(600), ""], [-1, "dead"], [-1, "nonsense"], [-1, ""], [5, "dead"]])
    for at in dice.sample(range(len(rows["Place"])), min(len(rows["Place"]), dice.randrange(2, 200))):
        rows["Place"][at] = list(place)


def scattered(rows: Rows, dice: random.Random) -> None:
    """Units anywhere on the map."""
    for at in range(len(rows["Place"])):
        if dice.random() < 0.2:
            rows["Place"][at] = [dice.randrange(400), ""]


def wrong_dice(rows: Rows, dice: random.Random) -> None:
    """A state no dice have."""
    rows["Dice"][0] = [dice.choice([-1, 2**64, 2**200, 0, "x"]), dice.choice([-5, 10**12, 0])]


def thousands(rows: Rows, dice: random.Random) -> None:
    """A list or a kind of mark with thousands of entries."""
    kind = dice.choice([name for name in sorted(rows) if name != "roster" and rows[name]])
    if dice.random() < 0.3:
        rows[kind] = rows[kind] * 50
        return
    row = dice.choice(rows[kind])
    lists = [at for at, value in enumerate(row) if isinstance(value, list)]
    if lists:
        row[dice.choice(lists)] = [dice.randrange(300)] * 5000


def battle(rows: Rows, dice: random.Random) -> None:
    """A battle that nobody began."""
    of_battles = ("Battle", "CombatRoll", "RetreatUnderway", "FireRounds", "ExchangeUnderway", "JointAttacks", "Cup")
    kind = dice.choice([name for name in (*of_battles, "Transport") if rows.get(name)])
    for row in rows[kind]:
        for at, value in enumerate(row):
            if dice.random() < 0.5:
                row[at] = forge_value(value, dice)


FORGERS: tuple[Forger, ...] = (
    *(one_value, one_value, one_value, many_values, swapped_rows, open_decisions, other_phase, crowd, scattered),
    *(wrong_dice, thousands, battle),
)
DECISIONS: set[str] = set()


class Forge:
    """Real games at several places, and what a forger makes of them."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.dice, self.folder = random.Random(seed), folder
        self.games = [load_game(SAVES / f"{name}.save", packs={}).game for name in NAMES]
        for game in self.games:
            DECISIONS.update(game.ruleset.sequence.decisions)

    def file(self) -> tuple[str, Path]:
        """A forged save and what was done to it; the real game is played on a little each time."""
        (game,) = self.dice.choices(self.games, OFTEN)
        for _ in range(self.dice.randrange(4)):
            if legal := game.legal():
                game.apply(self.dice.choice(legal))
        forger = self.dice.choice(FORGERS)
        rows = json.loads(write_position(game))
        forger(rows, self.dice)
        path = self.folder / "forged.save"
        way = self.dice.choice((*[as_base] * 5, *[as_last_position] * 2, as_shortcut))
        path.write_bytes(way(game, json.dumps(rows).encode()))
        return f"{game.ruleset.id} {forger.__name__} {way.__name__}", path


def as_base(game: Game, text: bytes) -> bytes:
    """A save that goes on from the position, which nobody can play again."""
    commands = [record.command for record in game.log[1:]]
    position = base64.b64encode(zlib.compress(text)).decode()
    header = header_of(game, Particulars(name="forged"))
    fields = {"base": len(commands), "edited": True}  # an edited one need not have the digest of its header
    return encode(msgspec.structs.replace(header, **fields), commands, game.marks, position)


def as_last_position(game: Game, text: bytes) -> bytes:
    """A save of other rules whose commands are not legal, with the position behind its checksum."""
    commands = ["end" if n == 0 else record.command for n, record in enumerate(game.log[1:])]
    save = encode(header_of(game, Particulars(name="forged")), commands, game.marks)
    return save + with_foreign_top(save, write_shortcut(game, save[-65:-1].decode()), text, "0" * 16)


def as_shortcut(game: Game, text: bytes) -> bytes:
    """A save of these rules with another position behind its checksum."""
    save = encode(header_of(game, Particulars(name="forged")), [r.command for r in game.log[1:]], game.marks)
    return save + with_foreign_top(save, write_shortcut(game, save[-65:-1].decode()), text)


def verdict(path: Path, dice: random.Random) -> str:
    """How one file ended: "refused", "played", "astray", or what went wrong, after a "!"."""
    began = spent()
    try:
        loaded = load_game(path, packs={})
    except SaveError as e:
        return "refused" if "\n" not in str(e) else f"! {e}"
    except FAULTS as e:
        return f"! at load: {e!r}"
    if spent() - began > SLOW:
        return "! slow to load"
    session = Session(loaded.game, {}, None, loaded.particulars())
    try:
        return _played(session, dice)
    finally:
        loaded.game.close()


def _played(session: Session, dice: random.Random) -> str:
    game = session.game
    trusted = session.about.base is None
    try:
        for number in range(COMMANDS):
            if number % 10 == 0:
                _ = [game.view(side) for side in Side]
            if game.over:
                break
            session.do(dice.choice(game.legal()))
        return "over" if game.over else "played"
    except PositionUnusable as e:
        return "astray: stuck" if str(e) == ON_TRUST else f"! {e}"
    except FAULTS as e:
        return f"! in a game played from its start: {e!r}" if trusted else f"astray: {type(e).__name__}"


def trials(count: int, seed: int) -> Iterator[tuple[int, str, str]]:
    """Forge and judge, one after the other: number, what was done, how it ended."""
    with tempfile.TemporaryDirectory() as folder:
        forge = Forge(seed, Path(folder))
        for number in range(count):
            what, path = forge.file()
            yield number, what, verdict(path, random.Random(number))


def main() -> int:
    """1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    ends: Counter[str] = Counter()
    for number, what, end in trials(args.count, args.seed):
        ends[end] += 1
        if end.startswith("!"):
            print(f"{number}: {what}: {end}", flush=True)
        if number % 25 == 24:
            print(f"{number + 1} files: {dict(sorted(ends.items()))}", flush=True)
    for end, times in sorted(ends.items()):
        print(f"{times:6} {end}")
    return int(any(end.startswith("!") for end in ends))


if __name__ == "__main__":
    sys.exit(main())
