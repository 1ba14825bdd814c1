"""Who plays when nobody is at the keyboard?  The computer players and their levels."""

from __future__ import annotations

from ecs import Side
from game.opponents.officer import Officer
from game.opponents.player import Player
from game.opponents.randomly import RandomPlayer
from game.opponents.recruit import Recruit
from game.opponents.seat import Seat

__all__ = ["LEVELS", "Player", "Seat", "make_player"]

LEVELS: dict[str, str] = {
    "random": "Any legal command, by lot: a test of the rules, not an opponent.",
    "recruit": "Attacks what looks good, marches to the nearest city, forgets the rest.",
    "officer": "Plans attacks together, keeps a line and its supply, guards what must not fall.",
}


def make_player(level: str, side: Side, seed: int) -> Player:
    """A computer player.

    :param seed: its own, for equal choices; it has nothing to do with the game's dice.
    :raises ValueError: for an unknown level, naming those there are.
    """
    if level == "random":
        return RandomPlayer(seed)
    if level == "recruit":
        return Recruit(side, seed)
    if level == "officer":
        return Officer(side, seed)
    raise ValueError(f"no level {level!r}; there are: {', '.join(LEVELS)}")
