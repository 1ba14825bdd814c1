"""A scenario as the keys of a file that extends another one: only what differs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from ecs.core.components import Side
from ecs.core.files.scenario_grammar import UnitEntry, ZoneEntry
from ecs.core.ruleset import Scenario

Lines = Mapping[str, tuple[str, UnitEntry]]
"""Counter id -> its side, and an entry of it alone."""


def scenario_table(told: Scenario, before: Scenario) -> dict[str, Any]:
    """The keys of a file that says ``told`` by what differs from ``before``, in order."""
    table: dict[str, Any] = {
        "id": told.id,
        "extends": before.id,
        "title": told.title,
        "blurb": told.blurb,
        "minutes": told.minutes,
    }
    if dict(told.options) != dict(before.options):
        table["options"] = dict(told.options)
    listed, now = one_by_one(before.units), one_by_one(told.units)
    joining = {unit: line for unit, line in now.items() if unit not in listed}
    return table | _settings(before, told) | _edits(listed, now, joining)


def one_by_one(units: Iterable[tuple[str, UnitEntry]]) -> dict[str, tuple[str, UnitEntry]]:
    """The counters of an order of battle, one by one."""
    return {
        text.partition(":")[0]: (side, msgspec.structs.replace(entry, units=[text]))
        for side, entry in units
        for text in entry.units
    }


def _edits(listed: Lines, now: Lines, joining: Lines) -> dict[str, Any]:
    """``remove``, ``[[move]]``, ``[[reduce]]``, ``[[add]]``: what has become of the order of battle."""
    gone = [unit for unit in listed if unit not in now]
    moves: dict[tuple[str, str, str, str | None], list[str]] = {}
    losses: dict[int, list[str]] = {}
    joins = dict(joining)
    for unit, (_, was) in listed.items():
        if unit not in now:
            continue
        entry = now[unit][1]
        if (entry.units, entry.dispersed) != (was.units, was.dispersed):
            gone.append(unit)
            joins[unit] = now[unit]
            continue
        if (entry.hex, entry.box, entry.zone, entry.at) != (was.hex, was.box, was.zone, was.at):
            door = entry.at if entry.at != was.at else None
            moves.setdefault((entry.hex, entry.box, entry.zone, door), []).append(unit)
        if entry.lost != was.lost:
            losses.setdefault(entry.lost, []).append(unit)
    table: dict[str, Any] = {"remove": gone} if gone else {}
    if moves:
        table["move"] = [
            {"units": units, **_place(spot, box), "zone": zone, **({} if at is None else {"at": at})}
            for (spot, box, zone, at), units in sorted(moves.items(), key=lambda move: (*move[0][:3], move[0][3] or ""))
        ]
    if losses:
        table["reduce"] = [{"units": units, "lost": lost} for lost, units in sorted(losses.items())]
    for side in Side:
        entries = _together(entry for whose, entry in joins.values() if whose == side.value)
        if entries:
            table[f"add.{side.value}"] = entries
    return table


def _place(spot: str, box: str) -> dict[str, str]:
    return {"hex": spot} if spot else {"box": box}


def _together(entries: Iterable[UnitEntry]) -> list[dict[str, Any]]:
    """Entries that differ in nothing but their counters made one."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for entry in entries:
        key = (entry.hex, entry.box, entry.zone, entry.lost, entry.dispersed, entry.at)
        found.setdefault(key, []).extend(entry.units)
    return [
        {
            "units": units,
            **_place(spot, box),
            **({"zone": zone} if zone else {}),
            **({"lost": lost} if lost else {}),
            **({"dispersed": True} if dispersed else {}),
            **({"at": at} if at else {}),
        }
        for (spot, box, zone, lost, dispersed, at), units in sorted(found.items())
    ]


def _settings(before: Scenario, told: Scenario) -> dict[str, Any]:
    """The keys that are not as in the scenario that is extended."""
    found: dict[str, Any] = {"start_turn": told.start_turn}
    if told.weather != before.weather:
        found["weather"] = told.weather
    if told.turns != before.turns:
        found["turns"] = told.turns
    if told.map != before.map:
        found["map"] = told.map.name
    if dict(told.rules) != dict(before.rules):
        found["rules"] = dict(told.rules)
    if dict(told.points) != dict(before.points):
        found["points"] = dict(told.points)
    if told.ground != before.ground:
        found["ground"] = told.ground
    if told.figures != before.figures:
        found |= {key: dict(value) for key, value in told.figures.items()}
    if told.zones != before.zones:
        found["zones"] = [_zone(zone) for zone in told.zones.values()]
    return found


def _zone(zone: ZoneEntry) -> dict[str, Any]:
    blank, every = ZoneEntry(name="", title=""), msgspec.structs.asdict(zone)
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in every.items()
        if value != getattr(blank, key)
    }
