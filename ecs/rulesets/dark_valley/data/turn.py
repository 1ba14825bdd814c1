"""Whose phase it is, what the weather is, and whether a command names what is in the game."""

from __future__ import annotations

from functools import lru_cache, partial

from ecs.core.components import Side
from ecs.core.world import World
from ecs.rulesets.dark_valley.data.schema.ground import WeatherLine
from ecs.rulesets.dark_valley.data.tables import WEATHERS, rules
from ecs.systems.table.names import unknown

strange = partial(unknown, unit_rule="1.2", hex_rule="11")
"""Why a command makes no sense at all: it names no counter, or no hex, of this game."""


def turn_side(w: World) -> Side:
    """Whose phase it is: every phase but the last names its side."""
    return _side_in(w.phases[w.clock.phase])


@lru_cache(maxsize=64)
def _side_in(phase: str) -> Side:
    return Side.AXIS if "axis" in phase else Side.SOVIET


def weather(w: World) -> WeatherLine:
    """What the weather of the turn does (7.2)."""
    return rules(w).weather[w.weather.name]


def season(w: World) -> int:
    """0 Fair, 1 Mixed, 2 Mud, 3 Snow."""
    return WEATHERS.index(w.weather.name)


def is_first_winter(w: World) -> bool:
    """Is it December 1941 to February 1942, in Snow (4.4, 5.5)?"""
    first, last = rules(w).winter_turns
    return first <= w.clock.turn <= last and w.weather.name == "Snow"
