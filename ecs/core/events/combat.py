"""Attacks: announced, begun, fought."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.core.components import Side
from ecs.core.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared(Event):
    """An attack was declared, changed or taken back (``back``; ``hex`` "" if it is not told which).

    ``wave``: of several against one hex.
    """

    unit: str
    hex: str
    wave: int = 1
    back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleBegan(Event):
    """A declared battle is being fought.

    ``factors``: attack and defence factors as they count, where the game has a table of odds; ``odds``: the column they
    make; ``support``: aircraft and guns that take part.
    """

    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    factors: tuple[int, int] = (0, 0)
    odds: str = ""
    support: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Event):
    """A fresh unit joined the battle for a hex."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandOrdered(Event):
    """Units were told not to retreat: these in a hex; none named: all of the side."""

    side: Side
    hex: str = ""
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultChanged(Event):
    """The result of an attack became another.  ``why``: "declined" by the defender, "unaffordable" to the attacker."""

    hex: str
    before: str
    now: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledOff(Event):
    """The attacker broke a battle off."""

    hex: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleared(Event):
    """Nobody holds an attacked hex any more; ``people``: it was held by those who live there alone."""

    hex: str
    people: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """A die (or several) was cast; ``faces`` as thrown.

    ``result``: what came of it; ``limit``: the highest face that brings what it was thrown for, where there is such a
    face; ``unit``, ``hex``: for whom, and where.
    """

    what: str
    faces: tuple[int, ...]
    result: str = ""
    limit: int = 0
    unit: str = ""
    hex: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacked(Rolled):
    """The die of an attack on a table of odds.

    ``odds``: the column as printed ("3:1"); ``table``: which table, where there are several; ``modifiers``: (words,
    amount) to the die or column; ``read``: the number looked up, in the printing of the table; ``result``: its code;
    ``plain``: the code before it was converted; ``bombardment``: by aircraft or guns alone.
    """

    hex: str
    odds: str
    result: str
    read: str = ""
    plain: str = ""
    table: str = ""
    modifiers: tuple[tuple[str, int], ...] = ()
    bombardment: bool = False
    what: str = "combat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(Event):
    """One side's fire in a battle round.

    ``lines`` are (words, points) pairs adding up to ``strength``; ``column`` is the one used after shifts, ``press`` of
    them by the attacker's own wish; ``expected_sixths`` is the mean number of hits of that roll in sixths (for the luck
    ledger).
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
    press: int = 0
