"""Replacements and recovery: what a side receives to make its losses good, and units that return to full order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ecs.core.components import Disruption, Side
from ecs.core.events import Income
from ecs.core.world import Unit, World
from ecs.systems.combat.counter_state import CounterStates
from ecs.systems.deployment import Handicap, points

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


@dataclass(frozen=True, slots=True)
class RecoveryRules:
    """A game's rules on recovery."""

    rule: str
    recovers: Callable[[World, Unit], bool]
    """Does a unit in disorder recover in this phase?"""
    counters: CounterStates
    """How a counter is turned back, and the words for it."""


def recover(w: World) -> None:
    """Turn every unit on the map that recovers in this phase back to full order, all judged at one instant."""
    rules: RecoveryRules = w.rulebook.recovery
    tired = [u for u in w.units if u.hex >= 0 and u[Disruption].disrupted]
    for unit in [u for u in tired if rules.recovers(w, u)]:
        rules.counters.recover(w, unit, rules.rule)
