"""Hexes and hexsides: cities, works, the terrain chart, water, neighbours; borders that hold units back (8.8-8.11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ecs.core.components import Side
from ecs.core.dice import roll
from ecs.core.events import Rolled
from ecs.core.remembered_answers import remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import DefensiveWorks, Fort, PartisanMarker, VoidZone
from ecs.rulesets.dark_valley.data.ground_tables import Terrain
from ecs.rulesets.dark_valley.data.options import SOVIET, ZONES_SHIELD
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import current_class, has, is_combat_unit, line, weather
from ecs.systems import sentences
from ecs.systems.control import Markers
from ecs.systems.network import net_without
from ecs.systems.network import within as steps_away
from ecs.systems.scorekeeping import Flag
from ecs.systems.sentences import label
from ecs.systems.weather import WeatherRules

# -- Hexes and hexsides: cities, works, the rows of the terrain chart, water, and which hexes are neighbours. --------

# -- Chapters 8.12, 8.13: forts, Defensive Works and partisans on the map, and Fortified Zones that still count. -----

DEFENSIVE_WORKS, FORTS = Markers(DefensiveWorks), Markers(Fort)
VOID_ZONES, PARTISANS = Markers(VoidZone), Markers(PartisanMarker)
WEAK, STRONG = 1, 2
"""Sizes of forts."""


@remembered(Fort)
def forts(w: World) -> Mapping[int, int]:
    """Hex -> size of the fort there: printed and not yet used up, or built (8.13)."""
    return dict(sorted((m.hex, m.size) for _, m in w.each_entity(Fort) if m.hex >= 0))


def fort_at(w: World, index: int) -> int:
    """0 none, 1 Weak Fort, 2 Fort."""
    return forts(w).get(index, 0)


def build_fort(w: World, index: int, size: int) -> None:
    """Put a fort up, in the place of a weaker one."""
    w.mark(Fort, FORTS.lay(w, index), size=size)


def has_works(w: World, index: int) -> bool:
    """Are there Defensive Works in a hex?"""
    return index in DEFENSIVE_WORKS.hexes(w)


def is_fortified_zone(w: World, index: int) -> bool:
    """Is a Fortified Zone printed there?"""
    return "fortified_zone" in w.board.hexes[index].traits


def has_zone_works(w: World, index: int) -> bool:
    """A Fortified Zone that still counts (8.13)."""
    return is_fortified_zone(w, index) and index not in VOID_ZONES.hexes(w)


def falls_void(w: World, index: int) -> bool:
    """By an option a Fortified Zone counts no longer once the Axis has held it (8.13)."""
    return w.options.get(ZONES_SHIELD) == SOVIET and has_zone_works(w, index)


def built(w: World, index: int) -> Flag:
    """The flag of a fort the Axis has built in a hex."""
    return Flag(f"built:{label(w, index)}")


def is_city(w: World, index: int) -> bool:
    """Does a city stand there?"""
    return w.board.hexes[index].place == "major"


def is_place(w: World, index: int) -> bool:
    """Is it a town or city?"""
    return w.board.hexes[index].place in ("major", "town")


@remembered()
def places(w: World) -> tuple[int, ...]:
    """Towns and cities."""
    return tuple(h.index for h in w.board.hexes if h.place in ("major", "town"))


def rows(w: World, index: int) -> tuple[Terrain, ...]:
    """The rows of the terrain chart that apply to a hex: its ground first, then what stands on it."""
    table, spot = rules(w).terrain, w.board.hexes[index]
    ground = spot.terrain
    if ground == "marsh" and w.weather.name == "Snow":
        ground = "woods"
    out = [table[ground]]
    if spot.place in ("major", "town"):
        out.append(table["city" if spot.place == "major" else "town"])
    if has_zone_works(w, index):
        out.append(table["fortified_zone"])
    if has_works(w, index):
        out.append(table["works"])
    fort = fort_at(w, index)
    if fort:
        out.append(table["weak_fort" if fort == WEAK else "fort"])
    return tuple(out)


def is_closed(w: World, a: int, b: int) -> bool:
    """Lake or sea between two hexes: nothing goes across (3.6)."""
    return any(row.closed for name, row in rules(w).side.items() if name in w.board.kinds(a, b))


def line_between(w: World, a: int, b: int) -> str:
    """The water that counts on the side between two hexes, by its row of the chart; "" if none does (5.3).

    Rivers freeze in Snow; the great ones do not (7.2).
    """
    kinds, frozen, found = w.board.kinds(a, b), weather(w).frozen, ""
    for name, row in rules(w).side.items():
        if name in kinds and not row.closed and not (row.freezes and frozen):
            found = name
    return found


@remembered()
def open_net(w: World) -> tuple[tuple[int, ...], ...]:
    """For every hex, the neighbours that are not across a lake or the sea."""
    return net_without(w, *(name for name, row in rules(w).side.items() if row.closed))


@remembered()
def within(w: World, start: int, reach: int) -> frozenset[int]:
    """Hexes at most that many steps away, counted round lakes and seas, enemies or not (2.6)."""
    return steps_away(open_net(w), start, reach)


# -- Chapter 7: the weather. -----------------------------------------------------------------------------------------

WORSE = {"Fair": "Mixed", "Mixed": "Mud", "Mud": "Mud", "Snow": "Snow"}
BETTER = {"Mud": "Mixed", "Mixed": "Fair", "Fair": "Fair", "Snow": "Snow"}


def _found(w: World) -> Sequence[str]:
    """The weather by the calendar (7.1); with the option a die may turn it in the months between the seasons."""
    today, table = line(w), rules(w).change
    name = today.weather
    turns = w.clock.turn >= table.from_turn and today.name.startswith(tuple(table.months))
    if turns and w.options["random_weather"] == "on":
        die = roll(w)
        name = WORSE[name] if die <= table.worse else BETTER[name] if die >= table.better else name
        w.emit(Rolled(rule="7.1", what="weather", faces=(die,)))
    return [name]


WEATHER = WeatherRules("7.1", _found)

# -- Chapters 8.8-8.11: which units a border holds back, and which wait for their country to enter the war. ----------

OPEN: frozenset[int] = frozenset()
ROMANIA_SWITCHED, HUNGARY_FALLEN, FINLAND_IN = Flag("romania-switched"), Flag("hungary-fallen"), Flag("finland-in")


def barred_ground(w: World, unit: Unit) -> frozenset[int]:
    """Hexes the unit may not move into now: closed countries, and what lies outside a locked district (8.8-8.11)."""
    closed = closed_country(w, unit)
    if unit.type.side is Side.AXIS:
        return closed | quiet_border(w) if w.clock.turn < rules(w).allies.enter else closed
    district = locked_in(w, unit)
    if not district:
        return closed
    return _locked(w, district, closed)


def closed_to(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not move into a hex."""
    return sentences.closed_country(w, unit, index, "8.8") if index in barred_ground(w, unit) else None


@remembered()
def _locked(w: World, district: str, closed: frozenset[int]) -> frozenset[int]:
    return _all_but(w, w.board.regions[district]) | closed


@remembered()
def quiet_border(w: World) -> frozenset[int]:
    """Slovakia and Hungary: no Axis unit stands on their border in June 1941 (8.9)."""
    regions = w.board.regions
    return frozenset((*regions.get("slovakia", ()), *regions.get("hungary", ())))


def closed_country(w: World, unit: Unit) -> frozenset[int]:
    """Hexes closed to the unit by whatever way it comes, advance and retreat included (8.9-8.11)."""
    word = _closed_to(w, unit)
    return _closed(w, word) if word else OPEN


def locked_in(w: World, unit: Unit) -> str:
    """The Military District a Soviet unit may not move out of on turn 1; "" if it is free to go (8.8)."""
    table = rules(w).districts
    if w.clock.turn > table.locked_turn or unit.type.side is Side.AXIS or w.options.get("md_lock") != "on":
        return ""
    return _district_of(w).get(unit.hex, "")


@remembered()
def _district_of(w: World) -> dict[int, str]:
    return {i: name for name in rules(w).districts.names for i in w.board.regions.get(name, ())}


def _closed_to(w: World, unit: Unit) -> str:
    """The reason, as a word, why some countries are closed to a unit; "" if none are."""
    turn, table = w.clock.turn, rules(w).allies
    if has(unit, "finn"):
        return "finn"
    if current_class(unit) == "bul_army":
        return "bulgarian"
    if unit.type.side is Side.SOVIET and turn < table.enter:
        return "neutrals"
    if finns_play(w) and turn >= table.finland_from and (unit.type.side is Side.SOVIET or turn >= table.finland_out):
        return "finland"
    return ""


@remembered()
def _closed(w: World, word: str) -> frozenset[int]:
    regions = w.board.regions
    if word == "neutrals":
        return frozenset((*regions.get("romania", ()), *regions.get("hungary", ())))
    if word == "finland":
        return frozenset(finnish_edge(w))
    if word == "bulgarian":
        first = rules(w).allies.bulgaria_row - 1
        return frozenset(h.index for h in w.board.hexes if h.row < first)
    return _all_but(w, [j for i in finnish_edge(w) for j in within(w, i, 1)])


def _all_but(w: World, inside: Iterable[int]) -> frozenset[int]:
    return frozenset(range(len(w.board.hexes))) - frozenset(inside)


def cannot_act(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may neither move, attack nor bombard: the Axis allies, and all in Romania, wait for July (8.9)."""
    if w.clock.turn >= rules(w).allies.enter or unit.type.side is Side.SOVIET:
        return None
    if has(unit, "depot"):
        return None
    if not has(unit, "german"):
        return Refusal("not-at-war", f"{unit.type.long_name} enters the war in July 1941.", "8.9")
    if unit.hex in romania(w):
        return Refusal("waiting", f"{unit.type.long_name} may not act in Romania until July 1941.", "8.9")
    return None


@remembered()
def romania(w: World) -> frozenset[int]:
    """The hexes of Romania."""
    return frozenset(w.board.regions.get("romania", ()))


def suffers_cold(w: World, unit: Unit) -> bool:
    """A Romanian unit outside Romania in Snow: its factor is halved (8.11)."""
    return (
        w.weather.name == "Snow" and unit.type.nation == "ROM" and is_combat_unit(unit) and unit.hex not in romania(w)
    )


def quarrel(units: Iterable[Unit]) -> bool:
    """Hungarians and Romanians among the units: they never take part in one attack together (8.11)."""
    return {"HUN", "ROM"} <= {u.type.nation for u in units if u.type.side is Side.AXIS}


def finns_play(w: World) -> bool:
    """Is the option of a Finnish front in use?"""
    return w.options.get("finns") == "on"


def finnish_edge(w: World) -> tuple[int, ...]:
    """The hexes of the Karelian edge."""
    return w.board.spots(rules(w).allies.finland_edge)
