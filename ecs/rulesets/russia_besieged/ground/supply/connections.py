"""Chapter 13.2: railways that lead home, and places that are fed."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.world import World
from ecs.rulesets.russia_besieged.ground.occupancy import holder
from ecs.rulesets.russia_besieged.ground.supply.paths import in_supply
from ecs.rulesets.russia_besieged.ground.transport.rail_network import GERMAN, SOVIET, fed_rail, usable_rail
from ecs.systems.ground.network import joined, marked
from ecs.systems.ground.rail import rail_net


def joined_to(w: World, side: Side, starts: tuple[int, ...]) -> frozenset[int]:
    """Hexes that trains of a side reach from one of these places (7.0)."""
    return marked(joined(rail_net(w), usable_rail(w, side), starts))


def on_rail(w: World, side: Side, index: int) -> bool:
    """Does a railway of the side lead from there to an unlimited source (13.2)?"""
    return bool(fed_rail(w, SOVIET if side is Side.SOVIET else GERMAN)[index])


def is_fed(w: World, side: Side, index: int) -> bool:
    """Is a place a side holds in general supply (13.2)?"""
    return holder(w, index) is side and index in in_supply(w, side)
