"""Stretches of the real map the tests fight on: found by what the rules see there, not by name."""

from __future__ import annotations

from functools import cache

from ecs.board.board import Board
from ecs.board.hexgrid import Axial
from ecs.board.map_loader import load_board
from ecs.core.files.scenarios import maps_root

WATER = frozenset({"river", "major_river", "volga", "lake", "strait", "impassable"})
N, NE, SE, _S, SW, NW = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


@cache
def board() -> Board:
    """The map of the East Front."""
    return load_board(maps_root() / "east_front_36km.tmx")


class Field:
    """Hexes round a centre, by their axial offset: ``field(0, 1)`` is the label of the hex south of it."""

    def __init__(self, centre: int) -> None:
        self.index = centre
        self.by_axial = {axial: i for i, axial in enumerate(board().axials)}

    def __call__(self, q: int = 0, r: int = 0) -> str:
        return board().hexes[self.at(q, r)].label

    def at(self, q: int, r: int) -> int:
        """The board index at an offset."""
        here = board().axials[self.index]
        return self.by_axial[Axial(here.q + q, here.r + r)]


def _is_dry(i: int) -> bool:
    return len(board().neighbours[i]) == 6 and not any(WATER & board().kinds(i, j) for j in board().neighbours[i])


def _near(i: int, reach: int) -> set[int]:
    """The hexes up to so many away, and the hex itself."""
    found = {i}
    for _ in range(reach):
        found.update(j for k in [*found] for j in board().neighbours[k])
    return found


def _is_bare(i: int) -> bool:
    spot = board().hexes[i]
    return not spot.place and not spot.traits - {"rail", "road"} and spot.nation == "SOV"


@cache
def plain(terrain: str = "clear", reach: int = 3) -> Field:
    """A bare hex of a kind, far from water, towns, marsh and mountains."""
    for spot in board().hexes:
        if spot.terrain != terrain or not _is_bare(spot.index) or not _is_dry(spot.index):
            continue
        around = _near(spot.index, reach) - {spot.index}
        good = all(_is_bare(j) and board().hexes[j].terrain not in ("marsh", "mountain") for j in around)
        if good and len(around) == 3 * reach * (reach + 1) and all(_is_dry(j) for j in around):
            return Field(spot.index)
    raise LookupError(f"no {terrain} hex in open country")


@cache
def first(terrain: str, place: str = "") -> Field:
    """The first Soviet hex of a kind, whatever lies round it."""
    for spot in board().hexes:
        fits = spot.terrain == terrain and spot.place == place and spot.nation == "SOV"
        if fits and not spot.traits - {"rail", "road", "port"} and len(board().neighbours[spot.index]) == 6:
            return Field(spot.index)
    raise LookupError(f"no {terrain} hex with {place or 'nothing'} in it")


@cache
def beside(kind: str, terrain: str = "clear") -> tuple[str, str]:
    """Labels of two plain hexes with a river of a kind, and nothing else, between them."""
    for side in board().hexsides:
        a, b = (board().hexes[i] for i in (side.a, side.b))
        if side.kinds & WATER != {kind}:
            continue
        if a.terrain == b.terrain == terrain and _is_bare(a.index) and _is_bare(b.index):
            return a.label, b.label
    raise LookupError(f"no {kind} between {terrain} hexes")


@cache
def level(reach: int = 2) -> Field:
    """The middle of clear Soviet ground without towns, fortified zones or water for some hexes round."""
    for spot in board().hexes:
        near = _near(spot.index, reach)
        if spot.nation != "SOV" or len(near) != 1 + 3 * reach * (reach + 1):
            continue
        sides = {kind for i in near for j in board().neighbours[i] if j in near for kind in board().kinds(i, j)}
        bare = all(board().hexes[i].terrain == "clear" and not board().hexes[i].place for i in near)
        if bare and not sides & WATER and not any("fortified_zone" in board().hexes[i].traits for i in near):
            return Field(spot.index)
    raise LookupError("no level ground")
