"""Chapter 4.0: who has a zone of control, and what is in one?"""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.components import Place, Side, Steps
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.unit_facts import kind
from ecs.rulesets.russia_besieged.ground.occupancy import armies
from ecs.rulesets.russia_besieged.ground.terrain import land_net, northern_swamp
from ecs.systems.ground.zones import flags, zone_coverage

DEPENDS = (Place, Steps)


def has_zone(unit: Unit) -> bool:
    """Does the unit exert a zone: on the map, of a class that does, whatever its strength and the weather?"""
    return unit.hex >= 0 and kind(unit).zoc


def zone_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the neighbours a zone extends to: not across lake, sea or strait, nor into or out of the Northern
    Swamp (4.0, 6.4)."""

    def make() -> tuple[tuple[int, ...], ...]:
        mire = northern_swamp(w)
        return tuple(() if i in mire else tuple(j for j in row if j not in mire) for i, row in enumerate(land_net(w)))

    return w.on_board("zone-net", make)


def casts_zone_from(w: World, unit: Unit, index: int) -> tuple[int, ...]:
    """Hexes a unit's zone would extend to if it stood in another hex."""
    return zone_net(w)[index] if kind(unit).zoc else ()


def zones(w: World, side: Side) -> Mapping[int, tuple[str, ...]]:
    """Hexes in a side's zones: board index -> ids of the units that exert them, by entity."""

    net = zone_net(w)
    return w.lasting(
        ("zones", side), DEPENDS, lambda: zone_coverage(w, side, lambda unit: net[unit.hex] if has_zone(unit) else ())
    )


def zone_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if it lies in a zone of ``side``."""

    return w.lasting(("zone-map", side), DEPENDS, lambda: flags(w, zones(w, side)))


def blocked_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if ``side`` cannot trace supply, retreat or go by rail into it: enemy combat units there, or an
    enemy zone that no own combat unit in the hex cancels (4.0)."""

    def make() -> bytes:
        out = bytearray(zone_map(w, side.other))
        for i, who in armies(w).items():
            out[i] = 0 if who is side else 1
        return bytes(out)

    return w.lasting(("blocked", side), DEPENDS, make)
