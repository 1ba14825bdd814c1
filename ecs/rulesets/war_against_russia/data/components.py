"""What is marked in this game alone: the waves of attacks of a phase."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.core.components import (
    COUNTER,
    HEX,
    Activity,
    Campaign,
    Clash,
    Clock,
    Condition,
    Decisions,
    Dice,
    Ground,
    Place,
    Weather,
)


@dataclass(slots=True, kw_only=True)
class Operation:
    """The attacks of a phase, where they come in waves, break through and can be bought.

    ``wave``: of the battle being fought; ``struck``: hexes attacked in this phase; ``loose``: units that have broken
    through and may attack once more, by entity; ``extra``: the battle being fought is such an attack.  ``picked``:
    defenders to be exchanged, by entity; ``owed``: twice the factors still to be paid with attackers; ``bought``: the
    exchange was the attacker's choice; ``standing``: the Russians retreat from nothing until their next turn.
    ``worth``: the defenders' factors as the battle began; ``driven``: hexes they have been driven back; ``entered``:
    attackers that have advanced into their hex, by entity.
    """

    wave: int = 0
    struck: tuple[int, ...] = field(default=(), metadata=HEX)
    loose: tuple[int, ...] = field(default=(), metadata=COUNTER)
    extra: bool = False
    picked: tuple[int, ...] = field(default=(), metadata=COUNTER)
    owed: int = 0
    bought: bool = False
    standing: bool = False
    worth: int = 0
    driven: int = 0
    entered: tuple[int, ...] = field(default=(), metadata=COUNTER)


MARKS: tuple[type, ...] = (
    Place,
    Condition,
    Activity,
    Ground,
    Clock,
    Dice,
    Decisions,
    Weather,
    Clash,
    Campaign,
    Operation,
)
"""The marks of this game, in the order in which a position tells them."""
