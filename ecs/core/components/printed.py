"""What is printed and never changes: the sides, and what stands on a counter or a hex; and what marks are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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


HEX: Mapping[str, Any] = {"names": "hex"}
"""Of a field that names hexes of the map by index; -1 for none."""
COUNTER: Mapping[str, Any] = {"names": "counter"}
"""Of a field that names counters by entity; -1 for none."""
