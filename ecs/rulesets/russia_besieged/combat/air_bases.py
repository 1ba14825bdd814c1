"""Chapters 11.1 and 11.3: where air groups are based, and how many there are."""

from __future__ import annotations

from ecs.core.commands import Command, Enter, Rebase
from ecs.core.components import Place, Readiness, Rebasing, Side
from ecs.core.remembered_answers import remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data import calendar
from ecs.rulesets.russia_besieged.data.calendar import strange, turn_side
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import letter
from ecs.rulesets.russia_besieged.ground.air_drops import counters, fields
from ecs.rulesets.russia_besieged.ground.occupancy import armies, army_at, holder, zone_map
from ecs.rulesets.russia_besieged.ground.removal import DEAD, GONE, POOL, REMOVAL, RETURNS, room_for_air
from ecs.rulesets.russia_besieged.ground.supply import DEPENDS, in_supply, is_first_turn
from ecs.rulesets.russia_besieged.ground.terrain import terrain
from ecs.systems.arrivals import bring_in
from ecs.systems.movement import Journey, travel
from ecs.systems.sentences import label, named
from ecs.systems.stacking import units_at


def is_fed(w: World, side: Side, index: int) -> bool:
    """Is a base in general supply?  On the first turn everything of the Axis is (13.6)."""
    return is_first_turn(w, side) or index in in_supply(w, side)


# -- airbase markers (11.1) -----------------------------------------------------------------------------------


def begin_bases(w: World) -> None:
    """Markers may be moved again; overrun ones are available again."""
    for unit in counters(w, turn_side(w), "BASE"):
        if unit[Rebasing].based:
            w.mark(Rebasing, unit, based=False)
        word, _, turn = unit.place.box.partition(":")
        if word == RETURNS and int(turn) <= w.clock.turn:
            w.mark(Place, unit, box=POOL)


def no_site(w: World, side: Side, index: int) -> Refusal | None:
    """Why no airbase marker may be laid in a hex."""
    name = named(w, index)
    if holder(w, index) is not side or army_at(w, index) is side.other:
        return Refusal("not-yours", f"{name} is not yours.", "11.1")
    if not terrain(w, index).airbase:
        firm = [name.replace("_", " ") for name, row in rules(w).terrain.items() if row.airbase]
        return Refusal("terrain", f"Airbases may be placed only in {' and '.join(firm)}.", "11.1")
    if zone_map(w, side.other)[index]:
        return Refusal("in-zone", f"{name} is in an enemy zone of control.", "11.1")
    if any(letter(u) == "BASE" for u in units_at(w, index)):
        return Refusal("base-there", f"{name} already has an airbase.", "11.1")
    if not is_fed(w, side, index):
        return Refusal("out-of-supply", f"{name} is out of supply.", "11.1")
    return None


@remembered(shared=True)
def _firm_ground(w: World) -> tuple[int, ...]:
    """Hexes of the ground airbases are built on."""
    return tuple(i for i in range(len(w.board.hexes)) if terrain(w, i).airbase)


@remembered(*DEPENDS)
def good_sites(w: World, side: Side) -> list[int]:
    """Hexes where a marker may be laid."""
    zones, who = zone_map(w, side.other), armies(w)
    free = [i for i in _firm_ground(w) if holder(w, i) is side and not zones[i] and who.get(i) is not side.other]
    taken = {u.hex for one in Side for u in counters(w, one, "BASE")}
    return [i for i in free if i not in taken and is_fed(w, side, i)]


def spare_markers(w: World, side: Side) -> list[Unit]:
    """Markers available: no more than the side may have, less those on the map."""
    every = counters(w, side, "BASE")
    left = rules(w).air.markers.of(side) - sum(1 for u in every if u.hex >= 0)
    return [u for u in every if u.place.box == POOL][: max(0, left)]


def cannot_shift(w: World, unit: Unit) -> Refusal | None:
    """Why a marker cannot be laid or moved now."""
    name, side = unit.type.long_name, unit.type.side
    if not w.phase.startswith("arrive"):
        return Refusal("no-bases-now", "Place and move airbases during arrivals.", "11.1")
    if side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "11.1")
    if not flies(w, side):
        return Refusal("no-aircraft", f"You have no air group that needs {name} yet.", "11.1")
    if unit.hex < 0:
        return _not_at_hand(w, unit)
    if unit[Rebasing].based:
        return Refusal("based", f"{name} has already been placed or moved this phase.", "11.1")
    groups = sum(1 for u in units_at(w, unit.hex) if letter(u) == "AIR")
    if groups and room_for_air(w, side, unit.hex) < rules(w).air.base.marker:
        return Refusal("groups-there", f"The air groups at {named(w, unit.hex)} need {name}.", "11.1")
    return None


def _not_at_hand(w: World, unit: Unit) -> Refusal | None:
    """Why a marker off the map cannot be laid: it is out for a turn, or an identical one goes first."""
    spare = spare_markers(w, unit.type.side)
    if unit not in spare:
        return Refusal("off-map", f"{unit.type.long_name} is not available.", "11.1")
    if unit is not spare[0]:
        return Refusal(
            "alike", f"Place {spare[0].type.long_name} first: it is identical to {unit.type.long_name}.", "11.1"
        )
    return None


def shift_commands(w: World, unit: Unit) -> list[Command]:
    """Every hex a marker may be laid in or moved to."""
    if letter(unit) != "BASE" or cannot_shift(w, unit) is not None:
        return []
    return [Rebase(unit.id, label(w, i)) for i in good_sites(w, unit.type.side)]


def judge_shift(w: World, command: Rebase) -> Refusal | None:
    """Why a marker may not be laid in a hex or moved there."""
    unit = w.by_id[command.unit]
    return cannot_shift(w, unit) or no_site(w, unit.type.side, w.board.by_label[command.hex])


def shift(w: World, command: Rebase) -> None:
    """Lay an available marker, or move one."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    w.mark(Rebasing, unit, based=True)
    if unit.hex < 0:
        bring_in(w, unit, there, "11.1")
    else:
        travel(w, unit, (unit.hex, there), "base", "11.1")


# -- the pool (11.3) --------------------------------------------------------------------------------------------


def raised(w: World, side: Side) -> list[Unit]:
    """Air groups in play: on the map or eliminated, but not still in the pool."""
    return [u for u in counters(w, side, "AIR") if u.hex >= 0 or u.place.box not in (POOL, GONE)]


def groups_due(w: World, side: Side) -> int:
    """Air groups that may come this turn; below 0: that must leave."""
    return calendar.air_pool(side, w.clock.turn) - len(raised(w, side))


def flies(w: World, side: Side) -> bool:
    """Does a side have air groups, or any to come?"""
    return bool(raised(w, side)) or groups_due(w, side) > 0


def trim_pool(w: World) -> None:
    """The arrivals begin: groups the calendar takes away leave, eliminated ones first, then Used ones (11.3)."""
    side = turn_side(w)
    surplus = -groups_due(w, side)
    if surplus <= 0:
        return
    leaving = sorted(raised(w, side), key=lambda u: (u.place.box != DEAD, not u[Readiness].spent, -u.entity))
    for unit in leaving[:surplus]:
        REMOVAL.withdraw(w, unit, POOL, "11.3")


def cannot_join(w: World, unit: Unit) -> Refusal | None:
    """Why an air group cannot come into play now."""
    name, side = unit.type.long_name, unit.type.side
    if not w.phase.startswith("arrive"):
        return Refusal("no-arrivals-now", "Place air groups during arrivals.", "11.3")
    if side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "11.3")
    if letter(unit) != "AIR" or unit.hex >= 0 or unit.place.box not in (POOL, GONE):
        return Refusal("not-waiting", f"{name} is not an air group waiting to arrive.", "11.3")
    if groups_due(w, side) <= 0:
        most = calendar.air_pool(side, w.clock.turn)
        return Refusal("pool-empty", f"You already have {most} air groups.", "11.3")
    return None


def _open_fields(w: World, unit: Unit) -> list[int]:
    """The bases an air group from the pool may come in at."""
    return [i for i in fields(w, unit.type.side) if _no_arrival(w, unit, i) is None]


def _no_arrival(w: World, unit: Unit, index: int) -> Refusal | None:
    side, name = unit.type.side, named(w, index)
    if room_for_air(w, side, index) <= 0:
        return Refusal("no-base", f"{name} has no friendly base with room.", "11.1")
    if zone_map(w, side.other)[index]:
        return Refusal("in-zone", f"{name} is in an enemy zone of control.", "11.3")
    return None if is_fed(w, side, index) else Refusal("out-of-supply", f"{name} is out of supply.", "11.3")


def join(w: World, command: Enter) -> None:
    """Bring an air group in, Ready."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    w.mark(Readiness, unit, spent=False)
    bring_in(w, unit, index, "11.3")


TO_BASE = Journey(Enter, strange, cannot_join, _no_arrival, goals=_open_fields, goes=lambda unit: letter(unit) == "AIR")
join_commands, judge_join = TO_BASE.commands, TO_BASE.judge
