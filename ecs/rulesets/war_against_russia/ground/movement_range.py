"""Chapters 7 and 4: how far a unit gets, and by what path.

Distances are counted in road hexes of armour, of which so many go on a movement factor.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ecs.core.components import Side, Tallies
from ecs.core.view import ReachStep
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.options import ALONE, SLIP
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.unit_facts import (
    has_wheels,
    is_army,
    is_dispersed,
    is_german,
    is_infantry,
    printed_values,
)
from ecs.rulesets.war_against_russia.ground.borders import barred_ground
from ecs.rulesets.war_against_russia.ground.occupancy import fighters_at
from ecs.rulesets.war_against_russia.ground.terrain import is_closed, is_frozen, is_narrow, open_net
from ecs.rulesets.war_against_russia.ground.zones import foe_map, zone_map, zones
from ecs.systems.campaign.tallies import Count
from ecs.systems.ground.march import March, Way, arrivals_by, nowhere

MUD = "Mud"
SLIPPED = "slipped:"
HIGHWAY, ROAD = "highway", "road"
Gait = Literal["infantry", "motor", "other"]
NetRow = tuple[tuple[int, bool], ...]  # hex, along an open road


def allowance(w: World, unit: Unit) -> int:
    """Hexes a unit may go, by its kind and the weather (2.2, 4)."""
    printed, table = printed_values(unit).move, rules(w).movement
    if w.weather.name == MUD:
        return min(printed, table.mud_army if is_german_army(unit) else table.mud)
    if is_frozen(w) and unit.type.side is Side.AXIS:
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
    """Does the weather close the roads, but for the highway (4)?"""
    return w.weather.name in rules(w).weather.roads_closed


def road_net(w: World) -> tuple[NetRow, ...]:
    """Of every hex, the hexes next to it over land, and whether an open road leads there."""

    def make() -> tuple[NetRow, ...]:
        return tuple(tuple((j, is_road(w, i, j)) for j in row) for i, row in enumerate(open_net(w)))

    return w.keep(("road-net", is_frozen(w), are_roads_closed(w)), make)


def crossings(w: World, index: int) -> tuple[int, ...]:
    """Hexes over the strait or an open lake from a hex: a unit's whole move (7)."""
    return tuple(j for j in w.board.neighbours[index] if is_narrow(w, index, j) and not is_closed(w, index, j))


# -- terms ------------------------------------------------------------------------------------------------


class MovementTerms(NamedTuple):
    """All that a unit's reach depends on; units on the same terms share it.

    ``limit``: movement factors.  Of every hex, ``foes``: 1 if the enemy keeps it out; ``zones``: 1 if it lies in an
    enemy zone.  ``shut``: hexes closed to it; ``held``: hexes that the zone it starts in keeps it from.
    """

    start: int
    limit: int
    gait: Gait
    frozen: bool
    muddy: bool
    foes: bytes
    zones: bytes
    shut: frozenset[int]
    held: frozenset[int]


def terms(w: World, unit: Unit) -> MovementTerms:
    """The terms on which a unit moves now."""
    side = unit.type.side
    return MovementTerms(
        unit.hex,
        allowance(w, unit),
        gait(unit),
        is_frozen(w),
        are_roads_closed(w),
        foe_map(w, side),
        zone_map(w, side.other),
        barred_ground(w, unit),
        held_from(w, unit),
    )


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
    return frozenset(w.by_id[name].hex for name, start in slipped(w) if start == unit.hex)


def slip_of(unit: Unit) -> Count:
    """Where an army that has slipped from zone to zone came from: the number of the hex, from 1 (7)."""
    return Count(SLIPPED + unit.id)


def slipped(w: World) -> list[tuple[str, int]]:
    """The armies that have gone straight from zone to zone in this phase, by id, and the hexes they left."""
    trail = [(word, number - 1) for word, number in w[Tallies].tally if word.startswith(SLIPPED)]
    return [(word.removeprefix(SLIPPED), start) for word, start in trail]


def can_enter(w: World, unit: Unit, a: int, b: int) -> bool:
    """May a unit go from a hex into the one next to it at all, enemies and stacks apart?  For retreats and advances:
    never over sea, open lake or strait (10.1)."""
    return b in open_net(w)[a] and b not in barred_ground(w, unit)


# -- reach ------------------------------------------------------------------------------------------------


def paths(w: World, walk: MovementTerms) -> dict[int, ReachStep]:
    """Every hex within the terms of a move: board index -> the shortest way there."""
    return w.keep(("reach", walk), lambda: ways_by(w, walk, ()))


def ways_by(w: World, walk: MovementTerms, via: tuple[int, ...]) -> dict[int, ReachStep]:
    """The same, by way of hexes that are passed in turn."""
    net, table, start, zones = road_net(w), rules(w).movement, walk.start, walk.zones
    factor = table.road_rate
    usual, bonus = factor * walk.limit, walk.gait == "infantry"
    limit = usual + factor * table.road_hexes if bonus else usual
    on_road = 1 if walk.gait == "motor" else factor

    def ways(here: int, on: bool, spent: int) -> list[Way]:
        """``on``: a road has been used, and the infantry may go so much farther."""
        if here != start and zones[here]:
            return []
        left = (limit if on else usual) - spent
        found: list[Way] = [
            (j, on_road if road else factor, bonus and (on or road), False)
            for j, road in net[here]
            if left >= factor or (road and not on)
        ]
        if here == start:
            found += [(j, limit, on, False) for j in crossings(w, here)]
            found = [way for way in found if way[0] not in walk.held]
        return found

    over, out = crossings(w, start), {}
    for there, cost, path in arrivals_by(March(start, limit, ways, walk.foes, walk.shut, nowhere(w)), via):
        spent = walk.limit if there in over and len(path) == 2 else -(-cost // factor)
        out[there] = ReachStep(there, spent, path, False)
    return out
