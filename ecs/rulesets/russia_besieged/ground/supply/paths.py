"""13.2, 13.7, 13.8: supply paths of every length, by land and in the Caucasus, and the ports that ships feed."""

from __future__ import annotations

from ecs.core.components import Clock, Readiness, Side, Weather
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data import charts
from ecs.rulesets.russia_besieged.data.components import IMPULSE_MARKS, WAR_MARKS
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import is_gun, letter
from ecs.rulesets.russia_besieged.ground.movement_range import is_ice_gate_shut
from ecs.rulesets.russia_besieged.ground.occupancy import army_at, holder
from ecs.rulesets.russia_besieged.ground.terrain import open_net, region
from ecs.rulesets.russia_besieged.ground.transport.rail_network import (
    GERMAN,
    SOVIET,
    WATCHES,
    SupplySearch,
    fed_rail,
    flood,
    group_of,
    side_of,
    sources,
    supply_weather,
)
from ecs.rulesets.russia_besieged.ground.zones import blocked_map
from ecs.systems.ground.network import ENDLESS, marked
from ecs.systems.ground.rail import rail_hexes, rail_net
from ecs.systems.ground.stacking import on_map
from ecs.systems.ground.supply import ways_back

DEPENDS = (*WATCHES, Clock, Weather, *IMPULSE_MARKS, *WAR_MARKS)
GENERAL, COMBAT, ANY = "general", "combat", "any"


def length(w: World, side: Side, sort: str = GENERAL) -> int:
    """Longest supply path of a sort now, in hexes; endless for the question who is surrounded."""
    return ENDLESS if sort == ANY else charts.supply_length(side, w.clock.turn, supply_weather(w), sort == COMBAT)


def path_map(w: World, group: str, sort: str = GENERAL, spare: int = 0) -> bytes:
    """Of every hex, 1 if a group of nations has a supply path from it to railway or source.

    :param sort: general; combat; any: of any length (10.68).
    :param spare: hexes by which the path has to be shorter than it may be.
    """
    return w.lasting(("path-map", group, sort, spare), DEPENDS, lambda: _path_map(w, group, sort, spare))


def _path_map(w: World, group: str, sort: str, spare: int) -> bytes:
    side, limit = side_of(group), length(w, side_of(group), sort) - spare
    blocked, fed = blocked_map(w, side), fed_rail(w, group)
    own = sources(w, group)
    starts = w.recent("starts", (own, fed), lambda: tuple(sorted({*own, *(i for i in rail_hexes(w) if fed[i])})))
    ports = tuple(connected_ports(w, group)) if sort == COMBAT else ()
    walk = SupplySearch(side, blocked, starts, limit, side is Side.SOVIET and sort != COMBAT and is_ice_open(w))
    mountains, fed_there = caucasus(w), holds_caucasus_line(w) if sort == COMBAT else holds_caucasus(w)

    def make() -> bytes:
        out = bytearray(flood(w, walk))
        for i, near in enumerate(flood(w, walk._replace(starts=ports, limit=min(limit, rules(w).supply.port_reach)))):
            out[i] |= near
        if side is Side.SOVIET:
            for i in mountains if fed_there else ():
                out[i] |= not blocked[i]
        elif sort != ANY:
            close = min(limit, rules(w).caucasus.axis_reach)
            near_rail = flood(w, walk._replace(starts=(*starts, *ports), limit=close))
            for i in mountains:
                out[i] &= near_rail[i]
        return bytes(out)

    return w.recent("path-map", (walk, ports, sort, fed_there), make)


def is_ice_open(w: World) -> bool:
    """May Soviet general supply come over the ice road (6.3)?"""
    return supply_weather(w) in rules(w).ice_road.weather and not is_ice_gate_shut(w)


def caucasus(w: World) -> frozenset[int]:
    """The Caucasus Mountain Region (13.8)."""
    return w.keep("caucasus", lambda: frozenset(region(w, "caucasus")))


def holds_caucasus(w: World) -> bool:
    """Do the Soviets control a city that feeds the Caucasus (13.8)?"""
    return any(holder(w, i) is Side.SOVIET for i in w.board.spots(rules(w).supply.caucasus_sources))


def holds_caucasus_line(w: World) -> bool:
    """Do they control the railway between those cities: what combat supply there takes (13.8)?"""
    line = _caucasus_line(w)
    return bool(line) and all(holder(w, i) is Side.SOVIET for i in line)


def _caucasus_line(w: World) -> tuple[int, ...]:
    def make() -> tuple[int, ...]:
        ends = w.board.spots(rules(w).supply.caucasus_sources)
        if len(ends) < 2:
            return ()
        start, end = ends[0], ends[-1]
        before, ring = {end: end}, [end]
        for i in ring:
            for j in rail_net(w)[i]:
                if j not in before:
                    before[j] = i
                    ring.append(j)
        if start not in before:
            return ()
        line = [start]
        while line[-1] != end:
            line.append(before[line[-1]])
        return tuple(line)

    return w.keep("caucasus-line", make)


def in_supply(w: World, side: Side) -> frozenset[int]:
    """Hexes from which a side has a general supply path now; for the Axis, Germans outside Finland."""
    found = path_map(w, SOVIET if side is Side.SOVIET else GERMAN)
    return w.recent(("in-supply", side), found, lambda: frozenset(i for i, ok in enumerate(found) if ok))


def ways(w: World, side: Side) -> dict[int, int]:
    """Of every hex of ``in_supply``, the next one on the way back: over land to a railway or a source, and from there
    along the railway.  The Caucasus lives on its cities."""
    group, fed = SOVIET if side is Side.SOVIET else GERMAN, in_supply(w, side)
    rails, wells = marked(fed_rail(w, group)), sources(w, group)
    feeders = {i: j for i, j in ways_back(rail_net(w), rails, {i: i for i in wells}).items() if i in rails or i in fed}
    return ways_back(open_net(w), fed, feeders, w.board.spots(rules(w).supply.caucasus_sources))


def gun_reaches(w: World, unit: Unit, found: bytes) -> bool:
    """A unit's own hex is always usable, even where lone guns do not cover it against enemy zones (13.2)."""
    return is_gun(unit) and army_at(w, unit.hex) is None and any(found[j] for j in open_net(w)[unit.hex])


def connected_ports(w: World, group: str) -> list[int]:
    """Ports that ships feed from another port joined by rail to a source (13.6)."""
    side, fed = side_of(group), fed_rail(w, group)
    out = []
    for sea in sorted(rules(w).sea.ports):
        mine = _open_ports(w, side, sea)
        starts = [i for i in mine if fed[i]]
        out += [i for i in mine if any(j != i for j in starts) and not _is_bombed(w, side, i)]
    return sorted(out)


def _open_ports(w: World, side: Side, sea: str) -> list[int]:
    """Ports of a sea by which a side may be supplied now: its own, unblocked, not frozen (8.1, 13.6)."""
    table, supply, turn = rules(w).sea, rules(w).supply, w.clock.turn
    if sea not in (table.axis if side is Side.AXIS else table.soviet):
        return []
    if side is Side.AXIS and sea == "Black" and turn < supply.axis_black_from:
        return []
    names = table.ports[sea]
    if side is Side.SOVIET and sea == "Baltic":
        names = supply.soviet_baltic if turn <= supply.soviet_baltic_last else []
    shut = table.shut if supply_weather(w) in table.shut_weather else []
    found = w.board.spots(name for name in names if name not in shut)
    return [i for i in found if holder(w, i) is side and not blocked_map(w, side)[i]]


def _is_bombed(w: World, side: Side, port: int) -> bool:
    """Does a Ready enemy air group based near a port shut it (13.6)?"""
    return any(w.board.distance(i, port) <= rules(w).supply.port_air for i in ready_bases(w, side.other))


def ready_bases(w: World, side: Side) -> tuple[int, ...]:
    """Hexes in which a side's Ready air groups are based."""
    return w.lasting(
        ("ready-bases", side),
        WATCHES,
        lambda: tuple(sorted({u.hex for u in on_map(w, side) if letter(u) == "AIR" and not u[Readiness].spent})),
    )


def has_path(w: World, unit: Unit, sort: str) -> bool:
    found = path_map(w, group_of(w, unit), sort)
    return bool(found[unit.hex]) or gun_reaches(w, unit, found)


def is_fed(w: World, unit: Unit) -> bool:
    """Has a unit a general supply path now, by the sources of its nation (13.3)?"""
    return has_path(w, unit, GENERAL)
