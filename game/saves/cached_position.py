"""The shortcut by which a long game loads at once: its last position and its log, after the checksum.

    ~ 1 0123456789abcdef <sha256> <keyed sum>
    ~<position>
    ~<records 1 to 256 of the log>
    ~<records 257 to ...>

The first line: version, stamp of the rules, checksum of the save and of the lines below, and a sum that only this
installation can make of these: a forger of the others has no key for it.  A shortcut without it is not taken: the
commands are played.  The others: JSON of
serialization.py, compressed, in base64.  The commands of the save remain the master; a reader who finds anything
wrong here plays them.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from weakref import WeakKeyDictionary

from ecs import UNFIT, DigestMark, Game, Side
from ecs.core.events import Record
from ecs.engine.serialization import (
    SerializationError,
    read_position,
    read_records,
    stamp,
    write_position,
    write_records,
)
from game.system.disk import DISK, write_all
from game.system.paths import user_root
from game.system.slices import Progress, Steps

# -- How the program recognizes its own files: by sums made with a random key in the player's folder. ----------------
# It says nothing about who the player is, and never leaves this folder. Without it nothing is lost: what cannot be
# shown to be written here is checked like anything that comes from elsewhere.

NAME = "installation.key"
SIZE = 32
_known: dict[Path, bytes] = {}


def keyed_sum(data: bytes) -> str:
    """64 hex digits that only this installation can make of this data."""
    return hmac.new(_key(), data, "sha256").hexdigest()


def is_keyed(data: bytes, total: str) -> bool:
    """Did this installation make this sum of this data?"""
    return hmac.compare_digest(keyed_sum(data), total)


def _key() -> bytes:
    """The key in the player's folder; if none can be kept, one that lasts until the program ends."""
    path = user_root() / NAME
    if path not in _known:
        found = b""
        with suppress(OSError):
            found = _read(path) or _made(path)
        _known[path] = found or os.urandom(SIZE)
    return _known[path]


def _read(path: Path) -> bytes:
    """The key kept there; empty if there is none of the right size."""
    if not path.is_file():
        return b""
    data = DISK.read(path, SIZE + 1)
    return data if len(data) == SIZE else b""


def _made(path: Path) -> bytes:
    """The key now kept there: a new one, or that of a process that was quicker."""
    fresh = path.with_name(f".{NAME}.{os.getpid()}.tmp")
    DISK.make_folder(path.parent)
    try:
        handle = DISK.create(fresh)
        try:
            write_all(handle, os.urandom(SIZE))
            DISK.flush(handle)
        finally:
            DISK.close(handle)
        _claim(fresh, path)
        with suppress(OSError):
            DISK.flush_name(path)
    finally:
        with suppress(OSError):
            DISK.remove(fresh)
    return _read(path)


def _claim(fresh: Path, path: Path) -> None:
    try:
        DISK.claim(fresh, path)
    except FileExistsError:
        if not _read(path):  # of the wrong size
            DISK.rename(fresh, path)
    except OSError:  # a file system without links: of two processes at once the last one's key stays
        DISK.rename(fresh, path)


# -- The shortcut by which a long game loads at once: its last position and its log, after the checksum. -------------

VERSION = 1
FOREIGN = "it was not written here"
PIECE = 256
MAX_TEXT = 5_000_000
MAX_PIECE = 4_000_000
MAX_UNPACKED = 48_000_000
_TOP = re.compile(rb"(~ (\d{1,4}) ([0-9a-f]{16}) ([0-9a-f]{64})) ([0-9a-f]{64})")

_packed: WeakKeyDictionary[Game, list[tuple[Record, bytes]]] = WeakKeyDictionary()
"""Full pieces of a game's log: their last record, and the piece compressed.  A log only changes at its end."""


class ShortcutError(ValueError):
    """A shortcut that cannot be taken; the message is a reason: "it is damaged"."""


# -- writing --------------------------------------------------------------------------------------


def write_shortcut(game: Game, checksum: str) -> bytes:
    """The lines after the checksum; empty if they would be too long."""
    pieces = [zlib.compress(write_position(game), 6), *_history(game)]
    lines = b"".join(b"~" + base64.b64encode(piece) + b"\n" for piece in pieces)
    if len(lines) > MAX_TEXT:
        return b""
    top = f"~ {VERSION} {stamp(game)} {_sum(checksum, lines)}".encode()
    return top + b" " + keyed_sum(top).encode() + b"\n" + lines


def _sum(checksum: str, lines: bytes) -> str:
    return hashlib.sha256(checksum.encode() + lines).hexdigest()


def _history(game: Game) -> Iterator[bytes]:
    """The log after its first record, in compressed pieces."""
    full = _packed.setdefault(game, [])
    for number, first in enumerate(range(1, len(game.log), PIECE)):
        records = game.log[first : first + PIECE]
        if number < len(full) and full[number][0] is not records[-1]:
            del full[number:]
        if number < len(full):
            yield full[number][1]
            continue
        packed = zlib.compress(write_records(records), 6)
        if len(records) == PIECE:
            full.append((records[-1], packed))
        yield packed


# -- reading --------------------------------------------------------------------------------------


def take_shortcut(
    game: Game,
    shortcut: bytes,
    checksum: str,
    commands: Sequence[str],
    marks: Sequence[DigestMark],
    based: bool = False,
    trusted: bool = False,
) -> Steps[None]:
    """Bring a game just set up to the position of a save, a piece of its log at a time.

    :param based: the save continues a position of older rules, so that its set-up may be another one.
    :param trusted: take it though it was not written here, to look whether it tells the truth.
    :raises ShortcutError: if that is not possible; the game is of no use then.
    """
    if not based and tuple(game.marks) != tuple(marks[: len(game.marks)]):
        raise ShortcutError("the set-up has changed since")
    pieces = pieces_of(shortcut, checksum, stamp(game))
    if not trusted and not is_own(shortcut):
        raise ShortcutError(FOREIGN)
    if len(pieces) != 1 + (len(commands) + PIECE - 1) // PIECE:
        raise ShortcutError("it is damaged")
    _packed.pop(game, None)
    try:
        position = read_position(text := unpacked(pieces[0], MAX_UNPACKED), game.ruleset.kinds)
        log, left = [game.log[0]], MAX_UNPACKED - len(text)
        for number, piece in enumerate(pieces[1:]):
            text = unpacked(piece, left)
            left -= len(text)
            log += read_records(text, len(log), commands[number * PIECE : (number + 1) * PIECE])
            yield Progress("Opening the save", (number + 1) / len(pieces))
        game.resume(position, log, marks)
        _ = [game.view(side) for side in Side]
    except SerializationError:
        raise ShortcutError("it is damaged") from None
    except UNFIT:
        raise ShortcutError("its position is impossible") from None
    ends = range(PIECE, len(log), PIECE)
    _packed[game] = [(log[end], piece) for end, piece in zip(ends, pieces[1:], strict=False)]


def pieces_of(shortcut: bytes, checksum: str, rules: str = "") -> list[bytes]:
    """The pieces of a shortcut, still compressed.

    :param rules: the stamp it must have; "" for any.
    :raises ShortcutError: if it is damaged, or of other rules.
    """
    top, _, lines = shortcut.partition(b"\n")
    found = _TOP.fullmatch(top)
    if found is None or len(lines) > MAX_TEXT:
        raise ShortcutError("it is damaged")
    if int(found[2]) != VERSION:
        raise ShortcutError("it is from another version")
    if found[4].decode() != _sum(checksum, lines):
        raise ShortcutError("it is damaged")
    if rules and found[3].decode() != rules:
        raise ShortcutError("the rules have changed since")
    words = lines.split(b"\n")
    if words.pop() or not all(word.startswith(b"~") for word in words):
        raise ShortcutError("it is damaged")
    try:
        return [base64.b64decode(word[1:], validate=True) for word in words]
    except binascii.Error:
        raise ShortcutError("it is damaged") from None


def is_own(shortcut: bytes) -> bool:
    """Did this installation of the program write this shortcut?"""
    found = _TOP.fullmatch(shortcut.partition(b"\n")[0])
    return found is not None and is_keyed(found[1], found[5].decode())


def unpacked(piece: bytes, most: int = MAX_UNPACKED) -> bytes:
    """A compressed piece.

    :raises KeepingError: if it is damaged, or larger than any can be.
    """
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(piece, min(most, MAX_PIECE) + 1)
    except zlib.error:
        raise SerializationError("a part cannot be unpacked") from None
    if not unpacker.eof or unpacker.unused_data or len(text) > min(most, MAX_PIECE):
        raise SerializationError("a part is cut short or far too large")
    return text
