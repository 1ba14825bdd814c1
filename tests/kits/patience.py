"""How long may a test wait, and how much may it compute?  Never by the clock, which a busy machine makes a liar of.

Work is counted in seconds of a processor, and the calibrator, run before and after, says how much slower than at rest
this machine counts just now.  What waits for another process waits for an event, and gives up when that process has
ended.  The clock is only the net under all this, so wide that nothing healthy ever falls into it.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from game.system.memory import peak
from tests.workshop.bench.timing import calibrator

AT_REST = 38.0  # milliseconds of the calibrator where the limits were set, with nothing else going on
NET = 900.0  # seconds by the clock
LOOK = 0.05  # seconds between two looks at another process


def slowness() -> float:
    """How many times longer than at rest does anything take now?  At least 1."""
    return max(1.0, calibrator(3).median / AT_REST)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is done inside takes no more seconds of a processor than that, had the machine been at rest.

    :raises AssertionError: with both, if it took more.
    """
    slow, began = slowness(), spent()
    yield
    took = spent() - began
    slow = max(slow, slowness())
    assert took < seconds * slow, f"{took:.2f} s of a processor, {slow:.1f} times slower than at rest, for {seconds} s"


def until(what: str, ready: Callable[[], object], over: Callable[[], str]) -> None:
    """Wait until it is so.

    :param over: why it will never be so any more; "" while it may.
    :raises AssertionError: if it will never be so, or the net is reached.
    """
    end = time.monotonic() + NET
    while not ready():
        if ended := over():
            assert ready(), f"{what} does not happen any more: {ended}"
            return
        assert time.monotonic() < end, f"{what} did not happen within {NET:.0f} s by the clock"
        time.sleep(LOOK)  # another process, and nothing to wait on


class Ticks:
    """A clock that goes on by five milliseconds whenever somebody looks at it."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        """Seconds."""
        self.looks += 1
        return self.looks / 200


def spent() -> float:
    """Seconds of a processor that this process has taken so far."""
    return time.process_time()


def worked(pid: int) -> float:
    """Seconds of a processor that another process has taken, as Linux shows it; 0 if it is gone."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


class Turns:
    """Says when another process has worked long enough since the last time to have answered, had it heard."""

    def __init__(self, pid: int, seconds: float = 1.0) -> None:
        self.pid, self.seconds, self.last = pid, seconds, float("-inf")

    def due(self) -> bool:
        """May it be asked again?  The first time at once."""
        if worked(self.pid) < self.last + self.seconds:
            return False
        self.last = worked(self.pid)
        return True


def countdown(minutes: float) -> Callable[[], float]:
    """For what somebody starts by hand for so long: asks how many minutes are left."""
    end = time.monotonic() + 60 * minutes
    return lambda: (end - time.monotonic()) / 60


def pause(seconds: float) -> None:
    """Let another process go on for a while; nothing may depend on how far it comes."""
    time.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Ended:
    """A process that has ended: its exit code, what it said, and the most megabytes it was seen to have."""

    code: int
    out: str
    err: str
    megabytes: float


def watched(words: Sequence[str], cwd: Path, env: Mapping[str, str], given: str = "") -> Ended:
    """Run a program to its end and look at its memory meanwhile, where the system shows it.

    :raises AssertionError: if it stands still, without working or ending, until the net is reached.
    """
    end, most, work, told = time.monotonic() + NET, 0.0, 0.0, None
    with tempfile.TemporaryFile("w+", encoding="utf-8") as order:  # whatever fits into no pipe is there at once
        order.write(given)
        order.seek(0)
        child = subprocess.Popen(
            words,
            cwd=cwd,
            env=dict(env),
            stdin=order,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
    with child:
        while told is None:
            try:
                told = child.communicate(timeout=LOOK)
            except subprocess.TimeoutExpired:
                most, now = max(most, peak(child.pid)), worked(child.pid)
                if now > work:
                    work, end = now, time.monotonic() + NET
                if time.monotonic() > end:
                    child.kill()
                    raise AssertionError(f"{words[-1][:80]} stood still for {NET:.0f} s by the clock") from None
        return Ended(child.returncode, *told, most)
