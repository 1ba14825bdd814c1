"""Where the map is shown: a first look at the front, and a hex with its surroundings."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

from pygame import Rect

from ecs import Side
from ecs.core.view import View
from game.ui.map_view.board_view import BoardView
from game.ui.widgets.style.theme import display_scale

READABLE, NEAREST = 0.85, 1.2  # the zoom from which counters show their names; the most a first look takes


def show_front(table: BoardView, view: View) -> None:
    """Show the front large enough to read; the whole map if that is large enough, or if no units stand on it.

    If a question is open, its hex is in view.
    """
    camera, board = table.camera, table.board
    camera.fit()
    front = _front(table, view)
    if not front or camera.zoom >= READABLE * display_scale(camera.view.size):
        return
    larger = display_scale(camera.view.size)
    camera.zoom_to(larger * min(NEAREST, max(READABLE, camera.clear.width / board.width / larger)))
    _centre(table, front)
    if view.decision is not None and view.decision.hex >= 0:
        bring_in(table, view.decision.hex)


def look_at_front(table: BoardView, view: View, zoom: float) -> None:
    """Show the front at a zoom, with the land before it."""
    table.camera.zoom_to(zoom)
    _centre(table, _front(table, view) or [0])


def _front(table: BoardView, view: View) -> list[int]:
    """Hexes of one side next to the other; all occupied hexes if there are none."""
    held = [{u.hex for u in view.units if u.hex >= 0 and u.side is side} for side in Side]
    front = [i for i in held[0] if held[1].intersection(table.board.neighbours[i])]
    return front or sorted(held[0] | held[1])


def _centre(table: BoardView, front: list[int]) -> None:
    camera, board = table.camera, table.board
    points = [board.centre(i) for i in front]
    x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    wide, high = camera.clear.width / camera.zoom / 2, camera.clear.height / camera.zoom / 2
    camera.centre_on(_inside(x + wide / 3, board.width, wide), _inside(y, board.height, high))


def go_nearer(table: BoardView, pos: tuple[int, int]) -> bool:
    """Show the units that a symbol of the campaign map at a screen pixel stands for, large enough to read; False if
    there is none."""
    camera, view = table.camera, table.view
    found = table.campaign.at(camera, view, table.settings.text_scale, pos) if table.far and view else None
    if found is None:
        return False
    camera.zoom_to(READABLE * display_scale(camera.view.size))
    camera.centre_on(*found.home)
    return True


def bring_in(table: BoardView, index: int, *covered: Rect) -> None:
    """Show a hex with its surroundings, moving the map, or past its edge, only if necessary.

    :param covered: parts of the map that something lies on, the small map for one.
    """
    camera, board = table.camera, table.board
    margin = min(round(board.layout.tile_h * camera.zoom * 1.1), min(camera.clear.size) // 3)

    def seen() -> bool:
        lies = table.to_screen(index)
        free = not any(box.width and box.inflate(2 * margin, 2 * margin).collidepoint(lies) for box in covered)
        return free and camera.shows(*board.centre(index), margin)

    if seen():
        return
    (x, y), wide, high = board.centre(index), camera.clear.width / camera.zoom, camera.clear.height / camera.zoom
    around = (margin + 2) / camera.zoom
    inside = (_inside(x, board.width, wide / 2), _inside(y, board.height, high / 2))
    camera.centre_on(_within(x, inside[0], wide / 2 - around), _within(y, inside[1], high / 2 - around))
    if not seen():
        table.centre_on(index)


def out_of_sight(table: BoardView, hexes: Iterable[int]) -> int:
    """Of some hexes none of which is in view, the one nearest to the middle of it; else -1."""
    camera, board, found = table.camera, table.board, sorted(hexes)
    if any(camera.shows(*board.centre(index)) for index in found):
        return -1
    return min(found, key=lambda i: dist(board.centre(i), (camera.x, camera.y)), default=-1)


def _within(at: float, wished: float, reach: float) -> float:
    """The wished place, or the nearest to it within this distance."""
    return min(max(wished, at - reach), at + reach)


def _inside(middle: float, length: float, half: float) -> float:
    """The middle of a view that shows no paper beyond the map, if the map is large enough."""
    return min(max(middle, half), length - half) if length > 2 * half else length / 2
