"""Folders of what took long to make, such as compiled maps: what is in them may be deleted at any time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from math import inf
from pathlib import Path

from game.system.disk import DISK, make_folder, write_all, write_whole
from game.system.paths import cache_root

MOST = 12


class CacheFolder:
    """What is kept of one kind, as files named by their keys, the newest only; nothing where nothing can be written.

    :param folder: its name in the player's cache, or a folder elsewhere.
    :param ending: of its files.
    :param most: files that are kept.
    :param room: bytes of all of them.
    """

    def __init__(self, folder: str | Path, ending: str, most: int = MOST, room: float = inf) -> None:
        self.folder, self._ending, self._most, self._room = cache_root() / folder, ending, most, room

    def read(self, key: str, most: int) -> bytes:
        """What is kept under a key, or nothing."""
        path = self._path(key)
        try:
            return DISK.read(path, most + 1) if path.is_file() else b""
        except OSError:
            return b""

    def write(self, key: str, data: bytes) -> None:
        """Keep it, so that it outlives a power cut whole or not at all; the oldest give way."""
        with suppress(OSError):
            write_whole(self._path(key), data)
            self._trim()

    def keep(self, found: Mapping[str, bytes]) -> bool:
        """Keep all of this, without waiting for the disk: after a power cut it may be damaged.  The oldest give way.

        False if the disk refuses.
        """
        try:
            make_folder(self.folder)
            for key, data in found.items():
                _put(self._path(key), data)
        except OSError:
            return False
        with suppress(OSError):
            self._trim()
        return True

    def changed(self) -> int:
        """When something was last put into the folder, or taken out: a number to be compared."""
        try:
            return self.folder.stat().st_mtime_ns
        except OSError:
            return 0

    def _trim(self) -> None:
        if self.folder.is_symlink():  # what lies behind a link is somebody else's
            return
        found = [path for path in self.folder.glob("*" + self._ending) if path.is_file() and not path.is_symlink()]
        known = sorted(((path.stat(), path) for path in found), key=lambda one: one[0].st_mtime_ns, reverse=True)
        size = 0
        for number, (about, path) in enumerate(known):
            size += about.st_size
            if number >= self._most or (size > self._room and number):
                DISK.remove(path)

    def _path(self, key: str) -> Path:
        return self.folder / (key + self._ending)


def _put(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    handle = DISK.create(temporary)
    try:
        write_all(handle, data)
    finally:
        DISK.close(handle)
    DISK.rename(temporary, path)
