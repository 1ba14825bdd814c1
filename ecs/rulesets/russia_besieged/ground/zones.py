"""Chapter 4.0: who has a zone of control, and what is in one."""

from __future__ import annotations

from ecs.core.components import Place, Steps
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.unit_facts import kind
from ecs.rulesets.russia_besieged.ground.occupancy import armies
from ecs.rulesets.russia_besieged.ground.terrain import land_net, northern_swamp
from ecs.systems.ground.zones import ZonesOfControl

DEPENDS = (Place, Steps)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone: of a class that does, whatever its strength and the weather?"""
    return kind(unit).zoc


def zone_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the neighbours a zone extends to: not across lake, sea or strait, nor into or out of the Northern
    Swamp (4.0, 6.4)."""

    def make() -> tuple[tuple[int, ...], ...]:
        mire = northern_swamp(w)
        return tuple(() if i in mire else tuple(j for j in row if j not in mire) for i, row in enumerate(land_net(w)))

    return w.on_board("zone-net", make)


ZONES = ZonesOfControl(has_zone, zone_net, armies, DEPENDS)
zones, zone_map, blocked_map, casts_zone_from = ZONES.cover, ZONES.map, ZONES.blocked, ZONES.casts_from
