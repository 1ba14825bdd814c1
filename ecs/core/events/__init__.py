"""What happened: frozen records of facts, with dice and reasons, in the order they came about.

A sentence is made from an event, never the other way.  Whoever lets something happen emits its facts; the game's
sentences (``Ruleset.sentences``) make the line of the log from them, ``World.emit`` writes it into ``text``.  Log,
animation, headlines, briefings and charts read the fields.
"""

from __future__ import annotations

from ecs.core.events.base import Event, Record, Sentence, Sentences, told, veiled
from ecs.core.events.campaign import (
    BorderOpened,
    Captured,
    Changed,
    ChitPlayed,
    Converted,
    Ended,
    Income,
    Lapsed,
    Mustered,
    PhaseBegan,
    ReserveCalled,
    ScoreChanged,
    WeatherTurned,
    Withdrawn,
)
from ecs.core.events.combat import (
    Attacked,
    BattleBegan,
    CalledOff,
    Cleared,
    Declared,
    Fired,
    Joined,
    ResultChanged,
    Rolled,
    StandOrdered,
)
from ecs.core.events.losses import Cause, Destroyed, Disordered, Recovered, StepLost
from ecs.core.events.movement import Advanced, Arrived, Moved, Retreated
from ecs.core.events.supply import CutOff, PocketClosed, Relieved

__all__ = [
    "EVENTS",
    "Advanced",
    "Arrived",
    "Attacked",
    "BattleBegan",
    "BorderOpened",
    "CalledOff",
    "Captured",
    "Cause",
    "Changed",
    "ChitPlayed",
    "Cleared",
    "Converted",
    "CutOff",
    "Declared",
    "Destroyed",
    "Disordered",
    "Ended",
    "Event",
    "Fired",
    "Income",
    "Joined",
    "Lapsed",
    "Moved",
    "Mustered",
    "PhaseBegan",
    "PocketClosed",
    "Record",
    "Recovered",
    "Relieved",
    "ReserveCalled",
    "ResultChanged",
    "Retreated",
    "Rolled",
    "ScoreChanged",
    "Sentence",
    "Sentences",
    "StandOrdered",
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
        *(Joined, StandOrdered, ResultChanged, CalledOff, Cleared),
        *(Changed, StepLost, Destroyed, Disordered, Recovered, CutOff, Relieved, PocketClosed),
        *(
            Captured,
            Withdrawn,
            Converted,
            Income,
            Lapsed,
            WeatherTurned,
            Mustered,
            ReserveCalled,
            BorderOpened,
            ScoreChanged,
            ChitPlayed,
            Ended,
        ),
    )
}
"""Every kind of event by its name: a save names no other."""
