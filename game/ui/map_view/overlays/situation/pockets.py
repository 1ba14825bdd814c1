"""Pockets: ground and units of a side that nothing joins to its supply any more, as far as the other may know."""

from __future__ import annotations

from collections.abc import Mapping

from ecs import Game, Side
from ecs.core.view import View
from game.play.atlas.pockets import cut_off
from game.ui.map_view.overlays.declaration import Brush
from game.ui.map_view.overlays.hex_markers import Blit

Pockets = Mapping[Side, frozenset[int]]
"""Board indices of the pockets of each side."""


def pockets_of(game: Game, view: View) -> Pockets:
    """The pockets of both sides; of a side that hides units on the map from us, none: where its supply runs would tell
    of them."""
    sides = [view.side] if game.concealed(view.side).units else list(Side)
    return {side: found for side in sides if (found := cut_off(game, view, side))}


def paint_pockets(brush: Brush, pockets: Pockets) -> list[Blit]:
    """Hatched in the colour of who is cut off, with a line round it."""
    blits: list[Blit] = []
    for side, hexes in pockets.items():
        blits += brush.stamps.area(f"pocket_{side.value}", hexes, brush.level, brush.at)
        blits += brush.stamps.area(f"pocket_rim_{side.value}", hexes, brush.level, brush.at)
    return blits
