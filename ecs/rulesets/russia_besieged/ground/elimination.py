"""Losses: a step off a unit, its elimination or surrender, and counters that leave the map."""

from __future__ import annotations

from ecs.core.components import Duty, Place, Side, Steps
from ecs.core.events import Cause, Destroyed, StepLost
from ecs.core.files.toml_tables import by_turn
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import card, cf, steps_left
from ecs.systems.table.names import label

DEAD, CAPTIVE = "dead", "surrendered"


def leave_map(w: World, unit: Unit, box: str) -> None:
    """Take a counter off the map, clean of all marks but its class."""
    w.mark(Place, unit, hex=-1, box=box)
    w.mark(Steps, unit, lost=0)
    w.reset(Duty, unit)


def eliminate(w: World, unit: Unit, cause: Cause, why: str, rule: str = "10.67") -> None:
    """Put a unit into the Eliminated box, from which it may be rebuilt (10.67)."""
    _remove(w, unit, DEAD, cause, why, rule)


def surrender(w: World, unit: Unit, cause: Cause, why: str, rule: str = "10.68") -> None:
    """Put a unit into the Surrendered box: for good, but for Soviet ones (10.68).

    Their box also names the turn in which they may be rebuilt again: "surrendered:8".
    """
    box = CAPTIVE
    if unit.type.side is Side.SOVIET:
        box = f"{CAPTIVE}:{w.clock.turn + by_turn(rules(w).surrender.back, w.clock.turn)[0]}"
    _remove(w, unit, box, cause, why, rule)


def _remove(w: World, unit: Unit, box: str, cause: Cause, why: str, rule: str) -> None:
    spot, factors = label(w, unit.hex), card(unit).full[0]
    captive = box.startswith(CAPTIVE)
    leave_map(w, unit, box)
    w.emit(
        Destroyed(
            where=(spot,),
            rule=rule,
            unit=unit.id,
            hex=spot,
            cause=cause,
            why=why,
            factors=factors,
            captive=captive,
            for_good=box == CAPTIVE,
        )
    )


def lose_step(w: World, unit: Unit, cause: Cause, why: str, rule: str = "10.61") -> None:
    """One step off a unit; the last one eliminates it (10.61)."""
    if steps_left(unit) <= 1:
        eliminate(w, unit, cause, why, rule)
        return
    before = cf(unit)
    w.mark(Steps, unit, lost=unit[Steps].lost + 1)
    spot, fewer = label(w, unit.hex), before - cf(unit)
    w.emit(StepLost(where=(spot,), rule=rule, unit=unit.id, hex=spot, cause=cause, factors=fewer, why=why))
