"""The computer players and their levels."""

from __future__ import annotations

from ecs import Side
from game.opponents.players import HurriedPlayer, Player, RandomPlayer
from game.opponents.rehearsal import GENERALS, RehearsingGeneral
from game.opponents.seat import Hurry, Seat, Thought
from game.opponents.staffs import Staff
from game.opponents.table_players import LevelPlayer

__all__ = [
    "GENERALS",
    "LEVELS",
    "PLAYERS",
    "USUAL_LEVEL",
    "HurriedPlayer",
    "Hurry",
    "LevelPlayer",
    "Player",
    "Seat",
    "Thought",
    "adviser",
    "make_player",
]

LEVELS: dict[str, str] = {
    "random": "Random legal commands: a test of the rules, not an opponent.",
    "recruit": "Attacks what looks good, heads for the nearest city, forgets the rest.",
    "officer": "Plans attacks together, keeps a line and its supply, guards what must not fall.",
    "general": "Rehearses several plans for each turn and plays the best. Takes its time.",
}
PLAYERS = (*LEVELS, *(word for word in GENERALS.values() if word not in LEVELS))
"""Every word for a computer player: the levels, and generals with less or more time than usual."""
USUAL_LEVEL = "officer"
"""The default opponent, and who advises a person."""


def make_player(level: str, side: Side, seed: int) -> HurriedPlayer:
    """A computer player.

    :param level: one of ``PLAYERS``.
    :param seed: its own, for equal choices; it has nothing to do with the game's dice.
    :raises ValueError: for an unknown level, naming those there are.
    """
    if level == "random":
        return RandomPlayer(seed)
    for effort, word in GENERALS.items():
        if level == word:
            return LevelPlayer(RehearsingGeneral(side, seed, effort))
    if level in LEVELS:
        return LevelPlayer(Staff(level, side, seed))
    raise ValueError(f"no level {level!r}; choose from: {', '.join(PLAYERS)}")


def adviser(side: Side, seed: int) -> LevelPlayer:
    """An officer who advises a human and explains his plans."""
    return LevelPlayer(Staff(USUAL_LEVEL, side, seed))
