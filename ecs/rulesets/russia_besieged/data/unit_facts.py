"""What a counter is: its class, printed factors and steps as they stand after conversions and losses."""

from __future__ import annotations

from ecs.core.components import Steps
from ecs.core.world import Unit
from ecs.rulesets.russia_besieged.data.components import Partisan
from ecs.rulesets.russia_besieged.data.tables import SHELF
from ecs.rulesets.russia_besieged.data.units import ClassTraits, UnitClass, classes, kinds, units
from ecs.systems.ground.elimination import Counters


@SHELF.remembered()
def trait_sets() -> dict[str, frozenset[str]]:
    """Traits of every class of counters."""
    return {name: frozenset(one.traits) for name, one in classes().items()}


@SHELF.remembered()
def districts() -> dict[str, str]:
    """Army group or district of June 1941 by counter (11.1, 11.2)."""
    return {text.partition(":")[0]: force.name for force in units().force for text in force.units}


def current_class(unit: Unit) -> str:
    """The class of counters the unit belongs to now, after conversions (11.4)."""
    return unit[Steps].grade or unit.type.kind


def card(unit: Unit) -> UnitClass:
    """What is printed on the unit's counter now."""
    return classes()[unit[Steps].grade or unit.type.kind]


def letter(unit: Unit) -> str:
    """Its class of 1.3: A, PG, MX, S, I, GI, M, C, AB, AR, V; AIR, BASE, FM, DI, PT."""
    return _letters()[unit[Steps].grade or unit.type.kind]


@SHELF.remembered()
def _letters() -> dict[str, str]:
    return {name: front.kind for name, front in classes().items()}


def kind(unit: Unit) -> ClassTraits:
    """What all counters of its class have in common (1.3)."""
    return kinds()[card(unit).kind]


def has(unit: Unit, trait: str) -> bool:
    """Does the unit's present class have a trait?"""
    return trait in trait_sets()[unit[Steps].grade or unit.type.kind]


@SHELF.remembered()
def _fighters() -> frozenset[str]:
    known = kinds()
    return frozenset(n for n, c in classes().items() if known[c.kind].mobility != "none" and c.kind != "AR")


def is_combat_unit(unit: Unit) -> bool:
    """Does it hold a hex by itself: a combat unit other than artillery (4.1, 9.5)?"""
    return (unit[Steps].grade or unit.type.kind) in _fighters()


def is_fighting_class(name: str) -> bool:
    """Do counters of a class hold a hex by themselves?"""
    return name in _fighters()


def is_gun(unit: Unit) -> bool:
    """Artillery (12)?"""
    return letter(unit) == "AR"


def is_leader(unit: Unit) -> bool:
    """A Field Marshal or Dictator (14)?"""
    return letter(unit) in ("FM", "DI")


def is_army(unit: Unit) -> bool:
    """Of army size, not corps (1.3)?"""
    return card(unit).army


def is_armour(unit: Unit) -> bool:
    """Of an armour class: A, PG, MX, S (10.5)?"""
    return kind(unit).armour


def is_german(unit: Unit) -> bool:
    """German, SS included; not the Axis allies."""
    return unit.type.nation == "GER"


def mobility(unit: Unit) -> str:
    """mot, cav, foot; fixed: militia; none: no combat unit (1.3)."""
    return kind(unit).mobility


COUNTERS = Counters(card)
cf, ma, full_steps, steps_left = COUNTERS.strength, COUNTERS.movement, COUNTERS.full_steps, COUNTERS.steps_left


def is_second_stage(unit: Unit) -> bool:
    """Partisans that have been promoted (16.4)."""
    return Partisan in unit and unit[Partisan].promoted
