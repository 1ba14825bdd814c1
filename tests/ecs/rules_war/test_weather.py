"""Chapter 4: the calendar; and what a turn wipes away."""

from __future__ import annotations

import pytest

from ecs.core.components import Disruption, Engagement, Marched, Readiness
from ecs.rulesets.war_against_russia.data.tables import WEATHERS
from ecs.rulesets.war_against_russia.ground.terrain import close_turn, is_frozen, weather_at
from ecs.rulesets.war_against_russia.table.sentences import WEATHER
from ecs.systems import scorekeeping, weather
from tests.ecs.rules_war.stage import at, load_dice, position

MONTHS = ["Good"] * 4 + ["Mud", "Hard Frost"] + ["Subarctic"] * 3 + ["Snow", "Mud", "Good", "Good", "Good"]


@pytest.mark.parametrize(("turn", "name"), list(enumerate(MONTHS, 1)))
def test_the_calendar_gives_the_weather_of_the_month(turn: int, name: str) -> None:
    w = position({}, turn=turn, phase="turn")
    weather.turn(w)
    assert w.weather.name == name and w.dice.thrown == 0 and len(w.events) == 1
    assert name in w.events[0].text and w.events[0].rule == "4"


def test_may_is_rolled_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for die, name in ((1, "Good"), (3, "Good"), (4, "Mud"), (6, "Mud")):
        w = position({}, turn=0, phase="turn")
        load_dice(monkeypatch, die)
        weather.turn(w)
        assert w.weather.name == name and str(die) in w.events[0].text and "May 1941" in w.events[1].text


def test_a_turn_after_the_calendar_is_like_its_last() -> None:
    w = position({}, turn=15, phase="turn")
    weather.turn(w)
    assert w.weather.name == "Good" and set(WEATHER) == set(WEATHERS)


def test_a_fresh_turn_forgets_its_counts() -> None:
    w = position({}, turn=2, phase="turn")
    scorekeeping.put(w, "turn-rail", 3)
    scorekeeping.put(w, "reserve-turn", 2)
    scorekeeping.new_turn(w)
    assert scorekeeping.count(w, "turn-rail") == 0 and scorekeeping.count(w, "reserve-turn") == 2


def test_it_is_subarctic_north_east_of_the_line_and_snow_elsewhere() -> None:
    w = position({}, weather="Subarctic")
    assert weather_at(w, at(w, "Q19")) == "Subarctic" and weather_at(w, at(w, "Y10")) == "Snow" and is_frozen(w)


def test_the_turn_ends_with_the_spent_of_both_sides_turned_back() -> None:
    units = {"A": ("ger_army", "Q5"), "B": ("ger_army", "Q6"), "R": ("rus_rifkor", "U9"), "D": ("rus_rifkor", "U10")}
    w = position(units, phase="end", dispersed=["D"])
    w.mark(Marched, w.by_id["A"], moved=1)
    w.mark(Engagement, w.by_id["R"], fought=True)
    w.mark(Readiness, w.by_id["D"], spent=True)
    w.mark(Marched, w.by_id["D"], moved=1)
    close_turn(w)
    assert not any(u[Marched].moved or u[Engagement].fought or u[Readiness].spent for u in w.units)
    assert [event.text for event in w.events] == ["3 units that moved or fought may act again."]
    assert w.by_id["D"][Disruption].disrupted
    close_turn(w)
    assert w.events[-1].text == "No unit moved or fought."
