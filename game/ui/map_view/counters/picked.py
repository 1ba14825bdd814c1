"""The picked counters. Lifted off their piles, larger than the others and in a bright frame."""

from __future__ import annotations

from collections.abc import Collection

import pygame

from game.packs.manifest import OverlayStyle
from game.ui.map_view.counters.counter_faces import Counters, look_of
from game.ui.map_view.counters.stack_layout import Pile
from game.ui.map_view.drawing.smooth_shapes import shade

LARGER = 1.2
LIFT = 0.1
"""How far a picked counter is lifted, in counter sides."""
LEGIBLE = 24
"""A picked counter is at least so many pixels large, however far away the map is."""
PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED


def picked_of(pile: Pile, picked: Collection[str], moving: Collection[str]) -> list[str]:
    """The picked counters of a pile that lie still, the uppermost last."""
    return [u.id for u in reversed(pile.units) if u.id in picked and u.id not in moving]


def draw_picked(
    surface: pygame.Surface, counters: Counters, pile: Pile, names: list[str], at: tuple[int, int], size: int
) -> None:
    """The picked counters of a pile centred at a screen pixel; those under the uppermost one peep out behind it."""
    large, style = max(LEGIBLE, round(size * LARGER)), counters.pack.overlay("selection")
    step = max(4, large // 7)
    shown = [u for name in names[-3:] for u in pile.units if u.id == name]
    for place, unit in enumerate(shown):
        away = (len(shown) - 1 - place) * step
        rect = pygame.Rect(0, 0, large, large)
        rect.center = (at[0] + away, at[1] - round(size * LIFT) - away)
        framed(surface, rect, style)
        surface.blit(
            counters.picture(look_of(unit, fresh=True), large),
            (rect.x - counters.pad(large), rect.y - counters.pad(large)),
            special_flags=PREMULTIPLIED,
        )


def framed(surface: pygame.Surface, rect: pygame.Rect, style: OverlayStyle) -> None:
    """A bright tray with a dark rim and a shadow, a little larger than the counter that is laid on it."""
    wide = max(3, rect.w // 11)
    tray = rect.inflate(2 * wide, 2 * wide)
    shadow = pygame.Surface(tray.inflate(8, 8).size, pygame.SRCALPHA)
    pygame.draw.rect(shadow, shade((0, 0, 0), 90), shadow.get_rect(), border_radius=wide + 4)
    surface.blit(shadow, (tray.x - 1, tray.y), special_flags=PREMULTIPLIED)
    pygame.draw.rect(surface, style.casing, tray.inflate(3, 3), border_radius=wide + 1)
    pygame.draw.rect(surface, style.colour, tray, border_radius=wide)
