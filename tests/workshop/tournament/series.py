"""A series of pairs.  Whoever plays the games, the verdict is the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field

from tests.workshop.tournament.pairs import Match, Measure, Pair
from tests.workshop.tournament.played_game import Order, PlayedGame, play
from tests.workshop.tournament.results_file import ResultsFile
from tests.workshop.tournament.stopping import StopRule


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
