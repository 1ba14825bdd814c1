"""Chapter 11: who is in supply, and what becomes of the Dispersed who are not."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Assignment, Garrison, Ground, Place, Side, SupplyState
from ecs.core.events import Cause
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import LIFT, is_dispersed, turn_side
from ecs.rulesets.war_against_russia.ground.control import eliminate, holder
from ecs.rulesets.war_against_russia.ground.terrain import is_fortress, open_net
from ecs.rulesets.war_against_russia.ground.transport import is_port_of, ports, seas_from
from ecs.rulesets.war_against_russia.ground.zones_and_stacking import DEPENDS, blocked_map
from ecs.systems.network import marked, spread
from ecs.systems.stacking import in_box, on_map, stacks, units_at
from ecs.systems.supply import in_or_out, ways_back

# -- paths ------------------------------------------------------------------------------------------------


def in_supply(w: World, side: Side) -> frozenset[int]:
    """The hexes from which a side traces a supply path now, over land or through its ports."""
    return w.lasting(("supply", side), (*DEPENDS, Ground, Garrison), lambda: _in_supply(w, side))


def overland(w: World, side: Side) -> frozenset[int]:
    """The hexes from which a side traces a supply path now without any port."""
    return w.lasting(("overland", side), (*DEPENDS, Ground, Garrison), lambda: _overland(w, side))


def _overland(w: World, side: Side) -> frozenset[int]:
    net, blocked = open_net(w), blocked_map(w, side)
    starts = tuple(i for i in edges(w, side) if holder(w, i) is side)
    return w.recent(("overland", side), (net, blocked, starts), lambda: marked(spread(net, blocked, starts)))


def _in_supply(w: World, side: Side) -> frozenset[int]:
    land, net, blocked = overland(w, side), open_net(w), blocked_map(w, side)
    quays = tuple((i, seas_from(w, i, side)) for i in ports(w) if is_port_of(w, i, side) and not blocked[i])

    def make() -> frozenset[int]:
        found = land
        while more := _shipped_to(quays, found):
            found |= marked(spread(net, blocked, more))
        return found

    return w.recent(("supply", side), (land, net, blocked, quays), make)


def ways(w: World, side: Side) -> dict[int, int]:
    """Of every hex of ``in_supply``, the next one on the way to the map edge, or to the port that feeds it."""
    fed = in_supply(w, side)
    feeders = {i: i for i in edges(w, side) if i in fed and holder(w, i) is side}
    return ways_back(open_net(w), fed, feeders, [i for i in ports(w) if is_port_of(w, i, side)])


def _shipped_to(quays: Iterable[tuple[int, frozenset[str]]], found: frozenset[int]) -> list[int]:
    """Ports without a path of their own on a sea with a port that has one."""
    fed = {sea for i, seas in quays if i in found for sea in seas}
    return [i for i, seas in quays if i not in found and fed.intersection(seas)]


def edges(w: World, side: Side) -> tuple[int, ...]:
    """The edge hexes that may feed a side while it controls them."""
    trait = rules(w).supply.edge.of(side)
    return w.keep(("edges", side), lambda: tuple(h.index for h in w.board.hexes if trait in h.traits))


# -- units ------------------------------------------------------------------------------------------------


def fed_from_air(w: World, side: Side) -> frozenset[int]:
    """The hexes that a side's aircraft feed (11, 12)."""

    def make() -> frozenset[int]:
        return frozenset(
            u[Assignment].target for u in in_box(w, LIFT) if u.type.side is side and u[Assignment].target >= 0
        )

    return w.lasting(("fed-from-air", side), (Place, Assignment), make)


def is_supplied(w: World, unit: Unit) -> bool:
    """Is a unit in supply now, by a path or from the air?"""
    side = unit.type.side
    return unit.hex in in_supply(w, side) or unit.hex in fed_from_air(w, side)


CHECK = in_or_out("11", is_supplied)


def judge(w: World) -> None:
    """Write down who of the side in its turn is in supply, and tell of every change (11)."""
    CHECK.tick(w, on_map(w, turn_side(w)))


# -- the supply check -------------------------------------------------------------------------------------


def check(w: World) -> None:
    """B5, C5: supply is judged; the Dispersed without it are lost but for those a place keeps alive (11)."""
    judge(w)
    for index in sorted(stacks(w)):
        hungry = [u for u in units_at(w, index) if u.type.side is turn_side(w) and is_starving(u)]
        hungry.sort(key=lambda u: (-max(u.type.attack, u.type.defence), -u.type.defence, u.entity))
        for unit in hungry[sustained(w, index) :]:
            eliminate(w, unit, Cause.NO_SUPPLY, "Dispersed and out of supply", "11")


def is_starving(unit: Unit) -> bool:
    """Dispersed and out of supply, as last judged?"""
    return is_dispersed(unit) and not unit[SupplyState].supplied


def sustained(w: World, index: int) -> int:
    """How many such units a hex keeps alive."""
    table = rules(w).supply.sustain
    fort = table.get("fortress", 0) if is_fortress(w, index) else 0
    return max(table.get(w.board.hexes[index].place, 0), fort)
