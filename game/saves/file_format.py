"""The format of a save: one JSON line, then one command a line, digests between, a checksum at the end.

    {"rasputitsa_save":1,"engine":"0.1.0","ruleset":"...","scenario":"...", ...}
    # 1 A1 0123456789abcdef 0
    move 18.A E4
    # sha256 ...
    ~ ...

A line with "#" is a mark: turn, phase, digest of the position, commands before it.  A line with "=" is a position: the
commands before it were played under older rules, and the game continues from there (see fallback_position.py).  What
stands behind the checksum is only a shortcut, see cached_position.py: the save is whole without it.  A save of a game
that has secrets is closed in another, see encrypted_file.py.  How it is read stands in file_reader.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ecs import DigestMark
from ecs.untrusted_input import plain
from game.saves.encryption import covered

FORMAT = 1
MAX_BYTES = 8_000_000
MAX_HEADER = 32_000
MAX_COMMANDS = 60_000
MAX_LINE = 200
MOST_ADDONS = 40
MOST_STANDING = 20
MOST_WAYS, LONGEST_WAY = 200, 12  # units with waypoints, and waypoints of one
CHECKSUM = b"# sha256 "
LOCKED = "this save is locked; its passphrase is needed"

Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$")]
Choice = Annotated[str, Meta(pattern=r"^-?[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$")]
Text = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{0,200}\Z")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}$")]
Count = Annotated[int, Meta(ge=0, le=MAX_COMMANDS)]
Way = Annotated[tuple[Text, ...], Meta(max_length=LONGEST_WAY)]


class SaveError(Exception):
    """A save that cannot be read or written; the message names the file, the line and the cause."""

    def __init__(self, path: Path | str, line: int, cause: str) -> None:
        name = plain(path.name if isinstance(path, Path) else path, 200)
        super().__init__(plain(f"{name}, line {line}: {cause}" if line else f"{name}: {cause}"))
        self.path, self.line, self.cause = path, line, cause


class StoppedError(SaveError):
    """The player did not want to wait for a save to be replayed."""


class AddonName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An add-on that shaped a game: its id, version, and the digest of its contents."""

    id: Word
    version: Text
    digest: Hash
    title: Text = ""


class PluginName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plug-in of a game's rules: its name, version, and the digest of its files."""

    name: Word
    version: Text
    digest: Hash


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line: what is needed to replay the commands, and what the list of saves shows.

    ``players``: side -> "human" or the level of a computer player.  ``to_act``: the side to move, "" when the game is
    over.  ``edited``: the file was once changed outside the game and read all the same.  ``addons``: those that shaped
    the game; ``plugin``: whose rules it goes by, left out of one of the house's games.  ``base``: how many commands
    were played under older rules, and stand before a position.  ``game``: whose save this is, "" outside the folder of
    saves; ``order``: what number it was of all that was kept in its folder, 0 if that is not known.  ``seal``: how the
    save is closed, "" if it is open; the first line of a closed one says no more than ``SHOWN``.  ``thrown``: how many
    dice had been thrown; ``figures``: the house rules it is played under, left out of a game with the printed figures;
    ``reloads``: how often it was taken up again at a place behind which dice had already been seen; ``ways``: unit ->
    the waypoints it has before it, left out where there are none; ``standing``: question -> what the player has ordered
    once for all; ``led``: unit -> how long the staff leads it.
    """

    rasputitsa_save: int = FORMAT
    engine: Text
    ruleset: Word
    scenario: Word
    scenario_sha256: Hash = "0" * 64
    map: Text
    board_digest: Hash = "0" * 16
    pack: Annotated[str, Meta(pattern=r"^([A-Za-z0-9][A-Za-z0-9_.-]{0,79})?$")] = ""
    pack_version: Text = ""
    addons: Annotated[tuple[AddonName, ...], Meta(max_length=MOST_ADDONS)] = ()
    plugin: PluginName | msgspec.UnsetType = msgspec.UNSET
    seed: Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] = 0
    options: dict[Word, Choice] = {}
    figures: dict[Word, dict[Word, Any]] | msgspec.UnsetType = msgspec.UNSET
    players: dict[Word, Text]
    names: dict[Word, Text]
    name: Text = ""
    date: Text = ""
    edited: bool = False
    title: Text
    turn: Annotated[int, Meta(ge=0, le=9999)]
    turn_name: Text
    phase: Text
    to_act: Text
    commands: Count = 0
    base: Count = 0
    digest: Hash = "0" * 16
    locked: bool = False
    game: Annotated[str, Meta(pattern=r"^([0-9a-f]{16})?\Z")] = ""
    order: Annotated[int, Meta(ge=0, le=10**15)] = 0
    thrown: Annotated[int, Meta(ge=0, le=10**9)] = 0
    reloads: Annotated[int, Meta(ge=0, le=10**6)] = 0
    ways: Annotated[dict[Text, Way], Meta(max_length=MOST_WAYS)] | msgspec.UnsetType = msgspec.UNSET
    standing: Annotated[dict[Word, Word], Meta(max_length=MOST_STANDING)] | msgspec.UnsetType = msgspec.UNSET
    led: Annotated[dict[Text, Text], Meta(max_length=MOST_WAYS)] | msgspec.UnsetType = msgspec.UNSET
    seal: Annotated[str, Meta(pattern=r"^(envelope|argon2id:\d{1,2}:\d{1,6}:[0-9a-f]{32})?$")] = ""


SHOWN = frozenset(
    (
        *("rasputitsa_save", "engine", "ruleset", "scenario", "map", "title", "name", "date", "players", "names"),
        *("turn", "turn_name", "phase", "to_act", "edited", "locked", "seal", "game", "order", "reloads"),
    )
)
"""What the first line of a closed save says: all that the list of saves needs, and nothing more."""


@dataclass(frozen=True, slots=True)
class SaveFile:
    """A save as read, not yet replayed.  ``lines[i]`` is the line of the file of command i.

    ``position``: where the game continues that was begun under older rules, still packed; "" for other games.
    ``checksum``: of the file but for its shortcut ("" if it was wrong); ``inner``: of the save itself, which may be
    closed in the file; ``shortcut``: not yet looked at.
    """

    path: Path
    header: Header
    commands: tuple[str, ...]
    marks: tuple[DigestMark, ...]
    lines: tuple[int, ...] = field(repr=False, default=())
    position: str = field(repr=False, default="")
    checksum: str = ""
    inner: str = ""
    shortcut: bytes = field(repr=False, default=b"")


# -- writing --------------------------------------------------------------------------------------


def encode(header: Header, commands: Sequence[str], marks: Iterable[DigestMark], position: str = "") -> bytes:
    """The bytes of an unencrypted save, without a shortcut.

    :param position: packed, from which the game continues after ``header.base`` commands.
    """
    before: dict[int, list[str]] = {}
    for mark in marks:
        before.setdefault(mark.commands, []).append(f"# {mark.turn} {mark.phase} {mark.digest} {mark.commands}")
    if position:
        before.setdefault(header.base, []).append("=" + position)
    lines = [msgspec.json.encode(header).decode()]
    for number, command in enumerate(commands):
        lines += [*before.get(number, []), command]
    return _summed(("\n".join([*lines, *before.get(len(commands), [])]) + "\n").encode())


def close(header: Header, save: bytes, words: str, passphrase: str) -> bytes:
    """An unencrypted save, shortcut and all, encrypted inside another.

    :param header: of the open save.
    :param words: how it is closed; see encrypted_file.py.
    :raises SealError: if it cannot be locked.
    """
    shown = msgspec.structs.replace(header, seal=words, locked=bool(passphrase))
    first = msgspec.json.encode({name: value for name, value in msgspec.structs.asdict(shown).items() if name in SHOWN})
    return _summed(first + b"\n" + covered(save, words, passphrase, first))


def _summed(body: bytes) -> bytes:
    return body + CHECKSUM + hashlib.sha256(body).hexdigest().encode() + b"\n"


def one_line(text: str) -> str:
    """A text made fit for a header."""
    return "".join(" " if c < " " or c == "\x7f" else c for c in text[:200])


def checksum_of(save: bytes) -> str:
    """The checksum that :func:`encode` wrote at the end."""
    return save[-65:-1].decode("ascii")


def sum_and_seal(data: bytes) -> tuple[str, str]:
    """Checksum of a save just encoded, with or without its shortcut, and how it is encrypted ("" if not)."""
    return checksum_of(parted(data)[0]), msgspec.json.decode(data.partition(b"\n")[0], type=Header).seal


def parted(data: bytes) -> tuple[bytes, bytes]:
    """The save itself, up to its checksum line, and the shortcut."""
    at = data.find(b"\n" + CHECKSUM)
    end = data.find(b"\n", at + 1) + 1 if at >= 0 else data.find(b"\n~") + 1
    return (data[:end], data[end:]) if end else (data, b"")
