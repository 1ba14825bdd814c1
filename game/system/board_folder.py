"""The player's folder of compiled maps: what is in it may be deleted at any time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from game.system.disk import DISK, write_whole
from game.system.paths import cache_root

MOST = 12
ENDING = ".board"


class BoardFolder:
    """Compiled maps as files named by their keys, a dozen at most; where nothing can be written none are kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else cache_root() / "maps"

    def read(self, key: str, most: int) -> bytes:
        """What is kept under a key, or nothing."""
        path = self.folder / (key + ENDING)
        try:
            return DISK.read(path, most + 1) if path.is_file() else b""
        except OSError:
            return b""

    def write(self, key: str, data: bytes) -> None:
        """Keep it, and no more than a dozen: the oldest goes first."""
        with suppress(OSError):
            write_whole(self.folder / (key + ENDING), data)
            found = sorted(self.folder.glob("*" + ENDING), key=lambda path: path.stat().st_mtime_ns)
            for path in found[:-MOST]:
                DISK.remove(path)
