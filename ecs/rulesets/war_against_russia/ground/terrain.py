"""Hexes, hexsides and regions, and the weather that changes them: what is closed, narrow, rough or frozen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ecs.core.components import Engagement, Marched, Readiness, Side, Weather
from ecs.core.events import BorderOpened, Event
from ecs.core.remembered_answers import remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.options import ENTRY, OPEN
from ecs.rulesets.war_against_russia.data.tables import ROLL, HexsideRow, TerrainRow, rules
from ecs.systems import scorekeeping
from ecs.systems.marches import start_afresh
from ecs.systems.network import net_without
from ecs.systems.scorekeeping import Flag
from ecs.systems.sentences import label, named
from ecs.systems.weather import WeatherRules, good_or_mud


def weather_at(w: World, index: int) -> str:
    """The weather of a hex: Subarctic north-east of the weather line, Snow elsewhere (4)."""
    name, table = w.weather.name, rules(w).weather
    if name == table.cold and index not in region(w, table.cold_region):
        return "Snow"
    return name


def is_frozen(w: World) -> bool:
    """Are rivers, lakes and swamps frozen (4)?"""
    return w.weather.name in rules(w).weather.frozen


@remembered()
def region(w: World, name: str) -> frozenset[int]:
    """The hexes of a named region."""
    return frozenset(w.board.regions.get(name, ()))


def in_rumania(w: World, index: int) -> bool:
    """Does a hex lie in Romania (3.4)?"""
    return index in region(w, rules(w).countries.rumania)


def ground(w: World, index: int) -> TerrainRow:
    """The effects of a hex's ground (8)."""
    return rules(w).ground(w.board.hexes[index].terrain)


@remembered(Weather)
def sides(w: World) -> Mapping[str, HexsideRow]:
    """The rows of the hexsides that are not frozen over now, by name (4, 8)."""
    return {name: row for name, row in rules(w).side.items() if not (row.freezes and is_frozen(w))}


@remembered(Weather)
def closed_sides(w: World) -> frozenset[str]:
    """The hexsides that nothing crosses now."""
    return frozenset(name for name, row in sides(w).items() if row.closed)


@remembered(Weather)
def narrow_sides(w: World) -> frozenset[str]:
    """The hexsides now that are a unit's whole move, and that no zone crosses (7, 8)."""
    return frozenset(name for name, row in sides(w).items() if row.narrow)


def is_closed(w: World, a: int, b: int) -> bool:
    """Sea between two hexes: nothing goes across."""
    return not closed_sides(w).isdisjoint(w.board.kinds(a, b))


def is_narrow(w: World, a: int, b: int) -> bool:
    """Is it the strait, or a lake that is not frozen (7, 8)?"""
    return not narrow_sides(w).isdisjoint(w.board.kinds(a, b))


def is_rough(w: World, index: int) -> bool:
    """Is it mountain, or swamp that is not frozen: hard on armour (6)?"""
    row = ground(w, index)
    return row.rough and not (row.freezes and is_frozen(w))


@remembered(Weather)
def open_net(w: World) -> tuple[tuple[int, ...], ...]:
    """For every hex, the hexes next to it with no sea, open lake or strait between: zones, retreats, supply (7, 10)."""
    return net_without(w, *sorted(closed_sides(w) | narrow_sides(w)))


def is_place(w: World, index: int) -> bool:
    """Is it a city or town of any size (3.3)?"""
    return bool(w.board.hexes[index].name)


def is_fortress(w: World, index: int) -> bool:
    """Is it a fortress (8)?"""
    return "fortress" in w.board.hexes[index].traits


@remembered()
def victory_cities(w: World) -> tuple[int, ...]:
    """The victory cities of the map (15)."""
    return tuple(h.index for h in w.board.hexes if h.vp)


# -- Chapters 6 and 14: the countries that are closed, and to whom. --------------------------------------------------

RUMANIA_OPEN = Flag("rumania-open")
RUMANIA = "rumania"


def is_rumania_open(w: World) -> bool:
    """May Soviet units enter and attack Romania (14)?"""
    return scorekeeping.has_flag(w, RUMANIA_OPEN)


def open_rumania(w: World, bases: Iterable[int]) -> None:
    """An Axis attack is made from these hexes: if one lies in Romania, the Soviets may go there from now on."""
    if is_rumania_open(w):
        return
    for index in sorted(set(bases)):
        if in_rumania(w, index):
            scorekeeping.flag(w, RUMANIA_OPEN)
            here = label(w, index)
            w.emit(BorderOpened(where=(here,), rule="14", side=Side.SOVIET, country=RUMANIA, hex=here))
            return


def barred_ground(w: World, unit: Unit) -> frozenset[int]:
    """Hexes a unit may not enter at all now, by any move, retreat or advance.  Soviets may go into Romania wherever no
    Axis unit is, unless it was agreed that it is closed to them until the Axis has attacked out of it (14)."""
    side, shuns = unit.type.side, unit.type.nation in rules(w).countries.shun_rumania
    is_open = is_rumania_open(w) or w.options.get(ENTRY, OPEN) == OPEN
    shut = shuns or (side is Side.SOVIET and not is_open)
    return region(w, rules(w).countries.rumania) if shut else frozenset()


def barred(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not enter a hex by any means."""
    if index not in barred_ground(w, unit):
        return None
    if unit.type.side is Side.SOVIET:
        return _closed(w, index, "closed to the Soviets")
    return Refusal("rumania-shunned", f"{named(w, index)} is in Romania: Hungarian units may not enter.", "6")


def spared(w: World, index: int) -> Refusal | None:
    """Why Soviets may not attack a hex: Romania is off limits until the Axis has attacked out of it (14)."""
    if is_rumania_open(w) or not in_rumania(w, index):
        return None
    return _closed(w, index, "and you may not attack Axis units there")


def _closed(w: World, index: int, words: str) -> Refusal:
    text = f"{named(w, index)} is in Romania, {words} until the Axis has attacked out of it."
    return Refusal("rumania-closed", text, "14")


# -- Chapter 4: the weather, and what a fresh turn wipes away. -------------------------------------------------------


def _found(w: World) -> Sequence[str]:
    """The weather by the calendar; May rolls (4)."""
    name = rules(w).turn[min(w.clock.turn, len(rules(w).turn) - 1)].weather
    return [good_or_mud(w, rules(w).may.good, "4") if name == ROLL else name]


WEATHER = WeatherRules("4", _found)


def close_turn(w: World) -> None:
    """D: turn Spent units of both sides back; all may move and fight again (5)."""
    spent = sum(u.hex >= 0 and (u[Marched].moved or u[Engagement].fought or u[Readiness].spent) for u in w.units)
    start_afresh(w)
    words = f"{spent} unit{'s' if spent != 1 else ''} that moved or fought may act again."
    w.emit(Event(text=words if spent else "No unit moved or fought.", rule="5"))
