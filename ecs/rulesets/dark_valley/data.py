"""What do The Dark Valley's tables say?  Typed, checked at load, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from ecs.scenario import UnitEntry
from ecs.tables import TableError, load

HERE = Path(__file__).parent
WEATHERS = ("Fair", "Mixed", "Mud", "Snow")
CODES = frozenset({"AE", "AL1", "BL1", "EX", "DR", "DR*", "DE", "NE"})


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table whose keys are all known."""


class Combat(Part, frozen=True):
    """5.4, 5.9, 5.10, 5.12."""

    coordination: int
    armour: int
    surprise: int
    isolated: int
    mud: int
    most: int
    least: int
    faces: int
    counter_dice: int
    advance_mech: int
    advance_other: int
    retreat: int
    closed_to_armour: list[str]


class Terrain(Part, frozen=True):
    """One row of the terrain chart for what stands in a hex (3.6, 5.3, 6.2).

    ``cost``: MP of others and of mechanised units (none: as the other terrain in the hex); ``bombard``: the
    divisor of a bombardment (0: as the other terrain).
    """

    cost: tuple[int, int] | None = None
    cost_axis: int = 0
    bombard: int = 0
    shift: int = 0
    plus: int = 0
    tanks_lose: int = 0
    mech_halved: bool = False
    mech_defends_halved: bool = False
    doubled: bool = False
    halved: bool = False
    mountaineers: bool = False


class SideLine(Part, frozen=True):
    """One row of the terrain chart for a hexside: MP added (others, mechanised; 99: all), effect on a fight."""

    cost: tuple[int, int] = (0, 0)
    cost_soviet: tuple[int, int] | None = None
    shift: int = 0
    halved: bool = False
    doubled: bool = False


class Movement(Part, frozen=True):
    """3.3, 3.6, 4.4."""

    mountain_cost: int
    road_cost: int
    zone_extra: int
    least: int
    oos_mech: int
    oos_other: int
    flee_killed: int


class Stacking(Part, frozen=True):
    """3.1."""

    most: int
    armies: int
    artillery: int


class Rail(Part, frozen=True):
    """3.7: (last turn, Axis, Soviet) units a turn."""

    capacity: list[tuple[int, int, int]]


class Sea(Part, frozen=True):
    """3.8."""

    soviet_baltic: list[str]
    soviet_baltic_last: int
    soviet_baltic_units: int
    soviet_black: list[str]
    soviet_black_units: int
    landing_from: int
    axis_baltic: list[str]
    axis_baltic_first: int
    axis_baltic_units: int
    axis_black: list[str]
    axis_black_first: int
    axis_black_units: int
    kerch: list[str]


class Drop(Part, frozen=True):
    """3.9."""

    range: int
    killed: int


class Supply(Part, frozen=True):
    """4.1-4.6, lengths in hexes by weather (Fair, Mixed, Mud, Snow)."""

    axis: list[int]
    axis_late: list[int]
    axis_late_from: int
    soviet_early: list[int]
    soviet_late: list[int]
    soviet_late_from: int
    axis_cities: list[str]
    hungarian_cities: list[str]
    romanian_cities: list[str]
    romanian_reach: int
    soviet_cities: list[str]
    city_reach: int
    attrition: int
    attrition_sheltered: int
    air_supply_range: int
    leningrad: str
    ladoga: list[str]
    sea_fed: list[str]
    sea_fed_units: int
    axis_sea_fed: list[str]
    axis_sea_fed_from: int
    axis_sea_fed_port: str
    kuban: str
    kuban_reach: int
    courland_from: int
    courland_reach: int
    axis_rail_feeds: bool
    home: list[str]
    isolated_takes: bool


class Depots(Part, frozen=True):
    """4.5: hexes by die (1-6) and column (Fair, Mixed, Mud or Snow).

    ``romanian``: depots that live on the Romanian sources too.  ``homes``: where a captured depot comes back, in
    order of preference; then any ultimate source (``""``).
    """

    advance: list[list[int]]
    turn_1: int
    turn_2: int
    fifth_turn: int
    romanian: list[str]
    homes: dict[str, list[str]]


class Bombard(Part, frozen=True):
    """6."""

    table: list[list[str]]
    done_up_to: int
    german: list[int]
    soviet_18th: list[int]
    eighth_air: int
    together: int
    most_at_base: int
    rebase: int
    lost_with_base: int
    range_german: int
    range_soviet: int
    range_soviet_late: int
    range_soviet_late_from: int
    range_18th: int
    rebase_free_turn: int


class WeatherLine(Part, frozen=True):
    """7.2: MF lost; what else the weather does.  ``column``: of the depot table."""

    axis_mech: int
    axis: int
    soviet: int
    mech_zone: bool
    roads: bool
    column: int
    text: str
    axis_mech_winter: int = 0
    frozen: bool = False


class Change(Part, frozen=True):
    """7.1: when a die may change the weather, and which faces do."""

    from_turn: int
    worse: int
    better: int
    months: list[str]


class Chits(Part, frozen=True):
    """2.3, 8.7, 8.9: ranges in hexes."""

    headquarters: int
    stavka: int
    deep_battle: int
    extras: int
    odessa: tuple[int, int]
    odessa_units: list[str]
    odessa_reach: int
    odessa_city: str
    stavka_dice: int
    stavka_more: list[tuple[int, int]]


class Pool(Part, frozen=True):
    """8.2, 8.7."""

    back_from: int
    back_most: int
    city_most: int
    far_east: list[str]


class Replace(Part, frozen=True):
    """8.3, 8.4: axis = (last turn, infantry steps, panzer steps)."""

    axis: list[tuple[int, int, int]]
    romania: tuple[int, int]
    hungary: tuple[int, int]
    soviet_from: int
    city_factors: int
    rebuild: int
    rebuild_ally: int
    forfeit: int
    mech41_from: int
    mech41_factors: int
    growth: list[tuple[int, int]]
    save: int
    no_mech41_from: int
    no_rifle_from: int


class Convert(Part, frozen=True):
    """8.5: what may become what.  ``most`` a turn (0: no limit), with all others of the same ``shared`` word;
    ``cost`` in replacement factors."""

    old: str
    new: str
    turns: tuple[int, int]
    most: int = 0
    cost: int = 0
    in_play: int = 0
    automatic: bool = False
    shared: str = ""


class Merge(Part, frozen=True):
    """8.5: counters that give way to others."""

    rifle_from: int
    rifle_divisions: int
    rifle_most: int
    rifle_into: str
    tank_from: int
    tank_corps: int
    tank_into: str
    tank_in_play: int
    split_from: int
    split_into: str


class Withdraw(Part, frozen=True):
    """8.6: units named, or so many of a kind of the owner's choice."""

    turn: int
    units: list[str] = []
    divisions: int = 0
    pzgren: int = 0


class Back(Part, frozen=True):
    """8.6: a unit that returns, as what."""

    turn: int
    unit: str
    grade: str = ""


class Restore(Part, frozen=True):
    """10.3: units raised anew if they were lost; if none was, panzer steps instead."""

    turn: int
    units: list[str] = []
    panzer: int = 0


class Districts(Part, frozen=True):
    """8.8."""

    names: list[str]
    locked_turn: int


class Allies(Part, frozen=True):
    """8.9-8.11."""

    enter: int
    romania_capital: list[str]
    romania_east: list[str]
    romania_from: int
    romania_corps: int
    hungary_capital: str
    italy_out: int
    slovakia_out: int
    blue_out: int
    finland_from: int
    finland_out: int
    finland_edge: list[str]
    finland_armies: int
    finland_divisions: int
    finland_reach: int
    finland_corps: int
    bulgaria_row: int


class Partisans(Part, frozen=True):
    """8.12: (last turn, taken off the die)."""

    from_turn: int
    less: list[tuple[int, int]]
    distance: int
    most: int
    terrain: list[str]


class Forts(Part, frozen=True):
    """8.13: works = (last turn, markers)."""

    works: list[tuple[int, int]]
    works_moved: int
    weak_turns: tuple[int, int]
    strong_from: int
    strong_every: int
    strong_most: int


class Victory(Part, frozen=True):
    """9."""

    berlin: str
    moscow: str
    kiev: str
    leningrad: str
    stalingrad: str
    grozny: str
    kursk: str
    barbarossa_cities: int
    campaign_cities: int
    campaign_last_early: int
    milestones: list[tuple[int, int]]
    milestones_most: int
    late_cities: int
    blau_win: int
    blau_lose: int
    zitadelle_turn: int
    zitadelle_win: int
    zitadelle_lose: int
    bagration_cities: list[str]
    bagration_either: list[str]


class Turn(Part, frozen=True):
    """2.4: one line of the calendar.  ``choose``: different panzer chits the Axis picks; ``twice``: of them doubled."""

    name: str
    weather: str
    first: str
    mc: int
    move: int
    panzer: list[int] = []
    choose: int = 0
    twice: int = 0
    combat: int = 0
    counter: int = 0
    soviet: list[str] = []
    deep: int = 0


class Tables(Part, frozen=True):
    """All of tables.toml."""

    odds: list[str]
    crt_a: list[list[str]]
    crt_b: list[list[str]]
    winter_turns: tuple[int, int]
    combat: Combat
    terrain: dict[str, Terrain]
    side: dict[str, SideLine]
    movement: Movement
    stacking: Stacking
    rail: Rail
    sea: Sea
    drop: Drop
    supply: Supply
    depots: Depots
    bombard: Bombard
    weather: dict[str, WeatherLine]
    change: Change
    chits: Chits
    pool: Pool
    replace: Replace
    convert: list[Convert]
    merge: Merge
    withdraw: list[Withdraw]
    back: list[Back]
    restore: list[Restore]
    doors: dict[str, list[str]]
    districts: Districts
    allies: Allies
    partisans: Partisans
    forts: Forts
    victory: Victory
    turn: list[Turn]


class UnitClass(Part, frozen=True):
    """1.3: what is printed on the counters of one class.

    ``full``, ``reduced``: CF and MF of the two sides (no reduced side: one step).  ``bombard``, ``range``: of
    air and artillery units; 0 range: by turn (6.3).
    """

    name: str
    nation: str
    style: str
    symbol: str
    size: str
    full: tuple[int, int]
    traits: list[str]
    reduced: tuple[int, int] | None = None
    zoc: bool = False
    bombard: int = 0
    range: int = 0

    @property
    def steps(self) -> int:
        """Steps of the unit at full strength."""
        return 2 if self.reduced else 1


class Arrival(Part, frozen=True):
    """10.3, 10.4: counters that come in a turn.  ``only``: cities they must come in by (FE)."""

    turn: int
    side: str
    units: list[str]


class Arrivals(Part, frozen=True):
    """arrivals.toml: the schedule, and counters in the box that only conversions bring into play."""

    arrive: list[Arrival]
    mint: list[UnitEntry]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables in force.

    :raises TableError: if a table has not the shape of the printed one.
    """
    found = load(HERE / "tables.toml", Tables)
    for name, table in (("crt_a", found.crt_a), ("crt_b", found.crt_b)):
        if [len(row) for row in table] != [len(found.odds)] * 8 or not {c for row in table for c in row} <= CODES:
            raise TableError(f"tables.toml: {name}: expected 8 rows of {len(found.odds)} known results")
    if set(found.weather) != set(WEATHERS) or not {t.weather for t in found.turn} <= set(WEATHERS):
        raise TableError(f"tables.toml: weather: expected {', '.join(WEATHERS)}")
    return found


@lru_cache(maxsize=1)
def classes() -> dict[str, UnitClass]:
    """Unit class by name."""
    return load(HERE / "units.toml", dict[str, UnitClass])


@lru_cache(maxsize=1)
def arrivals() -> Arrivals:
    """Who comes when."""
    return load(HERE / "arrivals.toml", Arrivals)


def by_turn(rows: Sequence[Sequence[int]], turn: int) -> tuple[int, ...]:
    """The row of a table of (last turn, ...) rows that holds for a turn, without the turn; the last row after it."""
    for row in rows:
        if turn <= row[0]:
            return tuple(row[1:])
    return tuple(rows[-1][1:])


def season(lines: Mapping[str, WeatherLine], weather: str) -> int:
    """The place of a weather in the order Fair, Mixed, Mud, Snow."""
    return WEATHERS.index(weather) if weather in lines else 0
