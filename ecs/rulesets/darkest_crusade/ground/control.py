"""Control of hexes and seas: who has it, what must be attacked to gain it, and how it changes."""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.components import Disruption, Garrison, Ground, Place, Side, Weather
from ecs.core.events import Changed
from ecs.core.remembered_answers import remembered
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import Factory
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.terrain import is_accessible, is_clear, region
from ecs.systems.control import ControlRules, take
from ecs.systems.stacking import stacks

SEAS = ("Baltic", "Black", "Azov")


def lost_oil(w: World, side: Side) -> bool:
    """Has the side lost its oil: all of Romania, by an option any hex of it, or Grozny (6.5)?"""
    special = rules(w).special
    hexes = region(w, special.rumania) if side is Side.AXIS else w.board.named(special.grozny)
    taken = [w.ground[h].control is side.other for h in hexes]
    return any(taken) if side is Side.SOVIET or w.options["axis_oil"] == "any" else all(taken)


def needs_assault(w: World, index: int, side: Side) -> bool:
    """Must ``side`` attack this hex to take it even if it is undefended (13)?"""
    spot, ground = w.board.hexes[index], w.ground[index]
    if ground.control is not side.other:
        return False
    if spot.place == "victory" or "fortress" in spot.traits:
        return True
    return spot.place == "major" and w.by_hex(Garrison)[index].garrisoned


@remembered(shared=True)
def _strongpoints(w: World) -> tuple[int, ...]:
    return tuple(h.index for h in w.board.hexes if h.place or h.traits)


@remembered(Place, Ground, Garrison)
def foe_map(w: World, side: Side) -> bytes:
    """For every hex, 1 if ``side`` must attack to get in: enemies, or a place that falls to no march (13)."""
    out = bytearray(len(w.board.hexes))
    for index, stack in stacks(w).items():
        out[index] = stack[0].type.side is not side
    for index in _strongpoints(w):
        out[index] = out[index] or needs_assault(w, index, side)
    return bytes(out)


def seas_of(w: World, index: int) -> set[str]:
    """The seas a hex touches."""
    return {s for s in SEAS if f"coast_{s}" in w.board.hexes[index].traits}


def sea_control(w: World, sea: str) -> Side | None:
    """The side that controls a sea; None if neither does (18)."""
    table = rules(w).sea
    keys = {"Baltic": [table.baltic], "Black": [table.black], "Azov": table.azov}[sea]
    holders = {w.ground[i].control for i in w.board.spots(keys)}
    return holders.pop() if len(holders) == 1 else None


@remembered()
def city_points(w: World) -> dict[int, int]:
    """Board index -> victory points of a place, as the scenario or the tables have them; none that is worth nothing."""
    worth = rules(w).victory.points
    found = {index: worth[name] for name in worth for index in w.board.named(name)}
    found |= w.scenario.points_on(w.board)
    return {index: points for index, points in found.items() if points}


def held_points(w: World) -> int:
    """Victory points of what the Axis controls, in supply or not (21)."""
    table = rules(w).victory
    axis = [ground.control is Side.AXIS for ground in w.ground]
    places = sum(points for index, points in city_points(w).items() if axis[index])
    return places + sum(n for name, n in table.region_points.items() if all(axis[i] for i in region(w, name)))


def is_place_of_note(w: World, index: int) -> bool:
    """Is it a town, city or fortress, which the log mentions?"""
    spot = w.board.hexes[index]
    return bool(spot.place) or "fortress" in spot.traits


def _factories_fall(w: World, index: int, side: Side) -> None:
    """A tank factory falls into enemy hands (16)."""
    for factory in w.installations:
        if factory.hex == index and side is not factory.type.side:
            w.mark(Factory, factory, state="lost", since=w.clock.turn)
            w.mark(Place, factory, hex=-1, box="dead")
            w.emit(Changed(rule="16", unit=factory.id, state="lost"))


take_control = take
CONTROL = ControlRules(
    rule="6.1",
    is_told=is_place_of_note,
    worth=lambda w, index: city_points(w).get(index, 0),
    score=lambda w: {Side.AXIS: held_points(w)},
    follows=_factories_fall,
    counts=lambda w, index: any(index in region(w, name) for name in rules(w).victory.region_points),
)


# -- Chapter 7: the hexes that German armies and panzergruppen control. ----------------------------------------------


def reaches(w: World, unit: Unit, index: int) -> bool:
    """Does this unit's zone of control cover the adjacent hex (7)?"""
    if not unit.ready or not is_accessible(w, unit.hex, index):
        return False
    if "zoc_all" in unit.type:
        return True
    return "zoc_clear" in unit.type and is_clear(w, unit.hex) and is_clear(w, index)


@remembered(Place, Disruption, Weather)
def zones(w: World, side: Side) -> Mapping[int, tuple[str, ...]]:
    """Hexes in a side's zones of control: board index -> ids of the units that exert them."""
    found: dict[int, list[str]] = {}
    for unit in w.units:
        if unit.hex < 0 or unit.type.side is not side:
            continue
        for index in w.board.neighbours[unit.hex]:
            if reaches(w, unit, index):
                found.setdefault(index, []).append(unit.id)
    return {k: tuple(v) for k, v in sorted(found.items())}
