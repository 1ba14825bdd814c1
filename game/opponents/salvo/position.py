"""The table from one seat: who stands where, what matters, how far it is."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache

from ecs import Board, View
from ecs.core.view import UnitView
from game.opponents.shared.map_analysis import Net, spread
from game.opponents.shared.reading import Reading

CLOSED = ("impassable", "supply_only")
PLACE_WORTH = {"victory": 3.0, "major": 2.0, "town": 0.6}
POINT_WORTH = 10.0
HOME_CITY_WORTH = 25.0


@lru_cache(maxsize=4)
def roads(board: Board) -> Net:
    """Neighbours that can be walked to: no sea between."""
    return tuple(
        tuple(j for j in row if not board.kinds(i, j).intersection(CLOSED)) for i, row in enumerate(board.neighbours)
    )


@lru_cache(maxsize=1024)
def steps_to(board: Board, goal: int) -> list[int]:
    """Steps from every hex to one: the same all through the war."""
    return spread(roads(board), [goal])


def nearer_than(net: Net, start: int, most: float, walls: Container[int]) -> list[tuple[int, int]]:
    """(hex, steps) of all hexes nearer than ``most`` to one, the nearest first.

    :param walls: hexes that can be entered but not left again.
    """
    seen, out = {start}, [(start, 0)]
    for h, way in out:
        if (h in walls and way) or way + 1 >= most:
            continue
        for j in net[h]:
            if j not in seen:
                seen.add(j)
                out.append((j, way + 1))
    return out


def cost(unit: UnitView) -> int:
    """What a unit is worth, in factors."""
    return max(unit.attack, unit.defence, unit.hits, 1) if unit.symbol != "unknown" else 1


def is_fighter(unit: UnitView) -> bool:
    """A unit on the map that fights: no factory."""
    return unit.hex >= 0 and unit.size != "none"


class Position(Reading):
    """A view, sorted by hex, and what its places are worth."""

    def __init__(self, view: View) -> None:
        super().__init__(view, is_fighter)
        self.net = roads(view.board)
        self.by_id = {u.id: u for u in (*self.mine, *self.foes)}
        self.worth = _worth(view)

    def is_mine(self, index: int) -> bool:
        """Does this side control the hex?"""
        return self.view.control[index] is self.side

    def goals(self) -> list[int]:
        """Enemy places worth taking, best first."""
        theirs = [h for h, w in self.worth.items() if not self.is_mine(h) and w >= 1]
        return sorted(theirs, key=lambda h: (-self.worth[h], h))


def _worth(view: View) -> dict[int, float]:
    """Worth of every place: victory points first, then cities, centres, factories and home cities."""
    board = view.board
    out = {h.index: PLACE_WORTH[h.place] for h in board.hexes if h.place in PLACE_WORTH}
    for line in view.score:
        for name in line.hexes:
            index = board.by_label[name]
            out[index] = out.get(index, 0.0) + POINT_WORTH * line.points / len(line.hexes)
    scored = {board.by_label[name] for line in view.score for name in line.hexes}
    for h in board.hexes:
        if "irc" in h.traits:
            out[h.index] = out.get(h.index, 0.0) + 2.0
        if h.place in ("victory", "major") and h.index in scored and any(t.startswith("edge_") for t in h.traits):
            out[h.index] += HOME_CITY_WORTH
    return out


def strength(units: Iterable[UnitView]) -> int:
    """Attack factors of the units that can fire."""
    return sum(u.attack for u in units if not u.disrupted)


def guard(units: Iterable[UnitView]) -> int:
    """Defence factors of the units that can fire."""
    return sum(u.defence for u in units if not u.disrupted)


def bulk(units: Iterable[UnitView]) -> int:
    """Hits it takes to kill them all in one round."""
    return sum(1 if u.disrupted else u.hits + 1 for u in units)
