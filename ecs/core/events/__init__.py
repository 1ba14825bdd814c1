"""What happened: frozen records of facts, with dice and reasons, in the order they came about.

A sentence is made from an event, never the other way.  Whoever lets something happen emits its facts; the game's
sentences (``Ruleset.sentences``) make the line of the log from them, ``World.emit`` writes it into ``text``.  Log,
animation, headlines, briefings and charts read the fields.
"""

from __future__ import annotations

from ecs.core.events.base import Event, Record, Sentence, Sentences, told, veiled
from ecs.core.events.campaign import (
    Captured,
    Changed,
    ChitPlayed,
    Converted,
    Ended,
    Income,
    Lapsed,
    PhaseBegan,
    ScoreChanged,
    WeatherTurned,
    Withdrawn,
)
from ecs.core.events.combat import Attacked, BattleBegan, Declared, Fired, Rolled
from ecs.core.events.losses import Cause, Destroyed, Disordered, Recovered, StepLost
from ecs.core.events.movement import Advanced, Arrived, Moved, Retreated
from ecs.core.events.supply import CutOff, PocketClosed, Relieved

__all__ = [
    "EVENTS",
    "Advanced",
    "Arrived",
    "Attacked",
    "BattleBegan",
    "Captured",
    "Cause",
    "Changed",
    "ChitPlayed",
    "Converted",
    "CutOff",
    "Declared",
    "Destroyed",
    "Disordered",
    "Ended",
    "Event",
    "Fired",
    "Income",
    "Lapsed",
    "Moved",
    "PhaseBegan",
    "PocketClosed",
    "Record",
    "Recovered",
    "Relieved",
    "Retreated",
    "Rolled",
    "ScoreChanged",
    "Sentence",
    "Sentences",
    "StepLost",
    "WeatherTurned",
    "Withdrawn",
    "told",
    "veiled",
]

EVENTS: dict[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        *(Event, PhaseBegan, Moved, Retreated, Advanced, Arrived, Declared, BattleBegan, Rolled, Fired, Attacked),
        *(Changed, StepLost, Destroyed, Disordered, Recovered, CutOff, Relieved, PocketClosed),
        *(Captured, Withdrawn, Converted, Income, Lapsed, WeatherTurned, ScoreChanged, ChitPlayed, Ended),
    )
}
"""Every kind of event by its name: a save names no other."""
