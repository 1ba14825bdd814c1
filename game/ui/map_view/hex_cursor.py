"""The hex that comes next when the hex cursor is moved by keyboard."""

from __future__ import annotations

from collections.abc import Callable

from ecs.board.board import Board

POINTY_KEYS = {"9": 0, "6": 1, "3": 2, "1": 3, "4": 4, "7": 5}
FLAT_KEYS = {"8": 0, "9": 1, "3": 2, "2": 3, "1": 4, "7": 5}
FARTHEST = 200


def directions(board: Board) -> dict[str, int]:
    """Digits of the number pad to sides of a hex, as they lie on this board."""
    return POINTY_KEYS if board.layout.orientation == "pointy" else FLAT_KEYS


def step(board: Board, index: int, key: str) -> int:
    """The next hex in a direction, across water if need be; the same hex at the edge or for another key."""
    side = directions(board).get(key)
    if side is None:
        return index
    place = (board.hexes[index].col, board.hexes[index].row)
    for _ in range(FARTHEST):
        place = board.layout.neighbours(*place)[side]
        if place in board.by_offset:
            return board.by_offset[place]
    return index


def leap(board: Board, index: int, key: str, mark: Callable[[int], object]) -> int:
    """The first hex in a direction whose `mark` (terrain, who stands there) differs; else the last one."""
    here, start = index, mark(index)
    for _ in range(FARTHEST):
        following = step(board, here, key)
        if following == here or mark(following) != start:
            return following
        here = following
    return here


def first(board: Board, x: float, y: float) -> int:
    """The hex nearest to a map pixel, to begin with."""
    return min(range(len(board.hexes)), key=lambda i: (_apart(board, i, x, y), i))


def _apart(board: Board, index: int, x: float, y: float) -> float:
    cx, cy = board.centre(index)
    return (cx - x) ** 2 + (cy - y) ** 2
