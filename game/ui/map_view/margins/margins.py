"""The margins of the map: where the sheets lie beside it at each zoom, and what is under the pointer there.

Seen as a whole, the map has room at two edges: the sheets fill it, as large as can be read.  They grow with the map
from there, up to a size, and keep their places beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import pygame

from ecs.board.board import Board
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.ui.map_view.camera import LEVELS, Camera
from game.ui.map_view.margins.margin_facts import MarginContents
from game.ui.map_view.margins.margin_sheets import laid, parts_of
from game.ui.map_view.margins.sheet_painting import Cell, Palette, Pens, Plan, painted, palette_of
from game.ui.map_view.smooth_shapes import Colour, mix
from game.ui.map_view.terrain.surroundings import SHADOW, margin_of
from game.ui.map_view.view_state import ground_name

GAP = 10
LEAST, NARROW, BROAD = 168, 236, 360  # breadth of a sheet, of one of several side by side, at most; pixels at 100 %
TRIES = (1.35, 1.2, 1.1, 1.0, 0.92, 0.85, 0.75, 0.65)
"""How large letters are tried, the largest with which all sheets can be seen at once is taken."""
LEAST_LETTERS = 0.85
"""So large, of the size at 100 %, they are at least."""
LARGE = 3
"""That many of them are tried before sheets are laid in two columns side by side."""
MOST_TIMES, SHARPEST = 1.6, 3.2
WHOLE = 0.9  # of its width: a sheet of which less is seen is not drawn
CORNER = 0.18  # of the window's height: the small map lies over the lower left corner
A_FRAME = 2  # sheets that are painted in a frame


class Drawn(Pens, Protocol):
    """The table on which the sheets lie."""

    board: Board
    look: tuple[SpritePack, float, str]


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """A sheet and where it lies: at which edge (-1 left or upper, 1 right or lower), ``away`` from the map past those
    between, ``along`` from the middle of that edge to its own, in pixels at the zoom at which all is seen."""

    plan: Plan
    edge: int
    away: float
    order: int
    along: float


@dataclass(slots=True)
class Lay:
    """All sheets for one window.  ``aside``: they lie left and right of the map, else above and below; ``base``: the
    zoom at which the whole map is seen; ``depth``: pixels that the sheets of an edge reach out."""

    places: tuple[SheetPlace, ...]
    aside: bool
    base: float
    depth: float


class Margins:
    """The sheets beside the map of a table.  ``scale``: of words; ``card``: what lies over the map: both are set by the
    window."""

    def __init__(self, table: Drawn) -> None:
        self.table, self.scale = table, 1.0
        self.card = pygame.Rect(0, 0, 0, 0)
        self.contents: MarginContents | None = None
        self._lay: Lay | None = None
        self._for: tuple[object, ...] = ()
        self._plans: dict[tuple[str, object, float, float], Plan] = {}
        self._pictures: Store[tuple[Plan, int]] = Store()
        self._palette: Palette | None = None

    # -- laying out -----------------------------------------------------------------------------------

    def lay(self, camera: Camera) -> Lay | None:
        """The places of the sheets, worked out again when their contents, the window or the looks have changed."""
        contents = self.contents
        if contents is None:
            return None
        room = camera.clear.w if self._aside(camera) else camera.clear.h
        high = max(camera.clear.h, camera.view.h * 4 // 5)
        key = (contents, camera.view.size, (room, high), self.scale, self.table.look)
        if self._lay is None or not self._same(key):
            self._for, self._lay = key, self._laid(contents, camera)
        return self._lay

    def _same(self, key: tuple[object, ...]) -> bool:
        return len(self._for) == len(key) and self._for[0] is key[0] and self._for[1:] == key[1:]

    def _aside(self, camera: Camera) -> bool:
        board = self.table.board
        return camera.view.w * board.height >= camera.view.h * board.width

    def _laid(self, contents: MarginContents, camera: Camera) -> Lay:
        board, view, clear, scale = self.table.board, camera.view, camera.clear, self.scale
        palette = palette_of(self.table.pack, str(self.table.look[2]), ground_name(contents.weather))
        if palette != self._palette or self._for[3:] != (self.scale, self.table.look):
            self._palette = palette
            self._pictures.clear()
            self._plans.clear()
        aside, gap = self._aside(camera), GAP * scale
        free = max(clear.h, view.h * 4 // 5)
        base = max((z for z in LEVELS if z <= min(view.w / board.width, free / board.height)), default=LEVELS[0])
        between = margin_of(base) + SHADOW + gap
        room = (clear.w - board.width * base if aside else clear.h - board.height * base) / 2 - between
        ranks = max(1, int((room + gap) // (NARROW * scale + gap))) if aside else 1
        most = free - 2 * gap if aside else max(room, NARROW * scale)
        high, places = min(board.height * base, most), tuple[SheetPlace, ...]()
        tries = [size for size in TRIES if scale * size >= LEAST_LETTERS] or TRIES[:1]
        for rank, size in [(n, size) for n in range(1, ranks + 1) for size in (tries if n == ranks else tries[:LARGE])]:
            wide = max(LEAST * scale, min(BROAD * scale, room / rank - gap)) if aside else BROAD * scale
            plans = self._sheets(contents, wide, scale * size)
            places = tuple(_shared_out(plans, rank, gap, high, view.h * CORNER) if aside else _in_rows(plans, gap))
            if _reach(places, aside) <= most:
                break
        depth = between + max((p.away + (p.plan.width if aside else p.plan.height) for p in places), default=0.0)
        return Lay(places, aside, base, depth + gap)

    def _sheets(self, contents: MarginContents, wide: float, scale: float) -> list[Plan]:
        """The sheets laid out; one whose contents are as before is the very same."""
        parts, found = dict(parts_of(contents)), []
        self._plans = {key: plan for key, plan in self._plans.items() if parts.get(key[0]) == key[1]}
        for kind, part in parts.items():
            key = (kind, part, wide, scale)
            if key not in self._plans:
                self._plans[key] = laid(kind, contents, wide, scale)
            found.append(self._plans[key])
        return found

    # -- on the screen --------------------------------------------------------------------------------

    def rects(self, camera: Camera) -> Iterator[tuple[SheetPlace, pygame.Rect, float]]:
        """Every sheet, its place on the screen, and its scale."""
        lay = self.lay(camera)
        if lay is None:
            return
        board, zoom = self.table.board, camera.zoom
        ahead = max(1.0, zoom / lay.base)
        times = self.times(lay, zoom)
        left, top = camera.to_screen(0, 0)
        sheet = pygame.Rect(left, top, round(board.width * zoom), round(board.height * zoom))
        out = margin_of(zoom) + SHADOW + round(GAP * self.scale)
        for place in lay.places:
            rect = pygame.Rect(0, 0, round(place.plan.width * times), round(place.plan.height * times))
            away, along = out + round(place.away * times), round(place.along * ahead)
            if lay.aside:
                rect.centery = sheet.centery + along
                if place.edge < 0:
                    rect.right = sheet.left - away
                else:
                    rect.left = sheet.right + away
            else:
                rect.centerx = sheet.centerx + along
                if place.edge < 0:
                    rect.bottom = sheet.top - away
                else:
                    rect.top = sheet.bottom + away
            yield place, rect, times

    def times(self, lay: Lay, zoom: float) -> float:
        """The scale of the sheets at a zoom."""
        return max(1.0, min(zoom / lay.base, MOST_TIMES, SHARPEST / self.scale))

    def draw(self, surface: pygame.Surface, camera: Camera, eager: bool) -> bool:
        """Draw the visible sheets on the ground round the map; False if one is still unpainted."""
        lay = self.lay(camera)
        if lay is None or self._palette is None:
            camera.beyond = 0, 0
            return True
        reach = round(lay.depth * self.times(lay, camera.zoom))
        camera.beyond = (reach, 0) if lay.aside else (0, reach)
        seen = surface.get_clip()
        left, whole = len(lay.places) if eager else A_FRAME, True
        for place, rect, times in self.rects(camera):
            if not rect.colliderect(seen) or _peeps(rect, camera, self.card):
                continue
            key = (place.plan, round(times * 1000))
            if key not in self._pictures:
                left, whole = left - 1, whole and left > 0
                if left < 0:
                    continue
            plan, palette = place.plan, self._palette
            picture = self._pictures.get(key, lambda: painted(plan, times, palette, self.table))  # noqa: B023
            _shade(surface, rect, palette.of("paper"))
            surface.blit(picture, rect)
        return whole

    def cell_at(self, camera: Camera, pos: tuple[int, int]) -> tuple[Cell, pygame.Rect] | None:
        """The cell under the pointer on a sheet, and its place on the screen."""
        for place, rect, times in self.rects(camera):
            if rect.collidepoint(pos) and camera.view.collidepoint(pos) and not _peeps(rect, camera, self.card):
                cell = place.plan.cell_at((pos[0] - rect.x) / times, (pos[1] - rect.y) / times)
                if cell is not None:
                    x, y, wide, high = (round(n * times) for n in cell.box)
                    return cell, pygame.Rect(rect.x + x, rect.y + y, wide, high)
        return None


def _shared_out(plans: list[Plan], ranks: int, gap: float, high: float, corner: float) -> Iterator[SheetPlace]:
    """Arrange sheets in columns left and right of the map, each in the lowest column so far, the nearest of equals.

    :param high: of the map: columns begin at its upper edge, unless they are higher.
    :param corner: pixels at the foot of those on the left that had better be free.
    """
    columns: list[list[Plan]] = [[] for _ in range(2 * ranks)]
    for plan in plans:
        free = [_height(column, gap) + (corner if not n % 2 and column else 0) for n, column in enumerate(columns)]
        columns[free.index(min(free))].append(plan)
    for number, column in enumerate(columns):
        rank, edge = number // 2, -1 if number % 2 == 0 else 1
        top = -max(high, _height(column, gap)) / 2
        for plan in column:
            yield SheetPlace(plan, edge, rank * (plan.width + gap), rank, top + plan.height / 2)
            top += plan.height + gap


def _height(column: list[Plan], gap: float) -> float:
    return sum(plan.height for plan in column) + gap * max(0, len(column) - 1)


def _in_rows(plans: list[Plan], gap: float) -> Iterator[SheetPlace]:
    """Arrange sheets in a row above and one below the map."""
    for edge, row in ((-1, plans[::2]), (1, plans[1::2])):
        left = -(sum(plan.width for plan in row) + gap * max(0, len(row) - 1)) / 2
        for plan in row:
            yield SheetPlace(plan, edge, 0.0, 0, left + plan.width / 2)
            left += plan.width + gap


def _reach(places: tuple[SheetPlace, ...], aside: bool) -> float:
    """How far the sheets go along an edge, or out from it where they lie above and below."""
    if not aside:
        return max((place.plan.height for place in places), default=0.0)
    return max((2 * (abs(place.along) + place.plan.height / 2) for place in places), default=0.0)


def _peeps(rect: pygame.Rect, camera: Camera, card: pygame.Rect) -> bool:
    """Would a sheet peep out from behind a card or what covers a side of the map, or be cut off at the edge?"""
    view, clear = camera.view, camera.clear
    if rect.colliderect(card) or rect.clip(clear).width < WHOLE * rect.width:
        return True
    right = clear.right < view.right and rect.right > clear.right
    return right or (clear.left > view.left and rect.left < clear.left)


def _shade(surface: pygame.Surface, rect: pygame.Rect, paper: Colour) -> None:
    """A sheet throws a little shadow: to the right and below."""
    dark, deep = mix(paper, (0, 0, 0), 0.72), 3
    surface.fill(dark, (rect.right, rect.y + deep, deep, rect.h))
    surface.fill(dark, (rect.x + deep, rect.bottom, rect.w, deep))
