"""Where in the course of the game a line of the log stands, and whether it is one of the great ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ecs import Side, View
from ecs.core.events import (
    Advanced,
    Attacked,
    BattleBegan,
    Captured,
    ChitPlayed,
    Converted,
    CountryLeft,
    CutOff,
    Declared,
    Destroyed,
    Ended,
    Event,
    Fired,
    Income,
    Joined,
    Lapsed,
    MilestoneReached,
    Moved,
    Mustered,
    PhaseBegan,
    PocketClosed,
    Relieved,
    Retreated,
    WeatherTurned,
    Withdrawn,
)
from game.play.moments import moments

Great = Literal["", "good", "bad", "accent"]
"""The colour of a headline: good or bad for the side that reads, or neither; "" for a line that is none."""

OF_BATTLES = (Declared, BattleBegan, Fired, Attacked, Joined)
AFTER_BATTLES = (Retreated, Advanced)
ELSEWHERE = (
    *(PhaseBegan, Moved, Income, CutOff, Relieved, WeatherTurned, Mustered, ChitPlayed, Withdrawn, Converted),
    *(Lapsed, CountryLeft, MilestoneReached, Ended),
)


@dataclass(frozen=True, slots=True)
class Passage:
    """Where a line stands: ``turn``, ``phase`` by its id, and ``battle``, the label of the hex fought for, or "".

    ``part``: number of the phase in the game, ``fight``: number of the battle in it;
    ``fought``: it is being fought, and not only announced.
    """

    turn: int = 0
    phase: str = ""
    part: int = 0
    battle: str = ""
    fight: int = 0
    fought: bool = False


START = Passage()


class Passages:
    """Follows the events a side may see, in their order."""

    def __init__(self) -> None:
        self.now = START

    def follow(self, event: Event, quiet: frozenset[str]) -> Passage:
        """The passage an event stands in.

        :param quiet: phases the log does not name; they open no passage of their own.
        """
        was = self.now
        if isinstance(event, PhaseBegan) and (event.phase not in quiet or event.turn != was.turn):
            self.now = Passage(event.turn, event.phase, was.part + 1)
        elif isinstance(event, OF_BATTLES) and event.hex:
            self._battle(event)
        elif isinstance(event, ELSEWHERE) and not isinstance(event, AFTER_BATTLES):
            self.now = Passage(was.turn, was.phase, was.part, "", was.fight)
        return self.now

    def _battle(self, event: Declared | BattleBegan | Fired | Attacked | Joined) -> None:
        """A battle for a hex goes on, or another is begun."""
        was, fought = self.now, not isinstance(event, Declared)
        if event.hex != was.battle or (was.fought and isinstance(event, (BattleBegan, Declared))):
            self.now = Passage(was.turn, was.phase, was.part, event.hex, was.fight + 1, fought)
        elif fought and not was.fought:
            self.now = replace(was, fought=True)


def greatness(event: Event, side: Side, view: View) -> Great:
    """Is a line a headline, and of what kind for the side that reads it?

    :param event: as that side may see it.
    :param view: what it sees now.
    """
    if isinstance(event, Captured):
        good, great = event.side is side, event.worth > 0
    elif isinstance(event, Destroyed):
        unit = view.unit(event.unit)
        if unit is None:
            return "accent"
        good, great = unit.side is not side, True
    else:
        return "accent" if _turning(event) else ""
    return ("good" if good else "bad") if great else ""


def _turning(event: Event) -> bool:
    """Does the war take another course by it?"""
    if isinstance(event, WeatherTurned):
        return bool(event.before) and event.weather != event.before
    return isinstance(event, (CountryLeft, MilestoneReached, ChitPlayed, Ended))


def pocket_words(event: PocketClosed, view: View) -> str:
    """What is told of a pocket, if it is a great one; ""  if not."""
    return " ".join(f"{moment.title}: {moment.text}" for moment in moments((event,), view))
