"""Chapter 13: supply paths, and who is in supply, out of supply or surrounded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ecs.core.components import Clock, Readiness, Side, SupplyState, Tallies, Weather
from ecs.core.remembered_answers import FEW, remembered
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data import calendar
from ecs.rulesets.russia_besieged.data.calendar import turn_side
from ecs.rulesets.russia_besieged.data.components import IMPULSE_MARKS, WAR_MARKS
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import (
    OUT_OF_SUPPLY,
    SUPPLIED,
    SURROUNDED,
    cf,
    is_army,
    is_gun,
    is_second_stage,
    letter,
    state,
)
from ecs.rulesets.russia_besieged.ground.occupancy import (
    armies,
    army_at,
    blocked_map,
    holder,
    is_east,
    is_ice_gate_shut,
    partisans,
)
from ecs.rulesets.russia_besieged.ground.railways import (
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
    usable_rail,
)
from ecs.rulesets.russia_besieged.ground.removal import dictator, ringed
from ecs.rulesets.russia_besieged.ground.terrain import is_major, majors, open_net, region
from ecs.systems import scorekeeping
from ecs.systems.movement import nowhere
from ecs.systems.network import ENDLESS, joined, marked, marked_in, unmarked
from ecs.systems.rail import connected_railways, rail_hexes, rail_net, shortest
from ecs.systems.sentences import label
from ecs.systems.stacking import on_map
from ecs.systems.supply import SupplyRules, ways_back

# -- 13.2, 13.7, 13.8: supply paths of every length, by land and in the Caucasus, and the ports that ships supply. ---

DEPENDS = (*WATCHES, Clock, Weather, *IMPULSE_MARKS, *WAR_MARKS)
GENERAL, COMBAT, ANY = "general", "combat", "any"


def length(w: World, side: Side, sort: str = GENERAL) -> int:
    """Longest supply path of this kind now, in hexes; unlimited when asking which units are surrounded."""
    return ENDLESS if sort == ANY else calendar.supply_length(side, w.clock.turn, supply_weather(w), sort == COMBAT)


@remembered(*DEPENDS)
def path_map(w: World, group: str, sort: str = GENERAL, spare: int = 0) -> bytes:
    """For every hex, 1 if a group of nations has a supply path from it to railway or source.

    :param sort: general; combat; any: of any length (10.68).
    :param spare: hexes by which the path has to be shorter than it may be.
    """
    side, limit = side_of(group), length(w, side_of(group), sort) - spare
    blocked, fed = blocked_map(w, side), fed_rail(w, group)
    own = sources(w, group)
    starts = _starts(w, own, fed)
    ports = tuple(connected_ports(w, group)) if sort == COMBAT else ()
    walk = SupplySearch(side, blocked, starts, limit, side is Side.SOVIET and sort != COMBAT and is_ice_open(w))
    fed_there = holds_caucasus_line(w) if sort == COMBAT else holds_caucasus(w)
    return _paths(w, walk, ports, sort, fed_there)


@remembered(most=FEW)
def _starts(w: World, own: tuple[int, ...], fed: bytes) -> tuple[int, ...]:
    return tuple(sorted({*own, *(i for i in rail_hexes(w) if fed[i])}))


@remembered(most=FEW)
def _paths(w: World, walk: SupplySearch, ports: tuple[int, ...], sort: str, fed_there: bool) -> bytes:
    limit, blocked, mountains = walk.limit, walk.blocked, caucasus(w)
    out = bytearray(flood(w, walk))
    for i, near in enumerate(flood(w, walk._replace(starts=ports, limit=min(limit, rules(w).supply.port_reach)))):
        out[i] |= near
    if walk.side is Side.SOVIET:
        for i in mountains if fed_there else ():
            out[i] |= not blocked[i]
    elif sort != ANY:
        close = min(limit, rules(w).caucasus.axis_reach)
        near_rail = flood(w, walk._replace(starts=(*walk.starts, *ports), limit=close))
        for i in mountains:
            out[i] &= near_rail[i]
    return bytes(out)


def is_ice_open(w: World) -> bool:
    """May Soviet general supply come over the ice road (6.3)?"""
    return supply_weather(w) in rules(w).ice_road.weather and not is_ice_gate_shut(w)


@remembered()
def caucasus(w: World) -> frozenset[int]:
    """The Caucasus Mountain Region (13.8)."""
    return frozenset(region(w, "caucasus"))


def holds_caucasus(w: World) -> bool:
    """Do the Soviets control a city that supplies the Caucasus (13.8)?"""
    return any(holder(w, i) is Side.SOVIET for i in w.board.spots(rules(w).supply.caucasus_sources))


def holds_caucasus_line(w: World) -> bool:
    """Do they control the railway between those cities: what combat supply there takes (13.8)?"""
    line = _caucasus_line(w)
    return bool(line) and all(holder(w, i) is Side.SOVIET for i in line)


@remembered()
def _caucasus_line(w: World) -> tuple[int, ...]:
    ends = w.board.spots(rules(w).supply.caucasus_sources)
    if len(ends) < 2:
        return ()
    net, anywhere = rail_net(w), unmarked(nowhere(w))
    lines = connected_railways(net, rail_hexes(w), anywhere)
    return shortest(net, lines, ends[0], ends[-1]) if 0 < lines[ends[0]] == lines[ends[-1]] else ()


def in_supply(w: World, side: Side) -> frozenset[int]:
    """Hexes from which a side has a general supply path now; for the Axis, Germans outside Finland."""
    return marked_in(w, path_map(w, SOVIET if side is Side.SOVIET else GERMAN))


def ways(w: World, side: Side) -> dict[int, int]:
    """For every hex of ``in_supply``, the next one on the way back: over land to a railway or a source, and from there
    along the railway.  The Caucasus lives on its cities."""
    group, fed = SOVIET if side is Side.SOVIET else GERMAN, in_supply(w, side)
    rails, wells = marked(fed_rail(w, group)), sources(w, group)
    feeders = {i: j for i, j in ways_back(rail_net(w), rails, {i: i for i in wells}).items() if i in rails or i in fed}
    return ways_back(open_net(w), fed, feeders, w.board.spots(rules(w).supply.caucasus_sources))


def gun_reaches(w: World, unit: Unit, found: bytes) -> bool:
    """A unit's own hex is always usable, even where lone guns do not cover it against enemy zones (13.2)."""
    return is_gun(unit) and army_at(w, unit.hex) is None and any(found[j] for j in open_net(w)[unit.hex])


def connected_ports(w: World, group: str) -> list[int]:
    """Ports that ships supply from another port joined by rail to a source (13.6)."""
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


@remembered(*WATCHES)
def ready_bases(w: World, side: Side) -> tuple[int, ...]:
    """Hexes in which a side's Ready air groups are based."""
    return tuple(sorted({u.hex for u in on_map(w, side) if letter(u) == "AIR" and not u[Readiness].spent}))


def has_path(w: World, unit: Unit, sort: str) -> bool:
    found = path_map(w, group_of(w, unit), sort)
    return bool(found[unit.hex]) or gun_reaches(w, unit, found)


# -- Chapter 13.2: railways that lead home, and places that are fed. -------------------------------------------------


def joined_to(w: World, side: Side, starts: tuple[int, ...]) -> frozenset[int]:
    """Hexes that trains of a side reach from one of these places (7.0)."""
    return marked(joined(rail_net(w), usable_rail(w, side), starts))


def on_rail(w: World, side: Side, index: int) -> bool:
    """Does a railway of the side lead from there to an unlimited source (13.2)?"""
    return bool(fed_rail(w, SOVIET if side is Side.SOVIET else GERMAN)[index])


def is_place_fed(w: World, side: Side, index: int) -> bool:
    """Is a place held by a side in general supply (13.2)?"""
    return holder(w, index) is side and index in in_supply(w, side)


# -- Chapter 13.4, 13.6: cities and ports that feed so many units and no more, and whom they feed. -------------------

ALWAYS = frozenset({"V", "W", "FM", "DI", "AIR", "BASE", "PT"})
CUT_OFF, FED = "cut-off:", "fed:"
Ranks = tuple[tuple[str, int], ...]


def limited_cities(w: World, side: Side) -> dict[int, tuple[int, int]]:
    """Major Cities a side controls: board index -> units each supplies, and within how many hexes (13.4)."""
    table, out = rules(w).supply, {}
    for i in majors(w):
        if holder(w, i) is side and is_east(w, i) is (side is Side.SOVIET):
            out[i] = table.city_units, table.city_reach
        elif holder(w, i) is side is Side.AXIS and cut_off_turns(w, i) <= table.taken_turns:
            out[i] = table.taken_units, 0
    return out


def cut_off_turns(w: World, index: int) -> int:
    """Consecutive turns a captured Major City has been cut off, as last judged (13.4)."""
    word = CUT_OFF + label(w, index)
    return next((n for key, n in w[Tallies].tally if key == word), 0)


@remembered(*DEPENDS)
def sustained(w: World, side: Side) -> frozenset[int]:
    """Units without a path of their own that a limited source keeps in general supply, by entity (13.4, 13.6)."""
    return served(w, side, ranks(w))


class LimitedSource(NamedTuple):
    """A limited source: how many units it supplies, of which groups, how far off, and how far in the Caucasus."""

    hex: int
    units: int
    groups: tuple[str, ...]
    reach: int
    caucasus_reach: int


def ranks(w: World) -> Ranks:
    """The owners' preferences in supply, by counter: before (below 0) or after (above 0) all others."""
    return tuple((word.removeprefix(FED), n) for word, n in w[Tallies].tally if word.startswith(FED))


def served(w: World, side: Side, ranked: Ranks) -> frozenset[int]:
    """The units that the limited sources would supply under these wishes of the owners, by entity."""
    hungry = [u for u in on_map(w, side) if letter(u) not in ALWAYS and not is_joined(w, u)]
    if not hungry:
        return frozenset()
    wells = _wells(w, side, tuple(sorted({group_of(w, u) for u in hungry})))
    wants = tuple((u, u.hex, group_of(w, u), is_army(u), cf(u)) for u in hungry)
    return _fed(w, wells, blocked_map(w, side), wants, ranked)


@remembered(most=FEW)
def _fed(
    w: World,
    wells: tuple[LimitedSource, ...],
    blocked: bytes,
    wants: tuple[tuple[Unit, int, str, bool, int], ...],
    ranked: Ranks,
) -> frozenset[int]:
    hungry = [unit for unit, *_ in wants]
    return _feed(w, hungry[0].type.side, wells, hungry, dict(ranked))


def _wells(w: World, side: Side, groups: tuple[str, ...]) -> tuple[LimitedSource, ...]:
    """The limited sources of a side: its cities, then the ports supplied by ships."""
    table, limit = rules(w).supply, length(w, side)
    short = rules(w).caucasus.axis_reach if side is Side.AXIS else limit
    found = [(i, units, reach, groups) for i, (units, reach) in limited_cities(w, side).items()]
    ports = {group: connected_ports(w, group) for group in groups}
    for i in sorted({i for open_ports in ports.values() for i in open_ports}):
        fed = tuple(group for group in groups if i in ports[group])
        found.append((i, table.port_units, table.port_reach, fed))
    return tuple(LimitedSource(i, n, fed, min(reach, limit), min(reach, limit, short)) for i, n, reach, fed in found)


def _feed(
    w: World, side: Side, wells: tuple[LimitedSource, ...], hungry: list[Unit], ranked: dict[str, int]
) -> frozenset[int]:
    """The unit to supply first: as its owner ordered; else armies, then the nearest, then the strongest."""
    out: set[int] = set()
    south = caucasus(w)
    for well in wells:
        walk = SupplySearch(side, blocked_map(w, side), (well.hex,), well.reach, False)
        near, close = flood(w, walk), flood(w, walk._replace(limit=well.caucasus_reach))
        fair = [u for u in hungry if u.entity not in out and group_of(w, u) in well.groups]
        fair = [u for u in fair if (close if u.hex in south else near)[u.hex]]
        fair.sort(
            key=lambda u: (
                ranked.get(u.id, 0), not is_army(u), w.board.distance(u.hex, well.hex), -cf(u), u.entity
            )
        )  # fmt: skip
        out.update(u.entity for u in fair[: well.units])
    return frozenset(out)


@remembered(*DEPENDS)
def fed_by_partisans(w: World) -> bytes:
    """For every hex, 1 if airborne corps there live on partisans of the 2nd stage near by (16.5)."""
    hexes = tuple(i for i, band in sorted(partisans(w).items()) if is_second_stage(band))
    open_there = bytes(b and i not in hexes for i, b in enumerate(blocked_map(w, Side.SOVIET)))
    return flood(w, SupplySearch(Side.SOVIET, open_there, hexes, rules(w).partisans.feeds, False))


def is_joined(w: World, unit: Unit) -> bool:
    """Has a unit a path of its own to general supply, or partisans to share with?"""
    if has_path(w, unit, GENERAL):
        return True
    return letter(unit) == "AB" and bool(fed_by_partisans(w)[unit.hex])


# -- Chapter 13: who is in supply, out of supply or surrounded; the hex of a Dictator (14.16). -----------------------

# -- Chapter 13: who is in supply, out of supply or surrounded, and who may attack at full strength. -----------------

NO_COMBAT_SUPPLY, MARKED = 1, 2
WORDS = ("in supply again", "out of supply", "surrounded")
STATES = ("supplied", "unsupplied", "isolated")


@remembered(*DEPENDS)
def combat_hexes(w: World, group: str) -> frozenset[int]:
    side, found = side_of(group), path_map(w, group, COMBAT)
    return marked_in(w, found).union(i for i in limited_cities(w, side) if army_at(w, i) is side)


def attack_supply(w: World, unit: Unit, base: int | None = None) -> int:
    """How a unit attacks out of a hex, its own unless another is named: 0 supplied, 1 without combat supply, 2 marked
    out of supply or surrounded (13.1, 13.7)."""
    if unit[SupplyState].dropped or is_first_turn(w, unit.type.side):
        return SUPPLIED
    if state(unit) != SUPPLIED:
        return MARKED
    index, group = unit.hex if base is None else base, group_of(w, unit)
    if index >= 0 and index in combat_hexes(w, group):
        return SUPPLIED
    if index != unit.hex:
        return SUPPLIED if would_reach(w, group, index) else NO_COMBAT_SUPPLY
    lone = index >= 0 and gun_reaches(w, unit, path_map(w, group, COMBAT))
    return SUPPLIED if lone else NO_COMBAT_SUPPLY


def would_reach(w: World, group: str, index: int) -> bool:
    """Would a unit that came to an empty hex have a path from there, enemy zone or not, since it covers the hex?"""
    if army_at(w, index) is not None or not blocked_map(w, side_of(group))[index]:
        return False
    found = path_map(w, group, COMBAT, 1)
    return any(found[j] for j in open_net(w)[index])


def is_first_turn(w: World, side: Side) -> bool:
    """The first Axis player turn, in which every Axis unit is supplied (13.6)?"""
    now = w.clock.turn <= rules(w).supply.first_turn and not w.phase.endswith(Side.SOVIET.value)
    return side is Side.AXIS and now


def supply_state(w: World, unit: Unit) -> int:
    """How a unit would be judged now: 0 supplied, 1 out of supply, 2 surrounded (13.1)."""
    if unit.hex < 0 or letter(unit) in ALWAYS or unit[SupplyState].dropped or is_first_turn(w, unit.type.side):
        return SUPPLIED
    return judged(w, unit)


def judged(w: World, unit: Unit) -> int:
    """How a unit is joined to its supply now, exemptions aside (13.1)."""
    if is_joined(w, unit) or unit.entity in sustained(w, unit.type.side):
        return SUPPLIED
    return OUT_OF_SUPPLY if has_path(w, unit, ANY) or _is_near_a_well(w, unit) else SURROUNDED


def _is_near_a_well(w: World, unit: Unit) -> bool:
    """Does a path of any length lead to a limited source, though it feeds others or is too far (10.68, 13.4, 13.6)?"""
    found = _well_map(w, group_of(w, unit))
    return bool(found[unit.hex]) or gun_reaches(w, unit, found)


@remembered(*DEPENDS)
def _well_map(w: World, group: str) -> bytes:
    """For every hex, 1 if a path of any length leads to a port fed by ships or a Major City of the own country; taken
    cities count for the hex they stand in only."""
    side = side_of(group)
    cities = limited_cities(w, side)
    starts = tuple(sorted({*connected_ports(w, group), *(i for i, (_, reach) in cities.items() if reach)}))
    out = bytearray(
        flood(w, SupplySearch(side, blocked_map(w, side), starts, ENDLESS, side is Side.SOVIET and is_ice_open(w)))
    )
    for i, (_, reach) in cities.items():
        out[i] |= not reach
    return bytes(out)


def is_surrounded(w: World, unit: Unit) -> bool:
    """Would the unit surrender if it were eliminated at this moment (10.68)?"""
    return supply_state(w, unit) == SURROUNDED


def _count_cut_off(w: World) -> None:
    """Captured Major Cities supply their garrisons only for some turns: count them (13.4)."""
    side = turn_side(w)
    if side is not Side.AXIS:
        return
    found = path_map(w, GERMAN, ANY)
    cut = [i for i in sorted(armies(w)) if is_major(w, i) and army_at(w, i) is side and not found[i]]
    cut = [i for i in cut if w.board.hexes[i].owner != side.value]
    kept = [(word, n) for word, n in w[Tallies].tally if not word.startswith(CUT_OFF)]
    tally = tuple(sorted([*kept, *((CUT_OFF + label(w, i), cut_off_turns(w, i) + 1) for i in cut)]))
    if tally != w[Tallies].tally:
        w.mark(Tallies, w.table, tally=tally)


SUPPLY = SupplyRules(
    "13.1",
    units=lambda w: [u for u in on_map(w, turn_side(w)) if letter(u) not in ALWAYS],
    level=lambda w, unit: SUPPLIED if is_first_turn(w, unit.type.side) else judged(w, unit),
    before=_count_cut_off,
)


# -- Chapter 14.16: whether the hex of a Dictator was surrounded when the enemy came. --------------------------------


def is_ringed(w: World, side: Side, index: int) -> bool:
    """Does no supply path of any length lead out of a hex of a side to a railway or source that feeds it?  What is in
    the hex itself is no way out, nor is a Major City or a port that feeds that many."""
    found = path_map(w, GERMAN if side is Side.AXIS else SOVIET, ANY)
    if army_at(w, index) is side:
        return not found[index]
    return not found[index] and not any(found[j] for j in open_net(w)[index])


def note(w: World, hexes: Iterable[int], side: Side) -> None:
    """The enemy is about to attack or to enter hexes: if the Dictator of a side is in one, write down whether it is
    surrounded."""
    leader = dictator(w, side)
    if leader is not None and leader.hex >= 0 and leader.hex in hexes:
        scorekeeping.flag(w, ringed(side), is_ringed(w, side, leader.hex))
