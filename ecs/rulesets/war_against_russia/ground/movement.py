"""Chapter 7: movement: who may move, where to, and why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from ecs.core.commands import Move
from ecs.core.components import Engagement, Marched, Readiness, Side, Weather
from ecs.core.remembered_answers import remembered
from ecs.core.view import ReachStep, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.components import Slip
from ecs.rulesets.war_against_russia.data.options import ALONE, SLIP
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import (
    has_wheels,
    is_army,
    is_dispersed,
    is_german,
    is_infantry,
    printed_values,
    strange,
    turn_side,
)
from ecs.rulesets.war_against_russia.ground.control import (
    army_at,
    fighters_at,
    foe_map,
    full_for,
    no_room,
    take_control,
    zone_map,
    zones,
)
from ecs.rulesets.war_against_russia.ground.terrain import (
    barred,
    barred_ground,
    is_closed,
    is_frozen,
    is_narrow,
    narrow_sides,
    open_net,
)
from ecs.systems.marches import make_move, reach
from ecs.systems.movement import Arrival, Journey, MarchRules, Terms, Way, nowhere
from ecs.systems.sentences import named

# -- Chapters 7 and 4: how far a unit gets, and by what path. --------------------------------------------------------
# Distances are counted in road hexes of armour, of which so many go on a movement factor.

MUD = "Mud"
HIGHWAY, ROAD = "highway", "road"
Gait = Literal["infantry", "motor", "other"]
NetRow = tuple[tuple[int, bool], ...]  # hex, along an open road


def allowance(w: World, unit: Unit) -> int:
    """Hexes a unit may go now (2.2, 4)."""
    return allowance_in(w, unit, w.weather.name)


def allowance_in(w: World, unit: Unit, weather: str) -> int:
    """Hexes a unit may go, by its kind and the weather (2.2, 4)."""
    printed, table = printed_values(unit).move, rules(w).movement
    if weather == MUD:
        return min(printed, table.mud_army if is_german_army(unit) else table.mud)
    if weather in rules(w).weather.frozen and unit.type.side is Side.AXIS:
        return min(printed, table.snow_infantry if is_infantry(unit) else table.snow)
    return printed


def is_german_army(unit: Unit) -> bool:
    """A German army, not a panzer group (4, 7)?"""
    return is_german(unit) and is_army(unit) and is_infantry(unit)


def gait(unit: Unit) -> Gait:
    """How a unit makes use of roads: cavalry not at all (7)."""
    return "motor" if has_wheels(unit) else "infantry" if is_infantry(unit) else "other"


# -- roads ------------------------------------------------------------------------------------------------


def is_road(w: World, a: int, b: int) -> bool:
    """An open road between two hexes: in Mud the highway alone (4, 7)?"""
    return (HIGHWAY if are_roads_closed(w) else ROAD) in w.board.kinds(a, b)


def are_roads_closed(w: World) -> bool:
    """Does the weather close the roads, except the highway (4)?"""
    return w.weather.name in rules(w).weather.roads_closed


@remembered(Weather)
def road_net(w: World) -> tuple[NetRow, ...]:
    """For every hex, its neighbours over land, and whether an open road leads there."""
    return tuple(tuple((j, is_road(w, i, j)) for j in row) for i, row in enumerate(open_net(w)))


def crossings(w: World, index: int) -> tuple[int, ...]:
    """Hexes over the strait or an open lake from a hex: a unit's whole move (7)."""
    return tuple(j for j in w.board.neighbours[index] if is_narrow(w, index, j) and not is_closed(w, index, j))


# -- terms ------------------------------------------------------------------------------------------------


class Stride(NamedTuple):
    """What the steps of a unit depend on besides the hexes closed to it.

    ``limit``: movement factors.  ``zones``: of every hex, 1 if it lies in an enemy zone; ``held``: hexes that the zone
    it starts in keeps it from.
    """

    limit: int
    gait: Gait
    frozen: bool
    muddy: bool
    zones: bytes
    held: frozenset[int]


def terms(w: World, unit: Unit) -> Terms:
    """The terms on which a unit moves now: points are road hexes of armour, infantry has some more along roads."""
    side, table, limit = unit.type.side, rules(w).movement, allowance(w, unit)
    foes, zones, held = foe_map(w, side), zone_map(w, side.other), held_from(w, unit)
    stride = Stride(limit, gait(unit), is_frozen(w), are_roads_closed(w), zones, held)
    bonus = table.road_hexes if stride.gait == "infantry" else 0
    return Terms(unit.hex, table.road_rate * (limit + bonus), stride, foes, nowhere(w), barred_ground(w, unit))


def held_from(w: World, unit: Unit) -> frozenset[int]:
    """Hexes next to a unit in a zone of the very enemy in whose zone it stands: it does not go straight there, unless
    it is a German army or goes with one (7)."""
    found = zones(w, unit.type.side.other)
    if unit.hex not in found or is_german_army(unit):
        return frozenset()
    if w.options.get(SLIP) == ALONE and is_beside_army(w, unit):
        return frozenset()
    return zone_to_zone(w, unit) - followed(w, unit)


def zone_to_zone(w: World, unit: Unit) -> frozenset[int]:
    """Hexes next to a unit in a zone of the very enemy in whose zone it stands (7)."""
    found = zones(w, unit.type.side.other)
    near = set(found.get(unit.hex, ()))
    return frozenset(j for j in w.board.neighbours[unit.hex] if near.intersection(found.get(j, ())))


def is_beside_army(w: World, unit: Unit) -> bool:
    """A German unit in a hex with an UnDispersed German army?"""
    return is_german(unit) and any(is_german_army(u) and not is_dispersed(u) for u in fighters_at(w, unit.hex))


def followed(w: World, unit: Unit) -> frozenset[int]:
    """Hexes to which a German army has slipped out of the hex of this German unit, in this phase (7)."""
    if not is_german(unit):
        return frozenset()
    return frozenset(army.hex for army, slip in w.each(Slip) if slip.start == unit.hex)


def can_enter(w: World, unit: Unit, a: int, b: int) -> bool:
    """May a unit go from a hex into the one next to it at all, enemies and stacks apart?  For retreats and advances:
    never over sea, open lake or strait (10.1)."""
    return b in open_net(w)[a] and b not in barred_ground(w, unit)


# -- reach ------------------------------------------------------------------------------------------------


def ways(w: World, walk: Terms) -> Callable[[int, bool, int], list[Way]]:
    """The steps out of a hex on some terms."""
    net, factor, start, stride = road_net(w), rules(w).movement.road_rate, walk.start, walk.stride
    zones, held, most, usual = stride.zones, stride.held, walk.points, factor * stride.limit
    bonus, on_road = stride.gait == "infantry", 1 if stride.gait == "motor" else factor

    def out_of(here: int, on: bool, spent: int) -> list[Way]:
        """``on``: a road has been used, and the infantry may go so much farther."""
        if here != start and zones[here]:
            return []
        left = (most if on else usual) - spent
        found: list[Way] = [
            (j, on_road if road else factor, bonus and (on or road), False)
            for j, road in net[here]
            if left >= factor or (road and not on)
        ]
        if here == start:
            found += [(j, most, on, False) for j in crossings(w, here)]
            found = [way for way in found if way[0] not in held]
        return found

    return out_of


def step(w: World, walk: Terms, arrival: Arrival) -> ReachStep:
    """What a step costs in movement factors: over the strait or a lake, all."""
    there, cost, path = arrival
    whole = len(path) == 2 and there in crossings(w, walk.start)
    return ReachStep(there, walk.stride.limit if whole else -(-cost // rules(w).movement.road_rate), path, False)


# -- who may move -----------------------------------------------------------------------------------------


def cannot_move(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot begin to move."""
    name = unit.type.long_name
    if not w.phase.startswith("move"):
        return Refusal("no-movement", "Units move in their side's operational movement phase.", "5")
    return not_yours(w, unit, "7") or is_spent(unit, f"{name} has already attacked this turn and cannot move.")


def not_yours(w: World, unit: Unit, rule: str) -> Refusal | None:
    """Why a unit cannot go anywhere: of the other side, in a box, Dispersed.  ``rule``: of the way it would go."""
    name = unit.type.long_name
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours to move.", "5")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", rule)
    if is_dispersed(unit):
        return Refusal("dispersed", f"{name} is Dispersed and cannot move.", "11")
    return None


def is_spent(unit: Unit, fought: str) -> Refusal | None:
    """Why a unit can do nothing more: it has moved, fought, or arrived this turn."""
    name = unit.type.long_name
    if unit[Marched].moved:
        return Refusal(
            "moved", f"{name} has already moved this turn. A unit moves once a turn, by road, rail or sea.", "5"
        )
    if unit[Engagement].fought:
        return Refusal("fought", fought, "5")
    if unit[Readiness].spent:
        return Refusal("idle", f"{name} is done for this turn.", "5")
    return None


# -- moving -----------------------------------------------------------------------------------------------


def _march(w: World, unit: Unit, step: ReachStep) -> None:
    if is_german_army(unit) and len(step.path) == 2 and step.hex in zone_to_zone(w, unit):
        w.mark(Slip, unit, start=unit.hex)
    make_move(w, unit, step.path, "move", "7")


def close(w: World) -> None:
    """The phase ends: forget which armies have slipped by."""
    w.wipe_units((Slip,))


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
    """Why a side cannot enter a hex that the enemy holds."""
    if not foe_map(w, side)[there]:
        return None
    if army_at(w, there) is None:
        words = f"The militia still holds {named(w, there)}. Attack it first."
        return Refusal("city-defended", words, "8")
    return Refusal("enemy-occupied", f"{named(w, there)} is in enemy hands.", "7")


def _no_way(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why the hex next to a unit cannot be entered from there; None if it is only too far."""
    if there not in w.board.neighbours[unit.hex]:
        return None
    name = unit.type.long_name
    if is_closed(w, unit.hex, there):
        return Refusal("water-between", "No unit may cross the water between these hexes.", "7")
    if there in held_from(w, unit):
        words = f"{name} may not move straight from hex to hex in the same enemy zone of control"
        words += ", except behind a German army from the same hex." if is_german(unit) else "."
        return Refusal("same-zone", words, "7")
    return None


def _too_far(w: World, unit: Unit, there: int) -> Refusal:
    """What ends the unit's move short of the hex: a zone, lake or strait on a way that is short enough."""
    points, steps, name = allowance(w, unit), reach(w, unit), named(w, there)
    near = [steps[j] for j in w.board.neighbours[there] if j in steps and not is_closed(w, j, there)]
    for step in near:
        before = step.path[-2]
        if is_narrow(w, before, step.hex):
            words = f"{name} is out of reach: crossing {_water(w, before, step.hex)} to {named(w, step.hex)}"
            return Refusal("water-stop", f"{words} takes a whole move.", "7")
        if is_narrow(w, step.hex, there):
            words = f"{name} is out of reach: crossing {_water(w, step.hex, there)} takes a whole move."
            return Refusal("water-stop", words, "7")
    for step in near:
        if step.cost < points and zone_map(w, unit.type.side.other)[step.hex]:
            words = f"{name} is out of reach: the enemy zone of control at {named(w, step.hex)} ends the move."
            return Refusal("zone-stop", words, "7")
    size = f"{points} hex{'es' if points != 1 else ''}"
    return Refusal("too-far", f"{name} is too far. {unit.type.long_name} can move only {size} now, more by road.", "7")


def _water(w: World, a: int, b: int) -> str:
    return next(f"the {name}" for name in rules(w).side if name in narrow_sides(w) & w.board.kinds(a, b))


MARCH = MarchRules(
    Journey(Move, strange, cannot_move, cannot_march_to, "7"),
    terms,
    ways,
    _march,
    lambda w, unit, index, last: take_control(w, index, unit.type.side),
    step=step,
    room=lambda w, unit, ends: ends - full_for(w, unit),
    passing=(Marched, Engagement, Readiness),
)
