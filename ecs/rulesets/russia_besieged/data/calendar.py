"""Charts read by turn: calendar, weather, movement allowances, lengths and capacities.  No world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from ecs.core.components import Side
from ecs.core.files.toml_files import by_turn
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.components import Impulse
from ecs.rulesets.russia_besieged.data.tables import FIRST_WINTER, WEATHERS, tables
from ecs.systems import scorekeeping
from ecs.systems.scorekeeping import Count, this_turn
from ecs.systems.sentences import unknown

# -- calendar (1.2) ---------------------------------------------------------------------------------------


def turn_name(turn: int) -> str:
    """A turn in words: "May/June 1941"."""
    return f"{tables().seasons[season_of(turn)]} {year_of(turn)}"


def season_of(turn: int) -> str:
    """The code of a turn's season: MJ, JA, SO, ND, JF, MA."""
    return tables().turns[turn - 1][:2]


def year_of(turn: int) -> int:
    """The year of a turn."""
    return 1900 + int(tables().turns[turn - 1][2:])


def is_first_winter(turn: int, weather: str) -> bool:
    """Is it Snow of the first winter (3.4)?"""
    first, last = tables().first_winter
    return weather == "Snow" and first <= turn <= last


# -- weather (17) -----------------------------------------------------------------------------------------


def is_rolled(turn: int) -> bool:
    """Does a die decide the weather of a turn?"""
    return len(tables().weather.rolls[season_of(turn)]) > 1


def likely_weather() -> tuple[str, ...]:
    """What most rolls bring, both impulses taken together, in every turn from the first; of two alike, the better."""
    seasons = {season: _likeliest(rows) for season, rows in tables().weather.rolls.items()}
    return tuple(seasons[name[:2]] for name in tables().turns)


def _likeliest(rows: Sequence[tuple[int, int, str, str]]) -> str:
    rolls = Counter[str]()
    for low, high, first, second in rows:
        rolls.update([first, second] * (high - low + 1))
    return max(rolls, key=lambda name: (rolls[name], -WEATHERS.index(name)))


def weather_modifier(turn: int, before: tuple[str, str]) -> int:
    """Added to the weather roll for what the turn before brought (November and December only)."""
    if season_of(turn) != "ND":
        return 0
    return next((plus for first, second, plus in tables().weather.after if (first, second) == before), 0)


def weather_pair(turn: int, die: int, modifier: int = 0) -> tuple[str, str]:
    """First and Second Impulse weather of a roll, clamped after the modifier."""
    table = tables().weather
    read = max(1, min(table.faces, die + modifier))
    return next((a, b) for low, high, a, b in table.rolls[season_of(turn)] if low <= read <= high)


def linked_weather(turn: int, before: tuple[str, str]) -> tuple[str, str] | None:
    """What the turn before fixes under the linked weather option (24.3); None if the die decides."""
    if season_of(turn) != "ND":
        return None
    return next(((a, b) for first, a, b in tables().weather.linked if first == before[0]), None)


def historical_weather(turn: int) -> tuple[str, str]:
    """The historical weather (24.4)."""
    return tables().weather.history.get(tables().turns[turn - 1]) or weather_pair(turn, 1)


# -- movement (3.4) ---------------------------------------------------------------------------------------


class MovingUnit(NamedTuple):
    """A unit as its march depends on it.

    ``mobility``: mot, foot, cav; ``printed``: its allowance; ``oos``: out of supply.
    """

    side: Side
    mobility: str
    printed: int
    finn: bool = False
    oos: bool = False


def allowance(who: MovingUnit, weather: str, impulse: int, turn: int) -> int:
    """Hexes a unit may go in an impulse, never more than printed.  Finns march in Snow like Soviets."""
    if not who.printed:
        return 0
    march = tables().march
    row = FIRST_WINTER if is_first_winter(turn, weather) else weather
    chart = march.first if impulse == 1 else march.second
    pace = chart[row].of(Side.SOVIET if who.finn and weather == "Snow" else who.side, who.mobility)
    if pace.at is not None:
        found = pace.late if pace.late is not None and turn >= march.late_from else pace.at
    elif pace.half:
        found = -(-who.printed // 2)
    else:
        found = max(pace.least, who.printed - pace.less)
    found = min(who.printed, found)
    return max(march.least, -(-found // march.oos) if who.oos else found)


# -- numbers by turn and weather --------------------------------------------------------------------------


def supply_length(side: Side, turn: int, weather: str, combat: bool = False) -> int:
    """Hexes overland of a general, or combat, supply path (13.2, 13.7)."""
    return by_turn(tables().supply.lengths(side, combat), turn)[WEATHERS.index(weather)]


def rail_capacity(side: Side, turn: int) -> int:
    """What can go by rail in a player turn (7)."""
    return by_turn(tables().rail.capacity, turn)[side is Side.SOVIET]


def rail_weight(kind: str, army: bool) -> int:
    """What a unit counts on the railway, by class (7)."""
    rail = tables().rail
    return rail.heavy if kind in rail.heavy_units or (army and kind in rail.heavy_armies) else rail.weight


def rail_groups(side: Side, turn: int) -> int:
    """Rail conversion groups of a side (7.2)."""
    return by_turn(tables().gauge.groups, turn)[side is Side.SOVIET]


def rail_chain(weathers: tuple[str, str], groups: int = 1) -> int:
    """Hexes one group, or two on the same line, may convert (7.2)."""
    gauge = tables().gauge
    found = gauge.snow if "Snow" in weathers else gauge.mud if "Mud" in weathers else gauge.chain
    return found * gauge.two[0] // gauge.two[1] if groups > 1 else found


def sea_capacity(side: Side, sea: str, turn: int, regained: bool = False) -> int:
    """Units a side may ship on a sea in a player turn; ``regained``: it retook a port that opens the sea (8)."""
    table = tables().sea
    rows = (table.axis if side is Side.AXIS else table.soviet).get(sea)
    found = by_turn(rows, turn)[0] if rows else 0
    again = side is Side.SOVIET and regained and sea == table.regained.sea
    return max(found, table.regained.units) if again else found


def air_most(side: Side, weather: str, snow_air: bool) -> int:
    """Air groups an attack may have; ``snow_air``: by the option for Snow (11.4)."""
    if snow_air and weather == "Snow":
        return tables().air.in_snow.of(side)
    return tables().air.most.of(side)[WEATHERS.index(weather)]


def air_factors(side: Side, turn: int) -> int:
    """Factors of one air group (11.5)."""
    return by_turn(tables().air.factors, turn)[side is Side.SOVIET]


def air_pool(side: Side, turn: int) -> int:
    """Air groups of a side (11.3)."""
    return by_turn(tables().air.pool, turn)[side is Side.SOVIET]


def off_map_income(turn: int) -> int:
    """RP of the industry in the east (19.2)."""
    return by_turn(tables().replace.east, turn)[0]


def german_income(turn: int) -> int:
    """German RP before losses of cities (19.2)."""
    return by_turn(tables().replace.german, turn)[0]


def ally_income(nation: str, turn: int) -> int:
    """RP of an ally of the Axis (19.2)."""
    row = tables().replace.allies.get(nation)
    if row is None:
        return 0
    first, last, every, rp = row
    return rp if first <= turn <= last and (turn - first) % every == 0 else 0


def archangel_income(turn: int, die: int) -> int:
    """RP of a roll for the Archangel convoys (20)."""
    table = tables().lend_lease
    if turn < table.archangel_from:
        return 0
    return next(rp for highest, rp in table.archangel if die <= highest) + by_turn(table.archangel_more, turn)[0]


def sudden_death(turn: int) -> int | None:
    """Major Cities the Axis needs at the end of a turn; None if that turn has no check (22.2)."""
    return dict(tables().victory.sudden).get(turn)


# -- Whose phase and which impulse it is, what the weather is, and whether a command names what is in the game. ------

strange = partial(unknown, unit_rule="1.3", hex_rule="2.1")
"""Why a command makes no sense at all: it names no counter, or no hex, of this game."""


def turn_side(w: World) -> Side:
    """Whose phase it is: every phase with a side names it last."""
    return _side_in(w.phases[w.clock.phase])


@lru_cache(maxsize=64)
def _side_in(phase: str) -> Side:
    return Side.AXIS if phase.endswith("axis") else Side.SOVIET


def impulse(w: World) -> int:
    """1 or 2 (3.0)."""
    return w[Impulse].number


def weather(w: World) -> str:
    """The weather of the impulse being played: Clear, Lt Mud, Mud, Snow (17)."""
    return w.weather.name


def weathers(w: World) -> tuple[str, str]:
    """First and Second Impulse weather of the turn."""
    return w[Impulse].first, w[Impulse].second


def raised_word(unit: Unit) -> Count:
    """Name of the count of steps a unit has regained this turn (19.2)."""
    return this_turn(f"raised:{unit.id}")


def has_been_raised(w: World, unit: Unit) -> bool:
    """Has the unit regained a step this turn (19.2)?"""
    return scorekeeping.count(w, raised_word(unit)) > 0
