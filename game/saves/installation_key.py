"""How the program recognizes its own files: by sums made with a random key in the player's folder.

It says nothing about who the player is, and never leaves this folder.  Without it nothing is lost: what cannot be shown
to be written here is checked like anything that comes from elsewhere.
"""

from __future__ import annotations

import hmac
import os
from contextlib import suppress
from pathlib import Path

from game.system.disk import DISK, write_all
from game.system.paths import user_root

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
