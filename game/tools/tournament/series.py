"""A series of pairs.  In one process, in several or on a cluster, with the same verdict."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any

from game.tools.tournament.pairs import Match, Measure, Pair
from game.tools.tournament.played_game import Order, PlayedGame, play
from game.tools.tournament.results_file import ResultsFile
from game.tools.tournament.stopping import StopRule

FRESH = 25
"""Games after which a process makes room for a new one."""


class ClusterFault(Exception):
    """The cluster cannot be used: one sentence."""


@dataclass(slots=True)
class Series:
    """The pairs of one match in the order of their seeds, as far as they decide it.

    ``verdict``: why it ended before all pairs were played, or "".  ``faulty``: pairs with a game that did not come to
    its end; they count for nothing.
    """

    match: Match
    seeds: range
    pairs: list[Pair] = field(default_factory=list)
    faulty: list[Pair] = field(default_factory=list)
    verdict: str = ""

    @property
    def is_over(self) -> bool:
        """Is nothing left to be played?"""
        return bool(self.verdict) or self._next == len(self.seeds)

    @property
    def _next(self) -> int:
        return len(self.pairs) + len(self.faulty)

    def take(self, results: ResultsFile, rule: StopRule, measure: Measure) -> None:
        """Go on, seed by seed, as far as both games of each have been played."""
        while not self.is_over:
            pair = self.match.pair(self.seeds[self._next], results.played)
            if pair is None:
                return
            if not pair.sound:
                self.faulty.append(pair)
                continue
            self.pairs.append(pair)
            self.verdict = rule.verdict([one.points(measure) for one in self.pairs])

    def orders(self) -> Iterator[Order]:
        """The games of all pairs, in the order of the seeds; each once."""
        for seed in self.seeds:
            yield from dict.fromkeys(self.match.orders(seed))


class InlineExecutor(Executor):
    """Does everything at once, in this very process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """What has been done already."""
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


@contextmanager
def workers(jobs: int, cluster: str = "") -> Iterator[Executor]:
    """Somebody to play games: this process, several, or a cluster of dask.distributed at an address.

    :raises ClusterFault: if dask.distributed is not installed, or nobody answers.
    """
    if cluster:
        yield from _on_cluster(cluster)
    elif jobs == 1:
        yield InlineExecutor()
    else:
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), max_tasks_per_child=FRESH)
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _on_cluster(address: str) -> Iterator[Executor]:
    if find_spec("distributed") is None:
        raise ClusterFault("a cluster needs dask.distributed: pip install 'rasputitsa[cluster]'")
    distributed = import_module("distributed")
    try:
        client = distributed.Client(address, timeout="10s")
    except (OSError, ValueError) as e:
        raise ClusterFault(f"no cluster answers at {address}: {e}") from None
    try:
        yield client.get_executor(pure=False)
    finally:
        client.close()


def play_series(
    all_series: Sequence[Series],
    results: ResultsFile,
    rule: StopRule,
    measure: Measure,
    pool: Executor,
    jobs: int,
    tell: Callable[[PlayedGame], None],
) -> None:
    """Play what has not been played yet, one series after the other, until each has ended.

    Every game is kept as it ends, whoever plays it; a series is judged in the order of its seeds, so that the verdict
    is the same with any number of workers, and after any interruption.

    :param jobs: most games at a time.
    :param tell: is told of every game that is played.
    """
    out: set[Future[PlayedGame]] = set()
    given: set[Order] = set(results.played)
    for series in all_series:
        left = deque(order for order in series.orders() if order not in given)
        series.take(results, rule, measure)
        while not series.is_over:
            while left and len(out) < jobs:
                given.add(left[0])
                out.add(pool.submit(play, left.popleft()))
            done, out = wait(out, return_when=FIRST_COMPLETED)
            for future in done:
                results.add(future.result())
                tell(results.played[future.result().order])
            series.take(results, rule, measure)
    for future in out:
        if not future.cancel():
            results.add(future.result())
