"""A staff that leads a side phase by phase.  Each is planned once, then handed out command by command."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping

from ecs import Command, Side
from ecs.core.commands import Move
from game.opponents.player import Choice
from game.opponents.seat import Seat
from game.opponents.shared.reading import FrontReading
from game.opponents.shared.style import USUAL, Style

NO_PHASE = (-1, "")


class PhaseStaff(ABC):
    """The planner of officer and recruit, who does without much of what it can do.

    ``MOST``: commands in a phase, after which it is ended.  ``plan``: the orders planned last; ``aims``: by unit, the
    hex it is to attack once they are carried out.
    """

    MOST = 600

    def __init__(self, side: Side, seed: int, level: str, style: Style = USUAL) -> None:
        self._side, self._thorough, self._style = side, level != "recruit", style
        self._phase: tuple[int, str] = NO_PHASE
        self._given = 0
        self._orders: Iterator[Choice] | None = None
        self._refused: set[Command] = set()
        self.plan: list[Choice] = []
        self.aims: dict[str, int] = {}

    def choose(self, seat: Seat) -> Choice:
        """The next command and its reason."""
        turn, phase, question = seat.moment
        if question:
            return self._answer(seat)
        if (turn, phase) != self._phase:
            self._phase = turn, phase
            self._given, self._orders, self._refused = 0, None, set()
            self._begin(seat)
        self._given += 1
        choice = self._next(seat) if self._given <= self.MOST else None
        return choice if choice is not None else self._end(seat)

    # -- what a game decides --------------------------------------------------------------------------------

    @abstractmethod
    def _begin(self, seat: Seat) -> None:
        """A phase begins."""

    @abstractmethod
    def _answer(self, seat: Seat) -> Choice:
        """The answer to the open question."""

    @abstractmethod
    def _next(self, seat: Seat) -> Choice | None:
        """The next order of the phase; None if nothing more is worth doing."""

    @abstractmethod
    def _end(self, seat: Seat) -> Choice:
        """The end of the phase, or what still stands in its way."""

    # -- handing out ----------------------------------------------------------------------------------------

    def _planned(self, orders: list[Choice], aims: Mapping[str, int] | None = None) -> list[Choice]:
        """Note what is planned now."""
        self.plan, self.aims = list(orders), dict(aims or {})
        return orders

    def _handed_out(self, seat: Seat) -> Choice | None:
        """The next order that is allowed."""
        return next((choice for choice in self._orders or () if seat.allows(choice[0])), None)

    def _behind(self, seat: Seat, order: Callable[[set[Command]], Choice | None]) -> Choice | None:
        """The next order behind the front that is allowed, none twice in a phase.

        :param order: names one that is not among those refused.
        """
        while (choice := order(self._refused)) is not None:
            self._refused.add(choice[0])
            if seat.allows(choice[0]):
                return choice
        return None


def gathered(seat: Seat, now: FrontReading, places: Mapping[str, int], why: Callable[[str], str]) -> Iterator[Choice]:
    """Units to the hexes they attack from, in an order in which there is room; who finds none stays where he is.

    :param why: what a unit goes there for.
    """
    waiting = {name: h for name, h in sorted(places.items()) if now.by_id[name].hex != h}
    while waiting:
        for name, h in list(waiting.items()):
            command = Move(name, now.label(h))
            if seat.allows(command):
                del waiting[name]
                yield command, why(name)
                break
        else:
            return
