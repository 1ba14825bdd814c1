"""A counter's class, printed factors and steps, after conversions and losses."""

from __future__ import annotations

from functools import lru_cache, partial

from ecs.core.components import Side, Steps
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.campaign_tables import Turn
from ecs.rulesets.dark_valley.data.ground_tables import WeatherLine
from ecs.rulesets.dark_valley.data.tables import SHELF, WEATHERS, UnitClass, classes, rules
from ecs.systems.combat.counter_state import Counters
from ecs.systems.scorekeeping import Flag
from ecs.systems.sentences import unknown

NO_FIGHTERS = frozenset({"hq", "air", "depot", "art"})


@SHELF.remembered()
def trait_sets() -> dict[str, frozenset[str]]:
    """Traits of every class."""
    return {name: frozenset(one.traits) for name, one in classes().items()}


def current_class(unit: Unit) -> str:
    """The class the unit belongs to now, after conversions (8.5)."""
    return unit[Steps].grade or unit.type.kind


def kind(unit: Unit) -> UnitClass:
    """What is printed on the unit's counter now."""
    return classes()[unit[Steps].grade or unit.type.kind]


def has(unit: Unit, trait: str) -> bool:
    """Does the unit's present class have a trait?"""
    return trait in trait_sets()[unit[Steps].grade or unit.type.kind]


@SHELF.remembered()
def _fighters() -> frozenset[str]:
    return frozenset(name for name, traits in trait_sets().items() if not NO_FIGHTERS & traits)


def is_combat_unit(unit: Unit) -> bool:
    """Is it a combat unit, not a headquarters, air unit, artillery or depot?"""
    return (unit[Steps].grade or unit.type.kind) in _fighters()


COUNTERS = Counters(kind)
cf, mf, full_steps, steps_left = COUNTERS.strength, COUNTERS.movement, COUNTERS.full_steps, COUNTERS.steps_left


def is_german(unit: Unit) -> bool:
    """German, SS included; not the Axis allies."""
    return has(unit, "german")


DISPLACED = "displaced:"


def displaced(unit: Unit) -> Flag:
    """Flag of a headquarters that was driven out this month (2.6)."""
    return Flag(DISPLACED + unit.id)


# -- Whose phase it is, what the weather is, and whether a command names what is in the game. ------------------------

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


def line(w: World) -> Turn:
    """The calendar's line for this turn (2.4)."""
    calendar = rules(w).turn
    return calendar[min(w.clock.turn, len(calendar)) - 1]


def season(w: World) -> int:
    """0 Fair, 1 Mixed, 2 Mud, 3 Snow."""
    return WEATHERS.index(w.weather.name)


def is_first_winter(w: World) -> bool:
    """Is it December 1941 to February 1942, in Snow (4.4, 5.5)?"""
    first, last = rules(w).winter_turns
    return first <= w.clock.turn <= last and w.weather.name == "Snow"
