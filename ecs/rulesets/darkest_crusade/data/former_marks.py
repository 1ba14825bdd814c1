"""How digests and older positions of Darkest Crusade tell its marks."""

from __future__ import annotations

import operator

from ecs.core.components import (
    AdvanceUnderway,
    Battle,
    Clock,
    Concealment,
    CounterInHand,
    Decisions,
    Dice,
    Disruption,
    Place,
    SupplyState,
    Transport,
    Verdict,
    Weather,
)
from ecs.core.components.former import (
    GROUND,
    FormerMarks,
    Layout,
    Standing,
    activity,
    converted,
    in_order,
    moved_to,
    unused,
)
from ecs.rulesets.darkest_crusade.data.components import (
    Aftermath,
    Borders,
    Factory,
    FireRounds,
    PhaseBattles,
    ReplacementPool,
    SiberianReserve,
    Strength,
    UnderFire,
)


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
        moved_to(Strength, "strong"),
        moved_to(Concealment, "hidden"),
    ),
)
ACTIVITY = activity(moved_to(UnderFire, "hurt", "was_disrupted", "attacked", "struck"))
BATTLE = FormerMarks(
    "Battle",
    Battle,
    in_order(
        "hex wave rounds round engaged bases defender_hits attacker_hits surplus strength0 vacated ford had_defender"
        " entered advanced",
        moved_to(Battle, "hex", engaged="attackers", bases="came_from"),
        moved_to(FireRounds, "wave", "rounds", "round", "defender_hits", "attacker_hits", "surplus", "strength0"),
        moved_to(FireRounds, "ford", "had_defender"),
        moved_to(Aftermath, "vacated", "entered"),
        moved_to(AdvanceUnderway, advanced="ahead"),
    ),
)
LEDGER = FormerMarks(
    "Ledger",
    ReplacementPool,
    in_order(
        "tank_points infantry_points sailed reserve_turn rumania_open ford_used links fought_rounds broken_off"
        " drafting lifted result",
        moved_to(ReplacementPool, "tank_points", "infantry_points", "drafting"),
        converted("sailed", Standing(Transport, "sea", int, bool)),
        moved_to(SiberianReserve, reserve_turn="called"),
        moved_to(Borders, "rumania_open", "ford_used"),
        moved_to(PhaseBattles, "links", "fought_rounds", "broken_off"),
        moved_to(CounterInHand, "lifted"),
        moved_to(Verdict, "result"),
    ),
)
TOLD: Layout = (
    *(Place, CONDITION, ACTIVITY, GROUND, Clock, Dice, Decisions, Weather),
    *(BATTLE, LEDGER, Factory),
)
"""The marks as digests tell them, in order."""
