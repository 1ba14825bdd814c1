"""Chapter 4.0: zones of control and stacking."""

from __future__ import annotations

from ecs.core.components import Place, Side, Steps
from ecs.core.remembered_answers import remembered
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.tables import SHELF, rules
from ecs.rulesets.russia_besieged.data.units import classes, current_class, is_fighting_class, kind, kinds, letter
from ecs.rulesets.russia_besieged.ground.occupancy import armies, army_at
from ecs.rulesets.russia_besieged.ground.terrain import barring_zones, is_major, land_net
from ecs.systems.stacking import NO_LIMIT, Limits, StackCount, StackLimits
from ecs.systems.zones import ZonesOfControl

DEPENDS = (Place, Steps)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone, whatever its strength and the weather?"""
    return kind(unit).zoc


@remembered(shared=True)
def zone_net(w: World) -> tuple[tuple[int, ...], ...]:
    """For every hex, the neighbours a zone extends to: not across lake, sea or strait, nor into or out of the Northern
    Swamp (4.0, 6.4)."""
    mire = barring_zones(w)
    return tuple(() if i in mire else tuple(j for j in row if j not in mire) for i, row in enumerate(land_net(w)))


ZONES = ZonesOfControl(has_zone, zone_net, armies, DEPENDS)
zones, zone_map, blocked_map, casts_zone_from = ZONES.cover, ZONES.map, ZONES.blocked, ZONES.casts_from


def is_ice_gate_shut(w: World) -> bool:
    """Does an Axis zone close the ice road, for supply as well (6.3)?"""
    gates, zones = w.board.named(rules(w).ice_road.gate), zone_map(w, Side.AXIS)
    return any(army_at(w, i) is not Side.SOVIET and (zones[i] or army_at(w, i) is Side.AXIS) for i in gates)


# -- Chapter 5.0: how many may stand in a hex. -----------------------------------------------------------------------

FREE = frozenset({"AIR", "BASE", "PT", "DI"})
ARTILLERY, MARSHAL, MILITIA = "AR", "FM", "V"


def crowd_of(unit: Unit) -> StackCount:
    """What a unit counts towards a stack."""
    return _crowd_of(current_class(unit), unit.type.side, unit.type.nation)


@SHELF.remembered(1024)
def _crowd_of(name: str, side: Side, nation: str) -> StackCount:
    """By class, side and nation; corps and armies count against the limit of a hex, militia and workers do not."""
    front = classes()[name]
    word, fights = front.kind, is_fighting_class(name)
    corps = fights and kinds()[word].mobility != "fixed"
    soldiers = side is Side.AXIS and (fights or word == ARTILLERY)
    numbers = int(corps), int(corps and front.army), int(word == ARTILLERY), int(word == MARSHAL), int(word == MILITIA)
    return StackCount(numbers, frozenset((nation,)) if soldiers else frozenset())


def limits(w: World, city: bool) -> Limits:
    """How many corps, armies, guns, Field Marshals and militia may share a hex.  ``city``: a Major City."""
    table = rules(w).stacking
    most, where = (table.city, "a Major City") if city else (table.most, "a hex")
    others = (table.artillery, "artillery unit"), (table.marshals, "Field Marshal"), (table.militia, "militia units")
    return (
        (most, f"at most {most} combat units may share {where}"),
        (NO_LIMIT if city else table.armies, f"at most {table.armies} combat units in a hex may be armies"),
        *((number, f"at most {number} {name} may stand in a hex") for number, name in others),
    )


def strangers(w: World, nations: frozenset[str]) -> str:
    """Nations of a stack that may not stand together: a sentence, or ""."""
    table = rules(w).stacking
    if len(nations) > 1 and any(nations.issuperset(pair) for pair in table.apart):
        return "Romanians and Hungarians never share a hex"
    if "FIN" in nations and len(nations) > 1 and not nations.issubset(table.finns_with):
        return "Finns share a hex only with Finns and Germans"
    return ""


LIMITS = StackLimits("5.0", DEPENDS, crowd_of, lambda unit: letter(unit) in FREE, limits, strangers, is_major)
excess, over, no_room = LIMITS.excess, LIMITS.over, LIMITS.no_room
full_hexes, full_for = LIMITS.full_hexes, LIMITS.full_for
