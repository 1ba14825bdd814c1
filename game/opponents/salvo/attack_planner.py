"""The attacks, by whom and from where.  Attackers are shared out to targets together, by exact forecasts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ecs import Forecast
from ecs.core.view import UnitView
from game.opponents.salvo.attack_value import BELOW_EVEN, below_even, gain_of
from game.opponents.salvo.position import Position
from game.opponents.seat import Seat
from game.opponents.shared.attack_plan import PlannedAttack, best_first

Bases = Mapping[str, Sequence[int]]
Bonus = Callable[[int], float]
Venture = Callable[[int, Mapping[str, int], float], float]
MOST_UNITS = 9
OPPORTUNITY = 0.10
LINK_FEE = 0.8
POOR = 0.3


@dataclass(slots=True)
class AttackPlanner:
    """Shares attackers out.

    :param bonus: extra worth of a hex, e.g. for progress or for a pocket it closes.
    :param venture: what the last attacks before the enemy's turn put at stake, by target, bases and chance to clear it.
    :param least: an attack worth less than this is not made.
    """

    seat: Seat
    now: Position
    bonus: Bonus
    venture: Venture
    least: float = POOR
    tempo: float = OPPORTUNITY
    _links: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    _known: dict[tuple[int, bool, tuple[tuple[str, int], ...]], Forecast] = field(default_factory=dict)

    def plan(self, bases: Bases, targets: Iterable[int]) -> list[PlannedAttack]:
        """The attacks to make, best first: the best plan is taken, plans that shared its units are made anew."""
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
        """The best attack on a target by the units that are free, or None if nobody can."""
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
            if len(force) >= MOST_UNITS:
                break
            base = self._place(target, force, name, where)
            if base is None:
                continue
            force[name] = base
            plan = self._rate(target, force)
            if best is None or plan.value > best.value + 0.02:
                best = plan
            if best.cleared > 0.97 and plan.value < best.value:
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
            trial = {**force, name: base}
            if not self._forecast(target, trial).refusal:
                return base
        return None

    def _obliged(self, base: int, target: int) -> set[int]:
        """Other hexes that must be attacked too by whoever attacks the target out of this base."""
        if target not in self.now.foes_at:
            return set()
        ids = self._links.get(base, ())
        hexes = {self.now.by_id[i].hex for i in ids if i in self.now.by_id}
        return {h for h in hexes if h != target and h in self.now.net[target]}

    def _rate(self, target: int, force: Mapping[str, int]) -> PlannedAttack:
        odds = self._forecast(target, force)
        value = gain_of(self.now, target, odds)
        if odds.retreats and odds.rounds > 1:
            away = self._forecast(target, force, False)
            value = 0.65 * min(value, gain_of(self.now, target, away)) + 0.35 * value
        value += float(odds.p_cleared) * self.bonus(target)
        value -= self.tempo * sum(self._factors(n) for n in force)
        linked = set().union(*(self._obliged(b, target) for b in force.values()))
        if odds.rounds == 1:  # nobody moves again before the enemy's turn
            value -= self.venture(target, force, float(odds.p_cleared))
        value -= LINK_FEE * len(linked) + BELOW_EVEN * below_even(odds)
        return PlannedAttack(
            target, tuple(force.items()), value, cleared=float(odds.p_cleared), closed=_is_closed(odds)
        )

    def _forecast(self, target: int, force: Mapping[str, int], stand: bool = True) -> Forecast:
        """An attack worked out, once for all the plans in which it is looked at."""
        key = target, stand, tuple(force.items())
        if key not in self._known:
            self._known[key] = self.seat.forecast(target, list(force), stand=stand, at=force)
        return self._known[key]

    def _factors(self, name: str) -> int:
        unit: UnitView = self.now.by_id[name]
        return max(1, unit.attack)


def _is_closed(odds: Forecast) -> bool:
    return bool(odds.defenders) and not odds.retreats
