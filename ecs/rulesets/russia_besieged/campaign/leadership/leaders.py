"""Chapter 14: when do Field Marshals and Dictators come and go, and what if their stack is destroyed?"""

from __future__ import annotations

from ecs.core.components import Place, Side
from ecs.core.dice import roll
from ecs.core.events import Arrived, Cause, Destroyed, Rolled, Withdrawn
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.schema.campaign import Marshal
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import is_leader, letter
from ecs.rulesets.russia_besieged.ground.control import GONE, POOL, RETURNS, escape, return_later, ringed
from ecs.rulesets.russia_besieged.ground.elimination import leave_map
from ecs.rulesets.russia_besieged.ground.occupancy import army_at, dictator_lost, holder
from ecs.rulesets.russia_besieged.ground.terrain import place
from ecs.systems.campaign import tallies
from ecs.systems.ground.stacking import units_at
from ecs.systems.table.names import label

WAITING = "arrived"


def marshal(w: World, unit: Unit) -> Marshal | None:
    """The line of a Field Marshal in the table; None for anybody else."""
    return rules(w).marshals.who.get(unit.id)


def open_turn(w: World, side: Side) -> None:
    """A side's arrivals begin: marshals due wait to be placed, its Dictator is at home if he was not set up."""
    for unit in w.units:
        if unit.type.side is not side or unit.hex >= 0:
            continue
        if letter(unit) == "DI":
            _seat(w, unit)
        elif _is_due(w, unit):
            w.mark(Place, unit, box=WAITING)
            w.emit(Arrived(rule="14.2", unit=unit.id, source="command"))


def _is_due(w: World, unit: Unit) -> bool:
    line, box = marshal(w, unit), unit.place.box
    if line is None or not line.turns[0] <= w.clock.turn <= line.turns[1]:
        return False
    word, _, turn = box.partition(":")
    return box == POOL or (word == RETURNS and int(turn) <= w.clock.turn)


def _seat(w: World, unit: Unit) -> None:
    index = place(w, rules(w).dictators.homes.of(unit.type.side))
    if unit.place.box != POOL or holder(w, index) is not unit.type.side:
        return
    w.mark(Place, unit, hex=index, box="")
    spot = label(w, index)
    w.emit(Arrived(where=(spot,), rule="14.0", unit=unit.id, path=(spot,), source="command"))


def close_turn(w: World) -> None:
    """The end of a turn: marshals whose time is up are relieved (14.2)."""
    for unit in w.units:
        line = marshal(w, unit)
        if line is not None and w.clock.turn >= line.turns[1] and unit.place.box != GONE:
            if w.clock.turn >= w.turns:
                continue
            spot = label(w, unit.hex) if unit.hex >= 0 else ""
            leave_map(w, unit, GONE)
            w.emit(Withdrawn(where=(spot,) if spot else (), rule="14.2", unit=unit.id, hex=spot))


def stack_lost(w: World, unit: Unit, surrendered: bool) -> None:
    """The combat units with a leader are gone: eliminated or surrendered (14.15, 14.2).

    A Dictator tries to escape.  A Field Marshal is lost with a stack that surrenders, else by the die.
    """
    if unit.hex < 0:
        return
    if letter(unit) == "DI":
        if surrendered:
            tallies.flag(w, ringed(unit.type.side))
        escape(w, unit)
        return
    table, spot = rules(w).marshals, label(w, unit.hex)
    if surrendered:
        lost = True
    else:
        die = roll(w, rules(w).combat.faces)
        lost = die <= table.die_lost
        limit = table.die_lost
        w.emit(Rolled(where=(spot,), rule="14.2", what="marshal", faces=(die,), unit=unit.id, hex=spot, limit=limit))
    if not lost:
        return_later(w, unit, table.back, "escaped", "14.2")
        return
    leave_map(w, unit, GONE)
    cause = Cause.SURRENDER if surrendered else Cause.LEFT_ALONE
    w.emit(
        Destroyed(where=(spot,), rule="14.2", unit=unit.id, hex=spot, cause=cause, captive=surrendered, for_good=True)
    )


def left_alone(w: World, index: int, side: Side, surrendered: bool) -> None:
    """If no combat unit of a side is left in a hex, its leaders there share the fate of the stack (14.15, 14.2)."""
    if army_at(w, index) is not side:
        for unit in [u for u in units_at(w, index) if u.type.side is side and is_leader(u)]:
            stack_lost(w, unit, surrendered)


def dictator(w: World, side: Side) -> Unit | None:
    """The counter of a side's Dictator."""
    return next((u for u in w.units if u.type.side is side and letter(u) == "DI"), None)


def is_lost(w: World, side: Side) -> bool:
    """Has a side lost its Dictator (14.15)?"""
    return tallies.has_flag(w, dictator_lost(side))


def is_away(w: World, side: Side) -> bool:
    """Is a side's Dictator on the map, but not at home (14)?"""
    unit = dictator(w, side)
    return unit is not None and unit.hex >= 0 and unit.hex != place(w, rules(w).dictators.homes.of(side))
