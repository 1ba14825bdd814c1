"""Who leads a side when the player at the table waits no longer.  Its plan is carried out as far as it had got."""

from __future__ import annotations

from collections.abc import Sequence

from ecs import Command
from ecs.core.commands import CancelAttacks, Done, EndPhase, Fire, Retreat, TakeHit
from ecs.core.view import UnitView, View
from game.opponents.player import Choice
from game.opponents.seat import Seat

MOST = 400
CUT_SHORT = "Decided at once."


class HastyPlayer:
    """Plans nothing: what had been planned is done where it is still legal, what is owed is paid, the phase ended.

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
        """What stands between the side and the end of the phase: as the refusal names it, else whatever is legal."""
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
    """An answer to the open question that gives least away: the cheapest loss, the way from the enemy, no adventure."""
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
