"""Losses: a step off a unit, its elimination, and counters that leave the map."""

from __future__ import annotations

from ecs.core.components import Campaign, Duty, Place, Steps
from ecs.core.events import Cause, Destroyed, StepLost
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.unit_facts import cf, has, kind, steps_left
from ecs.rulesets.dark_valley.ground.supply.state import ISOLATED
from ecs.systems.table.names import label


def leave_map(w: World, unit: Unit, box: str) -> None:
    """Take a counter off the map, clean of all marks but its class."""
    w.mark(Place, unit, hex=-1, box=box)
    w.mark(Steps, unit, lost=0)
    w.reset(Duty, unit)


def eliminate(w: World, unit: Unit, cause: Cause, why: str, rule: str) -> None:
    """Remove a unit from play; most may be rebuilt later (8.3, 8.4)."""
    spot = label(w, unit.hex)
    factors, cut_off = kind(unit).full[0], unit[Duty].supply == ISOLATED
    gone = unit[Duty].dropped or (has(unit, "airborne") and "dropped-" + unit.id in w[Campaign].flags)
    leave_map(w, unit, "gone" if gone else "dead")
    w.mark(Duty, unit, lost_cut_off=cut_off)
    w.emit(
        Destroyed(
            where=(spot,),
            rule=rule,
            unit=unit.id,
            hex=spot,
            cause=cause,
            why=why,
            factors=factors,
            for_good=gone,
        )
    )


def lose_step(w: World, unit: Unit, cause: Cause, why: str, rule: str) -> None:
    """One step off a unit; the last one eliminates it (5.8)."""
    if steps_left(unit) <= 1:
        eliminate(w, unit, cause, why, rule)
        return
    before = cf(unit)
    w.mark(Steps, unit, lost=unit[Steps].lost + 1)
    spot, fewer = label(w, unit.hex), before - cf(unit)
    w.emit(StepLost(where=(spot,), rule=rule, unit=unit.id, hex=spot, cause=cause, factors=fewer, why=why))
