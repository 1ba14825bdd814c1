"""Lines along hexsides: the closed outlines of what a side holds, the front between the sides, thinner coasts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ecs import Side
from ecs.board.board import Board
from ecs.board.hexgrid import Point
from ecs.core.events import Advanced, Event, Moved
from ecs.core.view import UnitView

Chain = list[Point]
STEPS = 4  # points of each rounded corner
"""Points of a line one after the other; a closed one ends where it begins."""


def outlines(board: Board, held: Iterable[int]) -> list[Chain]:
    """The edge of an area of hexes, as closed lines."""
    area = frozenset(held)
    return chains(_edges(board, area, lambda beyond: beyond not in area))


def fronts(board: Board, ground: Sequence[Side | None]) -> list[Chain]:
    """The line between the hexes of the two sides, in as few pieces as it has."""
    near = board.neighbours
    own = (i for i, holder in enumerate(ground) if holder is Side.AXIS)
    area = frozenset(i for i in own if any(ground[j] is Side.SOVIET for j in near[i]))
    return chains(_edges(board, area, lambda beyond: beyond is not None and ground[beyond] is Side.SOVIET))


def _edges(board: Board, area: frozenset[int], wanted: Callable[[int | None], bool]) -> Iterator[tuple[Point, Point]]:
    """Hexsides of an area with what is wanted beyond them, each in the direction that keeps the area on one hand."""
    layout = board.layout
    for index in sorted(area):
        spot = board.hexes[index]
        corners = layout.corners(spot.col, spot.row)
        for place in layout.neighbours(spot.col, spot.row):
            if wanted(board.by_offset.get(place)):
                ends = frozenset(layout.hexside((spot.col, spot.row), place))
                yield next(
                    (corners[n], corners[(n + 1) % 6]) for n in range(6) if {corners[n], corners[(n + 1) % 6]} == ends
                )


def chains(edges: Iterable[tuple[Point, Point]]) -> list[Chain]:
    """Directed edges put together; from no point do two go out, as three hexes meet in a corner."""
    after = dict(edges)
    starts = [*sorted(after.keys() - set(after.values())), *sorted(after)]
    found: list[Chain] = []
    for start in starts:
        chain = [start]
        while chain[-1] in after:
            chain.append(after.pop(chain[-1]))
        if len(chain) > 1:
            found.append(chain)
    return found


def thinned(points: Sequence[Point], near: float) -> Chain:
    """A line with fewer points, that is nowhere further off than ``near`` (Douglas and Peucker)."""
    if len(points) < 3:
        return list(points)
    keep = {0, len(points) - 1}
    work = [(0, len(points) - 1)]
    while work:
        first, last = work.pop()
        far, at = max(
            ((_off(points[n], points[first], points[last]), n) for n in range(first + 1, last)), default=(0.0, 0)
        )
        if far > near:
            keep.add(at)
            work += [(first, at), (at, last)]
    return [points[n] for n in sorted(keep)]


def _off(point: Point, start: Point, end: Point) -> float:
    """How far a point lies from the line through two others; from the first where they coincide."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    long = math.hypot(bx - ax, by - ay)
    if not long:
        return math.hypot(x - ax, y - ay)
    return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / long


def path(points: Sequence[Point], closed: bool = False, smooth: bool = False) -> str:
    """A line in SVG: whole map pixels, each point relative to the last.

    :param smooth: corners are rounded, as :func:`smoothed` rounds them.
    """
    rounded = [(round(x), round(y)) for x, y in points]
    if smooth and not closed and len(rounded) > 2:
        return _curved(rounded)
    parts = [f"M{rounded[0][0]} {rounded[0][1]}"]
    if len(rounded) > 1:
        parts.append("l")
    for (ax, ay), (bx, by) in pairwise(rounded):
        parts.append(f"{bx - ax} {by - ay} ")
    return "".join(parts).rstrip() + ("z" if closed else "")


def _curved(points: Sequence[Point]) -> str:
    """A line through the middles of its pieces, curved at the corners."""
    ends = [points[0], *(_middle(a, b) for a, b in pairwise(points[1:-1])), points[-1]]
    parts = [f"M{points[0][0]} {points[0][1]}q"]
    for ((ax, ay), (bx, by)), (x, y) in zip(pairwise(ends), points[1:-1], strict=True):
        parts.append(f"{x - ax} {y - ay} {bx - ax} {by - ay} ")
    return "".join(parts).rstrip()


def smoothed(points: Sequence[Point]) -> Sequence[tuple[float, float]]:
    """A line with its corners rounded, as points: curves from the middle of a piece to the middle of the next."""
    if len(points) < 3:
        return points
    ends = [points[0], *(_middle(a, b) for a, b in pairwise(points[1:-1])), points[-1]]
    found: list[tuple[float, float]] = [points[0]]
    for ((ax, ay), (bx, by)), (x, y) in zip(pairwise(ends), points[1:-1], strict=True):
        for step in range(1, STEPS + 1):
            t = step / STEPS
            u = 1 - t
            found.append((u * u * ax + 2 * u * t * x + t * t * bx, u * u * ay + 2 * u * t * y + t * t * by))
    return found


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


# -- The thrusts of a turn: who went the same way against the enemy, from the marches that were seen. ----------------

MARCHES = frozenset({"move", "advance", "breakthrough", "blitz", "overrun"})
NEAR = 2
"""Who ends so near to an enemy has advanced against him; who went less far has not advanced."""
TOGETHER = 2.6
"""Marches that begin and end that many hexes apart at most are one thrust."""

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Thrust:
    """One arrow: ``way``, the hexes of the strongest march; ``units`` that went there; ``factors`` they attack with."""

    side: Side
    way: Path
    units: tuple[str, ...]
    factors: int


class Marches:
    """The marches of one turn, a unit's marches joined where they continue."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._ways: dict[str, Path] = {}

    def before(self, event: Event) -> None:
        """Add something that happened before everything added so far: the log is read backwards."""
        path = self._path(event)
        if path is not None:
            unit, way = path
            after = self._ways.get(unit, ())
            if not after:
                self._ways[unit] = way
            elif way[-1] == after[0]:
                self._ways[unit] = way[:-1] + after

    def _path(self, event: Event) -> tuple[str, Path] | None:
        """Who marched, and by which hexes; None if no unit did."""
        if not isinstance(event, Moved) or not (isinstance(event, Advanced) or event.how in MARCHES):
            return None
        way = tuple(self.board.by_label[label] for label in event.path if label in self.board.by_label)
        return (event.unit, way) if way else None

    def thrusts(self, side: Side, units: Iterable[UnitView]) -> list[Thrust]:
        """The thrusts of a side: marches against the enemy, neighbouring ones merged.

        :param units: all units on the map.
        """
        there = [u for u in units if u.hex >= 0]
        own = {u.id: u for u in there if u.side is side}
        foes = [u.hex for u in there if u.side is not side]
        distance = self.board.distance
        went = [
            (own[name], way)
            for name, way in self._ways.items()
            if name in own
            and way[-1] == own[name].hex
            and distance(way[0], way[-1]) >= NEAR
            and any(distance(way[-1], foe) <= NEAR for foe in foes)
        ]
        went.sort(key=lambda one: (-one[0].attack, -len(one[1]), one[0].id))
        return [thrust for group in _together(went, self.board) if (thrust := _thrust(side, group)) is not None]


def _together(went: Sequence[tuple[UnitView, Path]], board: Board) -> Iterator[list[tuple[UnitView, Path]]]:
    left = list(went)
    while left:
        first, *rest = left
        same = [one for one in rest if _along(first[1], one[1], board)]
        left = [one for one in rest if one not in same]
        yield [first, *same]


def _along(a: Path, b: Path, board: Board) -> bool:
    """Do two marches run side by side?"""
    width = board.layout.tile_w * TOGETHER
    return all(math.dist(board.centre(a[end]), board.centre(b[end])) <= width for end in (0, -1))


def _thrust(side: Side, group: Sequence[tuple[UnitView, Path]]) -> Thrust | None:
    factors = sum(unit.attack for unit, _ in group)
    return Thrust(side, group[0][1], tuple(unit.id for unit, _ in group), factors) if factors else None
