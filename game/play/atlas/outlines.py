"""Lines along hexsides: what a side holds as closed outlines, and the front between the two; thinner coasts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from ecs import Side
from ecs.board.board import Board
from ecs.board.hexgrid import Point

Chain = list[Point]
"""Points of a line one after the other; a closed one ends where it begins."""


def outlines(board: Board, held: Iterable[int]) -> list[Chain]:
    """The rim of an area of hexes, as closed lines."""
    area = frozenset(held)
    return chains(_edges(board, area, lambda beyond: beyond not in area))


def fronts(board: Board, control: Sequence[Side | None]) -> list[Chain]:
    """The line between the hexes of the two sides, in as few pieces as it has."""
    area = frozenset(i for i, holder in enumerate(control) if holder is Side.AXIS)
    return chains(_edges(board, area, lambda beyond: beyond is not None and control[beyond] is Side.SOVIET))


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
    """How far a point lies from the line through two others; from the first of them where they are one."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    long = math.hypot(bx - ax, by - ay)
    if not long:
        return math.hypot(x - ax, y - ay)
    return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / long


def path(points: Sequence[Point], closed: bool = False, smooth: bool = False) -> str:
    """A line as SVG writes it: whole map pixels, each point told by its way from the last.

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
    """From middle to middle of the pieces of a line, bent at their corners."""
    ends = [points[0], *(_middle(a, b) for a, b in pairwise(points[1:-1])), points[-1]]
    parts = [f"M{points[0][0]} {points[0][1]}q"]
    for ((ax, ay), (bx, by)), (x, y) in zip(pairwise(ends), points[1:-1], strict=True):
        parts.append(f"{x - ax} {y - ay} {bx - ax} {by - ay} ")
    return "".join(parts).rstrip()


def smoothed(points: Sequence[Point], steps: int = 4) -> Sequence[tuple[float, float]]:
    """A line with its corners rounded, as points: curves from the middle of a piece to the middle of the next."""
    if len(points) < 3:
        return points
    ends = [points[0], *(_middle(a, b) for a, b in pairwise(points[1:-1])), points[-1]]
    found: list[tuple[float, float]] = [points[0]]
    for ((ax, ay), (bx, by)), (x, y) in zip(pairwise(ends), points[1:-1], strict=True):
        for step in range(1, steps + 1):
            t = step / steps
            u = 1 - t
            found.append((u * u * ax + 2 * u * t * x + t * t * bx, u * u * ay + 2 * u * t * y + t * t * by))
    return found


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
