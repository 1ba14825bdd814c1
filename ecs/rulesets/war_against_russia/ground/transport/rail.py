"""Chapter 7: who goes by rail, and where to."""

from __future__ import annotations

from ecs.core.commands import MoveByRail
from ecs.core.components import Garrison, Ground, Side, Transport
from ecs.core.ruleset import Order
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.turn import strange
from ecs.rulesets.war_against_russia.ground.borders import barred, barred_ground
from ecs.rulesets.war_against_russia.ground.movement import go, is_held, is_spent, not_yours
from ecs.rulesets.war_against_russia.ground.occupancy import holder
from ecs.rulesets.war_against_russia.ground.stacking import full_hexes, no_room
from ecs.rulesets.war_against_russia.ground.terrain import is_place
from ecs.rulesets.war_against_russia.ground.transport.sea import PHASE
from ecs.rulesets.war_against_russia.ground.zones import DEPENDS, foe_map, zone_map
from ecs.systems.ground.journeys import Journey
from ecs.systems.ground.rail import Railways, rail_hexes
from ecs.systems.table.names import named


def room_left(w: World, side: Side) -> int:
    """Units a side may still send by rail in this player-turn."""
    return rules(w).rail.of(side) - w[Transport].rail


# -- railways ---------------------------------------------------------------------------------------------


def usable_rail(w: World, side: Side) -> bytes:
    """Of every hex, 1 if a side's trains run there now: held by it, and in no enemy zone (7)."""

    def make() -> bytes:
        zones, foes, out = zone_map(w, side.other), foe_map(w, side), bytearray(len(w.board.hexes))
        for i in rail_hexes(w):
            out[i] = holder(w, i) is side and not zones[i] and not foes[i]
        return bytes(out)

    return w.lasting(("usable-rail", side), (*DEPENDS, Ground, Garrison), make)


def stations(w: World, side: Side) -> bytes:
    """Of every hex, 1 if it is a city or town."""
    return w.on_board("stations", lambda: bytes(is_place(w, i) for i in range(len(w.board.hexes))))


RAILWAYS = Railways(usable_rail, stations)


# -- who may board ----------------------------------------------------------------------------------------


def cannot_board(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not begin a journey by rail."""
    name, side = unit.type.name, unit.type.side
    if not w.phase.startswith(PHASE):
        return Refusal("no-rail", "Units go by rail in the initial phase of their side.", "7")
    refusal = not_yours(w, unit, "7") or is_spent(unit, f"{name} has attacked in this turn and stays where it is.")
    if refusal is not None:
        return refusal
    if room_left(w, side) <= 0:
        return Refusal("trains-used", f"The railways carry {rules(w).rail.of(side)} units in a player-turn.", "7")
    if zone_map(w, side.other)[unit.hex]:
        return Refusal("enemy-zone", f"{name} stands in an enemy zone of control.", "7")
    if not is_place(w, unit.hex) or not usable_rail(w, side)[unit.hex]:
        return Refusal("no-station", f"{name} is in no city or town on a railway of its side.", "7")
    return None


def goals(w: World, unit: Unit) -> frozenset[int]:
    """Cities and towns on the same stretch of railway, stacks apart."""
    return RAILWAYS.ends(w, unit.type.side, unit.hex, barred_ground(w, unit)) - {unit.hex}


def free_goals(w: World, unit: Unit) -> frozenset[int]:
    """Where a unit on a railway may get off now."""
    return goals(w, unit) - full_hexes(w, unit)


def rail_path(w: World, unit: Unit, end: int) -> tuple[int, ...]:
    """The shortest way along open railways."""
    return RAILWAYS.way(w, unit.type.side, unit.hex, end, barred_ground(w, unit))


def move_by_rail(w: World, command: MoveByRail) -> None:
    """Send the unit by rail: it moves no more this turn, but may attack."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    go(w, unit, rail_path(w, unit, there), "rail", "7")
    w.mark(Transport, w.table, rail=w[Transport].rail + 1)


def cannot_alight(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not get off a train in a hex."""
    refusal = is_held(w, unit.type.side, there) or barred(w, unit, there)
    if refusal is not None:
        return refusal
    if zone_map(w, unit.type.side.other)[there]:
        return Refusal("enemy-zone", f"{named(w, there)} lies in an enemy zone of control.", "7")
    if there not in goals(w, unit):
        if not is_place(w, there):
            return Refusal("no-station", f"{named(w, there)} is no city or town: no train stops there.", "7")
        return Refusal("no-line", f"No open railway leads from {named(w, unit.hex)} to {named(w, there)}.", "7")
    return no_room(w, unit, there)


BY_RAIL = Journey(MoveByRail, strange, cannot_board, cannot_alight, "7", free_goals)
rail_commands, judge_rail = BY_RAIL.commands, BY_RAIL.judge
ORDERS = (Order(MoveByRail, move_by_rail, judge_rail),)
