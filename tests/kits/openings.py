"""Positions that many tests begin with, set up once: each test gets a twin to play on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ecs import Game
from ecs.board.board import Board
from ecs.core.ruleset import Ruleset, Scenario
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


def world_like(
    ruleset: Ruleset, board: Board, scenario: Scenario, phases: tuple[str, ...], options: Mapping[str, str] | None
) -> World:
    """The table of a game as it is set up.

    The figures in force are told apart by which they are, all else by its repr.
    """
    name, rules = repr((scenario, options, phases)), ruleset.figures.rules()
    if name not in _worlds or _worlds[name][0] is not rules:
        made = laid_out(ruleset, board, scenario, phases, options)
        _keep(_worlds, name, (rules, made.twin()))
        return made
    return _worlds[name][1].twin()


def laid_out(
    ruleset: Ruleset,
    board: Board,
    scenario: Scenario,
    phases: tuple[str, ...],
    options: Mapping[str, str] | None = None,
) -> World:
    """The table of a game set up anew.

    :param phases: those the test asks about, which need not be all of the game.
    """
    w = World(
        board,
        ruleset.figures.rules(),
        dict(options or {}),
        scenario.turns,
        phases,
        ruleset.kinds,
        ruleset.sentences,
        set_up=ruleset.sequence.set_up,
        rulebook=ruleset.rulebook,
    )
    w.scenario = scenario
    ruleset.set_up(w, scenario)
    return w


def _keep(shelf: dict[str, Any], name: str, what: Any) -> None:
    shelf.pop(name, None)
    while len(shelf) >= MOST:
        del shelf[next(iter(shelf))]
    shelf[name] = what
