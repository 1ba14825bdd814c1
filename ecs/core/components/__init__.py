"""What stands on counters, hexes and the table: printed components are frozen, marked ones hold what is written down.

A marked component holds only ints, bools, strings, enums, None, or tuples of these, and its fields have defaults.
Those of ``ENGINE`` are in every game; the others may be shared by games that want them.  What one game alone marks
stands in its package; its ruleset names the kinds of mark of the game, and these are what snapshot, undo, look-ahead,
save and digest are made of.
"""

from __future__ import annotations

from ecs.core.components.counters import (
    Assignment,
    Concealment,
    Disruption,
    Engagement,
    Marched,
    Place,
    Readiness,
    Rebasing,
    Steps,
    SupplyState,
)
from ecs.core.components.printed import COUNTER, HEX, HexType, Installation, Side, UnitType
from ecs.core.components.table import (
    AdvanceUnderway,
    Battle,
    Clock,
    CombatPhase,
    CombatRoll,
    CounterInHand,
    Decisions,
    Dice,
    Flags,
    Garrison,
    GarrisonStand,
    Ground,
    LossesOwed,
    MapMarker,
    Replacements,
    RetreatUnderway,
    Tallies,
    Transport,
    Verdict,
    Weather,
    Withdrawals,
)

ENGINE: tuple[type, ...] = (Place, Ground, Clock, Dice, Decisions, Weather)
"""The marks of every game."""
BATTLE_MARKS = (Battle, CombatRoll, LossesOwed, RetreatUnderway, AdvanceUnderway, GarrisonStand)
"""What is written of the battle being fought, and wiped after it."""
__all__ = [
    "BATTLE_MARKS",
    "COUNTER",
    "ENGINE",
    "HEX",
    "AdvanceUnderway",
    "Assignment",
    "Battle",
    "Clock",
    "CombatPhase",
    "CombatRoll",
    "Concealment",
    "CounterInHand",
    "Decisions",
    "Dice",
    "Disruption",
    "Engagement",
    "Flags",
    "Garrison",
    "GarrisonStand",
    "Ground",
    "HexType",
    "Installation",
    "LossesOwed",
    "MapMarker",
    "Marched",
    "Place",
    "Readiness",
    "Rebasing",
    "Replacements",
    "RetreatUnderway",
    "Side",
    "Steps",
    "SupplyState",
    "Tallies",
    "Transport",
    "UnitType",
    "Verdict",
    "Weather",
    "Withdrawals",
]
