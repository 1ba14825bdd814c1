"""Chapter 3.2-3.3: who has a zone of control, and what is in one."""

from __future__ import annotations

from ecs.core.components import Place, Side, Steps, SupplyState, Weather
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import MARKERS, WAR_MARKS, Fort
from ecs.rulesets.dark_valley.data.turn import weather
from ecs.rulesets.dark_valley.data.unit_facts import has, is_combat_unit, kind
from ecs.rulesets.dark_valley.ground.occupancy import armies
from ecs.rulesets.dark_valley.ground.supply.state import ISOLATED
from ecs.rulesets.dark_valley.ground.works import STRONG, forts
from ecs.systems.ground.network import net_without
from ecs.systems.ground.zones import ZonesOfControl

OPEN_TO_ZONES = frozenset({"lake", "impassable", "strait", "volga"})
DEPENDS = (Place, Steps, SupplyState, Weather, *WAR_MARKS, *MARKERS)
"""What supply and railways depend on, besides who holds the ground."""
ZONE_DEPENDS = (Place, Steps, SupplyState, Weather, Fort)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone now?  Not isolated, not Axis mechanised in Mud, and only the classes that do (3.2)."""
    if unit.place.hex < 0 or not kind(unit).zoc or unit[SupplyState].level == ISOLATED or not is_combat_unit(unit):
        return False
    return weather(w).mech_zone or unit.type.side is Side.SOVIET or not has(unit, "mech")


def zone_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the neighbours a zone extends to now: not across lake, sea, Kerch or the Volga (3.2), and into no
    Fort (8.13)."""
    closed = frozenset(spot for spot, size in forts(w).items() if size == STRONG)

    def make() -> tuple[tuple[int, ...], ...]:
        near = {j for i in closed for j in w.board.neighbours[i]}
        net = enumerate(net_without(w, *OPEN_TO_ZONES))
        return tuple(tuple(j for j in row if j not in closed) if i in near else row for i, row in net)

    return w.latest("zone-net-now", closed, make)


ZONES = ZonesOfControl(has_zone, zone_net, armies, ZONE_DEPENDS)
zones, zone_map, blocked_map, casts_zone_from = ZONES.cover, ZONES.map, ZONES.blocked, ZONES.casts_from
