"""What Windows asks of a program: how much it may take, and how it ends in good order at a shutdown."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

# -- How a process of Windows is kept from taking too much.  Memory: by a job, which it puts itself into.  Time: the -
# process that started it looks how much it has had.

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


# -- Windows shuts down or logs the player out: the game is saved in good order before the window answers. -----------
# Windows asks every window (``WM_QUERYENDSESSION``), tells it the decision (``WM_ENDSESSION``), and ends the process
# as soon as the window has answered the second. SDL answers both by itself, so no event reaches the program in time.
# What must be done is therefore done inside the answer, by a procedure laid over that of SDL.

WM_ENDSESSION = 0x16
WINDOW_PROCEDURE = -4  # GWLP_WNDPROC


class Farewell:
    """Does what is due once, when the session ends.

    :param leave: saves and leaves; must be safe to call between any two frames.
    """

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave
        self.said = False

    def hear(self, message: int, ends: int) -> None:
        """Take a message of Windows; ``ends`` is its first parameter, 0 if the shut-down was called off."""
        if message == WM_ENDSESSION and ends and not self.said:
            self.said = True
            self._leave()


@contextmanager
def left_in_order(leave: Callable[[], None]) -> Iterator[None]:
    """Have a shut-down of Windows leave the game in good order; elsewhere signals do, and this does nothing."""
    if sys.platform != "win32":
        yield
        return
    user = ctypes.WinDLL("user32", use_last_error=True)
    laid = [_laid_over(user, window, Farewell(leave)) for window in _own_windows(user)]
    try:
        yield
    finally:
        for window, before, _procedure in laid:
            user.SetWindowLongPtrW(window, WINDOW_PROCEDURE, before)


def _own_windows(user: Any) -> list[int]:
    """Handles of the windows of this thread."""
    if sys.platform != "win32":
        return []
    found: list[int] = []
    visit = ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(
        lambda window, _: found.append(window) or 1
    )
    user.EnumThreadWindows(ctypes.WinDLL("kernel32").GetCurrentThreadId(), visit, None)
    return found


def _laid_over(user: Any, window: int, farewell: Farewell) -> tuple[Any, Any, Any]:
    """The window, its former procedure, and its new one, which must be kept as long as it may be called."""
    if sys.platform != "win32":
        return window, None, None
    handle, word = ctypes.c_void_p(window), ctypes.c_ssize_t
    shape = ctypes.WINFUNCTYPE(word, ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t, word)
    user.GetWindowLongPtrW.restype = user.SetWindowLongPtrW.restype = ctypes.c_void_p
    user.SetWindowLongPtrW.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    user.CallWindowProcW.restype = word
    user.CallWindowProcW.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t, word]
    before = ctypes.c_void_p(user.GetWindowLongPtrW(handle, WINDOW_PROCEDURE))

    def answer(at: int, message: int, first: int, second: int) -> int:
        farewell.hear(message, first)
        return int(user.CallWindowProcW(before, at, message, first, second))

    procedure = shape(answer)
    user.SetWindowLongPtrW(handle, WINDOW_PROCEDURE, ctypes.cast(procedure, ctypes.c_void_p))
    return handle, before, procedure
