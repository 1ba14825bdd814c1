"""Chapters 7.0, 13.2, 13.3: which side's trains run where, and railways joined to a source of supply.

Also the floods that questions of supply are answered with; an answer is remembered by what it depends on.
"""

from __future__ import annotations

from typing import NamedTuple

from ecs.core.components import Ground, Place, Side, Steps
from ecs.core.remembered_answers import FEW, remembered
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.calendar import weather, weathers
from ecs.rulesets.russia_besieged.data.components import Partisan, Track
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import is_second_stage
from ecs.rulesets.russia_besieged.ground.occupancy import DEPENDS, army_at, blocked_map, holder, partisans
from ecs.rulesets.russia_besieged.ground.terrain import (
    barring_axis_supply,
    ice_ends,
    open_net,
    rail_map,
    region,
    terrain,
)
from ecs.systems import scorekeeping
from ecs.systems.network import ENDLESS, joined
from ecs.systems.rail import rail_hexes, rail_net
from ecs.systems.scorekeeping import Flag

AXIS, GERMAN, GERMAN_NORTH, ROMANIAN, FINNISH, SOVIET = "axis", "german", "german-north", "ROM", "FIN", "soviet"
EVERYBODY = "everybody"
NORTHERN = (FINNISH, GERMAN_NORTH, EVERYBODY)
LATE = ("convert", "surrender", "check")


def supply_weather(w: World) -> str:
    """The weather that counts for supply: of the First Impulse before it, of the Second after it (13.2)."""
    word = w.phase.partition("-")[0]
    if word in LATE:
        return weathers(w)[1]
    return weather(w) if word[-1].isdigit() else weathers(w)[0]


# -- railways ---------------------------------------------------------------------------------------


@remembered(*DEPENDS, Partisan)
def sabotage(w: World) -> frozenset[int]:
    """Hexes in which partisans stop Axis trains: their own, and round those of the second stage every hex without Axis
    combat units (16.2, 16.5)."""
    out = set(partisans(w))
    for i, unit in partisans(w).items():
        if is_second_stage(unit):
            out.update(j for j in w.board.neighbours[i] if army_at(w, j) is not Side.AXIS)
    return frozenset(out)


def usable_rail(w: World, side: Side) -> bytes:
    """For every hex, 1 if a side's trains run there now: of its gauge, no enemy, no enemy zone that is not covered, for
    the Axis no partisans (7.0, 7.2)."""
    blocked, tracks = blocked_map(w, side), rail_map(w, side)
    wrecked = sabotage(w) if side is Side.AXIS else frozenset[int]()
    return _usable(w, blocked, tracks, wrecked)


@remembered(most=FEW)
def _usable(w: World, blocked: bytes, tracks: bytes, wrecked: frozenset[int]) -> bytes:
    return bytes(t and not b and i not in wrecked for i, (t, b) in enumerate(zip(tracks, blocked, strict=True)))


@remembered(*DEPENDS, Partisan, Ground, Track)
def open_rails(w: World, side: Side) -> bytes:
    """For every hex, 1 if a side's trains may go there: its railway in use, and the hex under its control (7.0)."""
    rail, ground = usable_rail(w, side), w.ground
    out = bytearray(len(rail))
    for i in rail_hexes(w):
        out[i] = rail[i] and ground[i].control is side
    return bytes(out)


# -- sources (13.3) -----------------------------------------------------------------------------------


def side_of(group: str) -> Side:
    """The side a group of nations is on."""
    return Side.SOVIET if group == SOVIET else Side.AXIS


def group_of(w: World, unit: Unit) -> str:
    """The sources that supply a unit: those of its nation, and for Germans in Finland the Finnish ones too."""
    nation = unit.type.nation
    if unit.type.side is Side.SOVIET:
        return SOVIET
    if nation in (ROMANIAN, FINNISH):
        return nation
    if nation != "GER":
        return AXIS
    return GERMAN_NORTH if unit.hex in finland(w) else GERMAN


@remembered()
def finland(w: World) -> frozenset[int]:
    """The hexes of Finland."""
    return frozenset(region(w, "finland"))


def out_of_war(nation: str) -> Flag:
    """Flag of an ally that has left the war (21)."""
    return Flag(f"out-{nation}")


def sources(w: World, group: str) -> tuple[int, ...]:
    """Unlimited sources of a group of nations that its side controls; ``everybody``: of the whole Axis, for its trains
    (13.3)."""
    names = _source_names(w, group)
    side = side_of(group)
    return tuple(sorted(i for i in w.board.spots(names) if holder(w, i) is side))


def _source_names(w: World, group: str) -> list[str]:
    table = rules(w).supply
    if group == SOVIET:
        return [n for n in table.soviet_sources if supply_weather(w) != "Snow" or n not in table.snowed_in]
    at_peace = group not in NORTHERN or scorekeeping.has_flag(w, out_of_war(FINNISH))
    north = [] if at_peace else [table.finnish_source, table.finnish_edge]
    if group == FINNISH:
        return north
    names = list(table.romanian_sources) if group != AXIS else []
    if group == ROMANIAN:
        return names
    names += table.axis_sources
    if not scorekeeping.has_flag(w, out_of_war("HUN")):
        names.append(table.hungarian_source)
    return [*names, *north]


def fed_rail(w: World, group: str) -> bytes:
    """For every hex, 1 if an unbroken chain of usable railway joins it to an unlimited source of the group (13.2)."""
    return _joined(w, usable_rail(w, side_of(group)), sources(w, group))


@remembered(most=FEW)
def _joined(w: World, usable: bytes, starts: tuple[int, ...]) -> bytes:
    return joined(rail_net(w), usable, starts)


# -- floods over land (13.2, 13.5) ----------------------------------------------------------------------


class SupplySearch(NamedTuple):
    """A flood out of sources: ``blocked`` hexes are not entered; ``ice``: the ice road is open."""

    side: Side
    blocked: bytes
    starts: tuple[int, ...]
    limit: int
    ice: bool


@remembered()
def rough(w: World) -> bytes:
    """For every hex, 1 if it is a mountain without a railway."""
    return bytes(terrain(w, h.index).steep and "rail" not in h.traits for h in w.board.hexes)


@remembered(most=FEW)
def flood(w: World, walk: SupplySearch) -> bytes:
    """For every hex, 1 if a supply path of no more than ``limit`` hexes leads from it to a start.

    Ring by ring; a hex is entered again only by a way that has crossed fewer mountains than those before it.
    """
    net, steep, budget, blocked = open_net(w), rough(w), rules(w).supply.mountains, walk.blocked
    mire = barring_axis_supply(w) if walk.side is Side.AXIS else frozenset[int]()
    shore, over_ice = ice_ends(w), rules(w).ice_road.length
    least, reached = [budget + 2] * len(net), bytearray(len(net))
    arriving: dict[int, list[tuple[int, int]]] = {0: [(i, 0) for i in walk.starts if not blocked[i]]}
    ring: list[tuple[int, int]] = []
    away = 0
    while (ring or arriving) and (walk.limit == ENDLESS or away <= walk.limit):
        for there, crossed in arriving.pop(away, ()):
            if crossed < least[there]:
                least[there], reached[there] = crossed, 1
                ring.append((there, crossed))
        if away == walk.limit:
            break
        further = []
        for here, crossed in ring:
            if crossed > budget or here in mire:
                continue
            for j in net[here]:
                if not blocked[j] and (after := crossed + steep[j]) < least[j]:
                    least[j], reached[j] = after, 1
                    further.append((j, after))
            if walk.ice and here in shore:
                there = shore[1 - shore.index(here)]
                if not blocked[there]:
                    arriving.setdefault(away + over_ice, []).append((there, crossed))
        ring = further
        away += 1
    return bytes(reached)


WATCHES = (Place, Steps, Partisan, Ground, Track)
"""Marks a question of supply depends on, besides turn, weather and flags."""
