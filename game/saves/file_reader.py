"""Reading a save from its bytes, line by line; all of it counts as hostile until proven sound."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from ecs import DigestMark
from ecs.untrusted_input import cause_of
from game.saves.encryption import SealError, uncovered
from game.saves.file_format import (
    CHECKSUM,
    FORMAT,
    LOCKED,
    MAX_BYTES,
    MAX_COMMANDS,
    MAX_HEADER,
    MAX_LINE,
    Header,
    SaveError,
    SaveFile,
    checksum_of,
    parted,
)
from game.system.disk import DISK

_MARK = re.compile(r"# (\d{1,4}) ([A-Za-z0-9_.-]{1,40}) ([0-9a-f]{16}) (\d{1,6})")
_COMMAND = re.compile(r"[a-z]+( [^ ]+)*")
_POSITION = re.compile(r"=[A-Za-z0-9+/=]*")
_WITHIN = ("scenario_sha256", "board_digest", "seed", "options", "commands", "digest")


def read_bytes(path: Path) -> bytes:
    """The bytes of a save, if it is an ordinary file of a sensible size.

    :raises SaveError: otherwise.
    """
    try:
        if not path.is_file():
            raise SaveError(path, 0, "there is no such file")
        data = DISK.read(path, MAX_BYTES + 1)
    except (OSError, ValueError) as e:
        raise SaveError(path, 0, f"it cannot be read: {getattr(e, 'strerror', None) or e}") from None
    if len(data) > MAX_BYTES:
        raise SaveError(path, 0, f"larger than {MAX_BYTES // 1_000_000} MB: that is not a save")
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
        raise SaveError(path, 0, f"it cannot be read: {getattr(e, 'strerror', None) or e}") from None
    return _header(path, _raw(path, line))


def decode(
    path: Path, data: bytes, passphrase: str = "", allow_edited: bool = False, lenient: bool = False
) -> SaveFile:
    """A save from its bytes, not replayed.

    :param allow_edited: read a file whose checksum is wrong, and say so in its header.
    :param lenient: read as far as the first line that is damaged.
    :raises SaveError: naming the line and the cause.
    """
    first, _, _rest = data.partition(b"\n")
    header = _header(path, _raw(path, first))
    data, shortcut = parted(data)
    body, intact = _checked(path, data, allow_edited or lenient)
    lines = _text_lines(path, body[len(first) + 1 :])
    if not intact:
        header = msgspec.structs.replace(header, edited=True)
    total = checksum_of(data) if intact else ""
    if header.seal:
        inner = _opened_cover(path, header, lines, passphrase, first, lenient)
        file = decode(path, inner, "", allow_edited, lenient)
        return replace(file, header=_of_cover(file.header, header), checksum=total)
    file = _body(path, header, lines, lenient)
    return replace(file, checksum=total, inner=total, shortcut=shortcut) if intact else file


def opened(path: Path, data: bytes, passphrase: str) -> bytes:
    """The save inside the bytes of a save, as far as sound: the bytes themselves if not encrypted.

    :raises SaveError: if they do not open.
    """
    header = read_header(path)
    if not header.seal:
        return data
    first = data.partition(b"\n")[0]
    body, _ = _checked(path, data, allow_edited=True)
    return _opened_cover(path, header, _text_lines(path, body[len(first) + 1 :]), passphrase, first, lenient=True)


def _opened_cover(
    path: Path, cover: Header, lines: Sequence[str], passphrase: str, first: bytes, lenient: bool
) -> bytes:
    """The save encrypted in a file."""
    if cover.locked and not passphrase:
        raise SaveError(path, 1, LOCKED)
    try:
        inner = uncovered(lines, cover.seal, passphrase, first, MAX_BYTES, lenient)
    except SealError as e:
        raise SaveError(path, 0, str(e)) from None
    if _raw(path, inner.partition(b"\n")[0]).get("seal"):
        raise SaveError(path, 2, "its contents are locked again: that is not a save")
    return inner


def _of_cover(inner: Header, cover: Header) -> Header:
    """The header of an encrypted save, which still says how."""
    edited = inner.edited or cover.edited
    game = inner.game or cover.game
    return msgspec.structs.replace(inner, seal=cover.seal, locked=cover.locked, edited=edited, game=game)


def _raw(path: Path, line: bytes) -> dict[str, Any]:
    if len(line) > MAX_HEADER:
        raise SaveError(path, 1, "the first line is far too long: that is not a save")
    try:
        raw = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise SaveError(path, 1, "this is not a save of Rasputitsa, or its first line is damaged") from None
    if not isinstance(raw, dict) or "rasputitsa_save" not in raw:
        raise SaveError(path, 1, "this is not a save of Rasputitsa")
    version = raw["rasputitsa_save"]
    if isinstance(version, int) and version > FORMAT:
        by = str(raw.get("engine", "?"))[:40]
        written = f"written by a later version of Rasputitsa ({by}, save format {version})"
        raise SaveError(path, 1, f"{written}; this one reads format {FORMAT}")
    if version != FORMAT or version is True:
        raise SaveError(path, 1, f"this version cannot read save format {str(version)[:40]!r}")
    return raw


def _header(path: Path, raw: dict[str, Any]) -> Header:
    try:
        header = msgspec.convert(raw, Header)
    except (msgspec.ValidationError, RecursionError) as e:
        raise SaveError(path, 1, f"the header is damaged: {cause_of(e)[:200]}") from None
    missing = next((name for name in _WITHIN if name not in raw), "")
    if missing and not header.seal:
        raise SaveError(path, 1, f"the header is damaged: it does not say {missing!r}")
    if header.locked is not header.seal.startswith("argon2id"):
        raise SaveError(path, 1, "the header is damaged: it does not say how the save is locked")
    return header


def _checked(path: Path, data: bytes, allow_edited: bool) -> tuple[bytes, bool]:
    """Everything before the checksum line, and whether the checksum is right."""
    at = data.rfind(b"\n" + CHECKSUM) + 1
    last = data.count(b"\n", 0, at) + 1 if at else data.count(b"\n") + 1
    if not at or not data.endswith(b"\n"):
        if allow_edited and not at:
            return data, False
        raise SaveError(path, last, "the file is cut off here")
    body = data[:at]
    if data[at:] == CHECKSUM + hashlib.sha256(body).hexdigest().encode() + b"\n":
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
        raise SaveError(path, body.count(b"\n", 0, e.start) + 2, "bytes that are not text") from None
    return text.split("\n")[:-1] if text.endswith("\n") or not text else text.split("\n")


def _body(path: Path, header: Header, lines: Sequence[str], lenient: bool) -> SaveFile:
    body = _Body(path, header)
    try:
        for number, line in enumerate(lines, 2):
            body.take(number, line)
        count = len(body.commands)
        if count != header.commands and not header.edited:
            raise SaveError(path, len(lines) + 1, f"{count} commands, but the header says {header.commands}")
        if header.base and not body.position:
            raise SaveError(path, len(lines) + 1, "the position the game starts from is missing")
    except SaveError:
        if not lenient:
            raise
    return SaveFile(path, header, tuple(body.commands), tuple(body.marks), tuple(body.numbers), body.position)


class _Body:
    """The lines between first line and checksum."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path, self.header = path, header
        self.commands: list[str] = []
        self.marks: list[DigestMark] = []
        self.numbers: list[int] = []
        self.position = ""

    def take(self, number: int, line: str) -> None:
        """Take the next line, which has this number in the file."""
        if line.startswith("#"):
            self.marks.append(_mark(self.path, number, line, len(self.commands)))
        elif line.startswith("="):
            if self.position or len(self.commands) != self.header.base or not _POSITION.fullmatch(line):
                raise SaveError(self.path, number, "a position where none belongs")
            self.position = line[1:]
        else:
            self.commands.append(_command(self.path, number, line))
            self.numbers.append(number)
            if len(self.commands) > MAX_COMMANDS:
                raise SaveError(self.path, number, f"more than {MAX_COMMANDS} commands")


def _mark(path: Path, number: int, line: str, commands: int) -> DigestMark:
    found = _MARK.fullmatch(line[:MAX_LINE])
    if found is None or int(found[4]) != commands:
        raise SaveError(path, number, f"this is not a digest mark: {line[:60]!r}")
    return DigestMark(commands, int(found[1]), found[2], found[3])


def is_command(text: str) -> bool:
    """Could this be the text of a command?"""
    return len(text) <= MAX_LINE and text.isprintable() and _COMMAND.fullmatch(text) is not None


def _command(path: Path, number: int, text: str) -> str:
    if not is_command(text):
        raise SaveError(path, number, f"this is not a command: {text[:60]!r}")
    return text
