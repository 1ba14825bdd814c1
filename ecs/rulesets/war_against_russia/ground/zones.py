"""Chapter 7: who has a zone of control, and what is in one?"""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.components import Condition, Ground, Place, Side, Weather
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.unit_facts import is_dispersed
from ecs.rulesets.war_against_russia.ground.control import is_defended
from ecs.rulesets.war_against_russia.ground.occupancy import holders
from ecs.rulesets.war_against_russia.ground.terrain import open_net
from ecs.systems.ground.zones import flags, zone_coverage

DEPENDS = (Place, Condition, Weather)


def has_zone(unit: Unit) -> bool:
    """Does the unit exert a zone: on the map and UnDispersed, whatever its size and nation (7, 11)?"""
    return unit.hex >= 0 and not is_dispersed(unit)


def casts_zone_from(w: World, unit: Unit, index: int) -> tuple[int, ...]:
    """Hexes a unit's zone would extend to if it stood in another hex: not over sea, open lake or strait."""
    return () if is_dispersed(unit) else open_net(w)[index]


def zones(w: World, side: Side) -> Mapping[int, tuple[str, ...]]:
    """Hexes in a side's zones: board index -> ids of the units that exert them, by entity."""

    net = open_net(w)
    return w.lasting(
        ("zones", side), DEPENDS, lambda: zone_coverage(w, side, lambda unit: net[unit.hex] if has_zone(unit) else ())
    )


def zone_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if it lies in a zone of ``side``."""

    return w.lasting(("zone-map", side), DEPENDS, lambda: flags(w, zones(w, side)))


def foe_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if the enemy keeps ``side`` out: with units, or with the people of a victory city (7, 8)."""

    def make() -> bytes:
        out = bytearray(len(w.board.hexes))
        for i, who in holders(w).items():
            out[i] = who is not side
        for i in cities(w):
            out[i] = is_defended(w, i, side)
        return bytes(out)

    return w.lasting(("foes", side), (Place, Ground), make)


def cities(w: World) -> tuple[int, ...]:
    """The victory cities of the map."""
    return w.keep("victory-cities", lambda: tuple(h.index for h in w.board.hexes if h.place == "victory"))


def blocked_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if ``side`` cannot trace supply or retreat into it: enemies hold it, or it lies in an enemy zone
    that no own unit in the hex cancels (10.1, 11)."""

    def make() -> bytes:
        out = bytearray(zone_map(w, side.other))
        for i, who in holders(w).items():
            if who is side:
                out[i] = 0
        return bytes(zone or foe for zone, foe in zip(out, foe_map(w, side), strict=True))

    return w.lasting(("blocked", side), (*DEPENDS, Ground), make)
