"""What a computer player says and does at a table.  It tells what its plans are after, and stops if asked."""

from __future__ import annotations

from ecs import Command
from game.opponents.at_table.hasty_player import HastyPlayer
from game.opponents.at_table.told import headed
from game.opponents.player import Choice, Mind
from game.opponents.seat import Seat
from game.opponents.shared.operation import operation


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
        """What the plan is after, told once with its first order."""
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
        """Lead the side to the end of the phase in next to no time, with the plan as far as it had got."""
        self._hasty = HastyPlayer(self._plan, self._given)
        self._mind.forget()
