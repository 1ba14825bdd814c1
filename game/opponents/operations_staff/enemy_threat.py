"""What the enemy can bring against a hex in his next turn, and what a stack there is worth."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from ecs import Side
from ecs.core.known_facts import OddsColumn, ResultEffects, Sky
from ecs.core.view import UnitView
from game.opponents.operations_staff.figures import THREAT
from game.opponents.operations_staff.position import COLD, DRY
from game.opponents.shared.map_analysis import spread

if TYPE_CHECKING:
    from game.opponents.operations_staff.position import Position

SHUT = frozenset({"impassable", "strait"})
HEX = 2
Shares = tuple[tuple[float, float], ...]
"""A share by odds: (odds, share), the odds rising."""


def odds_of(storm: float, force: float) -> float:
    """Enemy factors for each own one, where no defence counts less than half a factor."""
    return storm / max(force, 0.5)


def march_net(now: Position, weather: Sky | None) -> tuple[tuple[int, ...], ...]:
    """For every hex, the hexes next to it without sea, strait or open lake between (7)."""
    shut = SHUT if weather in COLD else SHUT | {"lake"}
    board = now.board
    return tuple(tuple(j for j in row if not shut & board.kinds(i, j)) for i, row in enumerate(board.neighbours))


def share(table: Shares, odds: float) -> float:
    """A share read off a table by odds, interpolated between columns; nothing off an empty table."""
    if not table:
        return 0.0
    last, before = table[0]
    if odds <= last:
        return before * odds / last
    for column, found in table[1:]:
        if odds < column:
            return before + (odds - last) / (column - last) * (found - before)
        last, before = column, found
    return before


class Fates(NamedTuple):
    """The fate of a stack that is attacked, as shares by odds.

    ``killed`` where it may retreat, ``caught`` where it has no way out or armour rides it down; ``evicted``: it loses
    its hex, ``evicted_standing`` though it is not to retreat; ``driven``: it dies because it is not to retreat.
    """

    killed: Shares
    caught: Shares
    evicted: Shares
    evicted_standing: Shares
    driven: Shares


@lru_cache(maxsize=4)
def fates_of(columns: tuple[OddsColumn, ...]) -> Fates:
    """The fates of attacked stacks by the columns of the combat results table, in hundredths."""

    def by_odds(counted: Callable[[OddsColumn], Iterable[float]]) -> Shares:
        found = ((column.odds, list(counted(column))) for column in columns if column.odds >= THREAT.least_odds)
        return tuple((odds, round(sum(faces) / len(faces), 2)) for odds, faces in found if faces)

    return Fates(
        by_odds(lambda column: map(_killed, column.faces)),
        by_odds(lambda column: map(_killed, column.trapped)),
        by_odds(lambda column: map(_evicted, column.faces)),
        by_odds(lambda column: map(_evicted, column.standing)),
        by_odds(lambda c: (b.defenders.all - a.defenders.all for a, b in zip(c.faces, c.standing, strict=True))),
    )


def _killed(brings: ResultEffects) -> float:
    return 1.0 if brings.defenders.all else THREAT.exchanged if brings.defenders.pays else 0.0


def _evicted(brings: ResultEffects) -> float:
    return float(brings.defenders.all or brings.defenders.retreat[1] > 0)


class EnemyThreat:
    """The enemy's next turn, roughly: who reaches what, and how much of a stack that costs."""

    def __init__(self, now: Position) -> None:
        self.now = now
        self.turn = now.turn + (now.side is Side.SOVIET)
        self.weather = now.weather if self.turn == now.turn else now.weather_of(self.turn)
        self.net = march_net(now, self.weather)
        self.fates = fates_of(now.figures.columns)

    # -- what a stack is worth --------------------------------------------------------------------------

    def defence(self, h: int, units: Iterable[UnitView]) -> float:
        """Defence factors of units in a hex, with all the ground gives them (8)."""
        now = self.now
        people = now.people.get(h, 0) if now.holder(h) is now.side else 0
        total = now.stand(units, h, self.weather) + people
        return total * self.shield(h) if total else 0.0

    def shield(self, h: int) -> float:
        """How much rivers help a stack in a hex: only if all who can come up must cross them."""
        if self.weather in COLD:
            return 1.0
        return self._shields[h]

    @cached_property
    def _shields(self) -> list[float]:
        kinds, far, out = self.now.board.kinds, self.far, []
        gain = THREAT.river_german if self.now.side is Side.AXIS else THREAT.river
        for h, row in enumerate(self.net):
            ahead = [j for j in row if far[j] <= far[h]] or list(row)
            wet = sum("river" in kinds(h, j) or "river" in kinds(j, h) for j in ahead)
            part = wet / len(ahead) if ahead else 0.0
            out.append(1.0 + gain * part * part)
        return out

    @cached_property
    def far(self) -> list[int]:
        """Hexes to the nearest enemy unit."""
        return spread(self.net, self.now.foes_at)

    # -- what comes -----------------------------------------------------------------------------------------

    def fall(self, walls: Collection[int] = (), held: Collection[int] = ()) -> list[float]:
        """Enemy factors that can fall on every hex in his next turn: the best that find room beside it.

        :param walls: hexes in which he has to stop; ``held``: hexes he cannot enter.
        """
        size = len(self.net)
        armies: list[list[float]] = [[] for _ in range(size)]
        corps: list[list[float]] = [[] for _ in range(size)]
        bases: list[set[int]] = [set() for _ in range(size)]
        groups: dict[tuple[int, str, int], list[UnitView]] = {}
        for u in self.now.foes:
            if u.disrupted and u.hex not in self.now.foe_supply:
                continue
            groups.setdefault((u.hex, gait(u), self.now.pace(u, self.weather, self.turn)), []).append(u)
        stop, block = set(walls), set(held)
        for (start, how, go), units in sorted(groups.items()):
            places = self._walk(start, how, go, stop, block)
            touched: dict[int, None] = {}
            for i in places:
                for j in self.net[i]:
                    bases[j].add(i)
                    touched[j] = None
            for u in units:
                factor = u.attack * (1.0 if u.supplied else THREAT.unfed)
                lists = armies if u.size == "army" else corps
                for j in touched:
                    lists[j].append(factor)
        each, most = self.now.room_each, self.now.armies_each
        return [_best(armies[h], corps[h], len(bases[h]), each, most) for h in range(size)]

    def _walk(self, start: int, how: str, go: int, stop: set[int], block: set[int]) -> list[int]:
        """Hexes a unit of the enemy can be in after a march; along roads as on roads (7)."""
        muddy = self.weather is Sky.MUD
        usual = HEX * go
        limit = usual + HEX if how == "infantry" else usual
        on_road = 1 if how == "motor" else HEX
        kinds = self.now.board.kinds
        road = "highway" if muddy else "road"
        seen, queue = {start: 0}, [(0, start)]
        while queue:
            spent, i = heappop(queue)
            if spent > seen[i] or (i != start and i in stop):
                continue
            for j in self.net[i]:
                if j in block:
                    continue
                paved = road in kinds(i, j)
                if not paved and spent + HEX > usual:
                    continue
                cost = spent + (on_road if paved else HEX)
                if cost <= limit and cost < seen.get(j, 999):
                    seen[j] = cost
                    heappush(queue, (cost, j))
        return sorted(seen)

    # -- what it costs ----------------------------------------------------------------------------------------

    def loss(self, odds: float, caught: bool = False) -> float:
        """The share of a stack lost when attacked at such odds.  ``caught``: it has no way out."""
        return share(self.fates.caught if caught else self.fates.killed, odds)

    def is_overrun(self, h: int, units: Iterable[UnitView]) -> bool:
        """May enemy armour overrun a stack: infantry alone, on open ground, in good weather (9.6)?"""
        allowed = DRY if self.now.side is Side.SOVIET else (*DRY, *COLD)
        spot = self.now.board.hexes[h]
        plain = spot.terrain == "clear" and spot.place in ("",) and self.shield(h) < THREAT.shielded
        return plain and self.weather in allowed and not any("armour" in u.traits for u in units)


def gait(unit: UnitView) -> str:
    """How a unit makes use of roads: cavalry not at all (7)."""
    if not {"armour", "motorised"}.isdisjoint(unit.traits):
        return "motor"
    return "infantry" if "infantry" in unit.traits else "other"


def _best(armies: list[float], corps: list[float], bases: int, each: int, armies_each: int) -> float:
    """The best factors that find room in so many hexes (6).

    :param each: units that share a hex; ``armies_each``: how many of them may be larger than a corps.
    """
    armies.sort(reverse=True)
    corps.sort(reverse=True)
    most = min(bases, 4)
    first = armies[: armies_each * most]
    rest = corps[: each * most - len(first)]
    return sum(first) + sum(rest)
