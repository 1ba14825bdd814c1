"""Who stands in a hex, who controls it, and what it counts for (22)."""

from __future__ import annotations

from collections.abc import Iterator

from ecs.core.components import Place, Side, Steps
from ecs.core.remembered_answers import remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.components import Partisan
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import districts, is_combat_unit, is_german, is_second_stage, letter
from ecs.rulesets.russia_besieged.ground.terrain import is_city, is_major, is_well, region
from ecs.systems import control, scorekeeping
from ecs.systems.scorekeeping import Flag
from ecs.systems.sentences import closed_country
from ecs.systems.stacking import Armies, stacks

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
