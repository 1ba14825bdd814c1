"""How much memory a process uses, or has used at most.  0 where the system does not say."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def peak(pid: int | str = "self") -> float:
    """The most megabytes a running process has used; of another one only where Linux shows it.

    Where the system keeps it (VmHWM) the process that started it does not count; in ru_maxrss of Linux it would.
    """
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return _most() if pid == "self" else 0.0
    return next((int(line.split()[1]) / 2**10 for line in lines if line.startswith("VmHWM:")), 0.0)


def resident() -> float:
    """The megabytes this process uses now; where the system does not say, the most ever."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (OSError, ValueError, IndexError, AttributeError):  # the last: Wine shows /proc, and knows no sysconf
        return _most()


def _most() -> float:
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10


# -- The search for garbage is put off while the program starts: nearly all it makes until the first picture stays. --
# What stays is set aside for as long as the screen is there: to go over all of it again in the middle of a turn would
# stop the picture for a tenth of a second.

LARGE = 256 * 2**10  # bytes
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # of malloc.h


@contextmanager
def put_off() -> Iterator[None]:
    """Suspend garbage collection until `take_up`, or until this is left."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def take_up(*, aside: bool = False) -> None:
    """Resume garbage collection.

    :param aside: not in what is there already, before the screen changes.
    """
    if aside:
        _freeze()
    gc.enable()


def set_aside() -> None:
    """Collect once among all objects, and from now on only among new ones."""
    gc.unfreeze()
    gc.collect()
    _freeze()


def forget_new() -> None:
    """Collect objects made since the last `set_aside`, and return free memory: a screen has been left."""
    gc.collect()
    trim()


def _freeze() -> None:
    """Python puts a whole search off until a quarter as much is new as its last one left: let that be nothing."""
    gc.freeze()
    gc.collect()


def trim() -> None:
    """Return free memory to the system; otherwise the GNU library keeps the room of pictures."""
    _ask_library("malloc_trim", 0)


def return_large_at_once() -> None:
    """Return blocks larger than `LARGE` to the system as soon as they are free, as dropped pictures are.

    The GNU library would else raise that bound to the largest piece that was ever given back, and keep holes of all
    smaller ones. All threads share one heap, so that none keeps holes of its own.
    """
    _ask_library("mallopt", M_MMAP_THRESHOLD, LARGE)
    _ask_library("mallopt", M_ARENA_MAX, 1)


def _ask_library(name: str, *values: int) -> None:
    if sys.platform.startswith("linux"):
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            getattr(ctypes.CDLL("libc.so.6"), name)(*values)
