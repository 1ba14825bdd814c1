"""Chapter 7: who may move, where to, and why not."""

from __future__ import annotations

from ecs.core.commands import Command, Move
from ecs.core.components import Engagement, Marched, Readiness, Side, Tallies
from ecs.core.ruleset import Order
from ecs.core.view import ReachStep, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.turn import strange, turn_side
from ecs.rulesets.war_against_russia.data.unit_facts import is_dispersed, is_german
from ecs.rulesets.war_against_russia.ground.borders import barred
from ecs.rulesets.war_against_russia.ground.control import take_control
from ecs.rulesets.war_against_russia.ground.movement_range import (
    SLIPPED,
    allowance,
    held_from,
    is_german_army,
    paths,
    slip_of,
    terms,
    ways_by,
    zone_to_zone,
)
from ecs.rulesets.war_against_russia.ground.occupancy import army_at
from ecs.rulesets.war_against_russia.ground.stacking import full_for, no_room
from ecs.rulesets.war_against_russia.ground.terrain import STRAIT, is_closed, is_narrow
from ecs.rulesets.war_against_russia.ground.zones import foe_map, zone_map
from ecs.systems.campaign import tallies
from ecs.systems.campaign.tallies import Count
from ecs.systems.ground.journeys import BentMarch, Journey, travel
from ecs.systems.table.names import named

# -- who may move -----------------------------------------------------------------------------------------


def cannot_move(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not begin to move at all."""
    name = unit.type.name
    if not w.phase.startswith("move"):
        return Refusal("no-movement", "Units move in the operational movement phase of their side.", "5")
    return not_yours(w, unit, "7") or is_spent(unit, f"{name} has attacked in this turn and stays where it is.")


def not_yours(w: World, unit: Unit, rule: str) -> Refusal | None:
    """Why a unit can go nowhere: of the other side, in a box, Dispersed.  ``rule``: of the way it is to go."""
    name = unit.type.name
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours to move.", "5")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", rule)
    if is_dispersed(unit):
        return Refusal("dispersed", f"{name} is Dispersed and does not move.", "11")
    return None


def is_spent(unit: Unit, fought: str) -> Refusal | None:
    """Why a unit has done all it may do: moved, fought, or arrived in this turn."""
    name = unit.type.name
    if unit[Marched].moved:
        return Refusal("moved", f"{name} has moved in this turn: by road, rail or sea, once a turn.", "5")
    if unit[Engagement].fought:
        return Refusal("fought", fought, "5")
    if unit[Readiness].spent:
        return Refusal("idle", f"{name} may do nothing more in this turn.", "5")
    return None


# -- moving -----------------------------------------------------------------------------------------------


def reach(w: World, unit: Unit) -> dict[int, ReachStep]:
    """Every hex the unit may move to or through: board index -> the shortest step there."""
    return {} if cannot_move(w, unit) is not None else paths(w, terms(w, unit))


def reach_by(w: World, unit: Unit, via: tuple[int, ...]) -> dict[int, ReachStep]:
    """The same, by way of hexes that are passed in turn."""
    return {} if cannot_move(w, unit) is not None else ways_by(w, terms(w, unit), via)


def move_commands(w: World, unit: Unit) -> list[Command]:
    """Every move open to a unit; none ends in a hex that is full (6)."""
    steps = reach(w, unit)
    return ON_FOOT.orders(w, unit, frozenset(steps.keys() - full_for(w, unit))) if steps else []


def move(w: World, command: Move) -> None:
    """Move the unit along the shortest path."""
    unit = w.by_id[command.unit]
    _march(w, unit, reach(w, unit)[w.board.by_label[command.hex]])


def _march(w: World, unit: Unit, step: ReachStep) -> None:
    if is_german_army(unit) and len(step.path) == 2 and step.hex in zone_to_zone(w, unit):
        tallies.put(w, slip_of(unit), unit.hex + 1)
    go(w, unit, step.path, "move", "7")


def close(w: World) -> None:
    """The phase ends: which armies have slipped by is forgotten."""
    for word, _ in w[Tallies].tally:
        if word.startswith(SLIPPED):
            tallies.put(w, Count(word), 0)


def go(w: World, unit: Unit, path: tuple[int, ...], how: str, rule: str) -> None:
    """Take a unit along a path: every hex of it falls to its side, and it moves no more this turn."""
    travel(w, unit, path, how, rule)
    for index in path[1:]:
        take_control(w, index, unit.type.side)
    w.mark(Marched, unit, moved=1)


# -- refusals ---------------------------------------------------------------------------------------------


def cannot_march_to(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not end its march in a hex."""
    refusal = is_held(w, unit.type.side, there)
    if refusal is not None:
        return refusal
    if there in reach(w, unit):
        return no_room(w, unit, there)
    return barred(w, unit, there) or _no_way(w, unit, there) or _too_far(w, unit, there)


def is_held(w: World, side: Side, there: int) -> Refusal | None:
    """Why the enemy keeps a side out of a hex."""
    if not foe_map(w, side)[there]:
        return None
    if army_at(w, there) is None:
        words = f"The people of {named(w, there)} still defend it: it must be attacked."
        return Refusal("city-defended", words, "8")
    return Refusal("enemy-occupied", f"{named(w, there)} is held by the enemy.", "7")


def _no_way(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why the hex next to a unit cannot be entered from where it stands; None if distance is to blame."""
    if there not in w.board.neighbours[unit.hex]:
        return None
    name = unit.type.name
    if is_closed(w, unit.hex, there):
        return Refusal("water-between", "There is water between these hexes that nobody crosses.", "7")
    if there in held_from(w, unit):
        words = f"{name} stands in the zone of control of an enemy and does not go straight into it again"
        words += ", unless after a German army out of its hex." if is_german(unit) else "."
        return Refusal("same-zone", words, "7")
    return None


def _too_far(w: World, unit: Unit, there: int) -> Refusal:
    """What ends the unit's move before it gets there: a zone, a lake or the strait on a way that is short enough."""
    points, steps, name = allowance(w, unit), reach(w, unit), named(w, there)
    near = [steps[j] for j in w.board.neighbours[there] if j in steps and not is_closed(w, j, there)]
    for step in near:
        before = step.path[-2]
        if is_narrow(w, before, step.hex):
            words = f"{name} is out of reach: {_water(w, before, step.hex)} before {named(w, step.hex)}"
            return Refusal("water-stop", f"{words} takes the whole move.", "7")
        if is_narrow(w, step.hex, there):
            words = f"{name} is out of reach: {_water(w, step.hex, there)} is crossed only by a whole move of one hex."
            return Refusal("water-stop", words, "7")
    for step in near:
        if step.cost < points and zone_map(w, unit.type.side.other)[step.hex]:
            words = f"{name} is out of reach: the enemy zone of control at {named(w, step.hex)} ends the move."
            return Refusal("zone-stop", words, "7")
    size = f"{points} hex{'es' if points != 1 else ''}"
    return Refusal("too-far", f"{name} is too far: {unit.type.name} goes {size} now, more along roads.", "7")


def _water(w: World, a: int, b: int) -> str:
    return "the strait" if STRAIT in w.board.kinds(a, b) else "the lake"


ON_FOOT = Journey(Move, strange, cannot_move, cannot_march_to, "7")
judge_move = ON_FOOT.judge
BY_WAY = BentMarch(ON_FOOT, move_commands, reach_by, _march)
ORDERS = (Order(Move, move, judge_move), BY_WAY.order)
