"""The Dark Valley's tables.  Typed, checked at load, the same for every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from ecs.core.files.figures import FigureShelf, Sheet
from ecs.core.files.scenarios import UnitEntry
from ecs.core.files.toml_tables import Origin, TomlTable, load, load_checked
from ecs.core.ruleset.map_needs import MapNeeds
from ecs.core.world import World
from ecs.rulesets.dark_valley.data.schema import campaign as r
from ecs.rulesets.dark_valley.data.schema import ground as g

HERE = Path(__file__).parent
SHELF = FigureShelf()
KEPT = ("nation", "style", "symbol", "size", "origin")
"""What a class of counters is, and no house rule makes of it."""
WEATHERS = ("Fair", "Mixed", "Mud", "Snow")
GROUND = ("clear", "woods", "marsh", "rough", "mountain", "desert_steppe")
STANDING = ("town", "city", "fortified_zone", "works", "weak_fort", "fort")
"""Rows of the terrain chart: the ground, and what stands on it."""
HEXSIDES = ("river", "major_river", "volga", "strait")
CODES = frozenset({"AE", "AL1", "BL1", "EX", "DR", "DR*", "DE", "NE"})


class Tables(TomlTable, frozen=True):
    """All of tables.toml.  ``origin``: where the figures of a table come from; of those not named, from us."""

    odds: list[str]
    crt_a: list[list[str]]
    crt_b: list[list[str]]
    winter_turns: tuple[int, int]
    combat: g.Combat
    terrain: dict[str, g.Terrain]
    side: dict[str, g.SideLine]
    movement: g.Movement
    stacking: g.Stacking
    rail: g.Rail
    sea: g.Sea
    drop: g.Drop
    supply: g.Supply
    depots: g.Depots
    bombard: g.Bombard
    weather: dict[str, g.WeatherLine]
    change: g.WeatherChange
    chits: r.Chits
    pool: r.Pool
    replace: r.Replace
    convert: list[r.ConversionRule]
    merge: r.MergeRule
    withdraw: list[r.Withdrawal]
    back: list[r.ReturningUnit]
    restore: list[r.Restore]
    doors: dict[str, list[str]]
    districts: r.Districts
    allies: r.Allies
    partisans: r.Partisans
    forts: r.Forts
    victory: r.Victory
    turn: list[r.Turn]
    map: MapNeeds
    origin: dict[str, Origin] = {}


class UnitClass(TomlTable, frozen=True):
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
    origin: Origin = "ours"

    @property
    def factors(self) -> tuple[int, int]:
        """Attack and defence: one combat factor for both."""
        return self.full[0], self.full[0]

    @property
    def steps(self) -> int:
        """Steps of the unit at full strength."""
        return 2 if self.reduced else 1


class Arrival(TomlTable, frozen=True):
    """10.3, 10.4: counters that come in a turn.  ``only``: cities they must come in by (FE)."""

    turn: int
    side: str
    units: list[str]
    origin: Origin = "ours"


class Arrivals(TomlTable, frozen=True):
    """arrivals.toml: the schedule, and counters in the box that only conversions bring into play."""

    arrive: list[Arrival]
    mint: list[UnitEntry]


@SHELF.remembered()
def tables() -> Tables:
    """The tables in force.

    :raises TableError: if a table has not the shape of the printed one.
    """
    return load_checked(HERE / "tables.toml", Tables, _faults, SHELF.over("tables"))


def _faults(found: Tables) -> Iterator[str]:
    """What is wrong with tables of the right shape."""
    for name, table in (("crt_a", found.crt_a), ("crt_b", found.crt_b)):
        if [len(row) for row in table] != [len(found.odds)] * 8 or not {c for row in table for c in row} <= CODES:
            yield f"{name}: expected 8 rows of {len(found.odds)} known results"
    if set(found.weather) != set(WEATHERS) or not {t.weather for t in found.turn} <= set(WEATHERS):
        yield f"weather: expected {', '.join(WEATHERS)}"
    for name in found.origin:
        if name not in found.__struct_fields__:
            yield f"origin.{name}: no such table"
    for name, rows, known in (("terrain", found.terrain, (*GROUND, *STANDING)), ("side", found.side, HEXSIDES)):
        if set(rows) != set(known):
            yield f"{name}: expected {', '.join(known)}"
    yield from _idle(found)


def _idle(found: Tables) -> Iterator[str]:
    """Figures in rows where nothing goes by them."""
    for name, row in found.terrain.items():
        if name in GROUND and (row.cost is None or not row.bombard):
            yield f"terrain.{name}: expected cost and bombard of the ground"
        if name in STANDING and (row.cost is not None or row.mountaineers):
            yield f"terrain.{name}: cost and mountaineers are the ground's"
        if row.cost_axis and name != "fortified_zone":
            yield f"terrain.{name}.cost_axis: of Fortified Zones alone"
        if row.halved and row.mech_defends_halved:
            yield f"terrain.{name}.mech_defends_halved: all defenders are halved there"
    for name, line in found.weather.items():
        if line.axis_mech_winter and name != "Snow":
            yield f"weather.{name}.axis_mech_winter: of Snow alone"
        if not 0 <= line.column < min(map(len, found.depots.advance), default=0):
            yield f"weather.{name}.column: no such column of the depot table"


@SHELF.remembered()
def classes() -> dict[str, UnitClass]:
    """Unit class by name."""
    return load(HERE / "units.toml", dict[str, UnitClass], SHELF.over("units"))


@SHELF.remembered()
def arrivals() -> Arrivals:
    """Who comes when."""
    return load(HERE / "arrivals.toml", Arrivals)


SHELF.sheets += [
    Sheet("units", HERE / "units.toml", dict[str, UnitClass], classes, kept=KEPT),
    Sheet("tables", HERE / "tables.toml", Tables, tables),
]


def season(lines: Mapping[str, g.WeatherLine], weather: str) -> int:
    """The place of a weather in the order Fair, Mixed, Mud, Snow."""
    return WEATHERS.index(weather) if weather in lines else 0


def rules(w: World) -> Tables:
    """The tables in force."""
    return cast(Tables, w.rules)
