"""Chapters 3.7, 4.1, 4.5: railways in supply, how far trains run, and depots joined to a source."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ecs.core.components import Flags, Ground, Side
from ecs.core.remembered_answers import FEW, per_position, remembered
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.options import IMMEDIATE, RAILHEAD, UNFED, ZONE
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import has
from ecs.rulesets.dark_valley.ground.occupancy import (
    DEPENDS,
    ZONE_DEPENDS,
    ZONES,
    armies,
    blocked_map,
    is_fed,
    zone_net,
)
from ecs.rulesets.dark_valley.ground.terrain import PARTISANS, ROMANIA_SWITCHED
from ecs.systems import scorekeeping
from ecs.systems.network import Net, both, unmarked
from ecs.systems.rail import rail_hexes, rail_net
from ecs.systems.scorekeeping import Flag
from ecs.systems.sentences import label
from ecs.systems.zones import flags

TORN = "torn:"
"""Before the label of a hex: the flag of a torn railway there."""
EDGES = {Side.AXIS: "edge_axis", Side.SOVIET: "edge_rus_supply"}


# -- railways -------------------------------------------------------------------------------------


@remembered()
def edges(w: World, side: Side) -> tuple[int, ...]:
    """Rail hexes on the map edge by which a side is supplied (4.1)."""
    word = EDGES[side]
    return tuple(i for i in rail_hexes(w) if word in w.board.hexes[i].traits)


@remembered(Ground)
def _own_rail(w: World, side: Side) -> bytes:
    return flags(w, (i for i in rail_hexes(w) if w.ground[i].control is side))


@remembered(*DEPENDS, Ground)
def usable_rail(w: World, side: Side) -> bytes:
    """For every hex, 1 if it has a railway that a side controls and nothing blocks: no enemy, no zone of his, for the
    Axis no partisans, for the Soviets no torn rails (3.3, 4.1, 8.12)."""
    out = bytearray(both(_own_rail(w, side), unmarked(closed_rail(w, side))))
    if side is Side.AXIS:
        for i in PARTISANS.hexes(w):
            out[i] = 0
    else:
        for i in torn_rails(w):
            out[i] = 0
    return bytes(out)


@remembered(*ZONE_DEPENDS)
def closed_rail(w: World, side: Side) -> bytes:
    """For every hex, 1 if an enemy closes a railway of ``side`` there: he stands in it, or has a zone there and a line
    of supply, and no own army cancels it (3.3, 4.5)."""
    if w.options.get(UNFED) == ZONE:
        return blocked_map(w, side)
    net, out = zone_net(w), bytearray(len(w.board.hexes))
    for unit in ZONES.exerting(w, side.other):
        if is_fed(unit):
            for j in net[unit.hex]:
                out[j] = 1
    for i, who in armies(w).items():
        out[i] = who is not side
    return bytes(out)


# -- the Soviet railhead (4.1) ---------------------------------------------------------------------


@remembered(Flags)
def torn_rails(w: World) -> frozenset[int]:
    """Railways taken by the Soviets that their railhead has not reached yet; only under an option (4.1)."""
    names = (word.removeprefix(TORN) for word in w[Flags].flags if word.startswith(TORN))
    return frozenset(w.board.by_label[name] for name in names)


def tear_up(w: World, index: int, side: Side) -> None:
    """A hex changes hands: its railway is torn up if the Soviets take it, and the Axis lays its own (4.1)."""
    if w.options.get(RAILHEAD, IMMEDIATE) != IMMEDIATE and rail_net(w)[index]:
        scorekeeping.flag(w, Flag(f"{TORN}{label(w, index)}"), side is Side.SOVIET)


def relay(w: World) -> None:
    """The Soviet railhead advances: torn rails near railways in supply are whole again, up to a distance (4.1)."""
    torn = torn_rails(w)
    if not torn:
        return
    closed, net = closed_rail(w, Side.SOVIET), rail_net(w)
    open_ = {i for i in torn if not closed[i] and w.ground[i].control is Side.SOVIET}
    ring, laid = set(fed_rail(w, Side.SOVIET).before) | {i for i in edges(w, Side.SOVIET) if i in open_}, set[int]()
    laid |= ring & open_
    for _ in range(int(w.options[RAILHEAD])):
        ring = {j for i in ring for j in net[i] if j in open_ and j not in laid}
        laid |= ring
    whole = {f"{TORN}{label(w, i)}" for i in laid}
    scorekeeping.strike(w, whole.__contains__)


def rail_ends(w: World, side: Side, romanian: bool = False) -> tuple[int, ...]:
    """Where a side's railways draw supply: the map edge, and for the Axis its source cities (4.1).

    ``romanian``: those of the Romanian depot, which lives on Bucharest and Ploesti too.
    """
    if side is Side.SOVIET:
        return edges(w, side)
    return _axis_ends(w, romanian and not romania_has_switched(w))


@remembered()
def _axis_ends(w: World, more: bool) -> tuple[int, ...]:
    table = rules(w).supply
    cities = [*table.axis_cities, *(table.romanian_cities if more else ())]
    return tuple(sorted({*edges(w, Side.AXIS), *w.board.spots(cities)}))


def romania_has_switched(w: World) -> bool:
    """Has Romania changed sides?  Then its cities no longer supply the Axis (8.11)."""
    return scorekeeping.has_flag(w, ROMANIA_SWITCHED)


class RailTree(NamedTuple):
    """The railways in supply: for each hex, the one before it towards the source (-1: a source) and how far it is."""

    before: dict[int, int]
    far: dict[int, int]


def fed_rail(w: World, side: Side, romanian: bool = False) -> RailTree:
    """The rail hexes of a side that are joined to a source by rail, nearest source first."""
    return rail_tree(w, usable_rail(w, side), rail_ends(w, side, romanian))


def tree_of(w: World, depot: Unit) -> RailTree:
    """The railways in supply, as a depot uses them."""
    return fed_rail(w, Side.AXIS, depot.id in rules(w).depots.romanian)


def lines_without(w: World, closed: Iterable[int]) -> list[list[int]]:
    """The railway behind each depot that would be joined to a source if some more hexes were closed."""
    usable, table = bytearray(usable_rail(w, Side.AXIS)), rules(w).depots
    for i in closed:
        usable[i] = 0
    trees = {own: _rail_tree(rail_net(w), usable, rail_ends(w, Side.AXIS, own)) for own in (False, True)}
    return [line for d in depots(w) if (line := back_to_source(trees[d.id in table.romanian].before, d.hex))]


def back_to_source(before: dict[int, int], end: int) -> list[int]:
    """From a hex on a railway back to its source; empty if it is on none."""
    line = [end] if end in before else []
    while line and before[line[-1]] >= 0:
        line.append(before[line[-1]])
    return line


@remembered(most=FEW)
def rail_tree(w: World, usable: bytes, starts: tuple[int, ...]) -> RailTree:
    """The part of the usable railways that is joined to a start."""
    return _rail_tree(rail_net(w), usable, starts)


def _rail_tree(net: Net, usable: bytes | bytearray, starts: Iterable[int]) -> RailTree:
    ring = [i for i in starts if usable[i]]
    before, far, distance = dict.fromkeys(ring, -1), dict.fromkeys(ring, 0), 0
    while ring:
        distance += 1
        further = []
        for i in ring:
            for j in net[i]:
                if usable[j] and j not in before:
                    before[j], far[j] = i, distance
                    further.append(j)
        ring = further
    return RailTree(before, far)


def friendly_rail(w: World, side: Side) -> bytes:
    """For every hex, 1 if units of a side may travel over its railway (3.7).

    The Axis: fed railways outside the Soviet Union, and in it those no farther from the source than the nearest
    depot along the rails.  The Soviets: all that is theirs and not blocked.
    """
    if side is Side.SOVIET:
        return usable_rail(w, side)
    return _depot_rail(w)


@per_position
def _depot_rail(w: World) -> bytes:
    live = tuple((d.hex, d) for d in depots(w) if is_live(w, d))
    return _axis_rail(w, usable_rail(w, Side.AXIS), live, romania_has_switched(w))


@remembered(most=FEW)
def _axis_rail(w: World, usable: bytes, live: tuple[tuple[int, Unit], ...], switched: bool) -> bytes:
    hexes, net = w.board.hexes, rail_net(w)
    out = bytearray(len(usable))
    for i in fed_rail(w, Side.AXIS, True).before:
        out[i] = hexes[i].nation != "SOV"
    nearest: dict[int, Unit] = {}
    for here, depot in live:
        nearest.setdefault(here, depot)
    ring = list(nearest)
    for i in ring:
        for j in net[i]:
            if usable[j] and j not in nearest:
                nearest[j] = nearest[i]
                ring.append(j)
    for i, depot in nearest.items():
        far = tree_of(w, depot).far
        if far[i] <= far[depot.hex]:
            out[i] = 1
    return bytes(out)


# -- depots ---------------------------------------------------------------------------------------


def depots(w: World) -> list[Unit]:
    """The depots on the map, by entity."""
    return [u for u in _every_depot(w) if u.hex >= 0]


@remembered()
def _every_depot(w: World) -> tuple[Unit, ...]:
    return tuple(u for u in w.units if has(u, "depot"))


def is_live(w: World, depot: Unit) -> bool:
    """Does a railway join the depot to an ultimate source (4.1)?"""
    return depot.hex in tree_of(w, depot).before


def rail_line(w: World, depot: Unit) -> tuple[int, ...]:
    """The railway behind a depot, from its source to the depot; empty when it is cut off."""
    return tuple(back_to_source(tree_of(w, depot).before, depot.hex)[::-1])
