"""Who goes where.  Units are paired with goals; each one sent makes the next less needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ecs.core.view import UnitView
from game.opponents.campaign.position import Goal, Position, strength
from game.opponents.shared.movement import task_assignment
from game.opponents.shared.movement.task_assignment import Bid

HASTE = 0.91
CROWD = 0.3
DISTANT, NEAR = 0.93, 4
SOFT, HARD = 5.0, 0.6
MOPPING = 0.35
SIEGE = 2.5


def share_out(
    now: Position,
    units: Iterable[UnitView],
    taking: float,
    holding: float,
    cares: Callable[[UnitView, Goal], float],
) -> dict[str, Goal]:
    """Unit -> goal, the best pair first.

    :param taking: how eager the side is to take places; ``holding``: to hold its own;
        ``cares``: how much of a goal's worth counts for a unit.
    """
    goals = now.goals
    for goal in goals:
        goal.sent = 0.0
    bids: list[Bid] = []
    for unit in units:
        now.seat.working()
        fast = "mech" in unit.traits
        pace = 1.4 if fast else 1.0
        for k, goal in enumerate(goals):
            away = now.atlas.far(goal.hex)[unit.hex]
            if away <= goal.longest:
                value = (taking if goal.taking else holding) * goal.worth * HASTE ** (away / pace)
                if fast and goal.taking and not goal.army and now.foe_cf[goal.hex] * now.atlas.cover[goal.hex] > SOFT:
                    value *= HARD
                if fast and goal.army:
                    value *= MOPPING
                if goal.taking and not goal.army and goal.worth >= 4:
                    value *= SIEGE
                value *= cares(unit, goal) if goal.taking else 1.0
                value *= DISTANT ** max(0, now.gap[goal.hex] - NEAR)
                bids.append((value, unit.id, k))
    return task_assignment.share_out(bids, goals, CROWD, lambda name, _: strength(now.by_id[name]))
