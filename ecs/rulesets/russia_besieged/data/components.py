"""What is marked in this game alone: the railways and the impulse being played."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.core.components import COUNTER, HEX, Campaign, Clash, Duty, Side, Steps


@dataclass(slots=True, kw_only=True)
class Track:
    """Whose trains run on the railway of a hex; None where there is none."""

    gauge: Side | None = None


@dataclass(slots=True, kw_only=True)
class Impulse:
    """The part of a turn being played, where a turn has two.

    ``number``: 1 or 2; ``first``, ``second``: the weather of either, as a word.  ``locked``: (hex, attackers by entity)
    of battles that go on in the second; ``joined``: (hex, hex) pairs attacked as one; ``struck``: hexes attacked in
    this combat segment; ``av``: units that took part in an automatic victory, ``iced``: units that went over the ice
    road, in this impulse, by entity.
    """

    number: int = 1
    first: str = ""
    second: str = ""
    locked: tuple[tuple[int, tuple[int, ...]], ...] = ()
    joined: tuple[tuple[int, int], ...] = field(default=(), metadata=HEX)
    struck: tuple[int, ...] = field(default=(), metadata=HEX)
    av: tuple[int, ...] = field(default=(), metadata=COUNTER)
    iced: tuple[int, ...] = field(default=(), metadata=COUNTER)


MARKS: tuple[type, ...] = (Steps, Duty, Clash, Campaign, Track, Impulse)
"""The marks of this game, in the order in which a position tells them."""
