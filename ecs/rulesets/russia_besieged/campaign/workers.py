"""Chapter 24.1: workers in the Soviet cities, and their evacuation to the east.

A worker gives the RP its city would give without the option.  One that has left by rail is in the box "east:TURN" and
works there from that turn on.
"""

from __future__ import annotations

from ecs.core.commands import MoveByRail
from ecs.core.components import Side, Transport
from ecs.core.events import LeftMap
from ecs.core.files.scenarios import UnitEntry
from ecs.core.remembered_answers import FEW, remembered
from ecs.core.ruleset import Scenario
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.calendar import strange
from ecs.rulesets.russia_besieged.data.components import marks
from ecs.rulesets.russia_besieged.data.options import is_on
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import classes, letter
from ecs.rulesets.russia_besieged.ground.railways import open_rails
from ecs.rulesets.russia_besieged.ground.removal import leave_map
from ecs.rulesets.russia_besieged.ground.zones_and_stacking import zone_map
from ecs.systems import scorekeeping
from ecs.systems.arrivals import has_waited
from ecs.systems.movement import Journey
from ecs.systems.network import joined
from ecs.systems.rail import rail_net
from ecs.systems.scorekeeping import this_turn
from ecs.systems.sentences import label, named
from ecs.systems.setup import place_counters, unseen
from ecs.systems.stacking import units_at
from ecs.systems.trains import room_left

LETTER, OPTION, PHASE, EAST = "W", "workers", "move1-soviet", "east"
RULE = "24.1"
TRAINS = this_turn("workers")


def settle_in(w: World, scenario: Scenario, soviet: frozenset[int], seen: set[str]) -> None:
    """Put the workers of the option into the cities the Soviets hold at the start.

    :param soviet: the ground they hold; ``seen``: ids used so far, added to.
    """
    if not _is_chosen(w):
        return
    for name, points in rules(w).replace.cities.items():
        index = w.board.spot(name)
        if index is not None and index in soviet:
            texts = [f"Workers-{name}-{n}:{rules(w).workers.counter}" for n in range(1, points + 1)]
            entry = UnitEntry(units=unseen(texts, seen), hex=label(w, index))
            place_counters(w, scenario, Side.SOVIET, entry, seen, classes(), marks)


def _is_chosen(w: World) -> bool:
    return is_on(w, OPTION)


@remembered()
def every(w: World) -> tuple[Unit, ...]:
    """All worker counters, wherever they are; empty without the option."""
    return tuple(u for u in w.units if letter(u) == LETTER)


# -- what they give -----------------------------------------------------------------------------------------


def points(w: World, name: str) -> int:
    """RP that a city in Soviet hands and in supply gives: by its workers, or by the chart without the option."""
    if not _is_chosen(w):
        return rules(w).replace.cities[name]
    return sum(1 for i in w.board.named(name) for u in units_at(w, i) if letter(u) == LETTER)


def points_in_the_east(w: World) -> int:
    """RP of workers who have gone east and have been there long enough."""
    return sum(has_waited(w, unit, EAST) for unit in every(w))


# -- going east ---------------------------------------------------------------------------------------------


@remembered()
def exits(w: World) -> tuple[int, ...]:
    """The rail heads of the east edge."""
    return tuple(sorted(w.board.spots(rules(w).rail.exits[EAST])))


def cannot_leave(w: World, unit: Unit) -> Refusal | None:
    """Why workers may not leave their city now."""
    table, name = rules(w).workers, unit.type.long_name
    if letter(unit) != LETTER:
        return Refusal("no-workers", f"{name} is not a worker.", RULE)
    if w.phase != PHASE:
        return Refusal("no-rail", "Workers go east in the movement segment of the Soviet First Impulse.", RULE)
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", RULE)
    if scorekeeping.count(w, TRAINS) >= table.moved:
        return Refusal("workers-gone", f"At most {table.moved} worker a turn goes east.", RULE)
    if zone_map(w, Side.AXIS)[unit.hex]:
        return Refusal("enemy-zone", f"{named(w, unit.hex)} lies in an enemy zone of control.", "7.0")
    left = room_left(w, Side.SOVIET)
    if left < table.weight:
        words = f"{name} takes {table.weight} of the rail capacity, and only {left} is left."
        return Refusal("trains-used", words, "7.0")
    return None


@remembered(most=FEW)
def _lines_from(w: World, rail: bytes, start: int) -> bytes:
    return joined(rail_net(w), rail, (start,))


def ways_out(w: World, unit: Unit) -> list[int]:
    """Rail heads of the east edge that trains reach from a city, other than itself."""
    reached = _lines_from(w, open_rails(w, Side.SOVIET), unit.hex)
    return [i for i in exits(w) if reached[i] and i != unit.hex]


def _no_way(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why workers may not leave by a rail head."""
    if there not in exits(w):
        return Refusal("no-exit", f"Workers leave by the east edge: {named(w, there)} is not a railhead there.", RULE)
    if there not in ways_out(w, unit):
        return Refusal("no-line", f"No open railway leads from {named(w, unit.hex)} to {named(w, there)}.", "7.0")
    return None


def leave(w: World, command: MoveByRail) -> None:
    """Workers go off the east edge, and work there some turns later."""
    unit, start = w.by_id[command.unit], w.by_id[command.unit].hex
    back = w.clock.turn + rules(w).workers.away
    leave_map(w, unit, f"{EAST}:{back}")
    scorekeeping.add(w, TRAINS)
    w.add(Transport, w.table, "rail", rules(w).workers.weight)
    path = (label(w, start), command.hex)
    w.emit(LeftMap(where=path, rule=RULE, unit=unit.id, path=path, turn=back))


TO_THE_EAST = Journey(
    MoveByRail, strange, cannot_leave, _no_way, goals=ways_out, goes=lambda unit: letter(unit) == LETTER
)
leave_commands, judge_leave = TO_THE_EAST.commands, TO_THE_EAST.judge
