"""Where units without an attack go.  Rings and cities for the stronger army, a line for the weaker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecs import Side
from ecs.core.known_facts import Sky
from game.opponents.operations.movement.defence_line import DefenceLine
from game.opponents.operations.movement.encirclement import close_rings
from game.opponents.operations.movement.goal_movement import GoalMovement
from game.opponents.operations.movement.movement_orders import MovementOrders
from game.opponents.operations.troops import COLD, is_fast
from game.opponents.player import Choice

if TYPE_CHECKING:
    from game.opponents.operations.position import Position

BOLD = 1.15
BRAVE, WARY, CAREFUL_FEAR, RECKLESS = 0.5, 0.8, 1.0, 0.2
SURE = 1.6
CAREFUL_RINGS = 1.3
COLD_FACTOR, MUD_FACTOR = 0.7, 0.9


def posts(now: Position, used: frozenset[str], thorough: bool = True) -> list[Choice]:
    """Moves of everybody who is not in an attack, in order.

    :param used: units that have other orders; ``thorough``: False leaves out rings, lines and most of the fear.
    """
    march = MovementOrders(now, used)
    if not march.steps:
        return []
    if not thorough:
        GoalMovement(march, march.storms.fall(), RECKLESS, True).go()
    elif is_bold(now):
        _advance(march)
    elif now.side is Side.SOVIET:
        _meet(march)
    else:
        _stand(march)
    return march.orders()


def _advance(march: MovementOrders) -> None:
    """The stronger army: rings, fast units ahead, infantry to close the line behind them."""
    storm = march.storms.fall()
    fear = BRAVE if balance(march.now) >= SURE else WARY
    close_rings(march, storm)
    GoalMovement(march, storm, fear, True).go(is_fast)
    DefenceLine(march, True).close()
    GoalMovement(march, storm, fear, True).go()


def _meet(march: MovementOrders) -> None:
    """The weaker army whose losses are made good every month: garrisons first, and everybody else in the enemy's way,
    so that he has to spend his turns on stacks that can be spared."""
    DefenceLine(march).hold_cities()
    close_rings(march, march.storms.fall(), CAREFUL_RINGS)
    wall = DefenceLine(march)
    wall.hold_cities()
    GoalMovement(march, wall.storm, RECKLESS, True).go()


def _stand(march: MovementOrders) -> None:
    """The weaker army that has nobody to lose: cities, the hexes round them, a line and a second one."""
    wall = DefenceLine(march)
    wall.hold_cities()
    close_rings(march, wall.storm, CAREFUL_RINGS)
    wall = DefenceLine(march)
    wall.hold_cities()
    wall.screen_cities()
    wall.man()
    GoalMovement(march, wall.storm, CAREFUL_FEAR, False, wall.posts).go()


def balance(now: Position) -> float:
    """Own attack factors against what defends, as the weather lets them."""
    own = sum(u.attack * (0.5 if u.disrupted else 1.0) for u in now.mine)
    foe = sum(u.attack * (0.5 if u.disrupted else 1.0) for u in now.foes)
    factor = 1.0
    if now.side is Side.AXIS:
        factor = COLD_FACTOR if now.weather in COLD else MUD_FACTOR if now.weather is Sky.MUD else 1.0
    return factor * (own + 1) / (foe + 1)


def is_bold(now: Position) -> bool:
    """Does the army go forward: is it the stronger?"""
    return now.style.take * balance(now) > BOLD
