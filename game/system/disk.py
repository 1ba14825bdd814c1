"""Everything that touches the player's disk.  Every write, flush, rename and removal of a file of the player's goes
through here.

One small room, so that a test can stand in its door: fail any operation, hold back what was not flushed, cut the power.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import sleep

if sys.platform == "darwin":
    from fcntl import F_FULLFSYNC, fcntl

NO_SUCH_FLUSH = frozenset((errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.ENOSYS))
"""What a file system answers that knows no flush of folders."""
BUSY = frozenset((5, 32))
"""What Windows answers while another program has the file open: a virus scanner, an index, or another window."""
TRIES, PAUSE = 10, 0.05  # they are done with it in a moment: how often it is tried, seconds between


class Disk:
    """The file operations of the system, one each.  All raise OSError as the system does."""

    def make_folder(self, folder: Path) -> None:
        """Make a folder and its parents; an existing one is no error."""
        folder.mkdir(parents=True, exist_ok=True)

    def create(self, path: Path) -> int:
        """Open an empty file for writing, readable only by its owner; returns the handle."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)

    def open_to_append(self, path: Path) -> int:
        """Open an existing file to append to it; returns the handle."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))

    def touch(self, path: Path) -> int:
        """Open a file, made empty if missing, without writing; returns the handle.  For locks."""
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def write(self, handle: int, data: bytes) -> int:
        """Write some of the data; return how many bytes were taken."""
        return os.write(handle, data)

    def flush(self, handle: int) -> None:
        """Force what was written to the disk itself.  After a failure no later flush helps."""
        if sys.platform == "darwin":  # its fsync only hands the bytes to the drive, which may keep them to itself
            with suppress(OSError):
                fcntl(handle, F_FULLFSYNC)
                return
        os.fsync(handle)

    def truncate(self, handle: int, size: int) -> None:
        """Shorten an open file."""
        os.ftruncate(handle, size)

    def close(self, handle: int) -> None:
        """Close an open file."""
        os.close(handle)

    def rename(self, old: Path, new: Path) -> None:
        """Rename a file, replacing any other of that name."""
        _once_free(lambda: os.replace(old, new))

    def claim(self, old: Path, new: Path) -> None:
        """Give a file a name that must be free: FileExistsError if it is not, however close the race."""
        if os.name == "nt":
            _once_free(lambda: os.rename(old, new))
        else:
            os.link(old, new)
            os.unlink(old)

    def remove(self, path: Path) -> None:
        """Remove a file; a missing one is no error."""
        _once_free(lambda: path.unlink(missing_ok=True))

    def remove_folder(self, folder: Path) -> None:
        """Remove an empty folder."""
        folder.rmdir()

    def flush_name(self, path: Path) -> None:
        """Make a name just given durable: by a flush of its folder, or where that cannot be of the file once more.

        The latter is Windows, which keeps a journal of names, so that what was done before is done then.
        """
        if hasattr(os, "O_DIRECTORY"):
            _flush_folder(path.parent)
        elif path.is_file():
            handle = os.open(path, os.O_RDWR)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def read(self, path: Path, most: int) -> bytes:
        """The first bytes of a file, up to a limit."""
        with path.open("rb") as file:
            return file.read(most)

    def read_line(self, path: Path, most: int) -> bytes:
        """The first line of a file, up to a limit."""
        with path.open("rb") as file:
            return file.readline(most)


def _once_free(act: Callable[[], None]) -> None:
    """Do it as soon as no other program has the file open, which matters only on Windows."""
    for _ in range(TRIES):
        try:
            return act()
        except OSError as e:
            if getattr(e, "winerror", None) not in BUSY:
                raise
        sleep(PAUSE)
    return act()


def _flush_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as e:
        if e.errno not in NO_SUCH_FLUSH:
            raise
    finally:
        os.close(handle)


class UnsureError(OSError):
    """A file was written, but its name may not outlive a power cut."""


DISK = Disk()
"""The disk in use; tests put another in its place."""


def is_there(path: Path) -> bool:
    """Does a file of this name exist?"""
    try:
        path.stat()
    except OSError:
        return False
    return True


def lies_at(handle: int, path: Path) -> bool:
    """Is an open file still the one of this name?  What is written to a removed file is lost."""
    try:
        here, there = os.fstat(handle), path.stat()
    except OSError:
        return False
    return os.name != "posix" or (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)


def write_all(handle: int, data: bytes) -> None:
    """Write all of the data, in as many goes as it takes."""
    rest = memoryview(data)
    while rest:
        rest = rest[DISK.write(handle, bytes(rest)) :]


def make_folder(folder: Path) -> None:
    """Make a folder and its parents, so that they outlive a power cut; an existing one is no error.

    :raises OSError: if the disk refuses; none is left then that was not there.
    """
    missing = [place for place in (folder, *folder.parents) if not place.is_dir()]
    if not missing:
        return
    try:
        DISK.make_folder(folder)
        for place in reversed(missing):
            DISK.flush_name(place)
    except OSError:
        with suppress(OSError):
            for place in missing:
                if place.is_dir():
                    DISK.remove_folder(place)
        raise


def write_whole(path: Path, data: bytes, room: Path | None = None) -> None:
    """Put data under a name so that a crash at any moment leaves the old file or the new one, whole.

    :param room: the folder for the file while it is half-written, on the same disk; that of the path if not given.
    :raises UnsureError: if it is there, but may be the old one again after a power cut.
    :raises OSError: if the disk refuses; the old file is still there then.
    """
    temporary = (room or path.parent) / f".{path.name}.{os.getpid()}.tmp"
    try:
        make_folder(path.parent)
        handle = DISK.create(temporary)
        try:
            write_all(handle, data)
            DISK.flush(handle)
        finally:
            DISK.close(handle)
        DISK.rename(temporary, path)
    except OSError:
        with suppress(OSError):
            DISK.remove(temporary)
        raise
    try:
        DISK.flush_name(path)
    except OSError as e:
        raise UnsureError(e.errno, e.strerror) from None
