"""Whose phase and which impulse it is, what the weather is, and whether a command names what is in the game."""

from __future__ import annotations

from functools import lru_cache, partial

from ecs.core.components import Side
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data import charts
from ecs.rulesets.russia_besieged.data.components import Impulse
from ecs.systems.campaign import tallies
from ecs.systems.campaign.tallies import Count, this_turn
from ecs.systems.table.names import unknown

strange = partial(unknown, unit_rule="1.3", hex_rule="2.1")
"""Why a command makes no sense at all: it names no counter, or no hex, of this game."""


def turn_side(w: World) -> Side:
    """Whose phase it is: every phase with a side names it last."""
    return _side_in(w.phases[w.clock.phase])


@lru_cache(maxsize=64)
def _side_in(phase: str) -> Side:
    return Side.AXIS if phase.endswith("axis") else Side.SOVIET


def impulse(w: World) -> int:
    """1 or 2 (3.0)."""
    return w[Impulse].number


def weather(w: World) -> str:
    """The weather of the impulse being played: Clear, Lt Mud, Mud, Snow (17)."""
    return w.weather.name


def weathers(w: World) -> tuple[str, str]:
    """First and Second Impulse weather of the turn."""
    return w[Impulse].first, w[Impulse].second


def is_first_winter(w: World) -> bool:
    """Is this a Snow impulse of the first winter (3.4)?"""
    return charts.is_first_winter(w.clock.turn, weather(w))


def raised_word(unit: Unit) -> Count:
    """Count of the steps a unit has been given this turn (19.2)."""
    return this_turn(f"raised:{unit.id}")


def has_been_raised(w: World, unit: Unit) -> bool:
    """Has the unit been given a step this turn (19.2)?"""
    return tallies.count(w, raised_word(unit)) > 0
