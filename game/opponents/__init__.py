"""Which computer players are there?"""

from __future__ import annotations

from typing import Protocol

from ecs import Command, Game, Side
from game.opponents.random_player import RandomPlayer


class Player(Protocol):
    """Somebody who answers every position in which its side is to act."""

    def choose(self, game: Game) -> tuple[Command, str]:
        """A legal command, and in one line what it is for."""


LEVELS: dict[str, str] = {"random": "Any legal command, all equally likely."}


def make_player(level: str, side: Side, seed: int) -> Player:
    """A computer player of this level; KeyError if there is none such."""
    if level not in LEVELS:
        raise KeyError(level)
    return RandomPlayer(side, seed)
