"""A trained staff that plans a phase at a time: attacks first, then the marches that make them possible.

A recruit marches to the nearest goal without thinking of attacks, and fights where he then stands; he does not weigh
what he may lose, which home city he leaves open, or who would be cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ecs import Command, Side
from ecs.core.commands import (
    Assign,
    CancelAttacks,
    EndPhase,
    Lift,
    Move,
    Resolve,
    Unassign,
)
from ecs.core.view import UnitView
from game.opponents.doctrine import Taking, table
from game.opponents.players import Choice
from game.opponents.salvo_staff import rear_orders
from game.opponents.salvo_staff.attack_planner import AttackPlanner, repair
from game.opponents.salvo_staff.battle_answers import Answers
from game.opponents.salvo_staff.figures import ATTACK, MARCH
from game.opponents.salvo_staff.movement_planner import TEMPERS, MovementPlanner, PlayStyle, zoned
from game.opponents.salvo_staff.position import Position
from game.opponents.seat import Seat
from game.opponents.shared.answers import of_kind, surest_battle
from game.opponents.shared.attack_plan import PlannedAttack
from game.opponents.shared.phase_staff import PhaseStaff
from game.opponents.shared.position_reading import USUAL, Style

TAKING = table("salvo", "taking", Taking)


class SalvoOfficer(PhaseStaff):
    """The planner.  It keeps its plan of the present phase, and makes a new one when a step is illegal."""

    MOST = 250

    def __init__(self, side: Side, seed: int, level: str, style: Style = USUAL) -> None:
        super().__init__(side, seed, level, style)
        self._answers = Answers()
        self._gave_up = False
        self._repairs = 0
        self._table: MovementPlanner | None = None

    def _begin(self, seat: Seat) -> None:
        self._gave_up, self._repairs = False, 0

    def _answer(self, seat: Seat) -> Choice:
        now = self._reading(seat)
        return self._answers.answer(seat, now, lambda h, u: self._desk(seat, now).ground(h, u))

    def _reading(self, seat: Seat) -> Position:
        now = Position(seat.view)
        self._style.weigh(now.worth)
        return now

    def _next(self, seat: Seat) -> Choice | None:
        if self._gave_up:
            return None
        return self._handed_out(seat) or self._ordered(seat, self._reading(seat))

    def _ordered(self, seat: Seat, now: Position) -> Choice | None:
        legal = now.view.legal
        kinds = {type(c) for c in legal}
        if Resolve in kinds:
            return self._resolve(seat, now, of_kind(legal, Resolve))
        if Lift in kinds:
            return None
        if Move in kinds:
            return self._follow(seat, now, self._marches)
        if Assign in kinds or Unassign in kinds:
            return self._attack(seat, now)
        return rear_orders.order(now, self._staff(seat, now))

    def _follow(self, seat: Seat, now: Position, make: Callable[[Seat, Position], list[Choice]]) -> Choice | None:
        """The next step of the phase's plan that is still legal."""
        if self._orders is None:
            self._orders = iter(self._planned(make(seat, now)))
        return self._handed_out(seat)

    def _owed(self, seat: Seat) -> Choice:
        if seat.allows(CancelAttacks()):
            self._gave_up = True
            return CancelAttacks(), "No attack: it would force too many others."
        return seat.legal()[0], ""

    def _desk(self, seat: Seat, now: Position) -> MovementPlanner:
        """The staff's map table for the open question, laid out once for it."""
        if self._table is None or self._table.now is not now:
            self._table = self._staff(seat, now)
        return self._table

    def _staff(self, seat: Seat, now: Position) -> MovementPlanner:
        reserve = str(seat.traits.get("reserve", ""))
        mood = temper(now, self._style) if self._thorough else TEMPERS["recruit"]
        staff = MovementPlanner(now, mood, zoned(seat.traits, now.side), reserve)
        staff.share_out(now.mine)
        return staff

    # -- attacks ------------------------------------------------------------------------------------

    def _planner(self, seat: Seat, now: Position, staff: MovementPlanner) -> AttackPlanner:
        cuts: dict[int, float] = {}

        def bonus(index: int) -> float:
            if index not in cuts:
                cuts[index] = self._style.take * (ATTACK.progress + ATTACK.cut * staff.cut_off(index))
            return cuts[index]

        if not self._thorough:
            return AttackPlanner(seat, now, lambda _: 0.0, lambda *_: 0.0, ATTACK.poor, 0.0)
        thrift = self._style.thrift
        return AttackPlanner(seat, now, bonus, staff.venture, thrift * ATTACK.poor, thrift * ATTACK.tempo)

    def _attack(self, seat: Seat, now: Position) -> Choice | None:
        found = self._follow(seat, now, self._allocation)
        if found is None and EndPhase() not in now.view.legal and self._repairs < 24:
            self._repairs += 1
            self._orders = iter([(order, "The attacks must be equal.") for order in seat.remedy(EndPhase())])
            return self._handed_out(seat) or repair(seat, now, now.view.legal)
        return found

    def _allocation(self, seat: Seat, now: Position) -> list[Choice]:
        seat.weighing("Which attacks to make", 0.2)
        bases = {name: (now.by_id[name].hex,) for name in now.assignable}
        targets = {h for hexes in now.assignable.values() for h in hexes}
        staff = self._staff(seat, now)
        for name in staff.guards():
            bases.pop(name, None)
        plans = self._planner(seat, now, staff).plan(bases, targets)
        out: list[Choice] = []
        for plan in plans:
            label = now.label(plan.target)
            out += [(Assign(name, label, 1), _why(now, plan)) for name, _ in plan.team]
        return out

    def _resolve(self, seat: Seat, now: Position, options: Sequence[Resolve]) -> Choice:
        best = surest_battle(now, options, lambda index, team: float(seat.forecast(index, team).p_cleared))
        return best, f"Surest battle first: {now.name(now.at(best.hex))}."

    # -- movement -----------------------------------------------------------------------------------

    def _marches(self, seat: Seat, now: Position) -> list[Choice]:
        seat.weighing("Moves, then attacks", 0.2)
        staff = self._staff(seat, now)
        guards = staff.guards()
        steps = {u.id: seat.reach(u.id) for u in now.mine if u.id not in guards}
        if not self._thorough:
            return self._rest(now, staff, {}, {name: set(reached) for name, reached in steps.items()})
        planner = self._planner(seat, now, staff)
        bases = {
            u.id: (u.hex, *sorted(h for h, s in steps[u.id].items() if not s.bonus))
            for u in now.mine
            if u.id in steps and _may_attack(now, u)
        }
        plans = planner.plan(bases, self._targets(now))
        beaten = {p.target for p in plans if p.cleared >= ATTACK.sure}
        relief = staff.relief({n: s for n, s in steps.items() if s}, beaten)
        if relief:
            plans = planner.plan({n: b for n, b in bases.items() if n not in relief}, self._targets(now))
        placed = dict(relief)
        out = [(_move(now, name, h), "A home city is in danger.") for name, h in relief.items()]
        for plan in plans:
            for name, base in plan.team:
                placed[name] = base
                if base in steps[name]:
                    out.append((_move(now, name, base), _why(now, plan)))
        return out + self._rest(now, staff, placed, {n: set(s) for n, s in steps.items() if n not in placed})

    def _targets(self, now: Position) -> set[int]:
        walls = {
            h.index
            for h in now.board.hexes
            if (h.place == "victory" or "fortress" in h.traits) and now.holder(h.index) is now.side.other
        }
        return set(now.foes_at) | walls

    def _rest(
        self, now: Position, staff: MovementPlanner, placed: dict[str, int], open_to: dict[str, set[int]]
    ) -> list[Choice]:
        """Move all others towards their goals, in supply, in company."""
        staff.share_out(u for u in now.mine if u.id not in placed)
        where = dict(placed)
        out: list[Choice] = []
        units = sorted((now.by_id[n] for n in open_to if open_to[n]), key=lambda u: (-u.attack, u.hex, u.id))
        for unit in units:
            best = self._best_hex(staff, unit, open_to[unit.id], where)
            where[unit.id] = best
            _shift(now, unit, best)
            if best != unit.hex:
                out.append((_move(now, unit.id, best), _whither(now, staff, unit)))
        return out

    def _best_hex(self, staff: MovementPlanner, unit: UnitView, options: set[int], where: dict[str, int]) -> int:
        everywhere = set(range(len(staff.threat)))
        rated = sorted(((staff.ground(h, unit, everywhere), -h) for h in {unit.hex, *options}), reverse=True)
        best, best_value = unit.hex, -1e9
        for value, minus in [*rated[:3], (staff.ground(unit.hex, unit, everywhere), -unit.hex)]:
            supply = staff.supply_with({**where, unit.id: -minus})
            if -minus not in supply:
                value -= MARCH.starved * max(unit.attack, unit.hits, 1)
            if value > best_value:
                best, best_value = -minus, value
        return best


def _move(now: Position, name: str, index: int) -> Command:
    return Move(name, now.label(index))


def _may_attack(now: Position, unit: UnitView) -> bool:
    """Is a unit ready, and of the troops that attack after this march?"""
    ready = not unit.disrupted and "noattack" not in unit.badges
    able = now.view.known.attackers
    return ready and (able is None or unit.id in able)


def _shift(now: Position, unit: UnitView, index: int) -> None:
    """Note on the map table that a unit will stand elsewhere."""
    now.mine_at[unit.hex] = [u for u in now.mine_at.get(unit.hex, []) if u.id != unit.id]
    now.mine_at.setdefault(index, []).append(unit)


def _why(now: Position, plan: PlannedAttack) -> str:
    trap = ", no retreat open" if plan.closed else ""
    return f"{round(100 * plan.cleared)} % to clear {now.name(plan.target)}{trap}."


def _whither(now: Position, staff: MovementPlanner, unit: UnitView) -> str:
    goal = staff.orders.get(unit.id)
    if goal is None:
        return "To a safer position."
    return f"{'Towards' if goal.taking else 'To hold'} {now.name(goal.hex)}."


def temper(now: Position, style: Style) -> PlayStyle:
    """The mood of a side: the stronger takes, the weaker holds, and each by its leaning."""
    ours = sum(u.attack for u in now.mine) + 1
    theirs = sum(u.attack for u in now.foes) + 1
    mood = TEMPERS["stronger" if ours > theirs else "weaker"]
    return PlayStyle(style.hold * mood.hold, style.take * TAKING.at(ours / theirs), style.fear * mood.exposed)
