"""The shape of the tables of movement, rail, sea, supply and weather (3-8, 13, 17)."""

from __future__ import annotations

from typing import Literal

from ecs.core.components import Side
from ecs.core.files.toml_files import Positive, TomlTable

Entry = Literal["free", "stop", "rail", "never"]


class WeatherTable(TomlTable, frozen=True):
    """17.  ``rolls``: by season, rows of lowest and highest roll, First and Second Impulse.

    ``after``: pair of September and October, added to the roll of November and December; ``linked`` (24.3): First
    Impulse of September and October, pair of November and December; ``history`` (24.4): pair by turn code.
    """

    faces: Positive
    after: list[tuple[str, str, int]]
    linked: list[tuple[str, str, str]]
    rolls: dict[str, list[tuple[int, int, str, str]]]
    history: dict[str, tuple[str, str]]


class AllowanceRule(TomlTable, frozen=True):
    """3.4: one movement allowance: the printed one ``less`` so much and not below ``least``, or ``half`` of it rounded
    up, or just ``at``, which is ``late`` from a later turn on."""

    less: int = 0
    least: int = 0
    half: bool = False
    at: int | None = None
    late: int | None = None


class AllowanceRow(TomlTable, frozen=True):
    """One row of the movement allowance table (3.4)."""

    axis_mot: AllowanceRule
    axis_foot: AllowanceRule
    soviet_mot: AllowanceRule
    soviet_cav: AllowanceRule
    soviet_foot: AllowanceRule

    def of(self, side: Side, mobility: str) -> AllowanceRule:
        """The column of a side and a mobility (mot, cav, foot)."""
        if side is Side.AXIS:
            return self.axis_mot if mobility == "mot" else self.axis_foot
        return {"mot": self.soviet_mot, "cav": self.soviet_cav}.get(mobility, self.soviet_foot)


class AllowanceTable(TomlTable, frozen=True):
    """3.4: the rows of either impulse by weather; "First winter" is Snow on turns 4 to 6.

    ``least``: hexes every unit with an allowance may go; ``oos``: divisor out of supply, rounded up.
    """

    late_from: int
    least: int
    oos: Positive
    first: dict[str, AllowanceRow]
    second: dict[str, AllowanceRow]


class Terrain(TomlTable, frozen=True):
    """6.1, 6.4: what ground does: how those on foot or horse, and those on wheels, enter it, and all the rest.

    ``rail``: along a rail hex only, and stop.  ``rail_free``: no stop along a friendly railway; ``frozen``: in Snow
    it moves as clear; ``mountaineers``: class M enters freely and fights well; ``weather``: units enter in these alone,
    if it names any; ``banned``: classes that never do, besides those on wheels; ``one_hex``: a unit moves one hex out
    of it; ``zones``: zones of control reach in and out; ``no_advance``: no advance after combat ends or passes there;
    ``no_setup``: no counter begins there by choice; ``no_supply``: none of the Axis goes through; ``steep``: supply
    counts it as mountain, but for railways.  ``modifier``: of the die; ``armour``: armour has its own there (10.5);
    ``blitz``, ``victory``: Blitzkrieg attacks and automatic victories are allowed; ``drops``: units jump in (15);
    ``airbase``: markers are laid (11.1); ``cover``: partisans hide there (16).
    """

    foot: Entry
    mot: Entry
    rail_free: bool = False
    frozen: bool = False
    mountaineers: bool = False
    weather: list[str] = []
    banned: list[str] = []
    one_hex: bool = False
    zones: bool = True
    no_advance: bool = False
    no_setup: bool = False
    no_supply: bool = False
    steep: bool = False
    modifier: str = ""
    armour: bool = True
    blitz: bool = True
    victory: bool = True
    drops: bool = True
    airbase: bool = False
    cover: bool = False


class SideLine(TomlTable, frozen=True):
    """What lies between two hexes (6.1).

    ``stop_foot``, ``stop_mot``: weathers in which a unit stops after crossing; ``modifier``: of the die, if every
    attacker comes across, but not in weather that is ``frozen`` (10.3); ``victory``: automatic victories are won across
    (9.3); ``narrow``: no step of a march, zone, retreat or advance (6.2); ``closed``: nothing goes across.
    """

    stop_foot: list[str] = []
    stop_mot: list[str] = []
    modifier: str = ""
    frozen: list[str] = []
    victory: bool = True
    narrow: bool = False
    closed: bool = False

    def stops(self, mot: bool) -> list[str]:
        """Weathers in which units on wheels, or others, stop after crossing."""
        return self.stop_mot if mot else self.stop_foot


class Kerch(TomlTable, frozen=True):
    """The Kerch strait (6.2)."""

    ends: tuple[str, str]
    closed: list[str]


class IceRoad(TomlTable, frozen=True):
    """6.3.  ``length``: hexes from end to end; ``gate``: an Axis zone there shuts the road if no Soviet unit holds it;
    ``units`` an impulse."""

    ends: tuple[str, str]
    length: Positive
    gate: str
    weather: list[str]
    units: int


class Stacking(TomlTable, frozen=True):
    """5.  ``apart``: nations that may not stand together."""

    most: int
    armies: int
    city: int
    artillery: int
    marshals: int
    militia: int
    apart: list[list[str]]
    finns_with: list[str]


class Rail(TomlTable, frozen=True):
    """7.  ``capacity``: rows of last turn, Axis, Soviet; ``heavy``: what armies of heavy classes, and
    artillery, count; ``exits``: rail heads by edge (12.4)."""

    capacity: list[tuple[int, int, int]]
    weight: int
    heavy: int
    heavy_armies: list[str]
    heavy_units: list[str]
    exits: dict[str, list[str]]


class Gauge(TomlTable, frozen=True):
    """7.2: groups (last turn, Axis, Soviet) and hexes a group; ``two``: groups together, times so much."""

    groups: list[tuple[int, int, int]]
    chain: int
    mud: int
    snow: int
    two: tuple[int, Positive]
    partisan: int


class Mission(TomlTable, frozen=True):
    """8.2: lowest roll that succeeds by sea; 0: no roll; left out: not allowed."""

    axis: dict[str, int]
    soviet: dict[str, int]

    def of(self, side: Side) -> dict[str, int]:
        """What one side may do."""
        return self.axis if side is Side.AXIS else self.soviet


class Regained(TomlTable, frozen=True):
    """8: Soviet units a turn on a sea again once one of its ports is retaken."""

    sea: str
    ports: list[str]
    units: int


class Sea(TomlTable, frozen=True):
    """8.  ``axis``, ``soviet``: units a turn by sea, rows of last turn, units; ``lost``: an unmodified roll up to
    this."""

    faces: Positive
    lost: int
    failed: int
    never: list[str]
    clear_water: int
    air: int
    air_most: int
    shut: list[str]
    shut_weather: list[str]
    evacuated: int
    ports: dict[str, list[str]]
    axis: dict[str, list[tuple[int, int]]]
    soviet: dict[str, list[tuple[int, int]]]
    regained: Regained
    transport: Mission
    invasion: Mission
    evacuation: Mission


class Landing(TomlTable, frozen=True):
    """Invasions (8.4)."""

    units: int
    year: int
    axis_game: int
    classes: list[str]
    weather: list[str]


Lengths = tuple[int, int, int, int, int]


class Supply(TomlTable, frozen=True):
    """13.  Lengths: rows of last turn, then hexes in Clear, Lt Mud, Mud, Snow.

    ``snowed_in``: no source in Snow; ``city_``: own Major Cities (13.4), ``taken_``: captured ones;
    ``port_``: 13.6; ``air_lifted``: surrounded units saved from surrender a turn (13.1).
    """

    axis: list[Lengths]
    soviet: list[Lengths]
    axis_combat: list[Lengths]
    soviet_combat: list[Lengths]
    mountains: int
    first_turn: int
    axis_sources: list[str]
    hungarian_source: str
    romanian_sources: list[str]
    finnish_source: str
    finnish_edge: str
    soviet_sources: list[str]
    snowed_in: list[str]
    caucasus_sources: list[str]
    city_units: int
    city_reach: int
    taken_units: int
    taken_turns: int
    port_units: int
    port_reach: int
    port_air: int
    axis_black_from: int
    soviet_baltic: list[str]
    soviet_baltic_last: int
    air_lifted: int
    air_lift_not: list[str]

    def lengths(self, side: Side, combat: bool) -> list[Lengths]:
        """The rows of a side, for general or combat supply."""
        if side is Side.AXIS:
            return self.axis_combat if combat else self.axis
        return self.soviet_combat if combat else self.soviet


class Caucasus(TomlTable, frozen=True):
    """13.8: the longest way of Axis supply in hexes; the map has the region."""

    axis_reach: int


class Surrender(TomlTable, frozen=True):
    """10.68: turns until Soviet units come back to the Eliminated box; rows of last turn, turns."""

    back: list[tuple[int, int]]
