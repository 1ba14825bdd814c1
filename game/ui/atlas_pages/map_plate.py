"""The map of a turn as a picture, drawn fine and shrunk; where the land ends is drawn once for each size."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import pygame

from game.packs.picture_store import Store, bytes_of
from game.play.atlas.outlines import smoothed
from game.play.atlas.record import Turn
from game.play.atlas.war_map import LOOKS, Drawn, Look, Rings, Shape, WarMap
from game.play.front import Front
from game.play.story import Battle
from game.ui.map_view.map_text import Letters
from game.ui.map_view.smooth_shapes import FINE, Colour, Vec, blank, broken, shade, stroke

INK, HALO = (34, 34, 34), (255, 255, 255)
DASH = 4
"""Pieces of a broken line, in pixels of a picture as fine as the map."""
LEAST_LETTERS = 11


class MapPlate:
    """The maps of one board in one size.  ``size``: of the picture, as large as there is room for.

    :param shows: parts of the board, the widest first: the map fills the room and is cut elsewhere, with the first part
        that the room can hold in the middle, else the last. Without any the whole board is shown.
    """

    def __init__(self, war: WarMap, room: tuple[int, int], shows: Sequence[pygame.Rect] = ()) -> None:
        whole, room = (war.board.width, war.board.height), (max(1, room[0]), max(1, room[1]))
        self.war, self.corner = war, (0.0, 0.0)
        self.scale = min(room[0] / whole[0], room[1] / whole[1])
        if shows:
            self.scale = max(room[0] / whole[0], room[1] / whole[1])
            seen = room[0] / self.scale, room[1] / self.scale
            part = next((one for one in shows if one.width <= seen[0] and one.height <= seen[1]), shows[-1])
            x, y = (
                max(0.0, min(middle - long / 2, side - long))
                for middle, long, side in zip(part.center, seen, whole, strict=True)
            )
            self.corner = x, y
        wide, high = (max(1, min(most, round(side * self.scale))) for most, side in zip(room, whole, strict=True))
        self.size = wide, high
        self._fine = self.size[0] * FINE, self.size[1] * FINE
        self._words = Letters()
        self._sheets: Store[str] = Store()

    def draw(
        self, turn: Turn, before: Front | None = None, battles: Iterable[Battle] = (), named: bool = True
    ) -> pygame.Surface:
        """Draw the map at the end of a turn.  ``before``: the front as it began; ``named``: with names of places."""
        shore = self._sheets.get("shore", self._shore)
        self._sheets.make_room(3 * bytes_of(shore))  # for the map, a layer over it, and the page
        fine = self._ground()
        for item in self.war.ground(turn):
            self._draw(fine, item, shore)
        for item in (*self.war.water(), *self.war.signs(turn, before, battles)):
            self._draw(fine, item)
        picture = pygame.transform.smoothscale(fine, self.size)
        if named:
            self._names(picture)
        return picture

    def _ground(self) -> pygame.Surface:
        """Land and sea."""
        sheet = pygame.Surface(self._fine)
        sheet.fill(LOOKS["sea"].fill)
        self._draw(sheet, self.war.land())
        return sheet

    def _shore(self) -> pygame.Surface:
        """White where there is land, clear where there is none."""
        sheet = blank(self._fine)
        for line in self.war.land().lines:
            pygame.draw.polygon(sheet, (255, 255, 255, 255), self._points(line))
        return sheet

    # -- shapes ----------------------------------------------------------------------------------------

    def at(self, spot: Vec) -> tuple[int, int]:
        """Where a place of the board, in its pixels, lies in the picture."""
        return round((spot[0] - self.corner[0]) * self.scale), round((spot[1] - self.corner[1]) * self.scale)

    def _points(self, line: Sequence[Vec]) -> list[Vec]:
        scale, (left, top) = self.scale * FINE, self.corner
        return [((x - left) * scale, (y - top) * scale) for x, y in line]

    def _draw(self, onto: pygame.Surface, item: Drawn, shore: pygame.Surface | None = None) -> None:
        """Draw one thing.  ``shore``: where there is land, if it stops there."""
        look = LOOKS[item.look]
        if isinstance(item, Rings):
            self._rings(onto, item, look)
            return
        if look.fill and item.closed and item.lines:
            self._fill(onto, item, look, shore)
        if look.line and item.wide:
            self._lines(onto, item, look)

    def _fill(self, onto: pygame.Surface, item: Shape, look: Look, shore: pygame.Surface | None) -> None:
        areas = [self._points(line) for line in item.lines if len(line) > 2]
        if look.cover == 1 and not look.hatched:
            for area in areas:
                pygame.draw.polygon(onto, look.fill, area)
            return
        colour = shade(rgb(look.fill), round(255 * look.cover))
        largest = max(areas, key=lambda area: abs(_turned(area)), default=[])
        box = self._box(areas)
        layer = blank(box.size)
        for area in sorted(areas, key=lambda area: -abs(_turned(area))):
            hole = _turned(area) * _turned(largest) < 0
            placed = [(x - box.x, y - box.y) for x, y in area]
            pygame.draw.polygon(layer, (0, 0, 0, 0) if hole else colour, placed)
        if look.hatched:
            layer.blit(self._hatch(box), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        if shore is not None:
            layer.blit(shore, (-box.x, -box.y), special_flags=pygame.BLEND_RGBA_MULT)
        onto.blit(layer, box, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _box(self, areas: Sequence[Sequence[Vec]]) -> pygame.Rect:
        """The part of the sheet that areas lie in; a layer as large as the sheet takes a dozen megabytes."""
        across, down = ([point[axis] for area in areas for point in area] or [0] for axis in (0, 1))
        left, top = math.floor(min(across)), math.floor(min(down))
        box = pygame.Rect(left, top, math.ceil(max(across)) + 2 - left, math.ceil(max(down)) + 2 - top)
        return box.clip((0, 0, *self._fine))

    def _hatch(self, box: pygame.Rect) -> pygame.Surface:
        """Slanted lines over a part of the sheet, white on nothing."""
        step = max(6, round(2 * DASH * self.war.pixel * self.scale * FINE))
        sheet, (wide, tall) = blank(box.size), self._fine
        for x in range(-tall, wide, step * 3 // 2):
            ends = (x - box.x, tall - box.y), (x + tall - box.x, -box.y)
            pygame.draw.line(sheet, (255, 255, 255, 255), *ends, max(2, step // 3))
        return sheet

    def _lines(self, onto: pygame.Surface, item: Shape, look: Look) -> None:
        wide = max(1.0, item.wide * self.scale * FINE)
        clear = look.line_cover < 1
        layer = blank(self._fine) if clear else onto
        colour = shade(rgb(look.line), round(255 * look.line_cover))
        dash = DASH * self.war.pixel * self.scale * FINE
        for line in item.lines:
            points = self._points(smoothed(line) if item.smooth else line)
            points += points[:1] if item.closed else []
            for piece in broken(points, dash, dash) if look.dashed else [points]:
                stroke(layer, piece, wide, colour)
        if clear:
            onto.blit(layer, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _rings(self, onto: pygame.Surface, item: Rings, look: Look) -> None:
        scale = self.scale * FINE
        wide, tall = max(2, round(item.across * scale)), max(2, round(item.high * scale))
        for x, y in self._points(item.centres):
            place = pygame.Rect(round(x) - wide, round(y) - tall, 2 * wide, 2 * tall)
            if look.fill:
                pygame.draw.ellipse(onto, look.fill, place)
            pygame.draw.ellipse(onto, look.line, place, max(1, round(item.wide * scale)))

    # -- names -----------------------------------------------------------------------------------------

    def _names(self, picture: pygame.Surface) -> None:
        for label in self.war.labels():
            x, y = self.at(label.at)
            if not picture.get_rect().collidepoint(x, y):
                continue
            size = max(LEAST_LETTERS, round(label.size * self.scale))
            word = self._words.word(label.text, size, INK, halo=HALO)
            place = word.get_rect(midbottom=(x, y + size // 3)).clamp(picture.get_rect())
            picture.blit(word, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def rgb(colour: str) -> Colour:
    """ "#c9dbe6" as numbers."""
    found = pygame.Color(colour)
    return found.r, found.g, found.b


def _turned(area: Sequence[Vec]) -> float:
    """Twice the area of a polygon, negative if it runs the other way round."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(area, [*area[1:], area[0]], strict=True))
