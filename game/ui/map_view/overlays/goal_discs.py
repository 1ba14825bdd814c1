"""Goals on the map: beside the name of each scoring place a disc in its holder's colour, with its points."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from ecs import Side
from ecs.core.view import View
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.play.great_events import is_capital
from game.ui.map_view.camera import Camera
from game.ui.map_view.map_text import font
from game.ui.map_view.smooth_shapes import FINE, Colour

CREAM: Colour = (251, 241, 220)
INK: Colour = (36, 31, 23)
GOLD: Colour = (227, 167, 47)
NOBODY: Colour = (120, 112, 96)
LEAST = 8
"""Pixels of the smallest radius."""

Key = tuple[Side | None, int, int, bool]


class GoalDiscs:
    """Draws the discs, in place of the star printed beside the name."""

    def __init__(self, pack: SpritePack) -> None:
        self.pack = pack
        self._pictures: Store[Key] = Store()
        self._goals: tuple[View | None, tuple[tuple[int, Side | None, int, bool], ...]] = (None, ())

    def draw(
        self, surface: pygame.Surface, camera: Camera, view: View, stars: Mapping[int, pygame.Rect], scale: float
    ) -> None:
        """Draw them on the ground, below the counters.

        :param stars: where the star of a hex lies on the enlarged map.
        """
        left, top = camera.origin
        blits = []
        for index, holder, points, deciding in self._found(view):
            star = stars.get(index)
            if star is None:
                continue
            radius = max(round(LEAST * scale), star.height // 2 + 2)
            x, y = star.right - radius - left + camera.view.x, star.centery - top + camera.view.y  # clear of the name
            if camera.view.inflate(4 * radius, 4 * radius).collidepoint(x, y):
                key = (holder, points, radius, deciding)
                picture = self._pictures.get(key, lambda: self._painted(*key))  # noqa: B023
                blits.append((picture, picture.get_rect(center=(x, y))))
        surface.fblits(blits)

    def _found(self, view: View) -> tuple[tuple[int, Side | None, int, bool], ...]:
        """Hex, holder, points and whether it decides the game, for each scoring place."""
        if self._goals[0] is not view:
            at = view.board.by_label
            lines = [line for line in view.score if line.points > 0 and line.hexes and line.hexes[0] in at]
            found = ((at[n.hexes[0]], n.holder, n.points, is_capital(n.name, n.points, view)) for n in lines)
            self._goals = view, tuple(found)
        return self._goals[1]

    def _painted(self, holder: Side | None, points: int, radius: int, deciding: bool) -> pygame.Surface:
        fill = NOBODY
        if holder is not None:
            red, green, blue = self.pack.colour(holder.value)[:3]
            fill = red, green, blue
        side = (2 * radius + 4) * FINE
        fine = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        middle, wide = (side // 2, side // 2), radius * FINE
        fine.fill((*INK, 0))
        pygame.draw.circle(fine, INK, middle, wide + FINE)
        pygame.draw.circle(fine, GOLD if deciding else CREAM, middle, wide)
        pygame.draw.circle(fine, fill, middle, wide - max(FINE, wide // 6))
        disc = pygame.transform.smoothscale(fine, (side // FINE, side // FINE))
        word = font("bold", max(8, round(radius * 1.3))).render(str(points), True, CREAM)
        disc.blit(word, word.get_rect(center=disc.get_rect().center))
        return disc
