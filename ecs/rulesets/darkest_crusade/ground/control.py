"""Control of hexes and seas: who has it, how it changes, and who may not enter a hex."""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.components import Disruption, Garrison, Ground, Place, Side, Weather
from ecs.core.events import Changed
from ecs.core.remembered_answers import per_position, remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import Borders, Factory
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.terrain import in_rumania, is_accessible, is_clear, region
from ecs.systems.control import ControlRules, take
from ecs.systems.sentences import named
from ecs.systems.stacking import side_at, stacks, units_at

# -- Control of hexes and seas: who has it, what must be attacked to gain it, and how it changes. --------------------

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


# -- Who may not enter a hex: enemies there, quarrelling allies, Finnish war aims, Romania. --------------------------


def is_spared(w: World, index: int) -> bool:
    """Is the hex in Romania, and must the Soviets leave units there alone?  An option spares its ground too
    (9.2)."""
    if not in_rumania(w, index) or w[Borders].rumania_open:
        return False
    return w.options["rumania"] == "closed" or side_at(w, index) is Side.AXIS


def clashes(w: World, unit: Unit, index: int) -> bool:
    """Would Hungarians and Romanians share a hex (6.1)?"""
    enemy = {"HUN": "RUM", "RUM": "HUN"}.get(unit.type.nation)
    return enemy is not None and any(u.type.nation == enemy for u in units_at(w, index))


def is_finn_barred(w: World, unit: Unit, index: int) -> bool:
    """Finnish war aims: the hexes the Finnish army keeps out of (22.1)."""
    if "finnish" not in unit.type or w.options["finns"] == "free":
        return False
    return index not in _finn_hexes(w)


@remembered()
def _finn_hexes(w: World) -> frozenset[int]:
    return frozenset(w.board.spots(rules(w).special.finn_hexes))


def bar(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not enter a hex by whatever way; None if it may."""
    side = unit.type.side
    if side_at(w, index) is side.other:
        return Refusal("enemy-occupied", f"{named(w, index)} is in enemy hands.", "6.1")
    if clashes(w, unit, index):
        return Refusal("hun-rum", "Hungarian and Romanian units may not share a hex.", "6.1")
    refusal = bar_of_nation(w, unit, index)
    if refusal is not None:
        return refusal
    if needs_assault(w, index, side):
        return Refusal("must-attack", f"{named(w, index)} must be attacked even when empty.", "13")
    return None


def bar_of_nation(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why units of this nation keep out of a hex whoever stands there; None if they do not."""
    side = unit.type.side
    if is_finn_barred(w, unit, index):
        return Refusal("finns", "The Finnish army stays in Karelia.", "22.1")
    if side is Side.SOVIET and w.options["rumania"] == "closed" and is_spared(w, index):
        return Refusal("rumania-closed", "Romania is closed to the Soviets until the Axis attacks from it.", "9.2")
    return None


def barred_map(w: World, unit: Unit) -> bytes:
    """For every hex, 1 if :func:`bar` keeps units of this side and nation out."""
    return _barred(w, _first_of(w, unit.type.side, unit.type.nation))


@remembered()
def _first_of(w: World, side: Side, nation: str) -> Unit:
    return next(u for u in w.units if u.type.side is side and u.type.nation == nation)


@remembered(Borders)
def _barred_to_nation(w: World, unit: Unit) -> bytes:
    return bytes(bar_of_nation(w, unit, h.index) is not None for h in w.board.hexes)


@per_position
def _barred(w: World, unit: Unit) -> bytes:
    side, out = unit.type.side, bytearray(_barred_to_nation(w, unit))
    for index, foe in enumerate(foe_map(w, side)):
        if foe:
            out[index] = 1
    for index in stacks(w):
        if clashes(w, unit, index):
            out[index] = 1
    return bytes(out)
