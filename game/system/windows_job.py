"""How a process of Windows is kept from taking too much.  Memory: by a job, which it puts itself into.  Time: the
process that started it looks how much it has had."""

from __future__ import annotations

import ctypes
import sys

PROCESS_MEMORY = 0x100
ACTIVE_PROCESSES = 0x8
EXTENDED = 9
BASELINE = 256  # megabytes that Python and the libraries have committed


class Basic(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = [
        ("PerProcessUserTimeLimit", ctypes.c_int64), ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32), ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t), ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t), ("PriorityClass", ctypes.c_uint32), ("SchedulingClass", ctypes.c_uint32),
    ]  # fmt: skip


class Limits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = [
        ("Basic", Basic), ("Counters", ctypes.c_uint64 * 6), ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t), ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    ]  # fmt: skip


def limits(megabytes: int) -> Limits:
    """The limits: so much memory beyond the baseline, and no other process."""
    found = Limits()
    found.Basic.LimitFlags = PROCESS_MEMORY | ACTIVE_PROCESSES
    found.Basic.ActiveProcessLimit = 1
    found.ProcessMemoryLimit = (BASELINE + megabytes) * 2**20
    return found


def bound(megabytes: int) -> bool:
    """Put this process into a job of its own; False if the system refuses."""
    if sys.platform != "win32":
        return False
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    wanted = limits(megabytes)
    told = kernel.SetInformationJobObject(job, EXTENDED, ctypes.byref(wanted), ctypes.sizeof(wanted))
    return bool(told and kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess())))


def processor_seconds(handle: int) -> float:
    """Processor time a process has used so far; 0 on systems that limit it themselves."""
    if sys.platform != "win32":
        return 0.0
    begun, ended, system, own = (ctypes.c_uint64() for _ in range(4))
    ctypes.WinDLL("kernel32").GetProcessTimes(
        ctypes.c_void_p(handle), ctypes.byref(begun), ctypes.byref(ended), ctypes.byref(system), ctypes.byref(own)
    )
    return (system.value + own.value) / 1e7
