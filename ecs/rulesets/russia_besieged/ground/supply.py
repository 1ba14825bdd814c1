"""Chapter 13: who is in supply, out of supply or surrounded; the hex of a Dictator (14.16)."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Side, SupplyState, Tallies
from ecs.core.remembered_answers import remembered
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.calendar import turn_side
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import OUT_OF_SUPPLY, SUPPLIED, SURROUNDED, letter, state
from ecs.rulesets.russia_besieged.ground.occupancy import armies, army_at
from ecs.rulesets.russia_besieged.ground.railways import GERMAN, SOVIET, SupplySearch, flood, group_of, side_of
from ecs.rulesets.russia_besieged.ground.removal import dictator, ringed
from ecs.rulesets.russia_besieged.ground.supply_paths import (
    ALWAYS,
    ANY,
    COMBAT,
    CUT_OFF,
    DEPENDS,
    connected_ports,
    cut_off_turns,
    gun_reaches,
    has_path,
    is_ice_open,
    is_joined,
    limited_cities,
    path_map,
    sustained,
)
from ecs.rulesets.russia_besieged.ground.terrain import is_major, open_net
from ecs.rulesets.russia_besieged.ground.zones_and_stacking import blocked_map
from ecs.systems import scorekeeping
from ecs.systems.network import ENDLESS, marked_in
from ecs.systems.sentences import label
from ecs.systems.stacking import on_map
from ecs.systems.supply import SupplyRules

# -- Chapter 13: who is in supply, out of supply or surrounded, and who may attack at full strength. -----------------

NO_COMBAT_SUPPLY, MARKED = 1, 2
WORDS = ("in supply again", "out of supply", "surrounded")
STATES = ("supplied", "unsupplied", "isolated")


@remembered(*DEPENDS)
def combat_hexes(w: World, group: str) -> frozenset[int]:
    side, found = side_of(group), path_map(w, group, COMBAT)
    return marked_in(w, found).union(i for i in limited_cities(w, side) if army_at(w, i) is side)


def attack_supply(w: World, unit: Unit, base: int | None = None) -> int:
    """How a unit attacks out of a hex, its own unless another is named: 0 supplied, 1 without combat supply, 2 marked
    out of supply or surrounded (13.1, 13.7)."""
    if unit[SupplyState].dropped or is_first_turn(w, unit.type.side):
        return SUPPLIED
    if state(unit) != SUPPLIED:
        return MARKED
    index, group = unit.hex if base is None else base, group_of(w, unit)
    if index >= 0 and index in combat_hexes(w, group):
        return SUPPLIED
    if index != unit.hex:
        return SUPPLIED if would_reach(w, group, index) else NO_COMBAT_SUPPLY
    lone = index >= 0 and gun_reaches(w, unit, path_map(w, group, COMBAT))
    return SUPPLIED if lone else NO_COMBAT_SUPPLY


def would_reach(w: World, group: str, index: int) -> bool:
    """Would a unit that came to an empty hex have a path from there, enemy zone or not, since it covers the hex?"""
    if army_at(w, index) is not None or not blocked_map(w, side_of(group))[index]:
        return False
    found = path_map(w, group, COMBAT, 1)
    return any(found[j] for j in open_net(w)[index])


def is_first_turn(w: World, side: Side) -> bool:
    """The first Axis player turn, in which every Axis unit is supplied (13.6)?"""
    now = w.clock.turn <= rules(w).supply.first_turn and not w.phase.endswith(Side.SOVIET.value)
    return side is Side.AXIS and now


def supply_state(w: World, unit: Unit) -> int:
    """How a unit would be judged now: 0 supplied, 1 out of supply, 2 surrounded (13.1)."""
    if unit.hex < 0 or letter(unit) in ALWAYS or unit[SupplyState].dropped or is_first_turn(w, unit.type.side):
        return SUPPLIED
    return judged(w, unit)


def judged(w: World, unit: Unit) -> int:
    """How a unit is joined to its supply now, exemptions aside (13.1)."""
    if is_joined(w, unit) or unit.entity in sustained(w, unit.type.side):
        return SUPPLIED
    return OUT_OF_SUPPLY if has_path(w, unit, ANY) or _is_near_a_well(w, unit) else SURROUNDED


def _is_near_a_well(w: World, unit: Unit) -> bool:
    """Does a path of any length lead to a limited source, though it feeds others or is too far (10.68, 13.4, 13.6)?"""
    found = _well_map(w, group_of(w, unit))
    return bool(found[unit.hex]) or gun_reaches(w, unit, found)


@remembered(*DEPENDS)
def _well_map(w: World, group: str) -> bytes:
    """For every hex, 1 if a path of any length leads to a port fed by ships or a Major City of the own country; taken
    cities count for the hex they stand in only."""
    side = side_of(group)
    cities = limited_cities(w, side)
    starts = tuple(sorted({*connected_ports(w, group), *(i for i, (_, reach) in cities.items() if reach)}))
    out = bytearray(
        flood(w, SupplySearch(side, blocked_map(w, side), starts, ENDLESS, side is Side.SOVIET and is_ice_open(w)))
    )
    for i, (_, reach) in cities.items():
        out[i] |= not reach
    return bytes(out)


def is_surrounded(w: World, unit: Unit) -> bool:
    """Would the unit surrender if it were eliminated at this moment (10.68)?"""
    return supply_state(w, unit) == SURROUNDED


def _count_cut_off(w: World) -> None:
    """Captured Major Cities supply their garrisons only for some turns: count them (13.4)."""
    side = turn_side(w)
    if side is not Side.AXIS:
        return
    found = path_map(w, GERMAN, ANY)
    cut = [i for i in sorted(armies(w)) if is_major(w, i) and army_at(w, i) is side and not found[i]]
    cut = [i for i in cut if w.board.hexes[i].owner != side.value]
    kept = [(word, n) for word, n in w[Tallies].tally if not word.startswith(CUT_OFF)]
    tally = tuple(sorted([*kept, *((CUT_OFF + label(w, i), cut_off_turns(w, i) + 1) for i in cut)]))
    if tally != w[Tallies].tally:
        w.mark(Tallies, w.table, tally=tally)


SUPPLY = SupplyRules(
    "13.1",
    units=lambda w: [u for u in on_map(w, turn_side(w)) if letter(u) not in ALWAYS],
    level=lambda w, unit: SUPPLIED if is_first_turn(w, unit.type.side) else judged(w, unit),
    before=_count_cut_off,
)


# -- Chapter 14.16: whether the hex of a Dictator was surrounded when the enemy came. --------------------------------


def is_ringed(w: World, side: Side, index: int) -> bool:
    """Does no supply path of any length lead out of a hex of a side to a railway or source that feeds it?  What is in
    the hex itself is no way out, nor is a Major City or a port that feeds that many."""
    found = path_map(w, GERMAN if side is Side.AXIS else SOVIET, ANY)
    if army_at(w, index) is side:
        return not found[index]
    return not found[index] and not any(found[j] for j in open_net(w)[index])


def note(w: World, hexes: Iterable[int], side: Side) -> None:
    """The enemy is about to attack or to enter hexes: if the Dictator of a side is in one, write down whether it is
    surrounded."""
    leader = dictator(w, side)
    if leader is not None and leader.hex >= 0 and leader.hex in hexes:
        scorekeeping.flag(w, ringed(side), is_ringed(w, side, leader.hex))
