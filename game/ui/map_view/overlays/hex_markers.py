"""Marks of a whole hex, drawn with stamps: an outline on chosen sides, a pattern, a veil; one picture per kind."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal

import pygame

from ecs.board.board import Board
from game.packs.loader import SpritePack
from game.packs.manifest import OverlayStyle
from game.packs.picture_store import Store
from game.ui.map_view.camera import LEVELS
from game.ui.map_view.smooth_shapes import FINE, Colour, Sheet, Vec, along, shade

ALL_SIDES = 63
INSET = 0.075
"""How far an outline lies inside its hex, in hex widths: two outlines of neighbours do not cover each other."""
EDGE = 4
TRACK = 5.0
FILLING = ("diagonal", "hatch", "none")
FRINGED = ("fringe", "comb")

HELD: dict[str, Literal["solid", "dots"]] = {"held_axis": "solid", "held_soviet": "dots"}

RIMS: dict[str, tuple[str, Literal["solid"]]] = {"depot_rim": ("depot", "solid")}
"""Outlines in the colours of an overlay that only fills."""

LIKE = {"chain": "reach", "source": "supply_full"}
"""Lines in the colours of another overlay."""
GAUGES = {"gauge_axis": ("axis", 4), "gauge_soviet": ("soviet", 7)}
"""Railways in the colours of whose trains run on them, and how broad they are drawn."""

CUT_OFF = {"cut_off_axis": "axis", "cut_off_soviet": "soviet"}
"""Ground that is cut off, hatched in the colour of its side."""
HATCHED = 34
ROUND = [math.tau * n / 28 for n in range(28)]
"""Directions all round, as angles."""

SUPPLY_RANKS = 6
"""Strengths of supply lines: the first at the source, the last at the end of their range."""
SUPPLY_WIDE, SUPPLY_STRONG = (7, 2), (0.9, 0.35)
"""Width at source and end, and how much of the ground they cover."""

StampKey = tuple[str, int, int, int, float]
Box = tuple[float, float, float, float]
Blit = tuple[pygame.Surface, tuple[int, int]]
Frame = tuple[tuple[int, int], float, int, int]
"""Size in pixels, zoom, left and top of a sheet."""


class Spots:
    """The screen pixel at the middle of each hex, worked out on demand.

    `origin`: the pixel of the enlarged map at the upper left corner of `view`. `reach`: map pixels from the
    middle of a hex within which its marks lie.
    """

    def __init__(
        self,
        origin: tuple[int, int],
        view: pygame.Rect,
        zoom: float,
        centres: Sequence[tuple[int, int]],
        reach: float = 80.0,
    ) -> None:
        left, top = origin
        self._dx, self._dy, self._zoom = view.x - left, view.y - top, zoom
        self._centres = centres
        self._left, self._right = left / zoom - reach, (left + view.w) / zoom + reach
        self._top, self._bottom = top / zoom - reach, (top + view.h) / zoom + reach

    @property
    def area(self) -> Box:
        """The map pixels whose marks are visible: left, top, right, bottom."""
        return self._left, self._top, self._right, self._bottom

    def sheet(self, box: Box) -> tuple[Sheet, tuple[int, int]]:
        """A sheet for the visible part of a box of map pixels, and the screen pixel of its corner."""
        frame, corner = self.frame(box)
        return Sheet(*frame), corner

    def frame(self, box: Box) -> tuple[Frame, tuple[int, int]]:
        """A function that makes such a sheet, and the screen pixel of its corner."""
        left, top = (math.floor(max(a, b) * self._zoom) for a, b in zip(box[:2], self.area[:2], strict=True))
        right, bottom = (math.ceil(min(a, b) * self._zoom) for a, b in zip(box[2:], self.area[2:], strict=True))
        size = (max(1, right - left), max(1, bottom - top))
        return (size, self._zoom, left, top), (left + self._dx, top + self._dy)

    def shifted(self, x: int, y: int) -> tuple[int, int]:
        """The screen pixel of a pixel of the enlarged map."""
        return x + self._dx, y + self._dy

    def seen(self, hexes: Iterable[int]) -> list[int]:
        """The hexes with visible marks, in order."""
        centres, left, right, top, bottom = self._centres, self._left, self._right, self._top, self._bottom
        return [h for h in sorted(hexes) if left < centres[h][0] < right and top < centres[h][1] < bottom]

    def __getitem__(self, index: int) -> tuple[int, int]:
        x, y = self._centres[index]
        return round(x * self._zoom) + self._dx, round(y * self._zoom) + self._dy


class Stamps:
    """Marks for whole hexes, premultiplied, centred on the hex."""

    def __init__(self, board: Board, pack: SpritePack) -> None:
        self.board, self.pack = board, pack
        self.layout = board.layout
        centre = self.layout.centre(0, 0)
        self.corners = [(x - centre[0], y - centre[1]) for x, y in self.layout.corners(0, 0)]
        self._store: Store[StampKey] = Store()
        self._sides: dict[int, tuple[int | None, ...]] = {}

    def _around(self, index: int) -> tuple[int | None, ...]:
        """The hexes behind the six sides of a hex; None beyond the map."""
        if index not in self._sides:
            h = self.board.hexes[index]
            self._sides[index] = tuple(self.board.by_offset.get(o) for o in self.layout.neighbours(h.col, h.row))
        return self._sides[index]

    def facing(self, index: int, other: int) -> int:
        """The bit of a hex's side that faces its neighbour; 0 if they are not neighbours."""
        around = self._around(index)
        return 1 << around.index(other) if other in around else 0

    def rim(self, index: int, area: frozenset[int]) -> int:
        """The sides of a hex that lead out of an area, as bits."""
        return sum(1 << i for i, other in enumerate(self._around(index)) if other not in area)

    def front(self, index: int, area: frozenset[int]) -> int:
        """The sides of a hex that lead out of an area to another hex, as bits."""
        return sum(1 << i for i, other in enumerate(self._around(index)) if other is not None and other not in area)

    def stamp(self, name: str, level: int, sides: int = ALL_SIDES, veil: int = 0, inset: float = 1) -> pygame.Surface:
        """The stamp of an overlay: its pattern on these sides, and a veil of its colour of so much alpha."""
        key = (name, level, sides, veil, inset)
        return self._store.get(key, lambda: self._draw(self.style(name), level, sides, veil, inset))

    def style(self, name: str) -> OverlayStyle:
        """The pack's overlay; "held_axis" and "held_soviet" are made of the colours of the sides."""
        if name in RIMS:
            filling, pattern = RIMS[name]
            look = self.pack.overlay(filling)
            return OverlayStyle(colour=look.colour, casing=look.casing, pattern=pattern, width=2)
        if name in LIKE:
            look = self.pack.overlay(LIKE[name])
            return OverlayStyle(colour=look.colour, casing=look.casing, pattern="solid", width=7)
        if name in GAUGES:
            look, (side, wide) = self.pack.overlay("reach"), GAUGES[name]
            return OverlayStyle(colour=self.pack.colour(side), casing=look.casing, pattern="solid", width=wide)
        if name in CUT_OFF:
            colour = self.pack.colour(CUT_OFF[name])
            return OverlayStyle(colour=colour, casing=colour, pattern="diagonal", opacity=HATCHED)
        if name not in HELD:
            return self.pack.overlay(name)
        colour, casing = self.pack.colour(name.removeprefix("held_")), self.pack.overlay("reach").casing
        return OverlayStyle(colour=colour, casing=casing, pattern=HELD[name], width=3)

    def area(
        self, name: str, hexes: Iterable[int], level: int, at: Spots, veil: int = 0, coasts: bool = True
    ) -> list[Blit]:
        """Stamps for a whole area: only its rim is drawn, and only what `at` can see.

        :param coasts: is the rim drawn where there is no hex beyond it, too?
        """
        area = frozenset(hexes)
        fills = veil > 0 or self.style(name).pattern in FILLING
        sides = ((h, self.rim(h, area) if coasts else self.front(h, area)) for h in at.seen(area))
        return [self.placed(self.stamp(name, level, rim, veil), at[h]) for h, rim in sides if rim or fills]

    def each(self, name: str, hexes: Iterable[int], level: int, at: Spots, veil: int = 0) -> list[Blit]:
        """Stamps for single hexes, all sides drawn."""
        stamp = self.stamp(name, level, ALL_SIDES, veil)
        return [self.placed(stamp, at[h]) for h in at.seen(hexes)]

    def track(self, name: str, level: int, sides: int, casing: bool) -> pygame.Surface:
        """Thick lines from the middle of a hex over these sides, in the colours of an overlay."""
        key = (f"{name}/track", level, sides, int(casing), 0)
        return self._store.get(key, lambda: self._track(self.style(name), level, sides, casing))

    def _track(self, style: OverlayStyle, level: int, sides: int, casing: bool) -> pygame.Surface:
        zoom = LEVELS[level]
        sheet = self._blank(zoom)
        width = max(TRACK * style.width / 5, 2.4 / zoom) + (max(2.6, 1.6 / zoom) if casing else 0)
        for i in range(6):
            if sides & 1 << i:
                (ax, ay), (bx, by) = self.corners[i], self.corners[(i + 1) % 6]
                sheet.line(((0, 0), ((ax + bx) / 2, (ay + by) / 2)), width, style.casing if casing else style.colour)
        return sheet.done()

    def supply_line(self, level: int, sides: int, rank: int) -> pygame.Surface:
        """A line from the middle of a hex over these sides, cut to the hex, so that pieces meet and do not overlap.

        :param rank: from 0 at the source to ``SUPPLY_RANKS`` - 1.
        """
        return self._store.get(("supply_line", level, sides, rank, 0), lambda: self._supply_line(level, sides, rank))

    def _supply_line(self, level: int, sides: int, rank: int) -> pygame.Surface:
        style, zoom, share = self.style("supply_full"), LEVELS[level], rank / (SUPPLY_RANKS - 1)
        wide, strong = (a + (b - a) * share for a, b in (SUPPLY_WIDE, SUPPLY_STRONG))
        lines, cut = self._blank(zoom), self._blank(zoom)
        for width, colour in ((wide + 2.4, style.casing), (wide, style.colour)):
            for i in range(6):
                if sides & 1 << i:
                    (ax, ay), (bx, by) = self.corners[i], self.corners[(i + 1) % 6]
                    lines.line(((0, 0), ((ax + bx) / 2, (ay + by) / 2)), max(width, 1 / zoom), colour)
        cut.polygon(self.corners, (255, 255, 255), round(255 * strong))
        lines.surface.blit(cut.surface, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return lines.done()

    @staticmethod
    def placed(stamp: pygame.Surface, at: tuple[int, int]) -> Blit:
        """A stamp centred on a screen pixel."""
        return stamp, (at[0] - stamp.get_width() // 2, at[1] - stamp.get_height() // 2)

    # -- drawing one ------------------------------------------------------------------------------

    def _blank(self, zoom: float) -> Sheet:
        """A sheet as large as a hex, its middle at map pixel 0, 0."""
        wide, high = (round(side * zoom) // 2 * 2 + 2 * EDGE for side in (self.layout.tile_w, self.layout.tile_h))
        return Sheet((wide, high), zoom, -wide / 2, -high / 2)

    def _draw(self, style: OverlayStyle, level: int, sides: int, veil: int, inset: float) -> pygame.Surface:
        zoom = LEVELS[level]
        sheet = self._blank(zoom)
        if veil:
            sheet.polygon(self.corners, style.colour, veil)
        if style.pattern in FILLING:
            self._fill(sheet, style)
        elif style.pattern == "bar":
            self._bars(sheet, style, sides)
        elif style.pattern == "notch":
            self._notch(sheet, style)
        else:
            self._rim(sheet, style, sides, inset)
        return sheet.done()

    def _fill(self, sheet: Sheet, style: OverlayStyle) -> None:
        """A veil, and over it slanted lines one way or both."""
        sheet.polygon(self.corners, style.colour, round(style.opacity * 1.4))
        if style.pattern == "none":
            return
        lines = Sheet(sheet.size, sheet.zoom, sheet.left, sheet.top)
        reach, pitch = self.layout.tile_h, max(11.0, 7 / sheet.zoom)
        for i in range(-int(reach / pitch), int(reach / pitch) + 1):
            for way in (1, -1) if style.pattern == "hatch" else (1,):
                ends = ((i * pitch - reach, -reach * way), (i * pitch + reach, reach * way))
                lines.line(ends, max(1.8, 1 / sheet.zoom), style.casing, min(255, round(style.opacity * 4)))
        cut = Sheet(sheet.size, sheet.zoom, sheet.left, sheet.top)
        cut.polygon(self.corners, (255, 255, 255))
        lines.surface.blit(cut.surface, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        sheet.lay(lines)

    def _notch(self, sheet: Sheet, style: OverlayStyle) -> None:
        """A folded corner at the upper right."""
        x, y = self.layout.tile_w * 0.36, -self.layout.tile_h * 0.24
        fold = ((x - 15, y - 2), (x + 4, y - 2), (x + 4, y + 17))
        sheet.line((*fold, fold[0]), 3.5, style.casing)
        sheet.polygon(fold, style.colour)

    def link(self, level: int) -> pygame.Surface:
        """Two hollow links of a parted chain in the middle of the hex: out of supply there."""
        return self._store.get(("link", level, 0, 0, 0), lambda: self._link(self.pack.overlay("target"), LEVELS[level]))

    def _link(self, style: OverlayStyle, zoom: float) -> pygame.Surface:
        sheet = self._blank(zoom)
        long, high, thick = self.layout.tile_w * 0.15, self.layout.tile_w * 0.062, max(3.0, 1.4 / zoom)
        for wide, colour in ((thick + 2.6, style.casing), (thick, style.colour)):
            for way in (-1, 1):
                turned = (_turned(way * (long * 0.62 + long * 0.5 * math.cos(a)), high * math.sin(a)) for a in ROUND)
                points = [point for a, point in zip(ROUND, turned, strict=True) if math.cos(a) * way > -0.75]
                start = next(n for n in range(len(points)) if math.dist(points[n - 1], points[n]) > long * 0.12)
                sheet.line([*points[start:], *points[:start]], wide, colour)
        return sheet.done()

    def _rim(self, sheet: Sheet, style: OverlayStyle, sides: int, inset: float) -> None:
        thick = max(style.width, 1.4 / sheet.zoom)
        for part in (1, 0):
            for line in self._lines(sides, INSET * inset):
                self._side(sheet, style, line, thick, casing=bool(part))

    @staticmethod
    def _side(sheet: Sheet, style: OverlayStyle, line: tuple[Vec, Vec], thick: float, casing: bool) -> None:
        colour = style.casing if casing else style.colour
        wide = thick + (2.2 if casing else 0)
        if style.pattern == "dots":
            for spot, _ in along(line, thick * 3.4, thick * 1.7):
                sheet.circle(spot, wide * 0.75, colour)
        elif style.pattern in FRINGED:
            _fringe(sheet, style, line, wide, thick)
        elif style.pattern == "dash":
            if casing:
                sheet.line(line, thick + 1.4, colour, 150)
            else:
                sheet.dashes(_centred_dash(line, thick), thick, colour, thick * 3.2, thick * 2.6)
        elif style.pattern == "double":
            sheet.line(line, thick * 2.1 + (2 if casing else 0), style.casing if casing else style.colour)
            if not casing:
                sheet.line(line, thick * 0.7, style.casing)
        else:
            sheet.line(line, wide, colour)

    def _lines(self, sides: int, inset: float) -> list[tuple[Vec, Vec]]:
        """The chosen sides moved inwards; where the next side is open, a line runs on to meet the neighbour's."""
        far = inset * self.layout.tile_w
        found = []
        for i in range(6):
            if sides & 1 << i:
                after = (i + 1) % 6
                found.append((self._end(i, (i - 1) % 6, sides, far), self._end(after, after, sides, far)))
        return found

    def _end(self, corner: int, beside: int, sides: int, far: float) -> Vec:
        x, y = self.corners[corner]
        if sides & 1 << beside:
            part = far / (math.hypot(x, y) * math.cos(math.pi / 6))
            return x * (1 - part), y * (1 - part)
        other = self.corners[(beside + 1) % 6] if corner == beside else self.corners[beside]
        part = far / (math.sin(math.pi / 3) * math.dist((x, y), other))
        return x + (other[0] - x) * part, y + (other[1] - y) * part

    def _bars(self, sheet: Sheet, style: OverlayStyle, sides: int) -> None:
        """A short bar inside each chosen side, with a foot pointing at the hex it comes from."""
        for a, b in self._lines(sides, 0.035):
            start, end = _part(a, b, 0.26), _part(a, b, 0.74)
            mid = _part(a, b, 0.5)
            foot = (mid[0] * 0.84, mid[1] * 0.84)
            for line in ((start, end), (mid, foot)):
                sheet.line(line, style.width + 2, style.casing)
            for line in ((start, end), (mid, foot)):
                sheet.line(line, style.width * 0.75, style.colour)


def _turned(x: float, y: float) -> Vec:
    """A point turned onto a slant that rises to the right."""
    return x * 0.87 + y * 0.5, y * 0.87 - x * 0.5


def _fringe(sheet: Sheet, style: OverlayStyle, line: tuple[Vec, Vec], wide: float, thick: float) -> None:
    """A line with ticks that point into its area; of a comb the ticks are long and the line is thin."""
    comb, colour = style.pattern == "comb", style.casing if wide > thick else style.colour
    sheet.line(line, wide - thick * 0.45 if comb else wide, colour)
    (ax, ay), (bx, by) = line
    length = math.dist(*line)
    nx, ny = (by - ay) / length, -(bx - ax) / length
    if nx * ax + ny * ay > 0:  # the middle of the hex is where the ticks point
        nx, ny = -nx, -ny
    tick = thick * (3.6 if comb else 2.6)
    for (x, y), _ in along(line, thick * (3.4 if comb else 5.2), thick * 2):
        sheet.line(((x, y), (x + nx * tick, y + ny * tick)), wide * 0.62, colour)


def _centred_dash(line: tuple[Vec, Vec], thick: float) -> tuple[Vec, Vec]:
    """The line shortened so that its dashes begin and end whole."""
    a, b = line
    length, pitch = math.dist(a, b), thick * 5.8
    spare = (length + thick * 2.6) % pitch
    part = spare / 2 / length if length else 0
    return _part(a, b, part), _part(a, b, 1 - part)


def _part(a: Vec, b: Vec, part: float) -> Vec:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def disc(text: pygame.Surface, size: int, face: Colour, rim: Colour) -> pygame.Surface:
    """A word on a rimmed disc, or on a pill if it is long."""
    wide = size if text.get_width() <= size * 0.82 else text.get_width() + size // 2
    big = pygame.Surface((wide * FINE, size * FINE), pygame.SRCALPHA, 32)
    pygame.draw.rect(big, shade(rim), big.get_rect(), border_radius=size * FINE // 2)
    pygame.draw.rect(big, shade(face), big.get_rect().inflate(-2 * FINE, -2 * FINE), border_radius=size * FINE // 2)
    small = pygame.transform.smoothscale(big, (wide, size))
    small.blit(text, text.get_rect(center=(wide // 2, size // 2)), special_flags=pygame.BLEND_PREMULTIPLIED)
    return small
