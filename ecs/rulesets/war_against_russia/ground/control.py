"""Control of hexes and seas: who defends them and how it changes; zones of control and stacking (7)."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Disruption, Garrison, Ground, Place, Side, Weather
from ecs.core.remembered_answers import remembered
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.components import UNIT_CONDITION, UNIT_MARKS
from ecs.rulesets.war_against_russia.data.options import AXIS as GIVEN
from ecs.rulesets.war_against_russia.data.options import BALTIC
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import is_air, is_armour, is_army, is_dispersed
from ecs.rulesets.war_against_russia.ground.terrain import (
    ground,
    is_fortress,
    is_place,
    is_rough,
    open_net,
    victory_cities,
)
from ecs.systems import control
from ecs.systems.combat.counter_state import CounterStates
from ecs.systems.control import ControlRules, Prizes
from ecs.systems.network import either
from ecs.systems.stacking import NO_LIMIT, Limits, StackCount, StackLimits, stacks, units_at
from ecs.systems.zones import ZonesOfControl

# -- Control of hexes and seas: a victory city's militia, what is defended, and how control changes. -----------------

# -- Who stands in a hex, and who controls it. -----------------------------------------------------------------------

holder, take_control = control.holder, control.take


def fighters_at(w: World, index: int, side: Side | None = None) -> list[Unit]:
    """The combat units in a hex, by entity; of one side if told."""
    return [u for u in units_at(w, index) if side is None or u.type.side is side]


@remembered(Place)
def holders(w: World) -> dict[int, Side]:
    """Board index -> the side whose units stand there."""
    return {i: stack[0].type.side for i, stack in stacks(w).items()}


def army_at(w: World, index: int) -> Side | None:
    """The side with units in a hex; None if it is empty."""
    return holders(w).get(index)


BALTIC_SEA = "Baltic"


def intrinsic_factor(w: World, index: int) -> int:
    """The defence factor of a victory city's militia, while it has never been taken (8)."""
    here, table = w.board.hexes[index], rules(w).defence
    if here.place != "victory" or not w.by_hex(Garrison)[index].garrisoned:
        return 0
    return table.intrinsic_great if index in w.board.spots(table.great) else table.intrinsic


def is_defended(w: World, index: int, side: Side) -> bool:
    """Is there anything for ``side`` to attack: units, or a victory city's militia (8)?"""
    if army_at(w, index) is side.other:
        return True
    return army_at(w, index) is None and holder(w, index) is side.other and intrinsic_factor(w, index) > 0


def controls_sea(w: World, sea: str, side: Side) -> bool:
    """Does a side control a sea: does it hold every hex that commands it (7, 3.4), unless the sea was given away?"""
    if sea == BALTIC_SEA and w.options.get(BALTIC) == GIVEN:
        return side is Side.AXIS
    keys = w.board.spots(rules(w).sea.holds.get(sea, []))
    return bool(keys) and all(holder(w, key) is side for key in keys)


CITIES = Prizes(victory_cities, lambda w, index: w.board.hexes[index].vp)
held_points = CITIES.held  # in supply or not (15)


def _disarm(w: World, index: int, side: Side) -> None:
    """Take the militia of a victory city out of the war (8)."""
    if w.by_hex(Garrison)[index].garrisoned:
        w.mark(Garrison, w.hexes[index], garrisoned=False)


CONTROL = ControlRules(
    rule="15",
    is_told=lambda w, index: is_place(w, index) or is_fortress(w, index),
    worth=lambda w, index: w.board.hexes[index].vp,
    score=CITIES.standing,
    falls=_disarm,
)


# -- Losses: units that leave the map, and units that are Dispersed. -------------------------------------------------

DEAD = "dead"


SHEDS = (*UNIT_CONDITION, *UNIT_MARKS)
COUNTERS = CounterStates(lambda unit: DEAD, lambda unit: max(unit.type.attack, unit.type.defence), SHEDS)
eliminate = COUNTERS.eliminate


def disperse(w: World, units: Iterable[Unit], why: str) -> None:
    """Turn units face down (11)."""
    for unit in units:
        if unit.hex >= 0 and not unit[Disruption].disrupted:
            COUNTERS.disorder(w, unit, why, "9.3")


# -- Chapter 7: zones of control and stacking. -----------------------------------------------------------------------

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
        (table.armies, f"at most {table.armies} of the units in a hex may be larger than a corps"),
        (
            table.rough_armour if rough else NO_LIMIT,
            f"at most {table.rough_armour} armour unit may be in a swamp or mountain hex",
        ),
    )


def strangers(w: World, nations: frozenset[str]) -> str:
    """Nations that may never stand together."""
    return "Hungarians and Romanians may never share a hex" if nations.issuperset(rules(w).stacking.apart) else ""


LIMITS = StackLimits("6", (Place, Weather), crowd_of, is_air, limits, strangers, is_rough)


def untenable(w: World, units: Iterable[Unit], index: int) -> str:
    """What is wrong with a stack a game begins with: a sentence, or "".  Armour may have come into a swamp over the
    ice, and stays there when it thaws."""
    row = ground(w, index)
    return LIMITS.fault(w, LIMITS.together(units), row.rough and not row.freezes)


excess, over, no_room = LIMITS.excess, LIMITS.over, LIMITS.no_room
full_hexes, full_for = LIMITS.full_hexes, LIMITS.full_for
