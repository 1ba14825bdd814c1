"""The marks of this game alone: breakthroughs, exchanges, pursuit."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.core.components import (
    BATTLE_MARKS,
    COUNTER,
    HEX,
    Assignment,
    Clock,
    CombatPhase,
    CounterInHand,
    Decisions,
    Dice,
    Disruption,
    Engagement,
    Flags,
    Garrison,
    Ground,
    Marched,
    Place,
    Readiness,
    Replacements,
    SupplyState,
    Tallies,
    Transport,
    Verdict,
    Weather,
)


@dataclass(slots=True, kw_only=True)
class Breakthrough:
    """``loose``: units that have broken through and may attack once more, by entity; ``extra``: the battle being fought
    is such an attack."""

    loose: tuple[int, ...] = field(default=(), metadata=COUNTER)
    extra: bool = False


@dataclass(slots=True, kw_only=True)
class ExchangeUnderway:
    """``picked``: defenders to be exchanged, by entity; ``owed``: twice the factors still to be paid with attackers;
    ``bought``: the exchange was the attacker's choice."""

    picked: tuple[int, ...] = field(default=(), metadata=COUNTER)
    owed: int = 0
    bought: bool = False


@dataclass(slots=True, kw_only=True)
class Pursuit:
    """``worth``: the defenders' factors as the battle began; ``driven``: hexes they have been driven back; ``entered``:
    attackers that have advanced into their hex, by entity."""

    worth: int = 0
    driven: int = 0
    entered: tuple[int, ...] = field(default=(), metadata=COUNTER)


@dataclass(slots=True, kw_only=True)
class StandOrder:
    """``units``: attacked Germans under orders not to retreat from this battle, by entity (9.6)."""

    units: tuple[int, ...] = field(default=(), metadata=COUNTER)


@dataclass(slots=True, kw_only=True)
class Slip:
    """``start``: the hex a German army has left in this phase to go straight from zone to zone (7); -1: none."""

    start: int = field(default=-1, metadata=HEX)


@dataclass(slots=True, kw_only=True)
class NoRetreat:
    """The Soviets do not retreat until their next turn."""

    ordered: bool = False


UNIT_CONDITION = (Disruption, SupplyState)
"""What a unit sheds when it leaves the map, of its state."""
UNIT_MARKS = (Marched, Slip, Assignment, Engagement, Readiness)
"""What a unit sheds when it leaves the map, of its doings."""
TABLE_MARKS = (Replacements, Transport, Tallies, Verdict, CounterInHand)
COMBAT_MARKS = (CombatPhase, Breakthrough, ExchangeUnderway, Pursuit, StandOrder, NoRetreat)
MARKS: tuple[type, ...] = (
    *(Place, *UNIT_CONDITION, *UNIT_MARKS, Ground, Garrison, Clock, Dice, Decisions, Weather),
    *(*BATTLE_MARKS, Flags, *TABLE_MARKS, *COMBAT_MARKS),
)
"""The marks of this game, in the order in which a position tells them."""
