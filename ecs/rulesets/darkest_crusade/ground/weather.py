"""Chapter 14: what is the weather?"""

from __future__ import annotations

from ecs.core.components import Weather
from ecs.core.dice import roll
from ecs.core.events import Event, Rolled
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.data.tables import rules

WORDS = {
    "Good": "Good weather: Blitzkrieg after the battles; no shifts.",
    "Mud": "Mud: no Blitzkrieg; every fire two columns down, except for defenders of cities and towns.",
    "Snow": "Snow: rivers, lakes and swamps frozen; Axis fire two columns down outside cities and towns.",
}


def set_weather(w: World) -> None:
    """T0: read the calendar; October rolls, November follows from October."""
    line = rules(w).turn[min(w.clock.turn, len(rules(w).turn)) - 1]
    name = line.weather
    if name == "roll":
        face = roll(w)
        name = "Good" if face <= rules(w).weather.october_good else "Mud"
        w.emit(Rolled(text=f"Weather roll {face}: {name}.", rule="14", what="weather", faces=(face,)))
    elif name == "after":
        name = "Good" if w.weather.name == "Mud" else "Snow"
    w.mark(Weather, w.table, name=name, snow_turns=w.weather.snow_turns + (name == "Snow"))
    w.emit(Event(text=WORDS[name], rule="14"))


def blitzkrieg_weather(w: World) -> bool:
    """Blitzkrieg takes place in Good weather, and in Snow after its first turn (6.3)."""
    return w.weather.name == "Good" or (w.weather.name == "Snow" and w.weather.snow_turns > 1)
