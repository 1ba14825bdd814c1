"""Losses: units that leave the map, and units that are Dispersed."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Activity, Condition, Place
from ecs.core.events import Cause, Destroyed, Disordered
from ecs.core.world import Unit, World
from ecs.systems.table.names import label

DEAD = "dead"


def eliminate(w: World, unit: Unit, cause: Cause, why: str, rule: str = "9.3") -> None:
    """Take a unit off the map; it may be rebuilt with replacements (13)."""
    here, factors = label(w, unit.hex), max(unit.type.attack, unit.type.defence)
    w.mark(Place, unit, hex=-1, box=DEAD)
    w.reset(Condition, unit)
    w.reset(Activity, unit)
    w.emit(Destroyed(where=(here,), rule=rule, unit=unit.id, hex=here, cause=cause, why=why, factors=factors))


def disperse(w: World, units: Iterable[Unit], why: str, rule: str = "9.3") -> None:
    """Turn units face down (11)."""
    for unit in units:
        if unit.hex >= 0 and not unit[Condition].disrupted:
            w.mark(Condition, unit, disrupted=True)
            here = label(w, unit.hex)
            w.emit(Disordered(where=(here,), rule=rule, unit=unit.id, hex=here, why=why))
