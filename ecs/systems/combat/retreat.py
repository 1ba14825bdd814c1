"""Beaten units fall back one by one, hex by hex.

``RetreatUnderway.fleeing`` are still to go; the first of them is on its way along its ``trail`` and has gone ``paces``
hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ecs.core.commands import Command, Done, Retreat
from ecs.core.components import RetreatUnderway, Side
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.systems.table.names import label

QUESTION = "retreat"


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
            QUESTION, side, f"{side}: {self.asked(w, unit)}?", unit.hex, self.rule, w[RetreatUnderway].paces + 1
        )

    def judge(self, w: World, command: Retreat) -> Refusal | None:
        """Why a unit may not fall back there."""
        unit, there = w.unit(command.unit), w.board.by_label.get(command.hex)
        if w.decisions.stack[-1:] != (QUESTION,) or unit is None or there is None:
            return Refusal("no-retreat-now", self.not_now, self.rule)
        if unit is not going(w):
            words = f"Units retreat one by one: it is the turn of {going(w).type.name}."
            return Refusal("one-by-one", words, self.rule)
        return None if there in self.open_ways(w, unit) else self.closed(w, unit, there)
