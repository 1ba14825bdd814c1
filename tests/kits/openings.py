"""Positions that many tests begin with, set up once: each test gets a twin to play on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ecs import Game
from ecs.core.world import World

MOST = 24  # kept at a time: tests that begin alike stand together

_games: dict[str, Game] = {}
_worlds: dict[str, tuple[Any, World]] = {}


def game_like(key: object, make: Callable[[], Game]) -> Game:
    """A game as it begins.

    :param key: all that it is made of, told apart by its repr.
    """
    name = repr(key)
    if name not in _games:
        made = make()
        _keep(_games, name, made.fork())
        return made
    return _games[name].fork()


def world_like(key: object, rules: object, make: Callable[[], World]) -> World:
    """The table of a game as it is set up.

    :param rules: the figures in force, the very ones.
    """
    name = repr(key)
    if name not in _worlds or _worlds[name][0] is not rules:
        made = make()
        _keep(_worlds, name, (rules, made.twin()))
        return made
    return _worlds[name][1].twin()


def _keep(shelf: dict[str, Any], name: str, what: Any) -> None:
    shelf.pop(name, None)
    while len(shelf) >= MOST:
        del shelf[next(iter(shelf))]
    shelf[name] = what
