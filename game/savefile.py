"""What does a save look like?  One JSON line, then one command a line, digests between, a checksum at the end.

    {"rasputitsa_save":3,"engine":"0.1.0","ruleset":"...","scenario":"...", ...}
    # 1 A1 0123456789abcdef 0
    move 18.A E4
    # sha256 ...
    ~ ...

A line with "#" is a mark: turn, phase, digest of the position, commands before it.  A line with "=" is a position: the
commands before it were played under older rules, and the game goes on from there (see game/based.py).  What stands
behind the checksum is only a shortcut, see game/shortcut.py: the save is whole without it.  A save of a game that has
secrets is closed in another, see game/covers.py; in formats 1 and 2 only its secret orders were, in lines with "!".
Everything read here is taken for hostile until proven sound.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ecs import Mark
from ecs.reading import cause_of, plain
from game.covers import covered, uncovered
from game.disk import DISK
from game.sealing import Seal, SealError

FORMAT = 3
MAX_BYTES = 8_000_000
MAX_HEADER = 32_000
MAX_COMMANDS = 60_000
MAX_LINE = 200
_MARK = re.compile(r"# (\d{1,4}) ([A-Za-z0-9_.-]{1,40}) ([0-9a-f]{16}) (\d{1,6})")
_COMMAND = re.compile(r"[a-z]+( [^ ]+)*")
_POSITION = re.compile(r"=[A-Za-z0-9+/=]*")
_SUM = b"# sha256 "
LOCKED = "this save is locked; its passphrase is needed"

Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$")]
Text = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{0,200}\Z")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}$")]
Count = Annotated[int, Meta(ge=0, le=MAX_COMMANDS)]


class SaveError(Exception):
    """A save that cannot be read or written; the message names the file, the line and the cause."""

    def __init__(self, path: Path | str, line: int, cause: str) -> None:
        name = plain(path.name if isinstance(path, Path) else path, 200)
        super().__init__(plain(f"{name}, line {line}: {cause}" if line else f"{name}: {cause}"))
        self.path, self.line, self.cause = path, line, cause


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line: what is needed to play the commands again, and what the list of saves shows.

    ``players``: side -> "human" or the level of a computer player.  ``to_act``: the side to move, "" when
    the game is over.  ``edited``: the file was once changed outside the game and read all the same.  ``base``: how
    many commands were played under older rules, and stand before a position.  ``game``: whose save this is, "" in old
    ones; ``order``: what number it was of all that was kept in its folder, 0 if that is not known.  ``seal``: how the
    save is closed, "" if it is open; the first line of a closed one says no more than ``SHOWN``.  ``salt``: of sealed
    orders of older ones.  ``thrown``: how many dice had been thrown; ``reloads``: how often it was
    taken up again at a place behind which dice had already been seen.
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
    seed: Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] = 0
    options: dict[Word, Word] = {}
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
    salt: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?$")] = ""
    locked: bool = False
    game: Annotated[str, Meta(pattern=r"^([0-9a-f]{16})?\Z")] = ""
    order: Annotated[int, Meta(ge=0, le=10**15)] = 0
    thrown: Annotated[int, Meta(ge=0, le=10**9)] = 0
    reloads: Annotated[int, Meta(ge=0, le=10**6)] = 0
    seal: Annotated[str, Meta(pattern=r"^((envelope|argon2id:\d{1,2}:\d{1,6}):[0-9a-f]{32})?$")] = ""


SHOWN = frozenset(
    (
        *("rasputitsa_save", "engine", "ruleset", "scenario", "map", "title", "name", "date", "players", "names"),
        *("turn", "turn_name", "phase", "to_act", "edited", "locked", "seal", "game", "order", "reloads"),
    )
)
"""What the first line of a closed save says: all that the list of saves needs, and nothing more."""
_WITHIN = ("scenario_sha256", "board_digest", "seed", "options", "commands", "digest")


@dataclass(frozen=True, slots=True)
class SaveFile:
    """A save as read: nothing has been played yet.  ``lines[i]`` is the line of the file of command i.

    ``position``: where the game goes on that was begun under older rules, still packed; "" for other games.
    ``checksum``: of the file but for its shortcut ("" if it was wrong); ``inner``: of the save itself, which may be
    closed in the file; ``shortcut``: not yet looked at.
    """

    path: Path
    header: Header
    commands: tuple[str, ...]
    marks: tuple[Mark, ...]
    lines: tuple[int, ...] = field(repr=False, default=())
    position: str = field(repr=False, default="")
    checksum: str = ""
    inner: str = ""
    shortcut: bytes = field(repr=False, default=b"")


# -- writing --------------------------------------------------------------------------------------


def encode(header: Header, commands: Sequence[str], marks: Iterable[Mark], position: str = "") -> bytes:
    """The bytes of an open save, without a shortcut.

    :param position: packed, from which the game goes on after ``header.base`` commands.
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
    """An open save, shortcut and all, closed in another.

    :param header: of the open save.
    :param words: how it is closed; see game/covers.py.
    :raises SealError: if it cannot be locked.
    """
    shown = msgspec.structs.replace(header, seal=words, locked=bool(passphrase))
    first = msgspec.json.encode({name: value for name, value in msgspec.structs.asdict(shown).items() if name in SHOWN})
    return _summed(first + b"\n" + covered(save, words, passphrase, first))


def _summed(body: bytes) -> bytes:
    return body + _SUM + hashlib.sha256(body).hexdigest().encode() + b"\n"


def one_line(text: str) -> str:
    """A text as a header may hold it."""
    return "".join(" " if c < " " or c == "\x7f" else c for c in text[:200])


def checksum_of(save: bytes) -> str:
    """The checksum that :func:`encode` wrote at the end."""
    return save[-65:-1].decode("ascii")


def sum_and_salt(data: bytes) -> tuple[str, str]:
    """Checksum of a save just encoded, with or without its shortcut, and how it is closed ("" if it is open)."""
    return checksum_of(_parted(data)[0]), msgspec.json.decode(data.partition(b"\n")[0], type=Header).seal


# -- reading --------------------------------------------------------------------------------------


def read_bytes(path: Path) -> bytes:
    """The bytes of a save, if it is a plain file of a sensible size.

    :raises SaveError: otherwise.
    """
    try:
        if not path.is_file():
            raise SaveError(path, 0, "there is no such file")
        data = DISK.read(path, MAX_BYTES + 1)
    except (OSError, ValueError) as e:
        raise SaveError(path, 0, f"cannot be read: {getattr(e, 'strerror', None) or e}") from None
    if len(data) > MAX_BYTES:
        raise SaveError(path, 0, f"larger than {MAX_BYTES // 1_000_000} MB: that is no save")
    return data


def read_header(path: Path) -> Header:
    """The first line alone, for the list of saves.

    :raises SaveError: if it is no save, or of another time.
    """
    try:
        if not path.is_file():
            raise SaveError(path, 0, "there is no such file")
        line = DISK.read_line(path, MAX_HEADER + 1)
    except (OSError, ValueError) as e:
        raise SaveError(path, 0, f"cannot be read: {getattr(e, 'strerror', None) or e}") from None
    return _header(path, _migrated(path, _raw(path, line), [])[0])


def decode(
    path: Path, data: bytes, passphrase: str = "", allow_edited: bool = False, lenient: bool = False
) -> SaveFile:
    """A save from its bytes; nothing is played.

    :param allow_edited: read a file whose checksum is wrong, and say so in its header.
    :param lenient: read as far as the first line that is damaged.
    :raises SaveError: naming the line and the cause.
    """
    first, _, _rest = data.partition(b"\n")
    raw = _raw(path, first)
    _version(path, raw)
    data, shortcut = _parted(data)
    body, intact = _checked(path, data, allow_edited or lenient)
    lines = _text_lines(path, body[len(first) + 1 :])
    raw, lines = _migrated(path, raw, lines)
    header = _header(path, raw)
    if not intact:
        header = msgspec.structs.replace(header, edited=True)
    total = checksum_of(data) if intact else ""
    if header.seal:
        inner = _opened_cover(path, header, lines, passphrase, first, lenient)
        file = decode(path, inner, "", allow_edited, lenient)
        return replace(file, header=_of_cover(file.header, header), checksum=total)
    file = _body(path, header, lines, passphrase, lenient)
    return replace(file, checksum=total, inner=total, shortcut=shortcut) if intact else file


def _opened_cover(
    path: Path, cover: Header, lines: Sequence[str], passphrase: str, first: bytes, lenient: bool
) -> bytes:
    """The open save that is closed in a file."""
    if cover.locked and not passphrase:
        raise SaveError(path, 1, LOCKED)
    try:
        inner = uncovered(lines, cover.seal, passphrase, first, MAX_BYTES, lenient)
    except SealError as e:
        raise SaveError(path, 0, str(e)) from None
    if _raw(path, inner.partition(b"\n")[0]).get("seal"):
        raise SaveError(path, 2, "what is closed in it is closed once more: that is no save")
    return inner


def _of_cover(inner: Header, cover: Header) -> Header:
    """The header of a save that was closed, which still says how."""
    edited = inner.edited or cover.edited
    return msgspec.structs.replace(inner, seal=cover.seal, locked=cover.locked, edited=edited)


def _parted(data: bytes) -> tuple[bytes, bytes]:
    """The save itself, to the end of its checksum line, and the shortcut."""
    at = data.find(b"\n" + _SUM)
    end = data.find(b"\n", at + 1) + 1 if at >= 0 else data.find(b"\n~") + 1
    return (data[:end], data[end:]) if end else (data, b"")


def _raw(path: Path, line: bytes) -> dict[str, Any]:
    if len(line) > MAX_HEADER:
        raise SaveError(path, 1, "the first line is far too long: that is no save")
    try:
        raw = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise SaveError(path, 1, "this is no save of Rasputitsa, or its first line is damaged") from None
    if not isinstance(raw, dict) or "rasputitsa_save" not in raw:
        raise SaveError(path, 1, "this is no save of Rasputitsa")
    return raw


def _version(path: Path, raw: dict[str, Any]) -> int:
    version = raw["rasputitsa_save"]
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise SaveError(path, 1, f"save format {str(version)[:40]!r} is not a number from 1")
    if version > FORMAT:
        by = str(raw.get("engine", "?"))[:40]
        raise SaveError(
            path,
            1,
            f"made by a newer Rasputitsa ({by}, save format {version}); this one reads up to {FORMAT}",
        )
    return version


Migration = Callable[[dict[str, Any], list[str]], tuple[dict[str, Any], list[str]]]
MIGRATIONS: dict[int, Migration] = {1: lambda raw, lines: (raw, lines), 2: lambda raw, lines: (raw, lines)}
"""Save format n -> how its header and lines become those of format n + 1.  Format 2 only adds positions, format 3 only
another way to close a save; sealed orders of formats 1 and 2 are still read."""


def _migrated(path: Path, raw: dict[str, Any], lines: list[str]) -> tuple[dict[str, Any], list[str]]:
    version = _version(path, raw)
    while version < FORMAT:
        raw, lines = MIGRATIONS[version](dict(raw), list(lines))
        version += 1
        raw["rasputitsa_save"] = version
    return raw, lines


def _header(path: Path, raw: dict[str, Any]) -> Header:
    try:
        header = msgspec.convert(raw, Header)
    except (msgspec.ValidationError, RecursionError) as e:
        raise SaveError(path, 1, f"the header is damaged: {cause_of(e)[:200]}") from None
    missing = next((name for name in _WITHIN if name not in raw), "")
    if missing and not header.seal:
        raise SaveError(path, 1, f"the header is damaged: it does not say {missing!r}")
    if header.seal and header.locked is header.seal.startswith("envelope"):
        raise SaveError(path, 1, "the header is damaged: it does not say how the save is closed")
    return header


def _checked(path: Path, data: bytes, allow_edited: bool) -> tuple[bytes, bool]:
    """Everything before the checksum line, and whether the checksum is right."""
    at = data.rfind(b"\n" + _SUM) + 1
    last = data.count(b"\n", 0, at) + 1 if at else data.count(b"\n") + 1
    if not at or not data.endswith(b"\n"):
        if allow_edited and not at:
            return data, False
        raise SaveError(path, last, "the file ends here, in the middle: it was cut off")
    body = data[:at]
    if data[at:] == _SUM + hashlib.sha256(body).hexdigest().encode() + b"\n":
        return body, True
    if allow_edited:
        return body, False
    raise SaveError(path, last, "the checksum is wrong: the file was damaged, or changed outside the game")


def _text_lines(path: Path, body: bytes) -> list[str]:
    if body.count(b"\n") > 3 * MAX_COMMANDS:
        raise SaveError(path, 3 * MAX_COMMANDS, "more lines than any game has")
    try:
        text = body.decode()
    except UnicodeDecodeError as e:
        raise SaveError(path, body.count(b"\n", 0, e.start) + 2, "bytes that are no text") from None
    return text.split("\n")[:-1] if text.endswith("\n") or not text else text.split("\n")


def _body(path: Path, header: Header, lines: Sequence[str], passphrase: str, lenient: bool) -> SaveFile:
    if header.locked and not passphrase:
        raise SaveError(path, 1, LOCKED)
    body = _Body(path, header, Seal(bytes.fromhex(header.salt), passphrase))
    try:
        for number, line in enumerate(lines, 2):
            body.take(number, line)
        count = len(body.commands)
        if count != header.commands and not header.edited:
            raise SaveError(path, len(lines) + 1, f"{count} commands, but the header says {header.commands}")
        if header.base and not body.position:
            raise SaveError(path, len(lines) + 1, "the position is missing from which the game goes on")
    except SaveError:
        if not lenient:
            raise
    return SaveFile(path, header, tuple(body.commands), tuple(body.marks), tuple(body.numbers), body.position)


class _Body:
    """What stands between first line and checksum, line by line."""

    def __init__(self, path: Path, header: Header, seal: Seal) -> None:
        self.path, self.header, self.seal = path, header, seal
        self.commands: list[str] = []
        self.marks: list[Mark] = []
        self.numbers: list[int] = []
        self.blocks, self.position = 0, ""

    def take(self, number: int, line: str) -> None:
        """The next line, of this number in the file."""
        if line.startswith("#"):
            self.marks.append(_mark(self.path, number, line, len(self.commands)))
        elif line.startswith("="):
            if self.position or len(self.commands) != self.header.base or not _POSITION.fullmatch(line):
                raise SaveError(self.path, number, "a position where none belongs")
            self.position = line[1:]
        elif line.startswith("!"):
            self._add(number, _opened(self.path, number, self.seal, self.blocks, line))
            self.blocks += 1
        else:
            self._add(number, [line])

    def _add(self, number: int, found: Sequence[str]) -> None:
        self.commands += [_command(self.path, number, text) for text in found]
        self.numbers += [number] * len(found)
        if len(self.commands) > MAX_COMMANDS:
            raise SaveError(self.path, number, f"more than {MAX_COMMANDS} commands")


def _mark(path: Path, number: int, line: str, commands: int) -> Mark:
    found = _MARK.fullmatch(line[:MAX_LINE])
    if found is None or int(found[4]) != commands:
        raise SaveError(path, number, f"this is no digest mark: {line[:60]!r}")
    return Mark(commands, int(found[1]), found[2], found[3])


def _opened(path: Path, number: int, seal: Seal, block: int, line: str) -> list[str]:
    try:
        return seal.open(block, line[1:])
    except SealError as e:
        raise SaveError(path, number, str(e)) from None


def is_command(text: str) -> bool:
    """Could this be the text of a command?"""
    return len(text) <= MAX_LINE and text.isprintable() and _COMMAND.fullmatch(text) is not None


def _command(path: Path, number: int, text: str) -> str:
    if not is_command(text):
        raise SaveError(path, number, f"this is no command: {text[:60]!r}")
    return text
