"""Counters that go from hex to hex, or come onto the map."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.core.components import Side
from ecs.core.events.base import Event


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
