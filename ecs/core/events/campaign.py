"""The course of the war: phases, places, forces that come and go, weather, score."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.core.components import Side
from ecs.core.events.base import Event


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
