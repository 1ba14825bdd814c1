"""Where do units without an attack go?  Rings and cities for the stronger army, a line for the weaker."""

from __future__ import annotations

from ecs import Command, Side
from game.opponents.impulse.movement.defence_line import DefenceLine
from game.opponents.impulse.movement.encirclement import close_rings
from game.opponents.impulse.movement.goal_movement import GoalMovement
from game.opponents.impulse.movement.last_turn import hold_cities, is_last_march
from game.opponents.impulse.movement.movement_orders import WINTER, MovementOrders
from game.opponents.impulse.position import Position, is_fast

Choice = tuple[Command, str]
BOLD = 1.15
FROZEN = 1.8
COLD = ("Snow", "Mud")
BRAVE, WARY, CAREFUL_FEAR, RECKLESS = 0.3, 0.6, 0.8, 0.1
SURE = 1.8


def posts(now: Position, used: frozenset[str], thorough: bool = True) -> list[Choice]:
    """Moves of everybody who is not in an attack, in order.

    :param thorough: False leaves out rings, lines and most of the fear.
    """
    front = MovementOrders(now, used)
    if not front.steps:
        return []
    if not thorough:
        GoalMovement(front, front.storm(), RECKLESS, True).go()
    elif is_last_march(front):
        held = hold_cities(front)
        GoalMovement(front, front.storm(), CAREFUL_FEAR, False, held).go()
    elif is_bold(now):
        storm = front.storm()
        close_rings(front, storm)
        GoalMovement(front, storm, now.style.fear * (BRAVE if now.balance >= SURE else WARY), True).go()
    else:
        wall = DefenceLine(front)
        wall.man()
        GoalMovement(front, wall.storm, CAREFUL_FEAR, False, wall.posts).go()
    return front.orders()


def is_bold(now: Position) -> bool:
    """Does the army go forward: strong enough, not in its first winter, nor when only the enemy is to move yet?"""
    if now.side is Side.AXIS and now.impulse == 2 and now.turn >= now.view.turns:
        return False
    frozen = now.side is Side.AXIS and now.turn in WINTER and (now.weather in COLD or now.impulse == 2)
    return now.style.take * now.balance > (FROZEN if frozen else BOLD)


def rings(now: Position, used: frozenset[str]) -> tuple[list[Choice], frozenset[str]]:
    """Moves that close rings, before anybody gets an attack, and the units that take part, with those that stay."""
    touching = {u.id for u in now.mine if u.hex in now.foe_zones and not is_fast(u)}
    front = MovementOrders(now, used | touching)
    if not front.steps:
        return [], frozenset()
    close_rings(front, front.storm())
    return front.orders(), frozenset(front.placed)
