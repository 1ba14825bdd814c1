"""The table as one side sees it: who stands where, what matters, how far it is."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from math import exp

from ecs import Board, Side, View, per_board
from ecs.core.view import UnitView
from game.opponents.salvo_staff.figures import GROUND
from game.opponents.shared.map_analysis import Net, asked_once, flood, spread
from game.opponents.shared.position_reading import Reading

CLOSED = ("impassable", "supply_only")


@per_board
def roads(board: Board) -> Net:
    """Neighbours that can be reached on foot: no sea between."""
    return tuple(
        tuple(j for j in row if not board.kinds(i, j).intersection(CLOSED)) for i, row in enumerate(board.neighbours)
    )


@per_board
def steps_to(board: Board, goal: int) -> list[int]:
    """Steps from every hex to one: constant all through the war."""
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
    """Is it a unit on the map that fights, not a factory?"""
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
    out = {h.index: GROUND.places[h.place] for h in board.hexes if h.place in GROUND.places}
    for line in view.score:
        for name in line.hexes:
            index = board.by_label[name]
            out[index] = out.get(index, 0.0) + GROUND.point * line.points / len(line.hexes)
    scored = {board.by_label[name] for line in view.score for name in line.hexes}
    for h in board.hexes:
        if "irc" in h.traits:
            out[h.index] = out.get(h.index, 0.0) + 2.0
        if h.place in ("victory", "major") and h.index in scored and any(t.startswith("edge_") for t in h.traits):
            out[h.index] += GROUND.home
    return out


def strength(units: Iterable[UnitView]) -> int:
    """Attack factors of the units that can fire."""
    return sum(u.attack for u in units if not u.disrupted)


def guard(units: Iterable[UnitView]) -> int:
    """Defence factors of the units that can fire."""
    return sum(u.defence for u in units if not u.disrupted)


def bulk(units: Iterable[UnitView]) -> int:
    """Hits needed to kill them all in one round."""
    return sum(1 if u.disrupted else u.hits + 1 for u in units)


# -- What presses on each hex: the enemy's reach, one's own, and where supply would run if units stood elsewhere. ----

ROUNDS = 2


def speed(unit: UnitView) -> int:
    """Distance in hexes at which a unit can strike next turn: a move and the hex beside it."""
    return 3 if "panzer" in unit.traits else 2


def pressure(
    now: Position, units: Iterable[UnitView], patiences: Sequence[float], walls: Container[int] = frozenset()
) -> list[list[float]]:
    """Attack factors that can fall on every hex: all within a turn's march, fading beyond.

    :param patiences: each for a map of its own.
    :param walls: hexes where a march ends, because the other side stands there.
    """
    weights: dict[tuple[int, int], float] = {}
    tired = GROUND.tired if now.view.decision is None else GROUND.laid_low
    for unit in units:
        weight = unit.attack * (tired if unit.disrupted else 1.0) * (1.0 if unit.supplied else GROUND.unfed)
        if unit.symbol == "unknown":
            weight = GROUND.unknown
        if weight:
            key = (unit.hex, speed(unit))
            weights[key] = weights.get(key, 0.0) + weight
    maps = [[0.0] * len(now.net) for _ in patiences]
    for (start, limit), weight in sorted(weights.items()):
        ways = nearer_than(now.net, start, limit + max(patiences), walls)
        for out, patience in zip(maps, patiences, strict=True):
            for h, d in ways:
                if d < limit + patience:
                    out[h] += weight * min(1.0, 1.0 - (d - limit) / patience)
    return [[min(GROUND.most_threat, v) for v in out] for out in maps]


def hold(bulk_there: float, threat: float) -> float:
    """How likely a garrison holds, from 0 to nearly 1: a smooth guess, for comparing places."""
    return 1.0 - exp(-GROUND.hold * bulk_there / threat) if threat > GROUND.quiet else 1.0


def survival(hits: float, threat: float) -> float:
    """How likely units that can take so many hits survive the fire of so many factors, from 0 to 1.

    Half of the factors hit, in each of two rounds: at as many factors as hits the chance is even.
    """
    if threat <= GROUND.quiet:
        return 1.0
    ratio: float = (hits / threat) ** GROUND.steep
    return ratio / (1.0 + ratio)


def place_bonus(board: Board, index: int) -> float:
    """How much ground and place help a defence, in hits."""
    spot = board.hexes[index]
    rough = GROUND.rough.get(spot.terrain, GROUND.other)
    if spot.place == "victory" or "fortress" in spot.traits:
        return rough + GROUND.fortress
    return rough + (GROUND.major if spot.place == "major" else 0.0)


def stand(now: Position, index: int, units: Iterable[UnitView]) -> float:
    """What a garrison can take in two rounds; an empty place only has its walls."""
    there = list(units)
    return endurance(there) + place_bonus(now.board, index) * (1.0 if there else GROUND.empty)


def endurance(units: Iterable[UnitView]) -> int:
    """Hits that kill units standing together, half of them in each of two rounds.

    A unit takes what its hits say and is out of order then; the next hit kills it.  So a lone one of any size dies
    of one hit in each round, while in company the fresh take them for the tired.
    """
    units = list(units)
    fresh = sorted((u.hits for u in units if not u.disrupted), reverse=True)
    return _endurance(tuple(fresh), sum(1 for u in units if u.disrupted))


@lru_cache(maxsize=4096)
def _endurance(fresh: tuple[int, ...], tired: int) -> int:
    if not fresh and not tired:
        return 0
    each = 1
    while _is_left(fresh, tired, each):
        each += 1
    return ROUNDS * each


def _is_left(fresh: tuple[int, ...], tired: int, each: int) -> bool:
    """Does any unit survive two rounds of so many hits?"""
    whole = list(fresh)
    for _ in range(ROUNDS):
        left = each
        while whole and whole[0] and left:
            left -= min(whole.pop(0), left)
            tired += 1
        killed = min(tired, left)
        tired, left = tired - killed, left - killed
        del whole[:left]
    return bool(whole or tired)


class SupplyModel:
    """Where supply would run if units stood elsewhere: hexes nearer to own than to enemy units, from the own edge.

    A planner's approximation; the referee's answer for the position as it is comes from the seat.
    """

    def __init__(self, now: Position) -> None:
        board, view = now.board, now.view
        self._net = tuple(
            tuple(j for j in row if "impassable" not in board.kinds(i, j)) for i, row in enumerate(board.neighbours)
        )
        self._board = board
        self._control = view.control
        self._clear = [h.terrain == "clear" for h in board.hexes]
        self._edges = {
            side: [
                h.index
                for h in board.hexes
                if h.owner == side.value
                and view.control[h.index] is side
                and any(t.startswith("edge_") for t in h.traits)
            ]
            for side in Side
        }

    def traced(self, side: Side, own: Mapping[int, Iterable[UnitView]], foes: Iterable[int], zoned: bool) -> set[int]:
        """Hexes that would be in supply.

        :param own: hex -> own units there.
        :param zoned: the side's zones keep supply open through hexes beside its units.
        """
        enemy = set(foes)
        held = [h for h in own if h not in enemy]
        mine, theirs = spread(self._net, held + self._cities(side, enemy)), self._from(frozenset(enemy))
        screened = self._screen(own) if zoned else set()
        usable = [h not in enemy and (mine[h] < theirs[h] or h in screened) for h in range(len(self._net))]
        edge = [h for h in self._edges[side] if usable[h]]
        return set(flood(self._net, edge, usable.__getitem__))

    @asked_once
    def _from(self, enemy: frozenset[int]) -> list[int]:
        """Steps from the nearest enemy: the same wherever own units might stand."""
        return spread(self._net, enemy)

    def _cities(self, side: Side, enemy: set[int]) -> list[int]:
        return [
            h.index
            for h in self._board.hexes
            if (h.place in ("victory", "major") or "fortress" in h.traits)
            and self._control[h.index] is side
            and h.index not in enemy
        ]

    def _screen(self, own: Mapping[int, Iterable[UnitView]]) -> set[int]:
        out: set[int] = set()
        for h, units in own.items():
            kinds = {t for u in units if not u.disrupted for t in u.traits}
            if "zoc_all" in kinds:
                out.update(self._net[h])
            elif "zoc_clear" in kinds:
                out.update(j for j in self._net[h] if self._clear[j])
        return out - set(own)
