"""The one door under the public surface of a game, for tests of other rooms that stage a position."""

from __future__ import annotations

from ecs import Game
from ecs.core.world import World


def world_of(game: Game) -> World:
    """The marks of a game, to be staged or looked at."""
    return game._w
