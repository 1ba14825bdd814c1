"""Changes of control: which units take hexes, and what is lost with them."""

from __future__ import annotations

from ecs.core.components import Flags, Fortifications, Side
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import PartisanMarkers
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.unit_facts import is_combat_unit
from ecs.rulesets.dark_valley.ground.occupancy import standing
from ecs.rulesets.dark_valley.ground.supply.state import ISOLATED, state
from ecs.rulesets.dark_valley.ground.terrain import has_zone_works, is_place
from ecs.systems.ground.control import Control
from ecs.systems.table.names import label


def takes_hexes(w: World, unit: Unit) -> bool:
    """Does the unit take control of hexes: a combat unit, not isolated unless the table lets it (9.2)?"""
    return is_combat_unit(unit) and (rules(w).supply.isolated_takes or state(w, unit) != ISOLATED)


def _falls(w: World, index: int, side: Side) -> None:
    """Works and partisans there are lost to the Axis, forts it has built to the Soviets (8.12, 8.13)."""
    if side is Side.AXIS and has_zone_works(w, index):
        w.mark(Fortifications, w.table, void=tuple(sorted((*w[Fortifications].void, index))))
    if side is Side.AXIS and index in w[Fortifications].works:
        w.mark(Fortifications, w.table, works=tuple(i for i in w[Fortifications].works if i != index))
    if side is Side.AXIS and index in w[PartisanMarkers].hexes:
        w.mark(PartisanMarkers, w.table, hexes=tuple(i for i in w[PartisanMarkers].hexes if i != index))
    if side is Side.SOVIET and f"built:{label(w, index)}" in w[Flags].flags:
        w.mark(Fortifications, w.table, forts=tuple(f for f in w[Fortifications].forts if f[0] != index))


CONTROL = Control(
    rule="9.2", is_told=is_place, worth=lambda w, index: w.board.hexes[index].vp, score=standing, falls=_falls
)


def take_control(w: World, index: int, side: Side) -> None:
    """Write down who controls a hex now (9.2)."""
    CONTROL.take(w, index, side)
