"""What is lost: steps, units, order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ecs.core.events.base import Event


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
