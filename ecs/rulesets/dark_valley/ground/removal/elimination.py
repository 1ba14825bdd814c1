"""Losses: a step off a unit, its elimination, and counters that leave the map."""

from __future__ import annotations

from ecs.core.components import Flags, SupplyState
from ecs.core.events import Cause
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import UNIT_MARKS
from ecs.rulesets.dark_valley.data.unit_facts import COUNTERS, has, kind
from ecs.rulesets.dark_valley.ground.supply.state import ISOLATED
from ecs.systems.ground.elimination import Removal, StepLosses

REMOVAL = Removal(lambda unit: kind(unit).full[0], UNIT_MARKS)
leave_map = REMOVAL.leave_map


def eliminate(w: World, unit: Unit, cause: Cause, why: str, rule: str) -> None:
    """Remove a unit from play; most may be rebuilt later (8.3, 8.4)."""
    cut_off = unit[SupplyState].level == ISOLATED
    gone = unit[SupplyState].dropped or (has(unit, "airborne") and "dropped-" + unit.id in w[Flags].flags)
    REMOVAL.destroy(w, unit, "gone" if gone else "dead", cause, why, rule, for_good=gone)
    w.mark(SupplyState, unit, lost_cut_off=cut_off)


LOSSES = StepLosses(COUNTERS, eliminate)
lose_step = LOSSES.lose
