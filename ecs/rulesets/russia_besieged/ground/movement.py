"""Chapter 6.0: who may move, where to, and why not."""

from __future__ import annotations

from ecs.core.commands import Move
from ecs.core.components import Assignment, Marched
from ecs.core.view import ReachStep, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.calendar import impulse, strange, turn_side, weather
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory, IceRoadUse, JointAttacks
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import is_combat_unit, is_leader, letter, ma, mobility
from ecs.rulesets.russia_besieged.ground import supply
from ecs.rulesets.russia_besieged.ground.control import capture
from ecs.rulesets.russia_besieged.ground.movement_range import (
    GO,
    STANDING,
    allowance,
    circumstances,
    entry,
    gait,
    is_seat,
    special_bar,
    special_ways,
    terms,
    ways,
)
from ecs.rulesets.russia_besieged.ground.occupancy import barred_ground, foe_map
from ecs.rulesets.russia_besieged.ground.removal import leaderless
from ecs.rulesets.russia_besieged.ground.terrain import (
    NORTHERN_SWAMP,
    ground_word,
    ice_ends,
    is_closed,
    line_between,
    strait,
)
from ecs.rulesets.russia_besieged.ground.zones_and_stacking import full_hexes, no_room, zone_map
from ecs.systems import marches, scorekeeping
from ecs.systems.marches import reach
from ecs.systems.movement import Journey, MarchRules, travel
from ecs.systems.sentences import named

# -- who may move -----------------------------------------------------------------------------------------


def cannot_move(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not begin to move at all."""
    name, word = unit.type.name, letter(unit)
    if not w.phase.startswith("move"):
        return Refusal("no-movement", "Units move in the movement segment of either impulse.", "3.0")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours to move.", "3.0")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "6.0")
    if word in ("AIR", "BASE", "PT"):
        return Refusal("no-legs", f"{name} does not move on the ground.", "6.0")
    if unit[Marched].moved:
        return Refusal("moved", f"{name} has moved in this impulse.", "6.0")
    return _held_fast(w, unit)


def _held_fast(w: World, unit: Unit) -> Refusal | None:
    name = unit.type.name
    if impulse(w) == 2 and is_locked(w, unit):
        return Refusal("locked", f"{name} is locked in a battle that rages on: it stays and fights again.", "10.6")
    if unit.entity in w[AutomaticVictory].units:
        return Refusal("victor", f"{name} took part in an automatic victory and stays where it is.", "9.4")
    if mobility(unit) == "fixed" or not ma(unit):
        return Refusal("immobile", f"{name} never leaves its city.", "1.3")
    if not is_leader(unit) and scorekeeping.has_flag(w, leaderless(unit.type.side)):
        return Refusal("leaderless", "No unit marches in the impulse after the loss of the Dictator.", "14.15")
    return None


def is_locked(w: World, unit: Unit) -> bool:
    """Is the unit one of the attackers in a battle that goes on in the Second Impulse (10.6)?"""
    return any(unit.entity in attackers for _, attackers in w[JointAttacks].locked)


# -- moving -------------------------------------------------------------------------------------------------


def _march(w: World, unit: Unit, step: ReachStep) -> None:
    iced = not is_leader(unit) and {unit.hex, step.hex} == set(ice_ends(w)) and len(step.path) == 2
    go(w, unit, step.path, "move", "6.3" if iced else "6.0")
    w.mark(Marched, unit, moved=1, hexes=len(step.path) - 1)
    w.mark(Assignment, unit, target=-1)
    if iced:
        w.mark(IceRoadUse, w.table, units=tuple(sorted((*w[IceRoadUse].units, unit.entity))))


def go(w: World, unit: Unit, path: tuple[int, ...], how: str, rule: str) -> None:
    """Take a unit along a path: a combat unit takes every hex it enters and drives out what cannot fight (4.1, 9.5)."""
    if is_combat_unit(unit):
        supply.note(w, path[1:], unit.type.side.other)
    travel(w, unit, path, how, rule)
    if is_combat_unit(unit):
        for index in path[1:]:
            capture(w, unit, index)


# -- refusals -----------------------------------------------------------------------------------------------


def cannot_march_to(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not end its march in a hex."""
    if foe_map(w, unit.type.side, is_combat_unit(unit))[there]:
        return Refusal("enemy-occupied", f"{named(w, there)} is held by the enemy.", "6.0")
    if there in reach(w, unit):
        return no_room(w, unit, there)
    if is_leader(unit):
        return _no_seat(w, unit, there)
    if there in barred_ground(w, unit):
        return Refusal("closed-country", f"{named(w, there)} is closed to {unit.type.name} now.", "21.0")
    return _no_way(w, unit, there) or _too_far(w, unit, there)


def _no_seat(w: World, unit: Unit, there: int) -> Refusal:
    if not is_seat(w, unit, there):
        words = f"{unit.type.name} ends his move with a combat unit or in a city of his side."
        return Refusal("no-seat", words, "14.2")
    words = f"{unit.type.name} goes {allowance(w, unit)} hexes at most, through hexes of his side that are safe."
    return Refusal("too-far", words, "14.2" if letter(unit) == "FM" else "14.0")


def _no_way(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a hex cannot be entered from where the unit stands, or in any way at all; None if distance is to blame."""
    if there in special_ways(w, unit.hex):
        words, rule = special_bar(w, unit, there), "6.2" if there in strait(w) else "6.3"
        if words:
            return Refusal("strait" if rule == "6.2" else "ice-road", f"{unit.type.name} stays: {words}.", rule)
    near = there in w.board.neighbours[unit.hex]
    if near and is_closed(w, unit.hex, there):
        return Refusal("water-between", "There is a lake or the sea between these hexes.", "6.1")
    stride, name = gait(unit), named(w, there)
    if ground_word(w, there) == NORTHERN_SWAMP and (stride.mot or stride.heavy):
        return Refusal("northern-swamp", f"{unit.type.name} never enters the Northern Swamp.", "6.4")
    if ground_word(w, there) == NORTHERN_SWAMP and weather(w) not in rules(w).northern_swamp.weather:
        return Refusal("northern-swamp", "The Northern Swamp is entered in Snow only.", "6.4")
    if stride.mot and near and entry(w, unit.hex, there, stride, weather(w)) is None:
        word = ground_word(w, there)
        return Refusal("no-railway", f"{name} is {word}: {unit.type.name} enters it along a railway only.", "6.1")
    return None


def _too_far(w: World, unit: Unit, there: int) -> Refusal:
    """What ends the unit's move before it gets there: zone, river or ground on a way that would be short enough."""
    points, steps, name = allowance(w, unit), reach(w, unit), named(w, there)
    short = [steps[j] for j in w.board.neighbours[there] if j in steps and steps[j].cost < points]
    for step in short:
        if zone_map(w, unit.type.side.other)[step.hex]:
            words = f"{name} is out of reach: the enemy zone of control at {named(w, step.hex)} ends the move."
            return Refusal("zone-stop", words, "4.0")
    for step in short:
        before, last = step.path[-2:]
        if line_between(w, before, last) == "river" and weather(w) in _wet(w, unit):
            words = f"{name} is out of reach: in {weather(w)} the river before {named(w, last)} ends the move."
            return Refusal("river-stop", words, "6.1")
        if entry(w, before, last, gait(unit), weather(w)) != GO:
            words = f"{name} is out of reach: the {_words(w, last)} at {named(w, last)} ends the move."
            return Refusal("terrain-stop", words, "6.1")
    size = f"{points} hex{'es' if points != 1 else ''}"
    return Refusal("too-far", f"{name} is too far: {unit.type.name} goes {size} in this impulse.", "6.0")


def _words(w: World, index: int) -> str:
    return ground_word(w, index).replace("_", " ")


def _wet(w: World, unit: Unit) -> list[str]:
    """Weathers in which a river stops the unit."""
    return rules(w).river.mot if gait(unit).mot else rules(w).river.foot


def _depends(w: World, unit: Unit) -> object:
    """Leaders depend on who controls what as well: their orders are not remembered."""
    known = not is_leader(unit)
    return (marches.circumstances(w, unit.type.side), marches.standing(w, unit), full_hexes(w, unit)) if known else None


MARCH = MarchRules(
    Journey(Move, strange, cannot_move, cannot_march_to, "6.0"),
    terms,
    ways,
    _march,
    room=lambda w, unit, ends: ends - full_hexes(w, unit),
    depends=_depends,
    circumstances=circumstances,
    standing=STANDING,
)
