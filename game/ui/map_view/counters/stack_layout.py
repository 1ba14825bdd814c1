"""The places of counters in a hex, and which one is under the pointer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pygame

from ecs.board.board import Board
from ecs.core.view import UnitView
from game.packs.manifest import OverlayStyle
from game.ui.map_view.counters.counter_faces import CounterLook, Counters
from game.ui.map_view.smooth_shapes import shade

VISIBLE = 3
STEP = 0.085
"""How far a lower counter peeps out, in counter sides."""
RAISED = 0.055
RAISED_IN_SMALL = 0.09
"""How far above the middle of the hex a pile lies, in hex heights: its name stands below."""

FAN_GAP = 6
FAN_ROW = 5


def counter_size(board: Board, zoom: float) -> int:
    """Side of a counter in screen pixels: smaller in proportion where hexes are large and carry names."""
    across = min(board.layout.tile_w, board.layout.tile_h)
    return max(8, round(across * zoom * (0.56 if across >= 100 else 0.7)))


@dataclass(frozen=True, slots=True)
class Pile:
    """The counters of one hex, the top one first."""

    hex: int
    units: tuple[UnitView, ...]

    def shown(self) -> tuple[UnitView, ...]:
        """The visible ones in drawing order: the lowest first."""
        return tuple(reversed(self.units[:VISIBLE]))

    def spots(self, size: int) -> list[tuple[int, int]]:
        """Upper left corners of `shown`, from the middle of the pile, in screen pixels."""
        count, step = min(VISIBLE, len(self.units)), max(2, round(size * STEP))
        low = -size // 2 - (count - 1) * step // 2
        return [(low + (count - 1 - i) * step, -size // 2 - (count - 1 - i) * step) for i in range(count)]


def piles(units: Iterable[UnitView], tops: Sequence[str] = ()) -> dict[int, Pile]:
    """The piles on the map by hex, the strongest on top; over them those in `tops`, the last of these uppermost."""
    by_hex: dict[int, list[UnitView]] = {}
    for unit in units:
        if unit.hex >= 0:
            by_hex.setdefault(unit.hex, []).append(unit)
    rank = {unit_id: -i for i, unit_id in enumerate(tops, 1)}

    def order(unit: UnitView) -> tuple[int, int, int]:
        return rank.get(unit.id, 0), -unit.attack, -unit.defence

    return {h: Pile(h, tuple(sorted(group, key=order))) for h, group in sorted(by_hex.items())}


def middle(board: Board, index: int) -> tuple[float, float]:
    """The middle of a hex's pile, in map pixels."""
    x, y = board.centre(index)
    layout = board.layout
    return x, y - layout.tile_h * (RAISED if layout.tile_h >= 100 else RAISED_IN_SMALL)


def found(pile: Pile, at: tuple[int, int], size: int, x: int, y: int) -> str | None:
    """The counter of a pile centred at `at` at screen pixel x, y; None beside the pile."""
    for unit, (dx, dy) in reversed(list(zip(pile.shown(), pile.spots(size), strict=True))):
        if pygame.Rect(at[0] + dx, at[1] + dy, size, size).collidepoint(x, y):
            return unit.id
    return None


def fan_rects(
    units: Sequence[UnitView], at: tuple[int, int], size: int, view: pygame.Rect
) -> list[tuple[str, pygame.Rect]]:
    """Places of a fanned-out stack, in rows over the hex at `at`, kept inside the view."""
    columns = min(FAN_ROW, max(1, len(units)))
    rows = (len(units) + columns - 1) // columns
    pitch = size + FAN_GAP
    box = pygame.Rect(0, 0, columns * pitch + FAN_GAP, rows * pitch + FAN_GAP)
    box.center = at
    box.clamp_ip(view)
    left, top = box.x + FAN_GAP, box.y + FAN_GAP
    return [
        (unit.id, pygame.Rect(left + i % columns * pitch, top + i // columns * pitch, size, size))
        for i, unit in enumerate(units)
    ]


def raised(tops: Mapping[int, str]) -> tuple[str, ...]:
    """The units on top, from a record of the top unit by hex."""
    return tuple(tops[h] for h in sorted(tops))


# -- The picked counters. Lifted off their piles, larger than the others and in a bright frame. ----------------------

LARGER = 1.2
LIFT = 0.1
"""How far a picked counter is lifted, in counter sides."""
LEGIBLE = 24
"""A picked counter is at least that many pixels large, however far away the map is."""
PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED


def picked_of(pile: Pile, picked: Collection[str], moving: Collection[str]) -> list[str]:
    """The picked counters of a pile that lie still, the uppermost last."""
    return [u.id for u in reversed(pile.units) if u.id in picked and u.id not in moving]


def draw_picked(
    surface: pygame.Surface, counters: Counters, looks: Sequence[CounterLook], at: tuple[int, int], size: int
) -> None:
    """The picked counters of a pile centred at a screen pixel; those under the uppermost one peep out behind it."""
    large, style = max(LEGIBLE, round(size * LARGER)), counters.pack.overlay("selection")
    step = max(4, large // 7)
    for place, look in enumerate(looks):
        away = (len(looks) - 1 - place) * step
        rect = pygame.Rect(0, 0, large, large)
        rect.center = (at[0] + away, at[1] - round(size * LIFT) - away)
        framed(surface, rect, style)
        surface.blit(
            counters.picture(look._replace(done=False), large),
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
