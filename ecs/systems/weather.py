"""The weather that comes, and how it is told."""

from __future__ import annotations

from ecs.core.components import Weather
from ecs.core.dice import roll
from ecs.core.events import Rolled, WeatherTurned
from ecs.core.world import World

GOOD, MUD = "Good", "Mud"


def said(w: World) -> str:
    """The weather that the scenario says for its first turn; "" in any other, or if it says none."""
    name: str = w.scenario.weather if w.clock.turn == w.scenario.start_turn else ""
    return name


def good_or_mud(w: World, good: int, rule: str) -> str:
    """The weather of a turn that rolls for it: Good on a die of at most so much, else Mud."""
    die = roll(w)
    name = GOOD if die <= good else MUD
    w.emit(Rolled(rule=rule, what="weather", faces=(die,), limit=good, result=name))
    return name


def turn_to(w: World, name: str, rule: str) -> None:
    """The weather is so from now on."""
    before = w.weather.name
    w.mark(Weather, w.table, name=name)
    w.emit(WeatherTurned(rule=rule, weather=name, before=before))
