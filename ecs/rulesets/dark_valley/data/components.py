"""The marks of this game alone: the cup of chits, what a chit lets act, depots, partisans."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ecs.core.components import BATTLE_MARKS as SHARED_BATTLE_MARKS
from ecs.core.components import (
    COUNTER,
    HEX,
    Assignment,
    CombatPhase,
    CounterInHand,
    Engagement,
    Flags,
    MapMarker,
    Marched,
    Readiness,
    Rebasing,
    Replacements,
    Steps,
    SupplyState,
    Tallies,
    Transport,
    UnitType,
    Verdict,
    Withdrawals,
)

if TYPE_CHECKING:
    from ecs.core.files.scenarios import UnitEntry


@dataclass(slots=True, kw_only=True)
class Activation:
    """Whether the chit being resolved lets the unit act."""

    active: bool = False


@dataclass(slots=True, kw_only=True)
class Immobility:
    """``rooted``: the unit may not leave its hex of its own will."""

    rooted: bool = False


@dataclass(slots=True, kw_only=True)
class DepotAdvance:
    """Hexes a depot may advance along the railway this turn (4.5)."""

    hexes: int = 0


@dataclass(slots=True, kw_only=True)
class Cup:
    """The chits of a turn.  ``inside``: still to be drawn, sorted; ``held``: kept in hand until played; ``gone``:
    resolved this turn, in order; ``spears``: spearheads used this turn, by entity."""

    inside: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    spears: tuple[int, ...] = field(default=(), metadata=COUNTER)


@dataclass(slots=True, kw_only=True)
class ChitInPlay:
    """The chit being resolved ("": none).  ``mode``: move or combat, where it lets its owner choose; ``extras``: units
    beyond its own kind that have acted; ``quota``: attacks, or markers, still owed; ``zone``: hexes it keeps its units
    to."""

    chit: str = ""
    mode: str = ""
    extras: tuple[int, ...] = ()
    quota: int = 0
    zone: tuple[int, ...] = field(default=(), metadata=HEX)


@dataclass(slots=True, kw_only=True)
class DefensiveWorks(MapMarker):
    """A marker of Defensive Works (8.13)."""


@dataclass(slots=True, kw_only=True)
class Fort(MapMarker):
    """A Weak Fort (size 1) or a Fort (2): printed, or built (8.13)."""

    size: int = 0


@dataclass(slots=True, kw_only=True)
class VoidZone(MapMarker):
    """A Fortified Zone that counts no longer (8.13)."""


@dataclass(slots=True, kw_only=True)
class PartisanMarker(MapMarker):
    """Partisans who break a railway (8.12)."""


@dataclass(slots=True, kw_only=True)
class Milestones:
    """Milestones the Soviets have missed (9.4)."""

    missed: int = 0


@dataclass(slots=True, kw_only=True)
class AirSupply:
    """The base of a pocket supplied from the air, by hex (-1: none)."""

    base: int = field(default=-1, metadata=HEX)


@dataclass(slots=True, kw_only=True)
class GarrisonStand:
    """``asked``: the garrison was offered a stand; ``stood``: it stands (5.8)."""

    asked: bool = False
    stood: bool = False


BATTLE_MARKS = (*SHARED_BATTLE_MARKS, GarrisonStand)
"""What is written of the battle being fought, and wiped after it."""
STEP_MARKS = (Activation, Marched, Assignment, Engagement, Readiness, Rebasing, SupplyState, Immobility)
UNIT_MARKS = (*STEP_MARKS, DepotAdvance)
"""What a counter sheds when it leaves the map or comes back."""
CUP_MARKS = (Cup, ChitInPlay, CombatPhase)
"""What is written of the chits, and wiped when a turn ends."""
WAR_MARKS = (
    *(Replacements, Transport, Tallies, Flags, Withdrawals, Verdict, CounterInHand),
    *(Milestones, AirSupply),
)
MARKERS = (DefensiveWorks, Fort, VoidZone, PartisanMarker)
MARKS: tuple[type, ...] = (Steps, *UNIT_MARKS, *BATTLE_MARKS, *CUP_MARKS, *WAR_MARKS, *MARKERS)
"""The marks of this game, in the order in which a position tells them."""


def marks(entry: UnitEntry, kind: UnitType) -> tuple[object, ...]:
    """What is written on a counter of this class; depots have marks of their own."""
    depot = (DepotAdvance(),) if "depot" in kind else ()
    return Steps(lost=entry.lost), *(mark() for mark in STEP_MARKS), *depot
