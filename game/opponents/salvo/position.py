"""The table from one seat: who stands where, what matters, how far it is."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache

from ecs import Board, Side, View
from ecs.core.view import UnitView
from game.opponents.shared.place_names import place_name

CLOSED = ("impassable", "supply_only")
PLACE_WORTH = {"victory": 3.0, "major": 2.0, "town": 0.6}
POINT_WORTH = 10.0
HOME_CITY_WORTH = 25.0
FAR = 99


@lru_cache(maxsize=4)
def roads(board: Board) -> tuple[tuple[int, ...], ...]:
    """Neighbours that can be walked to: no sea between."""
    return tuple(
        tuple(j for j in row if not board.kinds(i, j).intersection(CLOSED)) for i, row in enumerate(board.neighbours)
    )


@lru_cache(maxsize=1024)
def steps_to(board: Board, goal: int) -> list[int]:
    """Steps from every hex to one: the same all through the war."""
    return distances(roads(board), [goal])


def distances(
    net: tuple[tuple[int, ...], ...],
    sources: Iterable[int],
    shut: Container[int] = frozenset(),
    walls: Container[int] = frozenset(),
) -> list[int]:
    """Steps from the nearest source to every hex; ``FAR`` where there is no way.

    :param shut: hexes that cannot be entered.
    :param walls: hexes that can be entered but not left again.
    """
    out = [FAR] * len(net)
    queue = sorted(set(sources))
    for h in queue:
        out[h] = 0
    for h in queue:
        if h in walls and out[h]:
            continue
        step = out[h] + 1
        for j in net[h]:
            if out[j] == FAR and j not in shut:
                out[j] = step
                queue.append(j)
    return out


def nearer_than(
    net: tuple[tuple[int, ...], ...], start: int, most: float, walls: Container[int]
) -> list[tuple[int, int]]:
    """(hex, steps) of all hexes nearer than ``most`` to one, the nearest first; see :func:`distances` for walls."""
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


class Position:
    """A view, sorted by hex.  Equal views give equal readings, whatever order hidden counters come in."""

    def __init__(self, view: View) -> None:
        self.view, self.side, self.board = view, view.side, view.board
        self.net = roads(view.board)
        units = sorted((u for u in view.units if is_fighter(u)), key=lambda u: (u.hex, u.id))
        self.mine = [u for u in units if u.side is view.side]
        self.foes = [u for u in units if u.side is not view.side]
        self.mine_at = _by_hex(self.mine)
        self.foes_at = _by_hex(self.foes)
        self.by_id = {u.id: u for u in units}
        self.works = [u for u in view.units if u.hex >= 0 and u.size == "none"]
        self.worth = _worth(view)

    def holder(self, index: int) -> Side | None:
        """Who controls a hex."""
        return self.view.control[index]

    def is_mine(self, index: int) -> bool:
        """Does this side control the hex?"""
        return self.view.control[index] is self.side

    def label(self, index: int) -> str:
        """The printed label."""
        return self.board.hexes[index].label

    def name(self, index: int) -> str:
        """What a hex is called by: the place in it, or the one nearest to it."""
        return place_name(self.board, index)

    def goals(self) -> list[int]:
        """Enemy places worth taking, best first."""
        theirs = [h for h, w in self.worth.items() if not self.is_mine(h) and w >= 1]
        return sorted(theirs, key=lambda h: (-self.worth[h], h))


def _by_hex(units: list[UnitView]) -> dict[int, list[UnitView]]:
    out: dict[int, list[UnitView]] = {}
    for unit in units:
        out.setdefault(unit.hex, []).append(unit)
    return out


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
