"""Where units without an attack go.  They close rings, then everybody goes for what he can take or has to guard.

Measured over mirrored games, a line of zones across the front, a second line behind it, winter quarters and cities
manned on the last march gave places away that stacks in cities and counter-marches keep: no side mans lines here.
"""

from __future__ import annotations

from game.opponents.impulse.movement.encirclement import close_rings
from game.opponents.impulse.movement.goal_movement import GoalMovement
from game.opponents.impulse.movement.movement_orders import MovementOrders
from game.opponents.impulse.position import Position
from game.opponents.player import Choice

FEAR = 0.1


def posts(now: Position, used: frozenset[str], thorough: bool = True) -> list[Choice]:
    """Moves of everybody who is not in an attack, in order.

    :param thorough: False leaves out rings.
    """
    march = MovementOrders(now, used)
    if not march.steps:
        return []
    storm = march.storm()
    if thorough:
        close_rings(march, storm)
    GoalMovement(march, storm, now.style.fear * FEAR).go()
    return march.orders()
