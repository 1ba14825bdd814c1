"""Where all units go: duties first, then attack groups, then each unit to the hex that suits it best."""

from __future__ import annotations

from math import sqrt

from ecs.core.commands import Flee
from ecs.core.view import ReachStep, UnitView
from game.opponents.chit_staff import standing_tasks
from game.opponents.chit_staff.attack_planner import AttackPlanner
from game.opponents.chit_staff.drive import DepotDrive, drives
from game.opponents.chit_staff.figures import ARMY, FRONT, MARCH, STAFFS
from game.opponents.chit_staff.movement_orders import MovementOrders, PlayStyle, share_out
from game.opponents.chit_staff.position import FAINT, Goal, Position, strength
from game.opponents.players import Choice
from game.opponents.shared.attack_plan import PlannedAttack

# -- Where headquarters and guns go, once the fighting units have their orders. --------------------------------------


def staffs(m: MovementOrders) -> None:
    """Move headquarters to where most of their tanks will be, under guard, and guns to the nearest large stack."""
    now = m.now
    mobile: dict[int, float] = {}
    for u in now.mine:
        weight = strength(u) * (1.0 if "mech" in u.traits else STAFFS.foot)
        mobile[m.at(u)] = mobile.get(m.at(u), 0.0) + weight
    for unit in [u for u in now.tail if u.can_act and not {"hq", "art"}.isdisjoint(u.traits)]:
        others = [u.hex for u in now.tail if "hq" in u.traits and u.id != unit.id]

        def value(h: int, unit: UnitView = unit, others: list[int] = others) -> float:
            return _value(m, unit, h, mobile, others)

        best = max(sorted(now.seat.reach(unit.id)), key=lambda h: (value(h), -h), default=unit.hex)
        if value(best) > value(unit.hex) + STAFFS.least:
            m.send(
                unit, best, "Keep headquarters close to their tanks." if "hq" in unit.traits else "Bring up the guns."
            )


def _value(m: MovementOrders, unit: UnitView, h: int, mobile: dict[int, float], others: list[int]) -> float:
    now, apart = m.now, m.now.board.distance
    if "art" in unit.traits:
        return mobile.get(h, 0.0) + STAFFS.guns * min(m.cf[h], STAFFS.guns_most) - STAFFS.guns_far * now.far_foe[h]
    value, span = 0.0, now.span(unit.id)
    post = m.armies.posts.get(unit.id)
    if post is not None:
        value += STAFFS.own * sum(strength(u) for u in m.armies.crews[unit.id] if apart(h, m.at(u)) <= span)
        value -= STAFFS.post * apart(h, post)
    for spot, weight in mobile.items():
        if apart(h, spot) <= span:
            value += weight * (STAFFS.shared if any(apart(o, spot) <= span for o in others) else 1.0)
    if now.far_foe[h] <= 2 and m.cf[h] < STAFFS.escort:
        value -= STAFFS.naked
    elif not m.cf[h]:
        value -= STAFFS.alone
    return value - STAFFS.hunger * now.gap[h] - (STAFFS.pocket if now.open_ground[h] else 0.0)


class MovementPlanner:
    """Plans one movement segment.

    :param fights: whether the chit lets units fight after they have marched; ``walkers``: how many on foot may;
        ``ready``: whether another chit of the month may let them fight where they have marched to.
    """

    def __init__(self, now: Position, temper: PlayStyle, fights: bool, walkers: int, ready: bool) -> None:
        self.now, self.temper, self.fights, self.walkers, self.ready = now, temper, fights, walkers, ready
        self.muster = MovementOrders(now, temper)
        cares = self.muster.armies.cares
        self.errand: dict[str, Goal] = share_out(now, now.mine, temper.taking, temper.holding, cares)
        self.rated: dict[tuple[str, int], float] = {}
        self.drive = DepotDrive(now, self.muster, self.errand) if drives(now, temper) else None

    def plan(self) -> list[Choice]:
        """The moves of the segment, in order."""
        m, now, driving = self.muster, self.now, self.drive is not None
        if self.temper.massing:
            standing_tasks.last_stand(m)
            standing_tasks.guards(m, driving)
            standing_tasks.garrisons(m, driving)
            standing_tasks.fall_back(m)
            standing_tasks.menders(m)
            standing_tasks.pioneers(m)
            if now.bold and not driving:
                standing_tasks.pockets(m)
            for attack in self._attacks():
                for name, base in attack.team:
                    m.send(now.by_id[name], base, f"To attack {now.name(attack.target)} at {attack.odds}.")
            if now.bold and not driving:
                standing_tasks.line(m)
        rest = [u for u in m.free() if m.steps[u.id]]
        for unit in sorted(rest, key=self.drive.order if self.drive is not None else _strongest):
            m.send(unit, *self._best(unit))
        staffs(m)
        return m.orders

    # -- attacks ----------------------------------------------------------------------------------------

    def _attacks(self) -> list[PlannedAttack]:
        if not (self.fights or self.ready):
            return []
        m, now = self.muster, self.now
        bases, best = dict[str, tuple[int, ...]](), dict[str, float]()
        for unit in m.free():
            reach = m.steps[unit.id]
            bases[unit.id] = (unit.hex, *sorted(h for h in reach if now.far_foe[h] == 1 and m.feeds(h)))
            m.leave(unit)
            for h, step in [(unit.hex, None), *sorted(reach.items())]:
                value = self.rated[unit.id, h] = self._value(unit, h, step)
                best[unit.id] = max(value, best.get(unit.id, value))
            m.back(unit)
        instead = MARCH.fighting if self.fights else MARCH.marching
        share = {u.id: instead.wheels if "mech" in u.traits else instead.foot for u in m.active}

        def cost(name: str, base: int) -> float:
            return share[name] * max(0.0, best[name] - self.rated[name, base])

        planner = AttackPlanner(now, self.temper.mood, cost)
        return planner.plan(bases, sorted(now.foes_at), frozenset(bases), self.walkers)

    # -- everybody else ---------------------------------------------------------------------------------

    def _best(self, unit: UnitView) -> tuple[int, str]:
        m, goal = self.muster, self.errand.get(unit.id)
        m.leave(unit)
        stay = self._value(unit, unit.hex, None) + MARCH.least - MARCH.full * (not m.has_room(unit.hex))
        best, best_value = unit.hex, stay
        for h, step in sorted(m.steps[unit.id].items()):
            if m.has_room(h):
                value = self._value(unit, h, step)
                if value > best_value:
                    best, best_value = h, value
        m.back(unit)
        intent = self.drive.plan.intent(unit.id) if self.drive is not None else ""
        if intent:
            return best, intent
        if goal is None:
            return best, "To a better position."
        return best, f"{'Towards' if goal.taking else 'To cover'} {self.now.name(goal.hex)}."

    def _value(self, unit: UnitView, h: int, step: ReachStep | None) -> float:
        """The value of having a unit in a hex, with the march there."""
        if self.drive is not None and self.drive.leads(unit):
            return self.drive.value(unit, h, step, self._errand(unit, h))
        now, m, fast = self.now, self.muster, "mech" in unit.traits
        force = max(now.power(unit), FAINT)
        value = self._errand(unit, h)
        for p in step.path[1:] if step is not None else ():
            if now.holder(p) is not now.side and now.gap[p] <= now.leash:
                value += MARCH.place * now.atlas.worth[p] + now.corridor.get(p, MARCH.ground)
        if self.temper.screens and m.barrier:
            value += self.temper.screens * m.barrier.get(h, 0.0) * min(force, MARCH.screen_most)
        if self._stands(unit, h):
            return value
        value -= m.danger(h, force) * self.temper.fear
        away = now.gap[h]
        if away:
            line = MARCH.wheels if fast else MARCH.foot
            hunger = self.temper.hunger + line.near * min(away, line.free) + line.beyond * max(0, away - line.free)
            value -= hunger * force**0.5
        shut = now.open_ground[h]
        if shut:
            value -= (self.temper.dash if fast else self.temper.cut) * min(shut, MARCH.pocket_most) * force
        company = m.cf[h] + MARCH.company_beside * max(m.cf[j] for j in now.atlas.net[h])
        value += self.temper.company * min(company, MARCH.company_most) * (MARCH.company_fast if fast else 1.0)
        if unit.attack <= 2 and not m.cf[h] and h in now.railways.behind and now.raids[h] <= FRONT.raid:
            value += MARCH.line_guard
        return value - ARMY.tether * m.armies.beyond(unit, h)

    def _stands(self, unit: UnitView, h: int) -> bool:
        """Does a unit make its last stand in a hex, whatever the threat?"""
        goal = self.errand.get(unit.id)
        return goal is not None and goal.last and h == goal.hex

    def _errand(self, unit: UnitView, h: int) -> float:
        goal = self.errand.get(unit.id)
        if goal is None:
            return 0.0
        way = self.now.atlas.far(goal.hex)
        gained = way[unit.hex] - way[h]
        if goal.taking:
            return MARCH.step * sqrt(min(goal.worth, MARCH.step_most)) * gained + (goal.worth if h == goal.hex else 0.0)
        lacks = h == goal.hex and self.muster.cf[h] < goal.demand
        return MARCH.guard_step * sqrt(goal.worth) * gained + (1.0 + goal.worth if lacks else 0.0)


def _strongest(unit: UnitView) -> tuple[float, int, str]:
    """Order of units: the strong and fast first."""
    return -strength(unit) * (MARCH.first if "mech" in unit.traits else 1.0), unit.hex, unit.id


def flights(now: Position) -> list[Choice]:
    """Emergency retreats, made only if the unit is about to die where it stands."""
    out: list[Choice] = []
    for c in now.view.legal:
        if isinstance(c, Flee) and now.by_id[c.unit].hits > 1:
            h = now.board.by_label[c.hex]
            if not now.open_ground[h] and now.open_ground[now.by_id[c.unit].hex]:
                out.append((c, "Break out of the pocket at the cost of a step."))
    return out
