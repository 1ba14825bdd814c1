"""How a game ends, and how it has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ecs.core.components import Clock, Decisions, Verdict
from ecs.core.events import Ended
from ecs.core.view import Result
from ecs.core.world import World


def is_last_turn(w: World) -> bool:
    """Is this the last turn of the game?"""
    return w.clock.turn >= w.turns


def end_game(w: World, word: str, rule: str) -> None:
    """The game is over: the word stands for how, and nothing is asked any more."""
    w.mark(Verdict, w.table, result=word)
    w.mark(Clock, w.table, over=True)
    w.mark(Decisions, w.table, stack=())
    w.emit(Ended(rule=rule, result=word))


def result_among(results: Mapping[str, Result]) -> Callable[[World], Result | None]:
    """How a game with these endings, each by its word, ended; None while it goes on."""
    return lambda w: results.get(w[Verdict].result)
