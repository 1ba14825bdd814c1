"""How digests and older positions of Russia Besieged tell its marks."""

from __future__ import annotations

from ecs.core.components import (
    Assignment,
    Clock,
    CombatPhase,
    Decisions,
    Dice,
    Marched,
    Place,
    Readiness,
    Rebasing,
    Steps,
    Weather,
    Withdrawals,
)
from ecs.core.components.former import (
    CLASH,
    GROUND,
    FormerMarks,
    Layout,
    campaign,
    duty,
    gathered,
    in_order,
    moved_to,
    rather,
)
from ecs.rulesets.russia_besieged.data.components import (
    AutomaticVictory,
    FortressMarker,
    IceRoadUse,
    Impulse,
    JointAttacks,
    Partisan,
    Track,
)

BAND = moved_to(Partisan, active="promoted", based="placed", done="flipped")
DUTY = duty(
    moved_to(Marched, rolled="hexes"),
    rather(
        {**moved_to(Assignment, active="allotted"), **moved_to(Rebasing, "based"), **moved_to(Readiness, done="spent")},
        BAND,
    ),
)
CAMPAIGN = campaign(gathered("works", FortressMarker), moved_to(Withdrawals, "orders"))
IMPULSE = FormerMarks(
    "Impulse",
    Impulse,
    in_order(
        "number first second locked joined struck av iced",
        moved_to(Impulse, "number", "first", "second"),
        moved_to(JointAttacks, "locked", "joined"),
        moved_to(CombatPhase, "struck"),
        moved_to(AutomaticVictory, av="units"),
        moved_to(IceRoadUse, iced="units"),
    ),
)
TOLD: Layout = (
    *(Place, GROUND, Clock, Dice, Decisions, Weather),
    *(Steps, DUTY, CLASH, CAMPAIGN, Track, IMPULSE),
)
"""The marks as digests tell them, in order."""
