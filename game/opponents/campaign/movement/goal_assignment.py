"""Who goes where.  Units are paired with goals; each one sent makes the next less needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ecs.core.view import UnitView
from game.opponents.campaign.position import Goal, Position, strength
from game.opponents.shared.map_analysis import FAR
from game.opponents.shared.movement import task_assignment
from game.opponents.shared.movement.task_assignment import Bid

HASTE, FAST = 0.91, 1.4
PACES = {fast: tuple(HASTE ** (away / (FAST if fast else 1.0)) for away in range(FAR + 1)) for fast in (True, False)}
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
    called: list[tuple[int, Goal, list[int], float, float, bool]] = []
    for k, goal in enumerate(goals):
        goal.sent = 0.0
        worth = (taking if goal.taking else holding) * goal.worth
        distant = DISTANT ** max(0, now.gap[goal.hex] - NEAR)
        soft = now.foe_cf[goal.hex] * now.atlas.cover[goal.hex] <= SOFT
        called.append((k, goal, now.atlas.far(goal.hex), worth, distant, soft))
    bids: list[Bid] = []
    for unit in units:
        now.seat.working()
        fast = "mech" in unit.traits
        haste = PACES[fast]
        for k, goal, way, worth, distant, soft in called:
            away = way[unit.hex]
            if away <= goal.longest:
                value = worth * haste[away]
                if fast and goal.taking and not goal.army and not soft:
                    value *= HARD
                if fast and goal.army:
                    value *= MOPPING
                if goal.taking and not goal.army and goal.worth >= 4:
                    value *= SIEGE
                if goal.taking:
                    value *= cares(unit, goal)
                bids.append((value * distant, unit.id, k))
    return task_assignment.share_out(bids, goals, CROWD, lambda name, _: strength(now.by_id[name]))
