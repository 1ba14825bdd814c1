"""The shape of the tables of terrain, movement, supply, combat, bombardment and weather (3-7)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ecs.core.files.toml_files import Paces, TomlTable

EIGHT = 8
"""Rows of a table of combat results: no die has more faces."""
Faces = Annotated[int, Meta(ge=1, le=EIGHT)]
Results = Annotated[list[list[str]], Meta(min_length=EIGHT, max_length=EIGHT)]
ByWeather = Annotated[list[int], Meta(min_length=4, max_length=4)]
"""A number for Fair, Mixed, Mud and Snow."""
Column = Annotated[int, Meta(ge=0, le=2)]
"""Of the depot table: Fair, Mixed, Mud or Snow."""
DepotRow = Annotated[list[int], Meta(min_length=3, max_length=3)]
BombardRow = Annotated[list[Literal["-", "DL1"]], Meta(min_length=3, max_length=3)]


class Combat(TomlTable, frozen=True):
    """Combat: die, advance, Counterattack! (5.4, 5.9, 5.10, 5.12)."""

    coordination: int
    armour: int
    surprise: int
    isolated: int
    mud: int
    most: int
    least: int
    faces: Faces
    counter_dice: int
    advance_mech: Paces
    advance_other: Paces
    retreat: Paces
    closed_to_armour: list[str]


class Terrain(TomlTable, frozen=True):
    """One row of the terrain chart for what stands in a hex (3.6, 5.3, 6.2).

    ``cost``: MP of others and of mechanised units (none: as the other terrain in the hex); ``bombard``: the
    divisor of a bombardment (0: as the other terrain); ``no_advance``: no second hex of an advance (5.10);
    ``shelters``: isolated units hold out longer (4.4).
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
    no_advance: bool = False
    shelters: bool = False


class SideLine(TomlTable, frozen=True):
    """One row of the terrain chart for a hexside: MP added (others, mechanised; 99: all), effect on a fight.

    Of rows for one hexside the last counts.  ``closed``: nothing goes across; ``halts``: the move ends beyond it;
    ``zones``: zones of control extend across; ``bridged``: by roads, at no cost; ``freezes``: in Snow it is not there.
    ``no_advance``: no second hex of an advance (5.10); ``axis_stops``: the Axis neither attacks nor retreats across it
    (5.3, 5.9).
    """

    cost: tuple[int, int] = (0, 0)
    cost_soviet: tuple[int, int] | None = None
    closed: bool = False
    halts: bool = False
    zones: bool = True
    bridged: bool = False
    freezes: bool = False
    shift: int = 0
    halved: bool = False
    doubled: bool = False
    no_advance: bool = False
    axis_stops: bool = False


class Movement(TomlTable, frozen=True):
    """Movement (3.3, 3.6, 4.4)."""

    mountain_cost: int
    road_cost: int
    zone_extra: int
    least: int
    oos_mech: int
    oos_other: int
    flee_killed: int


class Stacking(TomlTable, frozen=True):
    """Stacking (3.1)."""

    most: int
    armies: int
    artillery: int


class Rail(TomlTable, frozen=True):
    """Rail transport (3.7): (last turn, Axis, Soviet) units a turn."""

    capacity: list[tuple[int, int, int]]


class Sea(TomlTable, frozen=True):
    """Sea transport (3.8)."""

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


class Drop(TomlTable, frozen=True):
    """Air drops (3.9)."""

    range: int
    killed: int


class Supply(TomlTable, frozen=True):
    """Supply (4.1-4.6), lengths in hexes by weather (Fair, Mixed, Mud, Snow)."""

    axis: ByWeather
    axis_late: ByWeather
    axis_late_from: int
    axis_eight: ByWeather
    soviet_early: ByWeather
    soviet_late: ByWeather
    soviet_late_from: int
    axis_cities: list[str]
    hungarian_cities: list[str]
    romanian_cities: list[str]
    romanian_reach: int
    soviet_cities: list[str]
    city_reach: int
    attrition: int
    attrition_sheltered: int
    attrition_quick: int
    attrition_quick_sheltered: int
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


class Depots(TomlTable, frozen=True):
    """Depots (4.5): hexes by die (1-6) and column (Fair, Mixed, Mud or Snow).

    ``romanian``: depots that live on the Romanian sources too.  ``homes``: where a captured depot comes back, in
    order of preference; then any ultimate source (``""``).
    """

    advance: Annotated[list[DepotRow], Meta(min_length=6, max_length=6)]
    turn_1: int
    turn_2: int
    romanian: list[str]
    homes: dict[str, Annotated[list[str], Meta(min_length=1)]]


class Bombard(TomlTable, frozen=True):
    """Bombardment (6)."""

    table: Annotated[list[BombardRow], Meta(min_length=6, max_length=6)]
    done_up_to: int
    german: ByWeather
    soviet_18th: ByWeather
    eighth_air: int
    together: int
    most_at_base: int
    rebase: int
    lost_with_base: int
    range_german: int
    range_soviet: int
    range_soviet_late: int
    range_soviet_late_from: int
    rebase_free_turn: int


class WeatherLine(TomlTable, frozen=True):
    """One kind of weather (7.2): MF lost, and its other effects.  ``column``: of the depot table."""

    axis_mech: int
    axis: int
    soviet: int
    mech_zone: bool
    roads: bool
    column: Column
    text: str
    axis_mech_winter: int = 0
    frozen: bool = False


class WeatherChange(TomlTable, frozen=True):
    """When a die may change the weather, and which faces do (7.1)."""

    from_turn: int
    worse: int
    better: int
    months: list[str]
