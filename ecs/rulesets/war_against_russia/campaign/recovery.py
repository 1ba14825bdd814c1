"""Chapter 11: recovery at the start of a player-turn."""

from __future__ import annotations

from ecs.core.components import SupplyState
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.turn import turn_side
from ecs.rulesets.war_against_russia.data.unit_facts import is_dispersed
from ecs.rulesets.war_against_russia.ground.elimination import COUNTERS
from ecs.rulesets.war_against_russia.ground.supply import judge
from ecs.systems.ground.stacking import on_map

LATE, JUNE = "d", 1


def recover(w: World) -> None:
    """B1, C1: supply is judged, and Dispersed units of the side in supply become UnDispersed (11)."""
    judge(w)
    for unit in on_map(w, turn_side(w)):
        if is_dispersed(unit) and unit[SupplyState].supplied and not is_still_forming(w, unit):
            COUNTERS.recover(w, unit, "11")


def is_still_forming(w: World, unit: Unit) -> bool:
    """A unit marked D in the set-up: it does not recover before June 1941, whatever the set-up (14)?"""
    return unit.type.set == LATE and w.clock.turn < JUNE
