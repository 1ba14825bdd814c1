"""What the pairs of a series say.  Shares with their bounds, margins, points by turn, blunders, time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, median, stdev

from ecs import Side
from game.simulation.series import wilson
from tests.workshop.tournament.blunders.diary import BLUNDERS
from tests.workshop.tournament.pairs import MEASURES, Measure
from tests.workshop.tournament.played_game import PlayedGame
from tests.workshop.tournament.series import Series

TURNS = 10
"""Blunders are told per so many turns."""


@dataclass(frozen=True, slots=True)
class Share:
    """Pairs won, drawn and lost by one measure, and the share of the points with its bounds of 95 %."""

    won: int
    drawn: int
    lost: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Chair:
    """A level in one seat, over all its games there.

    ``won``, ``drawn``, ``lost``: games.  ``points``: (own, the enemy's) as each turn begins and at the end, on average.
    ``blunders``: id -> how many in ten turns.  ``median``, ``worst``: seconds a side-turn.
    """

    level: str
    side: Side
    games: int
    won: int
    drawn: int
    lost: int
    points: tuple[tuple[float, float], ...]
    blunders: dict[str, float]
    median: float
    worst: float


@dataclass(frozen=True, slots=True)
class Figures:
    """A series in figures; ``margin`` and ``error``: the mean margin of the pairs and its standard error."""

    scenario: str
    one: str
    other: str
    seeds: tuple[int, int]
    pairs: int
    verdict: str
    faults: tuple[str, ...]
    shares: dict[Measure, Share]
    margins: tuple[tuple[int, float], ...]
    margin: float
    error: float
    ratio: float
    chairs: tuple[Chair, ...]


def figures(series: Series, ratio: float) -> Figures:
    """A series in figures.

    :param ratio: the log-likelihood ratio of its stopping rule.
    """
    pairs, match = series.pairs, series.match
    margins = [pair.margin for pair in pairs]
    faulty = [game for pair in series.faulty for game in _games(pair.first, pair.second) if game.fault]
    return Figures(
        match.scenario,
        match.one,
        match.other,
        (series.seeds[0], series.seeds[-1]),
        len(pairs),
        series.verdict,
        tuple(_fault(game) for game in faulty),
        {measure: _share([pair.points(measure) for pair in pairs]) for measure in MEASURES},
        tuple((pair.seed, pair.margin) for pair in pairs),
        mean(margins) if margins else 0.0,
        stdev(margins) / sqrt(len(margins)) if len(margins) > 1 else 0.0,
        ratio,
        tuple(_chairs(series)),
    )


def _games(*games: PlayedGame) -> Iterable[PlayedGame]:
    """Each once: a level that meets itself plays one game a pair."""
    return {game.order: game for game in games}.values()


def _fault(game: PlayedGame) -> str:
    order = game.order
    return f"{order.scenario}, seed {order.seed}, {order.axis} v {order.soviet}, command {game.commands}: {game.fault}"


def _share(points: Sequence[float]) -> Share:
    low, high = wilson(sum(points), len(points))
    won, lost = sum(1 for p in points if p > 0.5), sum(1 for p in points if p < 0.5)
    return Share(won, len(points) - won - lost, lost, mean(points) if points else 0.0, low, high)


def _chairs(series: Series) -> Iterable[Chair]:
    """Both levels in either seat; a level that meets itself sits on both sides once."""
    firsts, seconds = [p.first for p in series.pairs], [p.second for p in series.pairs]
    if not firsts:
        return
    one, other = series.match.one, series.match.other
    yield _chair(one, Side.AXIS, firsts)
    yield _chair(other, Side.SOVIET, firsts)
    if one != other:
        yield _chair(other, Side.AXIS, seconds)
        yield _chair(one, Side.SOVIET, seconds)


def _chair(level: str, side: Side, games: Sequence[PlayedGame]) -> Chair:
    results = Counter(game.result(side) for game in games)
    seconds = [s for game in games for s in game.thinking.get(side.value, ())]
    found = Counter(entry.blunder for game in games for entry in game.diary if entry.side == side.value)
    turns = sum(game.turns for game in games)
    return Chair(
        level,
        side,
        len(games),
        results[1.0],
        results[0.5],
        results[0.0],
        _course(side, games),
        {blunder: TURNS * found[blunder] / turns for blunder in BLUNDERS},
        median(seconds) if seconds else 0.0,
        max(seconds, default=0.0),
    )


def _course(side: Side, games: Sequence[PlayedGame]) -> tuple[tuple[float, float], ...]:
    """Own and enemy points turn by turn; a game that has ended stays as it ended."""
    longest = max(len(game.points) for game in games)
    rows = [[game.points[min(turn, len(game.points) - 1)] for game in games] for turn in range(longest)]
    means = [(mean(axis for axis, _ in row), mean(soviet for _, soviet in row)) for row in rows]
    return tuple((a, s) if side is Side.AXIS else (s, a) for a, s in means)
