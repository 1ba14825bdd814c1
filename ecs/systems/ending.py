"""How does a game end?"""

from __future__ import annotations

from ecs.events import Ended
from ecs.world import World


def end_game(w: World, word: str, text: str, rule: str) -> None:
    """The game is over: the word stands for how, and nothing is asked any more."""
    w.mark(w.campaign, result=word)
    w.mark(w.clock, over=True)
    w.mark(w.decisions, stack=())
    w.emit(Ended(text=text, rule=rule, result=word))
