"""Chapter 7: movement by sea and by rail."""

from __future__ import annotations

from ecs.core.commands import MoveByRail, Sail
from ecs.core.components import Garrison, Ground, Side, Transport
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import strange
from ecs.rulesets.war_against_russia.ground.control import (
    DEPENDS,
    LIMITS,
    army_at,
    controls_sea,
    foe_map,
    holder,
    no_room,
    zone_map,
)
from ecs.rulesets.war_against_russia.ground.movement import is_held, is_spent, not_yours
from ecs.rulesets.war_against_russia.ground.terrain import barred, barred_ground, is_place
from ecs.systems.marches import make_move
from ecs.systems.movement import Journey
from ecs.systems.rail import RailRules, Railways, rail_hexes
from ecs.systems.sentences import named
from ecs.systems.trains import rail_goals, room_left

# -- Chapter 7: who goes by sea, and where to. -----------------------------------------------------------------------

PHASE = "initial"
COAST = "coast_"


# -- ports ------------------------------------------------------------------------------------------------


@remembered()
def ports(w: World) -> tuple[int, ...]:
    """The ports of the map."""
    return tuple(h.index for h in w.board.hexes if "port" in h.traits)


@remembered()
def seas_of(w: World, index: int) -> frozenset[str]:
    """The seas a port lies on; none if the hex is no port."""
    own = w.board.hexes[index].traits if index in ports(w) else ()
    return frozenset(t.removeprefix(COAST) for t in own if t.startswith(COAST))


def is_port_of(w: World, index: int, side: Side) -> bool:
    """Is it a port that a side holds?"""
    return index in ports(w) and holder(w, index) is side and army_at(w, index) is not side.other


def seas_from(w: World, index: int, side: Side) -> frozenset[str]:
    """The seas of a port that a side commands."""
    return frozenset(sea for sea in seas_of(w, index) if controls_sea(w, sea, side))


# -- who sails --------------------------------------------------------------------------------------------


def cannot_embark(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot go by sea now."""
    name, side = unit.type.long_name, unit.type.side
    if not w.phase.startswith(PHASE):
        return Refusal("no-sailing", "Units go by sea in their side's Initial phase.", "7")
    refusal = not_yours(w, unit, "7") or is_spent(unit, f"{name} has already attacked this turn and cannot move.")
    if refusal is not None:
        return refusal
    if not is_port_of(w, unit.hex, side):
        return Refusal("no-port", f"{name} is not in a friendly port.", "7")
    if not seas_from(w, unit.hex, side):
        return Refusal("no-control", f"You do not control the sea off {named(w, unit.hex)}.", "7")
    most = rules(w).sea.units
    if w[Transport].sea >= most:
        words = f"No more units may sail this player turn (limit {most})."
        return Refusal("ships-used", words, "7")
    return None


def havens(w: World, unit: Unit) -> list[int]:
    """Ports to which a unit in a port may be shipped, stacking aside."""
    side, shut = unit.type.side, barred_ground(w, unit)
    seas = seas_from(w, unit.hex, side)
    return [i for i in ports(w) if i != unit.hex and seas & seas_of(w, i) and is_port_of(w, i, side) and i not in shut]


def sail(w: World, command: Sail) -> None:
    """Ship the unit: it moves no more this turn, but may attack."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    make_move(w, unit, (unit.hex, there), "sea", "7")
    w.add(Transport, w.table, "sea", 1)


def cannot_disembark(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not be put ashore in a hex."""
    refusal = is_held(w, unit.type.side, there) or barred(w, unit, there)
    if refusal is not None:
        return refusal
    if there not in havens(w, unit):
        return Refusal("no-haven", f"{named(w, there)} is not a friendly port on the same sea.", "7")
    return no_room(w, unit, there)


BY_SEA = Journey(
    Sail, strange, cannot_embark, cannot_disembark, "7", lambda w, unit: LIMITS.with_room(w, unit, havens(w, unit))
)
sail_commands, judge_sail = BY_SEA.commands, BY_SEA.judge

# -- Chapter 7: who goes by rail, and where to. ----------------------------------------------------------------------


# -- railways ---------------------------------------------------------------------------------------------


@remembered(*DEPENDS, Ground, Garrison)
def usable_rail(w: World, side: Side) -> bytes:
    """For every hex, 1 if a side's trains run there now: held by it, and in no enemy zone (7)."""
    zones, foes, out = zone_map(w, side.other), foe_map(w, side), bytearray(len(w.board.hexes))
    for i in rail_hexes(w):
        out[i] = holder(w, i) is side and not zones[i] and not foes[i]
    return bytes(out)


@remembered(shared=True)
def stations(w: World, side: Side) -> bytes:
    """For every hex, 1 if it is a city or town."""
    return bytes(is_place(w, i) for i in range(len(w.board.hexes)))


RAILWAYS = Railways(usable_rail, stations)


# -- who may board ----------------------------------------------------------------------------------------


def cannot_board(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not begin a journey by rail."""
    name, side = unit.type.long_name, unit.type.side
    if not w.phase.startswith(PHASE):
        return Refusal("no-rail", "Units go by rail in their side's Initial phase.", "7")
    refusal = not_yours(w, unit, "7") or is_spent(unit, f"{name} has already attacked this turn and cannot move.")
    if refusal is not None:
        return refusal
    if room_left(w, side) <= 0:
        return Refusal(
            "trains-used", f"No more units may go by rail this player turn (limit {rules(w).rail.of(side)}).", "7"
        )
    if zone_map(w, side.other)[unit.hex]:
        return Refusal("enemy-zone", f"{name} is in an enemy zone of control.", "7")
    if not is_place(w, unit.hex) or not usable_rail(w, side)[unit.hex]:
        return Refusal("no-station", f"{name} is not in a city or town on a friendly railway.", "7")
    return None


def cannot_alight(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not get off a train in a hex."""
    refusal = is_held(w, unit.type.side, there) or barred(w, unit, there)
    if refusal is not None:
        return refusal
    if zone_map(w, unit.type.side.other)[there]:
        return Refusal("enemy-zone", f"{named(w, there)} is in an enemy zone of control.", "7")
    if there not in rail_goals(w, unit):
        if not is_place(w, there):
            return Refusal("no-station", f"{named(w, there)} has no station. Trains stop in cities and towns.", "7")
        return Refusal("no-line", f"No open railway leads from {named(w, unit.hex)} to {named(w, there)}.", "7")
    return no_room(w, unit, there)


RAIL = RailRules(
    Journey(MoveByRail, strange, cannot_board, cannot_alight, "7"),
    RAILWAYS,
    capacity=lambda w, side: rules(w).rail.of(side),
    weight=lambda unit: 1,
    shut=barred_ground,
    remembers=lambda unit: False,
)
ORDERS = (Handler(Sail, sail, judge_sail),)
