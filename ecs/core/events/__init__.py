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
    ChitSettled,
    ClassRaised,
    Converted,
    CountryLeft,
    Ended,
    Forfeited,
    Income,
    Lapsed,
    MilestoneReached,
    Mustered,
    PassedOver,
    PhaseBegan,
    ReserveCalled,
    ScoreChanged,
    WeatherTurned,
    Withdrawn,
)
from ecs.core.events.combat import (
    Assigned,
    Attacked,
    AttacksOwed,
    AttackWidened,
    BattleBegan,
    CalledOff,
    Cleared,
    Declared,
    Fired,
    Joined,
    RagesOn,
    ResultChanged,
    Rolled,
    StandOrdered,
)
from ecs.core.events.losses import Cause, Destroyed, Disordered, Recovered, StepLost
from ecs.core.events.movement import Advanced, Arrived, LeftMap, Moved, Retreated
from ecs.core.events.supply import CutOff, PocketClosed, Relieved
from ecs.core.events.works import Fortified, RailwayCut, RailwayRestored, TrackConverted, Unfortified

__all__ = [
    "EVENTS",
    "Advanced",
    "Arrived",
    "Assigned",
    "AttackWidened",
    "Attacked",
    "AttacksOwed",
    "BattleBegan",
    "BorderOpened",
    "CalledOff",
    "Captured",
    "Cause",
    "Changed",
    "ChitPlayed",
    "ChitSettled",
    "ClassRaised",
    "Cleared",
    "Converted",
    "CountryLeft",
    "CutOff",
    "Declared",
    "Destroyed",
    "Disordered",
    "Ended",
    "Event",
    "Fired",
    "Forfeited",
    "Fortified",
    "Income",
    "Joined",
    "Lapsed",
    "LeftMap",
    "MilestoneReached",
    "Moved",
    "Mustered",
    "PassedOver",
    "PhaseBegan",
    "PocketClosed",
    "RagesOn",
    "RailwayCut",
    "RailwayRestored",
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
    "TrackConverted",
    "Unfortified",
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
        *(Captured, Withdrawn, Forfeited, Converted, ClassRaised, Income, Lapsed, WeatherTurned, Mustered, PassedOver),
        *(ReserveCalled, BorderOpened, CountryLeft, MilestoneReached, ScoreChanged, ChitPlayed, ChitSettled, Ended),
        *(Assigned, AttackWidened, AttacksOwed, RagesOn, LeftMap),
        *(Fortified, Unfortified, TrackConverted, RailwayCut, RailwayRestored),
    )
}
"""Every kind of event by its name: a save names no other."""
