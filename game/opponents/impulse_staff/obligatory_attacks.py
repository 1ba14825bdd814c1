"""The attacks of a segment: every duty met at the greatest total value, with aircraft, guns and leaders.

No unit in an enemy zone may sit still, and no enemy in the zone of such a unit may be left alone (10.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ecs import Command
from ecs.core.commands import Aim, Assign, Lead
from game.opponents.impulse_staff.attack_value import AttackValue, MeasuredAttack, air_limit, air_reach
from game.opponents.impulse_staff.figures import DUTY
from game.opponents.impulse_staff.position import Position, is_fighter
from game.opponents.players import Choice

ROUNDS = 6
FORBIDDEN = -60.0


@dataclass(slots=True)
class AttackSet:
    """A set of attacks: target by unit, helpers by target."""

    target: dict[str, int | None] = field(default_factory=dict)
    helpers: dict[int, list[str]] = field(default_factory=dict)


class AttackSetSearch:
    """The search for the best complete set of attacks from the present hexes."""

    def __init__(self, now: Position, ruler: AttackValue, wanted: Mapping[str, int] | None = None) -> None:
        self.now, self.ruler = now, ruler
        board = now.board
        self.options: dict[str, list[int]] = {}
        self.fixed: dict[str, int] = {}
        for c in now.seat.legal():
            if isinstance(c, Assign) and is_fighter(now.by_id[c.unit]):
                self.options.setdefault(c.unit, []).append(board.by_label[c.hex])
        for u in now.mine:
            if u.target >= 0:
                self.fixed[u.id] = u.target
        self.names = sorted(self.options)
        self.obliged = {n for n in self.names if self._must(n)}
        victors = [u for u in now.mine if "victor" in u.badges]
        duty = [now.by_id[n].hex for n in sorted(self.obliged | set(self.fixed))] + [u.hex for u in victors]
        self.owed = sorted({j for h in duty for j in now.zone_net[h] if j in now.foes_at} - set(self.fixed.values()))
        self.plan = AttackSet(dict.fromkeys(self.names))
        self.wanted = dict(wanted or {})
        self.limit = air_limit(now)
        self.air = dict(sorted(air_reach(now).items()))
        self.marshals = [u for u in now.tail if "marshal" in u.traits and "spent" not in u.badges]

    def _must(self, name: str) -> bool:
        unit = self.now.by_id[name]
        return unit.hex in self.now.foe_zones and not self.now.is_city(unit.hex) and "militia" not in unit.traits

    # -- worth -------------------------------------------------------------------------------------------

    def team(self, target: int) -> list[tuple[str, int]]:
        """The attackers of a hex, each with its own hex."""
        names = [n for n, t in self.plan.target.items() if t == target]
        names += [n for n, t in self.fixed.items() if t == target]
        return [(n, self.now.by_id[n].hex) for n in sorted(names)]

    def battle(self, target: int) -> MeasuredAttack | None:
        """The attack on a hex as it is planned."""
        return self.ruler.measure(target, self.team(target), self.plan.helpers.get(target, ()))

    def worth(self, target: int) -> float:
        """Its value; an owed attack that is not made counts heavily against it."""
        team = self.team(target)
        if not team:
            return -DUTY.owed if target in self.owed and self._could(target) else 0.0
        found = self.battle(target)
        fresh = self.ruler.temper.fresh * sum(self.now.by_id[n].attack for n, _ in team)
        return found.value - fresh if found is not None else FORBIDDEN

    def _could(self, target: int) -> bool:
        """Is any unit free for it: without an order, or one of several?"""
        for name in self.names:
            if target in self.options[name]:
                own = self.plan.target[name]
                if name in self.obliged and (own is None or len(self.team(own)) > 1):
                    return True
        return False

    # -- search ------------------------------------------------------------------------------------------

    def solve(self) -> AttackSet:
        """Start from the plan, put each unit where it is best, then change while that pays."""
        for name in self.names:
            want = self.wanted.get(name)
            if want in self.options[name]:
                self.plan.target[name] = want
        for target in sorted(self.owed, key=lambda t: (sum(t in self.options[n] for n in self.names), t)):
            self._cover(target)
        for name in sorted(self.obliged):
            if self.plan.target[name] is None:
                self._best(name, True)
        for _ in range(2):
            self._polish()
            self._fly()
        return self.plan

    def _cover(self, target: int) -> None:
        if self.team(target):
            return
        free = [n for n in self.names if target in self.options[n] and self.plan.target[n] is None]
        for name in sorted(free, key=lambda n: (len(self.options[n]), n)):
            self.plan.target[name] = target

    def _best(self, name: str, forced: bool) -> bool:
        """Put one unit where the sum is greatest."""
        own = self.plan.target[name]
        choices: list[int | None] = [*self.options[name]]
        if name not in self.obliged and not forced:
            choices.append(None)
        best, gain = own, 1e-6 if own is not None or name not in self.obliged else -1e9
        touched = sorted({*self.options[name]})
        before = sum(self.worth(t) for t in touched)
        for choice in choices:
            if choice == own:
                continue
            self.plan.target[name] = choice
            more = sum(self.worth(t) for t in touched) - before
            if more > gain:
                best, gain = choice, more
        self.plan.target[name] = best
        return best != own

    def _polish(self) -> None:
        for _ in range(ROUNDS):
            changed = False
            for name in self.names:
                changed = self._best(name, False) or changed
            changed = self._swap() or changed
            if not changed:
                return

    def _swap(self) -> bool:
        """Let two units change places, or leave one hex together for another, where neither would alone."""
        changed = False
        for i, one in enumerate(self.names):
            for two in self.names[i + 1 :]:
                a, b = self.plan.target[one], self.plan.target[two]
                shared = set(self.options[one]) & set(self.options[two])
                if len(shared) < 2 or len(self.options[one]) < 2 or a is None or b is None:
                    continue
                touched = sorted(set(self.options[one]) | set(self.options[two]))
                before = sum(self.worth(t) for t in touched)
                best = (a, b, 1e-6)
                pairs = [(b, a)] if a != b else [(t, t) for t in sorted(shared) if t != a]
                for first, second in pairs:
                    if first not in self.options[one] or second not in self.options[two]:
                        continue
                    self.plan.target[one], self.plan.target[two] = first, second
                    more = sum(self.worth(t) for t in touched) - before
                    if more > best[2]:
                        best = (first, second, more)
                self.plan.target[one], self.plan.target[two] = best[0], best[1]
                changed = changed or best[2] > 1e-6
        return changed

    def _fly(self) -> None:
        """Add aircraft and leaders one by one, each where it helps most."""
        self.plan.helpers = {}
        targets = sorted({t for t in self.plan.target.values() if t is not None} | set(self.fixed.values()))
        worth = {t: self.worth(t) for t in targets}
        idle = {u.id: [t for t in targets if self._near(u.hex, t)] for u in self.marshals}
        groups = list(self.air)
        while True:
            best: tuple[float, str, int] | None = None
            for name in [*groups, *sorted(idle)]:
                fair = idle[name] if name in idle else [t for t in targets if t in self.air[name]]
                for t in fair:
                    crew = self.plan.helpers.get(t, [])
                    if name in idle and any(n in idle or n in self._leading for n in crew):
                        continue
                    if name not in idle and not self._air_room(t, crew):
                        continue
                    found = self._with(t, [*crew, name], worth[t])
                    floor = DUTY.spare_marshal if name in idle else DUTY.spare_air
                    if found > floor and (best is None or (found, name, t) > best):
                        best = (found, name, t)
            if best is None:
                best = self._column(groups, targets, worth)
                if best is None:
                    return
            _, name, t = best
            self.plan.helpers.setdefault(t, []).append(name)
            worth[t] = self.worth(t)
            if name in groups:
                groups.remove(name)
            idle.pop(name, None)

    @property
    def _leading(self) -> set[str]:
        return {u.id for u in self.marshals}

    def _air_room(self, target: int, crew: list[str]) -> bool:
        flying = sum(1 for n in crew if n not in self._leading)
        return flying < min(self.limit, len(self.team(target)))

    def _with(self, target: int, crew: list[str], before: float) -> float:
        old = self.plan.helpers.get(target)
        self.plan.helpers[target] = crew
        gain = self.worth(target) - before
        if old is None:
            del self.plan.helpers[target]
        else:
            self.plan.helpers[target] = old
        return gain

    def _column(
        self, groups: list[str], targets: list[int], worth: Mapping[int, float]
    ) -> tuple[float, str, int] | None:
        """Add one of several groups that reach the next column only together."""
        best: tuple[float, str, int] | None = None
        for t in targets:
            near = [n for n in groups if t in self.air[n]]
            crew = self.plan.helpers.get(t, [])
            flying = sum(1 for n in crew if n not in self._leading)
            room = min(self.limit, len(self.team(t))) - flying
            for k in range(2, min(room, len(near)) + 1):
                gain = self._with(t, [*crew, *near[:k]], worth[t]) / k
                if gain > DUTY.spare_air and (best is None or (gain, near[0], t) > best):
                    best = (gain, near[0], t)
        return best

    def _near(self, here: int, target: int) -> bool:
        return any(here == base or here in self.now.board.neighbours[base] for _, base in self.team(target))

    # -- orders ------------------------------------------------------------------------------------------

    def orders(self) -> list[Choice]:
        """The commands, attacks before their helpers."""
        now, out = self.now, list[Choice]()
        for name, target in sorted(self.plan.target.items()):
            if target is not None:
                out.append((Assign(name, now.label(target), 1), self._reason(target)))
        leading = self._leading
        for target, crew in sorted(self.plan.helpers.items()):
            for name in crew:
                command: Command = Lead(name, now.label(target)) if name in leading else Aim(name, now.label(target))
                out.append((command, f"Support the attack on {now.name(target)}."))
        return out

    def _reason(self, target: int) -> str:
        found = self.battle(target)
        place = self.now.name(target)
        if found is None or found.value < 0:
            return f"{place} must be attacked. This costs least."
        return f"{100 * found.cleared:.0f} % to take {place}."


def guns(now: Position) -> list[Choice]:
    """Guns for attacks already announced from their hexes."""
    out: list[Choice] = []
    taken: set[str] = set()
    for c in now.seat.legal():
        if isinstance(c, Assign) and "art" in now.by_id[c.unit].traits and c.unit not in taken:
            taken.add(c.unit)
            out.append((c, f"Support the attack on {now.name(now.at(c.hex))}."))
    return out
