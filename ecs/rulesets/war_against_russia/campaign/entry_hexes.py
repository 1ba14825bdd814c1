"""Chapter 13: where units come onto the map."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Garrison, Side
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.campaign.siberian_reserve import is_siberian
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.ground.occupancy import army_at, holder
from ecs.rulesets.war_against_russia.ground.stacking import no_room
from ecs.rulesets.war_against_russia.ground.supply import in_supply
from ecs.rulesets.war_against_russia.ground.terrain import region
from ecs.systems.campaign.arrivals import entry_place

GREAT_PLACES = ("victory", "major")
IRC, FACTORY = "irc", "tankfactory"


def gates(w: World, unit: Unit) -> tuple[int, ...]:
    """The hexes by which a new unit comes in, full or not: at the place the scenario names, if its side has it."""
    at = entry_place(w, unit)
    if at >= 0 and is_ours(w, at, unit.type.side):
        return (at,)
    if unit.type.side is Side.AXIS:
        return axis_gates(w, unit)
    edge = russian_edge(w)
    if is_siberian(w, unit.id):
        return tuple(sorted({*edge, *great_cities(w)}))
    also = w.board.spots(name for name, units in rules(w).soviet.also_at.items() if unit.id in units)
    return tuple(sorted({*edge, *(i for i in also if is_ours(w, i, Side.SOVIET))}))


def raising_gates(w: World, unit: Unit) -> tuple[int, ...]:
    """The hexes where a unit raised with replacement factors appears, full or not."""
    if unit.type.side is Side.AXIS:
        return axis_gates(w, unit)
    cities = (i for i in yielding_cities(w) if not w.all(Garrison)[i].drawn)
    return tuple(sorted({*russian_edge(w), *cities}))


# -- the Axis -------------------------------------------------------------------------------------------------


def door(w: World, nation: str) -> int:
    """Where units of an Axis nation come in; Rumanians and Finns have doors of their own, if the map has them."""
    table = rules(w).axis
    own = {"RUM": table.rumanian_entry, "FIN": table.finnish_entry}.get(nation, table.entry)
    return w.board.spots((own, table.entry))[0]


def axis_gates(w: World, unit: Unit) -> tuple[int, ...]:
    """The door of its nation; when that is lost, cut off or full, the edge of the map of that country."""
    first = door(w, unit.type.nation)
    if is_ours(w, first, Side.AXIS) and no_room(w, unit, first) is None:
        return (first,)
    country = w.board.hexes[first].nation
    edge = region(w, rules(w).supply.edge.axis)
    near = (i for i in sorted(edge) if w.board.hexes[i].nation == country and i != first)
    return tuple(i for i in near if is_ours(w, i, Side.AXIS))


# -- the Russians ---------------------------------------------------------------------------------------------


def russian_edge(w: World) -> tuple[int, ...]:
    """The hexes of the eastern edge that the Russians hold."""
    return w.memo(
        "russian-edge", lambda: tuple(i for i in sorted(region(w, rules(w).soviet.edge)) if _is_held(w, i, Side.SOVIET))
    )


def great_cities(w: World) -> tuple[int, ...]:
    """Major and victory cities the Russians hold and supply."""
    return w.memo("great-cities", lambda: _supplied(w, (h.index for h in w.board.hexes if h.place in GREAT_PLACES)))


def yielding_cities(w: World) -> tuple[int, ...]:
    """Cities that give the Russians infantry factors now."""
    return w.memo("yielding", lambda: _supplied(w, (h.index for h in w.board.hexes if IRC in h.traits)))


def working_factories(w: World) -> tuple[int, ...]:
    """Tank factories that work for the Russians now."""
    return w.memo("factories", lambda: _supplied(w, (h.index for h in w.board.hexes if FACTORY in h.traits)))


def _supplied(w: World, hexes: Iterable[int]) -> tuple[int, ...]:
    return tuple(i for i in hexes if is_ours(w, i, Side.SOVIET))


def is_ours(w: World, index: int, side: Side) -> bool:
    """Does a side hold a hex and supply it?"""
    return _is_held(w, index, side) and index in in_supply(w, side)


def _is_held(w: World, index: int, side: Side) -> bool:
    return holder(w, index) is side and army_at(w, index) is not side.other
