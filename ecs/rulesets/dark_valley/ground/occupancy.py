"""Who stands in a hex, who controls it, and what it counts for (9.2)."""

from __future__ import annotations

from ecs.core.components import Place, Side, Steps, SupplyState, Weather
from ecs.core.remembered_answers import remembered
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import MARKERS, WAR_MARKS, Fort
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import has, is_combat_unit, is_first_winter, kind, weather
from ecs.rulesets.dark_valley.ground.terrain import STRONG, forts, is_city
from ecs.systems import control
from ecs.systems.network import net_without
from ecs.systems.stacking import Armies
from ecs.systems.zones import ZonesOfControl

holder = control.holder

ARMIES = Armies(is_combat_unit, is_combat_unit, (Place, Steps))
armies, army_at, fighters_at, foe_map = ARMIES.by_hex, ARMIES.side_at, ARMIES.fighters_at, ARMIES.foes
contact = ARMIES.contact


@remembered()
def cities(w: World) -> tuple[int, ...]:
    """The victory cities, by name."""
    return tuple(h.index for h in sorted(w.board.hexes, key=lambda h: h.name) if h.vp)


PRIZES = control.Prizes(cities, lambda w, index: w.board.hexes[index].vp)
held, standing = PRIZES.held, PRIZES.standing

# -- The supply state that counts for a unit now: as it was marked, but for relief, landings and the first winter. ---

SUPPLIED, OUT_OF_SUPPLY, ISOLATED = 0, 1, 2


def is_fed(unit: Unit) -> bool:
    """Did the unit have a line of supply when last judged, or when the chit in play named it (4.3)?"""
    return unit[SupplyState].level == SUPPLIED or unit[SupplyState].relieved


def state(w: World, unit: Unit) -> int:
    """Supply state that counts now: 0 supplied, 1 out of supply, 2 isolated (4.4).

    A unit reached again at the start of its chit, or just landed from the air, counts as supplied; in the first
    winter no Axis unit outside a city does.
    """
    now = SUPPLIED if unit[SupplyState].relieved or unit[SupplyState].dropped else unit[SupplyState].level
    if now == SUPPLIED and is_first_winter(w) and unit.type.side is Side.AXIS and unit.hex >= 0:
        return SUPPLIED if is_city(w, unit.hex) else OUT_OF_SUPPLY
    return now


# -- Chapter 3.2-3.3: who has a zone of control, and what is in one. -------------------------------------------------

DEPENDS = (Place, Steps, SupplyState, Weather, *WAR_MARKS, *MARKERS)
"""What supply and railways depend on, besides who holds the ground."""
ZONE_DEPENDS = (Place, Steps, SupplyState, Weather, Fort)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone now?  Not isolated, not Axis mechanised in Mud, and only the classes that do (3.2)."""
    if unit.place.hex < 0 or not kind(unit).zoc or unit[SupplyState].level == ISOLATED or not is_combat_unit(unit):
        return False
    return weather(w).mech_zone or unit.type.side is Side.SOVIET or not has(unit, "mech")


@remembered(Fort)
def zone_net(w: World) -> tuple[tuple[int, ...], ...]:
    """For every hex, the neighbours a zone extends to now: not across lake, sea, Kerch or the Volga (3.2), and into no
    Fort (8.13)."""
    closed = frozenset(spot for spot, size in forts(w).items() if size == STRONG)
    near = {j for i in closed for j in w.board.neighbours[i]}
    net = enumerate(net_without(w, *(name for name, row in rules(w).side.items() if not row.zones)))
    return tuple(tuple(j for j in row if j not in closed) if i in near else row for i, row in net)


ZONES = ZonesOfControl(has_zone, zone_net, armies, ZONE_DEPENDS)
zones, zone_map, blocked_map, casts_zone_from = ZONES.cover, ZONES.map, ZONES.blocked, ZONES.casts_from
