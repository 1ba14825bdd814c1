"""The course of the war: phases, places, forces that come and go, weather, score."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.core.components import Side
from ecs.core.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan(Event):
    """The sequence of play moved on."""

    phase: str
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed(Event):
    """A counter's state changed: fortified, emplaced, raised, ready ...; what has no kind of event of its own.

    ``hex``: where it stands, or the hex it has to do with.
    """

    unit: str
    state: str
    factors: int = 0
    hex: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured(Event):
    """A place changed hands; ``worth``: victory points or cities it counts for, 0 for mere ground."""

    hex: str
    side: Side
    worth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn(Event):
    """A unit was taken from the front by the rules' own calendar."""

    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted(Event):
    """A unit became another: ``into``: its new class or the unit formed; ``parts``: further units that went into it."""

    unit: str
    into: str = ""
    parts: tuple[str, ...] = ()
    hex: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Income(Event):
    """Replacements were given: (name of the purse, points) pairs; ``hand``: what lies in each purse now."""

    side: Side
    points: tuple[tuple[str, int], ...]
    hand: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapsed(Event):
    """An announced attack came to nothing."""

    hex: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherTurned(Event):
    """The weather in force; ``zone``: where, if not everywhere the same; ``before``: what it was ("" at first)."""

    weather: str
    before: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mustered(Event):
    """Units may be placed or used from now on.  ``source``: "reinforcement", "return", "reserve", "air"."""

    side: Side
    units: tuple[str, ...]
    source: str = "reinforcement"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReserveCalled(Event):
    """A side has called up a reserve that the calendar does not bring."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class BorderOpened(Event):
    """A country that was closed to a side is open to it from now on; ``hex``: where that began."""

    side: Side
    country: str
    hex: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreChanged(Event):
    """Victory points, or cities, of a side changed; told nowhere, drawn in charts."""

    side: Side
    before: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChitPlayed(Event):
    """A chit came into play: drawn from the cup, or played by its owner."""

    chit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The game is over."""

    result: str
