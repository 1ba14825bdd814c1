"""The dice.  SplitMix64: the whole state is one integer on the table, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ecs.core.components import Dice
from ecs.core.world import World

T = TypeVar("T")
_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15


def seeded(seed: int) -> int:
    """The first state for a seed; neighbouring seeds give unrelated dice."""
    return _mix((seed * _STEP + 0x1234567) & _MASK)


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def roll(w: World, sides: int = 6) -> int:
    """Throw one die: 1..sides, fair to within 2**-60."""
    state = (w.dice.state + _STEP) & _MASK
    w.mark(Dice, w.table, state=state, thrown=w.dice.thrown + 1)
    return ((_mix(state) * sides) >> 64) + 1


def shuffled(things: Iterable[T], lot: int) -> list[T]:
    """The things in a random order that depends only on their number and ``lot``; it uses none of the game's dice."""
    state, drawn = seeded(lot), []
    for number, thing in enumerate(things):
        drawn.append((_mix((state + number * _STEP) & _MASK), number, thing))
    return [thing for *_, thing in sorted(drawn, key=lambda row: row[:2])]
