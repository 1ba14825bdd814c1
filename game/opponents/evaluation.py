"""How a side stands at the end of a rehearsal: points first, then what will gain or cost points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp

from ecs import Side, View
from ecs.core.view import Result, UnitView
from game.opponents.doctrine import Family, table
from game.opponents.seat import Rehearsal

TIRED, STARVED, UNKNOWN = 0.7, 0.6, 1.0
FADE, FARTHEST = 0.6, 8
STEPS_AWAY = tuple(exp(-FADE * d) for d in range(FARTHEST + 1))
PLACES = {"victory": 2.0, "major": 1.5, "town": 0.4}
ALARM, EVEN = 3, 2.0
DRAWN = -0.1


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each term, in points of the score.

    ``early``: what a point is worth in the first turn, when few are settled; at the end it is 1, and men count nothing.
    ``result``: a game won, and half as much again if it is smashing; ``force``: a combat factor of a side, in order and
    in supply; ``near``: a point of the score that its own men are about to win, or hold; ``place``: a city without
    points; ``capital``: of a side, that the enemy can storm.
    """

    early: float
    result: float
    force: Mapping[Side, float]
    near: float
    place: float
    capital: Mapping[Side, float]


def weights_of(family: Family) -> Weights:
    """The weights for the games that a staff leads."""
    return table(family, "evaluation", Weights)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a position before weighing, for the Axis; for each side where it says so.

    ``ripe``: the share of the turns that are over; ``points``: of the score; ``near``: points that a side's men are
    about to win, or hold; ``place``: cities, by size; ``force``: factors of each side; ``danger``: of the capitals of
    each side, how likely they fall.
    """

    ripe: float
    points: float
    near: float
    place: float
    force: Mapping[Side, float]
    danger: Mapping[Side, float]


def standing(table: Rehearsal, side: Side, weights: Weights) -> float:
    """How a side stands, in points of the score: higher is better for it."""
    view = table.seat(side).look
    if view.result is not None:
        return _final(view.result, side, weights) + _points(view, side)
    return _sign(Side.AXIS, side) * weighed(
        counted(view, {s: table.seat(s).look.known.capitals for s in Side}), weights
    )


def counted(view: View, capitals: Mapping[Side, Sequence[int]]) -> Terms:
    """The terms of a position as a side sees it; ``capitals`` are board indices."""
    men = {s: [(u.hex, force(u)) for u in view.units if u.hex >= 0 and u.side is s] for s in Side}
    return Terms(
        ripe=min(1.0, (view.turn - 1) / max(1, view.turns)),
        points=_points(view, Side.AXIS),
        near=_nearness(view, men),
        place=sum(PLACES.get(h.place, 0.0) * _sign(view.control[h.index], Side.AXIS) for h in view.board.hexes),
        force={s: sum(f for _, f in men[s]) for s in Side},
        danger={s: sum(_storm(view, h, s, men) for h in capitals[s]) for s in Side},
    )


def weighed(terms: Terms, weights: Weights) -> float:
    """The value of a position to the Axis, in points of the score; all but the points counts less with every turn."""
    value = weights.near * terms.near + weights.place * terms.place
    for s in Side:
        worth = weights.force[s] * terms.force[s] - weights.capital[s] * terms.danger[s]
        value += worth * _sign(s, Side.AXIS)
    return (weights.early + (1 - weights.early) * terms.ripe) * terms.points + (1 - terms.ripe) * value


def force(unit: UnitView) -> float:
    """What a unit counts: its factors, less if it is in disorder or out of supply."""
    if unit.symbol == "unknown":
        return UNKNOWN
    value = 0.0 if unit.size == "none" else float(max(unit.attack, unit.defence))
    return value * (TIRED if unit.disrupted else 1.0) * (1.0 if unit.supplied else STARVED)


def _final(result: Result, side: Side, weights: Weights) -> float:
    if result.winner is None:
        return DRAWN * weights.result
    level = 1.5 if result.level == "smashing" else 1.0
    return level * weights.result * _sign(result.winner, side)


def _sign(whose: Side | None, side: Side) -> float:
    return 0.0 if whose is None else 1.0 if whose is side else -1.0


def _points(view: View, side: Side) -> float:
    """Points that count for a side, less the enemy's."""
    return sum(line.points * _sign(line.counts_for, side) for line in view.score)


Men = Mapping[Side, Iterable[tuple[int, float]]]


def _nearness(view: View, men: Men) -> float:
    """Of the points, those to which more of the Axis' men are near than of the Soviets', less the others; what is no
    place has no unit near it."""
    total = 0.0
    for line in (line for line in view.score if line.hexes):
        goal = view.board.by_label[line.hexes[0]]
        ours, theirs = _around(view, goal, men[Side.AXIS]), _around(view, goal, men[Side.SOVIET])
        total += line.points * (ours - theirs) / (ours + theirs + 0.5)
    return total


def _around(view: View, goal: int, men: Iterable[tuple[int, float]]) -> float:
    distance = view.board.distance
    return sum(f * STEPS_AWAY[d] for h, f in men if (d := distance(h, goal)) <= FARTHEST)


def _storm(view: View, capital: int, side: Side, men: Men) -> float:
    """How likely a capital falls next, 0 to 1: the enemy near it against the units in and beside it."""
    distance = view.board.distance
    enemy = sum(f for h, f in men[side.other] if distance(h, capital) <= ALARM)
    if not enemy:
        return 0.0
    guard = sum(f for h, f in men[side] if h == capital) + 0.5 * sum(
        f for h, f in men[side] if distance(h, capital) == 1
    )
    return enemy / (enemy + EVEN * guard + 1.0)
