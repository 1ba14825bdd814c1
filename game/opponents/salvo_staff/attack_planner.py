"""The attacks, by whom and from where: attackers are shared out to targets together, by exact forecasts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ecs import Command, Forecast
from ecs.core.commands import Assign, CancelAttacks, Unassign
from ecs.core.view import UnitView
from game.opponents.players import Choice
from game.opponents.salvo_staff.figures import ATTACK
from game.opponents.salvo_staff.position import Position
from game.opponents.seat import Seat
from game.opponents.shared.answers import of_kind
from game.opponents.shared.attack_plan import PlannedAttack, Team, best_first
from game.opponents.shared.map_analysis import asked_once

# -- What an attack is worth, in combat factors: the hex, the enemy's losses, one's own. -----------------------------


def loss_weight(now: Position, unit: UnitView) -> float:
    """How much a lost factor of this unit counts: those that come back from the pool count less."""
    return ATTACK.cheap if unit.style in _spares(now) else ATTACK.dear


def _spares(now: Position) -> frozenset[str]:
    return frozenset(u.style for u in now.view.units if u.box == "pool")


def hex_gain(now: Position, index: int) -> float:
    """The value of holding this hex to the attacker, beyond the ground itself."""
    return ATTACK.step + (0.0 if now.is_mine(index) else now.worth.get(index, 0.0))


def gain_of(now: Position, index: int, odds: Forecast) -> float:
    """The attack's mean value in factors for the attacker."""
    attackers = [u for name in odds.attackers if (u := now.by_id.get(name)) is not None]
    ours = attackers[0].side is now.side if attackers else True
    weight = max((loss_weight(now, u) for u in attackers), default=1.0)
    defenders = len(odds.defenders)
    stopped = sum(float(o.probability) * o.defenders_disrupted for o in odds.outcomes)
    before = sum(1 for u in now.view.at(index) if u.disrupted)
    gain = float(odds.p_cleared) * hex_gain(now, index)
    gain += float(odds.mean_defender_factors_lost)
    gain += ATTACK.disrupt * max(0.0, stopped - before) if defenders else 0.0
    cost = weight * float(odds.mean_attacker_factors_lost) + ATTACK.tired * float(odds.mean_attackers_disrupted)
    return gain - cost if ours else cost - gain


def below_even(odds: Forecast) -> bool:
    """Does an attack on men lose more factors than it costs the enemy?"""
    return bool(odds.defenders) and odds.mean_attacker_factors_lost > odds.mean_defender_factors_lost


Bases = Mapping[str, Sequence[int]]
Bonus = Callable[[int], float]
Venture = Callable[[int, Mapping[str, int], float], float]


@dataclass
class AttackPlanner:
    """Shares attackers out to targets.

    :param bonus: extra worth of a hex, e.g. for progress or for a pocket it closes.
    :param venture: what the last attacks before the enemy's turn put at stake, by target, bases and chance to clear it.
    :param least: an attack worth less than this is not made.
    """

    seat: Seat
    now: Position
    bonus: Bonus
    venture: Venture
    least: float = ATTACK.poor
    tempo: float = ATTACK.tempo
    _links: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def plan(self, bases: Bases, targets: Iterable[int]) -> list[PlannedAttack]:
        """The attacks to make, best first: the best plan is taken, and plans that shared its units are made again."""
        if self.seat.traits.get("mandatory_attack") == "linked":
            self._links = self.seat.zones(self.now.side.other)
        free = {name: tuple(where) for name, where in bases.items() if where}
        taken: list[PlannedAttack] = []
        found = {t: self.best(t, free) for t in sorted(targets)}
        for chosen in best_first(found, lambda t: self.best(t, free), PlannedAttack.shares_units, least=self.least):
            taken.append(chosen)
            for name in chosen.names:
                free.pop(name, None)
        return taken

    def best(self, target: int, free: Bases) -> PlannedAttack | None:
        """The best attack on a target by the units that are free; None if there is none."""
        near = set(self.now.net[target]) - set(self.now.foes_at)
        able = [(n, [b for b in where if b in near]) for n, where in sorted(free.items())]
        able = [(n, where) for n, where in able if where]
        if not any(self.now.by_id[n].attack for n, _ in able):
            return None
        found: PlannedAttack | None = None
        for order in self._orders(target, able):
            plan = self._fill(target, order)
            if plan is not None and (found is None or plan.value > found.value):
                found = plan
        return found

    def _orders(self, target: int, able: Sequence[tuple[str, list[int]]]) -> list[list[tuple[str, list[int]]]]:
        """Orders in which to send units in: strongest first, widest first, infantry first."""
        units = self.now.by_id

        def strong(pair: tuple[str, list[int]]) -> tuple[int, int, str]:
            return (-units[pair[0]].attack, len(pair[1]), pair[0])

        first = sorted(able, key=strong)
        second = sorted(able, key=lambda p: ("panzer" in units[p[0]].traits, *strong(p)))
        wide = sorted(able, key=lambda p: (len(p[1]), *strong(p)))
        out = [first]
        for order in (second, wide):
            if order not in out:
                out.append(order)
        return out

    def _fill(self, target: int, order: Sequence[tuple[str, list[int]]]) -> PlannedAttack | None:
        """Add units one by one; the best prefix counts, so every threshold is looked at."""
        best: PlannedAttack | None = None
        force: dict[str, int] = {}
        for name, where in order:
            if len(force) >= ATTACK.most_units:
                break
            base = self._place(target, force, name, where)
            if base is None:
                continue
            force[name] = base
            plan = self._rate(target, force)
            if best is None or plan.value > best.value + ATTACK.more:
                best = plan
            if best.cleared > ATTACK.enough and plan.value < best.value:
                break
        return best

    def _place(self, target: int, force: Mapping[str, int], name: str, where: Sequence[int]) -> int | None:
        """The best base for one more unit: not over a river, and on a side that is not used yet."""
        board, used = self.now.board, set(force.values())

        def merit(base: int) -> tuple[int, int, int, int]:
            kinds = board.kinds(base, target)
            at_home = self.now.by_id[name].hex == base
            return ("river" in kinds, len(self._obliged(base, target)), base in used, not at_home)

        for base in sorted(where, key=lambda b: (*merit(b), b)):
            if not self._forecast(target, (*force.items(), (name, base)), True).refusal:
                return base
        return None

    def _obliged(self, base: int, target: int) -> set[int]:
        """Other hexes that a unit attacking the target from this base must attack too."""
        if target not in self.now.foes_at:
            return set()
        ids = self._links.get(base, ())
        hexes = {self.now.by_id[i].hex for i in ids if i in self.now.by_id}
        return {h for h in hexes if h != target and h in self.now.net[target]}

    def _rate(self, target: int, force: Mapping[str, int]) -> PlannedAttack:
        team = tuple(force.items())
        odds = self._forecast(target, team, True)
        value = gain_of(self.now, target, odds)
        if odds.retreats and odds.rounds > 1:
            away = self._forecast(target, team, False)
            value = ATTACK.standing * min(value, gain_of(self.now, target, away)) + ATTACK.leaving * value
        value += float(odds.p_cleared) * self.bonus(target)
        value -= self.tempo * sum(max(1, self.now.by_id[n].attack) for n in force)
        linked = set().union(*(self._obliged(b, target) for b in force.values()))
        if odds.rounds == 1:  # nobody moves again before the enemy's turn
            value -= self.venture(target, force, float(odds.p_cleared))
        value -= ATTACK.link * len(linked) + ATTACK.below_even * below_even(odds)
        closed = bool(odds.defenders) and not odds.retreats
        return PlannedAttack(target, team, value, cleared=float(odds.p_cleared), closed=closed)

    @asked_once
    def _forecast(self, target: int, team: Team, stand: bool) -> Forecast:
        """An attack worked out, once for all plans that consider it."""
        force = dict(team)
        return self.seat.forecast(target, list(force), stand=stand, at=force)


# -- The attack still owed when the phase may not be ended because attacks beside it must be made too. ---------------


def repair(seat: Seat, now: Position, legal: Sequence[Command]) -> Choice | None:
    """One step towards legal attacks: add an owed one, or withdraw the unit that owes it."""
    owed = sorted(_owed(seat, now) - {u.target for u in now.mine})
    joins = [c for c in of_kind(legal, Assign) if now.at(c.hex) in owed]
    outs = of_kind(legal, Unassign)
    blamed = [c for c in outs if not owed or _links_of(seat, now, c.unit) & set(owed)]
    fair = [c for c in joins if not blamed or not _is_poor(seat, now, c, joins)]
    if fair:
        best = max(fair, key=lambda c: (now.by_id[c.unit].attack, c.unit))
        return best, "It must also be attacked."
    if blamed:
        return min(blamed, key=lambda c: (now.by_id[c.unit].attack, c.unit)), "That would force too many attacks."
    return (CancelAttacks(), "No attack: it would force too many others.") if CancelAttacks() in legal else None


def _is_poor(seat: Seat, now: Position, join: Assign, joins: Sequence[Assign]) -> bool:
    """Would even all units that could join lose more than they cost the enemy?"""
    team = [c.unit for c in joins if c.hex == join.hex]
    odds = seat.forecast(now.board.by_label[join.hex], team)
    return below_even(odds if not odds.refusal else seat.forecast(now.board.by_label[join.hex], [join.unit]))


def _links_of(seat: Seat, now: Position, name: str) -> set[int]:
    unit = now.by_id[name]
    zones = seat.zones(now.side.other).get(unit.hex, ())
    hexes = {now.by_id[n].hex for n in zones if n in now.by_id}
    return {h for h in hexes if h != unit.target and unit.target >= 0 and h in now.board.neighbours[unit.target]}


def _owed(seat: Seat, now: Position) -> set[int]:
    """Every hex that an assigned unit obliges its side to attack."""
    return set().union(*(_links_of(seat, now, u.id) for u in now.mine if u.target >= 0), set())
