"""Long work in small steps: the worker yields after every unit, and the waiter may report it or give up.

A window looks at its events between two units, a program does them all at once.  Work that is given up ends where it
stands; its own ``finally`` releases what it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from threading import Thread
from typing import NamedTuple, TypeVar

T = TypeVar("T")
LOOK = 0.01  # seconds between two looks at a worker


class Progress(NamedTuple):
    """The progress of long work: ``what`` is being done ("Building the atlas"), and the ``share`` done, 0 to 1."""

    what: str
    share: float = 0.0

    @property
    def percent(self) -> str:
        """The share in words: "34 %"."""
        return f"{int(100 * self.share + 1e-9)} %"


Steps = Generator[Progress, None, T]
"""Long work: it yields after every unit, and returns what comes of it."""


Tell = Callable[[Progress], None]
"""Told after every unit how far long work is; what it raises gives the work up."""


def done(steps: Steps[T], tell: Tell | None = None) -> T:
    """Do all of it at once; return the result."""
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


def ahead(what: str, function: Callable[[], object], wrong: tuple[type[Exception], ...]) -> Steps[None]:
    """Let a worker do one indivisible unit whose answer is cached, so that it is ready when asked for next.

    :param function: it touches nothing that other code changes.  If the work is given up it ends by itself.
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
