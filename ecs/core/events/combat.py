"""Attacks: announced, begun, fought."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.core.components import Side
from ecs.core.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared(Event):
    """An attack was declared, changed or taken back (``hex`` "")."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleBegan(Event):
    """A declared battle is being fought.

    ``factors``: attack and defence factors as they count, where the game has a table of odds.
    """

    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    factors: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """A die (or several) was cast; ``faces`` as thrown."""

    what: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacked(Rolled):
    """The die of an attack on a table of odds.

    ``odds``: the column as printed ("3:1"); ``table``: which table, where there are several; ``modifiers``: (words,
    amount) to the die or column; ``read``: the number looked up, in the printing of the table; ``result``: its code;
    ``bombardment``: by aircraft or guns alone.
    """

    hex: str
    odds: str
    result: str
    read: str = ""
    table: str = ""
    modifiers: tuple[tuple[str, int], ...] = ()
    bombardment: bool = False
    what: str = "combat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(Event):
    """One side's fire in a battle round.

    ``lines`` are (words, points) pairs adding up to ``strength``; ``column`` is the one used after
    shifts; ``expected_sixths`` is the mean number of hits of that roll in sixths (for the luck ledger).
    """

    hex: str
    side: Side
    round: int
    lines: tuple[tuple[str, int], ...]
    strength: int
    column: int
    faces: tuple[int, ...]
    hits: int
    expected_sixths: int = 0
