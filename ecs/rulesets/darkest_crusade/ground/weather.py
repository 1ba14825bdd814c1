"""Chapter 14: the weather."""

from __future__ import annotations

from ecs.core.components import Weather
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.systems.campaign.weather import GOOD, MUD, good_or_mud, said, turn_to


def set_weather(w: World) -> None:
    """T0: read the calendar; October rolls, November follows from October."""
    line = rules(w).turn[min(w.clock.turn, len(rules(w).turn)) - 1]
    name = said(w) or line.weather
    if name == "roll":
        name = good_or_mud(w, rules(w).weather.october_good, "14")
    elif name == "after":
        name = GOOD if w.weather.name == MUD else "Snow"
    w.mark(Weather, w.table, snow_turns=w.weather.snow_turns + (name == "Snow"))
    turn_to(w, name, "14")


def blitzkrieg_weather(w: World) -> bool:
    """Blitzkrieg takes place in Good weather, and in Snow after its first turn (6.3)."""
    return w.weather.name == "Good" or (w.weather.name == "Snow" and w.weather.snow_turns > 1)
