"""Pockets: ground and units of a side that nothing joins to its supply any more, as far as the other may know."""

from __future__ import annotations

from collections.abc import Mapping

from ecs import Game, Side
from ecs.core.view import View
from game.ui.map_view.overlays.declaration import Brush
from game.ui.map_view.overlays.hex_markers import Blit

FACTORY = "factory"

Pockets = Mapping[Side, frozenset[int]]
"""Board indices of the pockets of each side."""


def pockets_of(game: Game, view: View) -> Pockets:
    """The pockets of both sides; of a side that hides units on the map from us, none: where its supply runs would tell
    of them."""
    sides = [view.side] if game.concealed(view.side).units else list(Side)
    return {side: found for side in sides if (found := _cut_off(game, view, side))}


def _cut_off(game: Game, view: View, side: Side) -> frozenset[int]:
    """Ground of a side that hangs together, past no enemy zone that nobody of its own covers, with units on it and with
    no hex that is supplied."""
    own = {u.hex for u in view.units if u.side is side and u.hex >= 0}
    men = {u.hex for u in view.units if u.side is side and u.hex >= 0 and u.symbol != FACTORY}
    foes = {u.hex for u in view.units if u.side is side.other and u.hex >= 0 and u.symbol != FACTORY}
    held = {i for i, holder in enumerate(view.control) if holder is side} - foes | men
    barred, fed = game.zones(side.other).keys() - own, game.supply(side)
    found: set[int] = set()
    left = set(held)
    while left:
        ring = [left.pop()]
        for i in ring:
            near = [j for j in view.board.neighbours[i] if j in left and not (i in barred and j in barred)]
            left.difference_update(near)
            ring += near
        if men.intersection(ring) and fed.isdisjoint(ring):
            found.update(ring)
    return frozenset(found)


def paint_pockets(brush: Brush, pockets: Pockets) -> list[Blit]:
    """Hatched in the colour of who is cut off, with a line round it."""
    blits: list[Blit] = []
    for side, hexes in pockets.items():
        blits += brush.stamps.area(f"pocket_{side.value}", hexes, brush.level, brush.at)
        blits += brush.stamps.area(f"pocket_rim_{side.value}", hexes, brush.level, brush.at)
    return blits
