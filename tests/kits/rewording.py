"""A seat at which every sentence is put in other words: who reads prose to learn a fact plays otherwise there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any
from zlib import crc32

from ecs import Forecast, View
from ecs.board.board import Board
from ecs.core.commands import Command
from ecs.core.known_facts import Note
from ecs.core.view import RangeArea, ReachStep
from game.opponents.seat import Seat

PROSE: dict[str, frozenset[str]] = {
    "UnitView": frozenset({"name", "factors", "outlook"}),
    "PhaseView": frozenset({"title", "text", "rule"}),
    "DecisionView": frozenset({"prompt", "rule"}),
    "ScoreLine": frozenset({"name", "note"}),
    "Result": frozenset({"text"}),
    "CalculationLine": frozenset({"text", "rule", "shown"}),
    "Outcome": frozenset({"text"}),
    "Forecast": frozenset({"notes", "refusal", "odds", "faces"}),
    "DieFace": frozenset({"meaning"}),
    "ReachStep": frozenset({"text"}),
    "ChitView": frozenset({"name", "text", "rule"}),
    "RangeArea": frozenset({"title"}),
    "Marker": frozenset({"text"}),
    "WeatherView": frozenset({"title", "text"}),
    "View": frozenset({"title", "turn_name", "weather_text", "boxes", "turn_track"}),
    "Tally": frozenset({"parts", "goal", "rule"}),
    "Gauge": frozenset(),
    "GaugeMark": frozenset(),
    "Fact": frozenset({"subject", "state"}),
    "BattleView": frozenset(),
    "KnownFacts": frozenset(),
    "RuleFigures": frozenset(),
    "StackRoom": frozenset(),
    "OddsColumn": frozenset(),
    "GroundEffect": frozenset(),
    "SideEffect": frozenset(),
    "ResultEffects": frozenset(),
    "KeyPlace": frozenset(),
}
"""What is for people, by record: everything else is figures, ids and words out of fixed lists."""
FOREIGN = str.maketrans("0123456789abcdef", "αβγδεζηθικλμνξοπ")


@cache
def other_words(sentence: str) -> str:
    """Another sentence, in which no letter or figure of this one is left; "" stays ""."""
    return f"Ω{crc32(sentence.encode()):x}".translate(FOREIGN) if sentence else ""


def told(value: Any) -> Any:
    """A text in other words, or a tuple of texts."""
    if isinstance(value, Note):
        return Note(other_words(value.words), value.rule)
    if isinstance(value, str):
        return other_words(value)
    return tuple(told(each) for each in value)


def reworded(value: Any) -> Any:
    """A record in which every sentence is in other words."""
    if isinstance(value, tuple):
        return tuple(reworded(each) for each in value)
    if not is_dataclass(value) or isinstance(value, type | Board | Command):
        return value
    prose = PROSE[type(value).__name__]
    found = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
    return replace(value, **{name: (told if name in prose else reworded)(held) for name, held in found.items()})


class RewordedSeat(Seat):
    """A side's chair, all of whose sentences are in other words."""

    __slots__ = ("_seen",)

    @property
    def view(self) -> View:
        """The game as this side sees it."""
        plain = super().view
        seen: tuple[View, View] | None = getattr(self, "_seen", None)
        if seen is None or seen[0] is not plain:
            self._seen = seen = plain, reworded(plain)
        return seen[1]

    def areas(self) -> tuple[RangeArea, ...]:
        """What own headquarters, depots and aircraft reach."""
        found: tuple[RangeArea, ...] = reworded(super().areas())
        return found

    def reach(self, unit_id: str) -> dict[int, ReachStep]:
        """Where an own unit could move now."""
        return {h: replace(step, text=other_words(step.text)) for h, step in super().reach(unit_id).items()}

    def forecast(
        self,
        hex_index: int,
        attackers: Sequence[str],
        press: int = 0,
        stand: bool = True,
        rounds: int = 0,
        at: Mapping[str, int] | None = None,
        ends: bool = True,
    ) -> Forecast:
        """An attack worked out exactly."""
        found: Forecast = reworded(super().forecast(hex_index, attackers, press, stand, rounds, at, ends))
        return found
