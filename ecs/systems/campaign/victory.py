"""How does a game end?"""

from __future__ import annotations

from ecs.core.components import Campaign, Clock, Decisions
from ecs.core.events import Ended
from ecs.core.world import World


def end_game(w: World, word: str, rule: str) -> None:
    """The game is over: the word stands for how, and nothing is asked any more."""
    w.mark(Campaign, w.table, result=word)
    w.mark(Clock, w.table, over=True)
    w.mark(Decisions, w.table, stack=())
    w.emit(Ended(rule=rule, result=word))
