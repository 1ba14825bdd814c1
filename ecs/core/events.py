"""What happened: frozen records of facts, with dice and reasons, in the order they came about.

A sentence is made from an event, never the other way.  The code that lets something happen emits its facts; the game's
sentences (``Ruleset.sentences``) make the line of the log from them, ``World.emit`` writes it into ``text``.  Log,
animation, headlines, briefings and charts read the fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

from ecs.core.components import Side

# -- The common part of all events, the record of a command, and what a side may read of either. ---------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events; a bare Event is a remark.

    ``text`` is the log line, written by the game's sentence for this kind of event ("" = told nowhere); ``where`` the
    hex labels it leads to; ``veil`` what the other side reads instead while a hidden unit would be named ("" = nothing
    to hide; "-" = the other side reads nothing).  What all kinds need is written here once and not made for each: there
    are many, and all are made when the program starts.
    """

    text: str = ""
    where: tuple[str, ...] = ()
    rule: str = ""
    veil: str = ""
    owner: Side | None = None

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(getattr(self, field.name) == getattr(other, field.name) for field in fields(self))

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def __repr__(self) -> str:
        told = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))
        return f"{type(self).__qualname__}({', '.join(told)})"


Sentence = Callable[[Any, Any], str]
"""(world, event) -> its line in the log."""
Sentences = Mapping[type[Event], Sentence]
"""What a game says of each kind of event."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the game's history: who did what, and what came of it."""

    number: int
    side: Side | None
    command: str
    turn: int
    phase: str
    events: tuple[Event, ...] = field(default=())


def told(event: Event, side: Side) -> str:
    """The line of an event as ``side`` may read it; "" if it may not know of it."""
    if not event.veil or event.owner is side:
        return event.text
    return "" if event.veil == "-" else event.veil


def veiled(event: Event, side: Side) -> Event | None:
    """The event as ``side`` may see it: itself, a bare remark, or None."""
    if not event.veil or event.owner is side:
        return event
    return None if event.veil == "-" else Event(text=event.veil, where=event.where, rule=event.rule)


# -- The course of the war: phases, places, forces that come and go, weather, score. ---------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class PhaseBegan(Event):
    """The sequence of play moved on."""

    phase: str
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Changed(Event):
    """A counter's state changed: fortified, emplaced, raised, ready ...; what has no kind of event of its own.

    ``hex``: where it stands, or the hex it has to do with; ``other``: the unit it has to do with.
    """

    unit: str
    state: str
    factors: int = 0
    hex: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Captured(Event):
    """A place changed hands; ``worth``: victory points or cities it counts for, 0 for mere ground."""

    hex: str
    side: Side
    worth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Withdrawn(Event):
    """A unit was taken from the front by the rules' own calendar; ``hex``: where it stood ("" = not on the map)."""

    unit: str
    hex: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Converted(Event):
    """A unit became another, or others.

    ``into``: its new class or the unit formed; ``parts``: further units that went into it; ``made``: the units it was
    divided into; ``was``, ``named``: what it was called, and is from now on if that is new; ``factors``: the
    replacements it was broken up for.
    """

    unit: str
    into: str = ""
    parts: tuple[str, ...] = ()
    hex: str = ""
    made: tuple[str, ...] = ()
    was: str = ""
    named: str = ""
    factors: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Income(Event):
    """Replacements were given: (name of the purse, points) pairs; ``hand``: what lies in each purse now."""

    side: Side
    points: tuple[tuple[str, int], ...]
    hand: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Lapsed(Event):
    """An announced attack came to nothing."""

    hex: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class WeatherTurned(Event):
    """The weather in force; ``zone``: where, if not everywhere the same; ``before``: what it was ("" at first).

    ``later``: what it turns to within the turn.
    """

    weather: str
    before: str = ""
    zone: str = ""
    later: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Mustered(Event):
    """Units may be placed or used from now on.  ``source``: "reinforcement", "return", "reserve", "air"."""

    side: Side
    units: tuple[str, ...]
    source: str = "reinforcement"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ReserveCalled(Event):
    """A side has called up a reserve that the calendar does not bring."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class BorderOpened(Event):
    """A closed country is open to a side from now on; ``hex``: where that began."""

    side: Side
    country: str
    hex: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ScoreChanged(Event):
    """Victory points, or cities, of a side changed; told nowhere, drawn in charts."""

    side: Side
    before: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ChitPlayed(Event):
    """A chit came into play.  ``how``: "drawn" from the cup, "first" of its owner's, or "played" by him."""

    chit: str
    how: str = "drawn"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ChitSettled(Event):
    """The owner of a chit settled something about it: when it will be played, or what for.

    ``how``: "cup" it was put into the cup, "move" or "combat" what all units do by it, "waived", "announced" or
    "retracted" by who holds it.
    """

    chit: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Forfeited(Event):
    """A unit that was to leave is lost already: points go instead."""

    side: Side
    points: int
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class CountryLeft(Event):
    """A country left the war.  ``how``: "home" its troops are called home, "fallen", "peace", or "switched" sides."""

    country: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ClassRaised(Event):
    """Counters of old classes count as those of a new one from now on."""

    old: tuple[str, ...]
    new: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class MilestoneReached(Event):
    """What a side has done, or missed, counts for good.

    ``points``: victory points it brings; ``cities``: the number the other side should not hold more of.
    """

    side: Side
    points: int = 0
    cities: int = 0
    hex: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class PassedOver(Event):
    """There was not enough for all: these units went without.  ``what``: "supply", "readiness"."""

    units: tuple[str, ...]
    what: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Ended(Event):
    """The game is over."""

    result: str


# -- Attacks: announced, begun, fought. ------------------------------------------------------------------------------


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


# -- Counters that go from hex to hex, or come onto the map. ---------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Moved(Event):
    """A unit went along ``path`` (labels, start first).  how: move rail sea drop base depot deploy advance retreat ...

    ``bonus``: further than a unit that will attack.
    """

    unit: str
    path: tuple[str, ...]
    how: str
    bonus: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Retreated(Moved):
    """A unit fell back; ``path``: where along."""

    how: str = "retreat"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Advanced(Moved):
    """A unit went forward after a battle."""

    how: str = "advance"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class LeftMap(Moved):
    """A unit went off the map by itself, for other work from ``turn`` on."""

    turn: int
    how: str = "off"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Arrived(Moved):
    """A unit came onto the map, or to a box from which it can enter (``path`` empty).

    ``how``: enter, or in what other way; ``source``: where from: "reinforcement", "replacement", "reserve", "return";
    ``disordered``: Disrupted or Dispersed, until it recovers; ``factors``: paid for it.
    """

    how: str = "enter"
    path: tuple[str, ...] = ()
    source: str = "reinforcement"
    disordered: bool = False
    factors: int = 0


# -- Who lost his supply and who has it again. -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class CutOff(Event):
    """A unit is worse supplied than before.  ``level``: 1 out of supply, 2 isolated or surrounded.

    ``shared``: its side has fed another one instead.
    """

    unit: str
    hex: str
    level: int
    shared: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Relieved(Event):
    """A unit is better supplied than before.  ``level``: 0 in supply, 1 out of supply, but no longer isolated.

    ``shared``: its side has fed it instead of another one.
    """

    unit: str
    hex: str
    level: int
    shared: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class PocketClosed(Event):
    """Neighbouring hexes with at least two units of a side were cut off at one time; told nowhere, shown on the map."""

    side: Side
    hexes: tuple[str, ...]
    units: tuple[str, ...]


# -- What is built on the map, taken up or broken: fortifications and railways. --------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Fortified(Event):
    """A hex was fortified.  ``what``: "fortress", "works", "weak", "fort"."""

    side: Side
    hex: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Unfortified(Event):
    """A fortification is gone.  ``what``: as it was built."""

    hex: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class TrackConverted(Event):
    """A railway was converted, hex by hex; ``groups``: rail groups it took."""

    side: Side
    hexes: tuple[str, ...]
    groups: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class RailwayCut(Event):
    """Partisans break the railway in these hexes."""

    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class RailwayRestored(Event):
    """Partisans are driven off from these hexes."""

    hexes: tuple[str, ...]


EVENTS: dict[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        *(Event, PhaseBegan, Moved, Retreated, Advanced, Arrived, Declared, BattleBegan, Rolled, Fired, Attacked),
        *(Joined, StandOrdered, ResultChanged, CalledOff, Cleared),
        *(Changed, StepLost, Destroyed, Disordered, Recovered, CutOff, Relieved, PocketClosed),
        *(Captured, Withdrawn, Forfeited, Converted, ClassRaised, Income, Lapsed, WeatherTurned, Mustered, PassedOver),
        *(ReserveCalled, BorderOpened, CountryLeft, MilestoneReached, ScoreChanged, ChitPlayed, ChitSettled, Ended),
        *(Assigned, AttackWidened, AttacksOwed, RagesOn, LeftMap),
        *(Fortified, Unfortified, TrackConverted, RailwayCut, RailwayRestored),
    )
}
"""Every kind of event by its name: a save names no other."""
