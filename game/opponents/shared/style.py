"""How a staff leans.  What it goes for, what it keeps, what it fears, and the places it has set its mind on."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """A way to lead that every staff understands; all factors are 1 for the usual one.

    ``take``, ``hold``, ``fear``: what the enemy has, what is one's own, what may be lost, is worth so many times as
    much.  ``thrift``: the least an attack must bring, so many times as much.  ``focus``: (board index of a place,
    factor on its worth).  ``words``: what a player is told of it.
    """

    name: str = "usual"
    words: str = "Leads as usual"
    take: float = 1.0
    hold: float = 1.0
    fear: float = 1.0
    thrift: float = 1.0
    focus: tuple[tuple[int, float], ...] = ()

    def weigh(self, worth: MutableMapping[int, float] | list[float]) -> None:
        """Change what places are worth, by board index, to what they are worth to a staff that leans so."""
        for index, factor in self.focus:
            if isinstance(worth, list) or index in worth:
                worth[index] *= factor


USUAL = Style()
