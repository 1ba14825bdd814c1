"""Paths and attacks on the map: arrows over the counters, drawn once for each length and direction."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from ecs.board.board import Board
from game.packs.loader import SpritePack
from game.packs.manifest import OverlayStyle
from game.packs.picture_store import Store
from game.ui.map_view.camera import LEVELS, Camera
from game.ui.map_view.counters.stack_layout import middle
from game.ui.map_view.overlays.hex_markers import Blit, Spots, Stamps
from game.ui.map_view.smooth_shapes import Colour, Sheet, Vec, rounded
from game.ui.map_view.view_state import StaffMark

MARGIN = 14

Box = tuple[float, float, float, float]
ArrowKey = tuple[str, tuple[tuple[int, int], ...], int, int]


class Arrows:
    """Pictures of arrows and paths, premultiplied, with the offset of their corner from the first point."""

    def __init__(self) -> None:
        self._store: Store[ArrowKey] = Store()

    def attack(
        self, start: Vec, end: Vec, style: OverlayStyle, level: int, wave: int, alpha: int
    ) -> tuple[pygame.Surface, Vec]:
        """A broad arrow between neighbouring hexes, from edge to edge; a later wave's has a slot cut into it."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        shape = _broad((dx, dy), 0.27, 0.63, min(16.0, math.hypot(dx, dy) * 0.14))
        key = ("attack", ((round(dx), round(dy)), (wave, alpha)), level, 0)
        box = _box(shape)

        def make() -> pygame.Surface:
            sheet = _sheet(box, LEVELS[level])
            sheet.line((*shape, shape[0]), 4.4, style.casing)
            sheet.polygon(shape, style.colour)
            if wave > 1:
                sheet.line(((dx * 0.31, dy * 0.31), (dx * 0.47, dy * 0.47)), 3.2, style.casing)
            done = sheet.done()
            if alpha < 255:
                done.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
            return done

        return self._store.get(key, make), (box[0], box[1])

    def flight(self, start: Vec, end: Vec, style: OverlayStyle, level: int) -> tuple[pygame.Surface, Vec]:
        """A thin bowed line from a base to the hex aircraft fly to, with a head short of its middle."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy) or 1.0
        bow, stop = min(60.0, length * 0.12), 1 - min(0.3, 20 / length)
        parts = [n / 16 * stop for n in range(17)]
        bulge = [bow * 4 * t * (1 - t) / length for t in parts]
        way = [(dx * t - dy * out, dy * t + dx * out) for t, out in zip(parts, bulge, strict=True)]
        box = _box(way)
        key = ("flight", ((round(dx), round(dy)),), level, hash(style.colour))
        return self._store.get(key, lambda: _flight(way, box, style, LEVELS[level])), (box[0], box[1])

    def path(self, points: Sequence[Vec], style: OverlayStyle, level: int) -> tuple[pygame.Surface, Vec]:
        """A cased line through hex centres with a dot in each hex and an arrow head at its end."""
        x0, y0 = points[0]
        way = tuple((round(x - x0), round(y - y0)) for x, y in points)
        box = _box(way)
        key = ("path", way, level, hash(style.colour))
        return self._store.get(key, lambda: _path(way, box, style, LEVELS[level])), (box[0], box[1])


def _box(points: Sequence[Vec]) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


def _sheet(box: Box, zoom: float) -> Sheet:
    size = (math.ceil((box[2] - box[0]) * zoom), math.ceil((box[3] - box[1]) * zoom))
    return Sheet(size, zoom, box[0] * zoom, box[1] * zoom)


def _broad(way: Vec, start: float, end: float, half: float) -> list[Vec]:
    length = math.hypot(*way) or 1.0
    ux, uy = way[0] / length, way[1] / length
    head = half * 1.25
    tip = length * end
    profile = [(length * start, half * 0.62), (tip - head, half * 0.38), (tip - head, half), (tip, 0.0)]
    right = [(ux * d - uy * w, uy * d + ux * w) for d, w in profile]
    left = [(ux * d + uy * w, uy * d - ux * w) for d, w in reversed(profile[:-1])]
    return right + left


def _path(way: Sequence[Vec], box: Box, style: OverlayStyle, zoom: float) -> pygame.Surface:
    sheet = _sheet(box, zoom)
    course = rounded(list(way), cut=0.22)
    (ax, ay), (bx, by) = course[-2], course[-1]
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    end = (bx - ux * 9, by - uy * 9)
    head = [
        (bx + ux * 5, by + uy * 5),
        (bx - ux * 13 - uy * 10, by - uy * 13 + ux * 10),
        (bx - ux * 13 + uy * 10, by - uy * 13 - ux * 10),
    ]
    line = [*course[:-1], end]
    for grow, colour in ((3.0, style.casing), (0.0, style.colour)):
        sheet.line(line, 5 + grow, colour)
        for spot in way[1:-1]:
            sheet.circle(spot, 5.5 + grow / 2, colour)
        _head(sheet, head, grow, colour)
    return sheet.done()


def _head(sheet: Sheet, head: Sequence[Vec], grow: float, colour: Colour) -> None:
    sheet.polygon(head, colour)
    if grow:
        sheet.line((*head, head[0]), grow, colour)


def _flight(way: Sequence[Vec], box: Box, style: OverlayStyle, zoom: float) -> pygame.Surface:
    sheet = _sheet(box, zoom)
    (ax, ay), (bx, by) = way[-2], way[-1]
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    head = [
        (bx + ux * 6, by + uy * 6),
        (bx - ux * 7 - uy * 6, by - uy * 7 + ux * 6),
        (bx - ux * 7 + uy * 6, by - uy * 7 - ux * 6),
    ]
    for grow, colour in ((2.4, style.casing), (0.0, style.colour)):
        sheet.line(way, max(2.6, 1.4 / zoom) + grow, colour)
        _head(sheet, head, grow, colour)
    return sheet.done()


# -- The advice of the staff on the map.  The next order boldly, what is to follow in thin lines. --------------------

STYLE, ATTACK = "command", "target"


def staff_blits(
    marks: Sequence[StaffMark],
    board: Board,
    pack: SpritePack,
    stamps: Stamps,
    arrows: Arrows,
    camera: Camera,
    at: Spots,
) -> list[Blit]:
    """Arrows for marches and attacks, rings for other places; the next order lies on top."""
    blits: list[Blit] = []
    for mark in reversed(marks):
        if mark.next or mark.kind == "place":
            ring = stamps.stamp(STYLE, camera.level, inset=0 if mark.next else 4)
            blits.append(stamps.placed(ring, at[mark.way[-1]]))
        if len(mark.way) > 1:
            blits.append(_arrow(mark, board, pack, arrows, camera))
    return blits


def _arrow(mark: StaffMark, board: Board, pack: SpritePack, arrows: Arrows, camera: Camera) -> Blit:
    start, end = middle(board, mark.way[0]), middle(board, mark.way[-1])
    if mark.kind == "attack":
        alpha = 255 if mark.next else 120
        picture, (dx, dy) = arrows.attack(start, end, pack.overlay(ATTACK), camera.level, 1, alpha)
    elif mark.next:
        points = [board.centre(index) for index in mark.way]
        start = points[0]
        picture, (dx, dy) = arrows.path(points, pack.overlay(STYLE), camera.level)
    else:
        picture, (dx, dy) = arrows.flight(start, end, pack.overlay(STYLE), camera.level)
    return picture, camera.to_screen(start[0] + dx, start[1] + dy)
