"""What is built on the map, taken up or broken: fortifications and railways."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.core.components import Side
from ecs.core.events.base import Event


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Fortified(Event):
    """A hex was fortified.  ``what``: "fortress", "works", "weak", "fort"."""

    side: Side
    hex: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Unfortified(Event):
    """A fortification is no more.  ``what``: as it was built."""

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
