"""Changes of control: which units take hexes, and what falls with them."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.options import UNFED, ZONE
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import is_combat_unit
from ecs.rulesets.dark_valley.ground.occupancy import ISOLATED, is_fed, standing, state
from ecs.rulesets.dark_valley.ground.railways import tear_up
from ecs.rulesets.dark_valley.ground.terrain import (
    DEFENSIVE_WORKS,
    FORTS,
    PARTISANS,
    VOID_ZONES,
    built,
    falls_void,
    is_place,
)
from ecs.systems import scorekeeping
from ecs.systems.control import ControlRules, take
from ecs.systems.rail import rail_net


def takes_hexes(w: World, unit: Unit) -> bool:
    """Does the unit take control of the hex it stands in (9.2)?"""
    return takes(w, unit, unit.hex)


def takes(w: World, unit: Unit, index: int) -> bool:
    """Does the unit take control of a hex it comes to: a combat unit, not isolated unless the table lets it; Soviets
    without a line of supply no railway outside towns and cities, but for an option (4.5, 9.2)?"""
    if not is_combat_unit(unit) or (state(w, unit) == ISOLATED and not rules(w).supply.isolated_takes):
        return False
    if is_fed(unit) or unit.type.side is Side.AXIS or w.options.get(UNFED) == ZONE:
        return True
    return not rail_net(w)[index] or is_place(w, index)


def _falls(w: World, index: int, side: Side) -> None:
    """Works and partisans there fall to the Axis, forts it has built to the Soviets (8.12, 8.13)."""
    tear_up(w, index, side)
    if side is Side.AXIS:
        if falls_void(w, index):
            VOID_ZONES.lay(w, index)
        DEFENSIVE_WORKS.lift(w, [index])
        PARTISANS.lift(w, [index])
    elif scorekeeping.has_flag(w, built(w, index)):
        FORTS.lift(w, [index])


take_control = take
CONTROL = ControlRules(
    rule="9.2", is_told=is_place, worth=lambda w, index: w.board.hexes[index].vp, score=standing, falls=_falls
)


def hold_ground(w: World, unit: Unit) -> None:
    """A combat unit that is not isolated, or no longer, has the hex it stands in (9.2)."""
    if takes_hexes(w, unit):
        take_control(w, unit.hex, unit.type.side)
