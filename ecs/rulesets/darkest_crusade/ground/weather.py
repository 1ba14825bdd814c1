"""Chapter 14: what is the weather?"""

from __future__ import annotations

from ecs.core.components import Weather
from ecs.core.dice import roll
from ecs.core.events import Rolled, WeatherTurned
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.data.tables import rules


def set_weather(w: World) -> None:
    """T0: read the calendar; October rolls, November follows from October."""
    before, line = w.weather.name, rules(w).turn[min(w.clock.turn, len(rules(w).turn)) - 1]
    name = line.weather
    if name == "roll":
        face, good = roll(w), rules(w).weather.october_good
        name = "Good" if face <= good else "Mud"
        w.emit(Rolled(rule="14", what="weather", faces=(face,), limit=good, result=name))
    elif name == "after":
        name = "Good" if w.weather.name == "Mud" else "Snow"
    w.mark(Weather, w.table, name=name, snow_turns=w.weather.snow_turns + (name == "Snow"))
    w.emit(WeatherTurned(rule="14", weather=name, before=before))


def blitzkrieg_weather(w: World) -> bool:
    """Blitzkrieg takes place in Good weather, and in Snow after its first turn (6.3)."""
    return w.weather.name == "Good" or (w.weather.name == "Snow" and w.weather.snow_turns > 1)
