"""Chapter 10: recovery from Disruption."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ecs.core.components import Garrison
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import UNIT_MARKS, ReplacementPool, UnderFire, turn_side
from ecs.rulesets.darkest_crusade.data.tables import classes
from ecs.rulesets.darkest_crusade.ground.losses import COUNTERS
from ecs.rulesets.darkest_crusade.ground.supply import is_supplied
from ecs.systems.combat.declared_attacks import assigned_by_wave
from ecs.systems.replacements import RecoveryRules
from ecs.systems.trains import open_transport


def _is_unattacked(w: World, unit: Unit) -> bool:
    """Is its hex not among those that are attacked?"""
    return unit.hex not in {target for target, _ in assigned_by_wave(w)}


def _is_unhurt(w: World, unit: Unit) -> bool:
    """Was it Disrupted before the battles, attacked in them, and not hurt again?"""
    return unit[UnderFire].was_disrupted and unit[UnderFire].attacked and not unit[UnderFire].struck


def _always(w: World, unit: Unit) -> bool:
    """Germans and Soviets recover whatever happened to them."""
    return True


WHEN: Mapping[str, tuple[str, Callable[[World, Unit], bool]]] = {
    "A2b": ("BLACK", _is_unattacked),
    "A2c": ("BLACK", _is_unhurt),
    "A2e": ("GER", _always),
    "B2b": ("RUM", _is_unattacked),
    "B2c": ("RUM", _is_unhurt),
    "B4": ("RED", _always),
}
"""Phase -> the class of units in supply that recover in it, and which of them."""


def _recovers(w: World, unit: Unit) -> bool:
    """Does a unit recover in this phase?"""
    kind, fair = WHEN[w.phase]
    return classes()[unit.type.kind].recovery == kind and is_supplied(w, unit) and fair(w, unit)


RECOVERY = RecoveryRules("10", _recovers, COUNTERS)


def begin_turn(w: World) -> None:
    """A1, B1: all units may act again; note which hexes the enemy holds at the start (13)."""
    w.wipe_units(UNIT_MARKS)
    open_transport(w)
    held = {u.hex for u in w.units if u.hex >= 0 and u.type.side is not turn_side(w)}
    for index, here in enumerate(w.hexes):
        w.mark(Garrison, here, garrisoned=index in held, drawn=0)
    w.mark(ReplacementPool, w.table, drafting=False)
