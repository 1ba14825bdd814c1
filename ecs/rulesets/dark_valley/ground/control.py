"""Changes of control: which units take hexes, and what is lost with them."""

from __future__ import annotations

from ecs.core.components import Campaign, Ground, Side
from ecs.core.events import Captured
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.unit_facts import is_combat_unit
from ecs.rulesets.dark_valley.ground.occupancy import standing
from ecs.rulesets.dark_valley.ground.supply.state import ISOLATED, state
from ecs.rulesets.dark_valley.ground.terrain import has_zone_works
from ecs.systems.campaign.victory import tell_score


def takes_hexes(w: World, unit: Unit) -> bool:
    """Does the unit take control of hexes: a combat unit, not isolated unless the table lets it (9.2)?"""
    return is_combat_unit(unit) and (rules(w).supply.isolated_takes or state(w, unit) != ISOLATED)


def take_control(w: World, index: int, side: Side) -> None:
    """Write down who controls a hex now; works there are lost with it (8.13, 9.2)."""
    if w.ground[index].control is side:
        return
    before = standing(w) if w.board.hexes[index].vp else {}
    w.mark(Ground, w.hexes[index], control=side)
    if side is Side.AXIS and has_zone_works(w, index):
        w.mark(Campaign, w.table, void=tuple(sorted((*w[Campaign].void, index))))
    if index in w[Campaign].works and side is Side.AXIS:
        w.mark(Campaign, w.table, works=tuple(i for i in w[Campaign].works if i != index))
    if index in w[Campaign].partisans and side is Side.AXIS:
        w.mark(Campaign, w.table, partisans=tuple(i for i in w[Campaign].partisans if i != index))
    spot = w.board.hexes[index]
    if side is Side.SOVIET and f"built:{spot.label}" in w[Campaign].flags:
        w.mark(Campaign, w.table, forts=tuple(f for f in w[Campaign].forts if f[0] != index))
    if spot.place in ("major", "town"):
        w.emit(Captured(where=(spot.label,), rule="9.2", hex=spot.label, side=side, worth=spot.vp))
    tell_score(w, before, standing(w) if before else {})
