"""Where everybody should go.  Units are shared out to places to hold and places to take, then step towards them."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp

from ecs import Side
from ecs.core.view import UnitView
from game.opponents.salvo.attack_value import loss_weight
from game.opponents.salvo.position import FAR, HOME_CITY_WORTH, Position, bulk, cost, steps_to
from game.opponents.salvo.pressure_maps import SupplyModel, hold, place_bonus, pressure, stand

DELAY = 0.80
PACE = 2.0
STRIDE = 1.0
STARVED = 2.5
WATCH, SAFE = 0.2, 0.5
MOST_RELIEF, RELIEF_MARCH = 2, 5
NEAR, FAR_AHEAD = 1.5, 4.0


@dataclass(frozen=True, slots=True)
class Goal:
    """A place to hold or to take; ``need``: hits to expect there, or bulk to overcome."""

    hex: int
    worth: float
    taking: bool
    need: float


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How boldly a side plays: weights of holding and of taking."""

    hold: float = 1.0
    take: float = 1.0
    exposed: float = 0.5


class MovementPlanner:
    """The map table of one side for one phase: pressures, goals, and who goes where."""

    def __init__(self, reading: Position, temper: PlayStyle, zoned: bool) -> None:
        self.reading, self.temper, self.zoned = reading, temper, zoned
        lines = {u.hex for u in reading.mine}
        self.threat, self.looming = pressure(reading, reading.foes, (NEAR, FAR_AHEAD), lines)
        self.near = list(self.threat)
        self.homes = [h for h, w in reading.worth.items() if w >= HOME_CITY_WORTH and reading.is_mine(h)]
        for h in self.homes:
            self.threat[h] = max(self.threat[h], self.looming[h])
        self.model = SupplyModel(reading)
        self.goals = self._goals()
        self.orders: dict[str, Goal] = {}

    @cached_property
    def supply(self) -> set[int]:
        """Hexes in supply as the units stand."""
        return self.model.traced(self.reading.side, self.reading.mine_at, self.reading.foes_at, self.zoned)

    @cached_property
    def enemy_supply(self) -> set[int]:
        """Hexes in the enemy's supply as the units stand."""
        return self.model.traced(self.reading.side.other, self.reading.foes_at, self.reading.mine_at, not self.zoned)

    def steps_to(self, goal: int) -> list[int]:
        """Steps from every hex to a goal."""
        return steps_to(self.reading.board, goal)

    # -- goals ------------------------------------------------------------------------------------

    def _goals(self) -> list[Goal]:
        reading, out = self.reading, []
        for h, worth in sorted(reading.worth.items()):
            if reading.is_mine(h) and h not in reading.foes_at:
                if self.looming[h] > 0.4:
                    out.append(Goal(h, worth * self.temper.hold, False, self.looming[h]))
            elif worth >= 1.5:
                out.append(Goal(h, worth * self.temper.take, True, self._resistance(h)))
        return out

    def _resistance(self, index: int) -> float:
        """Bulk of the enemies in a place and half of those beside it, with its walls."""
        foes = self.reading.foes_at
        beside = sum(bulk(foes.get(j, ())) for j in self.reading.net[index])
        return 1.5 + place_bonus(self.reading.board, index) + bulk(foes.get(index, ())) + 0.35 * beside

    def share_out(self, units: Iterable[UnitView]) -> dict[str, Goal]:
        """Give every unit a goal: again and again the pairing with the greatest gain."""
        self.orders, goals = {}, self.goals
        waiting = {u.id: u for u in units} if goals else {}
        powers = {n: {taking: power_of(u, taking) for taking in (True, False)} for n, u in waiting.items()}
        delays = {n: [self._delay(u.hex, g) for g in goals] for n, u in waiting.items()}
        sums = [0.0] * len(goals)
        shares = [self._shares(g, 0.0, powers) for g in goals]
        rows = {
            n: [share[powers[n][g.taking]] * delay for g, share, delay in zip(goals, shares, delays[n], strict=True)]
            for n in waiting
        }
        best = {n: _top(row) for n, row in rows.items()}
        while waiting:
            name = max(waiting, key=lambda n: (rows[n][best[n]], n))
            k = best[name]
            if rows[name][k] <= 0:
                break
            self.orders[name] = goals[k]
            taking = goals[k].taking
            sums[k] += powers[name][taking]
            del waiting[name], powers[name]
            share = self._shares(goals[k], sums[k], powers)
            for n, power in powers.items():
                row = rows[n]
                row[k] = share[power[taking]] * delays[n][k]
                if best[n] == k or row[k] > row[best[n]]:
                    best[n] = _top(row)
        return self.orders

    def _shares(self, goal: Goal, already: float, powers: Mapping[str, Mapping[bool, float]]) -> dict[float, float]:
        """Power -> what it adds at a goal, the march not counted; worked out once for units alike."""
        return {
            p: goal.worth * self._share(goal, already, p) for p in {power[goal.taking] for power in powers.values()}
        }

    def _delay(self, start: int, goal: Goal) -> float:
        """How much a march leaves of a gain; a place is taken from the hex beside it."""
        way = self.steps_to(goal.hex)[start]
        return DELAYS[way - 1 if goal.taking and way else way] if way < FAR else 0.0

    def gain(self, unit: UnitView, start: int, goal: Goal, already: float) -> float:
        """What sending a unit from a hex to a goal adds, put off by the march."""
        return goal.worth * self._share(goal, already, power_of(unit, goal.taking)) * self._delay(start, goal)

    def _share(self, goal: Goal, already: float, power: float) -> float:
        """How much of a goal is won by more power than is there already."""
        if goal.taking:
            return exp(-already / goal.need) - exp(-(already + power) / goal.need)
        walls = place_bonus(self.reading.board, goal.hex)
        before = already + walls * (1.0 if already else 0.4)
        return hold(already + power + walls, goal.need) - hold(before, goal.need)

    # -- single hexes -------------------------------------------------------------------------------

    def ground(self, index: int, unit: UnitView, supply: set[int] | None = None) -> float:
        """How well a hex suits a unit: near its goal, safe in company, in supply, and what it guards there."""
        goal = self.orders.get(unit.id)
        value = -STRIDE * self._stride(goal) * self.steps_to(goal.hex)[index] if goal else 0.0
        others = [u for u in self.reading.mine_at.get(index, ()) if u.id != unit.id]
        value += self._guarded(index, others, unit) - self._exposure(index, others, unit)
        if index not in (self.supply if supply is None else supply):
            value -= STARVED * cost(unit)
        return value

    def _stride(self, goal: Goal | None) -> float:
        return 0.6 + 0.04 * min(25.0, goal.worth) if goal else 0.0

    def _guarded(self, index: int, others: list[UnitView], unit: UnitView) -> float:
        worth = self.reading.worth.get(index, 0.0)
        if not worth or not self.reading.is_mine(index):
            return 0.0
        threat = self.threat[index]
        with_it = hold(stand(self.reading, index, [*others, unit]), threat)
        return self.temper.hold * worth * (with_it - hold(stand(self.reading, index, others), threat))

    def _exposure(self, index: int, others: list[UnitView], unit: UnitView) -> float:
        threat = self.threat[index]
        risk = 1.0 - hold(stand(self.reading, index, [*others, unit]), threat)
        return self.temper.exposed * loss_weight(self.reading, unit) * cost(unit) * risk

    def guards(self) -> frozenset[str]:
        """Units that must not leave a home city: as few and cheap as will hold it."""
        out: set[str] = set()
        for h in self.homes:
            kept: list[UnitView] = []
            for unit in sorted(self.reading.mine_at.get(h, ()), key=lambda u: (u.disrupted, cost(u), u.id)):
                if not self.is_safe(h, kept):
                    kept.append(unit)
            out |= {u.id for u in kept}
        return frozenset(out)

    def is_safe(self, home: int, there: list[UnitView]) -> bool:
        """Nobody is near a home city, or these units will probably hold it."""
        near = self.near[home]
        return near <= WATCH or (bool(there) and hold(stand(self.reading, home, there), near) >= SAFE)

    def relief(self, reach: Mapping[str, Collection[int]], beaten: Container[int]) -> dict[str, int]:
        """Who must march to a home city that is not safe, and how far they get: unit -> hex.

        :param beaten: hexes whose enemies will probably not live to threaten anything.
        """
        left = [f for f in self.reading.foes if f.hex not in beaten]
        (self.near,) = pressure(self.reading, left, (NEAR,), {u.hex for u in self.reading.mine})
        out: dict[str, int] = {}
        for h in self.homes:
            there = list(self.reading.mine_at.get(h, ()))
            for _ in range(MOST_RELIEF):
                options = [
                    (self.steps_to(h)[i], cost(self.reading.by_id[n]), n, i)
                    for n, hexes in reach.items()
                    if n not in out and self.steps_to(h)[self.reading.by_id[n].hex] <= RELIEF_MARCH
                    for i in hexes
                ]
                if self.is_safe(h, there) or not options:
                    break
                _, _, name, index = min(options)
                out[name] = index
                there.append(self.reading.by_id[name])
        return out

    def cut_off(self, index: int) -> int:
        """Factors of enemies that would lose their supply if own units took this hex."""
        own = {**self.reading.mine_at, index: self.reading.mine_at.get(index, [])}
        foes = {h: us for h, us in self.reading.foes_at.items() if h != index}
        left = self.model.traced(self.reading.side.other, foes, own, not self.zoned)
        return sum(cost(u) for h, us in sorted(foes.items()) if h in self.enemy_supply and h not in left for u in us)

    def supply_with(self, moved: Mapping[str, int]) -> set[int]:
        """Own supply if some units stood elsewhere."""
        where: dict[int, list[UnitView]] = {}
        for unit in self.reading.mine:
            where.setdefault(moved.get(unit.id, unit.hex), []).append(unit)
        return self.model.traced(self.reading.side, where, self.reading.foes_at, self.zoned)


DELAYS: tuple[float, ...] = tuple(DELAY ** (way / PACE) for way in range(FAR))


def power_of(unit: UnitView, taking: bool) -> float:
    """What a unit adds at a goal: fire to take it, bulk to hold it."""
    return float(unit.attack) if taking else bulk([unit]) + 0.3 * unit.defence


def _top(row: list[float]) -> int:
    return max(range(len(row)), key=row.__getitem__)


def zoned(traits: Mapping[str, object], side: Side) -> bool:
    """Do this side's zones of control keep supply open?"""
    return traits.get("zoc_side") == side.value
