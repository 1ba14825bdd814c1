"""How digests and older positions of The Dark Valley tell its marks."""

from __future__ import annotations

from ecs.core.components import Clock, CombatPhase, Decisions, Dice, Fortifications, Place, Steps, Weather, Withdrawals
from ecs.core.components.former import CLASH, GROUND, FormerMarks, Layout, campaign, duty, in_order, moved_to
from ecs.rulesets.dark_valley.data.components import (
    Activation,
    AirSupply,
    ChitInPlay,
    Cup,
    DepotAdvance,
    Immobility,
    Milestones,
    PartisanMarkers,
)

DUTY = duty(moved_to(Activation, "active"), moved_to(Immobility, "rooted"), moved_to(DepotAdvance, rolled="hexes"))
CAMPAIGN = campaign(
    moved_to(Fortifications, "works", "void", "forts"),
    moved_to(Withdrawals, "orders"),
    moved_to(PartisanMarkers, partisans="hexes"),
    moved_to(Milestones, "missed"),
    moved_to(AirSupply, fed="base"),
)
CUP = FormerMarks(
    "Cup",
    Cup,
    in_order(
        "inside held gone chit mode spears extras quota zone struck",
        moved_to(Cup, "inside", "held", "gone", "spears"),
        moved_to(ChitInPlay, "chit", "mode", "extras", "quota", "zone"),
        moved_to(CombatPhase, "struck"),
    ),
)
TOLD: Layout = (
    *(Place, GROUND, Clock, Dice, Decisions, Weather),
    *(Steps, DUTY, CLASH, CUP, CAMPAIGN),
)
"""The marks as digests tell them, in order."""
