"""Chapter 13: who is in supply, out of supply, surrounded, and who may attack at full strength?"""

from __future__ import annotations

from typing import NamedTuple

from ecs.components import Campaign, Clock, Impulse, Side, Weather
from ecs.events import Changed
from ecs.rulesets.russia_besieged import charts
from ecs.rulesets.russia_besieged.lay import (
    OUT_OF_SUPPLY,
    SUPPLIED,
    SURROUNDED,
    armies,
    army_at,
    cf,
    holder,
    is_army,
    is_gun,
    is_major,
    is_second_stage,
    letter,
    open_net,
    partisans,
    place,
    rules,
    spots,
    state,
    turn_side,
)
from ecs.rulesets.russia_besieged.lines import (
    ENDLESS,
    GERMAN,
    SOVIET,
    WATCHES,
    Walk,
    fed_rail,
    flood,
    group_of,
    rail_hexes,
    rail_net,
    side_of,
    sky,
    sources,
)
from ecs.rulesets.russia_besieged.march import is_ice_gate_shut
from ecs.rulesets.russia_besieged.zones import blocked_map
from ecs.systems.naming import label, named
from ecs.systems.stacking import on_map
from ecs.world import Unit, World

DEPENDS = (*WATCHES, Clock, Weather, Impulse, Campaign)
ALWAYS = frozenset({"V", "W", "FM", "DI", "AIR", "BASE", "PT"})
NO_COMBAT_SUPPLY, MARKED = 1, 2
GENERAL, COMBAT, ANY = "general", "combat", "any"
WORDS = ("in supply again", "out of supply", "surrounded")
STATES = ("supplied", "unsupplied", "isolated")
CUT_OFF, FED = "cut-off:", "fed:"
Ranks = tuple[tuple[str, int], ...]


# -- paths of supply (13.2, 13.7, 13.8) -------------------------------------------------------------------


def length(w: World, side: Side, sort: str = GENERAL) -> int:
    """Longest supply path of a sort now, in hexes; endless for the question who is surrounded."""
    return ENDLESS if sort == ANY else charts.supply_length(side, w.clock.turn, sky(w), sort == COMBAT)


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
    walk = Walk(side, blocked, starts, limit, side is Side.SOVIET and sort != COMBAT and is_ice_open(w))
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
    return sky(w) in rules(w).ice_road.weather and not is_ice_gate_shut(w)


def caucasus(w: World) -> frozenset[int]:
    """The Caucasus Mountain Region (13.8)."""
    return w.keep("caucasus", lambda: frozenset(w.board.regions["caucasus"]))


def holds_caucasus(w: World) -> bool:
    """Do the Soviets control a city that feeds the Caucasus (13.8)?"""
    return any(holder(w, place(w, name)) is Side.SOVIET for name in rules(w).supply.caucasus_sources)


def holds_caucasus_line(w: World) -> bool:
    """Do they control the railway between those cities: what combat supply there takes (13.8)?"""
    return all(holder(w, i) is Side.SOVIET for i in _caucasus_line(w))


def _caucasus_line(w: World) -> tuple[int, ...]:
    def make() -> tuple[int, ...]:
        start, end = (place(w, name) for name in rules(w).supply.caucasus_sources)
        before, ring = {end: end}, [end]
        for i in ring:
            for j in rail_net(w)[i]:
                if j not in before:
                    before[j] = i
                    ring.append(j)
        line = [start]
        while line[-1] != end:
            line.append(before[line[-1]])
        return tuple(line)

    return w.keep("caucasus-line", make)


def in_supply(w: World, side: Side) -> frozenset[int]:
    """Hexes from which a side has a general supply path now; for the Axis, Germans outside Finland."""
    found = path_map(w, SOVIET if side is Side.SOVIET else GERMAN)
    return w.recent(("in-supply", side), found, lambda: frozenset(i for i, ok in enumerate(found) if ok))


def combat_supply(w: World, side: Side) -> frozenset[int]:
    """Hexes from which a side's attackers have combat supply now; for the Axis, Germans outside Finland (13.7)."""
    return _combat_hexes(w, SOVIET if side is Side.SOVIET else GERMAN)


def _combat_hexes(w: World, group: str) -> frozenset[int]:
    side, found = side_of(group), path_map(w, group, COMBAT)
    cities = tuple(i for i in limited_cities(w, side) if army_at(w, i) is side)

    def make() -> frozenset[int]:
        return frozenset(i for i, ok in enumerate(found) if ok).union(cities)

    return w.lasting(("combat-supply", group), DEPENDS, lambda: w.recent("combat-supply", (found, cities), make))


def attack_supply(w: World, unit: Unit, base: int | None = None) -> int:
    """How a unit attacks out of a hex, its own unless another is named: 0 supplied, 1 without combat supply, 2 marked
    out of supply or surrounded (13.1, 13.7)."""
    if unit.duty.dropped or is_first_turn(w, unit.type.side):
        return SUPPLIED
    if state(unit) != SUPPLIED:
        return MARKED
    index, group = unit.hex if base is None else base, group_of(w, unit)
    if index >= 0 and index in _combat_hexes(w, group):
        return SUPPLIED
    if index != unit.hex:
        return SUPPLIED if _would_reach(w, group, index) else NO_COMBAT_SUPPLY
    lone = index >= 0 and _gun_reaches(w, unit, path_map(w, group, COMBAT))
    return SUPPLIED if lone else NO_COMBAT_SUPPLY


def _would_reach(w: World, group: str, index: int) -> bool:
    """Would a unit that came to an empty hex have a path from there, enemy zone or not, since it covers the hex?"""
    if army_at(w, index) is not None or not blocked_map(w, side_of(group))[index]:
        return False
    found = path_map(w, group, COMBAT, 1)
    return any(found[j] for j in open_net(w)[index])


def has_combat_supply(w: World, unit: Unit) -> bool:
    """May a unit attack at full factors from where it stands (13.7)?"""
    return attack_supply(w, unit) == SUPPLIED


def _gun_reaches(w: World, unit: Unit, found: bytes) -> bool:
    """A unit's own hex is always usable, even where lone guns do not cover it against enemy zones (13.2)."""
    return is_gun(unit) and army_at(w, unit.hex) is None and any(found[j] for j in open_net(w)[unit.hex])


def is_first_turn(w: World, side: Side) -> bool:
    """The first Axis player turn, in which every Axis unit is supplied (13.6)?"""
    now = w.clock.turn <= rules(w).supply.first_turn and not w.phase.endswith(Side.SOVIET.value)
    return side is Side.AXIS and now


# -- limited sources (13.4, 13.6) ---------------------------------------------------------------------------


def limited_cities(w: World, side: Side) -> dict[int, tuple[int, int]]:
    """Major Cities a side controls: board index -> units each feeds, and within how many hexes (13.4)."""
    table, places = rules(w).supply, rules(w).places
    own = places.major_axis if side is Side.AXIS else places.major_soviet
    taken = places.major_soviet if side is Side.AXIS else {}
    out = {i: (table.city_units, table.city_reach) for i in spots(w, list(own.values())) if holder(w, i) is side}
    for i in spots(w, list(taken.values())):
        if holder(w, i) is side and cut_off_turns(w, i) <= table.taken_turns:
            out[i] = table.taken_units, 0
    return dict(sorted(out.items()))


def cut_off_turns(w: World, index: int) -> int:
    """Turns running a captured Major City has been cut off, as last judged (13.4)."""
    word = CUT_OFF + label(w, index)
    return next((n for key, n in w.campaign.tally if key == word), 0)


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
    shut = table.shut if sky(w) in table.shut_weather else []
    found = [place(w, name) for name in names if name not in shut]
    return [i for i in found if holder(w, i) is side and not blocked_map(w, side)[i]]


def _is_bombed(w: World, side: Side, port: int) -> bool:
    """Does a Ready enemy air group based near a port shut it (13.6)?"""
    return any(w.board.distance(i, port) <= rules(w).supply.port_air for i in ready_bases(w, side.other))


def ready_bases(w: World, side: Side) -> tuple[int, ...]:
    """Hexes in which a side's Ready air groups are based."""
    return w.lasting(
        ("ready-bases", side),
        WATCHES,
        lambda: tuple(sorted({u.hex for u in on_map(w, side) if letter(u) == "AIR" and not u.duty.done})),
    )


def sustained(w: World, side: Side) -> frozenset[int]:
    """Units without a path of their own that a limited source keeps in general supply, by entity (13.4, 13.6)."""
    return w.lasting(("sustained", side), DEPENDS, lambda: _sustained(w, side))


class Well(NamedTuple):
    """A limited source: how many units it feeds, of which groups, how far off, and how far in the Caucasus."""

    hex: int
    units: int
    groups: tuple[str, ...]
    reach: int
    caucasus_reach: int


def _sustained(w: World, side: Side) -> frozenset[int]:
    return served(w, side, ranks(w))


def ranks(w: World) -> Ranks:
    """Whom the owners have named to be fed before (below 0) or after (above) all others, by counter."""
    return tuple((word.removeprefix(FED), n) for word, n in w.campaign.tally if word.startswith(FED))


def served(w: World, side: Side, ranked: Ranks) -> frozenset[int]:
    """Whom the limited sources would feed if these were the wishes of the owners, by entity."""
    hungry = [u for u in on_map(w, side) if letter(u) not in ALWAYS and not _is_joined(w, u)]
    if not hungry:
        return frozenset()
    wells, blocked = _wells(w, side, tuple(sorted({group_of(w, u) for u in hungry}))), blocked_map(w, side)
    key = wells, blocked, tuple((u.entity, u.hex, is_army(u), cf(u)) for u in hungry), ranked
    return w.recent(("sustained", side), key, lambda: _feed(w, side, wells, hungry, dict(ranked)))


def _wells(w: World, side: Side, groups: tuple[str, ...]) -> tuple[Well, ...]:
    """The limited sources of a side: its cities, then the ports fed by ships."""
    table, limit = rules(w).supply, length(w, side)
    short = rules(w).caucasus.axis_reach if side is Side.AXIS else limit
    found = [(i, units, reach, groups) for i, (units, reach) in limited_cities(w, side).items()]
    ports = {group: connected_ports(w, group) for group in groups}
    for i in sorted({i for open_ports in ports.values() for i in open_ports}):
        fed = tuple(group for group in groups if i in ports[group])
        found.append((i, table.port_units, table.port_reach, fed))
    return tuple(Well(i, n, fed, min(reach, limit), min(reach, limit, short)) for i, n, reach, fed in found)


def _feed(w: World, side: Side, wells: tuple[Well, ...], hungry: list[Unit], ranked: dict[str, int]) -> frozenset[int]:
    """As the owner has ordered it; else armies first, then the nearest, then the strongest."""
    out: set[int] = set()
    south = caucasus(w)
    for well in wells:
        walk = Walk(side, blocked_map(w, side), (well.hex,), well.reach, False)
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


def fed_by_partisans(w: World) -> bytes:
    """Of every hex, 1 if airborne corps there live on partisans of the 2nd stage near by (16.5)."""
    hexes = tuple(i for i, band in sorted(partisans(w).items()) if is_second_stage(band))
    open_there = bytes(b and i not in hexes for i, b in enumerate(blocked_map(w, Side.SOVIET)))
    return flood(w, Walk(Side.SOVIET, open_there, hexes, rules(w).partisans.feeds, False))


def _is_joined(w: World, unit: Unit) -> bool:
    """Has a unit a path of its own to general supply, or partisans to share with?"""
    if _has_path(w, unit, GENERAL):
        return True
    return letter(unit) == "AB" and bool(w.lasting("fed-by-partisans", DEPENDS, lambda: fed_by_partisans(w))[unit.hex])


# -- judging (13.1) -----------------------------------------------------------------------------------------


def _has_path(w: World, unit: Unit, sort: str) -> bool:
    found = path_map(w, group_of(w, unit), sort)
    return bool(found[unit.hex]) or _gun_reaches(w, unit, found)


def supply_state(w: World, unit: Unit) -> int:
    """How a unit would be judged now: 0 supplied, 1 out of supply, 2 surrounded (13.1)."""
    if unit.hex < 0 or letter(unit) in ALWAYS or unit.duty.dropped or is_first_turn(w, unit.type.side):
        return SUPPLIED
    return judged(w, unit)


def judged(w: World, unit: Unit) -> int:
    """How a unit is joined to its supply at this instant, whatever exempts it (13.1)."""
    if _is_joined(w, unit) or unit.entity in sustained(w, unit.type.side):
        return SUPPLIED
    return OUT_OF_SUPPLY if _has_path(w, unit, ANY) or _is_near_a_well(w, unit) else SURROUNDED


def _is_near_a_well(w: World, unit: Unit) -> bool:
    """Does a path of any length lead to a limited source, though it feeds others or is too far (10.68, 13.4, 13.6)?"""
    group = group_of(w, unit)
    found = w.lasting(("well-map", group), DEPENDS, lambda: _well_map(w, group))
    return bool(found[unit.hex]) or _gun_reaches(w, unit, found)


def _well_map(w: World, group: str) -> bytes:
    """Of every hex, 1 if a path of any length leads to a port fed by ships or a Major City of the own country; taken
    cities count for the hex they stand in only."""
    side = side_of(group)
    cities = limited_cities(w, side)
    starts = tuple(sorted({*connected_ports(w, group), *(i for i, (_, reach) in cities.items() if reach)}))
    out = bytearray(flood(w, Walk(side, blocked_map(w, side), starts, ENDLESS, side is Side.SOVIET and is_ice_open(w))))
    for i, (_, reach) in cities.items():
        out[i] |= not reach
    return bytes(out)


def is_surrounded(w: World, unit: Unit) -> bool:
    """Would the unit surrender if it were eliminated at this moment (10.68)?"""
    return supply_state(w, unit) == SURROUNDED


def judge(w: World) -> None:
    """Judge every unit of the side whose phase it is, at one instant, and change its mark (13.1)."""
    side = turn_side(w)
    _count_cut_off(w, side)
    free = is_first_turn(w, side)
    units = [u for u in on_map(w, side) if letter(u) not in ALWAYS]
    found = [(u, SUPPLIED if free else judged(w, u)) for u in units]
    for unit, now in found:
        before = unit.duty.supply
        if now != before or unit.duty.dropped or unit.duty.relieved:
            w.mark(unit.duty, supply=now, dropped=False, relieved=False)
        if now != before:
            w.emit(
                Changed(
                    text=f"{unit.type.name} at {named(w, unit.hex)} is {WORDS[now]}.",
                    where=(label(w, unit.hex),),
                    rule="13.1",
                    unit=unit.id,
                    state=STATES[now],
                )
            )


def _count_cut_off(w: World, side: Side) -> None:
    """Captured Major Cities feed their garrisons for some turns running only: count them (13.4)."""
    if side is not Side.AXIS:
        return
    found = path_map(w, GERMAN, ANY)
    cut = [i for i in sorted(armies(w)) if is_major(w, i) and army_at(w, i) is side and not found[i]]
    cut = [i for i in cut if w.board.hexes[i].owner != side.value]
    kept = [(word, n) for word, n in w.campaign.tally if not word.startswith(CUT_OFF)]
    tally = tuple(sorted([*kept, *((CUT_OFF + label(w, i), cut_off_turns(w, i) + 1) for i in cut)]))
    if tally != w.campaign.tally:
        w.mark(w.campaign, tally=tally)
