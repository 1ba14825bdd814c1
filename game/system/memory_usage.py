"""How much memory a process has, or has had at most.  0 where the system does not say."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def peak(pid: int | str = "self") -> float:
    """The most megabytes a running process has had; of another one only where Linux shows it.

    Where the system keeps it (VmHWM) whoever started the process does not count; in ru_maxrss of Linux he would.
    """
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return _most() if pid == "self" else 0.0
    return next((int(line.split()[1]) / 2**10 for line in lines if line.startswith("VmHWM:")), 0.0)


def resident() -> float:
    """The megabytes of this process in the machine's memory now; where the system does not say, the most ever."""
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
