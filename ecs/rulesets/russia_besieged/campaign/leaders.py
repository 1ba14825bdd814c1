"""Chapter 14: Field Marshals and Dictators who come and go."""

from __future__ import annotations

from ecs.core.components import Place, Side
from ecs.core.events import Arrived
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.calendar import turn_side
from ecs.rulesets.russia_besieged.data.campaign_tables import Marshal
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import letter
from ecs.rulesets.russia_besieged.ground.occupancy import dictator_lost, holder
from ecs.rulesets.russia_besieged.ground.removal import GONE, POOL, REMOVAL, RETURNS, dictator
from ecs.rulesets.russia_besieged.ground.terrain import place
from ecs.systems import scorekeeping
from ecs.systems.arrivals import bring_in, has_waited

WAITING = "arrived"


def marshal(w: World, unit: Unit) -> Marshal | None:
    """A Field Marshal's line in the table; None for any other counter."""
    return rules(w).marshals.who.get(unit.id)


def open_turn(w: World) -> None:
    """A side's arrivals begin: marshals due wait to be placed, its Dictator is at home if he was not set up."""
    for unit in w.units:
        if unit.type.side is not turn_side(w) or unit.hex >= 0:
            continue
        if letter(unit) == "DI":
            _seat(w, unit)
        elif _is_due(w, unit):
            w.mark(Place, unit, box=WAITING)
            w.emit(Arrived(rule="14.2", unit=unit.id, source="command"))


def _is_due(w: World, unit: Unit) -> bool:
    line = marshal(w, unit)
    if line is None or not line.turns[0] <= w.clock.turn <= line.turns[1]:
        return False
    return unit.place.box == POOL or has_waited(w, unit, RETURNS)


def _seat(w: World, unit: Unit) -> None:
    index = place(w, rules(w).dictators.homes.of(unit.type.side))
    if unit.place.box != POOL or holder(w, index) is not unit.type.side:
        return
    bring_in(w, unit, index, "14.0", source="command")


def close_turn(w: World) -> None:
    """The end of a turn: marshals whose time is up are relieved (14.2)."""
    for unit in w.units:
        line = marshal(w, unit)
        if line is not None and w.clock.turn >= line.turns[1] and unit.place.box != GONE:
            if w.clock.turn >= w.turns:
                continue
            REMOVAL.withdraw(w, unit, GONE, "14.2")


def is_lost(w: World, side: Side) -> bool:
    """Has a side lost its Dictator (14.15)?"""
    return scorekeeping.has_flag(w, dictator_lost(side))


def is_away(w: World, side: Side) -> bool:
    """Is a side's Dictator on the map, but not at home (14)?"""
    unit = dictator(w, side)
    return unit is not None and unit.hex >= 0 and unit.hex != place(w, rules(w).dictators.homes.of(side))
