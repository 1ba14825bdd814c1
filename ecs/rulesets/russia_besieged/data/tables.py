"""Russia Besieged's tables.  Typed, checked at load, the same for every game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from ecs.core.files.faults import order_faults, row_faults, step_faults
from ecs.core.files.figures import FigureShelf, Sheet
from ecs.core.files.toml_files import TomlTable, load_checked
from ecs.core.origins import Origins, origin_faults
from ecs.core.scenario import MapNeeds
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data import campaign_tables as r
from ecs.rulesets.russia_besieged.data import combat_tables as c
from ecs.rulesets.russia_besieged.data import ground_tables as g

HERE = Path(__file__).parent
SHELF = FigureShelf()
KEPT = ("nation", "style", "symbol", "size", "kind", "origin")
"""What a class of counters is, and no house rule makes of it."""
WEATHERS = ("Clear", "Lt Mud", "Mud", "Snow")
FIRST_WINTER = "First winter"
GROUND = ("clear", "forest", "swamp", "mountain", "northern_swamp", "major_city")
HEXSIDES = ("river", "strait", "impassable")
MODIFIERS = frozenset({"marshal", "armour", "mountaineers", "winter_soviet", "winter_axis", "fortress"})
CELL = re.compile(r"([A-Z]+[0-9]?\*?)(?:\+([1-9]))?")
BELOW = "below"


class Tables(TomlTable, frozen=True):
    """All of tables.toml.  ``turns``: codes of season and year (1.2); ``first_winter``: first and last turn."""

    turns: list[str]
    first_winter: tuple[int, int]
    seasons: dict[str, str]
    crt: c.Chart
    blitz_table: c.Chart
    result: dict[str, c.Effect]
    modifier: dict[str, c.Modifier]
    combat: c.Combat
    blitz: c.Blitz
    victory_at_odds: c.VictoryAtOdds
    retreat: c.Retreats
    air: c.Air
    artillery: c.Artillery
    weather: g.WeatherTable
    march: g.AllowanceTable
    terrain: dict[str, g.Terrain]
    side: dict[str, g.SideLine]
    kerch: g.Kerch
    ice_road: g.IceRoad
    stacking: g.Stacking
    rail: g.Rail
    gauge: g.Gauge
    sea: g.Sea
    landing: g.Landing
    supply: g.Supply
    caucasus: g.Caucasus
    surrender: g.Surrender
    arrive: r.Arrive
    replace: r.Replace
    lend_lease: r.LendLease
    oil: r.Oil
    marshals: r.Marshals
    dictators: r.Dictators
    drop: r.Drop
    partisans: r.Partisans
    allies: r.Allies
    workers: r.Workers
    fortress: r.Fortress
    district: dict[str, r.District]
    victory: r.Victory
    scenarios: list[r.ScenarioLine]
    map: MapNeeds
    origin: Origins = Origins()


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


def split_cell(text: str) -> tuple[str, int]:
    """Result and hexes of Blitzkrieg advance of a cell: "D2+1" is ("D2", 1).

    :raises ValueError: if it is no cell.
    """
    match = CELL.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is not a result")
    return match[1], int(match[2] or 0)


# -- checks: every fault in one sentence, the first one is raised ----------------------------------------


def _faults(t: Tables) -> Iterable[str]:
    yield from _calendar_faults(t)
    yield from _chart_faults("crt", t.crt, t.result, advance=False)
    yield from _chart_faults("blitz_table", t.blitz_table, t.result, advance=True)
    for code, effect in t.result.items():
        pairs = {"attacker": effect.attacker.retreat, "defender": effect.defender.retreat}
        yield from order_faults({f"result.{code}.{side}.retreat": pair for side, pair in pairs.items()})
    yield from _unlike("result", {BELOW} - set(t.result), "missing")
    lines = {row.modifier for row in t.terrain.values()} | {row.modifier for row in t.side.values()}
    yield from _unlike("modifier", (MODIFIERS | lines) - {"", *t.modifier}, "missing")
    yield from _turn_faults(t)
    yield from _ground_faults(t)
    yield from _weather_faults(t)
    yield from _name_faults(t)
    yield from origin_faults(t)


def _unlike(where: str, names: Iterable[str], fault: str) -> Iterable[str]:
    for name in sorted(names):
        yield f"{where}: {name!r}: {fault}"


def _calendar_faults(t: Tables) -> Iterable[str]:
    for number, code in enumerate(t.turns, 1):
        if code[:2] not in t.seasons or not code[2:].isdigit():
            yield f"turns: turn {number} is {code!r}; expected a season of [seasons] and a year of two digits"
    last = len(t.turns)
    for line in t.scenarios:
        if not 1 <= line.turns[0] <= line.turns[1] <= last or line.long > last:
            yield f"scenarios: {line.id}: turns {line.turns}, long {line.long}; the calendar has turns 1 to {last}"


def _chart_faults(name: str, chart: c.Chart, known: Mapping[str, c.Effect], advance: bool) -> Iterable[str]:
    if sorted(chart.odds) != chart.odds or len(set(chart.odds)) < len(chart.odds):
        yield f"{name}.odds: {chart.odds}; expected rising odds"
    for pair in chart.rolls:
        yield from order_faults({f"{name}.rolls": pair})
    for (_, high), (low, _) in zip(chart.rolls, chart.rolls[1:], strict=False):
        if low != high + 1:
            yield f"{name}.rolls: {low} follows {high}; expected no gap"
    if len(chart.cells) != len(chart.rolls):
        yield f"{name}.cells: {len(chart.cells)} rows; expected {len(chart.rolls)}, as {name}.rolls has"
    for (low, _), row in zip(chart.rolls, chart.cells, strict=False):
        if len(row) != len(chart.odds):
            yield f"{name}.cells: row of roll {low}: {len(row)} results; expected {len(chart.odds)}, as {name}.odds has"
        for cell in row:
            match = CELL.fullmatch(cell)
            if not match or match[1] not in known or match[1] == BELOW or (match[2] and not advance):
                yield f"{name}.cells: row of roll {low}: {cell!r} is not a result"


def _turn_faults(t: Tables) -> Iterable[str]:
    """Tables by turn must rise and reach the last turn."""
    stepped: dict[str, Sequence[Sequence[int]]] = {
        "air.factors": t.air.factors, "air.pool": t.air.pool, "rail.capacity": t.rail.capacity,
        "gauge.groups": t.gauge.groups, "supply.axis": t.supply.axis, "supply.soviet": t.supply.soviet,
        "supply.axis_combat": t.supply.axis_combat, "supply.soviet_combat": t.supply.soviet_combat,
        "surrender.back": t.surrender.back, "replace.east": t.replace.east, "replace.german": t.replace.german,
        "replace.german_armour": t.replace.german_armour, "lend_lease.archangel_more": t.lend_lease.archangel_more,
        "drop.drops": t.drop.drops, "drop.range": t.drop.range, "partisans.placed": t.partisans.placed,
        "partisans.most": t.partisans.most,
    }  # fmt: skip
    stepped |= {f"sea.axis.{sea}": rows for sea, rows in t.sea.axis.items()}
    stepped |= {f"sea.soviet.{sea}": rows for sea, rows in t.sea.soviet.items()}
    yield from step_faults(stepped, len(t.turns))


def _ground_faults(t: Tables) -> Iterable[str]:
    """Rows of charts that nothing uses, and figures in rows that nothing reads."""
    yield from row_faults("terrain", t.terrain, GROUND)
    yield from row_faults("side", t.side, HEXSIDES)
    for name, ground in t.terrain.items():
        if ground.rail_free and "stop" not in (ground.foot, ground.mot):
            yield f"terrain.{name}.rail_free: units need not stop there, so a railway saves nothing"
        if ground.frozen and (ground.foot, ground.mot) == ("free", "free"):
            yield f"terrain.{name}.frozen: units enter freely anyway, so frost saves nothing"
    for name, row in t.side.items():
        if row.closed and row != g.SideLine(closed=True):
            yield f"side.{name}.closed: nothing may cross, so it takes no other figure"
        if row.frozen and not row.modifier:
            yield f"side.{name}.frozen: it has no modifier for frost to take away"
        if row.narrow and (row.stop_foot or row.stop_mot):
            yield f"side.{name}.narrow: no unit marches across, so none stops after it"


def _weather_faults(t: Tables) -> Iterable[str]:
    yield from _unlike("weather.rolls", set(t.seasons) ^ set(t.weather.rolls), "expected the seasons of [seasons]")
    for season, rows in t.weather.rolls.items():
        faces = [face for low, high, _, _ in rows for face in range(low, high + 1)]
        if faces != list(range(1, t.weather.faces + 1)):
            yield f"weather.rolls.{season}: rolls {faces}; expected 1 to {t.weather.faces} (weather.faces), each once"
    yield from _unlike("weather.history", set(t.weather.history) - set(t.turns), "no such turn")
    named = {word for rows in t.weather.rolls.values() for row in rows for word in row[2:]}
    named |= {word for pair in t.weather.history.values() for word in pair}
    named |= {*t.blitz.weather, *t.victory_at_odds.weather, *t.artillery.weather, *t.landing.weather}
    named |= {*t.combat.armour_not_weather, *t.kerch.closed, *t.ice_road.weather}
    named |= {word for row in t.side.values() for word in (*row.stop_foot, *row.stop_mot, *row.frozen)}
    named |= {*t.sea.shut_weather, *(word for row in t.terrain.values() for word in row.weather)}
    named |= {*t.drop.success, *t.supply.air_lift_not, *t.air.half_ready}
    yield from _unlike("weather", named - set(WEATHERS), f"expected {', '.join(WEATHERS)}")
    for name, row in (("axis", t.air.most.axis), ("soviet", t.air.most.soviet)):
        if len(row) != len(WEATHERS):
            yield f"air.most.{name}: {len(row)} numbers; expected one for each of {', '.join(WEATHERS)}"
    for name, paces in (("first", t.march.first), ("second", t.march.second)):
        yield from _unlike(f"march.{name}", set(paces) ^ {*WEATHERS, FIRST_WINTER}, "expected a row for each weather")


def _name_faults(t: Tables) -> Iterable[str]:
    wanted = {*t.kerch.ends, *t.ice_road.ends, t.ice_road.gate, t.supply.finnish_edge}
    wanted |= {*t.sea.shut, *t.sea.regained.ports, *t.arrive.edge, *t.replace.cities}
    wanted |= {port for ports in t.sea.ports.values() for port in ports}
    wanted |= {door for doors in t.arrive.doors.values() for door in doors}
    wanted |= {*t.replace.german_lost, t.replace.german_all, *t.oil.axis_wells, t.oil.ploesti, *t.oil.soviet_wells}
    wanted |= {*t.lend_lease.archangel_line, t.lend_lease.archangel_else, *t.lend_lease.south, *t.fortress.soviet}
    wanted |= {t.dictators.homes.axis, t.dictators.homes.soviet, *t.supply.soviet_baltic, *t.supply.snowed_in}
    wanted |= {t.supply.hungarian_source, *t.supply.romanian_sources, t.supply.finnish_source, *t.supply.soviet_sources}
    wanted |= {*t.supply.caucasus_sources, t.allies.finland_closed, t.allies.finland_capital, t.allies.finland_tires_of}
    wanted |= {t.allies.romania_capital, *t.allies.romania_cities, t.allies.hungary_capital}
    wanted |= {*t.victory.weight, *t.supply.axis_sources, *(name for edge in t.rail.exits.values() for name in edge)}
    yield from _unlike("map", wanted - names_of(t), "named in the rules, but not among the names of [map]")


def names_of(t: Tables) -> frozenset[str]:
    """Every place, role and region the rules may look for on a map."""
    return frozenset((*t.map.hexes, *t.map.regions, *t.map.optional))


SHELF.sheets.append(Sheet("tables", HERE / "tables.toml", Tables, tables))


def rules(w: World) -> Tables:
    """The tables in force."""
    return cast(Tables, w.rules)
