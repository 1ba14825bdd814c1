"""What is a computer player?  Something that looks at a seat and names its next command."""

from __future__ import annotations

from typing import Protocol

from ecs import Command
from game.opponents.seat import Seat


class Player(Protocol):
    """A computer player of one side.  It may remember its plans from one command to the next."""

    def choose(self, seat: Seat) -> tuple[Command, str]:
        """The next command, and one line saying what it is for ("" if that is plain)."""
        ...
