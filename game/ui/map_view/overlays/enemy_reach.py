"""Where the enemy could move next, and whom he could attack, found in a look-ahead by passing until he moves.

What is hidden from us is never looked at: in its place stands each thing we may suppose, and the most of all counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ecs import Game, Side
from ecs.core.commands import CancelAttacks, Done, EndPhase

if TYPE_CHECKING:
    from ecs.core.ruleset import System

FARTHEST = 200
LEAST = 2
"""A stack is in danger from that many times its own strength."""


def enemy_reach(game: Game, side: Side) -> Mapping[int, int]:
    """How many enemy units could reach each hex in their next movement, if we passed now.

    Where chits are hidden from us, the most that any of them could bring; nothing while a hidden enemy stands on the
    table, as no guess at it would be fair.
    """
    most: dict[int, int] = {}
    for guess in () if game.over else game.guesses(side):
        counts = Counter(index for hexes in _reach(game, side, guess).values() for index in hexes)
        for index, count in counts.items():
            most[index] = max(count, most.get(index, 0))
    return most


def danger(game: Game, side: Side) -> Mapping[int, int]:
    """By hex of our units, how many times as strong the enemies are who could stand next to it after their next
    movement, rounded down; none below ``LEAST``.

    At most: all who could come, whether or not there is room for them, by the factors that we can see; ground and
    aircraft are left out.
    """
    view, most = game.look(side), dict[int, int]()
    known = {u.id: u for u in view.units if u.side is not side and u.hex >= 0}
    guarded = Counter[int]()
    for own in view.units:
        if own.side is side and own.hex >= 0 and own.defence:
            guarded[own.hex] += own.defence
    for guess in () if game.over else game.guesses(side):
        force = Counter[int]()
        for name, hexes in _reach(game, side, guess).items():
            if (foe := known.get(name)) is not None:
                near = {j for i in (*hexes, foe.hex) for j in view.board.neighbours[i]}
                force.update(dict.fromkeys(near & guarded.keys(), foe.attack))
        for index, factors in force.items():
            times = factors // guarded[index]
            if times >= LEAST:
                most[index] = max(times, most.get(index, 0))
    return most


def _reach(game: Game, side: Side, guess: System) -> dict[str, frozenset[int]]:
    """Hexes that every enemy unit can reach, with hidden things as our side supposes."""
    with game.what_if(guess=guess) as ahead:
        if not _pass_to(ahead, side.other):
            return {}
        movers = sorted({str(getattr(c, "unit", "")) for c in ahead.legal() if c.verb == "move"})
        return {unit: frozenset(ahead.reach(unit)) for unit in movers}


def _pass_to(game: Game, side: Side) -> bool:
    """Play on with as little as possible until this side may move; False if that is too far off.

    Attacks are called off once in a phase: those that come back are owed.
    """
    cancelled = set[str]()
    for _ in range(FARTHEST):
        legal = game.legal()
        if not legal:
            return False
        if game.to_act is side and any(c.verb == "move" for c in legal):
            return True
        _, phase, _ = game.moment
        ways = (EndPhase, Done) if phase in cancelled else (CancelAttacks, EndPhase, Done)
        idle = next((c for kind in ways for c in legal if isinstance(c, kind)), legal[0])
        if isinstance(idle, CancelAttacks):
            cancelled.add(phase)
        game.apply(idle)
    return False
