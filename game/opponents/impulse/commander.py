"""How does a staff lead a whole front through two impulses?  Each segment is planned once, then handed out."""

from __future__ import annotations

from collections.abc import Iterator

from ecs import Command, Side
from ecs.commands import Assign, Blitz, EndPhase, Resolve
from game.opponents.impulse import answers, lines, quarters
from game.opponents.impulse.theatre import Theatre
from game.opponents.seat import Seat

Choice = tuple[Command, str]
MOST = 1500
BEHIND = ("arrive", "bases", "land", "convert", "surrender")


class Commander:
    """The planner of both levels; a recruit's temper leaves out most of what it can do."""

    def __init__(self, side: Side, seed: int, level: str) -> None:
        self._side, self._level = side, level
        self._segment: tuple[int, str] = (0, "")
        self._given = 0
        self._orders: Iterator[Choice] | None = None
        self._refused: set[Command] = set()

    def choose(self, seat: Seat) -> Choice:
        """The next command and its reason."""
        turn, phase, question = seat.moment
        if question:
            return answers.answer(Theatre(seat))
        if (turn, phase) != self._segment:
            self._segment, self._given, self._orders, self._refused = (turn, phase), 0, None, set()
        self._given += 1
        choice = self._next(seat, phase) if self._given <= MOST else None
        return choice if choice is not None else self._end(seat)

    def _end(self, seat: Seat) -> Choice:
        if seat.allows(EndPhase()):
            return EndPhase(), ""
        legal = seat.legal()
        owed = [c for c in legal if isinstance(c, Assign | Resolve | Blitz)]
        return (owed or list(legal))[0], "What is owed has to be done."

    def _next(self, seat: Seat, phase: str) -> Choice | None:
        word = phase.partition("-")[0].rstrip("12")
        if word in BEHIND:
            choice = quarters.order(Theatre(seat), self._refused)
            if choice is not None:
                self._refused.add(choice[0])
                return choice if seat.allows(choice[0]) else self._next(seat, phase)
            return None
        if self._orders is None:
            self._orders = {"move": self._march}.get(word, self._nothing)(seat)
        for choice in self._orders:
            if seat.allows(choice[0]):
                return choice
        return None

    def _march(self, seat: Seat) -> Iterator[Choice]:
        used: frozenset[str] = frozenset()
        if seat.moment[1].startswith("move1"):
            yield from quarters.trains(Theatre(seat), used)
        yield from lines.posts(Theatre(seat), used)
        yield from quarters.leaders(Theatre(seat))

    def _nothing(self, seat: Seat) -> Iterator[Choice]:
        return iter(())
