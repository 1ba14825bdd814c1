"""What stands on counters, hexes and the table: printed components are frozen, marked ones hold what is written down.

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


# -- printed --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitType:
    """What stands on a counter.  Factors in strength points; ``traits`` are the game's own words."""

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
    def cost(self) -> int:
        """Replacement cost: the largest printed factor of the weak side (DC 2.1)."""
        return max(self.attack, self.defence, self.hits)


@dataclass(frozen=True, slots=True)
class HexType:
    """Which board hex an entity stands for."""

    index: int


@dataclass(frozen=True, slots=True)
class Installation:
    """Stands on the map like a counter, but is no unit."""


# -- marked ---------------------------------------------------------------------------------------

HEX: Mapping[str, Any] = {"names": "hex"}
"""Of a field that names hexes of the map by index; -1 for none."""
COUNTER: Mapping[str, Any] = {"names": "counter"}
"""Of a field that names counters by entity; -1 for none."""


@dataclass(slots=True, kw_only=True)
class Place:
    """Where a unit is: a board index, or -1 and the name of a box."""

    hex: int = field(default=-1, metadata=HEX)
    box: str = ""


@dataclass(slots=True, kw_only=True)
class Condition:
    """The state of a counter: as it lies on the table."""

    disrupted: bool = False
    supplied: bool = True
    strong: bool = False
    hidden: bool = False


@dataclass(slots=True, kw_only=True)
class Activity:
    """What a unit has done in this phase or player-turn.

    ``moved``: 0 not, 1 moved, 2 moved by bonus (may not attack).  ``target``/``wave``: the attack it is
    assigned to (-1: none).  ``fought``: has taken part in a battle this phase.  ``idle``: may do nothing
    else this player-turn (fortified, sailed, just arrived).  ``hurt``: hits taken in this battle round.
    ``was_disrupted``: already Disrupted when the enemy's combat began; ``attacked``/``struck``: in it.
    """

    moved: int = 0
    target: int = field(default=-1, metadata=HEX)
    wave: int = 0
    fought: bool = False
    idle: bool = False
    hurt: int = 0
    was_disrupted: bool = False
    attacked: bool = False
    struck: bool = False


@dataclass(slots=True, kw_only=True)
class Ground:
    """What is written on a hex: who controls it; ``garrisoned``: defended during this player-turn, or by its own
    people; ``drawn``: what has arrived here this turn (1 infantry, 2 tanks)."""

    control: Side | None = None
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
class Steps:
    """What is left of a unit: steps lost, and the class it has been converted to ("": as printed)."""

    lost: int = 0
    grade: str = ""


@dataclass(slots=True, kw_only=True)
class Duty:
    """What a unit may do in the chit being resolved, what it has done, and how it stands.

    ``active``: the chit lets it act; ``moved``, ``fought``: it has; ``target``: the hex it is to attack or
    bombard (-1: none).  ``done``: an air or artillery unit that is spent; ``based``: changed base this turn.
    ``supply``: 0 supplied, 1 out of supply, 2 isolated, as last judged; ``dropped``: landed from the air and
    still living on what it carried; ``rooted``: may not leave its hex of its own will; ``lost_cut_off``:
    it was isolated when it was eliminated; ``landed``: it may not attack this turn; ``relieved``: in supply again
    while the present chit lasts, whatever the marker says.  ``rolled``: hexes a depot may advance.
    ``routed``: it fell back onto another stack in this combat segment and adds nothing to its defence.
    """

    active: bool = False
    moved: bool = False
    fought: bool = False
    target: int = field(default=-1, metadata=HEX)
    done: bool = False
    based: bool = False
    supply: int = 0
    dropped: bool = False
    rooted: bool = False
    lost_cut_off: bool = False
    landed: bool = False
    relieved: bool = False
    rolled: int = 0
    routed: bool = False


@dataclass(slots=True, kw_only=True)
class Clash:
    """The attack being resolved; hex is -1 between attacks.

    ``attackers``, ``defenders``: those who took part, by entity; ``came_from``: the hexes the attackers stood
    in.  ``odds``: column from 0 (-1: below the table), ``drm``: die-roll modifier, ``die``: as thrown,
    ``code``: the result.  ``defender_owes``, ``attacker_owes``: steps still to be lost.  ``again``: the re-roll
    has been used.  ``fleeing``: units still retreating; ``paces``: hexes they have gone; ``start``: where from.
    ``ahead``: attackers that have advanced, by entity; ``emptied``: the retreat is over.  ``asked``: the garrison has
    been asked whether it stands fast; ``stood``: it does.
    """

    hex: int = field(default=-1, metadata=HEX)
    attackers: tuple[int, ...] = field(default=(), metadata=COUNTER)
    defenders: tuple[int, ...] = field(default=(), metadata=COUNTER)
    came_from: tuple[int, ...] = field(default=(), metadata=HEX)
    odds: int = 0
    drm: int = 0
    die: int = 0
    code: str = ""
    defender_owes: int = 0
    attacker_owes: int = 0
    again: bool = False
    fleeing: tuple[int, ...] = field(default=(), metadata=COUNTER)
    paces: int = 0
    trail: tuple[int, ...] = field(default=(), metadata=HEX)
    ahead: tuple[int, ...] = field(default=(), metadata=COUNTER)
    emptied: bool = False
    german_bled: bool = False
    asked: bool = False
    stood: bool = False


@dataclass(slots=True, kw_only=True)
class Campaign:
    """Counts kept for the whole war.

    ``infantry``, ``panzer``, ``allies`` (Romanian), ``hungary``: replacement steps of this turn; ``factors``:
    Soviet replacement factors; ``rail``, ``sea``: moves made this phase; ``tally``: (word, count) pairs of what
    has been done this turn or ever; ``works``: hexes of Defensive Works; ``forts``: (hex, 1 Weak Fort or 2
    Fort); ``partisans``: hexes of markers; ``orders``: units that must still be withdrawn or entered, as words;
    ``flags``: events that happen once; ``missed``: milestones missed; ``result``: how it ended; ``fed``: the base
    fed from the air (-1: none); ``void``: Fortified Zones that count no longer; ``voyages``: what has sailed or
    dropped this phase, word by word; ``lifted``: the counter in hand during set-up.
    """

    infantry: int = 0
    panzer: int = 0
    allies: int = 0
    hungary: int = 0
    factors: int = 0
    rail: int = 0
    sea: int = 0
    tally: tuple[tuple[str, int], ...] = ()
    works: tuple[int, ...] = field(default=(), metadata=HEX)
    void: tuple[int, ...] = field(default=(), metadata=HEX)
    forts: tuple[tuple[int, int], ...] = ()
    partisans: tuple[int, ...] = field(default=(), metadata=HEX)
    orders: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    missed: int = 0
    result: str = ""
    lifted: int = field(default=-1, metadata=COUNTER)
    fed: int = field(default=-1, metadata=HEX)
    voyages: tuple[str, ...] = ()


ENGINE: tuple[type, ...] = (Place, Ground, Clock, Dice, Decisions, Weather)
"""The marks of every game."""
