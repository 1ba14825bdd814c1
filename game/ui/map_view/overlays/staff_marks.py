"""The advice of the staff on the map.  The next order boldly, what is to follow in thin lines."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.board.board import Board
from game.packs.loader import SpritePack
from game.ui.map_view.camera import Camera
from game.ui.map_view.counters.stack_layout import middle
from game.ui.map_view.overlays.arrows import Arrows
from game.ui.map_view.overlays.hex_markers import Blit, Spots, Stamps
from game.ui.map_view.view_state import StaffMark

STYLE, ATTACK = "command", "target"


def staff_blits(
    marks: Sequence[StaffMark],
    board: Board,
    pack: SpritePack,
    stamps: Stamps,
    arrows: Arrows,
    camera: Camera,
    at: Spots,
) -> list[Blit]:
    """Arrows for marches and attacks, rings for anything else that has a place; the next order lies on top."""
    blits: list[Blit] = []
    for mark in reversed(marks):
        if mark.next or mark.kind == "place":
            ring = stamps.stamp(STYLE, camera.level, inset=0 if mark.next else 4)
            blits.append(stamps.placed(ring, at[mark.way[-1]]))
        if len(mark.way) > 1:
            blits.append(_arrow(mark, board, pack, arrows, camera))
    return blits


def _arrow(mark: StaffMark, board: Board, pack: SpritePack, arrows: Arrows, camera: Camera) -> Blit:
    start, end = middle(board, mark.way[0]), middle(board, mark.way[-1])
    if mark.kind == "attack":
        alpha = 255 if mark.next else 120
        picture, (dx, dy) = arrows.attack(start, end, pack.overlay(ATTACK), camera.level, 1, alpha)
    elif mark.next:
        points = [board.centre(index) for index in mark.way]
        start = points[0]
        picture, (dx, dy) = arrows.path(points, pack.overlay(STYLE), camera.level)
    else:
        picture, (dx, dy) = arrows.flight(start, end, pack.overlay(STYLE), camera.level)
    return picture, camera.to_screen(start[0] + dx, start[1] + dy)
