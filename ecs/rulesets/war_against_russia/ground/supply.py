"""Chapter 11: who is in supply, and what becomes of Dispersed units that are not."""

from __future__ import annotations

from ecs.core.components import Assignment, Garrison, Ground, Place, Side
from ecs.core.remembered_answers import FEW, remembered
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import LIFT, turn_side
from ecs.rulesets.war_against_russia.ground.control import DEPENDS, blocked_map, eliminate, holder
from ecs.rulesets.war_against_russia.ground.terrain import is_fortress, is_frozen, open_net
from ecs.rulesets.war_against_russia.ground.transport import is_port_of, ports, seas_from
from ecs.systems.network import marked, spread
from ecs.systems.stacking import in_box, on_map
from ecs.systems.supply import Quays, Starvation, SupplyRules, over_sea, ways_back

SUPPLY_DEPENDS = (*DEPENDS, Ground, Garrison)
"""The kinds of mark that supply depends on."""

# -- paths ------------------------------------------------------------------------------------------------


@remembered(*SUPPLY_DEPENDS)
def in_supply(w: World, side: Side) -> frozenset[int]:
    """The hexes from which a side traces a supply path now, over land or through its ports."""
    blocked = blocked_map(w, side)
    quays = tuple((i, seas_from(w, i, side)) for i in ports(w) if is_port_of(w, i, side) and not blocked[i])
    return _over_sea(w, overland(w, side), is_frozen(w), blocked, quays)


@remembered(most=FEW)
def _over_sea(w: World, land: frozenset[int], frozen: bool, blocked: bytes, quays: Quays) -> frozenset[int]:
    return over_sea(open_net(w), blocked, land, quays)


@remembered(*SUPPLY_DEPENDS)
def overland(w: World, side: Side) -> frozenset[int]:
    """The hexes from which a side traces a supply path now without any port."""
    starts = tuple(i for i in edges(w, side) if holder(w, i) is side)
    return _over_land(w, is_frozen(w), blocked_map(w, side), starts)


@remembered(most=FEW)
def _over_land(w: World, frozen: bool, blocked: bytes, starts: tuple[int, ...]) -> frozenset[int]:
    return marked(spread(open_net(w), blocked, starts))


def ways(w: World, side: Side) -> dict[int, int]:
    """For every hex of ``in_supply``, the next one on the way to the map edge, or to the port that supplies it."""
    fed = in_supply(w, side)
    feeders = {i: i for i in edges(w, side) if i in fed and holder(w, i) is side}
    return ways_back(open_net(w), fed, feeders, [i for i in ports(w) if is_port_of(w, i, side)])


@remembered()
def edges(w: World, side: Side) -> tuple[int, ...]:
    """The edge hexes that may supply a side while it controls them."""
    trait = rules(w).supply.edge.of(side)
    return tuple(h.index for h in w.board.hexes if trait in h.traits)


# -- units ------------------------------------------------------------------------------------------------


@remembered(Place, Assignment)
def fed_from_air(w: World, side: Side) -> frozenset[int]:
    """The hexes that a side's aircraft supply (11, 12)."""
    return frozenset(u[Assignment].target for u in in_box(w, LIFT) if u.type.side is side and u[Assignment].target >= 0)


def is_supplied(w: World, unit: Unit) -> bool:
    """Is a unit in supply now, by a path or from the air?"""
    side = unit.type.side
    return unit.hex in in_supply(w, side) or unit.hex in fed_from_air(w, side)


# -- the supply check -------------------------------------------------------------------------------------


def sustained(w: World, index: int, side: Side) -> int:
    """How many Dispersed units without supply a hex keeps alive."""
    table = rules(w).supply.sustain
    fort = table.get("fortress", 0) if is_fortress(w, index) else 0
    return max(table.get(w.board.hexes[index].place, 0), fort)


SUPPLY = SupplyRules(
    "11",
    units=lambda w: on_map(w, turn_side(w)),
    level=lambda w, unit: int(not is_supplied(w, unit)),
    starvation=Starvation(
        "11",
        "Dispersed and out of supply",
        turn_side,
        sustained,
        eliminate,
        order=lambda u: (-max(u.type.attack, u.type.defence), -u.type.defence, u.entity),
    ),
)
