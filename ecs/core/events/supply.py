"""Who lost his supply and who has it again."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.core.components import Side
from ecs.core.events.base import Event


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
