"""How digests and older positions of The Dark Valley tell its marks."""

from __future__ import annotations

from ecs.core.components import Clock, CombatPhase, Decisions, Dice, Place, Steps, Weather, Withdrawals
from ecs.core.components.former import CLASH, GROUND, FormerMarks, Layout, campaign, duty, gathered, in_order, moved_to
from ecs.rulesets.dark_valley.data.components import (
    Activation,
    AirSupply,
    ChitInPlay,
    Cup,
    DefensiveWorks,
    DepotAdvance,
    Fort,
    Immobility,
    Milestones,
    PartisanMarker,
    VoidZone,
)

DUTY = duty(moved_to(Activation, "active"), moved_to(Immobility, "rooted"), moved_to(DepotAdvance, rolled="hexes"))
CAMPAIGN = campaign(
    gathered("works", DefensiveWorks),
    gathered("void", VoidZone),
    gathered("forts", Fort, "hex", "size"),
    moved_to(Withdrawals, "orders"),
    gathered("partisans", PartisanMarker),
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
