"""A computer player's seat: it may see and ask exactly what a human in the same chair may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ecs import Command, Forecast, Game, Side, View
from ecs.core.known_facts import Sky
from ecs.core.view import Bombardment, RangeArea, ReachStep, UnitView

# -- What a computer player is at just now, and whether it may go on.  One record for all the seats of a table. ------


class Hurry(Exception):
    """The player at the table wants a decision now; raised from a question that a mind asks of its seat."""


@dataclass(slots=True)
class Thought:
    """What is being considered, for the viewer.

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
        """Note that a mind begins to think."""
        self.who, self.shown, self.about, self.share = who, shown, "", 0.0
        self.begun += 1

    def question(self) -> None:
        """Note that a question is about to be asked.

        :raises Hurry: if the player at the table waits no longer.
        """
        if self.outer is not None:
            self.outer.question()
            return
        self.asked += 1
        if self.breath is not None:
            self.breath(self)

    def weigh(self, about: str, share: float) -> None:
        """Say what is being weighed; a share of 0 leaves it as it was.

        :raises Hurry: as above.
        """
        if self.outer is not None:
            self.outer.question()
            return
        self.about, self.share = about, share or self.share
        if self.breath is not None:
            self.breath(self)


class Seat:
    """One side's seat at the table: its view, its commands, and the planner's questions.

    Enemies that lie face down are counters without a name here, and nothing leads from a seat to the dice.  Every
    question is counted, and may be where a thought is cut short: :class:`game.opponents.seat.Hurry`.

    :param thought: the record of what is being thought at this table; None if no one looks on.
    """

    __slots__ = ("__game", "__known", "__look", "__side", "__thought")

    def __init__(self, game: Game, side: Side, thought: Thought | None = None) -> None:
        self.__game, self.__side = game, side
        self.__look: View | None = None
        self.__known: dict[str, UnitView] = {}
        self.__thought = thought if thought is not None else Thought()

    @property
    def side(self) -> Side:
        """The side of the seat."""
        return self.__side

    @property
    def __asked(self) -> Game:
        """The game, for one question."""
        self.__thought.question()
        return self.__game

    def weighing(self, text: str, share: float = 0.0) -> None:
        """Say what is being weighed, for those who wait; ``share`` of the phase already weighed, 0 if unknown."""
        self.__thought.weigh(text, share)

    def working(self) -> None:
        """Report work that asks no question: it counts as one, so that long work can be cut short.

        :raises Hurry: if the player at the table waits no longer.
        """
        self.__thought.question()

    @property
    def view(self) -> View:
        """The game as this side sees it."""
        return self.__asked.view(self.__side)

    @property
    def look(self) -> View:
        """The view without the list of commands, which is most of the work."""
        return self.__asked.look(self.__side)

    @property
    def traits(self) -> Mapping[str, Any]:
        """What the rulebook declares about the game."""
        return self.__game.ruleset.traits

    def legal(self) -> tuple[Command, ...]:
        """Every command this side may give now."""
        return self.__asked.legal() if self.__game.to_act is self.__side else ()

    def allows(self, command: Command) -> bool:
        """May this side give the command now?  Cheaper than searching all its commands."""
        return self.__game.to_act is self.__side and self.__asked.is_legal(command)

    def remedy(self, command: Command) -> tuple[Command, ...]:
        """The orders that would make an illegal command legal, where the rules name some."""
        refusal = self.__asked.why_not(command, self.__side)
        return refusal.remedy if refusal is not None else ()

    @property
    def moment(self) -> tuple[int, str, str]:
        """Turn, id of the phase, and of the open decision or "": a cheap part of the view."""
        return self.__game.moment

    def areas(self) -> tuple[RangeArea, ...]:
        """The ranges of own headquarters, depots and aircraft."""
        return self.__asked.areas(self.__side)

    def reach(self, unit_id: str) -> dict[int, ReachStep]:
        """Where an own unit could move now."""
        return self.__asked.reach(unit_id) if self._knows(unit_id, self.__side) else {}

    def forecast(
        self,
        hex_index: int,
        attackers: Sequence[str],
        press: int = 0,
        stand: bool = True,
        rounds: int = 0,
        at: Mapping[str, int] | None = None,
        ends: bool = True,
    ) -> Forecast:
        """An attack on a hex worked out exactly, as far as this side knows the units in it.

        :param at: hexes from which units would attack, where they do not stand there yet.
        :param ends: False: what comes before the die will do, as odds, modifiers and refusal, without how it may end.
        """
        units = self._units()
        known = [name for name in attackers if name in units]
        side = units[known[0]].side if known else self.__side
        return self.__asked.forecast(side, hex_index, known, press, stand, rounds, at, ends)

    def bombardment(self, hex_index: int, units: Sequence[str]) -> Bombardment | None:
        """A bombardment of a hex by own units worked out exactly; None in a game without any."""
        known = [name for name in units if self._knows(name, self.__side)]
        return self.__asked.bombardment(self.__side, hex_index, known)

    def pace(self, unit: UnitView, sky: Sky, turn: int) -> int:
        """Hexes a known unit may go in some weather of a turn, in order and in supply; else those on its counter."""
        found = self.__asked.pace(unit.id, sky, turn) if unit.id in self._units() else None
        return unit.movement if found is None else found

    def supply(self, side: Side) -> frozenset[int]:
        """Hexes from which a side can trace supply now."""
        return self.__asked.supply(side)

    def zones(self, side: Side) -> Mapping[int, tuple[str, ...]]:
        """Hexes in a side's zones of control."""
        return self.__asked.zones(side)

    @contextmanager
    def rehearse(self, lot: int) -> Iterator[Rehearsal]:
        """A table to try things on, from the position as this side may suppose it; everything is put back afterwards.

        :param lot: what is hidden, and the dice to come, are drawn by it: they have nothing to do with the game's.
        """
        guess = self.__game.suppose(self.__side, lot)
        with self.__game.what_if(lot, guess) as table:
            yield Rehearsal(table, lot, self.__thought)

    def _knows(self, unit_id: str, side: Side) -> bool:
        unit = self._units().get(unit_id)
        return unit is not None and unit.side is side

    def _units(self) -> dict[str, UnitView]:
        """The counters this side knows, by id."""
        look = self.__game.look(self.__side)
        if look is not self.__look:
            self.__look, self.__known = look, {u.id: u for u in look.units}
        return self.__known


class Rehearsal:
    """The seats of both sides at a table where things are tried out.

    The dice of a command depend on its words, the moment, the hex in question, and how often it was given so: what is
    tried in two plans has the same luck in both.
    """

    __slots__ = ("__game", "__given", "__lot", "__seats")

    def __init__(self, game: Game, lot: int, thought: Thought) -> None:
        self.__game, self.__lot = game, lot
        self.__seats = {side: Seat(game, side, Thought(outer=thought)) for side in Side}
        self.__given: Counter[str] = Counter()

    @property
    def to_act(self) -> Side | None:
        """The side that must give the next command; None when the game is over."""
        return self.__game.to_act

    def seat(self, side: Side) -> Seat:
        """The seat of a side."""
        return self.__seats[side]

    def do(self, command: Command) -> None:
        """Give a command for the side to act.

        :raises IllegalCommand: if it is not allowed; nothing has changed then.
        """
        words = f"{self.__game.moment} {self._asked_of()} {command.text()}"
        self.__given[words] += 1
        text = f"{self.__lot} {words} {self.__given[words]}"
        self.__game.recast(int.from_bytes(sha256(text.encode()).digest()[:6], "big"))
        self.__game.apply(command)

    def _asked_of(self) -> int:
        """The hex the open question is about, -1 if none is open."""
        side = self.to_act
        if side is None or not self.__game.moment[2]:
            return -1
        decision = self.seat(side).look.decision
        return decision.hex if decision is not None else -1
