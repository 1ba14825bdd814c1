"""Chapter 7: zones of control and stacking."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Disruption, Garrison, Ground, Place, Side, Weather
from ecs.core.remembered_answers import remembered
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import is_air, is_armour, is_army, is_dispersed
from ecs.rulesets.war_against_russia.ground.control import holders, is_defended
from ecs.rulesets.war_against_russia.ground.terrain import ground, is_rough, open_net, victory_cities
from ecs.systems.network import either
from ecs.systems.stacking import NO_LIMIT, Limits, StackCount, StackLimits
from ecs.systems.zones import ZonesOfControl

DEPENDS = (Place, Disruption, Weather)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone: is it UnDispersed, whatever its size and nation (7, 11)?"""
    return not is_dispersed(unit)


ZONES = ZonesOfControl(has_zone, open_net, holders, DEPENDS)
zones, zone_map, casts_zone_from = ZONES.cover, ZONES.map, ZONES.casts_from


@remembered(Place, Ground, Garrison)
def foe_map(w: World, side: Side) -> bytes:
    """For every hex, 1 if the enemy keeps ``side`` out: with units, or with the militia of a victory city (7, 8)."""
    out = bytearray(len(w.board.hexes))
    for i, who in holders(w).items():
        out[i] = who is not side
    for i in victory_cities(w):
        out[i] = is_defended(w, i, side)
    return bytes(out)


@remembered(*DEPENDS, Ground, Garrison)
def blocked_map(w: World, side: Side) -> bytes:
    """For every hex, 1 if ``side`` cannot trace supply or retreat into it: enemies hold it, or it lies in an enemy zone
    that no own unit in the hex cancels (10.1, 11)."""
    return either(ZONES.blocked(w, side), foe_map(w, side))


# -- Chapter 6: how many may stand in a hex. -------------------------------------------------------------------------


def crowd_of(unit: Unit) -> StackCount:
    """What a unit counts towards a stack: units, those larger than a corps, armour; aircraft count nothing."""
    if is_air(unit):
        return StackCount()
    return StackCount((1, int(is_army(unit)), int(is_armour(unit))), frozenset((unit.type.nation,)))


def limits(w: World, rough: bool) -> Limits:
    """How many of each may share a hex.  ``rough``: in a mountain, or in swamp that is not frozen."""
    table = rules(w).stacking
    return (
        (table.most, f"at most {table.most} units may share a hex"),
        (table.armies, f"at most {table.armies} units in a hex may be larger than a corps"),
        (
            table.rough_armour if rough else NO_LIMIT,
            f"at most {table.rough_armour} armour unit may stand in a swamp or mountain hex",
        ),
    )


def strangers(w: World, nations: frozenset[str]) -> str:
    """Nations that may never stand together."""
    return "Hungarians and Romanians never share a hex" if nations.issuperset(rules(w).stacking.apart) else ""


LIMITS = StackLimits("6", (Place, Weather), crowd_of, is_air, limits, strangers, is_rough)


def untenable(w: World, units: Iterable[Unit], index: int) -> str:
    """What is wrong with a stack a game begins with: a sentence, or "".  Armour may have come into a swamp over the
    ice, and stays there when it thaws."""
    row = ground(w, index)
    return LIMITS.fault(w, LIMITS.together(units), row.rough and not row.freezes)


excess, over, no_room = LIMITS.excess, LIMITS.over, LIMITS.no_room
full_hexes, full_for = LIMITS.full_hexes, LIMITS.full_for
