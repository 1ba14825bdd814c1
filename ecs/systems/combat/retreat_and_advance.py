"""Beaten units fall back one by one, hex by hex.

``RetreatUnderway.fleeing`` are still to go; the first of them is on its way along its ``trail`` and has gone ``paces``
hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ecs.core.commands import Advance, Command, Done, Retreat
from ecs.core.components import AdvanceUnderway, Battle, RetreatUnderway, Side
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.systems.sentences import label

RETREAT = "retreat"


def begin(w: World, units: Iterable[Unit]) -> None:
    """These units are to fall back, one after another."""
    w.mark(RetreatUnderway, w.table, fleeing=tuple(u.entity for u in units), trail=(), paces=0)


def going(w: World) -> Unit:
    """The unit whose turn it is."""
    return w.by_entity[w[RetreatUnderway].fleeing[0]]


def paced(w: World, index: int) -> None:
    """Write down that the unit whose turn it is has come one hex further."""
    w.mark(RetreatUnderway, w.table, paces=w[RetreatUnderway].paces + 1, trail=(*w[RetreatUnderway].trail, index))


def next_unit(w: World) -> None:
    """The retreat of a unit is over; it is the turn of the next."""
    w.mark(RetreatUnderway, w.table, fleeing=w[RetreatUnderway].fleeing[1:], trail=(), paces=0)


@dataclass(frozen=True, slots=True)
class RetreatChoice:
    """What a game decides of the question to which hex a unit falls back.

    ``side``: who says so.  ``open_ways``: the hexes that may be chosen for the next pace; ``may_stop``: may the unit
    stay where it has got to; ``closed``: why a hex is none of them.  ``asked``: the question, after whose it is;
    ``not_now``: a sentence for who gives the order out of turn.
    """

    rule: str
    side: Callable[[World], Side]
    open_ways: Callable[[World, Unit], Sequence[int]]
    may_stop: Callable[[World, Unit], bool]
    closed: Callable[[World, Unit, int], Refusal]
    asked: Callable[[World, Unit], str]
    not_now: str

    def commands(self, w: World) -> list[Command]:
        """Where the unit may go, or that it stays."""
        unit = going(w)
        ways: list[Command] = [Retreat(unit.id, label(w, j)) for j in self.open_ways(w, unit)]
        return [*ways, Done()] if self.may_stop(w, unit) else ways

    def view(self, w: World) -> DecisionView:
        """What is asked."""
        side, unit = self.side(w), going(w)
        return DecisionView(
            RETREAT, side, f"{side}: {self.asked(w, unit)}?", unit.hex, self.rule, w[RetreatUnderway].paces + 1
        )

    def judge(self, w: World, command: Retreat) -> Refusal | None:
        """Why a unit may not fall back there."""
        unit, there = w.unit(command.unit), w.board.by_label.get(command.hex)
        if w.decisions.stack[-1:] != (RETREAT,) or unit is None or there is None:
            return Refusal("no-retreat-now", self.not_now, self.rule)
        if unit is not going(w):
            words = f"Units retreat one by one: it is the turn of {going(w).type.name}."
            return Refusal("one-by-one", words, self.rule)
        return None if there in self.open_ways(w, unit) else self.closed(w, unit, there)


# -- Attackers move up after a battle, one by one. -------------------------------------------------------------------
# ``AdvanceUnderway.ahead`` are those who have.

ADVANCE = "advance"
Path = tuple[int, ...]


def _not_due(w: World) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class AdvanceChoice:
    """What a game decides of the advance after combat.

    ``side``: who says so.  ``able``: the attackers that may advance, those included that have.  ``paths``: where one of
    them may go: hex -> path, start first.  ``go``: takes it there.  ``due``: must more of them take the attacked hex
    before anything else?  ``takes_it``: does an advance along a path do so?  ``asked``: the question, after whose it
    is.  ``not_now``: a sentence for who gives the order out of turn; ``not_able``: what a unit is that may not advance;
    ``elsewhere``: where an advance leads; ``due_words``: what is due.
    """

    rule: str
    side: Callable[[World], Side]
    able: Callable[[World], Iterable[Unit]]
    paths: Callable[[World, Unit], Mapping[int, Path]]
    go: Callable[[World, Unit, Path], None]
    asked: Callable[[World], str]
    not_now: str
    not_able: str
    elsewhere: str
    due: Callable[[World], bool] = _not_due
    takes_it: Callable[[World, Path], bool] = lambda w, path: True
    due_words: Callable[[World], str] = lambda w: ""

    def candidates(self, w: World) -> list[Unit]:
        """The attackers that may advance and have not."""
        return [u for u in self.able(w) if u.entity not in w[AdvanceUnderway].ahead]

    def commands(self, w: World) -> list[Command]:
        """Every advance open to the attackers; while something is due, those that do it."""
        return self._open(w, self.due(w))

    def _open(self, w: World, due: bool) -> list[Command]:
        return [
            Advance(u.id, label(w, j))
            for u in self.candidates(w)
            for j, path in self.paths(w, u).items()
            if not due or self.takes_it(w, path)
        ]

    def choices(self, w: World) -> list[Command]:
        """The advances, and an end of it unless something is due."""
        due = self.due(w)
        return self._open(w, due) if due else [*self._open(w, due), Done()]

    def advance(self, w: World, command: Advance) -> None:
        """The unit advances."""
        unit = w.by_id[command.unit]
        path = self.paths(w, unit)[w.board.by_label[command.hex]]
        w.mark(AdvanceUnderway, w.table, ahead=(*w[AdvanceUnderway].ahead, unit.entity))
        self.go(w, unit, path)

    def view(self, w: World) -> DecisionView:
        """What is asked."""
        side = self.side(w)
        return DecisionView(ADVANCE, side, f"{side}: {self.asked(w)}?", w[Battle].hex, self.rule)

    def judge(self, w: World, command: Advance) -> Refusal | None:
        """Why a unit may not advance there."""
        if w.decisions.stack[-1:] != (ADVANCE,):
            return Refusal("no-advance-now", self.not_now, self.rule)
        unit, there = w.unit(command.unit), w.board.by_label.get(command.hex)
        if unit is None or unit not in self.candidates(w):
            return Refusal("not-an-attacker", f"{command.unit} is {self.not_able}.", self.rule)
        path = self.paths(w, unit).get(-1 if there is None else there)
        if path is None:
            return Refusal("advance-where", self.elsewhere, self.rule)
        return self.still_due(w) if not self.takes_it(w, path) else None

    def still_due(self, w: World) -> Refusal | None:
        """Why the attackers may neither stop nor go elsewhere yet."""
        return Refusal("advance-due", self.due_words(w), self.rule) if self.due(w) else None
