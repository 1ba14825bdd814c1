"""Chapter 7: who has a zone of control, and what is in one."""

from __future__ import annotations

from ecs.core.components import Disruption, Garrison, Ground, Place, Side, Weather
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.unit_facts import is_dispersed
from ecs.rulesets.war_against_russia.ground.control import is_defended
from ecs.rulesets.war_against_russia.ground.occupancy import holders
from ecs.rulesets.war_against_russia.ground.terrain import open_net, victory_cities
from ecs.systems.ground.network import either
from ecs.systems.ground.zones import ZonesOfControl

DEPENDS = (Place, Disruption, Weather)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone: UnDispersed, whatever its size and nation (7, 11)?"""
    return not is_dispersed(unit)


ZONES = ZonesOfControl(has_zone, open_net, holders, DEPENDS)
zones, zone_map, casts_zone_from = ZONES.cover, ZONES.map, ZONES.casts_from


def foe_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if the enemy keeps ``side`` out: with units, or with the people of a victory city (7, 8)."""

    def make() -> bytes:
        out = bytearray(len(w.board.hexes))
        for i, who in holders(w).items():
            out[i] = who is not side
        for i in victory_cities(w):
            out[i] = is_defended(w, i, side)
        return bytes(out)

    return w.lasting(("foes", side), (Place, Ground, Garrison), make)


def blocked_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if ``side`` cannot trace supply or retreat into it: enemies hold it, or it lies in an enemy zone
    that no own unit in the hex cancels (10.1, 11)."""
    return w.lasting(
        ("blocked-or-held", side),
        (*DEPENDS, Ground, Garrison),
        lambda: either(ZONES.blocked(w, side), foe_map(w, side)),
    )
