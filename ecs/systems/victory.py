"""Victory: whether the game is over, and how it has ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ecs.core.components import Verdict
from ecs.core.view import Result
from ecs.core.world import World
from ecs.systems.scorekeeping import end_game

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
