"""Replacements: what a side receives to make its losses good."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ecs.core.components import Side
from ecs.core.events import Income
from ecs.core.world import World
from ecs.systems.setup import Handicap, points

Points = tuple[tuple[str, int], ...]
"""How many points of each sort."""


class Drawn(NamedTuple):
    """What a side has received: by which rule, how much, and its total in hand."""

    rule: str
    given: Points
    hand: Points = ()


@dataclass(frozen=True, slots=True)
class IncomeRules:
    """A game's rules on its replacements."""

    side: Callable[[World], Side]
    """Whose phase it is."""
    handicap: Handicap
    """What is given besides, to one side."""
    draw: Callable[[World, Side, int], Drawn | None]
    """Write down what a side gets, with so much by the handicap; None if it gets nothing yet."""


def draw_income(w: World) -> None:
    """Give the active side its replacements."""
    rules: IncomeRules = w.rulebook.income
    side = rules.side(w)
    extra = rules.handicap.extra(w, side)
    drawn = rules.draw(w, side, extra)
    if drawn is not None:
        w.emit(Income(rule=drawn.rule, side=side, points=(*drawn.given, *points(extra)), hand=drawn.hand))
