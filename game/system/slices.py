"""Long work in slices: whoever does it yields after every unit, and whoever waits decides how many units make a slice.

The one way of the house to do what takes longer than a tenth of a second.  A window does a slice between two frames, a
command line does them all and says how far it is, a program does them all at once.  Work that is given up ends where it
stands: what it holds is given back by its own ``finally``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from threading import Thread
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
SLICE = 0.03  # seconds of a slice, counted after every unit: so much a frame may wait, and one unit longer
LOOK = 0.01  # seconds between two looks at a worker


class Progress(NamedTuple):
    """How far long work is: ``what`` is being done ("Building the atlas"), and the ``share`` done, from 0 to 1."""

    what: str
    share: float = 0.0

    @property
    def percent(self) -> str:
        """The share in words: "34 %"."""
        return f"{int(100 * self.share)} %"

    @property
    def text(self) -> str:
        """All of it in words: "Building the atlas … 34 %"."""
        return f"{self.what} … {self.percent}"


Steps = Generator[Progress, None, T]
"""Long work: it yields after every unit, and returns what comes of it."""


def done(steps: Steps[T], tell: Callable[[Progress], None] | None = None) -> T:
    """Do all of it at once; what comes of it.

    :param tell: is told after every unit how far it is.
    """
    try:
        while True:
            progress = next(steps)
            if tell is not None:
                tell(progress)
    except StopIteration as end:
        found: T = end.value
        return found
    finally:
        steps.close()


class Work(Generic[T]):
    """Long work that goes on between frames.

    ``ended``: nothing is left to do; ``found``: what came of it, None until then, or if it was given up.
    """

    def __init__(self, steps: Steps[T], what: str = "") -> None:
        self._steps = steps
        self.progress = Progress(what)
        self.ended = False
        self.found: T | None = None

    def go_on(self, seconds: float = SLICE) -> bool:
        """One slice: at least one unit, and more until the time is up; is nothing left to do?

        :raises: whatever the work raises; it has ended then.
        """
        until = perf_counter() + seconds
        while not self.ended:
            try:
                self.progress = next(self._steps)
            except StopIteration as end:
                self.ended, self.found = True, end.value
            except BaseException:
                self.ended = True
                raise
            if perf_counter() >= until:
                break
        return self.ended

    def finish(self) -> None:
        """Do all that is left."""
        while not self.go_on():
            pass

    def close(self) -> None:
        """Give it up, if it has not ended."""
        self.ended = True
        self._steps.close()


def ahead(what: str, function: Callable[[], object], wrong: tuple[type[Exception], ...]) -> Steps[None]:
    """Let a worker do one unit that cannot be cut up, and whose answer is remembered: asked for next, it is there.

    :param function: it touches nothing that anybody else changes.  If the work is given up it ends by itself.
    :param wrong: what it may raise, which is left to the one who asks next.
    """

    def run() -> None:
        with suppress(*wrong):
            function()

    worker = Thread(target=run, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(LOOK)
        yield Progress(what)
