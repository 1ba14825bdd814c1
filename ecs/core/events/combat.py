"""Attacks: announced, begun, fought."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ecs.core.components import Side
from ecs.core.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Declared(Event):
    """An attack was declared, changed or taken back (``back``; ``hex`` "" if it is not told which).

    ``wave``: of several against one hex.
    """

    unit: str
    hex: str
    wave: int = 1
    back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class BattleBegan(Event):
    """A declared battle is being fought.

    ``factors``: attack and defence factors as they count, where the game has a table of odds; ``odds``: the column they
    make; ``support``: aircraft and guns that take part; ``exact``: the factors with their fractions ("7/2");
    ``shifts``: (words, columns) that change the odds; ``joined``: all hexes attacked in one battle, where it
    is not ``hex`` alone; ``automatic``: won without a die.
    """

    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    factors: tuple[int, int] = (0, 0)
    odds: str = ""
    support: tuple[str, ...] = ()
    exact: tuple[str, str] = ("", "")
    shifts: tuple[tuple[str, int], ...] = ()
    joined: tuple[str, ...] = ()
    automatic: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Assigned(Event):
    """Units were given an attack by the rules.

    ``why``: it is "owed", the "only" hex open to them, or no other unit can be spared ("spare").
    """

    hex: str
    units: tuple[str, ...]
    why: str = "owed"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class AttackWidened(Event):
    """A second hex is attacked in one battle with the first."""

    hex: str
    other: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class AttacksOwed(Event):
    """A side must make that many attacks, if it can."""

    side: Side
    number: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class RagesOn(Event):
    """A battle is not decided and must be fought on."""

    hex: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Joined(Event):
    """A fresh unit joined the battle for a hex."""

    unit: str
    hex: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class StandOrdered(Event):
    """Units stand fast by order: those named in a hex, or all of the side."""

    side: Side
    hex: str = ""
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ResultChanged(Event):
    """The result of an attack became another.  ``why``: "declined" by the defender, "unaffordable" to the attacker."""

    hex: str
    before: str
    now: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class CalledOff(Event):
    """The attacker broke a battle off."""

    hex: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Cleared(Event):
    """An attacked hex has no defenders left; ``people``: only its inhabitants held it."""

    hex: str
    people: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Rolled(Event):
    """A die (or several) was cast; ``faces`` as thrown.

    ``result``: what came of it; ``limit``: the highest face that brings what it was thrown for, where there is such a
    face, ``least``: the lowest; ``modifier``: to the die; ``brings``: how much it brings; ``unit``, ``hex``: for whom,
    and where; ``errand``: what it is about ("invasion").
    """

    what: str
    faces: tuple[int, ...]
    modifier: int = 0
    least: int = 0
    brings: int = 0
    errand: str = ""
    result: str = ""
    limit: int = 0
    unit: str = ""
    hex: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Attacked(Rolled):
    """The die of an attack on a table of odds.

    ``odds``: the column as printed ("3-1"); ``table``: which table, where there are several; ``modifiers``: (words,
    amount) to the die or column; ``read``: the number looked up, in the printing of the table; ``result``: its code;
    ``plain``: the code before it was converted; ``bombardment``: by aircraft or guns alone, these ``attackers``;
    ``spent``: they are spent by it.
    """

    hex: str
    odds: str
    result: str
    read: str = ""
    plain: str = ""
    table: str = ""
    modifiers: tuple[tuple[str, int], ...] = ()
    bombardment: bool = False
    attackers: tuple[str, ...] = ()
    spent: bool = False
    what: str = "combat"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Fired(Event):
    """One side's fire in a battle round.

    ``lines`` are (words, points) pairs adding up to ``strength``; ``column`` is the one used after shifts, ``press`` of
    them by the attacker's own wish; ``expected_sixths`` is the mean number of hits of that roll in sixths (for the luck
    ledger), ``chances``: (hits, weight) for every number of hits it might have scored.
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
    chances: tuple[tuple[int, int], ...] = ()


# -- What is lost: steps, units, order. ------------------------------------------------------------------------------


class Cause(Enum):
    """Why a step or a unit was lost."""

    FIRE = "fire"
    BOMBARDMENT = "bombardment"
    NO_RETREAT = "no-retreat"
    CUT_SHORT = "cut-short"
    EXCHANGE = "exchange"
    OVERRUN = "overrun"
    AUTOMATIC_VICTORY = "automatic-victory"
    NO_SUPPLY = "no-supply"
    SURRENDER = "surrender"
    STOOD_FAST = "stood-fast"
    BREAKING_OUT = "breaking-out"
    AT_SEA = "at-sea"
    IN_THE_DROP = "in-the-drop"
    BASE_LOST = "base-lost"
    CROWDED = "crowded"
    DISBANDED = "disbanded"
    BY_TREATY = "by-treaty"
    EMERGENCY_RETREAT = "emergency-retreat"
    DRIVEN_OUT = "driven-out"
    LEFT_ALONE = "left-alone"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class StepLost(Event):
    """A unit lost a step and fights on; ``factors``: strength lost with it; ``why``: in the game's own words."""

    unit: str
    hex: str
    cause: Cause
    factors: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Destroyed(Event):
    """A unit is off the map.

    ``cause``: by what; ``why``: the same in the game's own words; ``factors``: its strength; ``captive``: it
    surrendered; ``for_good``: it cannot come back.
    """

    unit: str
    hex: str
    cause: Cause
    factors: int = 0
    why: str = ""
    captive: bool = False
    for_good: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Disordered(Event):
    """A unit was Disrupted or Dispersed."""

    unit: str
    hex: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Recovered(Event):
    """A unit is in order again."""

    unit: str
    hex: str
