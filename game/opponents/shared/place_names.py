"""The names a staff gives to hexes.  By the place in it, else by the place nearest to it: never by its number."""

from __future__ import annotations

from functools import lru_cache

from ecs import Board


@lru_cache(maxsize=8192)
def nearest_place(board: Board, index: int) -> tuple[str, int]:
    """The named place nearest to a hex, and how many hexes away it is; ("", 0) on a map without names."""
    away, _, name = min(((board.distance(index, h), h, name) for h, name in _named(board)), default=(0, 0, ""))
    return name, away


@lru_cache(maxsize=8)
def _named(board: Board) -> tuple[tuple[int, str], ...]:
    """Hexes with the names of the places in them."""
    return tuple((spot.index, spot.name) for spot in board.hexes if spot.name)


def place_name(board: Board, index: int) -> str:
    """ "Minsk", "the hex near Minsk"; the label only on a map without names."""
    name, away = nearest_place(board, index)
    return (f"the hex near {name}" if away else name) if name else board.hexes[index].label
