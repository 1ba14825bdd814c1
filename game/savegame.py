"""How does a game become a save, and a save a game again?  By its shortcut, or by playing its commands once more."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ecs import (
    RULESETS,
    Game,
    MapError,
    ReplayError,
    Scenario,
    SetupError,
    Side,
    TableError,
    replay,
    start,
)
from ecs.reading import UnreadableError, parse_toml, plain, read_ordinary
from game.opponents import LEVELS
from game.packfiles import MAX_TOML_BYTES
from game.paths import pack_roots
from game.savefile import MAX_BYTES, Header, SaveError, SaveFile, checksum_of, decode, encode, read_bytes
from game.scenariofiles import find_scenario
from game.sealing import Seal
from game.shortcut import ShortcutError, take_shortcut, write_shortcut

HUMAN = "human"
EDITED = "This save was once changed outside the game."
_SECRET_PHASES = ("S1", "S2")
_SECRET_VERBS = ("lift", "deploy")


@dataclass(frozen=True, slots=True)
class Particulars:
    """What a save says beyond the game itself; the caller gives the date, as the list shall show it.

    ``players``: side -> "human" or a level; ``names``: side -> the player's name.
    """

    name: str = ""
    date: str = ""
    players: Mapping[Side, str] = field(default_factory=dict)
    names: Mapping[Side, str] = field(default_factory=dict)
    pack: str = ""
    pack_version: str = ""
    edited: bool = False
    passphrase: str = ""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game that goes on, the save it came from, and what the player should know about it."""

    game: Game
    file: SaveFile
    warnings: tuple[str, ...]
    passphrase: str = field(repr=False, default="")

    def particulars(self) -> Particulars:
        """What the next save of this game says again; a human takes over from a level that is not here."""
        h = self.file.header
        players = {side: who if known_player(who) else HUMAN for side, who in _by_side(h.players).items()}
        return Particulars(
            name=h.name,
            date=h.date,
            players=players,
            names=_by_side(h.names),
            pack=h.pack,
            pack_version=h.pack_version,
            edited=h.edited,
            passphrase=self.passphrase,
        )


def known_player(who: str) -> bool:
    """Is this "human" or a level of the computer?"""
    return who == HUMAN or who in LEVELS


def engine_version() -> str:
    """The version of this program."""
    try:
        return version("rasputitsa")
    except PackageNotFoundError:
        return "0"


def _by_side(words: Mapping[str, str]) -> dict[Side, str]:
    return {side: words[side.value] for side in Side if side.value in words}


# -- writing --------------------------------------------------------------------------------------


def encode_game(game: Game, about: Particulars, salt: bytes = b"") -> bytes:
    """The bytes of a save of this game.

    :param salt: 16 bytes; fresh random ones if empty.
    """
    secret = secret_commands(game)
    sealed = bool(secret or hidden_units(game) or any(event.veil for event in game.log[0].events))
    salt = (salt or os.urandom(16)) if sealed else b""
    seal = Seal(salt, about.passphrase)
    commands = [record.command for record in game.log[1:]]
    save = encode(header_of(game, about, salt), commands, secret, game.marks, seal)
    shortcut = write_shortcut(game, checksum_of(save), seal if sealed else None)
    return save + shortcut if len(save) + len(shortcut) <= MAX_BYTES else save


def header_of(game: Game, about: Particulars, salt: bytes) -> Header:
    """The first line of a save of this game as it stands."""
    view = game.look(game.to_act or Side.AXIS)
    return Header(
        engine=engine_version(),
        ruleset=game.ruleset.id,
        scenario=game.scenario.id,
        scenario_sha256=_file_hash(game.scenario.path),
        map=game.board.name,
        board_digest=game.board.digest,
        pack=about.pack,
        pack_version=about.pack_version,
        seed=game.seed,
        options=dict(game.options),
        players={side.value: about.players[side] for side in sorted(about.players)},
        names={side.value: about.names[side][:200] for side in sorted(about.names)},
        name=about.name[:200],
        date=about.date[:200],
        edited=about.edited,
        title=game.scenario.title,
        turn=game.turn,
        turn_name=view.turn_name,
        phase=view.phase.title,
        to_act=game.to_act.value if game.to_act else "",
        commands=len(game.log) - 1,
        digest=game.digest(),
        salt=salt.hex(),
        locked=bool(salt and about.passphrase),
    )


def secret_commands(game: Game) -> frozenset[int]:
    """Numbers (from 0) of the commands the other side must not read: hidden set-up, hidden units."""
    setting_up = game.options.get("secret_setup", "off") != "off"
    hidden = hidden_units(game)
    found = set()
    for number, record in enumerate(game.log[1:]):
        words = record.command.split(" ")
        secret = setting_up and (record.phase in _SECRET_PHASES or words[0] in _SECRET_VERBS)
        if secret or not hidden.isdisjoint(words) or any(event.veil for event in record.events):
            found.add(number)
    return frozenset(found)


def hidden_units(game: Game) -> frozenset[str]:
    """Ids of units that their own side knows and the other does not."""
    seen = {side: {u.id: u for u in game.view(side).units} for side in Side}
    return frozenset(
        unit.id
        for side in Side
        for unit in seen[side].values()
        if unit.side is side and unit.id not in seen[side.other]
    )


def _file_hash(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
    except OSError:
        return "0" * 64


# -- reading --------------------------------------------------------------------------------------


def read_save(path: Path, passphrase: str = "", allow_edited: bool = False) -> SaveFile:
    """A save, read and checked but not yet played.

    :raises SaveError: naming file, line and cause.
    """
    return decode(path, read_bytes(path), passphrase, allow_edited)


def load_game(
    path: Path,
    *,
    passphrase: str = "",
    packs: Mapping[str, str] | None = None,
    allow_edited: bool = False,
    thorough: bool = False,
) -> Loaded:
    """The game of a save: taken up by its shortcut, or else played again command by command, digests compared.

    :param packs: installed sprite packs, id -> version; looked up if not given.
    :param thorough: play the commands in any case, and compare the shortcut with what comes of them.
    :raises SaveError: naming file, line and cause; nothing has changed then.
    """
    file = read_save(path, passphrase, allow_edited)
    scenario = scenario_of(file)
    game = begin(file, scenario)
    changed = _changes(file, scenario, game)
    notes = [*changed, *_player_notes(file), *_pack_notes(file, installed_packs() if packs is None else packs)]
    if file.shortcut and not thorough:
        try:
            _jump(file, game, changed, passphrase)
            return Loaded(game, file, tuple(notes), passphrase)
        except ShortcutError as e:
            notes.append(f"Its {len(file.commands)} commands were played again, as its shortcut is of no use: {e}.")
            game.close()
            game = begin(file, scenario)
    try:
        _play(file, game, changed)
        if thorough and file.shortcut:
            _compare(file, game, changed, passphrase)
    except SaveError:
        game.close()
        raise
    return Loaded(game, file, tuple(notes), passphrase)


def _jump(file: SaveFile, game: Game, changed: tuple[str, ...], passphrase: str) -> None:
    if set(changed) - {EDITED}:
        raise ShortcutError("the game has changed since")
    salt = bytes.fromhex(file.header.salt)
    seal = Seal(salt, passphrase) if salt else None
    take_shortcut(game, file.shortcut, file.checksum, seal, file.commands, file.marks)
    if game.digest() != file.header.digest:
        raise ShortcutError("it leads to another position")


def _compare(file: SaveFile, game: Game, changed: tuple[str, ...], passphrase: str) -> None:
    """Does the shortcut tell the same story as the commands?  One that cannot be taken tells none."""
    twin = begin(file, game.scenario)
    try:
        _jump(file, twin, changed, passphrase)
        same = twin.log == game.log
    except ShortcutError:
        return
    finally:
        twin.close()
    if not same:
        raise SaveError(file.path, len(file.lines), "the log behind the checksum is not what came of the commands")


def scenario_of(file: SaveFile) -> Scenario:
    """The scenario a save was played on.

    :raises SaveError: if it, its ruleset or its map is not here.
    """
    header = file.header
    if header.ruleset not in RULESETS:
        there = ", ".join(sorted(RULESETS))
        raise SaveError(file.path, 1, f"played by the rules {header.ruleset!r}, which are not here; there are: {there}")
    try:
        scenario = find_scenario(header.scenario)
    except (SetupError, TableError) as e:
        raise SaveError(file.path, 1, str(e)) from None
    if scenario.ruleset != header.ruleset:
        raise SaveError(
            file.path,
            1,
            f"scenario {scenario.id!r} is played by {scenario.ruleset!r}, not {header.ruleset!r}",
        )
    return scenario


def begin(file: SaveFile, scenario: Scenario) -> Game:
    """The game of a save before its first command.

    :raises SaveError: for a missing map or an option that does not exist.
    """
    try:
        return start(scenario, file.header.options, file.header.seed)
    except (SetupError, TableError, MapError) as e:
        raise SaveError(file.path, 1, str(e)) from None


def _changes(file: SaveFile, scenario: Scenario, game: Game) -> tuple[str, ...]:
    """What is no longer as it was when the save was made."""
    header, notes = file.header, []
    if header.edited:
        notes.append(EDITED)
    if header.scenario_sha256 != _file_hash(scenario.path):
        notes.append(f"The scenario file {scenario.path.name} has changed since this save.")
    if header.map != game.board.name:
        notes.append(f"Saved on the map {header.map!r}; the scenario now uses {game.board.name!r}.")
    elif header.board_digest != game.board.digest:
        notes.append(f"The map {header.map!r} has changed since this save.")
    if header.engine != engine_version():
        notes.append(f"Saved by version {header.engine}; this is {engine_version()}.")
    return tuple(notes)


def _play(file: SaveFile, game: Game, changed: tuple[str, ...]) -> None:
    because = "".join(f" {note}" for note in changed)
    opening = [mark for mark in file.marks if mark.commands == 0]
    for mark, recorded in zip(game.marks, opening, strict=False):
        if mark != recorded:
            raise SaveError(file.path, 2, f"the opening position differs (turn {mark.turn}, {mark.phase}).{because}")
    try:
        replay(game, file.commands, file.marks)
    except ReplayError as e:
        raise SaveError(file.path, _line(file, e.number), f"{e}.{because}") from None
    if game.digest() != file.header.digest and not file.header.edited:
        raise SaveError(file.path, 1, f"the last position differs from the one saved.{because}")
    game.close_past("the game was loaded")


def _line(file: SaveFile, number: int) -> int:
    return file.lines[number - 1] if 1 <= number <= len(file.lines) else 0


def _player_notes(file: SaveFile) -> tuple[str, ...]:
    strange = {side: who for side, who in _by_side(file.header.players).items() if not known_player(who)}
    return tuple(
        f"The {side} was played by {who!r}, who is not here; a human takes over." for side, who in strange.items()
    )


def _pack_notes(file: SaveFile, packs: Mapping[str, str]) -> tuple[str, ...]:
    header = file.header
    if not header.pack:
        return ()
    if header.pack not in packs:
        return (f"The sprite pack {header.pack!r} is not installed; another one is used.",)
    if header.pack_version and packs[header.pack] != header.pack_version:
        now = packs[header.pack]
        return (f"The sprite pack {header.pack!r} was version {header.pack_version}; now it is {now}.",)
    return ()


def installed_packs() -> dict[str, str]:
    """Sprite packs that can be found: id -> version; one that cannot be read is left out."""
    found: dict[str, str] = {}
    try:
        roots = pack_roots("sprites")
    except FileNotFoundError:
        return found
    for file in (file for root in reversed(roots) for file in sorted(root.glob("*/pack.toml"))):
        try:
            raw = parse_toml(read_ordinary(file, MAX_TOML_BYTES))
        except UnreadableError:
            continue
        found[file.parent.name] = plain(str(raw.get("version", "")), 200)
    return found
