"""Victory: points that change hands, whether the game is over, and how it has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ecs.core.components import Clock, Decisions, Side, Verdict
from ecs.core.events import Ended, ScoreChanged
from ecs.core.view import Result
from ecs.core.world import World

Ending = tuple[str, str]
"""The word of a result, and the rule by which the game ends so."""


def _nothing_before(w: World) -> None:
    pass


@dataclass(frozen=True, slots=True)
class VictoryRules:
    """A game's rules on its end."""

    results: Mapping[str, Result]
    """How it may end, each by its word."""
    verdict: Callable[[World], Ending | None]
    """How it ends in this phase; None if it goes on."""
    before: Callable[[World], None] = _nothing_before
    """What is recorded for good before a side has won."""


def tell_score(w: World, before: Mapping[Side, int], now: Mapping[Side, int]) -> None:
    """Tell, without a line in the log, which sides' points have changed."""
    for side, points in now.items():
        if points != before[side]:
            w.emit(ScoreChanged(side=side, before=before[side], now=points))


def is_last_turn(w: World) -> bool:
    """Is this the last turn of the game?"""
    return w.clock.turn >= w.turns


def end_game(w: World, word: str, rule: str) -> None:
    """End the game: the word says how, and no question remains open."""
    w.mark(Verdict, w.table, result=word)
    w.mark(Clock, w.table, over=True)
    w.mark(Decisions, w.table, stack=())
    w.emit(Ended(rule=rule, result=word))


def check(w: World) -> None:
    """End the game if it is decided in this phase."""
    rules: VictoryRules = w.rulebook.victory
    rules.before(w)
    ending = None if w.clock.over else rules.verdict(w)
    if ending is not None:
        end_game(w, *ending)


def result(w: World) -> Result | None:
    """How the game has ended; None while it continues."""
    rules: VictoryRules = w.rulebook.victory
    return rules.results.get(w[Verdict].result)
