"""Losses: units that leave the map, and units that are Dispersed."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Activity, Condition, Place
from ecs.core.events import Changed
from ecs.core.world import Unit, World
from ecs.systems.table.names import label, named

DEAD = "dead"


def eliminate(w: World, unit: Unit, why: str, rule: str = "9.3") -> None:
    """Take a unit off the map; it may be rebuilt with replacements (13)."""
    here = label(w, unit.hex)
    text = f"{unit.type.name} is eliminated at {named(w, unit.hex)}: {why}."
    factors = max(unit.type.attack, unit.type.defence)
    w.mark(Place, unit, hex=-1, box=DEAD)
    w.reset(Condition, unit)
    w.reset(Activity, unit)
    w.emit(Changed(text=text, where=(here,), rule=rule, unit=unit.id, state="eliminated", factors=factors))


def disperse(w: World, units: Iterable[Unit], why: str, rule: str = "9.3") -> None:
    """Turn units face down (11)."""
    for unit in units:
        if unit.hex >= 0 and not unit[Condition].disrupted:
            w.mark(Condition, unit, disrupted=True)
            text = f"{unit.type.name} is Dispersed at {named(w, unit.hex)}: {why}."
            w.emit(Changed(text=text, where=(label(w, unit.hex),), rule=rule, unit=unit.id, state="dispersed"))
