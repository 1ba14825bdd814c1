"""A staff that leads a year of prepared and operational attacks: each phase is planned once, then carried out."""

from __future__ import annotations

from collections.abc import Iterator

from ecs import Command, Side
from ecs.core.commands import Aim, Assign, CancelAttacks, EndPhase, Unassign
from ecs.core.known_facts import PhaseWork
from game.opponents.operations_staff import attack_planner, battle_answers, movement_planner, rear_orders
from game.opponents.operations_staff.attack_planner import AttackPlanner
from game.opponents.operations_staff.attack_value import AttackValue, temper_of
from game.opponents.operations_staff.position import Position
from game.opponents.players import Choice
from game.opponents.seat import Seat
from game.opponents.shared.attack_plan import PlannedAttack
from game.opponents.shared.phase_staff import PhaseStaff
from game.opponents.shared.position_reading import USUAL, Style

MOST_FIXES = 40
BEHIND: tuple[PhaseWork, ...] = ("opening", "set up")


class OperationsOfficer(PhaseStaff):
    """The planner for prepared and operational attacks; a recruit plans without foresight."""

    def __init__(self, side: Side, seed: int, level: str, style: Style = USUAL) -> None:
        super().__init__(side, seed, level, style)
        self._work: PhaseWork = ""
        self._fixes = 0

    def _begin(self, seat: Seat) -> None:
        self._work, self._fixes = seat.view.phase.work, 0

    def _answer(self, seat: Seat) -> Choice:
        now = Position(seat, self._style)
        return battle_answers.answer(now, self._ruler(now))

    def _ruler(self, now: Position) -> AttackValue:
        return AttackValue(now, temper_of(now, self._thorough))

    def _next(self, seat: Seat) -> Choice | None:
        if self._work in BEHIND:
            return self._behind(seat, lambda refused: rear_orders.order(Position(seat, self._style), refused))
        if self._work == "fight":
            now = Position(seat, self._style)
            return battle_answers.next_battle(now, self._ruler(now))
        if self._orders is None:
            self._orders = self._march(seat) if self._work == "march" else self._declare(seat)
        return self._handed_out(seat)

    # -- attacks and marches ------------------------------------------------------------------------------------

    def _declare(self, seat: Seat) -> Iterator[Choice]:
        now = Position(seat, self._style)
        seat.weighing("Which attacks to declare", 0.2)
        attacks = attack_planner.plan(now, self._ruler(now), self._thorough)
        yield from self._planned([choice for attack in attacks for choice in declarations(now, attack)])

    def _march(self, seat: Seat) -> Iterator[Choice]:
        seat.weighing("Which attacks to move up for", 0.1)
        now = Position(seat, self._style)
        attacks = attack_planner.plan(now, self._ruler(now))
        places = {n: (b, a.target) for a in attacks for n, b in a.team}
        yield from self._to_attacks(
            seat, now, dict(sorted(places.items())), lambda _, target: f"To attack {now.name(target)}."
        )
        seat.weighing("Where the other units go", 0.6)
        yield from self._planned(movement_planner.posts(Position(seat, self._style), frozenset(places), self._thorough))

    # -- ends -----------------------------------------------------------------------------------------------------

    def _owed(self, seat: Seat) -> Choice:
        self._fixes += 1
        for choice in self._mended(seat) if self._fixes <= MOST_FIXES else ():
            if seat.allows(choice[0]):
                return choice
        if seat.allows(CancelAttacks()):
            return CancelAttacks(), "The required attacks are impossible."
        return seat.legal()[0], ""

    def _mended(self, seat: Seat) -> Iterator[Choice]:
        """Changes that bring the declared attacks nearer to what the rules demand."""
        now = Position(seat, self._style)
        teams = _teams(now)
        planner = AttackPlanner(now, self._ruler(now), "stay")
        for target, team in sorted(teams.items()):
            if now.forecast(target, team).refusal:
                for name in planner.hopefuls.get(target, ()):
                    yield Assign(name, now.label(target), 1), f"{now.name(target)} needs more units."
                yield Unassign(team[0][0]), f"{now.name(target)} is too strong."
        remedy = seat.remedy(EndPhase())
        if remedy:
            self._orders = iter(_settled(now, planner.ruler, teams, remedy))
            yield from self._orders


Teams = dict[int, list[tuple[str, int]]]


def _teams(now: Position) -> Teams:
    """The attackers by target: (unit, its hex)."""
    teams: Teams = {}
    for unit in now.mine:
        if unit.target >= 0:
            teams.setdefault(unit.target, []).append((unit.id, unit.hex))
    return teams


def _settled(now: Position, ruler: AttackValue, teams: Teams, remedy: tuple[Command, ...]) -> list[Choice]:
    """The Soviets must attack what stands next to attackers (9.1): they do, or those attack nothing who brought it
    about, whichever is the better bargain."""
    after = {target: list(team) for target, team in teams.items()}
    for order in remedy:
        if isinstance(order, Unassign):
            unit = now.by_id[order.unit]
            after[unit.target].remove((unit.id, unit.hex))
        elif isinstance(order, Assign):
            after.setdefault(now.at(order.hex), []).append((order.unit, now.by_id[order.unit].hex))
    owed = {target for target, team in after.items() if team and target not in teams}
    causes = {t for t, team in teams.items() if any(owed.intersection(now.net[b]) for _, b in team)}
    changed = {t for t in after if after[t] != teams.get(t)} | causes

    def worth(some: Teams) -> float:
        return sum(ruler.judge(t, tuple(some[t])) for t in sorted(changed) if some.get(t))

    if worth(after) >= worth({t: team for t, team in teams.items() if t not in causes}):
        return [(order, f"{now.name(min(owed))} must also be attacked." if owed else "") for order in remedy]
    words = f"{now.name(min(owed))} would also have to be attacked." if owed else ""
    return [(Unassign(name), words) for target in sorted(causes) for name, _ in teams[target]]


def declarations(now: Position, attack: PlannedAttack) -> Iterator[Choice]:
    """The commands that declare an attack."""
    label = now.label(attack.target)
    for name in attack.names:
        yield Assign(name, label, 1), ""
    for name in attack.air:
        yield Aim(name, label), ""
