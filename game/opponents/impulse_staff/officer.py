"""A staff that leads a whole front through two impulses: each segment is planned once, then carried out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ecs import Command, Side
from ecs.core.commands import (
    Aim,
    Assign,
    Blitz,
    Overwhelm,
    Resolve,
    Unassign,
)
from ecs.core.known_facts import PhaseWork, Sky
from game.opponents.impulse_staff import battle_answers, movement_planner, rear_orders
from game.opponents.impulse_staff.attack_planner import AttackPlanner, Thrust
from game.opponents.impulse_staff.attack_value import TEMPERS, AttackValue, PlayStyle, Results
from game.opponents.impulse_staff.battle_answers import next_battle
from game.opponents.impulse_staff.obligatory_attacks import AttackSetSearch, guns
from game.opponents.impulse_staff.position import Position
from game.opponents.impulse_staff.railways import hunts
from game.opponents.players import Choice
from game.opponents.seat import Seat
from game.opponents.shared.phase_staff import PhaseStaff, gathered
from game.opponents.shared.position_reading import USUAL, Style

MOST_VICTORIES = 25


class ImpulseOfficer(PhaseStaff):
    """The planner for two impulses a turn."""

    MOST = 1500

    def __init__(self, side: Side, seed: int, level: str, style: Style = USUAL) -> None:
        super().__init__(side, seed, level, style)
        self._work: PhaseWork = ""
        self._wanted: dict[str, int] = {}
        self._results: Results = {}

    def _begin(self, seat: Seat) -> None:
        self._work = seat.look.phase.work

    def _answer(self, seat: Seat) -> Choice:
        return battle_answers.answer(Position(seat))

    def _owed(self, seat: Seat) -> Choice:
        legal = seat.legal()
        owed: list[Command] = [c for c in legal if isinstance(c, Assign | Resolve | Blitz)]
        return (owed or legal)[0], "The rules require it."

    def _next(self, seat: Seat) -> Choice | None:
        if self._work in rear_orders.DESKS:
            return self._behind(seat, lambda refused: rear_orders.order(Position(seat), refused))
        if self._orders is None:
            plans = {"march": self._march, "plan": self._pledge, "fight": self._fight}
            self._orders = plans[self._work](seat) if self._work in plans else iter(())
        return self._handed_out(seat)

    # -- marching ---------------------------------------------------------------------------------------

    def _march(self, seat: Seat) -> Iterator[Choice]:
        """Automatic victories one by one, each on a new look at the front; then attackers; then everyone else."""
        tried: set[int] = set()
        used: set[str] = set()
        seat.weighing("Trains and ships", 0.05)
        if seat.view.phase.part == 1:
            for choice in rear_orders.trains(Position(seat), frozenset()):
                used.add(getattr(choice[0], "unit", ""))
                yield choice
        for hunt in hunts(Position(seat), sorted(used)) if self._thorough else ():
            used.add(hunt[0].unit)
            yield hunt
        thrusts: list[Thrust] = []
        seat.weighing("Which attacks to move up for", 0.15)
        for _ in range(MOST_VICTORIES):
            now = Position(seat, self._style)
            thrusts = AttackPlanner(now, self._ruler(now), frozenset(tried)).plan()
            won = [t for t in thrusts if t.outright]
            if not won:
                break
            tried.add(won[0].target)
            used.update(n for n, _ in won[0].team)
            yield from self._overrun(seat, now, won[0])
        now = Position(seat)
        team = {n: (b, t.target) for t in thrusts if not t.outright for n, b in t.team}
        self._wanted = {n: target for n, (_, target) in team.items()}
        places = list(dict.fromkeys(now.name(target) for target in self._wanted.values()))
        seat.weighing(f"Move to attack {' and '.join(places[:2])}" if places else "Marches", 0.6)
        yield from self._to_attacks(seat, now, team, lambda _, target: f"To attack {now.name(target)}.")
        used.update(team)
        seat.weighing("Where the other units go", 0.7)
        yield from self._planned(movement_planner.posts(Position(seat, self._style), frozenset(used), self._thorough))
        yield from rear_orders.leaders(Position(seat), self._wanted)

    def _overrun(self, seat: Seat, now: Position, thrust: Thrust) -> Iterator[Choice]:
        place, label = now.name(thrust.target), now.label(thrust.target)
        bases = dict(thrust.team)
        yield from gathered(seat, now, bases, lambda _: f"To attack {place}.")
        for name, _ in thrust.team:
            yield Assign(name, label, 1), f"Overrun {place}."
        for name in thrust.air:
            yield Aim(name, label), f"Overrun {place}."
        yield Overwhelm(label), f"Automatic victory {now.where(thrust.target)}."
        for name in (*thrust.air, *(n for n, _ in thrust.team)):
            yield Unassign(name), "Call off the overrun."

    # -- fighting -----------------------------------------------------------------------------------------

    def _pledge(self, seat: Seat) -> Iterator[Choice]:
        seat.weighing("Which attacks to declare", 0.2)
        now = Position(seat)
        pledges = AttackSetSearch(now, self._ruler(now), self._wanted)
        pledges.solve()
        yield from self._planned(pledges.orders())
        yield from guns(Position(seat))

    def _fight(self, seat: Seat) -> Iterator[Choice]:
        while True:
            now = Position(seat)
            choice = next_battle(now, self._ruler(now))
            if choice is None:
                return
            yield choice

    def _ruler(self, now: Position) -> AttackValue:
        return AttackValue(now, self._leaning(self._temper(now)), self._results)

    def _leaning(self, temper: PlayStyle) -> PlayStyle:
        lean = self._style
        loss = (1 + lean.fear) / 2 * temper.loss
        return replace(temper, loss=loss, city=lean.take * temper.city, fear=lean.fear * temper.fear)

    def _temper(self, now: Position) -> PlayStyle:
        if not self._thorough:
            return TEMPERS["recruit"]
        if now.side is Side.SOVIET:
            return TEMPERS["soviet"]
        if now.turn >= now.view.turns and any(line.points > 1 for line in now.view.score):
            return TEMPERS["last_march" if now.impulse == 2 else "last_turn"]
        if now.is_first_winter(now.turn) and now.weather is not Sky.FAIR:
            return TEMPERS["first_winter"]
        return TEMPERS["usual"]
