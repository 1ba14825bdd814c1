"""Chapter 14: the weather."""

from __future__ import annotations

from ecs.core.components import Weather
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.data.options import SNOWS
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
    before = months_of_snow(w) if w.clock.turn == w.scenario.start_turn else w.weather.snow_turns
    w.mark(Weather, w.table, snow_turns=before + (name == "Snow"))
    turn_to(w, name, "14")


def months_of_snow(w: World) -> int:
    """The months of Snow before the first turn of the scenario: as it says, else by the calendar."""
    own: int = w.scenario.rules.get(SNOWS, _snow_by_calendar(w, w.scenario.start_turn))
    return own


def _snow_by_calendar(w: World, turn: int) -> int:
    return sum(line.weather == "Snow" for line in rules(w).turn[: turn - 1])


def told_numbers(w: World) -> dict[str, int]:
    """The numbers of the scenario, with the months of Snow before the present turn where the calendar has others."""
    before = w.weather.snow_turns - (w.weather.name == "Snow")
    usual = _snow_by_calendar(w, w.clock.turn)
    rest = {key: value for key, value in w.scenario.rules.items() if key != SNOWS}
    return rest | ({} if before == usual else {SNOWS: before})


def blitzkrieg_weather(w: World) -> bool:
    """Blitzkrieg takes place in Good weather, and in Snow after its first turn (6.3)."""
    return w.weather.name == "Good" or (w.weather.name == "Snow" and w.weather.snow_turns > 1)
