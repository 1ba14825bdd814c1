"""What a counter is: its printed values and type, and whether it is Dispersed."""

from __future__ import annotations

from ecs.core.components import Disruption
from ecs.core.world import Unit
from ecs.rulesets.war_against_russia.data.units import UnitClass, classes

AIR_BOX, FLOWN, LIFT = "air", "flown", "lift"


def printed_values(unit: Unit) -> UnitClass:
    """What is printed on the unit's counter."""
    return classes()[unit.type.kind]


def is_air(unit: Unit) -> bool:
    """An air unit: never on the map but over the hex it attacks or feeds (12)?"""
    return "air" in unit.type


def is_infantry(unit: Unit) -> bool:
    """Of the infantry type (2.2)?"""
    return "infantry" in unit.type


def is_armour(unit: Unit) -> bool:
    """Of the armour type (2.2)?"""
    return "armour" in unit.type


def has_wheels(unit: Unit) -> bool:
    """Armour or motorised: on roads it goes two hexes for one (7)?"""
    return is_armour(unit) or "motorised" in unit.type


def is_army(unit: Unit) -> bool:
    """Larger than a corps (2.2)?"""
    return unit.type.size == "army"


def is_german(unit: Unit) -> bool:
    """German, not an Axis ally?"""
    return unit.type.nation == "GER"


def is_dispersed(unit: Unit) -> bool:
    """Dispersed (11)?"""
    return unit[Disruption].disrupted
