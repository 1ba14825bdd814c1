"""The whole theatre in a corner: ground, units, and the part in view."""

from __future__ import annotations

import pygame

from ecs import Side
from ecs.core.view import View
from game.packs.picture_store import Store
from game.ui.map_view.board_view import BoardView
from game.ui.map_view.smooth_shapes import FINE, Colour, blank, shade

WHITE: Colour = (255, 255, 255)
MANY = 24
"""More objectives than this are drawn smaller."""
LARGE = 8
"""Pixels of a counter in a picture that is made smaller yet."""
PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED


class Minimap:
    """A small map of the table's board; `jump` takes the camera to a spot on it."""

    def __init__(self, table: BoardView) -> None:
        self.table = table
        self.forget()

    def forget(self) -> None:
        """Paint everything again, with the table's new pictures."""
        self._grounds: Store[tuple[str, tuple[int, int]]] = Store()
        self._dots: Store[tuple[Side, int]] = Store()

    def area(self, rect: pygame.Rect) -> pygame.Rect:
        """The part of a rectangle that the map fills, its shape kept."""
        board = self.table.board
        scale = min(rect.w / board.width, rect.h / board.height)
        area = pygame.Rect(0, 0, max(1, round(board.width * scale)), max(1, round(board.height * scale)))
        area.center = rect.center
        return area

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw into a rectangle: ground, objectives, counters by side (square or round), and the view."""
        area, table = self.area(rect), self.table
        surface.blit(self._ground(area.size), area)
        if table.view:
            surface.fblits(self._objectives(table.view, area) + self._units(table.view, area), PREMULTIPLIED)
        self._window(surface, area)
        pygame.draw.rect(surface, table.pack.colour("shadow"), area, 1)

    def picture(self, size: tuple[int, int], counters: bool) -> pygame.Surface:
        """The map by itself, no larger than this.

        :param counters: show who stands where, as far as the table shows it.
        """
        area = self.area(pygame.Rect((0, 0), size))
        area.topleft = (0, 0)
        found = pygame.Surface(area.size)
        found.blit(self._ground(area.size), area)
        if counters and self.table.view:
            found.fblits(self._units(self.table.view, area, LARGE), PREMULTIPLIED)
        return found

    def _ground(self, size: tuple[int, int]) -> pygame.Surface:
        table, weather = self.table, self.table.weather
        return self._grounds.get(
            (weather, size), lambda: pygame.transform.smoothscale(table.terrain.overview(weather), size)
        )

    def jump(self, rect: pygame.Rect, pos: tuple[int, int]) -> bool:
        """Centre the map on a spot clicked in the minimap; False if the click was beside it."""
        area = self.area(rect)
        if not area.collidepoint(pos):
            return False
        board = self.table.board
        self.table.camera.centre_on((pos[0] - area.x) * board.width / area.w, (pos[1] - area.y) * board.height / area.h)
        return True

    def _spot(self, index: int, area: pygame.Rect, picture: pygame.Surface) -> tuple[int, int]:
        board = self.table.board
        x, y = board.centre(index)
        return (
            area.x + round(x * area.w / board.width) - picture.get_width() // 2,
            area.y + round(y * area.h / board.height) - picture.get_height() // 2,
        )

    def _units(self, view: View, area: pygame.Rect, least: int = 4) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        held = sorted({(u.hex, u.side) for u in view.units if u.hex >= 0 and u.symbol != "factory"})
        hex_width = self.table.board.layout.tile_w * area.w / self.table.board.width
        size = max(least, round(min(area.w / 32, hex_width * 1.25)))
        return [(dot, self._spot(index, area, dot)) for index, side in held for dot in (self.dot(side, size),)]

    def _objectives(self, view: View, area: pygame.Rect) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        least = 9 if len(view.score) <= MANY else 6
        star = self.table.pack.surface("icons/victory", max(least, round(area.w / (20 if least > 6 else 45))))
        star = star.premul_alpha()
        hexes = [self.table.board.by_label.get(label) for line in view.score for label in line.hexes]
        return [(star, self._spot(index, area, star)) for index in hexes if index is not None]

    def dot(self, side: Side, size: int) -> pygame.Surface:
        """A rimmed mark for a side: the Axis square, the Soviets round."""
        return self._dots.get((side, size), lambda: _dot(side, size, self.table.pack.colour(side.value)))

    def _window(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        board, seen = self.table.board, self.table.camera.visible()
        across, down = area.w / board.width, area.h / board.height
        window = pygame.Rect(
            area.x + round(seen.x * across), area.y + round(seen.y * down), round(seen.w * across), round(seen.h * down)
        ).clip(area)
        pygame.draw.rect(surface, self.table.pack.colour("shadow"), window.inflate(2, 2), 4)
        pygame.draw.rect(surface, WHITE, window, 2)


def _dot(side: Side, size: int, colour: Colour) -> pygame.Surface:
    big = blank((size * FINE, size * FINE))
    for rect, ink in ((big.get_rect(), WHITE), (big.get_rect().inflate(-2 * FINE, -2 * FINE), colour)):
        if side is Side.AXIS:
            big.fill(shade(ink), rect)
        else:
            pygame.draw.ellipse(big, shade(ink), rect)
    return pygame.transform.smoothscale(big, (size, size))
