"""How a soak goes on, stops and goes on again.  Games in one process or in several, the state kept after each."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from time import monotonic

from game.saves.storage.save_folder import ENDING, SaveError, safe_name, write_atomically
from tests.workshop.soak.game_run import Course, Outcome, Stopped, play
from tests.workshop.soak.schedule import Schedule, Turn
from tests.workshop.soak.soak_state import State, imprint, rules_stamp, write_state

TOO_MANY = 25  # faults after which a soak stops: it is time to mend them
FRESH = 25  # games after which a process makes room for a new one
LOOK = 0.5  # seconds between two looks at the clock

_stop: Event | None = None


class RulesChanged(Exception):
    """Somebody has changed the program's files while it was running."""


@dataclass(slots=True)
class Soak:
    """A soak in progress.

    :param path: where the state is kept; what belongs to a fault goes into a folder beside it.
    :param seconds: how long, or 0 until all games of the schedule have been played.
    :param tell: is told of every game.
    """

    state: State
    path: Path
    schedule: Schedule
    seconds: float
    tell: Callable[[Outcome], None]
    _kept: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._kept = imprint(self.path)

    def run(self, jobs: int) -> None:
        """Play until the time is over, or the games, or there are too many faults; a game broken off is played later.

        :raises SaveError: if the state cannot be kept, or somebody else keeps one there.
        :raises RulesChanged: if a fresh process plays by other rules than this one.
        """
        end, known = monotonic() + self.seconds if self.seconds else None, len(self.state.faults)
        for turn, outcome in _alone(self.schedule, end) if jobs == 1 else _together(self.schedule, end, jobs):
            if outcome is not None and outcome.stamp != rules_stamp(outcome.course.scenario):
                raise RulesChanged("the rules have been changed while the soak was going on; start it again")
            files = keep_fault(self.folder, outcome) if outcome is not None and outcome.fault else ""
            self.schedule.back(turn, outcome, files)
            if outcome is not None:
                self._keep()
                self.tell(outcome)
            if len(self.state.faults) - known >= TOO_MANY:
                return

    def _keep(self) -> None:
        if imprint(self.path) != self._kept:
            raise SaveError(self.path, 0, "has been changed meanwhile; one soak at a time may use it")
        write_state(self.path, self.state)
        self._kept = imprint(self.path)

    @property
    def folder(self) -> Path:
        """Where saves and traces of faults go."""
        return self.path.with_name(self.path.stem + "-faults")


def _alone(schedule: Schedule, end: float | None) -> Iterator[tuple[Turn, Outcome | None]]:
    """Games one after the other in this process."""

    def late() -> bool:
        return end is not None and monotonic() >= end

    while not late() and (turn := schedule.next()) is not None:
        try:
            outcome = play(turn.course, late)
        except Stopped:
            yield turn, None
            return
        yield turn, outcome


def _together(schedule: Schedule, end: float | None, jobs: int) -> Iterator[tuple[Turn, Outcome | None]]:
    """Games in several processes, as they end."""
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (stop,), max_tasks_per_child=FRESH)
    out: dict[Future[Outcome | None], Turn] = {}
    try:
        while True:
            late = end is not None and monotonic() >= end
            while not late and len(out) < jobs and (turn := schedule.next()) is not None:
                out[pool.submit(_work, turn.course)] = turn
            if not out:
                return
            if late:
                stop.set()
            done, _ = wait(out, LOOK, FIRST_COMPLETED)
            for future in done:
                yield out.pop(future), future.result()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(stop: Event) -> None:
    """A process of ours: Ctrl-C is for the first process to hear."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(course: Course) -> Outcome | None:
    with suppress(Stopped):
        return play(course, _stop.is_set if _stop is not None else lambda: False)
    return None


def keep_fault(folder: Path, outcome: Outcome) -> str:
    """Write down what is needed to see a fault again; the name the files begin with.

    :raises SaveError: if it cannot be written.
    """
    name = safe_name(outcome.course.text().replace("/", "-").replace(":", " ")).replace(" ", "-")
    log = "\n".join(outcome.log)
    again = f"python -m tests.workshop soak --again {outcome.course.text()}"
    text = f"{outcome.line()}\n\n{again}\n\n{outcome.trace}\n{log}\n"
    write_atomically(folder / f"{name}.txt", text.encode(errors="backslashreplace"))
    if outcome.save:
        write_atomically(folder / f"{name}{ENDING}", outcome.save)
    return name
