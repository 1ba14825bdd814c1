"""Supply as a picture: sources, the ways along which it comes to the stacks of the side that looks on, and where it
ends before a unit."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

import pygame

from ecs import Game
from ecs.core.view import View
from game.play.front import fighters, front_of
from game.ui.map_view.overlays.declaration import Brush
from game.ui.map_view.overlays.hex_markers import SUPPLY_RANKS, Blit
from game.ui.map_view.smooth_shapes import Colour, Sheet, Vec

LOST: Colour = (152, 33, 26)
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class SupplyLines:
    """``ways``: of every fed hex, the next one towards its source, itself where a way begins; ``far``: how many hexes
    each hex of a way in use lies from where it begins; ``broken``: hexes from the last that is supplied to a unit that
    nothing feeds, one line for each such stack; ``homes``: hexes by unit."""

    ways: Mapping[int, int]
    far: Mapping[int, int]
    broken: tuple[tuple[int, ...], ...]
    homes: Mapping[str, int]


def supply_lines(game: Game, view: View) -> SupplyLines:
    """The supply lines of all our stacks with units that fight."""
    ways = game.supply_ways(view.side)
    own = [u for u in fighters(view.units) if u.side is view.side]
    far: dict[int, int] = {}
    for index in {u.hex for u in own}:
        line = line_from(ways, index)
        far.update((i, len(line) - 1 - n) for n, i in enumerate(line))
    starving = front_of(game, view).cut_off.units
    hungry = sorted({u.hex for u in own if u.id in starving} - ways.keys())
    return SupplyLines(ways, far, tuple(_broken(view, ways, hungry)), {u.id: u.hex for u in own})


def line_from(ways: Mapping[int, int], index: int) -> list[int]:
    """The hexes from here to where the path begins, both included; empty if there is none."""
    line = [index] if index in ways else []
    while line and ways[line[-1]] != line[-1]:
        line.append(ways[line[-1]])
    return line


def _broken(view: View, ways: Mapping[int, int], hungry: list[int]) -> Iterator[tuple[int, ...]]:
    """The path from the nearest ground in supply to each of these hexes, past no enemy."""
    foes = {u.hex for u in fighters(view.units) if u.side is not view.side}
    back = {i: i for i in ways}
    ring = sorted(ways) if hungry else []
    for i in ring:
        for j in view.board.neighbours[i]:
            if j not in back and j not in foes and view.control[j] is not None:
                back[j] = i
                ring.append(j)
    for index in hungry:
        line = line_from(back, index)
        if len(line) > 1:
            yield tuple(reversed(line))


def paint_supply_lines(brush: Brush, known: SupplyLines) -> Iterator[Blit]:
    """A tint on ground in supply, lines that fade with distance, ringed sources; crosses and dots."""
    stamps, at = brush.stamps, brush.at
    yield from stamps.each("supply_full", known.ways, brush.level, at)
    deepest = max(known.far.values(), default=0) or 1
    for index in at.seen(known.far):
        rank = known.far[index] * (SUPPLY_RANKS - 1) // deepest
        yield stamps.placed(
            stamps.supply_line(brush.level, _sides(brush, known.ways, known.far, index), rank), at[index]
        )
    chosen = {known.homes[name] for name in brush.picked if name in known.homes}
    bold = {i for index in chosen for i in line_from(known.ways, index)}
    for index in at.seen(bold):
        yield stamps.placed(
            stamps.track("selection", brush.level, _sides(brush, known.ways, bold, index), False), at[index]
        )
    yield from stamps.each("source", [i for i in known.far if known.ways[i] == i], brush.level, at)
    for line in known.broken:
        yield _cross(brush, line)


def _sides(brush: Brush, ways: Mapping[int, int], used: Container[int], index: int) -> int:
    """The sides of a hex crossed by paths in use: to the next hex, and from those that lead here."""
    facing, around = brush.stamps.facing, brush.board.neighbours[index]
    behind = sum(facing(index, other) for other in around if other in used and ways[other] == index)
    return behind | (facing(index, ways[index]) if ways[index] != index else 0)


def _cross(brush: Brush, line: tuple[int, ...]) -> Blit:
    """A red cross on the hexside where supply ends, and dots from there to the unit."""
    tile = brush.board.layout.tile_w
    points = [(float(x), float(y)) for x, y in map(brush.board.centre, line)]
    (ax, ay), (bx, by) = points[:2]
    x, y, arm = (ax + bx) / 2, (ay + by) / 2, max(tile * 0.09, 6 / brush.zoom)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    sheet, corner = brush.at.sheet((min(xs) - tile, min(ys) - tile, max(xs) + tile, max(ys) + tile))
    thick = max(tile * 0.045, 3 / brush.zoom)
    for a, b in pairwise([(x, y), *points[1:]]):
        steps = max(2, round(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 / (thick * 2.4)))
        for step in range(1, steps):
            spot = (a[0] + (b[0] - a[0]) * step / steps, a[1] + (b[1] - a[1]) * step / steps)
            sheet.circle(spot, thick * 0.85, WHITE)
            sheet.circle(spot, thick * 0.6, LOST)
    _crossed(sheet, (x, y), arm, thick)
    return sheet.done(), corner


def _crossed(sheet: Sheet, at: Vec, arm: float, thick: float) -> None:
    x, y = at
    for wide, colour in ((thick * 1.8, WHITE), (thick, LOST)):
        for way in (1, -1):
            sheet.line(((x - arm, y - arm * way), (x + arm, y + arm * way)), wide, colour)


def sample_cross() -> pygame.Surface:
    """A cross for the legend."""
    sheet = Sheet((60, 60))
    _crossed(sheet, (30, 30), 16, 8)
    return sheet.done()
