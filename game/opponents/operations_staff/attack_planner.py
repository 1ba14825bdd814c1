"""The attacks to make, by whom, from where, all of a phase planned together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from ecs import Side
from ecs.core.view import UnitView
from game.opponents.operations_staff.attack_value import HOPELESS, AttackValue, covered
from game.opponents.operations_staff.figures import ATTACK, ODDS
from game.opponents.operations_staff.position import Position, is_armour, is_infantry, price
from game.opponents.shared.attack_plan import PlannedAttack, Team, best_first

NOTHING: Mapping[str, float] = {}


class AttackPlanner:
    """Plans the attacks of a phase together.

    :param mode: "stay": units attack from where they stand; "move": from where they can go; "guess": from where they
        could go later in this turn.
    :param shares: what units are worth elsewhere, and so must earn here.
    """

    def __init__(self, now: Position, ruler: AttackValue, mode: str, shares: Mapping[str, float] = NOTHING) -> None:
        self.now, self.ruler, self.mode, self.shares = now, ruler, mode, shares
        self.prepared = now.work in ("plan", "fight") and now.part == 1 and mode == "stay"
        odds = [column.odds for column in now.figures.columns]
        self.columns = [*odds, *(odds[-1] * times for times in ATTACK.beyond)] if odds else []
        self.taken: set[str] = set()
        self.attacks: dict[int, PlannedAttack] = {}
        self.ways: dict[str, list[int]] = {}
        for unit in now.mine:
            if self._is_able(unit):
                self.ways[unit.id] = self._ways(unit)
        last = now.work == "plan" and now.part == 2
        self.ahead = {n: self._pull_ahead(now.by_id[n]) for n in self.ways} if not last else {}
        self.hopefuls: dict[int, list[str]] = {}
        for name, hexes in self.ways.items():
            for target in sorted({j for h in hexes for j in now.net[h] if now.is_target(j)}):
                self.hopefuls.setdefault(target, []).append(name)

    def _is_able(self, unit: UnitView) -> bool:
        if self.mode == "stay":
            return unit.id in self.now.assignable
        return bool(unit.attack) and unit.can_act

    def _ways(self, unit: UnitView) -> list[int]:
        now = self.now
        if self.mode == "stay":
            return [unit.hex]
        hexes = now.ways(unit, now.foe_zones) if self.mode == "guess" else now.reach(unit.id)
        near = {h for h in hexes if any(now.is_target(j) for j in now.net[h])}
        return sorted(near | {unit.hex})

    def _pull_ahead(self, unit: UnitView) -> float:
        """The strongest pull of places to be taken that the unit could come to by marching this turn."""
        now = self.now
        hexes = now.reach(unit.id) if self.mode == "move" else now.ways(unit, now.foe_zones)
        return max((now.pull_take[h] for h in hexes), default=0.0)

    def _delay(self, name: str, base: int) -> float:
        """The cost to a unit of attacking from a hex instead of marching on."""
        lag = self.ahead.get(name, 0.0) - self.now.pull_take[base]
        return self.ruler.temper.haste * max(0.0, lag)

    # -- one attack ---------------------------------------------------------------------------------------------

    def build(self, target: int, least: float = HOPELESS) -> PlannedAttack | None:
        """The best attack on a hex by units that are free; None if none is better than ``least``."""
        pool = [n for n in self.hopefuls.get(target, ()) if n not in self.taken]
        best: PlannedAttack | None = None
        seen: set[Team] = set()
        for order in self._orders(target, pool):
            for team in self._growing(target, order):
                key = tuple(sorted(team))
                if key in seen:
                    continue
                seen.add(key)
                value = self._value(target, team)
                if value > (best.value if best else least):
                    best = PlannedAttack(target, team, value)
        return self._trimmed(best) if best else None

    def _orders(self, target: int, pool: Sequence[str]) -> list[list[str]]:
        by_id, net = self.now.by_id, self.now.net[target]

        def strong(name: str) -> tuple[object, ...]:
            return (-by_id[name].attack, self.shares.get(name, 0.0), name)

        near = [n for n in pool if by_id[n].hex in net]
        far = [n for n in pool if by_id[n].hex not in net]
        plain = sorted(pool, key=strong)
        return [
            sorted(near, key=strong) + sorted(far, key=strong),
            plain,
            sorted(pool, key=lambda n: (is_armour(by_id[n]), *strong(n))),
            sorted(pool, key=lambda n: (self.shares.get(n, 0.0) / by_id[n].attack, *strong(n))),
        ]

    def _growing(self, target: int, order: Iterable[str]) -> list[Team]:
        """Ever larger teams, one for each column of odds they could reach and each new side they come from."""
        now, out = self.now, []
        strength = max(1, now.defence(now.foes_at.get(target, ()), target))
        team: list[tuple[str, int]] = []
        total, column, sides = 0, -1, 0
        for name in order:
            base = self._base(target, name, team)
            if base is None:
                continue
            team.append((name, base))
            total += now.by_id[name].attack
            reached = sum(total >= c * strength for c in self.columns)
            if reached > column or len({b for _, b in team}) > sides:
                column, sides = reached, len({b for _, b in team})
                out.append(tuple(team))
            if len(team) >= ATTACK.most or reached >= len(self.columns) > 0:
                break
        if team and (not out or out[-1] != tuple(team)):
            out.append(tuple(team))
        return out

    def _base(self, target: int, name: str, team: Sequence[tuple[str, int]]) -> int | None:
        """The hex from which a unit would attack: dry, with room, on a side of its own, touching few enemies."""
        now, unit = self.now, self.now.by_id[name]
        found: list[tuple[float, int]] = []
        others = [b for _, b in team]
        dry = any(not now.is_river(b, target) for b in others)
        for base in self.ways[name]:
            if base not in now.net[target] or not self._has_room(unit, base, team):
                continue
            if "strait" in now.board.kinds(base, target) and not is_infantry(unit):
                continue
            if self._is_jam(unit, base, target, team):
                continue
            score = 0.0 if dry or not now.is_river(base, target) else -ATTACK.river
            score += ATTACK.apart * sum(now.board.distance(base, b) for b in set(others))
            score -= self._delay(name, base)
            stays, hungry = base == unit.hex, base not in now.supply
            score += ATTACK.stay * stays - ATTACK.threat * now.threat(base) - ATTACK.unfed * hungry
            score -= ATTACK.touched * len(self._touched(target, (base,)))
            found.append((-score, base))
        return min(found)[1] if found else None

    def _is_jam(self, unit: UnitView, base: int, target: int, team: Sequence[tuple[str, int]]) -> bool:
        """Would more tanks come out of a hex than the ground of the target lets through?"""
        most = self.now.figures.room.rough_armour
        if not most or not is_armour(unit) or not self.now.is_rough(target):
            return False
        return sum(b == base and is_armour(self.now.by_id[n]) for n, b in team) >= most

    def _has_room(self, unit: UnitView, base: int, team: Sequence[tuple[str, int]]) -> bool:
        if self.mode == "stay":
            return True
        now = self.now
        going = {n: b for a in self.attacks.values() for n, b in a.team} | dict(team)
        there = [now.by_id[n] for n, b in going.items() if b == base]
        there += [u for u in now.mine_at.get(base, ()) if u.id not in going and u.id != unit.id]
        return now.fits([*there, unit], base)

    def _value(self, target: int, team: Team, air: Sequence[str] = ()) -> float:
        value = self.ruler.judge(target, team, air, self._covers(target), self.prepared)
        if value <= HOPELESS:
            return HOPELESS
        busy = sum(self.shares.get(n, 0.0) + self._delay(n, base) for n, base in team)
        return value - busy - self._duty(target, team)

    def _covers(self, target: int) -> Collection[int]:
        if self.mode == "stay":
            return ()
        return covered(self.now, sorted({b for a in self.attacks.values() if a.target != target for b in a.bases}))

    def _trimmed(self, attack: PlannedAttack) -> PlannedAttack:
        """The team without those it does not need."""
        better = True
        while better and len(attack.team) > 1:
            better = False
            for pair in sorted(attack.team, key=lambda p: (self.now.by_id[p[0]].attack, p[0])):
                team = tuple(p for p in attack.team if p != pair)
                value = self._value(attack.target, team)
                if value >= attack.value - 1e-9:
                    attack, better = PlannedAttack(attack.target, team, value), True
                    break
        return attack

    # -- the Russian duty (9.1) ----------------------------------------------------------------------------------

    def _touched(self, target: int, bases: Iterable[int]) -> list[int]:
        """German stacks next to Soviet attackers that no unit attacks yet."""
        now = self.now
        if now.side is Side.AXIS:
            return []
        near = {j for b in bases for j in now.net[b] if j != target and j not in self.attacks}
        return sorted(j for j in near if any(u.leading and not u.disrupted for u in now.foes_at.get(j, ())))

    def _duty(self, target: int, team: Team) -> float:
        """The cost of further Germans having to be attacked."""
        names = {n for n, _ in team}
        return sum(self._cost_of(j, names) for j in self._touched(target, {b for _, b in team}))

    def _cost_of(self, target: int, busy: Collection[str]) -> float:
        free = [n for n in self.hopefuls.get(target, ()) if n not in self.taken and n not in busy]
        best = max((self.ruler.judge(target, t) for t in self._growing(target, free)), default=HOPELESS)
        return max(0.0, -best) if best > HOPELESS else ATTACK.unanswered

    def answer(self, target: int) -> PlannedAttack | None:
        """The least bad attack on a hex that must be attacked, by free units where they stand."""
        pool = [n for n in self.hopefuls.get(target, ()) if n not in self.taken]
        found = [
            PlannedAttack(target, t, value)
            for order in self._orders(target, pool)
            for t in self._growing(target, order)
            if (value := self.ruler.judge(target, t)) > HOPELESS
        ]
        return max(found, key=lambda a: (a.value, -len(a.team)), default=None)

    # -- all attacks -----------------------------------------------------------------------------------------------

    def plan(self, least: float | None = None) -> list[PlannedAttack]:
        """All attacks worth making, the best first."""
        floor = self.now.style.thrift * ATTACK.worthwhile[self.now.side] if least is None else least
        found = {t: self.build(t, floor) for t in sorted(self.hopefuls)}
        for best in best_first(found, lambda t: self.build(t, floor), self._is_upset, self._density):
            self._commit(best)
        self._meet_duties()
        self._support()
        return sorted(self.attacks.values(), key=lambda a: (-a.value, a.target))

    def _density(self, attack: PlannedAttack) -> float:
        return attack.value / (ODDS.team + sum(price(self.now.by_id[n]) for n in attack.names))

    def _is_upset(self, other: PlannedAttack, best: PlannedAttack) -> bool:
        if other.shares_units(best) or other.bases & best.bases:
            return True
        return self.now.board.distance(other.target, best.target) <= 2

    def _commit(self, attack: PlannedAttack) -> None:
        self.attacks[attack.target] = attack
        self.taken.update(attack.names)

    def _meet_duties(self) -> None:
        """Add attacks that others make necessary: with free units, with one that is spared, or not at all."""
        if self.mode != "stay":
            return
        for _ in range(20):
            bases = sorted({b for a in self.attacks.values() for b in a.bases})
            ways = [(j, self.answer(j), self._spared(j)) for j in self._touched(-1, bases)]
            ways = [way for way in ways if way[1] or way[2]]
            if not ways:
                return
            target, free, spared = ways[0]
            causes = [a for a in self.attacks.values() if any(target in self.now.net[b] for b in a.bases)]
            best = max(free.value if free else HOPELESS, spared[0] if spared else HOPELESS)
            if best + sum(a.value for a in causes) < 0:
                for attack in causes:
                    self._drop(attack)
            elif free and free.value >= best:
                self._commit(free)
            elif spared:
                self._drop(self.attacks[spared[1].target])
                self._commit(spared[1])
                self._commit(spared[2])

    def _drop(self, attack: PlannedAttack) -> None:
        del self.attacks[attack.target]
        self.taken.difference_update(attack.names)

    def _spared(self, target: int) -> tuple[float, PlannedAttack, PlannedAttack] | None:
        """An attack that gives up a unit for an owed one, and that one; with their cost together."""
        net, found = self.now.net[target], []
        free = tuple((n, self.now.by_id[n].hex) for n in self.hopefuls.get(target, ()) if n not in self.taken)
        for _, attack in sorted(self.attacks.items()):
            for pair in attack.team if len(attack.team) > 1 else ():
                rest = tuple(p for p in attack.team if p != pair)
                if pair[1] not in net:
                    continue
                left, owed = self.ruler.judge(attack.target, rest, attack.air), self.ruler.judge(target, (*free, pair))
                if min(left, owed) > HOPELESS:
                    changed = PlannedAttack(attack.target, rest, left, attack.air)
                    found.append((left - attack.value + owed, changed, PlannedAttack(target, (*free, pair), owed)))
        return max(found, key=lambda way: (way[0], way[2].team), default=None)

    def _support(self) -> None:
        """Send aircraft to the attacks they help most, and idle units where one more pays."""
        for target, attack in sorted(self.attacks.items()):
            self._reinforce(target, attack)
        ready = [u.id for u in self.now.view.units if self._flies(u)] if self.mode == "stay" else []
        for name in sorted(ready):
            gains = []
            for target, attack in sorted(self.attacks.items()):
                if not attack.air:
                    value = self._value(target, attack.team, (name,))
                    gains.append((value - attack.value, -target))
            if not gains or max(gains)[0] < ATTACK.air:
                return
            gain, at = max(gains)
            attack = self.attacks[-at]
            self.attacks[-at] = replace(attack, air=(name,), value=attack.value + gain)

    def _flies(self, unit: UnitView) -> bool:
        return unit.side is self.now.side and unit.box == "air" and unit.target < 0

    def _reinforce(self, target: int, attack: PlannedAttack) -> None:
        for name in self.hopefuls.get(target, ()):
            if name in self.taken or len(attack.team) >= ATTACK.most:
                continue
            base = self._base(target, name, attack.team)
            if base is None:
                continue
            team = (*attack.team, (name, base))
            value = self._value(target, team)
            if value > attack.value + ATTACK.joiner * price(self.now.by_id[name]):
                attack = replace(attack, team=team, value=value)
                self._commit(attack)


def shares_of(attacks: Iterable[PlannedAttack], now: Position) -> dict[str, float]:
    """What each unit contributes to attacks, by its factors."""
    out: dict[str, float] = {}
    for attack in attacks:
        total = sum(now.by_id[n].attack for n in attack.names)
        for name in attack.names:
            out[name] = ATTACK.later * max(0.0, attack.value) * now.by_id[name].attack / total
    return out


def plan(now: Position, ruler: AttackValue, foresee: bool = True) -> list[PlannedAttack]:
    """The attacks of a plan phase, or those to march to where units march."""
    if now.work == "march":
        return AttackPlanner(now, ruler, "move").plan()
    if now.work == "plan" and now.part == 1 and foresee:
        later = AttackPlanner(now, ruler, "guess").plan()
        return AttackPlanner(now, ruler, "stay", shares_of(later, now)).plan()
    return AttackPlanner(now, ruler, "stay").plan()
