"""Chapter 3.1: overstacked hexes at the end of a movement segment."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Command, Disband, Move
from ecs.core.components import Place, Side, Steps
from ecs.core.events import Cause
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import Immobility
from ecs.rulesets.dark_valley.data.units import has, is_combat_unit, strange, turn_side
from ecs.rulesets.dark_valley.ground import movement
from ecs.rulesets.dark_valley.ground.occupancy import LIMITS, zone_map
from ecs.rulesets.dark_valley.ground.removal import eliminate
from ecs.systems import marches
from ecs.systems.sentences import label, named
from ecs.systems.stacking import units_at


@remembered(Place, Steps)
def crowded(w: World, side: Side) -> dict[int, str]:
    """Hex -> what is wrong with the stack, where more units of a side stand than may stay."""
    alike = LIMITS.alike(w, side).items()
    full = [(i, words) for (crowd, _), hexes in alike if (words := LIMITS.fault(w, crowd)) for i in hexes]
    return dict(sorted(full))


def is_crowded(w: World, unit: Unit) -> bool:
    """Does the unit stand in an overstacked hex, and count towards its limit?"""
    return unit.hex in crowded(w, unit.type.side) and (is_combat_unit(unit) or has(unit, "art"))


def may_end(w: World) -> Refusal | None:
    """Why the segment cannot end yet: a stack is too large (3.1)."""
    for index, words in crowded(w, turn_side(w)).items():
        return Refusal("overstacked", f"Too many units at {named(w, index)}: {words}. Move a unit out.", "3.1")
    return None


def _moves(w: World, unit: Unit) -> Sequence[Command]:
    return marches.move_commands(w, unit) or movement.flee_commands(w, unit)


# -- one hex on, or out of the game -----------------------------------------------------------------


def ways_on(w: World, unit: Unit) -> list[int]:
    """Where a unit that cannot move otherwise may go to make room: one hex, out of enemy zones if it can."""
    if unit[Immobility].rooted or not is_crowded(w, unit) or _moves(w, unit):
        return []
    limit, zones = movement.bounds(w, unit), zone_map(w, unit.type.side.other)
    fair = [j for j in movement.ways_out(w, unit) if limit is None or j in limit]
    return [j for j in fair if not zones[j]] or fair


def commands(w: World, unit: Unit) -> list[Command]:
    """The ways out of an overstacked hex; where there is none for any unit, giving one up (3.1)."""
    if unit.hex < 0 or unit.type.side is not turn_side(w) or not is_crowded(w, unit):
        return []
    ways = ways_on(w, unit)
    if ways:
        return [Move(unit.id, label(w, j)) for j in ways]
    return [Disband(unit.id)] if nobody_can_leave(w, unit.hex) else []


def nobody_can_leave(w: World, index: int) -> bool:
    """Is the whole stack stuck in its hex?"""
    return not any(_moves(w, u) or ways_on(w, u) for u in units_at(w, index) if is_crowded(w, u))


def move(w: World, command: Move) -> None:
    """Move the unit, or make room in an overstacked hex."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    if there in ways_on(w, unit):
        marches.make_move(w, unit, (unit.hex, there), "move", "3.1")
    else:
        marches.move(w, command)


def disband(w: World, command: Disband) -> None:
    """Give up a unit in an overstacked hex that no unit can leave."""
    eliminate(w, w.by_id[command.unit], Cause.DISBANDED, "too many units in the hex", "3.1")


def judge_disband(w: World, command: Disband) -> Refusal | None:
    """Why a unit may not be given up."""
    return strange(w, command.unit) or Refusal(
        "not-overstacked", "You may give up a unit only in an overstacked hex that none can leave.", "3.1"
    )


ORDERS = (
    Handler(Move, move, marches.judge_move),
    Handler(Disband, disband, judge_disband),
)
