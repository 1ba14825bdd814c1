"""Where the enemy could move next, looked up by passing in a look-ahead until the enemy moves.

What is hidden from us is never looked at: in its place stands each thing we may suppose, and the most of all counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ecs import Game, Side
from ecs.core.commands import CancelAttacks, Done, EndPhase

if TYPE_CHECKING:
    from ecs.core.ruleset import System

FARTHEST = 60


def enemy_reach(game: Game, side: Side) -> Mapping[int, int]:
    """How many enemy units could reach each hex in their next movement, if we passed now.

    Where chits are hidden from us, the most that any of them could bring; nothing while a hidden enemy stands on the
    table, as no guess at it would be fair.
    """
    most: dict[int, int] = {}
    for guess in () if game.over else game.guesses(side):
        for index, count in _reach(game, side, guess).items():
            most[index] = max(count, most.get(index, 0))
    return most


def _reach(game: Game, side: Side, guess: System) -> Mapping[int, int]:
    """The same, if all that is hidden from our side is as supposed."""
    counts: dict[int, int] = {}
    with game.what_if(guess=guess) as ahead:
        if not _pass_to(ahead, side.other):
            return {}
        movers = sorted({str(getattr(c, "unit", "")) for c in ahead.legal() if c.verb == "move"})
        for unit in movers:
            for index in ahead.reach(unit):
                counts[index] = counts.get(index, 0) + 1
    return counts


def _pass_to(game: Game, side: Side) -> bool:
    """Go on with as little as can be until this side may move; False if that is too far off."""
    for _ in range(FARTHEST):
        legal = game.legal()
        if not legal:
            return False
        if game.to_act is side and any(c.verb == "move" for c in legal):
            return True
        idle = next((c for kind in (CancelAttacks, EndPhase, Done) for c in legal if isinstance(c, kind)), legal[0])
        game.apply(idle)
    return False
