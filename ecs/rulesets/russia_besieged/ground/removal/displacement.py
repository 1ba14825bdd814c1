"""Chapters 9.5, 11.1: where counters that cannot fight go when the enemy comes."""

from __future__ import annotations

from ecs.core.components import Readiness, Side
from ecs.core.events import Cause, Changed, Destroyed
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.unit_facts import letter
from ecs.rulesets.russia_besieged.ground.occupancy import holder
from ecs.rulesets.russia_besieged.ground.removal.elimination import RETURNS, eliminate, leave_map
from ecs.rulesets.russia_besieged.ground.terrain import is_major, is_minor
from ecs.systems.ground.journeys import travel
from ecs.systems.ground.stacking import units_at
from ecs.systems.table.names import label


def return_later(w: World, unit: Unit, turns: int, state: str, rule: str) -> None:
    """A counter leaves the map and comes back some turns later: its box is "returns:TURN".

    :param state: it has been "driven-out", or has "escaped".
    """
    spot = label(w, unit.hex)
    leave_map(w, unit, f"{RETURNS}:{w.clock.turn + turns}")
    w.emit(Changed(where=(spot,), rule=rule, unit=unit.id, state=state, hex=spot))


def lose(w: World, unit: Unit, box: str, rule: str) -> None:
    """A counter that cannot fight is lost as the enemy drives it out."""
    spot = label(w, unit.hex)
    leave_map(w, unit, box)
    w.emit(Destroyed(where=(spot,), rule=rule, unit=unit.id, hex=spot, cause=Cause.DRIVEN_OUT))


def settle(w: World, unit: Unit, index: int, rule: str) -> None:
    """A counter is put down elsewhere."""
    travel(w, unit, (unit.hex, index), "displaced", rule)


def room_for_air(w: World, side: Side, index: int) -> int:
    """Air groups a hex can still base: by city or airbase marker, never more than so many a hex (11.1)."""
    table, here = rules(w).air, units_at(w, index)
    size = 0
    if holder(w, index) is side:
        size = table.base.major if is_major(w, index) else table.base.minor if is_minor(w, index) else 0
    size += sum(table.base.marker for u in here if letter(u) == "BASE" and u.type.side is side)
    return min(size, table.most_in_hex) - sum(1 for u in here if letter(u) == "AIR" and u.type.side is side)


def displace(w: World, unit: Unit) -> None:
    """An air group loses its base: Used, to the nearest other one, or lost (11.1)."""
    side, start = unit.type.side, unit.hex
    fair = [
        (w.board.distance(start, i), i)
        for i in range(len(w.board.hexes))
        if i != start and w.board.distance(start, i) <= rules(w).air.displaced and room_for_air(w, side, i) > 0
    ]
    if not fair:
        eliminate(w, unit, Cause.BASE_LOST, "no airbase is near enough", "11.1")
        return
    _, there = min(fair)
    w.mark(Readiness, unit, spent=True)
    settle(w, unit, there, "11.1")
