"""What a computer player says and does at a table: it tells the aim of its plans, and stops if asked."""

from __future__ import annotations

from collections.abc import Sequence

from ecs import Command
from ecs.core.commands import CancelAttacks, Done, EndPhase, Fire, Retreat, TakeHit
from ecs.core.view import UnitView, View
from game.opponents.players import Choice, Mind
from game.opponents.seat import Seat
from game.opponents.shared.phase_staff import operation

# -- Who leads a side when the player at the table waits no longer.  Its plan is carried out as far as it had got. ---

MOST = 400
CUT_SHORT = "Easy decision."


class HastyPlayer:
    """Plans nothing: carries out what is still legal of a plan, meets obligations, ends the phase.

    :param plan: the orders that were planned for the phase, those given already among them.
    :param given: orders of it that were given.
    """

    def __init__(self, plan: Sequence[Choice], given: Sequence[Command]) -> None:
        self._left = [choice for choice in plan if choice[0] not in given]
        self._tried: set[Command] = set()
        self._given = 0
        self.over = False

    def choose(self, seat: Seat) -> Choice:
        """The next command and its reason; ``over`` once the phase is closed."""
        if seat.moment[2]:
            return answer_safely(seat.view), CUT_SHORT
        while self._left:
            choice = self._left.pop(0)
            if seat.allows(choice[0]):
                return choice
        if seat.allows(EndPhase()):
            self.over = True
            return EndPhase(), ""
        return self._owed(seat), CUT_SHORT

    def _owed(self, seat: Seat) -> Command:
        """What must be done before the phase can end: as the refusal names it, else whatever is legal."""
        self._given += 1
        ways = seat.remedy(EndPhase()) if self._given <= MOST else ()
        for command in ways:
            if command not in self._tried and seat.allows(command):
                self._tried.add(command)
                return command
        if seat.allows(CancelAttacks()):
            return CancelAttacks()
        legal = seat.legal()
        fresh = next((command for command in legal if command not in self._tried), legal[0])
        self._tried.add(fresh)
        return fresh


def answer_safely(view: View) -> Command:
    """The safest answer to the open question: the cheapest loss, away from the enemy, no adventure."""
    legal = view.legal
    units = {unit.id: unit for unit in view.units}
    ways = [command for command in legal if isinstance(command, Retreat)]
    if ways:
        foes = [unit.hex for unit in view.units if unit.side is not view.side and unit.hex >= 0]
        return max(ways, key=lambda c: (_distance(view, c.hex, foes), c.hex))
    if Done() in legal:
        return Done()
    hits = [command for command in legal if isinstance(command, TakeHit)]
    if hits:
        return min(hits, key=lambda c: (_worth(units.get(c.unit)), c.unit))
    fire = [command for command in legal if isinstance(command, Fire)]
    return min(fire, key=lambda c: c.press) if fire else legal[0]


def _worth(unit: UnitView | None) -> int:
    return unit.attack if unit is not None else 0


def _distance(view: View, label: str, foes: Sequence[int]) -> int:
    """Hexes to the nearest enemy."""
    index = view.board.by_label[label]
    return min((view.board.distance(index, foe) for foe in foes), default=0)


# -- A reason in two lines: what the operation is after, and what the single order is for. ---------------------------

BREAK = "\n"


def headed(operation: str, reason: str) -> str:
    """The reason for an order, with the aim of the operation before it if it is the first of one."""
    reason = reason[:1].upper() + reason[1:]
    return f"{operation}{BREAK}{reason}" if operation else reason


def purpose_of(reason: str) -> tuple[str, str]:
    """(aim of the operation, purpose of the order); either may be ""."""
    operation, mark, purpose = reason.partition(BREAK)
    return (operation, purpose) if mark else ("", reason)


class LevelPlayer:
    """A mind at a table."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._hasty: HastyPlayer | None = None
        self._given: list[Command] = []
        self._phase: tuple[int, str] = (0, "")
        self._former: list[Choice] = []
        self._told: list[Choice] = []

    def choose(self, seat: Seat) -> Choice:
        """The next command and its reason, headed by the operation's where a plan begins.

        :raises Hurry: out of a question to the seat, if the player at the table waits no longer.
        """
        if self._phase != seat.moment[:2]:
            self._phase, self._given, self._hasty = seat.moment[:2], [], None
            self._former = self._mind.plan
        if self._hasty is not None and self._hasty.over:
            self._hasty = None
        command, reason = (self._hasty or self._mind).choose(seat)
        self._given.append(command)
        return command, headed(self._operation(seat), reason)

    def _operation(self, seat: Seat) -> str:
        """The aim of the plan, told once with its first order."""
        plan = self._plan
        if self._hasty is not None or not plan or plan is self._told:
            return ""
        self._told = plan
        return operation(seat.look, plan, self._mind.aims)

    @property
    def _plan(self) -> list[Choice]:
        """What was planned in the present phase."""
        return [] if self._mind.plan is self._former else self._mind.plan

    @property
    def ahead(self) -> list[Command]:
        """Orders of the plan that have not been given yet."""
        return [command for command, _ in self._plan if command not in self._given]

    def hurry(self) -> None:
        """Lead the side to the end of the phase at once, with the plan as far as it goes."""
        self._hasty = HastyPlayer(self._plan, self._given)
        self._mind.forget()
