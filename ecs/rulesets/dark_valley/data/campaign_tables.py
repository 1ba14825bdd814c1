"""The shape of the tables of chits, arrivals, replacements, allies, forts and victory (2, 8, 9)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ecs.core.files.toml_files import Origin, Positive, TomlTable

Markers = Annotated[int, Meta(ge=0, le=60)]
"""That many markers are made before the game; a map has room for no more."""
InCup = Annotated[int, Meta(ge=0, le=9)]
"""That many chits of a kind in the cup of a turn."""
Group = Annotated[int, Meta(ge=1, le=4)]
"""The number of a panzer group."""
Groups = Annotated[int, Meta(ge=0, le=4)]


class Chits(TomlTable, frozen=True):
    """Ranges of the chits, in hexes (2.3, 8.7, 8.9)."""

    headquarters: int
    stavka: int
    deep_battle: int
    extras: int
    summers: Annotated[list[tuple[int, int]], Meta(min_length=1)]
    summer_mc: InCup
    odessa: tuple[int, int]
    odessa_units: list[str]
    odessa_reach: int
    odessa_city: str
    stavka_dice: int
    stavka_more: list[tuple[int, int]]


class Pool(TomlTable, frozen=True):
    """The pool and the STAVKA reserve (8.2, 8.7)."""

    back_from: int
    back_most: int
    city_most: int
    far_east: list[str]


class Replace(TomlTable, frozen=True):
    """Replacements (8.3, 8.4): axis = (last turn, infantry steps, panzer steps)."""

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


class ConversionRule(TomlTable, frozen=True):
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


class MergeRule(TomlTable, frozen=True):
    """Counters that give way to others (8.5)."""

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


class Withdrawal(TomlTable, frozen=True):
    """Units named, or that many of a kind of the owner's choice (8.6)."""

    turn: int
    units: list[str] = []
    divisions: int = 0
    pzgren: int = 0


class ReturningUnit(TomlTable, frozen=True):
    """A unit that returns, and as what (8.6)."""

    turn: int
    unit: str
    grade: str = ""


class Restore(TomlTable, frozen=True):
    """Units raised again if they were lost; if none was, panzer steps instead (10.3)."""

    turn: int
    units: list[str] = []
    panzer: int = 0


class Districts(TomlTable, frozen=True):
    """The Military Districts of June 1941 (8.8)."""

    names: list[str]
    locked_turn: int


class Allies(TomlTable, frozen=True):
    """The allies of the Axis (8.9-8.11)."""

    enter: int
    romania_capital: Annotated[list[str], Meta(min_length=1)]
    romania_east: list[str]
    romania_from: int
    romania_corps: int
    hungary_capital: str
    italy_out: int
    slovakia_out: int
    blue_out: int
    blue_door: str
    finland_from: int
    finland_out: int
    finland_edge: list[str]
    finland_armies: int
    finland_divisions: int
    finland_reach: int
    finland_corps: int
    bulgaria_row: int


class Partisans(TomlTable, frozen=True):
    """Partisans (8.12): rows of (last turn, taken off the die)."""

    from_turn: int
    less: list[tuple[int, int]]
    distance: int
    most: Markers
    terrain: list[str]


class Forts(TomlTable, frozen=True):
    """Fortifications (8.13): works = (last turn, markers)."""

    works: list[tuple[int, Markers]]
    works_moved: int
    weak_turns: tuple[int, int]
    strong_from: int
    strong_every: Positive
    strong_most: Markers


class Victory(TomlTable, frozen=True):
    """Victory (9)."""

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


class Turn(TomlTable, frozen=True):
    """One line of the calendar (2.4).  ``choose``: different panzer chits the Axis picks; ``twice``: those doubled."""

    name: str
    weather: str
    first: Literal["axis", "soviet"]
    mc: InCup
    move: InCup
    panzer: Annotated[list[Group], Meta(max_length=9)] = []
    choose: Groups = 0
    twice: Groups = 0
    combat: InCup = 0
    counter: InCup = 0
    soviet: list[Literal["ZH", "ZC", "ST", "SC"]] = []
    deep: InCup = 0
    origin: Origin = "ours"
