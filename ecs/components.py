"""What is a counter, a hex, a game?  Printed components are frozen; marked ones hold what is written down.

A marked component holds only ints, bools, strings, enums, None, or tuples of these.  ``MARKED`` drives
snapshot, undo, look-ahead, save digest and equality: a new mark is one line here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Side(Enum):
    """The two players."""

    AXIS = "axis"
    SOVIET = "soviet"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.SOVIET if self is Side.AXIS else Side.AXIS

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


# -- marked ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class Place:
    """Where a unit is: a board index, or -1 and the name of a box."""

    hex: int = -1
    box: str = ""


@dataclass(slots=True)
class Condition:
    """The state of a counter: as it lies on the table."""

    disrupted: bool = False
    supplied: bool = True
    strong: bool = False
    hidden: bool = False


@dataclass(slots=True)
class Activity:
    """What a unit has done in this phase or player-turn.

    ``moved``: 0 not, 1 moved, 2 moved by bonus (may not attack).  ``target``/``wave``: the attack it is
    assigned to (-1: none).  ``fought``: has taken part in a battle this phase.  ``idle``: may do nothing
    else this player-turn (fortified, sailed, just arrived).  ``hurt``: hits taken in this battle round.
    ``was_disrupted``: already Disrupted when the enemy's combat began; ``attacked``/``struck``: in it.
    """

    moved: int = 0
    target: int = -1
    wave: int = 0
    fought: bool = False
    idle: bool = False
    hurt: int = 0
    was_disrupted: bool = False
    attacked: bool = False
    struck: bool = False


@dataclass(slots=True)
class Ground:
    """What is written on a hex: who controls it; ``garrisoned``: defended during this player-turn, or by its own
    people; ``drawn``: what has arrived here this turn (1 infantry, 2 tanks)."""

    control: Side | None = None
    garrisoned: bool = False
    drawn: int = 0


@dataclass(slots=True)
class Clock:
    """The phase cursor and the turn (from 1)."""

    turn: int = 1
    phase: int = 0
    over: bool = False


@dataclass(slots=True)
class Dice:
    """The whole state of the dice, one integer; ``thrown`` counts the rolls."""

    state: int = 0
    thrown: int = 0


@dataclass(slots=True)
class Decisions:
    """Open decisions, innermost last."""

    stack: tuple[str, ...] = ()


@dataclass(slots=True)
class Weather:
    """The weather in force."""

    name: str = ""
    snow_turns: int = 0


@dataclass(slots=True)
class Battle:
    """The battle being fought; hex is -1 between battles.

    ``engaged`` attackers by entity; ``bases``: the hex each of the first attackers came from;
    ``strength0``: unmodified fire of the defenders at the start; ``vacated``: somebody retreated.
    """

    hex: int = -1
    wave: int = 0
    rounds: int = 0
    round: int = 0
    engaged: tuple[int, ...] = ()
    bases: tuple[int, ...] = ()
    defender_hits: int = 0
    attacker_hits: int = 0
    surplus: int = 0
    strength0: int = 0
    vacated: bool = False
    ford: bool = False
    had_defender: bool = False
    entered: tuple[int, ...] = ()
    advanced: tuple[int, ...] = ()


@dataclass(slots=True)
class Ledger:
    """Counts kept for the whole game: pools, flags and one-off events.

    ``links``: targets that must be attacked alike; ``fought_rounds``: (target, rounds) fought this phase;
    ``broken_off``: targets whose attackers went home after one round of their own will;
    ``drafting``: replacements have begun, nobody may be disbanded any more.
    """

    tank_points: int = 0
    infantry_points: int = 0
    sailed: bool = False
    reserve_turn: int = 0
    rumania_open: bool = False
    ford_used: bool = False
    links: tuple[tuple[int, ...], ...] = ()
    fought_rounds: tuple[tuple[int, int], ...] = ()
    broken_off: tuple[int, ...] = ()
    drafting: bool = False
    lifted: int = -1
    result: str = ""


@dataclass(slots=True)
class Factory:
    """A tank factory: running, packed, transit, offmap or lost; ``since`` the turn it became so."""

    state: str = "running"
    since: int = 0


@dataclass(slots=True)
class Steps:
    """What is left of a unit: steps lost, and the class it has been converted to ("": as printed)."""

    lost: int = 0
    grade: str = ""


@dataclass(slots=True)
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
    target: int = -1
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


@dataclass(slots=True)
class Clash:
    """The attack being resolved; hex is -1 between attacks.

    ``attackers``, ``defenders``: those who took part, by entity; ``came_from``: the hexes the attackers stood
    in.  ``odds``: column from 0 (-1: below the table), ``drm``: die-roll modifier, ``die``: as thrown,
    ``code``: the result.  ``defender_owes``, ``attacker_owes``: steps still to be lost.  ``again``: the re-roll
    has been used.  ``fleeing``: units still retreating; ``paces``: hexes they have gone; ``start``: where from.
    ``ahead``: attackers that have advanced, by entity; ``emptied``: the retreat is over.  ``asked``: the garrison has
    been asked whether it stands fast; ``stood``: it does.
    """

    hex: int = -1
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()
    came_from: tuple[int, ...] = ()
    odds: int = 0
    drm: int = 0
    die: int = 0
    code: str = ""
    defender_owes: int = 0
    attacker_owes: int = 0
    again: bool = False
    fleeing: tuple[int, ...] = ()
    paces: int = 0
    trail: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    emptied: bool = False
    german_bled: bool = False
    asked: bool = False
    stood: bool = False


@dataclass(slots=True)
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
    spears: tuple[int, ...] = ()
    extras: tuple[int, ...] = ()
    quota: int = 0
    zone: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()


@dataclass(slots=True)
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
    works: tuple[int, ...] = ()
    void: tuple[int, ...] = ()
    forts: tuple[tuple[int, int], ...] = ()
    partisans: tuple[int, ...] = ()
    orders: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    missed: int = 0
    result: str = ""
    lifted: int = -1
    fed: int = -1
    voyages: tuple[str, ...] = ()


@dataclass(slots=True)
class Track:
    """Whose trains run on the railway of a hex; None where there is none."""

    gauge: Side | None = None


@dataclass(slots=True)
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
    joined: tuple[tuple[int, int], ...] = ()
    struck: tuple[int, ...] = ()
    av: tuple[int, ...] = ()
    iced: tuple[int, ...] = ()


@dataclass(slots=True)
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
    struck: tuple[int, ...] = ()
    loose: tuple[int, ...] = ()
    extra: bool = False
    picked: tuple[int, ...] = ()
    owed: int = 0
    bought: bool = False
    standing: bool = False
    worth: int = 0
    driven: int = 0
    entered: tuple[int, ...] = ()


MARKED: tuple[type, ...] = (
    Place,
    Condition,
    Activity,
    Ground,
    Clock,
    Dice,
    Decisions,
    Weather,
    Battle,
    Ledger,
    Factory,
    Steps,
    Duty,
    Clash,
    Cup,
    Campaign,
    Track,
    Impulse,
    Operation,
)
