"""A computer player: something that looks at a seat and names its next command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ecs import Command
from game.opponents.seat import Seat

Choice = tuple[Command, str]
"""An order, and what it is for."""


class Player(Protocol):
    """A computer player of one side.  It may remember its plans from one command to the next."""

    def choose(self, seat: Seat) -> Choice:
        """The next command, and a line saying what it is for; at the head of a plan one for all of it comes first.

        :raises Hurry: out of a question to the seat, if the player at the table waits no longer.
        """
        ...


class Plans(Protocol):
    """What is planned.

    ``plan``: the orders planned last, those given already among them; a new list for a new plan.  ``aims``: by unit,
    the hex it is to attack once they are carried out.
    """

    @property
    def plan(self) -> list[Choice]:
        """The orders planned last."""
        ...

    @property
    def aims(self) -> Mapping[str, int]:
        """By unit, the hex it is to attack."""
        ...


class PlanningPlayer(Player, Plans, Protocol):
    """A staff for games of one kind."""


class Mind(PlanningPlayer, Protocol):
    """A staff that can be told to think no more of the present phase."""

    def forget(self) -> None:
        """Another leads the side to the end of the phase: what was planned for it is dropped."""
        ...


class HurriedPlayer(Player, Protocol):
    """A computer player that can be told to come to an end."""

    def hurry(self) -> None:
        """Lead the side to the end of the phase in next to no time, with the plan as far as it had got."""
        ...
