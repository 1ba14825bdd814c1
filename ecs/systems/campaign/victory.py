"""How does a game end?"""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.components import Clock, Decisions, Side, Verdict
from ecs.core.events import Ended, ScoreChanged
from ecs.core.world import World


def end_game(w: World, word: str, rule: str) -> None:
    """The game is over: the word stands for how, and nothing is asked any more."""
    w.mark(Verdict, w.table, result=word)
    w.mark(Clock, w.table, over=True)
    w.mark(Decisions, w.table, stack=())
    w.emit(Ended(rule=rule, result=word))


def tell_score(w: World, before: Mapping[Side, int], now: Mapping[Side, int]) -> None:
    """Tell, without a line in the log, whose score has changed."""
    for side, points in now.items():
        if points != before[side]:
            w.emit(ScoreChanged(side=side, before=before[side], now=points))
