"""Losses: a step off a unit, its elimination or surrender, and counters that leave the map."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.events import Cause
from ecs.core.files.toml_tables import by_turn
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.components import UNIT_MARKS
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import COUNTERS, card
from ecs.systems.ground.elimination import Removal, StepLosses

DEAD, CAPTIVE, POOL, RETURNS = "dead", "surrendered", "pool", "returns"
GONE = "gone"  # out of the game

REMOVAL = Removal(lambda unit: card(unit).full[0], UNIT_MARKS)
leave_map = REMOVAL.leave_map


def eliminate(w: World, unit: Unit, cause: Cause, why: str, rule: str = "10.67") -> None:
    """Put a unit into the Eliminated box, from which it may be rebuilt (10.67)."""
    REMOVAL.destroy(w, unit, DEAD, cause, why, rule)


def surrender(w: World, unit: Unit, cause: Cause, why: str, rule: str = "10.68") -> None:
    """Put a unit into the Surrendered box: for good, but for Soviet ones (10.68).

    Their box also names the turn in which they may be rebuilt again: "surrendered:8".
    """
    box = CAPTIVE
    if unit.type.side is Side.SOVIET:
        box = f"{CAPTIVE}:{w.clock.turn + by_turn(rules(w).surrender.back, w.clock.turn)[0]}"
    REMOVAL.destroy(w, unit, box, cause, why, rule, captive=True, for_good=box == CAPTIVE)


LOSSES = StepLosses(COUNTERS, eliminate)


def lose_step(w: World, unit: Unit, cause: Cause, why: str, rule: str = "10.61") -> None:
    """One step off a unit; the last one eliminates it (10.61)."""
    LOSSES.lose(w, unit, cause, why, rule)
