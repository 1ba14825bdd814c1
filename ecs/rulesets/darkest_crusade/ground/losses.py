"""Chapter 9.5: how units absorb hits, and where the dead go."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Concealment, Disruption, Side, SupplyState
from ecs.core.events import Cause
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import UNIT_CONDITION, UNIT_MARKS, Strength, UnderFire
from ecs.systems.combat.counter_state import CounterStates
from ecs.systems.sentences import tell_change


def factors(unit: Unit) -> tuple[int, int, int]:
    """Attack fire, defence fire and hits of the face-up side (2.1)."""
    kind = unit.type
    if unit[Strength].strong and kind.strong is not None:
        return kind.strong
    return kind.attack, max(kind.attack, kind.defence), kind.hits


def is_fortified(unit: Unit) -> bool:
    """A German army on its fortified side."""
    return unit[Strength].strong and "can_fortify" in unit.type


def box_of_the_dead(unit: Unit) -> str:
    """Where an eliminated unit goes: back to the pool, or out of the game (16, 17)."""
    if unit.type.side is Side.AXIS or "white" in unit.type or "dummy" in unit.type:
        return "dead"
    if "sixteenth" in unit.type and not unit[SupplyState].supplied:
        return "dead"
    return "pool"


SHEDS = (*UNIT_CONDITION, *UNIT_MARKS)
COUNTERS = CounterStates(box_of_the_dead, lambda unit: unit.type.cost, SHEDS, for_good="dead", secret=True)
leave_map, eliminate, disrupt = COUNTERS.leave_map, COUNTERS.eliminate, COUNTERS.disorder


def reveal(w: World, units: Iterable[Unit]) -> None:
    """Turn hidden units face up (20)."""
    for unit in units:
        if unit[Concealment].hidden:
            w.mark(Concealment, unit, hidden=False)
            tell_change(w, unit, "revealed", "20")


# -- hits of the present round ----------------------------------------------------------------------


def room(unit: Unit) -> int:
    """Hits that would still kill the unit in this round."""
    if unit[Disruption].disrupted and unit[UnderFire].hurt == 0:
        return 1
    shield = 1 if is_fortified(unit) else 0
    return shield + factors(unit)[2] - unit[UnderFire].hurt + 1


def take_one(w: World, unit: Unit) -> None:
    """One hit on one unit (9.5)."""
    w.mark(UnderFire, unit, struck=True)
    if is_fortified(unit):
        w.mark(Strength, unit, strong=False)
        tell_change(w, unit, "breached", "9.5")
        return
    if room(unit) == 1:
        eliminate(w, unit, Cause.FIRE, "hits", "9.5")
        return
    w.mark(UnderFire, unit, hurt=unit[UnderFire].hurt + 1)
    if not unit[Disruption].disrupted:
        disrupt(w, unit, "hits", "9.5")
