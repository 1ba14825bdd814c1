"""24, 10.6: the rules that may be switched before a game."""

from __future__ import annotations

import pytest

from ecs.core.components import Assignment, Clock, Replacements, Side
from ecs.rulesets.russia_besieged.campaign import income
from ecs.rulesets.russia_besieged.combat import air_and_artillery
from ecs.rulesets.russia_besieged.combat.declared_attacks import odds_of
from ecs.rulesets.russia_besieged.data import calendar, options
from ecs.rulesets.russia_besieged.ground import occupancy
from ecs.systems.replacements import draw_income
from tests.ecs.rules_rb.stage import at, position

SWITCHES = {  # as the core game plays them
    "first_winter": "on", "linked_weather": "off", "historical_weather": "off", "snow_air": "off", "fortress": "off",
    "workers": "off", "free_setup": "off",
}  # fmt: skip
WINTER = {"20.A": ("army_33", "3321"), "XLIII.K": ("ger_inf_54", "3322")}


def test_every_switch_begins_as_the_core_game_plays_it() -> None:
    found = {option.key: option for option in options.OPTIONS}
    assert set(found) == {*SWITCHES, "par", "rp_bid", "city_points", "handicap"}
    for key, usual in SWITCHES.items():
        assert found[key].default == usual
        assert {value for value, _ in found[key].choices} == {"on", "off"}


def test_every_default_is_the_first_choice() -> None:
    assert all(option.default == option.choices[0][0] for option in options.OPTIONS)
    assert all(len({v for v, _ in o.choices}) == len(o.choices) for o in options.OPTIONS)


def test_a_game_without_a_choice_plays_as_usual() -> None:
    w = position(WINTER)
    assert options.is_on(w, "first_winter")
    assert not options.is_on(w, "fortress")
    assert options.is_on(position(WINTER, options={"fortress": "on"}), "fortress")


@pytest.mark.parametrize(("chosen", "lines"), [("on", ["first winter"]), ("off", [])])
def test_the_first_winter_may_be_left_out(chosen: str, lines: list[str]) -> None:
    w = position(WINTER, turn=5, phase="plan1-soviet", weather="Snow", options={"first_winter": chosen})
    odds = odds_of(w, (at(w, "3322"),), Side.SOVIET, [w.by_id["20.A"]])
    assert [line.text for line in odds.drms if "winter" in line.text] == lines


def test_two_soviet_groups_fly_in_snow_if_so_chosen() -> None:
    assert calendar.air_most(Side.SOVIET, "Snow", snow_air=False) == 0
    assert calendar.air_most(Side.SOVIET, "Snow", snow_air=True) == 2
    assert calendar.air_most(Side.AXIS, "Snow", snow_air=True) == 0
    assert calendar.air_most(Side.SOVIET, "Mud", snow_air=True) == 2
    units = {**WINTER, "VVS-1": ("sov_air", "3520")}
    for chosen, most in (("on", 1), ("off", 0)):
        w = position(units, turn=5, phase="plan1-soviet", weather="Snow", options={"snow_air": chosen})
        target = at(w, "3322")
        w.mark(Assignment, w.by_id["20.A"], target=target)
        assert air_and_artillery.air_limit(w, target) == most
        odds = odds_of(w, (target,), Side.SOVIET, [w.by_id["20.A"], w.by_id["VVS-1"]])
        assert any("air group" in line.text for line in odds.attack.lines) == (chosen == "on")


def test_a_bid_replaces_the_par_of_a_scenario_that_has_one() -> None:
    assert occupancy.par(position(WINTER, rules={"par": 19}, options={"par": "24"})) == 24
    assert occupancy.par(position(WINTER, rules={"par": 19}, options={"par": "scenario"})) == 19
    assert occupancy.par(position(WINTER, options={"par": "24"})) == 0


@pytest.mark.parametrize(
    ("agreed", "turns", "paid"),
    [
        ("0", 7, [0, 0, 0, 0, 0, 0, 0]),
        ("3", 7, [1, 1, 1, 0, 0, 0, 0]),
        ("-3", 7, [-1, -1, -1, 0, 0, 0, 0]),
        ("8", 7, [2, 1, 1, 1, 1, 1, 1]),
        ("8", 5, [2, 2, 2, 1, 1]),
        ("-8", 5, [-2, -2, -2, -1, -1]),
    ],
)
def test_a_bid_is_paid_one_a_turn_and_then_in_a_second_round(agreed: str, turns: int, paid: list[int]) -> None:
    w = position(WINTER, options={"rp_bid": agreed}, turns=turns)
    found = []
    for turn in range(1, turns + 1):
        w.mark(Clock, w.table, turn=turn)
        found.append(income.bid(w))
    assert found == paid


def test_a_later_scenario_pays_from_its_first_turn() -> None:
    w = position(WINTER, options={"rp_bid": "5"}, turn=7, turns=10, start_turn=7)
    assert income.bid(w) == 2


def test_the_bid_reaches_the_purse() -> None:
    units = {**WINTER, "Stalin": ("stalin", "3520"), "Hitler": ("hitler", "0223")}
    purses = []
    for agreed in ("-2", "0", "2"):
        w = position(units, turn=1, phase="arrive-soviet", options={"rp_bid": agreed, "city_points": "2"})
        draw_income(w)
        purses.append(w[Replacements].factors)
    assert purses == [11, 12, 13]
