"""What a scenario cannot say of a position, in words: a kind of mark and what is left out with it."""

from __future__ import annotations

from collections.abc import Mapping

SHARED: Mapping[str, str] = {
    "Place": "Where some counters are",
    "Steps": "Losses of counters off the map, which lie there whole",
    "Disruption": "Who is Disrupted or Dispersed",
    "Concealment": "Who lies face down",
    "SupplyState": "Supply as it was last judged; it is judged anew",
    "Marched": "Who has moved in this phase, and how far",
    "Assignment": "Attacks that are declared",
    "Engagement": "Who has fought or landed in this phase",
    "Readiness": "Who has acted already and is spent",
    "Rebasing": "Who has changed his base this turn",
    "Ground": "Who holds some ground",
    "Garrison": "Garrisons of cities, and what has arrived in them this turn",
    "Decisions": "A question that is open",
    "Weather": "The weather; it is found anew",
    "CounterInHand": "A counter that is in hand",
    "CombatPhase": "What has been attacked in this phase",
    "Battle": "The battle being fought",
    "CombatRoll": "The throw of the battle being fought",
    "LossesOwed": "Losses still owed in the battle being fought",
    "RetreatUnderway": "A retreat under way",
    "AdvanceUnderway": "An advance under way",
    "GarrisonStand": "Whether a garrison stands fast",
    "Replacements": "Replacements in hand",
    "Transport": "What has gone by rail and sea in this phase",
    "Tallies": "Counts of what has been done this turn or in the game",
    "Flags": "Events that happen once: the scenario does not know which have",
    "Withdrawals": "Units that must still be withdrawn",
    "Verdict": "How the game stood decided",
}


def words_for(kind: type, own: Mapping[str, str]) -> str:
    """What is left out with a kind of mark; ``own``: the words of one game."""
    return own.get(kind.__name__) or SHARED.get(kind.__name__) or f"What is marked as {kind.__name__}"
