"""Where does everybody go?  Attack groups first, then each unit to the hex that suits its errand best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ecs import Command
from ecs.commands import Flee, Move
from ecs.view import Step, UnitView
from game.opponents.campaign.aims import share_out
from game.opponents.campaign.assault import ROOM, Attack, Mood, Planner
from game.opponents.campaign.situation import RAID, Goal, Situation, strength

Choice = tuple[Command, str]
LEASH = 7
PIONEERS = 9
MENACED, RELIEF = 4, 10
ALARMS = (1.0, 3.0, 6.0)
LINE_GUARD = 1.2
LINES = {True: (4, 0.08, 0.4), False: (3, 0.12, 0.4)}
INSTEAD = {True: (0.14, 0.05), False: (0.3, 0.10)}


@dataclass(frozen=True, slots=True)
class Temper:
    """How a side plays: eagerness to take and to hold, fear of being attacked or cut off, the mood in a fight."""

    taking: float = 1.0
    holding: float = 1.0
    fear: float = 0.5
    cut: float = 0.5
    dash: float = 0.5
    mood: Mood = field(default_factory=Mood)
    company: float = 0.06
    massing: bool = True
    screens: float = 2.0


class Marches:
    """Plans one movement segment."""

    def __init__(self, now: Situation, temper: Temper, fights: bool, walkers: int, ready: bool) -> None:
        self.now, self.temper, self.fights, self.walkers, self.ready = now, temper, fights, walkers, ready
        self.active = [u for u in now.mine if u.can_act]
        self.steps: dict[str, dict[int, Step]] = {u.id: now.seat.reach(u.id) for u in self.active}
        self.errand: dict[str, Goal] = share_out(now, now.mine, temper.taking, temper.holding)
        self.cf = list(now.own_cf)
        self.count: dict[int, int] = {h: len(stack) for h, stack in now.mine_at.items()}
        self.barrier = dict(now.barrier)
        self.leash = leashes(now)
        self.guards: dict[str, int] = {}
        self.pioneers: set[str] = set()
        self.rated: dict[tuple[str, int], float] = {}

    def plan(self) -> list[Choice]:
        """The moves of the segment, in order."""
        out: list[Choice] = []
        self.guards = self._guards()
        placed: set[str] = set(self.guards)
        for name, h in sorted(self.guards.items()):
            unit = self.now.by_id[name]
            if h != unit.hex:
                self._shift(unit, h)
                out.append((Move(name, self.now.label(h)), f"{self.now.name(h)} must not stand open."))
        for choice in self._pioneers(placed):
            out.append(choice)
        for attack in self._attacks():
            for name, base in attack.force:
                placed.add(name)
                unit = self.now.by_id[name]
                if base != unit.hex:
                    self._shift(unit, base)
                    out.append((Move(name, self.now.label(base)), self._attack_words(attack)))
        rest = [u for u in self.active if u.id not in placed and self.steps[u.id]]
        rest.sort(key=lambda u: (-strength(u) * (1.5 if "mech" in u.traits else 1.0), u.hex, u.id))
        for unit in rest:
            best, why = self._best(unit)
            if best != unit.hex:
                self._shift(unit, best)
                out.append((Move(unit.id, self.now.label(best)), why))
        return out + self._staffs(out)

    def _guards(self) -> dict[str, int]:
        """Unit -> the place it keeps from a raid: the weakest that is there, or that can come."""
        now, out = self.now, {}
        active = {u.id for u in self.active}
        depots = {u.hex for u in now.tail if "depot" in u.traits}
        spots = sorted(now.treasures, key=lambda h: (h not in depots, h)) if self.temper.massing else []
        for h in spots:
            if not now.exposed(h):
                continue
            there = now.mine_at.get(h, [])
            if any(u.id not in active for u in there):
                continue
            able = there or [u for u in self.active if h in self.steps[u.id] and u.id not in out]
            close = h in depots or now.far_foe[h] <= MENACED
            able = [u for u in able if "mech" not in u.traits] or list(there) or (able if close else [])
            want = sum(now.threat[h] >= t for t in ALARMS)
            if able:
                guard = min(able, key=lambda u: (max(0, want - u.attack), u.attack, now.atlas.far(h)[u.hex], u.id))
                out[guard.id] = h
            elif now.raids[h] <= MENACED + 1:
                self._relieve(h, out)
        return out

    def _relieve(self, h: int, out: dict[str, int]) -> None:
        """Nobody reaches a place that stands open: the nearest on foot sets out for it."""
        way = self.now.atlas.far(h)
        near = [u for u in self.active if u.id not in out and "mech" not in u.traits and way[u.hex] <= RELIEF]
        if near:
            unit = min(near, key=lambda u: (way[u.hex], u.attack, u.id))
            spots = [i for i in self.steps[unit.id] if self.count.get(i, 0) < ROOM]
            if spots:
                out[unit.id] = min(spots, key=lambda i: (way[i], i))

    def _pioneers(self, placed: set[str]) -> list[Choice]:
        """Units that walk the railway ahead of each depot, so that it can follow."""
        now, out = self.now, list[Choice]()
        if not self.temper.massing:
            return out
        broken = {h: 3.0 for h in now.railways.behind if now.railways.is_broken(h) and not now.foe_cf[h]}
        for _, way in [("", []), *sorted(now.railways.ways.items())]:
            closed: dict[int, float] = dict(broken) if not way else {}
            value = 1.0
            for h in way[:PIONEERS]:
                if now.foe_cf[h]:
                    break
                if now.holder(h) is not now.side:
                    closed[h] = value
                    value *= 0.9
            for _ in range(2 if way else 6):
                best: tuple[float, str, int] | None = None
                for unit in self.active:
                    if unit.id in placed or not closed:
                        continue
                    for h, step in sorted(self.steps[unit.id].items()):
                        won = sum(closed.get(p, 0.0) for p in step.path[1:])
                        if not won or self.count.get(h, 0) >= ROOM:
                            continue
                        force = max(now.power(unit), 0.5)
                        key = won - 0.25 * self._danger(h, force) - 0.04 * force
                        key += 0.3 * ("zoc" in unit.traits) + (0.2 if way else 2.0) * (h in closed)
                        if best is None or (key, unit.id, -h) > best:
                            best = (key, unit.id, -h)
                if best is None or best[0] < 0.5:
                    break
                unit = now.by_id[best[1]]
                path = self.steps[unit.id][-best[2]].path
                for p in path:
                    closed.pop(p, None)
                placed.add(unit.id)
                self.pioneers.add(unit.id)
                self._shift(unit, -best[2])
                out.append((Move(unit.id, now.label(-best[2])), "The railway is opened for the trains."))
        return out

    def _attack_words(self, attack: Attack) -> str:
        return f"To attack {self.now.name(attack.target)} at {attack.odds}."

    # -- attacks ----------------------------------------------------------------------------------------

    def _attacks(self) -> list[Attack]:
        if not (self.fights or self.ready) or not self.temper.massing:
            return []
        now = self.now
        bases = {}
        for unit in self.active:
            if unit.id in self.guards or unit.id in self.pioneers:
                continue
            reach = self.steps[unit.id]
            bases[unit.id] = (unit.hex, *sorted(h for h in reach if now.far_foe[h] == 1))
        best: dict[str, float] = {}
        for unit in (u for u in self.active if u.id in bases):
            self._leave(unit)
            goal = self.errand.get(unit.id)
            options = [(unit.hex, None), *sorted(self.steps[unit.id].items())]
            for h, step in options:
                self.rated[unit.id, h] = self._value(unit, h, step, goal)
            self._return(unit)
            best[unit.id] = max(self.rated[unit.id, h] for h, _ in options)
        fast, slow = INSTEAD[self.fights]
        share = {u.id: fast if "mech" in u.traits else slow for u in self.active}

        def cost(name: str, base: int) -> float:
            return share[name] * max(0.0, best[name] - self.rated[name, base])

        planner = Planner(now, self.temper.mood, cost)
        return planner.plan(bases, sorted(now.foes_at), frozenset(bases), self.walkers)

    # -- everybody else ---------------------------------------------------------------------------------

    def _best(self, unit: UnitView) -> tuple[int, str]:
        now, goal = self.now, self.errand.get(unit.id)
        self._leave(unit)
        best, best_value = unit.hex, self._value(unit, unit.hex, None, goal) + 0.05
        for h, step in sorted(self.steps[unit.id].items()):
            if self.count.get(h, 0) >= ROOM:
                continue
            value = self._value(unit, h, step, goal)
            if value > best_value:
                best, best_value = h, value
        self._return(unit)
        if goal is None:
            return best, "To a better place."
        return best, f"{'Towards' if goal.taking else 'To cover'} {now.name(goal.hex)}."

    def _value(self, unit: UnitView, h: int, step: Step | None, goal: Goal | None) -> float:
        now, temper = self.now, self.temper
        force = max(self.now.power(unit), 0.5)
        value = 0.0
        if goal is not None:
            way = now.atlas.far(goal.hex)
            gained = way[unit.hex] - way[h]
            if goal.taking:
                value += 0.45 * min(goal.worth, 5.0) ** 0.5 * gained
                if h == goal.hex:
                    value += goal.worth
            else:
                value += 0.4 * goal.worth**0.5 * gained
                if h == goal.hex and self.cf[h] < goal.demand:
                    value += 1.0 + goal.worth
        for p in step.path[1:] if step is not None else ():
            if now.holder(p) is not now.side and now.gap[p] <= now.leash:
                value += 0.7 * now.atlas.worth[p] + now.corridor.get(p, 0.05)
        if temper.screens and self.barrier:
            stake = self.barrier.get(h, 0.0)
            value += temper.screens * stake * min(force, 3.0)
        value -= self._danger(h, force) * temper.fear
        away = now.gap[h]
        if away:
            free, near, beyond = LINES["mech" in unit.traits]
            value -= (near * min(away, free) + beyond * max(0, away - free)) * force**0.5
        shut = now.open_ground[h]
        if shut:
            value -= (temper.dash if "mech" in unit.traits else temper.cut) * min(shut, 4) * force
        near = self.cf[h] + 0.5 * max(self.cf[j] for j in now.atlas.net[h])
        value += temper.company * min(near, 9.0) * (1.5 if "mech" in unit.traits else 1.0)
        if unit.attack <= 2 and not self.cf[h] and h in now.railways.behind and now.raids[h] <= RAID:
            value += LINE_GUARD
        leash = self.leash.get(unit.id)
        if leash is not None:
            value -= 0.3 * max(0, now.board.distance(h, leash) - LEASH)
        return value

    def _danger(self, h: int, force: float) -> float:
        """Factors that may be lost there."""
        now = self.now
        pressure = now.threat[h]
        if not pressure:
            return 0.0
        odds = pressure / (max(self.cf[h] + force, 0.5) * now.atlas.cover[h])
        risk = min(0.8, max(0.0, (odds - 2.0) / 6))
        if now.far_foe[h] > 2:
            risk *= 0.6
        return risk * force

    # -- bookkeeping ------------------------------------------------------------------------------------

    def _leave(self, unit: UnitView) -> None:
        self.cf[unit.hex] -= self.now.power(unit)
        self.count[unit.hex] = self.count.get(unit.hex, 1) - 1

    def _return(self, unit: UnitView) -> None:
        self.cf[unit.hex] += self.now.power(unit)
        self.count[unit.hex] = self.count.get(unit.hex, 0) + 1

    def _shift(self, unit: UnitView, there: int) -> None:
        self._leave(unit)
        self.cf[there] += self.now.power(unit)
        self.count[there] = self.count.get(there, 0) + 1
        if there in self.barrier:
            self.barrier[there] *= 0.3
            if "zoc" in unit.traits:
                for j in self.now.atlas.net[there]:
                    if j in self.barrier:
                        self.barrier[j] *= 0.6

    # -- headquarters and guns ----------------------------------------------------------------------------

    def _staffs(self, given: list[Choice]) -> list[Choice]:
        """Headquarters go where most of their tanks will be, under guard; guns to the nearest large stack."""
        now = self.now
        out: list[Choice] = []
        crews = [u for u in now.tail if u.can_act and not {"hq", "art"}.isdisjoint(u.traits)]
        where = {u.id: u.hex for u in now.mine}
        for command, _ in given:
            if isinstance(command, Move) and command.unit in where:
                where[command.unit] = now.board.by_label[command.hex]
        mobile: dict[int, float] = {}
        for u in now.mine:
            weight = strength(u) * (1.0 if "mech" in u.traits else 0.15)
            mobile[where[u.id]] = mobile.get(where[u.id], 0.0) + weight
        for unit in crews:
            reach = now.seat.reach(unit.id)
            others = [u.hex for u in now.tail if "hq" in u.traits and u.id != unit.id]
            best, best_value = unit.hex, self._staff_value(unit, unit.hex, mobile, others) + 0.5
            for h in sorted(reach):
                value = self._staff_value(unit, h, mobile, others)
                if value > best_value:
                    best, best_value = h, value
            if best != unit.hex:
                why = "Headquarters close up to their tanks." if "hq" in unit.traits else "Guns follow."
                out.append((Move(unit.id, now.label(best)), why))
        return out

    def _staff_value(self, unit: UnitView, h: int, mobile: Mapping[int, float], others: list[int]) -> float:
        now = self.now
        if "art" in unit.traits:
            return mobile.get(h, 0.0) + 0.3 * min(self.cf[h], 9.0) - 0.3 * now.far_foe[h]
        value = 0.0
        for spot, weight in mobile.items():
            if now.board.distance(h, spot) <= 3:
                shared = any(now.board.distance(o, spot) <= 3 for o in others)
                value += weight * (0.4 if shared else 1.0)
        if now.far_foe[h] <= 2 and self.cf[h] < 3:
            value -= 12.0
        elif not self.cf[h]:
            value -= 5.0
        return value - 0.2 * now.gap[h] - (3.0 if now.open_ground[h] else 0.0)


def flights(now: Situation) -> list[Choice]:
    """Emergency retreats are left alone unless the unit is about to die where it stands."""
    out: list[Choice] = []
    for c in now.view.legal:
        if isinstance(c, Flee) and now.by_id[c.unit].hits > 1:
            h = now.board.by_label[c.hex]
            if not now.open_ground[h] and now.open_ground[now.by_id[c.unit].hex]:
                out.append((c, "Out of the trap, at a price."))
    return out


def leashes(now: Situation) -> dict[str, int]:
    """Mechanised unit -> where the headquarters stands that it belongs to: the nearest that leads tanks."""
    heads = [u.hex for u in now.tail if "hq" in u.traits and "german" in u.traits]
    if not heads:
        return {}
    apart = now.board.distance
    return {u.id: min(heads, key=lambda h: (apart(u.hex, h), h)) for u in now.mine if "mech" in u.traits}
