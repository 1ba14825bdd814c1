"""How digests and older positions of War Against Russia tell its marks."""

from __future__ import annotations

import operator

from ecs.core.components import Clock, CombatPhase, Decisions, Dice, Disruption, Place, SupplyState, Weather
from ecs.core.components.former import (
    CLASH,
    GROUND,
    FormerMarks,
    Layout,
    Standing,
    activity,
    campaign,
    converted,
    in_order,
    moved_to,
    unused,
)
from ecs.rulesets.war_against_russia.data.components import Breakthrough, ExchangeUnderway, NoRetreat, Pursuit


def unsupplied(supplied: bool) -> int:
    """The level of supply of today."""
    return int(not supplied)


CONDITION = FormerMarks(
    "Condition",
    Disruption,
    in_order(
        "disrupted supplied strong hidden",
        unused(strong=False, hidden=False),
        moved_to(Disruption, "disrupted"),
        converted("supplied", Standing(SupplyState, "level", unsupplied, operator.not_)),
    ),
)
OPERATION = FormerMarks(
    "Operation",
    CombatPhase,
    in_order(
        "wave struck loose extra picked owed bought standing worth driven entered",
        moved_to(CombatPhase, "wave", "struck"),
        moved_to(Breakthrough, "loose", "extra"),
        moved_to(ExchangeUnderway, "picked", "owed", "bought"),
        moved_to(NoRetreat, standing="ordered"),
        moved_to(Pursuit, "worth", "driven", "entered"),
    ),
)
TOLD: Layout = (
    *(Place, CONDITION, activity(), GROUND, Clock, Dice, Decisions, Weather),
    *(CLASH, campaign(), OPERATION),
)
"""The marks as digests tell them, in order."""
