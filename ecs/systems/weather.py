"""The weather of a turn: the scenario's own on its first turn, else by calendar or die; written down, and told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ecs.core.components import Weather
from ecs.core.dice import roll
from ecs.core.events import Rolled, WeatherTurned
from ecs.core.world import World

GOOD, MUD = "Good", "Mud"


def _nothing_more(w: World, names: Sequence[str]) -> None:
    pass


@dataclass(frozen=True, slots=True)
class WeatherRules:
    """A game's rules on the weather.

    A turn has one weather, or one for each of its ``parts``.
    """

    rule: str
    found: Callable[[World], Sequence[str]]
    """The names of a turn for which the scenario says nothing, one a part: by calendar or die."""
    before: Callable[[World], str] = lambda w: w.weather.name
    """The weather until now."""
    note: Callable[[World, Sequence[str]], None] = _nothing_more
    """What else is written down of these names."""
    parts: int = 1


def turn(w: World) -> None:
    """A turn begins: find its weather, write it down and tell it."""
    rules: WeatherRules = w.rulebook.weather
    own = w.scenario.weather if w.clock.turn == w.scenario.start_turn else ""
    before = rules.before(w)
    names = [own] * rules.parts if own else rules.found(w)
    rules.note(w, names)
    w.mark(Weather, w.table, name=names[0])
    w.emit(WeatherTurned(rule=rules.rule, weather=names[0], later="".join(names[1:]), before=before))


def good_or_mud(w: World, good: int, rule: str) -> str:
    """The weather of a turn that rolls for it: Good on a die up to a limit, else Mud."""
    die = roll(w)
    name = GOOD if die <= good else MUD
    w.emit(Rolled(rule=rule, what="weather", faces=(die,), limit=good, result=name))
    return name
