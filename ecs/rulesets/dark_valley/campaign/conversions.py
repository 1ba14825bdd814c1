"""Chapter 8.5: units that become others during the war."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ecs.core.commands import Command, Convert, Merge, Split
from ecs.core.components import Place, Replacements, Side, Steps, SupplyState
from ecs.core.events import Converted
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.campaign.replacements import BEHIND, RIFLES, not_building
from ecs.rulesets.dark_valley.data.campaign_tables import ConversionRule as Row
from ecs.rulesets.dark_valley.data.components import UNIT_MARKS, Immobility
from ecs.rulesets.dark_valley.data.tables import classes, rules, tables
from ecs.rulesets.dark_valley.data.units import cf, current_class, kind, mf, strange
from ecs.rulesets.dark_valley.ground.occupancy import SUPPLIED, excess, state, zone_map
from ecs.rulesets.dark_valley.ground.removal import REMOVAL
from ecs.systems import scorekeeping
from ecs.systems.scorekeeping import Count, this_turn
from ecs.systems.sentences import label, named
from ecs.systems.stacking import in_box, stacks, units_at

FACTORS = "factors"
ARMIES = this_turn("armies")
CORPS = frozenset({"tank_corps", "gd_tank", "mech42", "gd_mech"})
TANK_ARMIES = frozenset({"tank_army42", "tank_army", "gd_tank_army"})
IN_PLAY = ("", *BEHIND, "new")


def made_into() -> tuple[str, ...]:
    """What a unit may be converted into, or given up for."""
    return (*sorted({row.new for row in tables().convert if not row.automatic}), FACTORS)


def open_turn(w: World) -> None:
    """Automatic conversions (8.5)."""
    for row in rules(w).convert:
        if row.automatic and row.turns[0] <= w.clock.turn <= row.turns[1]:
            for unit in [u for u in w.units if current_class(u) == row.old]:
                w.mark(Steps, unit, grade=row.new)
                _tell(w, unit)


def _tell(w: World, unit: Unit) -> None:
    where = (label(w, unit.hex),) if unit.hex >= 0 else ()
    w.emit(Converted(where=where, rule="8.5", unit=unit.id, into=current_class(unit)))


def commands(w: World, unit: Unit) -> list[Command]:
    """The conversions of one unit, or of others with its counter."""
    if not w.phase.startswith("build-"):
        return []
    if unit.place.box in ("mint", "dead"):
        return [Merge(unit.id, label(w, i)) for i in sorted(sites(w, unit))] if unit is next_new(w, unit) else []
    if not_building(w, unit) is not None:
        return []
    found: list[Command] = [Convert(unit.id, row.new) for row in _rows(w, unit) if cannot_convert(w, unit, row) is None]
    if current_class(unit) == "mech41" and cannot_give_up(w, unit) is None:
        found.append(Convert(unit.id, FACTORS))
    if current_class(unit) == "inf_corps" and cannot_split(w, unit) is None:
        found.append(Split(unit.id))
    return found


# -- one unit into another -------------------------------------------------------------------------


def _rows(w: World, unit: Unit) -> tuple[Row, ...]:
    return _by_class(w).get(current_class(unit), ())


@remembered()
def _by_class(w: World) -> dict[str, tuple[Row, ...]]:
    rows = [row for row in rules(w).convert if not row.automatic]
    return {name: tuple(r for r in rows if r.old == name) for name in {r.old for r in rows}}


def not_fit(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot be converted where it is: out of supply, in an enemy zone (Axis), or not in play."""
    refusal = not_building(w, unit)
    if refusal is not None:
        return refusal
    if unit.hex < 0:
        if unit.type.side is Side.SOVIET and unit.place.box in BEHIND:
            return None
        return Refusal("off-map", f"{unit.type.long_name} is not in play.", "8.5")
    if state(w, unit) != SUPPLIED:
        return Refusal("no-supply", f"{unit.type.long_name} is out of supply.", "8.5")
    if unit.type.side is Side.AXIS and zone_map(w, Side.SOVIET)[unit.hex]:
        return Refusal("in-zone", f"{unit.type.long_name} is in an enemy zone of control.", "8.5")
    return None


def cannot_convert(w: World, unit: Unit, row: Row) -> Refusal | None:
    """Why a unit cannot be converted so now."""
    refusal = not_fit(w, unit)
    if refusal is not None:
        return refusal
    first, last = row.turns
    new = classes()[row.new].name
    if not first <= w.clock.turn <= last:
        return Refusal("wrong-turn", f"You can do this only on turns {first} to {last}.", "8.5")
    if row.most and scorekeeping.count(w, _word(row)) >= row.most:
        return Refusal(
            "enough", f"At most {row.most} {'conversion' if row.most == 1 else 'conversions'} to {new} a turn.", "8.5"
        )
    if row.in_play and in_play(w, frozenset({row.new})) >= row.in_play:
        return Refusal("all-in-play", f"At most {row.in_play} units of this class may be in play: {new}.", "8.5")
    if row.cost > w[Replacements].factors:
        price = "one replacement factor" if row.cost == 1 else f"{row.cost} replacement factors"
        text = f"This costs {price}. You have {w[Replacements].factors} left."
        return Refusal("no-points", text, "8.5")
    return None


def _word(row: Row) -> Count:
    return this_turn(f"{row.shared or row.new}")


@remembered(Place, Steps)
def in_play(w: World, names: frozenset[str]) -> int:
    """Units of some classes on the map, arriving or in the reserve."""
    return sum(1 for u in w.units if u.place.box in IN_PLAY and current_class(u) in names)


def convert(w: World, command: Convert) -> None:
    """Change the unit's class, or give it up for replacement factors."""
    unit = w.by_id[command.unit]
    if command.into == FACTORS:
        gain = rules(w).replace.mech41_factors
        where = (label(w, unit.hex),) if unit.hex >= 0 else ()
        REMOVAL.put(w, unit, "gone")
        w.add(Replacements, w.table, "factors", gain)
        w.emit(Converted(where=where, rule="8.5", unit=unit.id, factors=gain))
        return
    row = next(r for r in _rows(w, unit) if r.new == command.into)
    scorekeeping.add(w, _word(row))
    w.add(Replacements, w.table, "factors", -row.cost)
    w.mark(Steps, unit, grade=row.new)
    _tell(w, unit)


def cannot_give_up(w: World, unit: Unit) -> Refusal | None:
    """Why a mechanised corps of 1941 may not be broken up for factors."""
    first = rules(w).replace.mech41_from
    if current_class(unit) != "mech41" or w.clock.turn < first:
        return Refusal(
            "not-given-up", f"You may disband mechanised corps of 1941, but only from turn {first} on.", "8.5"
        )
    return not_fit(w, unit)


def judge_convert(w: World, command: Convert) -> Refusal | None:
    """Why a unit may not be converted so."""
    refusal = strange(w, command.unit)
    if refusal is not None:
        return refusal
    unit = w.by_id[command.unit]
    if command.into == FACTORS:
        return cannot_give_up(w, unit)
    row = next((r for r in _rows(w, unit) if r.new == command.into), None)
    if row is None:
        return Refusal("no-such-change", f"{unit.type.long_name} cannot become that.", "8.5")
    return cannot_convert(w, unit, row)


# -- several units into one --------------------------------------------------------------------------


def next_new(w: World, unit: Unit) -> Unit | None:
    """The counter that enters next when units of its class are formed: fresh ones first, then eliminated ones."""
    return _next_by_class(w).get(current_class(unit))


@remembered(Place, Steps)
def _next_by_class(w: World) -> dict[str, Unit]:
    out: dict[str, Unit] = {}
    table = rules(w).merge
    for other in (*in_box(w, "mint"), *in_box(w, "dead")):
        if current_class(other) in (table.rifle_into, table.tank_into):
            out.setdefault(current_class(other), other)
    return out


def sites(w: World, unit: Unit) -> dict[int, tuple[Unit, ...]]:
    """Where the unit can be formed now: hex -> the units that give way to it."""
    return {} if w.phase != "build-soviet" or cannot_form(w, unit) is not None else _sites(w, unit)


@remembered(Place, Steps, *UNIT_MARKS)
def _sites(w: World, unit: Unit) -> dict[int, tuple[Unit, ...]]:
    find = rifle_groups if current_class(unit) == rules(w).merge.rifle_into else corps_pairs
    return {i: group for i, group in find(w).items() if not _crowded(w, unit, i, group)}


def cannot_form(w: World, unit: Unit) -> Refusal | None:
    """Why no unit of this class can be formed anywhere now (8.5)."""
    table, turn = rules(w).merge, w.clock.turn
    if w.phase != "build-soviet":
        return Refusal("no-forming", "You can form units only at the start of the Soviet turn.", "8.5")
    if current_class(unit) == table.rifle_into:
        if turn < table.rifle_from:
            return Refusal("too-early", f"Divisions may form armies only from turn {table.rifle_from} on.", "8.5")
        if scorekeeping.count(w, ARMIES) >= table.rifle_most:
            return Refusal("enough", f"You may form at most {table.rifle_most} armies a turn.", "8.5")
    elif current_class(unit) == table.tank_into:
        if turn < table.tank_from:
            return Refusal("too-early", f"You may form tank armies only from turn {table.tank_from} on.", "8.5")
        if in_play(w, TANK_ARMIES) >= table.tank_in_play:
            return Refusal("all-in-play", f"At most {table.tank_in_play} tank armies may be in play at once.", "8.5")
    else:
        return Refusal("never-formed", f"{unit.type.long_name} cannot be formed from other units.", "8.5")
    first = next_new(w, unit)
    if unit.place.box not in ("mint", "dead") or first is None:
        return Refusal("in-play", f"{unit.type.long_name} is already in play.", "8.5")
    if first is not unit:
        return Refusal("alike", f"Take {first.type.long_name} first. It is identical to {unit.type.long_name}.", "8.5")
    return None


def _crowded(w: World, unit: Unit, index: int, group: tuple[Unit, ...]) -> bool:
    others = [u for u in units_at(w, index) if u not in group]
    return bool(excess(w, [*others, unit]))


def _fit_in(w: World, index: int, names: frozenset[str]) -> list[Unit]:
    """Supplied units of some classes in a hex, the weakest and slowest first."""
    found = [u for u in units_at(w, index) if current_class(u) in names and u[SupplyState].level == SUPPLIED]
    return sorted(found, key=lambda u: (cf(u), mf(u), u.entity))


def rifle_groups(w: World) -> dict[int, tuple[Unit, ...]]:
    """For every hex with rifle divisions, the three that form an army there (8.5).

    Those in the hex itself go first, the weakest of them before the others; then those of one neighbouring
    hex, or of two that are next to each other, in the order of the map.
    """
    need = rules(w).merge.rifle_divisions
    there = {i: units for i in sorted(stacks(w)) if (units := _fit_in(w, i, RIFLES))}
    out = {}
    for index, units in there.items():
        near = [j for j in w.board.neighbours[index] if j in there]
        group = _complete(units[:need], [there[j] for j in near], need, _adjacent(w, near))
        if group:
            out[index] = tuple(group)
    return out


def _adjacent(w: World, near: Sequence[int]) -> Callable[[int, int], bool]:
    return lambda a, b: near[b] in w.board.neighbours[near[a]]


def _complete(
    units: list[Unit], others: list[list[Unit]], need: int, adjacent: Callable[[int, int], bool]
) -> list[Unit]:
    missing = need - len(units)
    if missing <= 0:
        return units
    for a, first in enumerate(others):
        if len(first) >= missing:
            return units + first[:missing]
        for b in range(a + 1, len(others)):
            if adjacent(a, b) and len(first) + len(others[b]) >= missing:
                return units + (first + others[b])[:missing]
    return []


def corps_pairs(w: World) -> dict[int, tuple[Unit, ...]]:
    """For every hex with two tank or mechanised corps, the weakest two (8.5)."""
    need = rules(w).merge.tank_corps
    return {i: tuple(units[:need]) for i in sorted(stacks(w)) if len(units := _fit_in(w, i, CORPS)) >= need}


def merge(w: World, command: Merge) -> None:
    """Form the unit; its parts leave the war."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    group = sites(w, unit)[index]
    for old in group:
        REMOVAL.put(w, old, "merged")
    if current_class(unit) == rules(w).merge.rifle_into:
        scorekeeping.add(w, ARMIES)
    REMOVAL.put(w, unit, hex=index, lost=0)
    first, *others = (u.id for u in group)
    w.emit(Converted(where=(command.hex,), rule="8.5", unit=first, into=unit.id, parts=tuple(others), hex=command.hex))


def judge_merge(w: World, command: Merge) -> Refusal | None:
    """Why the unit may not be formed there."""
    refusal = strange(w, command.unit, command.hex)
    if refusal is not None:
        return refusal
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    refusal = cannot_form(w, unit)
    if refusal is not None:
        return refusal
    table = rules(w).merge
    if current_class(unit) == table.rifle_into:
        words = f"{table.rifle_divisions} supplied rifle divisions within one hex of each other"
    else:
        words = f"{table.tank_corps} supplied tank or mechanised corps in the hex"
    return Refusal("not-enough", f"{named(w, index)} needs {words}, and room for the new unit.", "8.5")


# -- one unit into several -----------------------------------------------------------------------------


def cannot_split(w: World, unit: Unit) -> Refusal | None:
    """Why a German corps may not be divided (8.5)."""
    table = rules(w).merge
    if current_class(unit) != "inf_corps":
        return Refusal("not-a-corps", f"{unit.type.long_name} is not a German infantry corps.", "8.5")
    if w.clock.turn < table.split_from:
        return Refusal("too-early", f"Corps may split only from turn {table.split_from} on.", "8.5")
    refusal = not_fit(w, unit)
    if refusal is not None:
        return refusal
    parts = _parts(w, unit)
    if len(parts) < kind(unit).steps - unit[Steps].lost:
        return Refusal("no-divisions", "There are no division counters left.", "8.5")
    others = [u for u in units_at(w, unit.hex) if u is not unit]
    if excess(w, [*others, *parts]):
        return Refusal("overstacked", f"There is no room for the divisions in {named(w, unit.hex)}.", "3.1")
    return None


def _parts(w: World, unit: Unit) -> list[Unit]:
    return _divisions(w)[: kind(unit).steps - unit[Steps].lost]


@remembered(Place, Steps)
def _divisions(w: World) -> list[Unit]:
    into = rules(w).merge.split_into
    return [u for u in in_box(w, "mint") if current_class(u) == into]


def split(w: World, command: Split) -> None:
    """Divide the corps: a division for each step."""
    unit = w.by_id[command.unit]
    index, parts = unit.hex, _parts(w, unit)
    for part in parts:
        REMOVAL.put(w, part, hex=index)
        w.mark(Immobility, part, rooted=unit[Immobility].rooted)
    REMOVAL.leave_map(w, unit, "merged")
    spot = label(w, index)
    w.emit(Converted(where=(spot,), rule="8.5", unit=unit.id, made=tuple(p.id for p in parts), hex=spot))


def judge_split(w: World, command: Split) -> Refusal | None:
    """Why a corps may not be divided."""
    return strange(w, command.unit) or cannot_split(w, w.by_id[command.unit])


ORDERS = (
    Handler(Convert, convert, judge_convert),
    Handler(Merge, merge, judge_merge),
    Handler(Split, split, judge_split),
)
