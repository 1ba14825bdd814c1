"""7.1, 7.2: which weather, and what it does to movement factors."""

from __future__ import annotations

from typing import Any

import pytest

from ecs.core.components import Side, SupplyState
from ecs.rulesets.dark_valley.data.tables import tables
from ecs.rulesets.dark_valley.data.units import is_first_winter, weather
from ecs.rulesets.dark_valley.ground import movement
from ecs.rulesets.dark_valley.ground.occupancy import has_zone, state
from ecs.rulesets.dark_valley.ground.terrain import line_between
from ecs.systems import weather as systems_weather
from tests.ecs.rules_tdv.ground import beside, board, plain
from tests.ecs.rules_tdv.stage import load_dice, position

FIELD = plain()()
WEATHERS = ("Fair", "Mixed", "Mud", "Snow")


def points(kind: str, turn: int, sky: str, spot: str = FIELD, supply: int = 0, phase: str = "axis") -> int:
    """Movement points of a unit."""
    game = position({"U": (kind, spot)}, turn=turn, weather=sky, phase=f"move-{phase}", supply={"U": supply})
    return movement.allowance(game._w, game._w.by_id["U"])


# -- by weather ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sky", "lost"), list(zip(WEATHERS, (0, 1, 2, 1), strict=True)))
@pytest.mark.parametrize(("kind", "mf"), [("panzer41", 6), ("mot_div", 6), ("rum_arm", 6), ("ss_panzer", 6)])
def test_axis_mechanised_units(kind: str, mf: int, sky: str, lost: int) -> None:
    assert points(kind, 20, sky) == mf - lost


@pytest.mark.parametrize(("sky", "lost"), list(zip(WEATHERS, (0, 0, 1, 1), strict=True)))
@pytest.mark.parametrize(("kind", "mf"), [("inf_corps", 4), ("cav_div", 5), ("rum_corps", 4), ("pz_hq", 6)])
def test_other_axis_units(kind: str, mf: int, sky: str, lost: int) -> None:
    assert points(kind, 20, sky) == mf - lost


@pytest.mark.parametrize(("sky", "lost"), list(zip(WEATHERS, (0, 0, 1, 0), strict=True)))
@pytest.mark.parametrize(
    ("kind", "mf"), [("rifle_div", 4), ("mech41", 5), ("tank_army", 6), ("cav_corps", 5), ("stavka", 8)]
)
def test_soviet_units_mechanised_or_not(kind: str, mf: int, sky: str, lost: int) -> None:
    assert points(kind, 20, sky, phase="soviet") == mf - lost


def test_the_first_winter_takes_more_and_treats_the_axis_as_out_of_supply() -> None:
    assert points("panzer41", 7, "Snow") == 6 - 2 - 2
    assert points("panzer41", 7, "Snow", "W4121") == 6 - 2, "a city shelters"
    assert points("panzer41", 7, "Snow", "W4717") == 2, "a town does not"
    assert points("inf_corps", 8, "Snow") == 4 - 1 - 1
    assert points("panzer41", 10, "Snow") == points("panzer41", 19, "Snow") == 5
    assert points("rifle_div", 8, "Snow", phase="soviet") == 4


@pytest.mark.parametrize(("turn", "sky", "cold"), [(6, "Snow", False), (7, "Snow", True), (9, "Snow", True)])
def test_which_turns_are_the_first_winter(turn: int, sky: str, cold: bool) -> None:
    game = position({"U": ("inf_corps", FIELD)}, turn=turn, weather=sky)
    assert is_first_winter(game._w) is cold and state(game._w, game._w.by_id["U"]) == (1 if cold else 0)
    assert not is_first_winter(position({}, turn=turn, weather="Mixed")._w)
    assert not is_first_winter(position({}, turn=10, weather="Snow")._w)


# -- by supply (4.4) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "supply", "wanted"),
    [
        ("panzer41", 1, 4),
        ("inf_corps", 1, 3),
        ("cav_div", 1, 4),
        ("panzer41", 2, 3),
        ("inf_corps", 2, 2),
        ("cav_div", 2, 3),
    ],
)
def test_hungry_units_are_slow(kind: str, supply: int, wanted: int) -> None:
    assert points(kind, 2, "Fair", supply=supply) == wanted


@pytest.mark.parametrize(("kind", "supply"), [("panzer41", 1), ("inf_corps", 1), ("panzer41", 2), ("inf_corps", 2)])
def test_never_below_two(kind: str, supply: int) -> None:
    assert points(kind, 5, "Mud", supply=supply) == 2


def test_a_relieved_unit_moves_as_supplied() -> None:
    game = position({"U": ("panzer41", FIELD)}, supply={"U": 1})
    unit = game._w.by_id["U"]
    game._w.mark(SupplyState, unit, relieved=True)
    assert movement.allowance(game._w, unit) == 6


def test_depots_have_no_legs() -> None:
    assert points("depot", 2, "Fair") == 0


# -- what else (7.2) ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sky", WEATHERS)
def test_zones_roads_frost(sky: str) -> None:
    game = position({"P": ("panzer41", FIELD), "I": ("inf_corps", FIELD)}, weather=sky, turn=20)
    w = game._w
    assert has_zone(w, w.by_id["P"]) is (sky != "Mud") and has_zone(w, w.by_id["I"])
    assert weather(w).roads is (sky != "Snow")
    assert weather(w).column == {"Fair": 0, "Mixed": 1, "Mud": 2, "Snow": 2}[sky]
    a, b = (board().by_label[spot] for spot in beside("river"))
    assert line_between(w, a, b) == ("" if sky == "Snow" else "river")
    a, b = (board().by_label[spot] for spot in beside("major_river"))
    assert line_between(w, a, b) == "major_river"


def test_every_weather_has_its_words() -> None:
    assert all(line.text for line in tables().weather.values())


# -- the weather of the month (7.1) -----------------------------------------------------------------------


def dawn(turn: int, option: str = "off") -> str:
    game = position({}, turn=turn, options={"random_weather": option}, phase="dawn", weather="Fair")
    systems_weather.turn(game._w)
    assert any("weather" in event.text for event in game._w.events)
    return str(game._w.weather.name)


def test_by_the_calendar() -> None:
    assert [dawn(turn) for turn in range(1, 13)] == ["Fair"] * 4 + ["Mud", "Mixed"] + ["Snow"] * 3 + [
        "Mixed",
        "Mud",
        "Fair",
    ]


@pytest.mark.parametrize(
    ("turn", "worse", "better"),
    [(5, "Mud", "Mixed"), (6, "Mud", "Fair"), (10, "Mud", "Fair"), (12, "Mixed", "Fair"), (41, "Mud", "Fair")],
)
def test_the_option_lets_a_die_turn_it(monkeypatch: Any, turn: int, worse: str, better: str) -> None:
    printed = tables().turn[turn - 1].weather
    for die, wanted in ((1, worse), (2, printed), (3, printed), (4, printed), (5, printed), (6, better)):
        load_dice(monkeypatch, die)
        assert dawn(turn, "on") == wanted


@pytest.mark.parametrize("turn", [2, 3, 4, 7, 8, 9, 11, 13, 14, 15, 16])
def test_no_die_in_other_months_nor_before_october_1941(monkeypatch: Any, turn: int) -> None:
    load_dice(monkeypatch)
    assert dawn(turn, "on") == tables().turn[turn - 1].weather


def test_the_months_of_the_die() -> None:
    change = tables().change
    assert (change.from_turn, change.worse, change.better) == (5, 1, 6)
    assert change.months == ["March", "May", "October", "November"]


def test_axis_mechanised_zones_are_gone_in_mud_for_allies_too() -> None:
    for kind, wanted in (("rum_arm", False), ("hun_fast", False), ("rum_corps", True), ("mot_div", False)):
        w = position({"U": (kind, FIELD)}, weather="Mud", turn=20)._w
        assert has_zone(w, w.by_id["U"]) is wanted
    w = position({"T": ("tank_corps", FIELD)}, weather="Mud", turn=20)._w
    assert has_zone(w, w.by_id["T"]) and w.by_id["T"].type.side is Side.SOVIET
