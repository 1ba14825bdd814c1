"""Chapters 4.0 and 22: who stands in a hex, who controls it, zones of control and stacking."""

from __future__ import annotations

from collections.abc import Iterator

from ecs.core.components import Place, Side, Steps
from ecs.core.remembered_answers import remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.components import Partisan
from ecs.rulesets.russia_besieged.data.tables import SHELF, rules
from ecs.rulesets.russia_besieged.data.units import (
    classes,
    current_class,
    districts,
    is_combat_unit,
    is_fighting_class,
    is_german,
    is_second_stage,
    kind,
    kinds,
    letter,
)
from ecs.rulesets.russia_besieged.ground.terrain import barring_zones, is_city, is_major, is_well, land_net, region
from ecs.systems import control, scorekeeping
from ecs.systems.scorekeeping import Flag
from ecs.systems.sentences import closed_country
from ecs.systems.stacking import NO_LIMIT, Armies, Limits, StackCount, StackLimits, stacks
from ecs.systems.zones import ZonesOfControl

# -- Who stands in a hex, who controls it, and what it counts for (22). ----------------------------------------------

holder = control.holder

PAR, CITIES = "par", "cities"
MOSCOW_TAKEN = Flag("moscow-taken")

ARMIES = Armies(is_combat_unit, lambda unit: is_combat_unit(unit) or is_second_stage(unit), (Place, Steps), (Partisan,))
"""Second-stage partisans bar the way as well (16.5)."""
armies, army_at, fighters_at, foe_map = ARMIES.by_hex, ARMIES.side_at, ARMIES.fighters_at, ARMIES.foes


@remembered(Place, Steps)
def partisans(w: World) -> dict[int, Unit]:
    """Board index -> the partisans there (16)."""
    return {i: u for i, stack in stacks(w).items() for u in stack if letter(u) == "PT"}


def par(w: World) -> int:
    """VP the Axis needs: the par of the scenario, or what was bid for it; 0 if VP do not count (22.4, 23.8)."""
    chosen, own = w.options.get(PAR, ""), w.scenario.rules.get(PAR, 0)
    return int(chosen) if own and chosen.isdigit() else own


def needed(w: World) -> int:
    """Major Cities the Axis needs at the end of a short scenario; 0 if they do not decide it (23.7)."""
    found: int = w.scenario.rules.get(CITIES, 0)
    return found


@remembered()
def places(w: World) -> tuple[int, ...]:
    """Major Cities, Minor Cities and Oil Wells, by name."""
    return tuple(_places(w))


def _places(w: World) -> Iterator[int]:
    said = said_points(w)
    for spot in sorted(w.board.hexes, key=lambda h: h.name):
        if is_city(w, spot.index) or said.get(spot.index):
            yield spot.index


@remembered()
def said_points(w: World) -> dict[int, int]:
    """Board index -> what the scenario makes a place worth."""
    found: dict[int, int] = w.scenario.points_on(w.board)
    return found


MAJOR_CITIES = control.Prizes(places, lambda w, index: int(is_major(w, index)))
major_cities = MAJOR_CITIES.held  # its own country included (22.2)


def value(w: World, index: int) -> int:
    """Tournament VP of a place (22.4), or what the scenario says."""
    table, said = rules(w).victory, said_points(w)
    if index in said:
        return said[index]
    return table.major if is_major(w, index) else table.well if is_well(w, index) else table.minor


def is_east(w: World, index: int) -> bool:
    """Does it lie east of the border of 1941?"""
    return bool(w.board.hexes[index].owner == Side.SOVIET.value)


def points(w: World) -> int:
    """Tournament VP of the Axis: what it holds in the east, less what it has lost in the west, and Moscow (22.4)."""
    total = rules(w).victory.moscow if scorekeeping.has_flag(w, MOSCOW_TAKEN) else 0
    for index in places(w):
        if is_east(w, index) and holder(w, index) is Side.AXIS:
            total += value(w, index)
        elif not is_east(w, index) and holder(w, index) is Side.SOVIET:
            total -= value(w, index)
    return total


def standing(w: World) -> dict[Side, int]:
    """The score of each side in this game: VP of the Axis, or the Major Cities of either."""
    if par(w):
        return {Side.AXIS: points(w)}
    return MAJOR_CITIES.standing(w)


def worth(w: World, index: int) -> int:
    """What a place counts for in this game: VP, or as a Major City; 0 for nothing."""
    return value(w, index) if par(w) else int(is_major(w, index))


def dictator_lost(side: Side) -> Flag:
    """Flag of a side that has lost its Dictator (14.15)."""
    return Flag(f"dictator-lost-{side.value}")


# -- Chapter 21: the countries that are closed, and to whom. ---------------------------------------------------------

AREAS = {"FIN": "finnish_area", "ROM": "romanian_area", "HUN": "hungarian_area"}


def barred_ground(w: World, unit: Unit) -> frozenset[int]:
    """Hexes a unit may not enter by any means now: move, rail, sea, retreat or advance."""
    kind = unit.type
    return _barred(w, kind.side, kind.nation, _district(w, unit), _stays_out(w, unit), _bulgaria(w, unit))


def closed_to(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not enter a hex by any means."""
    return closed_country(w, unit, index, "21.0") if index in barred_ground(w, unit) else None


@remembered()
def _barred(w: World, side: Side, nation: str, district: str, stays_out: bool, bulgaria: bool) -> frozenset[int]:
    out: set[int] = set()
    if bulgaria:
        out.update(region(w, "bulgaria"))
    if side is Side.AXIS and nation in AREAS:
        if AREAS[nation] in w.board.regions:
            out.update(set(range(len(w.board.hexes))).difference(region(w, AREAS[nation])))
        if nation == "FIN":
            out.update(w.board.named(rules(w).allies.finland_closed))
        if nation == "HUN" and rules(w).allies.hungary_shuns == "ROM":
            out.update(region(w, "romania"))
    if stays_out:
        out.update(region(w, "finland"))
    if district:
        first, last = rules(w).district[district].rows
        out.update(h.index for h in w.board.hexes if not first <= h.row + 1 <= last)
    return frozenset(out)


def _bulgaria(w: World, unit: Unit) -> bool:
    """Bulgaria is closed to all, later to the Axis only."""
    return unit.type.side is Side.AXIS or bool(w.clock.turn < rules(w).allies.bulgaria_open)


def _district(w: World, unit: Unit) -> str:
    """The district a unit may not leave yet (11.2)."""
    name = districts().get(unit.type.id, "")
    found = rules(w).district.get(name)
    return name if found is not None and w.clock.turn <= found.locked else ""


def _stays_out(w: World, unit: Unit) -> bool:
    """Is it a German corps, with as many in Finland already as may be there?"""
    if not is_german(unit) or not is_combat_unit(unit):
        return False
    inside = germans_in_finland(w)
    return unit.entity not in inside and len(inside) >= rules(w).allies.finland_germans


@remembered(Place, Steps)
def germans_in_finland(w: World) -> tuple[int, ...]:
    """German combat units in Finland, by entity."""
    return tuple(u.entity for i in region(w, "finland") for u in fighters_at(w, i) if is_german(u))


# -- Chapter 4.0: zones of control and stacking. ---------------------------------------------------------------------

DEPENDS = (Place, Steps)


def has_zone(w: World, unit: Unit) -> bool:
    """Does the unit exert a zone, whatever its strength and the weather?"""
    return kind(unit).zoc


@remembered(shared=True)
def zone_net(w: World) -> tuple[tuple[int, ...], ...]:
    """For every hex, the neighbours a zone extends to: not across lake, sea or strait, nor into or out of the Northern
    Swamp (4.0, 6.4)."""
    mire = barring_zones(w)
    return tuple(() if i in mire else tuple(j for j in row if j not in mire) for i, row in enumerate(land_net(w)))


ZONES = ZonesOfControl(has_zone, zone_net, armies, DEPENDS)
zones, zone_map, blocked_map, casts_zone_from = ZONES.cover, ZONES.map, ZONES.blocked, ZONES.casts_from


def is_ice_gate_shut(w: World) -> bool:
    """Does an Axis zone close the ice road, for supply as well (6.3)?"""
    gates, zones = w.board.named(rules(w).ice_road.gate), zone_map(w, Side.AXIS)
    return any(army_at(w, i) is not Side.SOVIET and (zones[i] or army_at(w, i) is Side.AXIS) for i in gates)


# -- Chapter 5.0: how many may stand in a hex. -----------------------------------------------------------------------

FREE = frozenset({"AIR", "BASE", "PT", "DI"})
ARTILLERY, MARSHAL, MILITIA = "AR", "FM", "V"


def crowd_of(unit: Unit) -> StackCount:
    """What a unit counts towards a stack."""
    return _crowd_of(current_class(unit), unit.type.side, unit.type.nation)


@SHELF.remembered(1024)
def _crowd_of(name: str, side: Side, nation: str) -> StackCount:
    """By class, side and nation; corps and armies count against the limit of a hex, militia and workers do not."""
    front = classes()[name]
    word, fights = front.kind, is_fighting_class(name)
    corps = fights and kinds()[word].mobility != "fixed"
    soldiers = side is Side.AXIS and (fights or word == ARTILLERY)
    numbers = int(corps), int(corps and front.army), int(word == ARTILLERY), int(word == MARSHAL), int(word == MILITIA)
    return StackCount(numbers, frozenset((nation,)) if soldiers else frozenset())


def limits(w: World, city: bool) -> Limits:
    """How many corps, armies, guns, Field Marshals and militia may share a hex.  ``city``: a Major City."""
    table = rules(w).stacking
    most, where = (table.city, "a Major City") if city else (table.most, "a hex")
    others = (table.artillery, "artillery unit"), (table.marshals, "Field Marshal"), (table.militia, "militia units")
    return (
        (most, f"at most {most} combat units may share {where}"),
        (NO_LIMIT if city else table.armies, f"at most {table.armies} combat units in a hex may be armies"),
        *((number, f"at most {number} {name} may be in a hex") for number, name in others),
    )


def strangers(w: World, nations: frozenset[str]) -> str:
    """Nations of a stack that may not stand together: a sentence, or ""."""
    table = rules(w).stacking
    if len(nations) > 1 and any(nations.issuperset(pair) for pair in table.apart):
        return "Romanians and Hungarians may never share a hex"
    if "FIN" in nations and len(nations) > 1 and not nations.issubset(table.finns_with):
        return "Finns may share a hex only with Finns and Germans"
    return ""


LIMITS = StackLimits("5.0", DEPENDS, crowd_of, lambda unit: letter(unit) in FREE, limits, strangers, is_major)
excess, over, no_room = LIMITS.excess, LIMITS.over, LIMITS.no_room
full_hexes, full_for = LIMITS.full_hexes, LIMITS.full_for
