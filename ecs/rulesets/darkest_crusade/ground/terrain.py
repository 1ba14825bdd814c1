"""Hexes, hexsides and regions: what is closed, narrow, rough or clear."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.components import Weather
from ecs.core.remembered_answers import remembered
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.data.components import frozen
from ecs.rulesets.darkest_crusade.data.options import SNOWS
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.systems.weather import GOOD, MUD, WeatherRules, good_or_mud

RUMANIA = "rumania"


@remembered()
def closed_sides(w: World) -> frozenset[str]:
    """Hexsides that nothing crosses."""
    return frozenset(name for name, row in rules(w).side.items() if row.closed)


@remembered(Weather)
def narrow_sides(w: World) -> frozenset[str]:
    """Hexsides that one unit crosses at a time: straits, and lakes until they freeze (4.3, 6.4)."""
    return frozenset(name for name, row in rules(w).side.items() if row.narrow and not (row.freezes and frozen(w)))


@remembered()
def unsupplied_sides(w: World) -> frozenset[str]:
    """Hexsides that no line of supply crosses (15.1)."""
    return frozenset(name for name, row in rules(w).side.items() if row.unsupplied)


def is_closed(w: World, a: int, b: int) -> bool:
    """Sea between two land hexes: nothing goes across, whatever the weather (4.3)."""
    return not closed_sides(w).isdisjoint(w.board.kinds(a, b))


def is_narrow(w: World, a: int, b: int) -> bool:
    """A strait, or a lake that is not frozen: one unit at a time, and all its move (4.3, 6.4)."""
    return not narrow_sides(w).isdisjoint(w.board.kinds(a, b))


def is_accessible(w: World, a: int, b: int) -> bool:
    """An ordinary hexside: zones of control and retreats reach across it (7)."""
    return not is_closed(w, a, b) and not is_narrow(w, a, b)


def is_rough(w: World, index: int) -> bool:
    """Swamp, frozen or not, or mountain (8): ice ends only what swamp adds to the defence (12)."""
    return rules(w).terrain[w.board.hexes[index].terrain].rough


def is_clear(w: World, index: int) -> bool:
    """Clear terrain; a city does not change it (7)."""
    return rules(w).terrain[w.board.hexes[index].terrain].open


def region(w: World, name: str) -> tuple[int, ...]:
    """The hexes of a named region."""
    return w.board.regions[name]


def in_rumania(w: World, index: int) -> bool:
    """Is the hex in Romania (4.4)?"""
    return index in region(w, rules(w).special.rumania)


# -- Chapter 14: the weather. ----------------------------------------------------------------------------------------


def _found(w: World) -> Sequence[str]:
    """The weather by the calendar; October rolls, November follows from October."""
    name = rules(w).turn[min(w.clock.turn, len(rules(w).turn)) - 1].weather
    if name == "after":
        return [GOOD if w.weather.name == MUD else "Snow"]
    return [good_or_mud(w, rules(w).weather.october_good, "14") if name == "roll" else name]


def _count_snow(w: World, names: Sequence[str]) -> None:
    before = months_of_snow(w) if w.clock.turn == w.scenario.start_turn else w.weather.snow_turns
    w.mark(Weather, w.table, snow_turns=before + ("Snow" in names))


WEATHER = WeatherRules("14", _found, note=_count_snow)


def months_of_snow(w: World) -> int:
    """The months of Snow before the first turn of the scenario: as it says, else by the calendar."""
    own: int = w.scenario.rules.get(SNOWS, _snow_by_calendar(w, w.scenario.start_turn))
    return own


def _snow_by_calendar(w: World, turn: int) -> int:
    return sum(line.weather == "Snow" for line in rules(w).turn[: turn - 1])


def told_numbers(w: World) -> dict[str, int]:
    """The numbers of the scenario, with the months of Snow before the present turn where the calendar has others."""
    before = w.weather.snow_turns - (w.weather.name == "Snow")
    usual = _snow_by_calendar(w, w.clock.turn)
    rest = {key: value for key, value in w.scenario.rules.items() if key != SNOWS}
    return rest | ({} if before == usual else {SNOWS: before})


def blitzkrieg_weather(w: World) -> bool:
    """Blitzkrieg takes place in Good weather, and in Snow after its first turn (6.3)."""
    return w.weather.name == "Good" or (w.weather.name == "Snow" and w.weather.snow_turns > 1)
