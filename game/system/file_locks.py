"""Locks on the files of games, which the end of the process releases: one window at a time plays a game.

Systems lock files in two ways, and some file systems not at all; then the lock is had, but is not `sure`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from errno import EACCES, EAGAIN, EDEADLK, EINVAL
from pathlib import Path
from time import sleep
from weakref import finalize

from game.system.disk import DISK, lies_at

TRIES, PAUSE = 10, 0.02  # somebody who only asks has it for a moment: how often it is tried, seconds between
_OTHERS = frozenset((EACCES, EAGAIN, EDEADLK))  # what systems say where another has it

if sys.platform == "win32":
    import ctypes
    import msvcrt

    LOCK_VIOLATION = 33
    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)

    def _lock(handle: int) -> None:
        """Ask the system itself: through its C library Wine refuses a lock without saying why."""
        if not _kernel.LockFile(ctypes.c_void_p(msvcrt.get_osfhandle(handle)), 0, 0, 1, 0):
            raise OSError(EACCES if ctypes.get_last_error() == LOCK_VIOLATION else EINVAL, "cannot be locked")

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class HeldError(Exception):
    """Another process has the lock."""


class Lock:
    """A lock held until it is released or the process ends.

    sure: does the file system keep others out?  False where it cannot lock, or nothing can be written.
    """

    def __init__(self, path: Path, handle: int, sure: bool) -> None:
        self.path, self.sure = path, sure
        self._close = finalize(self, _closed, handle)

    def release(self) -> None:
        """Release the lock; the file stays."""
        self._close()

    def remove(self) -> None:
        """Remove the file, and release the lock."""
        if os.name == "posix":
            _removed(self.path)  # before it is let go: whoever opened it meanwhile notices that it is gone
            self._close()
        else:
            self._close()
            _removed(self.path)


def take(path: Path) -> Lock:
    """Take the lock on a file, which is made if missing.

    :raises HeldError: if another has it.
    """
    for _ in range(TRIES):
        try:
            handle = DISK.touch(path)
        except OSError:
            return Lock(path, -1, sure=False)
        found = _had(handle)
        if found is not False and lies_at(handle, path):
            return Lock(path, handle, sure=bool(found))
        _closed(handle)
        if found is False:
            sleep(PAUSE)
    raise HeldError


def is_held(path: Path) -> bool:
    """Does any process hold the lock?  Makes nothing."""
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        return False
    found = _had(handle)
    _closed(handle)
    return found is False


def can_lock(handle: int) -> bool:
    """Can this newly opened file be locked where it is?"""
    return _had(handle) is not None


def _had(handle: int) -> bool | None:
    """Try to take the lock: True; False if another process has it; None if the file system cannot lock."""
    try:
        _lock(handle)
    except OSError as e:
        return False if e.errno in _OTHERS else None
    return True


def _closed(handle: int) -> None:
    if handle >= 0:
        with suppress(OSError):
            DISK.close(handle)


def _removed(path: Path) -> None:
    with suppress(OSError):
        DISK.remove(path)
