"""Chapters 3.4 and 4: lines of supply, special supply, and who is in supply."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Clock, Ground, Side, SupplyState
from ecs.core.remembered_answers import FEW, per_position, remembered
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.options import AT_ONCE, ATTRITION, EIGHT_HEXES, LONGER, NINE_HEXES, SUPPLY_LINE
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import cf, has, is_combat_unit, season
from ecs.rulesets.dark_valley.ground.control import hold_ground
from ecs.rulesets.dark_valley.ground.occupancy import (
    DEPENDS,
    ISOLATED,
    OUT_OF_SUPPLY,
    SUPPLIED,
    army_at,
    blocked_map,
    fighters_at,
)
from ecs.rulesets.dark_valley.ground.railways import (
    back_to_source,
    depots,
    edges,
    fed_rail,
    is_live,
    rail_ends,
    rail_line,
    rail_tree,
    romania_has_switched,
    usable_rail,
)
from ecs.rulesets.dark_valley.ground.terrain import open_net, places, within
from ecs.systems.network import either, marked_in, spread
from ecs.systems.stacking import on_map, units_at
from ecs.systems.supply import SupplyRules, distances, judge, ways_back

# -- Chapters 3.4, 4.1-4.3, 4.6: who is in supply. -------------------------------------------------------------------
# Two states are judged: a line of supply (LOS) of limited length, and a line of communications (LOC) of any length.

ALLIES = frozenset({"ROM", "HUN", "FIN"})
SUPPLY_DEPENDS = (*DEPENDS, Ground, Clock)
WORDS = ("in supply again", "out of supply", "isolated")
STATES = ("supplied", "unsupplied", "isolated")


# -- lines of supply and communications -----------------------------------------------------------


def reach_of_supply(w: World, side: Side) -> int:
    """Longest line of supply now, in hexes (4.2)."""
    return reach_in(w, side, season(w))


def reach_in(w: World, side: Side, column: int) -> int:
    """Longest line of supply of this turn in some weather, by its column (4.2)."""
    table = rules(w).supply
    if side is Side.AXIS:
        choice, late = w.options[SUPPLY_LINE], w.clock.turn >= table.axis_late_from
        if choice == EIGHT_HEXES:
            return table.axis_eight[column]
        nine = choice == NINE_HEXES or (late and choice == LONGER)
        return (table.axis_late if nine else table.axis)[column]
    late = w.clock.turn >= table.soviet_late_from
    return (table.soviet_late if late else table.soviet_early)[column]


def in_supply(w: World, side: Side) -> frozenset[int]:
    """Hexes from which a side has a line of supply now (4.2); the Axis allies may have others."""
    return marked_in(w, los_map(w, side))


@per_position
def bases(w: World, side: Side) -> tuple[int, ...]:
    """Own towns and cities with a line of communications, where air units may be based (6.4)."""
    loc = loc_map(w, side)
    return tuple(i for i in places(w) if loc[i] and w.ground[i].control is side)


def group_of(unit: Unit) -> str:
    """Axis allies with sources of their own; "" for all others."""
    nation = unit.type.nation
    return nation if unit.type.side is Side.AXIS and nation in ALLIES else ""


def held(w: World, side: Side, labels: list[str]) -> tuple[int, ...]:
    """Of some places, those a side controls."""
    return tuple(i for i in w.board.spots(labels) if w.ground[i].control is side)


def own_sources(w: World, group: str) -> tuple[int, ...]:
    """Ultimate sources of the Axis, or of one of its allies: map edge and cities (4.1, 8.10)."""
    table = rules(w).supply
    labels = list(table.axis_cities)
    if group == "HUN":
        labels += table.hungarian_cities
    elif group == "ROM":
        return west_edge(w) + held(w, Side.AXIS, labels) + romanian_sources(w)
    elif group == "FIN":
        labels += rules(w).allies.finland_edge
    return west_edge(w) + held(w, Side.AXIS, labels)


def west_edge(w: World) -> tuple[int, ...]:
    """Rail hexes of the western map edge that the Axis holds."""
    return tuple(i for i in edges(w, Side.AXIS) if w.ground[i].control is Side.AXIS)


def romanian_sources(w: World) -> tuple[int, ...]:
    """Bucharest and Ploesti, while the Axis holds them and Romania has not changed sides (4.1, 8.11)."""
    return () if romania_has_switched(w) else held(w, Side.AXIS, rules(w).supply.romanian_cities)


def lone_cities(w: World) -> tuple[int, ...]:
    """Soviet source cities off the rail net that a Soviet unit holds, which supply a few hexes round them (4.1)."""
    fed = fed_rail(w, Side.SOVIET).before
    mine = held(w, Side.SOVIET, rules(w).supply.soviet_cities)
    return tuple(i for i in mine if i not in fed and army_at(w, i) is Side.SOVIET)


@remembered(*SUPPLY_DEPENDS)
def los_map(w: World, side: Side, group: str = "") -> bytes:
    """For every hex, 1 if there is a line of supply from it (3.4, 4.2)."""
    blocked, limit, table = blocked_map(w, side), reach_of_supply(w, side), rules(w).supply
    if side is Side.SOVIET:
        return _soviet_los(w, blocked, usable_rail(w, side), limit, lone_cities(w))
    starts = [d.hex for d in depots(w) if is_live(w, d)]
    if table.axis_rail_feeds:
        starts += [*home_rails(w), *(i for d in depots(w) for i in rail_line(w, d))]
    sources = tuple(sorted({*starts, *own_sources(w, group)}))
    near = () if group else romanian_sources(w)
    return _axis_los(w, blocked, sources, limit, near)


@remembered(most=FEW)
def _soviet_los(w: World, blocked: bytes, usable: bytes, limit: int, cities: tuple[int, ...]) -> bytes:
    fed = rail_tree(w, usable, rail_ends(w, Side.SOVIET)).before
    return _two_reaches(w, (blocked, fed, limit, cities), rules(w).supply.city_reach)


@remembered(most=FEW)
def _axis_los(w: World, blocked: bytes, sources: tuple[int, ...], limit: int, near: tuple[int, ...]) -> bytes:
    return _two_reaches(w, (blocked, sources, limit, near), rules(w).supply.romanian_reach)


def ways(w: World, side: Side) -> dict[int, int]:
    """For every hex of ``in_supply``, the next one on the way back: over land to a depot, a railway or a source, and
    from there along the railway."""
    if side is Side.SOVIET:
        before, lone = fed_rail(w, side).before, lone_cities(w)
        fed_by_rail = tuple(before)
    else:
        before, lone = fed_rail(w, side, True).before, (*own_sources(w, ""), *romanian_sources(w))
        ends = [d.hex for d in depots(w) if is_live(w, d)]
        ends += home_rails(w) if rules(w).supply.axis_rail_feeds else ()
        fed_by_rail = tuple(i for end in ends for i in back_to_source(before, end))
    feeders = {i: before[i] if before[i] >= 0 else i for i in fed_by_rail}
    fed = in_supply(w, side)
    return ways_back(open_net(w), fed, {**{i: i for i in lone if i in fed}, **feeders})


def home_rails(w: World) -> tuple[int, ...]:
    """Railways of the Reich and its allies that are joined to a source; Romania's until it changes sides."""
    home = _home(w, romania_has_switched(w))
    return tuple(i for i in fed_rail(w, Side.AXIS).before if i in home)


@remembered()
def _home(w: World, switched: bool) -> frozenset[int]:
    nations = [n for n in rules(w).supply.home if n != "ROM" or not switched]
    return frozenset(h.index for h in w.board.hexes if h.nation in nations)


def _two_reaches(w: World, ground: tuple[bytes, Iterable[int], int, tuple[int, ...]], reach: int) -> bytes:
    """Hexes within the length of a line of supply of the sources, or within ``reach`` of some that feed no farther."""
    blocked, sources, limit, near = ground
    out = spread(open_net(w), blocked, sources, limit)
    return either(out, spread(open_net(w), blocked, near, min(limit, reach))) if near else out


@remembered(*SUPPLY_DEPENDS)
def loc_map(w: World, side: Side, group: str = "") -> bytes:
    """For every hex, 1 if there is a line of communications from it (3.4)."""
    blocked, table = blocked_map(w, side), rules(w).supply
    if side is Side.SOVIET:
        fed = fed_rail(w, side).before
        sources = tuple(i for i in edges(w, side) if i in fed)
        near, reach = lone_cities(w), table.city_reach
    else:
        sources = (*own_sources(w, group), *(d.hex for d in depots(w) if is_live(w, d)))
        near, reach = () if group else romanian_sources(w), table.romanian_reach
    return _lines(w, blocked, sources, near, reach)


@remembered(most=FEW)
def _lines(w: World, blocked: bytes, sources: tuple[int, ...], near: tuple[int, ...], reach: int) -> bytes:
    out = spread(open_net(w), blocked, sources)
    return either(out, spread(open_net(w), blocked, near, reach)) if near else out


@per_position
def far_from_source(w: World, side: Side) -> list[int]:
    """For every hex, how far it is to the side's nearest source of supply, enemies or not (5.9)."""
    if side is Side.SOVIET:
        found = (*edges(w, side), *held(w, side, rules(w).supply.soviet_cities))
    else:
        found = (*own_sources(w, ""), *romanian_sources(w), *(d.hex for d in depots(w) if is_live(w, d)))
    return _distances(w, found)


@remembered(most=FEW)
def _distances(w: World, sources: tuple[int, ...]) -> list[int]:
    return distances(open_net(w), sources)


# -- special supply (4.6) -------------------------------------------------------------------------


@remembered(*SUPPLY_DEPENDS)
def sustained(w: World) -> frozenset[int]:
    """Units, by entity, that can be out of supply but never isolated."""
    return frozenset(_sustained(w))


def _sustained(w: World) -> set[int]:
    table, turn = rules(w).supply, w.clock.turn
    out: set[int] = set()
    if ladoga_feeds(w):
        for city in w.board.spots([table.leningrad]):
            out |= {u.entity for i in sorted(within(w, city, 1)) for u in _lodged(w, i, Side.SOVIET)}
    for port in held(w, Side.SOVIET, table.sea_fed):
        if any(i != port for i in _ports(w, Side.SOVIET, "coast_Black")):
            out |= _shipped_to(w, port, Side.SOVIET)
    if turn >= table.axis_sea_fed_from and held(w, Side.AXIS, [table.axis_sea_fed_port]):
        for port in held(w, Side.AXIS, table.axis_sea_fed):
            out |= _shipped_to(w, port, Side.AXIS, kuban(w, port) if port in w.board.named(table.kuban) else ())
    if turn >= table.courland_from:
        for port in _ports(w, Side.AXIS, "coast_Baltic"):
            for i in sorted(within(w, port, table.courland_reach)):
                out |= {u.entity for u in _lodged(w, i, Side.AXIS)}
    return out


def ladoga_feeds(w: World) -> bool:
    """Is there a way over the lake to Leningrad: a shore hex that the Soviets hold, with communications?"""
    loc = loc_map(w, Side.SOVIET)
    return any(loc[i] for i in held(w, Side.SOVIET, rules(w).supply.ladoga))


def is_cut_off(w: World, index: int) -> bool:
    """Is a Soviet city isolated: without communications, and without ships over Lake Ladoga (3.4, 4.6)?"""
    if loc_map(w, Side.SOVIET)[index]:
        return False
    return index not in w.board.named(rules(w).supply.leningrad) or not ladoga_feeds(w)


def _lodged(w: World, index: int, side: Side) -> list[Unit]:
    return [u for u in units_at(w, index) if u.type.side is side]


@remembered()
def kuban(w: World, port: int) -> tuple[int, ...]:
    """The hexes round Novorossisk, none east of it, in which ships supply the Axis."""
    table, hexes = rules(w).supply, w.board.hexes
    return tuple(i for i in sorted(within(w, port, table.kuban_reach)) if hexes[i].col <= hexes[port].col)


def _shipped_to(w: World, port: int, side: Side, around: tuple[int, ...] = ()) -> set[int]:
    """Cut-off units in and next to a port that ships can supply: those in it first, then the strongest."""
    hungry = []
    for index in sorted(within(w, port, 1).union(around)):
        for unit in fighters_at(w, index):
            if unit.type.side is side and not loc_map(w, side, group_of(unit))[index]:
                hungry.append((index != port, -cf(unit), unit.entity))
    return {entity for _, _, entity in sorted(hungry)[: rules(w).supply.sea_fed_units]}


@remembered()
def _harbours(w: World, coast: str) -> tuple[int, ...]:
    return tuple(h.index for h in w.board.hexes if "port" in h.traits and coast in h.traits)


def _ports(w: World, side: Side, coast: str) -> list[int]:
    return [i for i in _harbours(w, coast) if w.ground[i].control is side and army_at(w, i) is not side.other]


# -- judging (4.3) --------------------------------------------------------------------------------


def supply_of(w: World, unit: Unit) -> int:
    """How a unit would be judged now: 0 in supply, 1 with communications only (or supplied in need), 2 neither."""
    index = unit.hex
    if index < 0:
        return SUPPLIED
    side, group = unit.type.side, group_of(unit)
    if los_map(w, side, group)[index]:
        return SUPPLIED
    if loc_map(w, side, group)[index] or unit.entity in sustained(w):
        return OUT_OF_SUPPLY
    return ISOLATED


def is_judged(unit: Unit) -> bool:
    """Does logistics put markers on it?  Depots and air units carry none."""
    return not has(unit, "depot") and not has(unit, "air")


def judged(w: World, unit: Unit) -> int:
    """How logistics would judge a unit now; what it puts no marker on is in supply."""
    return supply_of(w, unit) if is_judged(unit) else SUPPLIED


def _judged(w: World) -> list[Unit]:
    return [u for side in (Side.AXIS, Side.SOVIET) for u in on_map(w, side) if is_judged(u)]


SUPPLY = SupplyRules("4.3", _judged, supply_of, after=hold_ground)


def judge_all(w: World) -> list[Unit]:
    """Judge every unit of both sides at one instant and change its marker; those isolated that starve (4.3)."""
    weak = [u for u in _judged(w) if is_marked_to_starve(w, u) and not u[SupplyState].dropped]
    judge(w)
    return [u for u in weak if u[SupplyState].level == ISOLATED]


def is_marked_to_starve(w: World, unit: Unit) -> bool:
    """Does the unit roll if it is isolated now: it was so before, or an option lets it roll at once (4.3)?"""
    suffers = is_combat_unit(unit) or has(unit, "art")  # headquarters cannot starve
    return suffers and (unit[SupplyState].level == ISOLATED or w.options[ATTRITION] == AT_ONCE)


def relieve(w: World, units: Iterable[Unit]) -> None:
    """Units that regain a line of supply at the start of a chit act as supplied while it lasts (4.3), and hold the
    hex they stand in (9.2)."""
    for unit in units:
        if unit[SupplyState].level and not unit[SupplyState].relieved and supply_of(w, unit) == SUPPLIED:
            w.mark(SupplyState, unit, relieved=True)
            hold_ground(w, unit)
