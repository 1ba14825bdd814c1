"""Where do units without an attack go?  Rings and cities for the stronger army, a line for the weaker."""

from __future__ import annotations

from ecs import Command, Side
from game.opponents.impulse.lines_drive import Drive
from game.opponents.impulse.lines_front import WINTER, Front
from game.opponents.impulse.lines_rings import close_rings
from game.opponents.impulse.lines_wall import Wall
from game.opponents.impulse.theatre import Theatre

Choice = tuple[Command, str]
BOLD = 1.15
FROZEN = 2.2
BOLD_FEAR, CAREFUL_FEAR, RECKLESS = 0.3, 0.8, 0.1


def posts(now: Theatre, used: frozenset[str], thorough: bool = True) -> list[Choice]:
    """Moves of everybody who is not in an attack, in order.

    :param thorough: False leaves out rings, lines and most of the fear.
    """
    front = Front(now, used)
    if not front.steps:
        return []
    if not thorough:
        Drive(front, front.storm(), RECKLESS, True).go()
    elif is_bold(now):
        storm = front.storm()
        close_rings(front, storm)
        Drive(front, storm, BOLD_FEAR, True).go()
    else:
        wall = Wall(front)
        wall.man()
        Drive(front, wall.storm, CAREFUL_FEAR, False, wall.posts).go()
    return front.orders()


def is_bold(now: Theatre) -> bool:
    """Does the army go forward: strong enough, and not in its first winter?"""
    frozen = now.side is Side.AXIS and now.turn in WINTER and now.weather == "Snow"
    return now.balance > (FROZEN if frozen else BOLD)
