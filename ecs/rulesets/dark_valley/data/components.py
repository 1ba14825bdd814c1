"""What is marked in this game alone: the cup of chits."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.core.components import COUNTER, HEX, Campaign, Clash, Duty, Steps


@dataclass(slots=True, kw_only=True)
class Cup:
    """The chits of a turn.  ``inside``: still to be drawn, sorted; ``held``: kept in hand until played;
    ``gone``: resolved this turn, in order; ``chit``: in play ("": none); ``mode``: move or combat, where the
    chit lets its owner choose.  ``spears``: spearheads used this turn, by entity; ``extras``: units beyond the
    chit's own kind that have acted; ``quota``: attacks, or markers, still owed; ``zone``: hexes the chit keeps its
    units to; ``struck``: hexes attacked in this combat segment.
    """

    inside: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    chit: str = ""
    mode: str = ""
    spears: tuple[int, ...] = field(default=(), metadata=COUNTER)
    extras: tuple[int, ...] = ()
    quota: int = 0
    zone: tuple[int, ...] = field(default=(), metadata=HEX)
    struck: tuple[int, ...] = field(default=(), metadata=HEX)


MARKS: tuple[type, ...] = (Steps, Duty, Clash, Cup, Campaign)
"""The marks of this game, in the order in which a position tells them."""
