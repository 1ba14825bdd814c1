"""The marks of this game alone: railways, impulses, partisans."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ecs.core.components import (
    BATTLE_MARKS,
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
    Side,
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
class Partisan:
    """A band: ``promoted`` to its second stage; ``placed``, ``flipped``: so in this turn (16)."""

    promoted: bool = False
    placed: bool = False
    flipped: bool = False


@dataclass(slots=True, kw_only=True)
class Track:
    """Whose trains run on the railway of a hex; None where there is none."""

    gauge: Side | None = None


@dataclass(slots=True, kw_only=True)
class Impulse:
    """The part of a turn being played: 1 or 2; ``first``, ``second``: the weather of either, as a word."""

    number: int = 1
    first: str = ""
    second: str = ""


@dataclass(slots=True, kw_only=True)
class JointAttacks:
    """``locked``: (hex, attackers by entity) of battles that go on in the second impulse; ``joined``: (hex, hex) pairs
    attacked as one."""

    locked: tuple[tuple[int, tuple[int, ...]], ...] = ()
    joined: tuple[tuple[int, int], ...] = field(default=(), metadata=HEX)


@dataclass(slots=True, kw_only=True)
class AutomaticVictory:
    """Units that took part in an automatic victory in this impulse, by entity."""

    units: tuple[int, ...] = field(default=(), metadata=COUNTER)


@dataclass(slots=True, kw_only=True)
class IceRoadUse:
    """Units that went over the ice road in this impulse, by entity."""

    units: tuple[int, ...] = field(default=(), metadata=COUNTER)


@dataclass(slots=True, kw_only=True)
class FortressMarker(MapMarker):
    """A city that is now a fortress (24.2)."""


STEP_MARKS = (Marched, Assignment, Engagement, Readiness, Rebasing, SupplyState)
UNIT_MARKS = (*STEP_MARKS, Partisan)
"""What a counter sheds when it leaves the map or comes back."""
WAR_MARKS = (Replacements, Transport, Tallies, Flags, Withdrawals, Verdict, CounterInHand)
IMPULSE_MARKS = (Impulse, CombatPhase, JointAttacks, AutomaticVictory, IceRoadUse)
MARKS: tuple[type, ...] = (Steps, *UNIT_MARKS, *BATTLE_MARKS, *WAR_MARKS, Track, *IMPULSE_MARKS, FortressMarker)
"""The marks of this game, in the order in which a position tells them."""


def marks(entry: UnitEntry, kind: UnitType) -> tuple[object, ...]:
    """What is written on a counter of this class; bands of partisans have marks of their own."""
    band = (Partisan(),) if kind.kind == "partisan" else ()
    return Steps(lost=entry.lost), *(mark() for mark in STEP_MARKS), *band
