"""The tables of War Against Russia.  Typed, checked at load, the same for every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, cast

from msgspec import Meta

from ecs.core.files.faults import order_faults, row_faults, step_faults, word_faults
from ecs.core.files.figures import FigureShelf, Sheet
from ecs.core.files.toml_files import Hits, Paces, PerSide, Positive, TomlTable, load_checked, read_toml
from ecs.core.origins import Origins, origin_faults
from ecs.core.scenario import MapNeeds
from ecs.core.world import World

HERE = Path(__file__).parent
SHELF = FigureShelf()
KEPT = ("nation", "style", "symbol", "size", "arm", "origin")
"""What a class of counters is, and no house rule makes of it."""
WEATHERS = ("Good", "Mud", "Hard Frost", "Snow", "Subarctic")
GROUND = ("clear", "hills", "swamp", "mountain")
HEXSIDES = ("river", "strait", "lake", "stalin_line", "impassable")
ROLL = "roll"
FACES = 6
LAST = 14
"""The last turn of the calendar, which begins with the optional turn 0."""


TurnNumber = Annotated[int, Meta(ge=0, le=LAST)]


class Turn(TomlTable, frozen=True):
    """A month and its weather; "roll": by die (4)."""

    name: str
    weather: str


class May(TomlTable, frozen=True):
    """The optional turn (4) is Good on a die of 1 to ``good``, else Mud."""

    good: Hits


class WeatherTable(TomlTable, frozen=True):
    """4: what freezes, where it is Subarctic, what mud and snow close."""

    frozen: list[str]
    cold: str
    cold_region: str
    roads_closed: list[str]
    air_grounded: list[str]
    air_then: PerSide[int]


class Chart(TomlTable, frozen=True):
    """9.2: odds as (attack, defence) pairs, rising, and a row of results for each face of the die."""

    odds: Annotated[list[tuple[int, int]], Meta(min_length=1)]
    cells: list[list[str]]


class Effect(TomlTable, frozen=True):
    """9.3: what a result does.  ``retreat``: fewest and most hexes; ``attackers``: they lose as many factors as the
    defenders have."""

    text: str
    eliminated: bool = False
    breakthrough: bool = False
    retreat: tuple[Paces, Paces] = (0, 0)
    dispersed: bool = False
    exchange: bool = False
    attackers: bool = False


class ResultConversion(TomlTable, frozen=True):
    """What results become (9.6)."""

    surrounded: dict[str, str]
    overrun: dict[str, str]
    stand: dict[str, str]


class Overrun(TomlTable, frozen=True):
    """Armour against infantry alone (9.6)."""

    times: Positive
    weather: PerSide[list[str]]


class ExchangeTable(TomlTable, frozen=True):
    """Prices of exchanges (9.5) as (numerator, denominator) of the defenders' factors."""

    prices: dict[str, tuple[Positive, Positive]]
    weather: list[str]
    spared: list[str]
    intrinsic_falls: list[str]


class AdvanceTable(TomlTable, frozen=True):
    """10.2: hexes after combat; ``armour`` where it goes further than ``others``."""

    others: Paces
    armour: dict[str, PerSide[Paces]]


class Shift(TomlTable, frozen=True):
    """Column shifts (9.1)."""

    dispersed: int
    cold: int
    air: int


class TerrainRow(TomlTable, frozen=True):
    """What ground does to units that stand on it (8).

    ``plus``: to each factor of infantry, with ``soviet`` of Soviet infantry alone; ``rough``: few armour units stand
    there or attack it (6); ``declines``: what defenders may have instead of a result; ``freezes``: in frost it does
    nothing.
    """

    plus: int = 0
    soviet: bool = False
    rough: bool = False
    freezes: bool = False
    declines: dict[str, str] = {}


class HexsideRow(TomlTable, frozen=True):
    """What lies between two hexes (8).

    ``shift``: columns, if each attacker comes across what hinders him; ``shift_german``: with Germans behind it (0: as
    without); ``divisor``: of attack factors, and then only infantry attacks; ``sea``: neither for who controls
    it; ``plus``: to each factor of Soviet infantry from ``from_turn`` on, if all attackers come across; ``narrow``: a
    whole move, and no zone, retreat or supply goes across (7, 10); ``closed``: nothing does; ``freezes``: in frost it
    is not there.
    """

    shift: int = 0
    shift_german: int = 0
    divisor: Positive = 1
    sea: str = ""
    plus: int = 0
    from_turn: TurnNumber = 0
    narrow: bool = False
    closed: bool = False
    freezes: bool = False

    @property
    def hinders(self) -> bool:
        """Does it hinder the attacker himself when he attacks across it?"""
        return self.divisor > 1 or self.shift != 0 or self.shift_german != 0


class Defence(TomlTable, frozen=True):
    """What places add to each unit (8)."""

    fortress: int
    major: int
    town: int
    victory_times: int
    intrinsic: int
    intrinsic_great: int
    great: list[str]


class Attack(TomlTable, frozen=True):
    """What attack factors are divided by; how often a hex is attacked in a phase."""

    unsupplied_divisor: Positive
    waves: int


class Stacking(TomlTable, frozen=True):
    """Stacking (6)."""

    most: int
    armies: int
    rough_armour: int
    apart: list[str]


class Movement(TomlTable, frozen=True):
    """Movement and roads (4, 7)."""

    road_hexes: int
    road_rate: Positive
    mud_army: int
    mud: int
    snow_infantry: int
    snow: int


class Sea(TomlTable, frozen=True):
    """7: units a player-turn; ``holds``: a sea belongs to who holds those of these hexes that there are."""

    units: int
    holds: dict[str, list[str]]


class Supply(TomlTable, frozen=True):
    """11: edges by trait, and how many units a place keeps alive."""

    edge: PerSide[str]
    sustain: dict[str, int]


class Air(PerSide[list[tuple[int, int]]], frozen=True):
    """12: rows of (last turn, units) for either side."""

    an_attack: int


class AxisIncome(TomlTable, frozen=True):
    """13.  ``entry``: where units come in, Romanians and Finns elsewhere."""

    from_turn: int
    armour: int
    infantry: int
    entry: str
    rumanian_entry: str
    finnish_entry: str
    allies_return: TurnNumber
    allies: list[str]


class SovietIncome(TomlTable, frozen=True):
    """13.  ``also_at``: hexes where these new units may come in besides the edge."""

    from_turn: int
    infantry_great: int
    infantry_city: int
    siberia: int
    armour_factory: int
    armour_siberia: int
    armour_siberia_more: int
    armour_siberia_more_from: int
    edge: str
    also_at: dict[str, list[str]]


class Siberia(TomlTable, frozen=True):
    """13: groups by turn after the call; safe from this turn on."""

    groups: list[list[str]]
    safe_from: int


class Countries(TomlTable, frozen=True):
    """14, 3.4: a region of the map, who may start there; ``shun_rumania``: nations that never enter it (6)."""

    rumania: str
    shun_rumania: list[str]
    german_infantry_in_rumania: int
    rumanian_army: str
    germans_in_rumania_free: int


class Victory(TomlTable, frozen=True):
    """Points that win (15)."""

    axis: Positive
    soviet: Positive


class Tables(TomlTable, frozen=True):
    """All of tables.toml.  ``turn``: from the optional May turn, which is number 0."""

    first_russian_win: TurnNumber
    turn: Annotated[list[Turn], Meta(min_length=LAST + 1, max_length=LAST + 1)]
    may: May
    weather: WeatherTable
    crt: Chart
    result: dict[str, Effect]
    convert: ResultConversion
    overrun: Overrun
    exchange: ExchangeTable
    advance: AdvanceTable
    shift: Shift
    terrain: dict[str, TerrainRow]
    side: dict[str, HexsideRow]
    defence: Defence
    attack: Attack
    stacking: Stacking
    movement: Movement
    rail: PerSide[int]
    sea: Sea
    supply: Supply
    air: Air
    axis: AxisIncome
    soviet: SovietIncome
    siberia: Siberia
    countries: Countries
    victory: Victory
    map: MapNeeds
    origin: Origins = Origins()

    def ground(self, terrain: str) -> TerrainRow:
        """What ground does; ground without a row is clear."""
        return self.terrain.get(terrain) or self.terrain["clear"]


@SHELF.remembered()
def tables() -> Tables:
    """The tables in force.

    :raises TableError: if a table has not the shape of the printed one.
    """
    return read_tables(HERE / "tables.toml", SHELF.over("tables"))


def read_tables(path: Path, over: Mapping[str, Any] | None = None) -> Tables:
    """The tables of a file, checked.

    :param over: figures that go before those of the file.
    :raises TableError: naming the file, the table and what was expected of it.
    """
    return load_checked(path, Tables, _faults, over)


def _faults(t: Tables) -> Iterable[str]:
    """Every fault in one sentence; the first one is raised."""
    yield from _results_faults(t)
    yield from _odds_faults(t)
    yield from _conversion_faults(t)
    yield from _weather_faults(t)
    yield from step_faults({"air.axis": t.air.axis, "air.soviet": t.air.soviet}, LAST)
    yield from order_faults({f"result.{code}.retreat": effect.retreat for code, effect in t.result.items()})
    yield from _row_faults(t)
    yield from origin_faults(t)


def _results_faults(t: Tables) -> Iterable[str]:
    """The table needs a row for each face of the die, and a known result for each column."""
    if len(t.crt.cells) != FACES:
        yield f"crt.cells: {len(t.crt.cells)} rows; expected one for each face of the die"
    for die, row in enumerate(t.crt.cells, 1):
        if len(row) != len(t.crt.odds):
            yield f"crt.cells: die {die}: {len(row)} results; expected {len(t.crt.odds)}, as crt.odds has"
        for code in row:
            if code not in t.result:
                yield f"crt.cells: die {die}: {code!r} is not a result"


def _odds_faults(t: Tables) -> Iterable[str]:
    for (a, d), (more, less) in zip(t.crt.odds, t.crt.odds[1:], strict=False):
        if min(a, d, more, less) < 1 or a * less >= more * d:
            yield f"crt.odds: {more}-{less} follows {a}-{d}; expected rising odds"


def _conversion_faults(t: Tables) -> Iterable[str]:
    """What results become, and what the exchange names, must be results."""
    for name in ("surrounded", "overrun", "stand"):
        for before, after in getattr(t.convert, name).items():
            if before not in t.result or after not in t.result:
                yield f"convert.{name}: {before!r} = {after!r}: no such result"
    for code in (*t.exchange.prices, *t.exchange.intrinsic_falls):
        if code not in t.result:
            yield f"exchange: {code!r} is not a result"


def _row_faults(t: Tables) -> Iterable[str]:
    """Rows of charts that nothing uses, and figures in rows that nothing reads."""
    yield from row_faults("terrain", t.terrain, GROUND)
    yield from row_faults("side", t.side, HEXSIDES)
    for name, row in t.terrain.items():
        yield from word_faults(
            {f"terrain.{name}.declines": (*row.declines, *row.declines.values())}, t.result, "result"
        )
        if row.soviet and not row.plus:
            yield f"terrain.{name}.soviet: it has no plus to limit to the Soviets"
        if row.freezes and not (row.plus or row.rough):
            yield f"terrain.{name}.freezes: it has nothing for frost to take away"
    for name, side in t.side.items():
        if side.closed and side != HexsideRow(closed=True, freezes=side.freezes):
            yield f"side.{name}.closed: nothing may cross, so it takes no other figure"
        yield from word_faults({f"side.{name}.sea": [side.sea]}, t.sea.holds, "sea in sea.holds")
        if side.divisor > 1 and not side.sea and (side.shift or side.shift_german):
            yield f"side.{name}.shift: an attack is divided or shifted, not both"
        if side.sea and side.divisor == 1:
            yield f"side.{name}.sea: it has no divisor for control of the sea to lift"
        if side.from_turn and not side.plus:
            yield f"side.{name}.from_turn: it has no plus to begin on a turn"


def _weather_faults(t: Tables) -> Iterable[str]:
    """Every weather named must be known."""
    for turn in t.turn:
        if turn.weather not in (*WEATHERS, ROLL):
            yield f"turn {turn.name}: {turn.weather!r}; expected {', '.join(WEATHERS)} or {ROLL}"
    named = {
        "weather.frozen": t.weather.frozen, "weather.cold": [t.weather.cold], "exchange.weather": t.exchange.weather,
        "weather.roads_closed": t.weather.roads_closed, "weather.air_grounded": t.weather.air_grounded,
        "overrun.weather.axis": t.overrun.weather.axis, "overrun.weather.soviet": t.overrun.weather.soviet,
    }  # fmt: skip
    for key, words in named.items():
        for word in sorted(set(words) - set(WEATHERS)):
            yield f"{key}: {word!r}; expected {', '.join(WEATHERS)}"


def words_known() -> Mapping[str, Iterable[str]]:
    """The words of the rules, by what they name."""
    raw, cards = read_toml(HERE / "tables.toml"), read_toml(HERE / "units.toml").values()
    return {
        "weather": (*WEATHERS, ROLL),
        "result": raw["result"],
        "nation": {card["nation"] for card in cards},
        "trait of a class": {trait for card in cards for trait in card["traits"]},
        "edge of the map": raw["map"]["traits"],
    }


SHELF.sheets.append(Sheet("tables", HERE / "tables.toml", Tables, tables, words=words_known))


def rules(w: World) -> Tables:
    """The tables in force."""
    return cast(Tables, w.rules)
