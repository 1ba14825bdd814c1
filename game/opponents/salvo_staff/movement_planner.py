"""Where all units should go: each is given a place to hold or to take, then steps towards it."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp

from ecs import Side
from ecs.core.view import UnitView
from game.opponents.doctrine import moods
from game.opponents.salvo_staff.attack_planner import loss_weight
from game.opponents.salvo_staff.figures import GROUND, GUARD, MARCH, ODDS
from game.opponents.salvo_staff.position import (
    Position,
    SupplyModel,
    bulk,
    cost,
    hold,
    place_bonus,
    pressure,
    stand,
    steps_to,
    survival,
)
from game.opponents.shared.map_analysis import FAR


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

    hold: float
    take: float
    exposed: float


TEMPERS = moods("salvo", PlayStyle)


class MovementPlanner:
    """One side's planning for one phase: pressures, goals, and who goes where."""

    def __init__(self, now: Position, temper: PlayStyle, zoned: bool, reserve: str = "") -> None:
        self.now, self.temper, self.zoned = now, temper, zoned
        self._fresh = waiting(now, reserve)
        lines = {u.hex for u in now.mine}
        self.threat, self.looming = pressure(now, now.foes, (ODDS.near, ODDS.ahead), lines)
        self.near = list(self.threat)
        self.homes = [h for h, w in now.worth.items() if w >= GROUND.home and now.is_mine(h)]
        self._call_up(now.foes)
        for h in self.homes:
            self.threat[h] = max(self.near[h], self.looming[h])
        self.model = SupplyModel(now)
        self.goals = self._goals()
        self.orders: dict[str, Goal] = {}

    @cached_property
    def supply(self) -> set[int]:
        """Hexes in supply as the units stand."""
        return self.model.traced(self.now.side, self.now.mine_at, self.now.foes_at, self.zoned)

    @cached_property
    def enemy_supply(self) -> set[int]:
        """Hexes in the enemy's supply as the units stand."""
        return self.model.traced(self.now.side.other, self.now.foes_at, self.now.mine_at, not self.zoned)

    def steps_to(self, goal: int) -> list[int]:
        """Steps from every hex to a goal."""
        return steps_to(self.now.board, goal)

    # -- goals ------------------------------------------------------------------------------------

    def _goals(self) -> list[Goal]:
        now, out = self.now, []
        for h, worth in sorted(now.worth.items()):
            if now.is_mine(h) and h not in now.foes_at:
                if self.looming[h] > MARCH.alarm:
                    out.append(Goal(h, worth * self.temper.hold, False, self.looming[h]))
            elif worth >= MARCH.aim:
                out.append(Goal(h, worth * self.temper.take, True, self._resistance(h)))
        return out

    def _resistance(self, index: int) -> float:
        """Bulk of the enemies in a place and half of those beside it, with its walls."""
        foes = self.now.foes_at
        beside = sum(bulk(foes.get(j, ())) for j in self.now.net[index])
        return ODDS.resistance + place_bonus(self.now.board, index) + bulk(foes.get(index, ())) + MARCH.beside * beside

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
        """Power -> what it adds at a goal, march aside; worked out once for like units."""
        return {
            p: goal.worth * self._share(goal, already, p) for p in {power[goal.taking] for power in powers.values()}
        }

    def _delay(self, start: int, goal: Goal) -> float:
        """How much of a gain a march leaves; a place is taken from the hex beside it."""
        way = self.steps_to(goal.hex)[start]
        return DELAYS[way - 1 if goal.taking and way else way] if way < FAR else 0.0

    def gain(self, unit: UnitView, start: int, goal: Goal, already: float) -> float:
        """What sending a unit from a hex to a goal adds, discounted by the march."""
        return goal.worth * self._share(goal, already, power_of(unit, goal.taking)) * self._delay(start, goal)

    def _share(self, goal: Goal, already: float, power: float) -> float:
        """How much of a goal more power wins, on top of what is already there."""
        if goal.taking:
            return exp(-already / goal.need) - exp(-(already + power) / goal.need)
        walls = place_bonus(self.now.board, goal.hex)
        before = already + walls * (1.0 if already else GROUND.empty)
        return hold(already + power + walls, goal.need) - hold(before, goal.need)

    # -- single hexes -------------------------------------------------------------------------------

    def ground(self, index: int, unit: UnitView, supply: set[int] | None = None) -> float:
        """How well a hex suits a unit: nearer to its goal, safe in company, in supply, and what it guards there."""
        others = [u for u in self.now.mine_at.get(index, ()) if u.id != unit.id]
        value = self._nearer(index, unit) + self._guarded(index, others, unit) - self._exposure(index, others, unit)
        if index not in (self.supply if supply is None else supply):
            value -= MARCH.starved * cost(unit)
        return value

    def _nearer(self, index: int, unit: UnitView) -> float:
        """What a step from its hex brings a unit on the way to its goal."""
        goal = self.orders.get(unit.id)
        if goal is None:
            return 0.0
        way = self.steps_to(goal.hex)
        return MARCH.stride * self._stride(goal) * (way[unit.hex] - way[index])

    def _stride(self, goal: Goal) -> float:
        return MARCH.goal + MARCH.goal_worth * min(MARCH.goal_most, goal.worth)

    def _guarded(self, index: int, others: list[UnitView], unit: UnitView) -> float:
        worth = self.now.worth.get(index, 0.0)
        if not worth or not self.now.is_mine(index):
            return 0.0
        threat = self.threat[index]
        with_it = self._lives(index, [*others, unit], threat)
        return self.temper.hold * worth * (with_it - self._lives(index, others, threat))

    def _exposure(self, index: int, others: list[UnitView], unit: UnitView) -> float:
        """What coming here is likely to lose: the unit itself, less what its company saves of the others."""
        threat = self.threat[index]
        risk = 1.0 - self._lives(index, [*others, unit], threat)
        lost = self._dear(unit) * risk
        if others:
            alone = 1.0 - self._lives(index, others, threat)
            lost -= sum(map(self._dear, others)) * (alone - risk)
        return self.temper.exposed * lost

    def venture(self, target: int, force: Mapping[str, int], cleared: float) -> float:
        """What an attack puts at stake if the enemy comes next: units at their bases, and what they guarded.

        :param cleared: how likely the hex is won.
        """
        now = self.now
        units = [now.by_id[name] for name, base in force.items() if base != now.by_id[name].hex]
        fire = cleared * sum(u.attack for u in now.foes_at.get(target, ()))
        lost = 0.0
        for unit in units:
            others = [u for u in now.mine_at.get(unit.hex, ()) if u.id != unit.id]
            lost += self._guarded(unit.hex, others, unit) - self._exposure(unit.hex, others, unit)
        for base in sorted({force[unit.id] for unit in units}):
            there = [u for u in now.mine_at.get(base, ()) if force.get(u.id, base) == base]
            both = [*there, *(u for u in units if force[u.id] == base)]
            after = sum(map(self._dear, both)) * (1.0 - self._lives(base, both, max(0.0, self.threat[base] - fire)))
            before = sum(map(self._dear, there)) * (1.0 - self._lives(base, there, self.threat[base]))
            lost += self.temper.exposed * (after - before)
        return lost

    def _lives(self, index: int, units: list[UnitView], threat: float) -> float:
        return survival(stand(self.now, index, units), threat)

    def _dear(self, unit: UnitView) -> float:
        return loss_weight(self.now, unit) * cost(unit)

    def guards(self) -> frozenset[str]:
        """Units that must not leave a home city: as few and cheap as will hold it."""
        out: set[str] = set()
        for h in self.homes:
            kept: list[UnitView] = []
            for unit in sorted(self.now.mine_at.get(h, ()), key=lambda u: (u.disrupted, cost(u), u.id)):
                if not self.is_safe(h, kept):
                    kept.append(unit)
            out |= {u.id for u in kept}
        return frozenset(out)

    def is_safe(self, home: int, there: list[UnitView]) -> bool:
        """Is no enemy near a home city, or will these units probably hold it?"""
        near = self.near[home]
        return near <= GUARD.watch or (bool(there) and self._lives(home, there, near) >= GUARD.safe)

    def _call_up(self, foes: Iterable[UnitView]) -> None:
        """Count the enemy's reserve near home cities: it comes in beside any of his units, and marches then."""
        doors = [u.hex for u in foes if u.supplied]
        for h in self.homes if self._fresh else ():
            if any(self.now.board.distance(h, door) <= GUARD.doorstep for door in doors):
                self.near[h] += self._fresh

    def relief(self, reach: Mapping[str, Collection[int]], beaten: Container[int]) -> dict[str, int]:
        """Units that must march to an unsafe home city, and how far each gets: unit -> hex.

        :param beaten: hexes whose enemies will probably not live to threaten anything.
        """
        left = [f for f in self.now.foes if f.hex not in beaten]
        (self.near,) = pressure(self.now, left, (ODDS.near,), {u.hex for u in self.now.mine})
        self._call_up(left)
        out: dict[str, int] = {}
        for h in self.homes:
            there = list(self.now.mine_at.get(h, ()))
            for _ in range(GUARD.relief):
                options = [
                    (self.steps_to(h)[i], cost(self.now.by_id[n]), n, i)
                    for n, hexes in reach.items()
                    if n not in out and self.steps_to(h)[self.now.by_id[n].hex] <= GUARD.relief_march
                    for i in hexes
                ]
                if self.is_safe(h, there) or not options:
                    break
                _, _, name, index = min(options)
                out[name] = index
                there.append(self.now.by_id[name])
        return out

    def cut_off(self, index: int) -> int:
        """Factors of enemies that would lose their supply if own units took this hex."""
        own = {**self.now.mine_at, index: self.now.mine_at.get(index, [])}
        foes = {h: us for h, us in self.now.foes_at.items() if h != index}
        left = self.model.traced(self.now.side.other, foes, own, not self.zoned)
        return sum(cost(u) for h, us in sorted(foes.items()) if h in self.enemy_supply and h not in left for u in us)

    def supply_with(self, moved: Mapping[str, int]) -> set[int]:
        """Own supply if some units stood elsewhere."""
        where: dict[int, list[UnitView]] = {}
        for unit in self.now.mine:
            where.setdefault(moved.get(unit.id, unit.hex), []).append(unit)
        return self.model.traced(self.now.side, where, self.now.foes_at, self.zoned)


DELAYS: tuple[float, ...] = tuple(MARCH.delay ** (way / ODDS.pace) for way in range(FAR))


def waiting(now: Position, reserve: str) -> float:
    """Factors of the enemy's next reserve group, from the months in which it may be expected.

    :param reserve: the box in which it waits, "" where there is none.
    """
    if not reserve or now.view.turn <= GUARD.late * now.view.turns:
        return 0.0
    ready = [u.attack for u in now.view.units if u.box == reserve and u.side is not now.side]
    return float(sum(sorted(ready, reverse=True)[: GUARD.group]))


def power_of(unit: UnitView, taking: bool) -> float:
    """What a unit adds at a goal: fire to take it, bulk to hold it."""
    return float(unit.attack) if taking else bulk([unit]) + MARCH.guard * unit.defence


def _top(row: list[float]) -> int:
    return max(range(len(row)), key=row.__getitem__)


def zoned(traits: Mapping[str, object], side: Side) -> bool:
    """Do this side's zones of control keep supply open?"""
    return traits.get("zoc_side") == side.value
