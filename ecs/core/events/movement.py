"""Counters that go from hex to hex, or come onto the map."""

from __future__ import annotations

from dataclasses import dataclass

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
