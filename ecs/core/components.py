"""The components of counters, hexes and the table: printed ones are frozen, marked ones hold the state.

A marked component holds only ints, bools, strings, enums, None, or tuples of these, and its fields have defaults.
Those of ``ENGINE`` are in every game; the others may be shared by games that want them.  What one game alone marks
stands in its package; its ruleset names the kinds of mark of the game, and these are what snapshot, undo, look-ahead,
save and digest are made of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ecs.core.unit_names import long_name


class Side(Enum):
    """The two players."""

    AXIS = "axis"
    SOVIET = "soviet"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.SOVIET if self is Side.AXIS else Side.AXIS

    __hash__ = object.__hash__  # that of enumerations is slow, and sides are parts of many keys

    def __lt__(self, other: Side) -> bool:
        return self.value < other.value

    def __str__(self) -> str:
        return "Axis" if self is Side.AXIS else "Soviet"


@dataclass(frozen=True, slots=True)
class UnitType:
    """What is printed on a counter.  Factors in strength points; ``traits`` are the game's own words."""

    id: str
    name: str
    side: Side
    nation: str
    kind: str
    symbol: str
    size: str
    style: str
    attack: int
    defence: int
    hits: int
    traits: frozenset[str]
    strong: tuple[int, int, int] | None = None
    set: str = ""

    def __contains__(self, trait: object) -> bool:
        return trait in self.traits

    @property
    def long_name(self) -> str:
        """The name in sentences; ``name`` is the one printed on the counter."""
        return long_name(self.name)

    @property
    def cost(self) -> int:
        """Replacement cost: the largest printed factor of the weak side (DC 2.1)."""
        return max(self.attack, self.defence, self.hits)


@dataclass(frozen=True, slots=True)
class HexType:
    """Which board hex an entity stands for."""

    index: int


@dataclass(frozen=True, slots=True)
class Installation:
    """Something on the map that has a counter but is no unit."""


HEX: Mapping[str, Any] = {"names": "hex"}
"""Of a field that names hexes of the map by index; -1 for none."""
COUNTER: Mapping[str, Any] = {"names": "counter"}
"""Of a field that names counters by entity; -1 for none."""

# -- What is marked on counters, one topic each. ---------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Place:
    """Where a counter is: a board index, or -1 and the name of a box."""

    hex: int = field(default=-1, metadata=HEX)
    box: str = ""


@dataclass(slots=True, kw_only=True)
class Steps:
    """What is left of a unit: steps lost, and the class it has been converted to ("": as printed)."""

    lost: int = 0
    grade: str = ""


@dataclass(slots=True, kw_only=True)
class Disruption:
    """Whether the unit is Disrupted or Dispersed."""

    disrupted: bool = False


@dataclass(slots=True, kw_only=True)
class Concealment:
    """Whether the counter lies face down."""

    hidden: bool = False


@dataclass(slots=True, kw_only=True)
class SupplyState:
    """Supply as last judged.

    ``level``: 0 supplied, 1 out of supply, 2 isolated or surrounded.  ``dropped``: it landed from air or sea and still
    lives on what it carried; ``relieved``: in supply for now, whatever the marker says: fed from the air, or reached
    again while the present chit lasts; ``lost_cut_off``: it was isolated when it was eliminated.
    """

    level: int = 0
    dropped: bool = False
    relieved: bool = False
    lost_cut_off: bool = False

    @property
    def supplied(self) -> bool:
        """In supply when last judged?"""
        return self.level == 0


@dataclass(slots=True, kw_only=True)
class Marched:
    """How far a unit has moved in this phase or chit.

    ``moved``: 0 not, 1 moved, 2 moved by a bonus after which it may not attack; ``hexes``: how far.
    """

    moved: int = 0
    hexes: int = 0

    @property
    def by_bonus(self) -> bool:
        """Moved by a bonus, after which the unit may not attack?"""
        return self.moved == 2


@dataclass(slots=True, kw_only=True)
class Assignment:
    """The attack a unit is assigned to: its hex (-1: none) and wave; ``allotted``: by the rules for its owner."""

    target: int = field(default=-1, metadata=HEX)
    wave: int = 0
    allotted: bool = False


@dataclass(slots=True, kw_only=True)
class Engagement:
    """The combat of a unit: ``fought``: it has taken part in a battle of this phase; ``landed``: it may not attack this
    turn; ``routed``: it fell back onto another stack in this segment and adds nothing to its defence."""

    fought: bool = False
    landed: bool = False
    routed: bool = False


@dataclass(slots=True, kw_only=True)
class Readiness:
    """``spent``: the unit may do nothing more: aircraft that flew, guns that fired, who dug in, sailed or just came."""

    spent: bool = False


@dataclass(slots=True, kw_only=True)
class Rebasing:
    """``based``: an air group or base has changed its place this turn."""

    based: bool = False


# -- hexes and the table ----------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Ground:
    """Who controls a hex."""

    control: Side | None = None


@dataclass(slots=True, kw_only=True)
class Garrison:
    """``garrisoned``: the hex was defended during this player-turn, or by its militia; ``drawn``: what has arrived
    in it this turn, as the game counts it: units, or a bit for each kind."""

    garrisoned: bool = False
    drawn: int = 0


@dataclass(slots=True, kw_only=True)
class Clock:
    """The phase cursor and the turn (from 1)."""

    turn: int = 1
    phase: int = 0
    over: bool = False


@dataclass(slots=True, kw_only=True)
class Dice:
    """The whole state of the dice, one integer; ``thrown`` counts the rolls."""

    state: int = 0
    thrown: int = 0


@dataclass(slots=True, kw_only=True)
class Decisions:
    """Open decisions, innermost last."""

    stack: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Weather:
    """The weather in force."""

    name: str = ""
    snow_turns: int = 0


@dataclass(slots=True, kw_only=True)
class CounterInHand:
    """The counter in hand during set-up, by entity (-1: none)."""

    lifted: int = field(default=-1, metadata=COUNTER)


# -- the battle being fought ----------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class CombatPhase:
    """The combat of a phase: hexes attacked in it, and the wave being fought."""

    struck: tuple[int, ...] = field(default=(), metadata=HEX)
    wave: int = 0


@dataclass(slots=True, kw_only=True)
class Battle:
    """The attack being resolved: its hex (-1 between attacks), who took part, and the hexes the attackers came from."""

    hex: int = field(default=-1, metadata=HEX)
    attackers: tuple[int, ...] = field(default=(), metadata=COUNTER)
    defenders: tuple[int, ...] = field(default=(), metadata=COUNTER)
    came_from: tuple[int, ...] = field(default=(), metadata=HEX)

    @property
    def underway(self) -> bool:
        """Is an attack being resolved?"""
        return self.hex >= 0


@dataclass(slots=True, kw_only=True)
class CombatRoll:
    """The throw of a battle: ``odds``: column from 0 (-1: below the table); ``drm``: die-roll modifier; ``die``: as
    thrown; ``code``: the result; ``again``: the re-roll has been used."""

    odds: int = 0
    drm: int = 0
    die: int = 0
    code: str = ""
    again: bool = False


@dataclass(slots=True, kw_only=True)
class LossesOwed:
    """Steps each side must still lose in the battle; ``german_bled``: the Germans have lost one."""

    defender_owes: int = 0
    attacker_owes: int = 0
    german_bled: bool = False


@dataclass(slots=True, kw_only=True)
class RetreatUnderway:
    """``fleeing``: units still retreating; ``paces``: hexes they have gone; ``trail``: along these."""

    fleeing: tuple[int, ...] = field(default=(), metadata=COUNTER)
    paces: int = 0
    trail: tuple[int, ...] = field(default=(), metadata=HEX)


@dataclass(slots=True, kw_only=True)
class AdvanceUnderway:
    """``ahead``: attackers that have advanced after the battle; ``emptied``: the retreat is over."""

    ahead: tuple[int, ...] = field(default=(), metadata=COUNTER)
    emptied: bool = False


# -- the course of the war --------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Replacements:
    """What there is to spend: German infantry and panzer, Romanian (``allies``) and Hungarian steps or points, Soviet
    ``factors``."""

    infantry: int = 0
    panzer: int = 0
    allies: int = 0
    hungary: int = 0
    factors: int = 0


@dataclass(slots=True, kw_only=True)
class Transport:
    """Moves made this phase by rail and by sea; ``voyages``: what has sailed or dropped, word by word."""

    rail: int = 0
    sea: int = 0
    voyages: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class MapMarker:
    """Where a marker without a side or steps of its own lies, by hex (-1: off the map); kinds of markers are made of
    this one."""

    hex: int = field(default=-1, metadata=HEX)


@dataclass(slots=True, kw_only=True)
class Tallies:
    """(word, count) pairs of what has been done this turn or ever."""

    tally: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True, kw_only=True)
class Flags:
    """Events that happen once."""

    flags: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Withdrawals:
    """Units that must still be withdrawn, as words."""

    orders: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Verdict:
    """How the game ended ("": it has not)."""

    result: str = ""


ENGINE: tuple[type, ...] = (Place, Ground, Clock, Dice, Decisions, Weather)
"""The marks of every game."""
BATTLE_MARKS = (Battle, CombatRoll, LossesOwed, RetreatUnderway, AdvanceUnderway)
"""What is written of the battle being fought, and wiped after it."""
