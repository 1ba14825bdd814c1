"""Chapter 7.0: rail transport: who goes, and where to."""

from __future__ import annotations

from ecs.core.commands import MoveByRail
from ecs.core.components import Ground, Marched, Place, Rebasing, Side, Steps
from ecs.core.remembered_answers import remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data import calendar
from ecs.rulesets.russia_besieged.data.calendar import strange, turn_side
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import (
    SUPPLIED,
    is_army,
    is_combat_unit,
    is_gun,
    is_leader,
    is_second_stage,
    letter,
    ma,
    mobility,
    state,
)
from ecs.rulesets.russia_besieged.ground.air_drops import fields
from ecs.rulesets.russia_besieged.ground.movement import is_seat, seats
from ecs.rulesets.russia_besieged.ground.occupancy import barred_ground, holder, partisans
from ecs.rulesets.russia_besieged.ground.railways import open_rails, usable_rail
from ecs.rulesets.russia_besieged.ground.removal import room_for_air
from ecs.rulesets.russia_besieged.ground.zones_and_stacking import no_room, zone_map
from ecs.systems.movement import Journey
from ecs.systems.network import unmarked
from ecs.systems.rail import RailRules, Railways
from ecs.systems.sentences import named
from ecs.systems.trains import room_left

PHASE = "move1"


def weight(unit: Unit) -> int:
    """What a unit counts on the railway; leaders and air groups go free."""
    if not is_combat_unit(unit) and not is_gun(unit):
        return 0
    return calendar.rail_weight(letter(unit), is_army(unit))


# -- who may board ----------------------------------------------------------------------------------------


def cannot_board(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not begin a journey by rail."""
    name, side = unit.type.long_name, unit.type.side
    if not w.phase.startswith(PHASE):
        return Refusal("no-rail", "Units go by rail only in the First Impulse's movement segment.", "7.0")
    if side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours to move.", "3.0")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "7.0")
    if (
        letter(unit) in ("BASE", "PT")
        or mobility(unit) == "fixed"
        or ((is_combat_unit(unit) or is_gun(unit)) and not ma(unit))
    ):
        return Refusal("immobile", f"{name} never goes by rail.", "7.0")
    if unit[Marched].moved or unit[Rebasing].based:
        return Refusal("moved", f"{name} has already moved this impulse.", "7.0")
    return _kept_back(w, unit) or _no_train(w, unit)


def _kept_back(w: World, unit: Unit) -> Refusal | None:
    name = unit.type.long_name
    if unit.entity in w[AutomaticVictory].units:
        return Refusal("victor", f"{name} won an automatic victory and cannot move.", "9.4")
    if state(unit) != SUPPLIED:
        return Refusal("unsupplied", f"{name} is out of supply.", "13.1")
    return None


def _no_train(w: World, unit: Unit) -> Refusal | None:
    name, side = unit.type.long_name, unit.type.side
    load, left = weight(unit), room_left(w, side)
    if load > left:
        return Refusal("trains-used", f"{name} takes {load} of the rail capacity, and only {left} is left.", "7.0")
    if zone_map(w, side.other)[unit.hex]:
        return Refusal("enemy-zone", f"{name} stands in an enemy zone of control.", "7.0")
    if side is Side.AXIS and any(is_second_stage(partisans(w)[j]) for j in _beside(w, unit.hex)):
        return Refusal("partisans", f"Partisans next to {name} stop the trains.", "16.5")
    if not open_rails(w, side)[unit.hex]:
        return Refusal("no-railway", f"{name} is not on a railway open to its side.", "7.0")
    return None


def _beside(w: World, index: int) -> list[int]:
    return [j for j in w.board.neighbours[index] if j in partisans(w)]


# -- where to ---------------------------------------------------------------------------------------------


def stops(w: World, side: Side) -> bytes:
    """For every hex, 1 if it lies in no enemy zone."""
    return unmarked(zone_map(w, side.other))


RAILWAYS = Railways(open_rails, stops)


def off_map(w: World, unit: Unit) -> tuple[int, ...]:
    """Rail heads to which a unit on one of the same map edge may go round off the map, as its whole move (7.0)."""
    usable = open_rails(w, unit.type.side)
    for names in rules(w).rail.exits.values():
        edge = w.board.spots(names)
        if unit.hex in edge:
            return tuple(sorted(i for i in edge if i != unit.hex and usable[i]))
    return ()


def _room(w: World, unit: Unit, ends: frozenset[int]) -> frozenset[int]:
    """Aircraft need a base; Field Marshals need troops or a city."""
    if letter(unit) == "AIR":
        return ends & _bases(w, unit.type.side)
    return ends & seats(w, unit) if is_leader(unit) else ends


@remembered(Place, Steps, Ground)
def _bases(w: World, side: Side) -> frozenset[int]:
    """Hexes with room for one more air group."""
    return frozenset(fields(w, side))


def _is_berth(w: World, unit: Unit, index: int) -> bool:
    """May a counter that does not fight stay there: aircraft on a base, a Field Marshal with troops or in a city?"""
    if letter(unit) == "AIR":
        return room_for_air(w, unit.type.side, index) > 0
    return not is_leader(unit) or is_seat(w, unit, index)


def _hexes(w: World, path: tuple[int, ...]) -> int:
    """Guns that came by train do not fire, however near (12)."""
    return max(len(path) - 1, rules(w).artillery.moved + 1)


def cannot_alight(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not get off a train in a hex."""
    side, shut = unit.type.side, barred_ground(w, unit)
    numbers = RAILWAYS.lines(w, side, shut)
    if there in shut:
        return Refusal("closed-country", f"{named(w, there)} is closed to {unit.type.long_name} now.", "21.0")
    if usable_rail(w, side)[there] and holder(w, there) is not side:
        words = f"{named(w, there)} is in enemy hands though empty. Trains go only where a friendly unit has been."
        return Refusal("not-yours", words, "7.0")
    if zone_map(w, side.other)[there]:
        return Refusal("enemy-zone", f"{named(w, there)} lies in an enemy zone of control.", "7.0")
    if not numbers[there] or (numbers[there] != numbers[unit.hex] and there not in off_map(w, unit)):
        return Refusal("no-line", f"No open railway leads from {named(w, unit.hex)} to {named(w, there)}.", "7.0")
    if not _is_berth(w, unit, there):
        if is_leader(unit):
            words = f"{unit.type.long_name} must end its move with a combat unit or in a friendly city."
            return Refusal("no-seat", words, "14.2")
        return Refusal("no-base", f"{named(w, there)} has no room for an air group.", "11.1")
    return no_room(w, unit, there)


RAIL = RailRules(
    Journey(MoveByRail, strange, cannot_board, cannot_alight, "7.0"),
    RAILWAYS,
    capacity=lambda w, side: calendar.rail_capacity(side, w.clock.turn),
    weight=weight,
    room=_room,
    shut=barred_ground,
    off_map=off_map,
    hexes=_hexes,
    remembers=lambda unit: is_combat_unit(unit) or is_gun(unit),
)
