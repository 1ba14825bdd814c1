"""Chapters 8.8-8.11: which units a border holds back, and which wait for their country to enter the war."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Side
from ecs.core.remembered_answers import remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import current_class, has, is_combat_unit
from ecs.rulesets.dark_valley.ground.terrain import within
from ecs.systems import sentences
from ecs.systems.scorekeeping import Flag

OPEN: frozenset[int] = frozenset()
ROMANIA_SWITCHED, HUNGARY_FALLEN, FINLAND_IN = Flag("romania-switched"), Flag("hungary-fallen"), Flag("finland-in")


def barred_ground(w: World, unit: Unit) -> frozenset[int]:
    """Hexes the unit may not move into now: closed countries, and what lies outside a locked district (8.8-8.11)."""
    closed = closed_country(w, unit)
    if unit.type.side is Side.AXIS:
        return closed | quiet_border(w) if w.clock.turn < rules(w).allies.enter else closed
    district = locked_in(w, unit)
    if not district:
        return closed
    return _locked(w, district, closed)


def closed_to(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not move into a hex."""
    return sentences.closed_country(w, unit, index, "8.8") if index in barred_ground(w, unit) else None


@remembered()
def _locked(w: World, district: str, closed: frozenset[int]) -> frozenset[int]:
    return _all_but(w, w.board.regions[district]) | closed


@remembered()
def quiet_border(w: World) -> frozenset[int]:
    """Slovakia and Hungary: no Axis unit stands on their border in June 1941 (8.9)."""
    regions = w.board.regions
    return frozenset((*regions.get("slovakia", ()), *regions.get("hungary", ())))


def closed_country(w: World, unit: Unit) -> frozenset[int]:
    """Hexes closed to the unit by whatever way it comes, advance and retreat included (8.9-8.11)."""
    word = _closed_to(w, unit)
    return _closed(w, word) if word else OPEN


def locked_in(w: World, unit: Unit) -> str:
    """The Military District a Soviet unit may not move out of on turn 1; "" if it is free to go (8.8)."""
    table = rules(w).districts
    if w.clock.turn > table.locked_turn or unit.type.side is Side.AXIS or w.options.get("md_lock") != "on":
        return ""
    return _district_of(w).get(unit.hex, "")


@remembered()
def _district_of(w: World) -> dict[int, str]:
    return {i: name for name in rules(w).districts.names for i in w.board.regions.get(name, ())}


def _closed_to(w: World, unit: Unit) -> str:
    """The reason, as a word, why some countries are closed to a unit; "" if none are."""
    turn, table = w.clock.turn, rules(w).allies
    if has(unit, "finn"):
        return "finn"
    if current_class(unit) == "bul_army":
        return "bulgarian"
    if unit.type.side is Side.SOVIET and turn < table.enter:
        return "neutrals"
    if finns_play(w) and turn >= table.finland_from and (unit.type.side is Side.SOVIET or turn >= table.finland_out):
        return "finland"
    return ""


@remembered()
def _closed(w: World, word: str) -> frozenset[int]:
    regions = w.board.regions
    if word == "neutrals":
        return frozenset((*regions.get("romania", ()), *regions.get("hungary", ())))
    if word == "finland":
        return frozenset(finnish_edge(w))
    if word == "bulgarian":
        first = rules(w).allies.bulgaria_row - 1
        return frozenset(h.index for h in w.board.hexes if h.row < first)
    return _all_but(w, [j for i in finnish_edge(w) for j in within(w, i, 1)])


def _all_but(w: World, inside: Iterable[int]) -> frozenset[int]:
    return frozenset(range(len(w.board.hexes))) - frozenset(inside)


def cannot_act(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may neither move, attack nor bombard: the Axis allies, and all in Romania, wait for July (8.9)."""
    if w.clock.turn >= rules(w).allies.enter or unit.type.side is Side.SOVIET:
        return None
    if has(unit, "depot"):
        return None
    if not has(unit, "german"):
        return Refusal("not-at-war", f"{unit.type.long_name} enters the war in July 1941.", "8.9")
    if unit.hex in romania(w):
        return Refusal("waiting", f"{unit.type.long_name} waits in Romania until July 1941.", "8.9")
    return None


@remembered()
def romania(w: World) -> frozenset[int]:
    """The hexes of Romania."""
    return frozenset(w.board.regions.get("romania", ()))


def suffers_cold(w: World, unit: Unit) -> bool:
    """A Romanian unit outside Romania in Snow: its factor is halved (8.11)."""
    return (
        w.weather.name == "Snow" and unit.type.nation == "ROM" and is_combat_unit(unit) and unit.hex not in romania(w)
    )


def quarrel(units: Iterable[Unit]) -> bool:
    """Hungarians and Romanians among the units: they never take part in one attack together (8.11)."""
    return {"HUN", "ROM"} <= {u.type.nation for u in units if u.type.side is Side.AXIS}


def finns_play(w: World) -> bool:
    """Is the option of a Finnish front in use?"""
    return w.options.get("finns") == "on"


def finnish_edge(w: World) -> tuple[int, ...]:
    """The hexes of the Karelian edge."""
    return w.board.spots(rules(w).allies.finland_edge)
