"""The advances of this turn as bold arrows, one for all that went the same way, from marches that were seen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import pygame

from ecs import Game, Side, veiled
from ecs.board.board import Board
from ecs.core.view import View
from game.play.atlas.outlines import Marches, Path, Thrust
from game.ui.map_view.overlays.declaration import Brush
from game.ui.map_view.overlays.hex_markers import Blit
from game.ui.map_view.smooth_shapes import Colour, Sheet, Vec, mix, rounded

BROADEST = 0.62
"""Of the body of an arrow, in hex widths."""
FRESH, PAST = 215, 150
"""How strongly arrows are tinted: ours, and those of the enemy's last turn."""
DARKER = 0.18
"""Than the colour of the side, so that grey stands out from the ground."""


def advances(game: Game, view: View) -> tuple[Thrust, ...]:
    """Our thrusts of this turn, and those of the enemy's last that we have seen."""
    marches = {view.turn: Marches(view.board), view.turn - 1: Marches(view.board)}
    for record in reversed(game.log):
        if record.turn < view.turn - 1:
            break
        for event in reversed(record.events):
            seen = veiled(event, view.side)
            if seen is not None:
                marches[record.turn].before(seen)
    found: list[Thrust] = []
    for side in Side:
        now = marches[view.turn].thrusts(side, view.units)
        found += now or (marches[view.turn - 1].thrusts(side, view.units) if side is not view.side else [])
    return tuple(found)


# -- drawing ------------------------------------------------------------------------------------------


def paint_advances(brush: Brush, thrusts: tuple[Thrust, ...]) -> list[Blit]:
    """Draw the visible arrows, the weakest first."""
    board, area = brush.board, brush.at.area
    blits: list[Blit] = []
    for thrust in sorted(thrusts, key=lambda one: one.factors):
        shape = arrow(board, thrust.way, strength(thrust.factors))
        xs, ys = [x for x, _ in shape], [y for _, y in shape]
        left, top, right, bottom = min(xs) - 8, min(ys) - 8, max(xs) + 8, max(ys) + 8
        if left < area[2] and right > area[0] and top < area[3] and bottom > area[1]:
            sheet, corner = brush.at.sheet((left, top, right, bottom))
            own = thrust.side is brush.view.side
            _draw(sheet, shape, mix(brush.pack.colour(thrust.side.value), (0, 0, 0), DARKER), FRESH if own else PAST)
            blits.append((sheet.done(), corner))
    return blits


def sample_arrow(colour: Colour) -> pygame.Surface:
    """A small arrow for the legend."""
    sheet = Sheet((60, 60))
    shape = ((4.0, 28.0), (34.0, 20.0), (34.0, 10.0), (57.0, 30.0), (34.0, 50.0), (34.0, 40.0), (4.0, 32.0))
    _draw(sheet, shape, mix(colour, (0, 0, 0), DARKER), FRESH)
    return sheet.done()


def strength(factors: int) -> float:
    """The breadth of an arrow, 0 to 1, by the factors that went along it."""
    return min(1.0, 0.42 + math.sqrt(factors) / 14)


@lru_cache(maxsize=512)
def arrow(board: Board, way: Path, strong: float) -> tuple[Vec, ...]:
    """The outline of an arrow along hexes, in map pixels: it grows out of a point and ends in a broad head before the
    middle of the last hex."""
    wide = board.layout.tile_w * BROADEST * strong
    course = _course([board.centre(index) for index in way])
    head = min(wide * 1.35, _length(course) * 0.45)
    body, tip = _shortened(course, head), course[-1]
    left: list[Vec] = []
    right: list[Vec] = []
    total = _length(body) or 1.0
    gone = 0.0
    for n, (x, y) in enumerate(body):
        gone += math.dist(body[n - 1], (x, y)) if n else 0.0
        dx, dy = _heading(body, n)
        half = wide * (0.16 + 0.26 * gone / total)
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    (x, y), (dx, dy) = body[-1], _towards(body[-1], tip)
    half = wide * 0.85
    barbs = ((x - dy * half, y + dx * half), tip, (x + dy * half, y - dx * half))
    return (*left, *barbs, *reversed(right))


def _course(points: Sequence[Vec]) -> list[Vec]:
    """A smooth way through these points, bends of single hexes straightened, that ends short of the last middle."""
    if len(points) > 3:
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(points, points[1:], points[2:], strict=False)
        ]
        points = [points[0], *inner, points[-1]]
    course = rounded(list(points), cut=0.4)
    (ax, ay), (bx, by) = course[-2], course[-1]
    return [*course[:-1], (ax + (bx - ax) * 0.9, ay + (by - ay) * 0.9)]


def _shortened(course: Sequence[Vec], by: float) -> list[Vec]:
    """A course with its end cut off."""
    kept, left = list(course), by
    while len(kept) > 2 and math.dist(kept[-1], kept[-2]) <= left:
        left -= math.dist(kept[-1], kept[-2])
        kept.pop()
    (ax, ay), (bx, by_) = kept[-2], kept[-1]
    part = min(0.95, left / (math.dist((ax, ay), (bx, by_)) or 1.0))
    return [*kept[:-1], (bx + (ax - bx) * part, by_ + (ay - by_) * part)]


def _length(course: Iterable[Vec]) -> float:
    points = list(course)
    return sum(math.dist(a, b) for a, b in pairwise(points))


def _heading(points: Sequence[Vec], at: int) -> Vec:
    return _towards(points[max(0, at - 1)], points[min(len(points) - 1, at + 1)])


def _towards(a: Vec, b: Vec) -> Vec:
    far = math.dist(a, b) or 1.0
    return (b[0] - a[0]) / far, (b[1] - a[1]) / far


def _draw(sheet: Sheet, shape: Sequence[Vec], colour: Colour, alpha: int) -> None:
    rim = max(2.0, 1.6 / sheet.zoom)
    sheet.line((*shape, shape[0]), rim * 2.2, (250, 247, 238), alpha)
    sheet.polygon(shape, colour, alpha)
    sheet.line((*shape, shape[0]), rim * 0.7, mix(colour, (0, 0, 0), 0.35), min(255, alpha + 40))
