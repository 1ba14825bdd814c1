"""The Dark Valley's tables.  Typed, checked at load, the same for every game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from msgspec import Meta

from ecs.core.files.faults import more_faults, order_faults, row_faults, step_faults, word_faults
from ecs.core.files.figures import FigureShelf, Sheet
from ecs.core.files.scenarios import UnitEntry
from ecs.core.files.toml_files import Origin, TomlTable, load, load_checked, read_toml
from ecs.core.origins import Origins, origin_faults
from ecs.core.scenario import MapNeeds
from ecs.core.world import World
from ecs.rulesets.dark_valley.data import campaign_tables as r
from ecs.rulesets.dark_valley.data import ground_tables as g

HERE = Path(__file__).parent
UNITS = HERE / "units.toml"
SHELF = FigureShelf()
KEPT = ("nation", "style", "symbol", "size", "origin")
"""What a class of counters is, and no house rule makes of it."""
WEATHERS = ("Fair", "Mixed", "Mud", "Snow")
GROUND = ("clear", "woods", "marsh", "rough", "mountain", "desert_steppe")
STANDING = ("town", "city", "fortified_zone", "works", "weak_fort", "fort")
"""Rows of the terrain chart: the ground, and what stands on it."""
HEXSIDES = ("river", "major_river", "volga", "strait", "lake", "impassable")
CODES = frozenset({"AE", "AL1", "BL1", "EX", "DR", "DR*", "DE", "NE"})
TURNS = 48
HEAD = re.compile(r"([1-9][0-9]?)-([1-9][0-9]?)")
TurnNumber = Annotated[int, Meta(ge=1, le=TURNS)]


class Tables(TomlTable, frozen=True):
    """All of tables.toml."""

    odds: Annotated[list[str], Meta(min_length=1)]
    crt_a: g.Results
    crt_b: g.Results
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
    turn: Annotated[list[r.Turn], Meta(min_length=TURNS, max_length=TURNS)]
    map: MapNeeds
    origin: Origins = Origins()


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

    turn: TurnNumber
    side: Literal["axis", "soviet"]
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


def _faults(t: Tables) -> Iterator[str]:
    """Every fault in one sentence; the first one is raised."""
    yield from _combat_faults(t)
    yield from _calendar_faults(t)
    yield from _turn_faults(t)
    yield from _class_faults(t)
    yield from _row_faults(t)
    points = t.victory
    yield from more_faults(
        {
            ("victory.blau_win", "victory.blau_lose"): (points.blau_win, points.blau_lose),
            ("victory.zitadelle_win", "victory.zitadelle_lose"): (points.zitadelle_win, points.zitadelle_lose),
        }
    )


def _combat_faults(t: Tables) -> Iterator[str]:
    """Odds must rise, every column needs a known result for each row, the least modifier must be below the most."""
    heads = [HEAD.fullmatch(head) for head in t.odds]
    for head, match in zip(t.odds, heads, strict=True):
        if match is None:
            yield f"odds: {head!r}; expected odds like '2-1'"
    worth = [int(match[1]) / int(match[2]) for match in heads if match is not None]
    if worth != sorted(set(worth)):
        yield f"odds: {', '.join(t.odds)}; expected rising odds"
    for name, chart in (("crt_a", t.crt_a), ("crt_b", t.crt_b)):
        for die, row in enumerate(chart, 1):
            if len(row) != len(t.odds):
                yield f"{name}: die {die}: {len(row)} results; expected {len(t.odds)}, as odds has"
            yield from word_faults({name: row}, CODES, "result")
            if "" in row:
                yield f"{name}: die {die}: '': no result"
    yield from more_faults({("combat.most", "combat.least"): (t.combat.most, t.combat.least)})


def _calendar_faults(t: Tables) -> Iterator[str]:
    """Every weather named needs a line of its own."""
    if set(t.weather) != set(WEATHERS):
        yield f"weather: expected {', '.join(WEATHERS)}"
    for number, line in enumerate(t.turn, 1):
        if line.weather not in WEATHERS:
            yield f"turn: turn {number}: weather: {line.weather!r}; expected {', '.join(WEATHERS)}"
        if line.twice > line.choose:
            yield f"turn: turn {number}: twice: {line.twice}; expected no more than choose, which is {line.choose}"


def _turn_faults(t: Tables) -> Iterator[str]:
    """Rows by turn must rise up to the turn needed; first turns must not come after last ones."""
    yield from step_faults(
        {
            "rail.capacity": t.rail.capacity,
            "replace.axis": t.replace.axis,
            "replace.growth": t.replace.growth,
            "forts.works": t.forts.works,
        },
        TURNS,
    )
    yield from step_faults(
        {
            "chits.stavka_more": t.chits.stavka_more,  # later there is no limit
            "partisans.less": t.partisans.less,  # later there are none
            "victory.milestones": t.victory.milestones,  # later there is none to be missed
        },
        1,
    )
    markers = [row[1] for row in t.forts.works]
    if markers != sorted(markers):
        yield f"forts.works: {markers} markers; expected no fewer later on"
    yield from order_faults(
        {
            "winter_turns": t.winter_turns,
            "chits.odessa": t.chits.odessa,
            "chits.summers": min(t.chits.summers, key=lambda span: span[1] - span[0]),
            "replace.romania": t.replace.romania,
            "replace.hungary": t.replace.hungary,
            "forts.weak_turns": t.forts.weak_turns,
            **{f"convert: {row.old} into {row.new}: turns": row.turns for row in t.convert},
        }
    )


def _class_faults(t: Tables) -> Iterator[str]:
    """Conversions must lead to classes of counters."""
    named: dict[str, list[str]] = {"back.grade": [line.grade for line in t.back]}
    named |= {"convert.old": [row.old for row in t.convert], "convert.new": [row.new for row in t.convert]}
    named |= {f"merge.{key}": [getattr(t.merge, key)] for key in ("rifle_into", "tank_into", "split_into")}
    yield from word_faults(named, read_toml(UNITS), "class of counters")


def _words() -> Mapping[str, Iterable[str]]:
    """The words of the rules, by what they name."""
    raw, cards = read_toml(HERE / "tables.toml"), read_toml(UNITS)
    units = [text for entry in read_toml(HERE / "arrivals.toml")["arrive"] for text in entry["units"]]
    return {
        "weather": WEATHERS,
        "result": CODES,
        "odds": raw["odds"],
        "terrain": raw["terrain"],
        "class of counters": cards,
        "nation": {card["nation"] for card in cards.values()},
        "trait of a class": {trait for card in cards.values() for trait in card["traits"]},
        "counter": {text.partition(":")[0] for text in units} | set(_counters(raw)),
    }


def _counters(raw: Mapping[str, Any]) -> Iterator[str]:
    """The counters that the printed tables name."""
    yield from (*raw["chits"]["odessa_units"], *raw["depots"]["romanian"])
    for line in (*raw["withdraw"], *raw["restore"]):
        yield from line.get("units", ())
    yield from (line["unit"] for line in raw["back"])


def _row_faults(found: Tables) -> Iterator[str]:
    """Rows of charts that nothing uses, and figures in rows that nothing reads."""
    yield from origin_faults(found)
    yield from row_faults("terrain", found.terrain, (*GROUND, *STANDING))
    yield from row_faults("side", found.side, HEXSIDES)
    for name, side in found.side.items():
        if side.closed and side != g.SideLine(closed=True, zones=side.zones):
            yield f"side.{name}.closed: nothing may cross, so it takes no other figure"
        if side.bridged and not any(side.cost):
            yield f"side.{name}.bridged: it has no cost for a road to save"
    for name, row in found.terrain.items():
        if name in GROUND and (row.cost is None or not row.bombard):
            yield f"terrain.{name}: expected both cost and bombard"
        if name in STANDING and (row.cost is not None or row.mountaineers):
            yield f"terrain.{name}: only the ground itself takes cost and mountaineers"
        if row.cost_axis and name != "fortified_zone":
            yield f"terrain.{name}.cost_axis: only Fortified Zones take it"
        if row.halved and row.mech_defends_halved:
            yield f"terrain.{name}.mech_defends_halved: all defenders there are halved already"
    for name, line in found.weather.items():
        if line.axis_mech_winter and name != "Snow":
            yield f"weather.{name}.axis_mech_winter: only Snow takes it"


@SHELF.remembered()
def classes() -> dict[str, UnitClass]:
    """Unit class by name."""
    return load(UNITS, dict[str, UnitClass], SHELF.over("units"))


@SHELF.remembered()
def arrivals() -> Arrivals:
    """The schedule of arrivals."""
    return load_checked(HERE / "arrivals.toml", Arrivals, _arrival_faults)


def _arrival_faults(found: Arrivals) -> Iterator[str]:
    """Every counter must be of a known class, and none may come twice."""
    seen = set[str]()
    for where, text in [
        *((f"arrive: turn {entry.turn}", text) for entry in found.arrive for text in entry.units),
        *((f"mint: box {entry.box}", text) for entry in found.mint for text in entry.units),
    ]:
        name, _, kind = text.partition(":")
        yield from word_faults({f"{where}: {name}": [kind or text]}, classes(), "class of counters")
        if name in seen:
            yield f"{where}: {name}: appears twice"
        seen.add(name)


SHELF.sheets += [
    Sheet("units", UNITS, dict[str, UnitClass], classes, kept=KEPT, words=_words),
    Sheet("tables", HERE / "tables.toml", Tables, tables, words=_words),
]


def season(lines: Mapping[str, g.WeatherLine], weather: str) -> int:
    """The place of a weather in the order Fair, Mixed, Mud, Snow."""
    return WEATHERS.index(weather) if weather in lines else 0


def rules(w: World) -> Tables:
    """The tables in force."""
    return cast(Tables, w.rules)
