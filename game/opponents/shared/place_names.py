"""The names a staff gives to hexes.  By the place in it, else by the place nearest to it: never by its number."""

from __future__ import annotations

from functools import lru_cache

from ecs import Board


@lru_cache(maxsize=8192)
def nearest_place(board: Board, index: int) -> tuple[str, int]:
    """The named place nearest to a hex, and how many hexes away it is; ("", 0) on a map without names."""
    named = [spot for spot in board.hexes if spot.name]
    best = min(named, key=lambda spot: (board.distance(index, spot.index), spot.index), default=None)
    return (best.name, board.distance(index, best.index)) if best is not None else ("", 0)


def place_name(board: Board, index: int) -> str:
    """ "Minsk", "the hex near Minsk"; the label only on a map without names."""
    name, away = nearest_place(board, index)
    return (f"the hex near {name}" if away else name) if name else board.hexes[index].label
