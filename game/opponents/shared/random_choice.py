"""One of several equal choices.  A small stream of whole numbers that has nothing to do with the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


class RandomChoice:
    """A SplitMix64 stream.  The same seed draws the same lots everywhere."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def draw(self, n: int) -> int:
        """A whole number from 0 to ``n`` - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return (z ^ (z >> 31)) % n

    def one_of(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.draw(len(items))]
