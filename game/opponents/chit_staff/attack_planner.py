"""The attacks that are worth making, by whom, from where.  Teams are guessed by factors and weighed by exact
forecasts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ecs.core.known_facts import GroundEffect
from ecs.core.view import Forecast, UnitView
from game.opponents.chit_staff.figures import ATTACK
from game.opponents.chit_staff.position import FAINT, Position
from game.opponents.shared.attack_plan import PlannedAttack, best_first
from game.opponents.shared.map_analysis import asked_once
from game.opponents.shared.position_reading import NO_LIMIT

SOLO = frozenset({"mech", "cav"})
SHOTS = 4  # teams of one attack that are forecast


@dataclass(slots=True)
class LossWeights:
    """How a side values losses: ``price`` of an own factor lost, ``kill`` the worth of an enemy's."""

    price: float
    kill: float
    least: float


Cost = Callable[[str, int], float]


def free_of_charge(name: str, base: int) -> float:
    """No cost: no unit has anything better to do."""
    return 0.0


class AttackPlanner:
    """Shares attackers out among targets, the best attack first."""

    def __init__(self, now: Position, mood: LossWeights, cost: Cost = free_of_charge) -> None:
        """:param cost: what it costs a unit to attack from a hex instead of doing the best thing else."""
        self.now, self.mood, self.cost = now, mood, cost
        self.bases: Mapping[str, Sequence[int]] = {}
        self.room: dict[int, int] = {}

    # -- guessing -------------------------------------------------------------------------------------

    def factor(self, unit: UnitView, base: int, target: int) -> float:
        """Roughly what a unit counts in an attack on a hex."""
        value, times = float(unit.attack), 1.0 if unit.supplied else ATTACK.unfed
        for row in self._hindrances(base, target):
            if not row.kind or row.kind in unit.traits:
                value += row.plus
                times = min(times, row.times)
        return value * times

    @asked_once
    def _hindrances(self, base: int, target: int) -> tuple[GroundEffect, ...]:
        """What ground and water cost those who attack a hex from another."""
        spot, now = self.now.board.hexes[target], self.now
        where = {*now.board.kinds(base, target), spot.terrain, spot.place}
        rows = (row for row in now.figures.ground if row.attack and row.side in (None, now.side))
        return tuple(row for row in rows if row.where in where)

    def _merit(self, unit: UnitView, base: int, target: int) -> float:
        """The order in which units are picked: those that bring much and cost little first."""
        return self.factor(unit, base, target) - ATTACK.errand * self.cost(unit.id, base)

    def prize(self, target: int) -> float:
        """The value of a hex once it is free of the enemy."""
        now = self.now
        value = ATTACK.clear + ATTACK.place * now.atlas.worth[target] + ATTACK.corridor * now.corridor.get(target, 0.0)
        value += ATTACK.opened if target in now.railways.blockers else 0.0
        return value + (ATTACK.nuisance if target in now.rear_lines else 0.0)

    def gain(self, target: int, forecast: Forecast) -> float:
        """The value of an attack."""
        if forecast.refusal or not forecast.outcomes:
            return -1.0
        mood = self.mood
        cleared = float(forecast.p_cleared)
        value = mood.kill * float(forecast.mean_defender_factors_lost)
        value += cleared * self.prize(target)
        value -= mood.price * float(forecast.mean_attacker_factors_lost)
        return value - ATTACK.tired * float(forecast.attack_total)

    # -- one target -----------------------------------------------------------------------------------

    def _best(self, target: int, free: Mapping[str, UnitView]) -> PlannedAttack | None:
        """The best team for one target among units that are still free."""
        near = self.now.atlas.net[target]
        choices: list[tuple[float, str, int]] = []
        for name, unit in free.items():
            spots = [b for b in self.bases[name] if b in near]
            if not spots:
                continue
            base = max(spots, key=lambda b: (self._merit(unit, b, target), b == unit.hex, -b))
            if self.factor(unit, base, target) > 0:
                choices.append((self._merit(unit, base, target), name, base))
        if not choices:
            return None
        choices.sort(key=lambda c: (-c[0], c[1]))
        tries = (self._cut_down(target, self._seats(target, choices, around)) for around in (False, True))
        return max((a for a in tries if a is not None), key=lambda a: a.value, default=None)

    def _seats(self, target: int, choices: Sequence[tuple[float, str, int]], around: bool) -> list[tuple[str, int]]:
        """The hex each unit attacks from: its best one, or so that they close the ways out round the target."""
        net = self.now.atlas.net
        near = net[target]
        team: list[tuple[str, int]] = []
        taken: dict[int, int] = {}
        shut = {h for h in near if self.now.own_cf[h] or h in self.now.own_zones} if around else set()
        for _, name, base in choices:
            unit = self.now.by_id[name]

            def order(b: int, unit: UnitView = unit, base: int = base) -> tuple[float, bool, float, int, int]:
                merit = self._merit(unit, b, target)
                fresh = sum(h not in shut for h in self._closes(unit, b, near)) if around else 0
                return (
                    -ATTACK.around * fresh - merit if around else 0.0,
                    b != base,
                    -round(merit, 6),
                    taken.get(b, 0),
                    b,
                )

            for spot in sorted((b for b in self.bases[name] if b in near), key=order):
                if spot == unit.hex or taken.get(spot, 0) < self.room.get(spot, self.now.room_each):
                    team.append((name, spot))
                    shut.update(self._closes(unit, spot, near))
                    if spot != unit.hex:
                        taken[spot] = taken.get(spot, 0) + 1
                    break
        return team

    def _closes(self, unit: UnitView, base: int, near: Sequence[int]) -> list[int]:
        """The ways out of a target that a unit closes from a hex beside it."""
        net = self.now.atlas.net
        return [h for h in near if h == base or ("zoc" in unit.traits and h in net[base])]

    def _cut_down(self, target: int, team: list[tuple[str, int]]) -> PlannedAttack | None:
        """The whole team, or just enough of it to reach the odds of a column, whichever gains most."""
        if not team:
            return None
        whole = self.now.forecast(target, team)
        defence = max(float(whole.defence_total), FAINT)
        found = [(self._net(target, whole, team), -len(team), team, whole)]
        if whole.odds and whole.column < 1:
            return None
        total = 0.0
        marks: list[tuple[int, int]] = []
        for n, (name, base) in enumerate(team[:-1], 1):
            total += self.factor(self.now.by_id[name], base, target)
            step = int(total / defence)
            if step >= 1 and (not marks or step > marks[-1][0]):
                marks.append((step, n))
        for _, n in marks[-SHOTS:]:
            part = team[:n]
            forecast = self.now.forecast(target, part)
            found.append((self._net(target, forecast, part), -n, part, forecast))
        gain, _, force, forecast = max(found, key=lambda f: (f[0], f[1]))
        if gain < self.mood.least:
            return None
        return PlannedAttack(target, tuple(force), gain, cleared=float(forecast.p_cleared), odds=forecast.odds)

    def _net(self, target: int, forecast: Forecast, team: Sequence[tuple[str, int]]) -> float:
        return self.gain(target, forecast) - sum(self.cost(name, base) for name, base in team)

    # -- all of them ----------------------------------------------------------------------------------

    def plan(
        self,
        bases: Mapping[str, Sequence[int]],
        targets: Sequence[int],
        leaving: frozenset[str] = frozenset(),
        walkers: int = NO_LIMIT,
    ) -> list[PlannedAttack]:
        """Attacks in the order in which they should be made.

        :param bases: unit -> hexes it can attack from, where it stands among them.
        :param leaving: units that will make room if they are not needed where they stand.
        :param walkers: how many units without vehicles may take part in all.
        """
        self.bases, each = bases, self.now.room_each
        self.room = {h: each - sum(1 for u in stack if u.id not in leaving) for h, stack in self.now.mine_at.items()}
        free = {name: self.now.by_id[name] for name in sorted(bases)}
        touching, wanted, out = self._touching(bases), set(targets), list[PlannedAttack]()
        used: frozenset[str] = frozenset()
        crowded: frozenset[int] = frozenset()

        def build(target: int) -> PlannedAttack | None:
            return self._best(target, {name: free[name] for name in touching[target] if name in free})

        def is_upset(other: PlannedAttack, _: PlannedAttack) -> bool:
            return not (used.isdisjoint(other.names) and crowded.isdisjoint(other.bases))

        found = {t: build(t) for t in sorted(touching) if t in wanted}
        for chosen in best_first(found, build, is_upset):
            used, crowded = frozenset(), frozenset()
            feet = sum(SOLO.isdisjoint(free[n].traits) for n in chosen.names)
            if feet > walkers:
                near = [free[n] for n in touching[chosen.target] if n in free]
                again = self._best(chosen.target, {u.id: u for u in near if not SOLO.isdisjoint(u.traits)})
                if again is None:
                    continue
                chosen, feet = again, 0
            walkers -= feet
            out.append(chosen)
            used, crowded = frozenset(chosen.names), frozenset(self._take_up_room(chosen, free, leaving))
        return out

    def _touching(self, bases: Mapping[str, Sequence[int]]) -> dict[int, list[str]]:
        """Target -> the units that can attack it from one of their hexes."""
        touching: dict[int, list[str]] = {}
        for name, spots in bases.items():
            for t in sorted({t for b in spots for t in self.now.atlas.net[b] if self.now.foe_cf[t]}):
                touching.setdefault(t, []).append(name)
        return touching

    def _take_up_room(self, chosen: PlannedAttack, free: dict[str, UnitView], leaving: frozenset[str]) -> set[int]:
        """Mark attackers as used, with the room they take; return the hexes that others enter."""
        crowded = set()
        for name, base in chosen.team:
            unit = free.pop(name)
            if base != unit.hex:
                crowded.add(base)
            if base != unit.hex or name in leaving:
                self.room[base] = self.room.get(base, self.now.room_each) - 1
        return crowded
