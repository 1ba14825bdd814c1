"""What a computer player is at just now, and whether it may go on.  One record for all the seats of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


class Hurry(Exception):
    """The player at the table wants a decision now; raised out of a question that a mind asks of its seat."""


@dataclass(slots=True)
class Thought:
    """What is being thought over, for whoever looks on.

    ``who``: the player that thinks; ``about`` and ``share``: what it weighs and how much of the phase is weighed, 0
    where it does not say; ``shown``: the side that looks on may read ``about``.  ``asked``: questions so far, which is
    how work is counted.  ``breath`` is called at every question; it draws what it likes, asks nothing of the game,
    and may raise :class:`Hurry`.  ``outer``: the thought this one is part of, as what both sides weigh in a rehearsal.
    """

    who: str = ""
    about: str = ""
    share: float = 0.0
    shown: bool = True
    asked: int = 0
    begun: int = 0
    breath: Callable[[Thought], None] | None = None
    outer: Thought | None = None

    def begin(self, who: str, shown: bool) -> None:
        """Somebody begins to think."""
        self.who, self.shown, self.about, self.share = who, shown, "", 0.0
        self.begun += 1

    def question(self) -> None:
        """A question is about to be asked.

        :raises Hurry: if the player at the table waits no longer.
        """
        if self.outer is not None:
            self.outer.question()
            return
        self.asked += 1
        if self.breath is not None:
            self.breath(self)

    def weigh(self, about: str, share: float) -> None:
        """Say what is weighed now; a share of 0 leaves it as it was.

        :raises Hurry: as above.
        """
        if self.outer is not None:
            self.outer.question()
            return
        self.about, self.share = about, share or self.share
        if self.breath is not None:
            self.breath(self)
