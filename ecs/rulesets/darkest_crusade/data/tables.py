"""Darkest Crusade's tables.  Typed, checked at load, the same for every game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, cast, get_args

from msgspec import Meta

from ecs.core.files.faults import more_faults, row_faults
from ecs.core.files.figures import FigureShelf, Sheet
from ecs.core.files.toml_files import Hits, Origin, TomlTable, load, load_checked, read_toml
from ecs.core.origins import Origins, origin_faults
from ecs.core.scenario import MapNeeds
from ecs.core.world import World

HERE = Path(__file__).parent
UNITS = HERE / "units.toml"
SHELF = FigureShelf()
KEPT = ("nation", "style", "symbol", "size", "origin")
"""What a class of counters is, and no house rule makes of it."""
TURNS = 9
Row = Annotated[list[int], Meta(min_length=25, max_length=25)]
Weather = Literal["Good", "Mud", "Snow", "roll", "after"]
Recovery = Literal["GER", "BLACK", "RED", "RUM"]


class LotsaDice(TomlTable, frozen=True):
    """Faces that hit when a die is thrown for each strength point (9.1)."""

    full: Hits
    weather: Hits
    unsupplied_less: Hits


class Movement(TomlTable, frozen=True):
    """Movement allowances (6.1-6.3), in hexes."""

    mech: int
    others: int
    panzer_option: int
    bonus_axis: int
    bonus_soviet: int
    no_oil: int
    highway_extra: int
    blitz: int
    blitz_bonus: int


class Capacity(TomlTable, frozen=True):
    """Units through one hexside in one attack (8)."""

    soviet: int
    axis: int
    axis_armies: int
    axis_pzgruppen: int
    rough_units: int
    rough_armies: int
    rough_tanks: int
    narrow_units: int


GROUND = ("clear", "hills", "forest", "swamp", "mountain")
SNOW = "Snow"
RIVER, LINE = "river", "stalin_line"
HEXSIDES = (RIVER, LINE, "strait", "lake", "supply_only", "impassable")


class TerrainRow(TomlTable, frozen=True):
    """What a kind of ground does.

    ``open``: a panzergruppe's zone reaches over it (7).  ``rough``: little goes into or out of it in one attack (8).
    ``fire``: points added to the defence, at most one an infantry unit (12), but none in Snow where it ``freezes``.
    """

    open: bool = False
    rough: bool = False
    fire: int = 0
    freezes: bool = False


class HexsideRow(TomlTable, frozen=True):
    """What lies between two hexes.

    ``fire``, of rivers and the Stalin Line: points for each hexside attacked across, matched by units in the hex (12).
    ``freezes``: no fire, and nothing narrow, in Snow.  ``narrow``: one unit at a time (4.3, 6.4, 8).  ``closed``:
    nothing goes across; ``unsupplied``: no line of supply does (15.1).
    """

    fire: int = 0
    freezes: bool = False
    narrow: bool = False
    closed: bool = False
    unsupplied: bool = False


class Places(TomlTable, frozen=True):
    """Intrinsic fire of places, and hits to take them (13)."""

    victory_fire: int
    victory_hits: int
    fortress_fire: int
    fortress_hits: int
    strong_fire: int
    major_hits: int
    capital_hits: int
    strong_hex: str
    capital_hex: str
    lone_hex: str


class Sustain(TomlTable, frozen=True):
    """Units that an isolated place keeps alive (15.3)."""

    fortress: int
    major: int
    victory: int
    great: int
    great_hexes: list[str]


class WeatherTable(TomlTable, frozen=True):
    """Effects of weather (14): shifts in columns."""

    mud: int
    snow_axis: int
    snow_soviet: int
    october_good: int


class Sea(TomlTable, frozen=True):
    """A sea (18): sunk on a die of 1..n; the hexes that command it."""

    friendly: int
    hostile: int
    azov: list[str]
    baltic: str
    black: str


class Production(TomlTable, frozen=True):
    """Production (16)."""

    tank_reserve: int
    later_from_turn: int
    transit_turns: int
    both_hexes: list[str]


class Siberia(TomlTable, frozen=True):
    """The Siberian reserve (17)."""

    groups: list[list[str]]
    safe_turn: int


class Special(TomlTable, frozen=True):
    """Places and turns that single rules name."""

    rumania: str
    grozny: str
    arrival_hex: str
    guest: str
    dummy_hexes: list[str]
    finns_from_turn: int
    finn_hexes: list[str]
    finn_forbidden: list[str]


class Victory(TomlTable, frozen=True):
    """Victory (21)."""

    axis_win: int
    soviet_win: int
    axis_last_turn: int
    key_cities: list[str]
    smashing: list[str]
    secret_shift: int
    points: dict[str, int]
    region_points: dict[str, int]
    region_keys: dict[str, str]


class Turn(TomlTable, frozen=True):
    """One line of the calendar (3).  ``origin``: of its weather."""

    name: str
    weather: Weather
    arrive: list[str] = []
    origin: Origin = "ours"


class Tables(TomlTable, frozen=True):
    """All of tables.toml."""

    hits: Annotated[list[Row], Meta(min_length=6, max_length=6)]
    best_faces: Hits
    lotsa_dice: LotsaDice
    movement: Movement
    capacity: Capacity
    terrain: dict[str, TerrainRow]
    side: dict[str, HexsideRow]
    place: Places
    sustain: Sustain
    weather: WeatherTable
    sea: Sea
    production: Production
    siberia: Siberia
    special: Special
    victory: Victory
    turn: Annotated[list[Turn], Meta(min_length=1, max_length=TURNS)]
    map: MapNeeds
    origin: Origins = Origins()


class UnitClass(TomlTable, frozen=True):
    """2.2: what is printed on the counters of one class."""

    nation: str
    style: str
    symbol: str
    size: str
    attack: int
    defence: int
    hits: int
    recovery: Recovery
    traits: list[str]
    strong: tuple[int, int, int] | None = None
    origin: Origin = "ours"

    @property
    def factors(self) -> tuple[int, int]:
        """Attack and defence."""
        return self.attack, self.defence

    @property
    def steps(self) -> int:
        """Hits it can take."""
        return self.hits


@SHELF.remembered()
def tables() -> Tables:
    """The tables in force.

    :raises TableError: if a table has not the shape of the printed one.
    """
    return load_checked(HERE / "tables.toml", Tables, _faults, SHELF.over("tables"))


def _faults(t: Tables) -> Iterator[str]:
    win = t.victory
    yield from more_faults({("victory.axis_win", "victory.soviet_win"): (win.axis_win, win.soviet_win)})
    yield from origin_faults(t)
    yield from row_faults("terrain", t.terrain, GROUND)
    yield from row_faults("side", t.side, HEXSIDES)
    for name, ground in t.terrain.items():
        if ground.freezes and not ground.fire:
            yield f"terrain.{name}.freezes: it adds no fire for Snow to take away"
    for name, row in t.side.items():
        if row.closed and (row.fire or row.narrow):
            yield f"side.{name}.closed: nothing may cross, so it takes no other figure"
        if row.freezes and not (row.fire or row.narrow):
            yield f"side.{name}.freezes: it has nothing for Snow to take away"
        if row.fire and name not in (RIVER, LINE):
            yield f"side.{name}.fire: only rivers and the Stalin Line add any"


def _words() -> Mapping[str, Iterable[str]]:
    """The words of the rules, by what they name."""
    classes = read_toml(UNITS).values()
    return {
        "trait of a class": {trait for card in classes for trait in card["traits"]},
        "weather": get_args(Weather),
        "recovery": get_args(Recovery),
    }


@SHELF.remembered()
def classes() -> dict[str, UnitClass]:
    """Unit class by name."""
    return load(HERE / "units.toml", dict[str, UnitClass], SHELF.over("units"))


SHELF.sheets += [
    Sheet("units", HERE / "units.toml", dict[str, UnitClass], classes, kept=KEPT, words=_words),
    Sheet("tables", HERE / "tables.toml", Tables, tables, words=_words),
]


def rules(w: World) -> Tables:
    """The tables in force."""
    return cast(Tables, w.rules)
