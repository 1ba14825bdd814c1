"""What a counter is: its class, printed factors and steps as they stand after conversions and losses."""

from __future__ import annotations

from ecs.core.components import Steps
from ecs.core.world import Unit
from ecs.rulesets.dark_valley.data.tables import SHELF, UnitClass, classes
from ecs.systems.campaign.tallies import Flag
from ecs.systems.ground.elimination import Counters

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
    """Is it a combat unit: no headquarters, air unit, artillery or depot?"""
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
