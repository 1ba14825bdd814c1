"""The attacks of an impulse: what, by whom, from where; settled for the whole front before any march."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ecs.core.known_facts import Sky
from ecs.core.view import UnitView
from game.opponents.impulse_staff.attack_value import AttackValue, MeasuredAttack, air_limit, air_reach, fighters
from game.opponents.impulse_staff.figures import ATTACK, ODDS
from game.opponents.impulse_staff.movement_planner import guards
from game.opponents.impulse_staff.position import Position, is_army, is_fast
from game.opponents.shared.attack_plan import PlannedAttack, best_first
from game.opponents.shared.map_analysis import CLOSED, asked_once
from game.opponents.shared.position_reading import NO_LIMIT, stand_together

ROUNDS = 60  # attacks of a segment
BARRED = CLOSED | {"strait"}
NO_VICTORY = frozenset({"mountain"})


@dataclass(frozen=True, slots=True)
class Thrust(PlannedAttack):
    """An attack measured before its price is taken off, or an automatic victory."""

    measure: MeasuredAttack | None = None
    outright: bool = False


class Approach(NamedTuple):
    """A hex from which a unit could attack another: what the march there costs, what a river between them does, and how
    many ways out of the target would be in its zone that are in no zone yet."""

    base: int
    march: float
    river: float
    shuts: int


class AttackPlanner:
    """The joint plan of all attacks of a segment."""

    def __init__(self, now: Position, ruler: AttackValue, refused: frozenset[int] = frozenset()) -> None:
        self.now, self.ruler, self.refused = now, ruler, refused
        self.outright = now.weather is not Sky.MUD
        self.limit = air_limit(now)
        self.flying = air_reach(now)
        self.enough = now.figures.outright or NO_LIMIT
        heads = [int(column.odds) for column in now.figures.columns if column.odds >= 1]
        self.last = max(heads, default=0)
        self.columns = [max((head for head in heads if head <= odds), default=0) for odds in range(self.enough)]
        self.taken: dict[str, int] = {}
        self.spent_air: set[str] = set()
        self.chosen: dict[int, Thrust] = {}
        self.places: dict[str, frozenset[int]] = {}
        self.near: dict[int, list[str]] = {}
        self._soaks: dict[int, float] = {}  # what an attack costs that has to be made: little where a good one is
        self._gather()

    def _gather(self) -> None:
        """Which units could stand next to which enemy."""
        now = self.now
        beside: dict[int, list[int]] = {}
        for t in sorted(now.foes_at):
            for b in now.board.neighbours[t]:
                if b not in now.foes_at and BARRED.isdisjoint(now.board.kinds(b, t)):
                    beside.setdefault(b, []).append(t)
        bound = guards(now) if self.ruler.temper.fear > 0 else {}
        for unit in fighters(now.mine):
            if "locked" in unit.badges and now.impulse == 2:
                continue
            spots = {unit.hex} if unit.id in bound else {unit.hex, *now.reach(unit.id)} if unit.can_act else {unit.hex}
            fair = frozenset(h for h in spots if h in beside)
            if fair:
                self.places[unit.id] = fair
                for t in sorted({t for h in fair for t in beside[h]}):
                    self.near.setdefault(t, []).append(unit.id)

    # -- room ----------------------------------------------------------------------------------------------

    def _has_room(self, unit: UnitView, base: int, mates: list[str]) -> bool:
        """Does one more unit fit into a hex with those planned and those that stay?

        :param mates: who is to come there besides.
        """
        now, taken = self.now, self.taken
        there = [u for u in now.mine_at.get(base, ()) if "militia" not in u.traits]
        stay = {u.id for u in there if taken.get(u.id, base) == base}
        all_there = stay.union(mates, (name for name, h in taken.items() if h == base))
        if len(all_there) >= now.room(base):
            return False
        return not is_army(unit) or now.is_city(base) or sum(is_army(now.by_id[n]) for n in all_there) < now.armies_each

    def _fits(self, unit: UnitView, base: int, team: dict[str, int]) -> bool:
        if unit.hex == base and unit.id not in self.taken:
            return True
        mates = [name for name, h in team.items() if h == base]
        return self._has_room(unit, base, mates) and self._friends(unit, base, mates)

    def _friends(self, unit: UnitView, base: int, mates: list[str]) -> bool:
        """May the nations of the stack stand together?"""
        coming = [*mates, *(name for name, there in self.taken.items() if there == base)]
        return stand_together([unit, *self.now.mine_at.get(base, ()), *(self.now.by_id[name] for name in coming)])

    # -- candidates ------------------------------------------------------------------------------------------

    def candidate(self, target: int) -> Thrust | None:
        """The best attack on a hex by units that are free."""
        free = [self.now.by_id[n] for n in self.near.get(target, ()) if n not in self.taken]
        if not free or target in self.refused:
            return None
        best: Thrust | None = None
        for order in (0, 1, 2):
            best = self._build(target, free, order, best)
        return best

    @asked_once
    def _price(self, name: str, base: int, outright: bool) -> float:
        """The cost of using a unit here rather than elsewhere."""
        unit = self.now.by_id[name]
        price = self.ruler.temper.fresh * unit.attack
        if unit.hex != base:
            price += ATTACK.march * self.now.reach(unit.id)[base].cost
        if self.now.impulse == 2:
            exposed = min(1.0, max(0.0, (self.now.threat[base] - ATTACK.calm) / ODDS.storm))
            price += self.ruler.temper.fear * ATTACK.exposed * unit.attack * exposed
        if outright:
            price += (ATTACK.fast if is_fast(unit) else ATTACK.foot) * unit.attack
        return price

    def _spot(self, unit: UnitView, target: int, team: dict[str, int], order: int) -> int | None:
        """The hex to attack from: few new enemies next to it, already used, or one that shuts a way out."""
        best: tuple[float, int] | None = None
        for base, march, river, shuts in self._ways(unit.id, target):
            used = base in team.values()
            cost = 0.0 if used else self._touch(base, target)
            cost += march
            cost += river
            if order == 1 and not used:
                cost -= 1.0
            if order == 2:
                cost -= ATTACK.shuts * shuts
            if (best is None or (cost, base) < best) and self._fits(unit, base, team):
                best = (cost, base)
        return best[1] if best else None

    @asked_once
    def _ways(self, name: str, target: int) -> list[Approach]:
        """The hexes from which a unit could attack another."""
        beside = self.places[name].intersection(self.now.board.neighbours[target])
        return [way for h in sorted(beside) if (way := self._way(self.now.by_id[name], h, target)) is not None]

    def _way(self, unit: UnitView, base: int, target: int) -> Approach | None:
        now, kinds = self.now, self.now.board.kinds(base, target)
        if not BARRED.isdisjoint(kinds):
            return None
        march = ATTACK.march * (0 if base == unit.hex else now.reach(unit.id)[base].cost)
        shuts = sum(1 for j in now.zone_net[base] if j in now.zone_net[target] and j not in now.own_zones)
        return Approach(base, march, ATTACK.river if "river" in kinds else 0.0, shuts)

    def _touch(self, base: int, target: int) -> float:
        """The cost of other enemies next to a base, which must be attacked too."""
        cost = 0.0
        for j in self._duties(base):
            if j != target and j not in self.chosen:
                cost += self._soaks.get(j, ATTACK.touch)
        return cost

    @asked_once
    def _duties(self, base: int) -> tuple[int, ...]:
        """Enemies that must be attacked by a unit that stands in a hex."""
        now = self.now
        return () if now.is_city(base) else tuple(j for j in now.zone_net[base] if j in now.foes_at)

    def _build(self, target: int, free: list[UnitView], order: int, best: Thrust | None) -> Thrust | None:
        """Teams of growing strength, weighed wherever they reach a column; the best of them, and of what was found
        before."""
        ruler = self.ruler
        guard = ruler.defence(target)
        ranked = sorted(free, key=lambda u: (self._rank(u, target, order), u.id))
        team: dict[str, int] = {}
        near_air = [n for n, hexes in sorted(self.flying.items()) if target in hexes and n not in self.spent_air]
        column, force = 0, 0.0
        for unit in ranked:
            base = self._spot(unit, target, team, order)
            if base is None:
                continue
            team[unit.id] = base
            force += ruler.brings(unit, base, target)
            reached = self._column(force, guard)
            best = self._victory(target, team, near_air, guard, best)
            most = min(self.limit, len(team), len(near_air))
            for k in range(most + 1):
                air = near_air[:k]
                step = self._column(force + sum(map(ruler.air_factor, air)), guard)
                if step <= (reached if k else column):
                    continue
                reached = max(reached, step)
                best = self._weigh(target, team, air, best)
            column = max(column, self._column(force, guard))
            if column >= self.last and (column >= self.enough or not self._may_overrun(target)):
                break
            if len(team) >= ATTACK.most:
                break
        return best

    def _column(self, force: float, guard: int) -> int:
        """The odds of the column that a force reaches, or of a victory outright; 0 below even odds."""
        odds = int(force // guard)
        return self.columns[odds] if odds < self.enough else self.enough

    def _rank(self, unit: UnitView, target: int, order: int) -> float:
        """Order in which units are picked: the strong, those already next to the enemy, armour early."""
        away = 0 if unit.hex in self.now.board.neighbours[target] else 1
        rank = 1.0 * away - ATTACK.strong * unit.attack * (order == 1) - ATTACK.armour * ("armour" in unit.traits)
        rank += ATTACK.weak * unit.attack * (order == 2)
        return rank + ATTACK.choice * min(len(self.places[unit.id]), ATTACK.choice_most)

    def _weigh(self, target: int, team: dict[str, int], air: Sequence[str], best: Thrust | None) -> Thrust | None:
        """An attack, if it is better than the best so far."""
        pairs = tuple(sorted(team.items()))
        found = self.ruler.measure(target, pairs, air)
        if found is None:
            return best
        score = found.value - sum(self._price(n, b, False) for n, b in pairs) - ATTACK.air * len(air)
        score -= sum(self._touch(b, target) for b in sorted(set(team.values())))
        if best is not None and score <= best.value:
            return best
        return Thrust(target, pairs, score, tuple(air), measure=found)

    def _may_overrun(self, target: int) -> bool:
        spot = self.now.board.hexes[target]
        return self.outright and not self.now.is_city(target) and spot.terrain not in NO_VICTORY

    def _victory(
        self, target: int, team: dict[str, int], near_air: list[str], guard: int, best: Thrust | None
    ) -> Thrust | None:
        """An automatic victory by those of the team who have combat supply, if it is better than the best so far."""
        if not self._may_overrun(target):
            return best
        now, ruler = self.now, self.ruler
        fit = {n: b for n, b in team.items() if now.by_id[n].supplied and ruler.fed(b, target, now.by_id[n])}
        force = sum(now.by_id[n].attack for n in fit)
        most = min(self.limit, len(fit), len(near_air))
        missing = self.enough * guard - force
        air: list[str] = []
        for name in near_air[:most]:
            if missing <= 0:
                break
            air.append(name)
            missing -= ruler.air_factor(name)
        if missing > 0:
            return best
        for name in sorted(fit, key=lambda n: (not is_fast(now.by_id[n]), now.by_id[n].attack, n)):
            if now.by_id[name].attack <= -missing and len(fit) - 1 >= len(air):
                missing += now.by_id[name].attack
                del fit[name]
        pairs = tuple(sorted(fit.items()))
        killed = float(sum(u.attack for u in now.foes_at[target]))
        value = (
            ruler.temper.kill * killed + ruler.stake(target) + (ATTACK.hole if now.impulse == 1 else ATTACK.hole / 2)
        )
        score = value - sum(self._price(n, b, True) for n, b in pairs) - ATTACK.air * len(air)
        score -= ATTACK.near * sum(self._touch(b, target) for b in sorted(set(fit.values())))
        if best is not None and score <= best.value:
            return best
        measure = MeasuredAttack(value, 1.0, killed, 0.0, 0)
        return Thrust(target, pairs, score, tuple(air), measure=measure, outright=True)

    # -- the whole front ---------------------------------------------------------------------------------------

    def plan(self) -> list[Thrust]:
        """The attacks of the segment, best first; those that cost more than they bring are left out."""
        self._soaks = {}
        found: dict[int, Thrust | None] = {t: self.candidate(t) for t in sorted(self.near)}
        self._soaks = {
            t: (ATTACK.touch_light if c is not None and c.value > 0 else ATTACK.touch) for t, c in found.items()
        }
        found = {t: self.candidate(t) for t in sorted(self.near)}
        self._choose(found)
        self._cover()
        self._rethink()
        return sorted(self.chosen.values(), key=lambda c: (-c.value, c.target))

    def _choose(self, found: dict[int, Thrust | None]) -> None:
        """Pick one attack after another, best first; those that share its units are worked out again."""
        attacks = best_first(found, self.candidate, self._is_upset, _density, ATTACK.least)
        for best in islice(attacks, ROUNDS):
            self._commit(best)

    def _total(self) -> float:
        """The value of the whole plan: its attacks, less what is touched and not attacked."""
        sure = sum(c.measure.value for c in self.chosen.values() if c.measure is not None)
        price = sum(self._price(n, b, c.outright) for c in self.chosen.values() for n, b in c.team) + ATTACK.air * len(
            self.spent_air
        )
        return sure - price - ATTACK.touch * len(self._uncovered())

    def _rethink(self) -> None:
        """Plan the poorest attacks again, and what is touched and left alone, each first where it lies."""
        weak = sorted(self.chosen.values(), key=lambda c: (c.value, c.target))[: ATTACK.anew]
        for target in [*self._uncovered(), *(c.target for c in weak)]:
            kept = dict(self.chosen), dict(self.taken), set(self.spent_air), self._total()
            near = {j for j in self.near if self.now.board.distance(j, target) <= ATTACK.anew_near}
            for t in sorted(near & set(self.chosen)):
                self._drop(t)
            first = self.candidate(target)
            if first is not None and first.value > -ATTACK.touch:
                self._commit(first)
            self._choose({t: self.candidate(t) for t in sorted(near) if t not in self.chosen})
            self._cover()
            if self._total() <= kept[3] + 1e-6:
                self.chosen, self.taken, self.spent_air = kept[0], kept[1], kept[2]

    def _drop(self, target: int) -> None:
        gone = self.chosen.pop(target)
        for name, _ in gone.team:
            self.taken.pop(name, None)
        self.spent_air.difference_update(gone.air)

    def _is_upset(self, other: Thrust, best: Thrust) -> bool:
        shared = other.shares_units(best) or other.bases & best.bases or set(other.air) & set(best.air)
        return bool(shared or any(best.target in self.now.zone_net[b] for b in other.bases))

    def _commit(self, best: Thrust) -> None:
        self.chosen[best.target] = best
        self.taken.update(best.team)
        self.spent_air.update(best.air)

    def _uncovered(self) -> list[int]:
        """Enemies next to the bases of planned attacks that no unit attacks yet."""
        bases = (b for thrust in self.chosen.values() if not thrust.outright for b in thrust.bases)
        return sorted({j for b in bases for j in self._duties(b)} - set(self.chosen))

    def _cover(self) -> None:
        """Attack what is touched with fresh units, if that pays better than withdrawing an attacker."""
        for target in self._uncovered():
            spare = self.candidate(target)
            if spare is not None and not spare.outright and spare.value > -ATTACK.touch:
                self._commit(spare)


def _density(attack: Thrust) -> float:
    """Roughly what an attack brings for each of its units."""
    return attack.value / (1 + ATTACK.crowd * len(attack.team))
