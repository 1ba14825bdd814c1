"""Folders of what took long to make, such as compiled maps: what is in them may be deleted at any time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from game.system.disk import DISK, write_whole
from game.system.paths import cache_root

MOST = 12


class CacheFolder:
    """What is kept of one kind, as files named by their keys, a dozen at most; nothing where nothing can be written.

    :param folder: its name in the player's cache, or a folder elsewhere.
    :param ending: of its files.
    """

    def __init__(self, folder: str | Path, ending: str) -> None:
        self.folder, self._ending = cache_root() / folder, ending

    def read(self, key: str, most: int) -> bytes:
        """What is kept under a key, or nothing."""
        path = self._path(key)
        try:
            return DISK.read(path, most + 1) if path.is_file() else b""
        except OSError:
            return b""

    def write(self, key: str, data: bytes) -> None:
        """Keep it, and no more than a dozen: the oldest goes first."""
        with suppress(OSError):
            write_whole(self._path(key), data)
            if self.folder.is_symlink():  # what lies behind a link is somebody else's
                return
            found = [path for path in self.folder.glob("*" + self._ending) if not path.is_symlink()]
            for path in sorted(found, key=lambda path: path.stat().st_mtime_ns)[:-MOST]:
                DISK.remove(path)

    def _path(self, key: str) -> Path:
        return self.folder / (key + self._ending)
