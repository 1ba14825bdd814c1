"""The front line: the hexsides between ground of the one side and ground of the other, in the colours of both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ecs import Game, Side
from ecs.board.board import Board
from ecs.core.view import View
from game.play.atlas.outlines import cut_off
from game.ui.map_view.overlays.declaration import Brush
from game.ui.map_view.overlays.hex_markers import FRONTS, INSET, Blit

FAR = 0.5
"""Below this zoom the line is drawn broader."""
POSITIONS = 8

Front = dict[int, tuple[Side, tuple[int, ...]]]
"""By board index of a hex at the front: who holds it, and its neighbours of the other side."""


def front_of(view: View) -> Front:
    """The hexes at the front, by what the side that looks on knows of who holds what."""
    return _between(view.board, view.control)


@lru_cache(maxsize=POSITIONS)
def _between(board: Board, control: tuple[Side | None, ...]) -> Front:
    found: Front = {}
    for index, holder in enumerate(control):
        if holder is not None:
            beyond = tuple(j for j in board.neighbours[index] if control[j] is holder.other)
            if beyond:
                found[index] = holder, beyond
    return found


def paint_front(brush: Brush, front: Front) -> list[Blit]:
    """A line along both banks of the hexsides, each in the colour of who holds it."""
    stamps, blits = brush.stamps, []
    look = "far" if brush.zoom < FAR else "front"
    bank = FRONTS[f"{look}_axis"][1] / 2
    inset = bank / (INSET * brush.board.layout.tile_w)
    for index in brush.at.seen(front):
        holder, beyond = front[index]
        sides = sum(stamps.facing(index, other) for other in beyond)
        blits.append(
            stamps.placed(stamps.stamp(f"{look}_{holder.value}", brush.level, sides, inset=inset), brush.at[index])
        )
    return blits


# -- Pockets: ground and units of a side that nothing joins to its supply any more, as far as the other may know. ----

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
