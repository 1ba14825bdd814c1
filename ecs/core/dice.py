"""How do dice fall?  SplitMix64: the whole state is one integer on the table, the same on every machine."""

from __future__ import annotations

from ecs.core.components import Dice
from ecs.core.world import World

_MASK = 2**64 - 1


def seeded(seed: int) -> int:
    """The first state for a seed; neighbouring seeds give unrelated dice."""
    return _mix((seed * 0x9E3779B97F4A7C15 + 0x1234567) & _MASK)


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def roll(w: World, sides: int = 6) -> int:
    """Throw one die: 1..sides, fair to within 2**-60."""
    state = (w.dice.state + 0x9E3779B97F4A7C15) & _MASK
    w.mark(Dice, w.table, state=state, thrown=w.dice.thrown + 1)
    return ((_mix(state) * sides) >> 64) + 1
