"""Timing so that two machines, or a quiet and a busy one, can be compared.

By processor time where the system counts it finely, and beside every group of figures by a calibrator: a loop of plain
arithmetic, timed before, between and after them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from statistics import median

EVERY = 0.5  # seconds between two runs of the calibrator
FINE = 1e-6
_is_fine = time.get_clock_info("process_time").resolution <= FINE
clock: Callable[[], float] = time.process_time if _is_fine else time.perf_counter
CLOCK = "processor time" if _is_fine else "time of the clock"


@dataclass(frozen=True, slots=True)
class Measure:
    """One row of the report.  Median and worst in ``unit``; ``samples`` how often it was measured.

    ``calibrator``: milliseconds of the calibrator meanwhile; ``scenario``: on which.  ``compared``: with the
    baseline; time of the clock is not where there is processor time.
    """

    name: str
    median: float
    worst: float
    unit: str
    samples: int
    calibrator: float = 0.0
    scenario: str = ""
    compared: bool = True


def milliseconds(name: str, seconds: list[float]) -> Measure:
    """A row from samples in seconds."""
    assert seconds, name
    return Measure(name, median(seconds) * 1000, max(seconds) * 1000, "ms", len(seconds))


def timed(work: Callable[[], object]) -> float:
    """Seconds of one call."""
    began = clock()
    work()
    return clock() - began


def calibrator(runs: int = 5) -> Measure:
    """How fast this machine counts: one run of sum(i * i for i in range(10**6))."""
    return milliseconds("calibrator", [_count() for _ in range(runs)])


def _count() -> float:
    return timed(lambda: sum(i * i for i in range(10**6)))


class Pace:
    """How fast the machine counts while other things are measured."""

    def __init__(self) -> None:
        self.ticks: list[float] = []
        self._last = float("-inf")

    def tick(self) -> None:
        """Run the calibrator once."""
        self.ticks.append(_count())
        self._last = time.perf_counter()

    def breathe(self) -> None:
        """Run it if the last time is long ago; called between samples."""
        if time.perf_counter() - self._last > EVERY:
            self.tick()

    @contextmanager
    def beside(self, rows: list[Measure], scenario: str = "") -> Iterator[Callable[[Measure], None]]:
        """Takes rows measured inside, and adds them to ``rows`` with the calibrator's median of that time."""
        first, taken = len(self.ticks), list[Measure]()
        self.tick()
        yield taken.append
        self.tick()
        pace = median(self.ticks[first:]) * 1000
        rows += [replace(m, scenario=scenario, calibrator=pace if m.unit in ("ms", "s") else 0.0) for m in taken]

    def row(self) -> Measure:
        """All its runs as a row of the report."""
        return milliseconds("calibrator", self.ticks)
