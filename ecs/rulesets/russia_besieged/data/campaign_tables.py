"""The shape of the tables of arrivals, replacements, politics and victory (14-16, 18-24)."""

from __future__ import annotations

from typing import Literal

from ecs.core.files.toml_files import Origin, Positive, TomlTable
from ecs.rulesets.russia_besieged.data.combat_tables import Pair, Words


class Arrive(TomlTable, frozen=True):
    """Arrivals (18).  ``unpaid``: RP for a unit not withdrawn; ``converted_``: turns until a lost unit is back."""

    city_units: int
    city_east_of: int
    edge: list[str]
    unpaid: int
    converted_dead: int
    converted_captured: int
    doors: dict[str, list[str]]


class Replace(TomlTable, frozen=True):
    """19.  ``east``, ``german``, ``german_armour``: rows of last turn, RP; ``cities``: points of a Soviet city;
    ``city_points``: points that make one RP.

    ``limited``: divisor of a city in limited supply; ``german_lost``: RP for a city lost; ``allies``: by nation, first
    and last turn, every so many turns, RP; ``cost``: RP a step by class.
    """

    save: Pair
    city_points: int
    limited: Positive
    east: list[tuple[int, int]]
    no_stalin: int
    german: list[tuple[int, int]]
    german_lost: dict[str, int]
    german_all: str
    german_armour: list[tuple[int, int]]
    armour_classes: list[str]
    cost: dict[str, int]
    cost_air: int
    never: list[str]
    no_mech41_from: int
    airborne_most: int
    never_nations: list[str]
    leningrad_most: int
    cities: dict[str, int]
    allies: dict[str, tuple[int, int, Positive, int]]


class LendLease(TomlTable, frozen=True):
    """Lend-lease (20).  ``archangel``: rows of highest roll, RP; ``archangel_more``: rows of last turn, RP added."""

    archangel_from: int
    archangel: list[tuple[int, int]]
    archangel_more: list[tuple[int, int]]
    archangel_line: list[str]
    archangel_else: str
    south_from: int
    south: list[str]
    pacific_from: int
    pacific: int


class Oil(TomlTable, frozen=True):
    """20.  ``_first``: off the first allowance of motorised units; ``ploesti_second``: their whole second one."""

    axis_wells: dict[str, int]
    axis_turns: int
    ploesti: str
    ploesti_turns: int
    ploesti_first: int
    ploesti_second: int
    soviet_wells: list[str]
    soviet_first: int
    soviet_armour_cost: int


class Marshal(TomlTable, frozen=True):
    """One Field Marshal (14.2): first and last turn on the map."""

    side: Literal["axis", "soviet"]
    turns: tuple[int, int]


class Marshals(TomlTable, frozen=True):
    """14.2.  ``back``: turns in the returns box; ``die_lost``: highest roll that loses him with his stack."""

    back: int
    die_lost: int
    who: dict[str, Marshal]


class Dictators(TomlTable, frozen=True):
    """14.  ``escape``: lowest roll, and with his hex surrounded; ``income_halved``: turns after the loss."""

    homes: Words
    defence: int
    escape: int
    escape_surrounded: int
    income_halved: int


class Drop(TomlTable, frozen=True):
    """15.  ``drops``, ``range``: rows of last turn, number; ``success``: lowest roll by weather."""

    from_turn: int
    drops: list[tuple[int, int]]
    range: list[tuple[int, int]]
    success: dict[str, int]
    zone: int
    again: int


class Partisans(TomlTable, frozen=True):
    """16.  ``placed``, ``most``: rows of last turn, number; ``apart``: hexes from one to the next at least.

    ``feeds``: hexes within which the 2nd stage feeds airborne corps.
    """

    placed: list[tuple[int, int]]
    most: list[tuple[int, int]]
    german: int
    german_rough: int
    apart: int
    hunted: int
    hunt: int
    hunt_unit: int
    hunt_most: int
    hunt_rough: int
    hunt_stage_2: int
    stage_2_from: int
    flips: int
    defence: int
    feeds: int


class Allies(TomlTable, frozen=True):
    """21.  ``no_attack``: last turn without attacks; ``gone``: removed at the end of it."""

    no_attack: dict[str, int]
    gone: dict[str, int]
    finland_germans: int
    finland_closed: str
    finland_capital: str
    finland_tires: int
    finland_tires_of: str
    romania_capital: str
    romania_cities: list[str]
    romania_lost: int
    romania_joins: list[str]
    hungary_capital: str
    hungary_shuns: str
    bulgaria_open: int


class Workers(TomlTable, frozen=True):
    """24.1.  ``counter``: their class; ``moved`` a turn go east, each ``weight`` of the trains, and work again after
    ``away`` turns."""

    counter: str
    moved: int
    weight: int
    away: int


class Fortress(TomlTable, frozen=True):
    """24.2.  ``held``: turns without surrender; ``soviet``: cities that may be one from turn 1."""

    from_turn: int
    declared: int
    most: int
    units: int
    held: int
    soviet: list[str]


class District(TomlTable, frozen=True):
    """Where the counters of a force may be set up: a region of the map (11.3).

    ``border``: the region that must stay guarded; ``locked``: up to this turn they stay in these rows.
    """

    side: Literal["axis", "soviet"]
    region: str
    border: str = ""
    rows: tuple[int, int] = (1, 51)
    nation: str = ""
    locked: int = 0


class Victory(TomlTable, frozen=True):
    """22.  ``sudden``: rows of turn, Major Cities the Axis needs; the others: tournament VP; ``bid_rp`` a turn;
    ``weight``: half points a place counts for above what it scores."""

    sudden: list[tuple[int, int]]
    major: int
    minor: int
    well: int
    moscow: int
    bid_rp: int
    weight: dict[str, int]


class ScenarioLine(TomlTable, frozen=True):
    """23: first and last turn; ``long``: last turn of the long version; ``par``: VP; ``cities``: the Axis needs."""

    id: str
    title: str
    turns: tuple[int, int]
    par: list[int] = []
    long: int = 0
    cities: int = 0
    origin: Origin = "ours"
