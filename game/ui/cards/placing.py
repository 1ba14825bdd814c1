"""Where a card can lie on the map so as to cover as little as possible of its subject."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pygame import Rect

from game.ui.map_view import BoardView, TableState

NEVER = 1000
"""The weight of what is not to be covered at all."""
ASKED = 60
"""The weight of a hex that an open question may be answered with."""
HEX_AWAY = 4.0
Shunned = Sequence[tuple[Rect, int]]
"""What a card should not cover, and how much that would matter."""


def covered(box: Rect, shunned: Shunned) -> int:
    """How bad it would be for a card to lie there: the sum of the weights it touches."""
    return sum(weight for rect, weight in shunned if box.colliderect(rect))


def in_the_way(box: Rect, shunned: Shunned) -> bool:
    """Would a card there cover something that must stay visible?"""
    return any(weight >= NEVER and box.colliderect(rect) for rect, weight in shunned)


def best_place(places: Iterable[Rect], area: Rect, shunned: Shunned, near: Rect | None = None) -> Rect:
    """The first of the places, moved into the area, that covers least.

    :param near: the hex it should not lie far from: each hex of way counts as much as a few that are covered.
    """

    def worth(box: Rect) -> float:
        if near is None:
            return covered(box, shunned)
        away = _gap(box.left, box.right, near.left, near.right) / max(1, near.width)
        away += _gap(box.top, box.bottom, near.top, near.bottom) / max(1, near.height)
        return covered(box, shunned) + HEX_AWAY * away

    return min((place.clamp(area) for place in places), key=worth)


def _gap(first: int, last: int, begin: int, end: int) -> int:
    """The distance between two stretches of a line."""
    return max(0, first - end, begin - last)


def corners(wide: int, high: int, area: Rect) -> list[Rect]:
    """The corners of an area: lower left, lower right, upper left, upper right."""
    right, low = area.right - wide, area.bottom - high
    spots = ((area.x, low), (right, low), (area.x, area.y), (right, area.y))
    return [Rect(x, y, wide, high) for x, y in spots]


def beside(wide: int, high: int, middle: Rect, gap: int) -> list[Rect]:
    """Places round a card's subject: to its right, left, below, above."""
    x, y = middle.centerx - wide // 2, middle.centery - high // 2
    return [
        Rect(middle.right + gap, y, wide, high),
        Rect(middle.left - gap - wide, y, wide, high),
        Rect(x, middle.bottom + gap, wide, high),
        Rect(x, middle.top - gap - high, wide, high),
    ]


def aside(wide: int, high: int, panels: Iterable[Rect], level: Rect, area: Rect) -> list[Rect]:
    """Places left and right of panels: level with a card's subject, at the upper edge and at the lower."""
    heights = (level.centery - high // 2, area.y, area.bottom - high)
    return [Rect(x, y, wide, high) for box in panels for x in (box.left - wide, box.right) for y in heights]


def left_of(panels: Iterable[Rect], area: Rect, gap: int, least: int) -> Rect:
    """The part of an area left of some panels; the whole of it if that would be narrower than `least`."""
    end = min((box.left - gap for box in panels), default=area.right)
    return Rect(area.x, area.y, end - area.x, area.height) if end - area.x >= least else area


def hex_rect(table: BoardView, index: int) -> Rect:
    """The part of the screen that a hex fills."""
    layout, zoom = table.board.layout, table.camera.zoom
    box = Rect(0, 0, round(layout.tile_w * zoom), round(layout.tile_h * zoom))
    box.center = table.to_screen(index)
    return box


def asked_for(table: BoardView, state: TableState) -> list[tuple[Rect, int]]:
    """Hexes of an open question: its possible answers, and where the picked unit stands."""
    view = table.newest
    if view is None or view.decision is None:
        return []
    picked = {unit.hex for name in state.selection[:1] if (unit := view.unit(name)) is not None and unit.hex >= 0}
    return [
        (hex_rect(table, index).inflate(-6, -6), ASKED) for index in sorted({*picked, *state.reach, *state.choices})
    ]


def lit(table: BoardView, state: TableState) -> list[tuple[Rect, int]]:
    """Lit hexes: a click on one may come next."""
    return [(hex_rect(table, index), 1) for index in {*state.reach, *state.targets, *state.choices}]
