"""Checks that a position can come from a game.  What is asked of one whose commands nobody can play again.

First what stands in the marks: numbers within bounds, hexes of the map, counters there are, phases and decisions of
these rules.  Then everybody looks at it, and it is played on a little in a twin, with other dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from ecs.core.components import COUNTER, HEX, Dice, Side
from ecs.engine.engine import Game
from ecs.engine.invariants import asking, choice, counters, keeping, legal_list

MOST = 1_000_000  # the largest number but for the state of the dice
LONGEST = 4000  # entries of a list
WORDS = 200  # letters of a word
DEEPEST = 8  # decisions open at once
STEPS = 24  # commands played on in the twin
TRIALS = 3


class ImpossiblePosition(ValueError):
    """A position that no game leads to; the message says what is wrong with it."""


def examine(game: Game) -> None:
    """Look at a position from all sides.

    :raises Impossible: if something is plainly wrong with it; the rules may also raise whatever they raise when they
        meet what cannot be.
    """
    _marks(game)
    _cursor(game)
    choice(game)
    counters(game)
    legal_list(game)
    asking(game)
    keeping(game)
    twin = game.fork()
    try:
        for trial in range(TRIALS):
            _played_on(game, twin, trial)
    finally:
        twin.close()


def _marks(game: Game) -> None:
    rows, entities = game.position(), frozenset(game._w.by_entity)
    for kind in game.ruleset.kinds:
        for row in rows[kind.__name__]:
            for mark, value in zip(fields(kind), row, strict=True):
                _value(game, f"{kind.__name__}.{mark.name}", mark.metadata, value, entities)
    if not 0 <= game._w.dice.state < 2**64:
        raise ImpossiblePosition("dice that no seed gives")


def _value(game: Game, name: str, means: Mapping[Any, Any], value: Any, entities: frozenset[int]) -> None:
    numbers = [n for n in _leaves(name, value) if isinstance(n, int) and not isinstance(n, bool)]
    if means == HEX and not all(-1 <= n < len(game.board.hexes) for n in numbers):
        raise ImpossiblePosition(f"{name} is off the map")
    if means == COUNTER and not all(n == -1 or n in entities for n in numbers):
        raise ImpossiblePosition(f"{name} names a counter that is not there")
    if name != f"{Dice.__name__}.state" and not all(-MOST <= n <= MOST for n in numbers):
        raise ImpossiblePosition(f"{name} is out of all bounds")


def _leaves(name: str, value: Any) -> Iterator[Any]:
    """The plain values in a mark, however deep."""
    if isinstance(value, tuple):
        if len(value) > LONGEST:
            raise ImpossiblePosition(f"{name} has {len(value)} entries")
        for inner in value:
            yield from _leaves(name, inner)
    elif isinstance(value, str) and (len(value) > WORDS or not value.isprintable()):
        raise ImpossiblePosition(f"{name} is no word")
    else:
        yield value


def _cursor(game: Game) -> None:
    """Where play stands: a phase, a turn and decisions that there are."""
    w, sequence = game._w, game.ruleset.sequence
    if not 0 <= w.clock.phase < len(sequence.phases):
        raise ImpossiblePosition(f"there is no phase {w.clock.phase}")
    if not 1 <= w.clock.turn <= w.turns + 1:
        raise ImpossiblePosition(f"there is no turn {w.clock.turn}")
    strange = [word for word in w.decisions.stack if word not in sequence.decisions]
    if strange or len(w.decisions.stack) > DEEPEST:
        raise ImpossiblePosition("decisions are open that there cannot be")


def _played_on(game: Game, twin: Game, trial: int) -> None:
    """Some commands, one out of the list each time; the game must end or go on."""
    twin.resume(game.position(), game.log, game.marks)
    twin._w.mark(Dice, twin._w.table, state=(twin._w.dice.state + trial + 1) % 2**64)
    for step in range(STEPS):
        legal = twin.legal()
        if not legal:
            break
        twin.apply(legal[(step * 7919 + trial * 104_729) % len(legal)])
    choice(twin)
    _ = [twin.view(side) for side in Side]
