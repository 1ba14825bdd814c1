"""Losses: units that leave the map, and units that are Dispersed."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Disruption
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.components import UNIT_CONDITION, UNIT_MARKS
from ecs.systems.combat.counter_state import CounterStates

DEAD = "dead"


SHEDS = (*UNIT_CONDITION, *UNIT_MARKS)
COUNTERS = CounterStates(lambda unit: DEAD, lambda unit: max(unit.type.attack, unit.type.defence), SHEDS)
eliminate = COUNTERS.eliminate


def disperse(w: World, units: Iterable[Unit], why: str, rule: str = "9.3") -> None:
    """Turn units face down (11)."""
    for unit in units:
        if unit.hex >= 0 and not unit[Disruption].disrupted:
            COUNTERS.disorder(w, unit, why, rule)
