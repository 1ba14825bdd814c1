"""Orders that chapters 3 to 9 refuse, each with its reason and the rule it follows from."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, parse
from ecs.core.components import Assignment, Place, Replacements
from ecs.rulesets.dark_valley.data.components import Immobility
from ecs.systems import scorekeeping
from tests.ecs.rules_tdv.fights import OPEN, SOVIET, do, fight, question
from tests.ecs.rules_tdv.railkit import around
from tests.ecs.rules_tdv.stage import position, texts

BERLIN, MOSCOW, GORKI, KIEV, MINSK, SEVASTOPOL = "W1121", "E2314", "E3511", "W4731", "W4121", "E1849"
BUCHAREST, ODESSA = "W3650", "E1044"
Units = dict[str, tuple[str, str]]


def refused(game: Game, order: str) -> tuple[str, str]:
    """The reason an order is refused, and the rule."""
    refusal = game.why_not(parse(order))
    assert refusal is not None, order
    assert refusal.text.endswith("."), refusal
    return refusal.reason, refusal.rule


# -- combat (5) -----------------------------------------------------------------------------------


def test_romania_is_not_attacked_into_in_june() -> None:
    units: Units = {"s": ("mech41", "W4142"), "r": ("rum_corps", "W4042")}
    june = position(units, turn=1, phase="fight-soviet", chit="SU_CA")
    assert june.board.distance(june.board.by_label["W4142"], june.board.by_label["W4042"]) == 1
    assert refused(june, "attack s W4042 1") == ("closed-country", "8.9")


def test_nothing_is_open_before_a_battle() -> None:
    quiet = position({"a": ("inf_corps", OPEN())})
    assert refused(quiet, "again") == ("no-reroll", "5.8")
    assert refused(quiet, "done") == ("nothing-open", "")
    assert refused(quiet, f"advance a {OPEN(0, 1)}") == ("no-advance-now", "5.10")


def test_a_loss_has_to_be_taken_before_play_goes_on(monkeypatch: Any) -> None:
    team = {"a": "guards", "b": "shock"}
    game = fight(monkeypatch, team, {"d": "inf_div"}, 6, **SOVIET | {"turn": 20})
    assert question(game) == "losses"
    assert refused(game, "done") == ("must-choose", "5.8")


def test_who_advances_and_where(monkeypatch: Any) -> None:
    others: Units = {"x": ("inf_corps", OPEN(1, -1)), "s": ("army42", OPEN(0, 2))}
    game = fight(monkeypatch, {"a": "inf_corps", "b": "panzer41"}, {"d": "rifle_div"}, 6, others=others)
    assert question(game) == "advance"
    assert refused(game, f"advance x {OPEN()}") == ("not-an-attacker", "5.10")
    assert refused(game, f"advance a {OPEN(0, 1)}") == ("advance-where", "5.10")


def test_no_attack_waits_to_be_resolved_twice() -> None:
    game = position({"a": ("panzer41", OPEN(0, -1)), "d": ("rifle_div", OPEN())}, phase="move-axis")
    w = game._w
    w.mark(Assignment, w.by_id["a"], target=OPEN.index)
    assert refused(game, f"resolve {OPEN()} 1") == ("no-such-battle", "5.1")


# -- logistics (4) --------------------------------------------------------------------------------


def test_pockets_are_fed_and_depots_moved_when_logistics_comes_up() -> None:
    units: Units = {"A": ("ger_air4", "W2725"), "D-Center": ("depot", "W2925"), "G": ("inf_div", MINSK)}
    game = position(units)
    assert refused(game, f"airlift A {MINSK}") == ("no-airlift", "4.6")
    assert refused(game, "depot D-Center W2924") == ("no-depots", "4.5")
    logistics = position(units, phase="depots-axis", chit="LOG")
    assert refused(logistics, "depot G W2925") == ("no-depot", "4.5")
    assert refused(logistics, "depot D-Center W2925") == ("same-hex", "4.5")


# -- strategic movement and airbases (3.7 to 3.9, 6.4) -------------------------------------------


def test_journeys_to_nowhere_and_out_of_season() -> None:
    units: Units = {"A": ("army41", MOSCOW), "P": ("airborne", MOSCOW)}
    game = position(units, turn=4, phase="rail-soviet", chit="")
    assert refused(game, f"rail A {MOSCOW}") == ("same-hex", "3.7")
    assert refused(position(units), f"rail A {GORKI}") == ("no-travel", "3.7")
    rooted = position({"G": ("inf_div", BERLIN)}, turn=40, phase="rail-axis", chit="")
    rooted._w.mark(Immobility, rooted._w.by_id["G"], rooted=True)
    assert refused(rooted, "rail G W1827") == ("rooted", "8.13")


def test_closed_countries_are_closed_to_trains_ships_and_parachutes() -> None:
    finns: dict[str, Any] = {"turn": 4, "phase": "rail-soviet", "chit": "", "options": {"finns": "on"}}
    finns["control"] = {"soviet": ["W4701", "E1001"]}
    game = position({"P": ("airborne", "W4702")}, **finns)
    assert refused(game, "drop P W4701") == ("closed-country", "8.8")
    balkans = position({"B": ("bul_army", ODESSA)}, turn=41, phase="rail-soviet", chit="")
    assert refused(balkans, f"rail B {KIEV}") == ("closed-country", "8.8")
    odessa = position({"R": ("rifle_div", ODESSA)}, turn=1, phase="rail-soviet", chit="")
    assert refused(odessa, f"sail R {SEVASTOPOL}") == ("closed-country", "8.8")


def test_a_port_in_an_enemy_zone_is_closed_to_guns_without_company() -> None:
    beside = around(ODESSA)[0]
    units: Units = {"g": ("art_corps", ODESSA), "k": ("inf_corps", beside)}
    game = position(units, turn=20, phase="rail-soviet", chit="")
    assert refused(game, f"sail g {SEVASTOPOL}") == ("port-closed", "3.8")


def test_air_units_change_base_in_their_phase() -> None:
    units: Units = {"A": ("ger_air4", "W2725")}
    assert refused(position(units), f"base A {BERLIN}") == ("no-bases-now", "6.4")
    assert refused(position(units, phase="air-axis", chit=""), "base A W2725") == ("same-hex", "6.4")


# -- building up (8) ------------------------------------------------------------------------------


def test_reinforcements_in_the_wrong_phase_box_or_place() -> None:
    units: Units = {"g": ("inf_corps", "[arrived]"), "h": ("inf_corps", "[dead]"), "s": ("army41", "[arrived]")}
    assert refused(position(units), f"enter g {BERLIN}") == ("no-entry", "8.1")
    game = position(units, phase="build-axis", chit="")
    assert refused(game, f"enter h {BERLIN}") == ("not-waiting", "8.1")
    assert refused(game, f"enter g {MOSCOW}") == ("no-door", "8.1")
    soviet = position(units, phase="build-soviet", chit="")
    assert refused(soviet, f"enter s {BERLIN}") == ("no-door", "8.2")


def test_what_goes_to_the_reserve_and_comes_from_it() -> None:
    units: Units = {"z": ("zhukov", MOSCOW), "a": ("army41", MOSCOW), "A": ("sov_air2", MOSCOW)}
    assert refused(position(units), "store a") == ("no-storing", "8.7")
    game = position(units, turn=13, phase="build-soviet", chit="")
    assert refused(game, "store z") == ("never-stored", "8.7")
    entry = position(units, turn=13, phase="entry-soviet", chit="SU_ST")
    assert refused(entry, f"enter a {MOSCOW}") == ("not-in-reserve", "8.7")


def test_replacements_for_the_right_unit_in_the_right_phase() -> None:
    units: Units = {"k": ("inf_corps", BERLIN), "d": ("inf_corps", "[dead]")}
    assert refused(position(units, reduced=["k"]), "refit k") == ("no-building", "8.3")
    game = position(units, phase="build-axis", chit="")
    game._w.mark(Replacements, game._w.table, infantry=4)
    assert refused(game, "refit k") == ("full-strength", "8.3")
    assert refused(game, "rebuild d 2") == ("no-such-side", "8.3")


def test_in_the_first_winter_only_units_in_cities_are_built_up() -> None:
    units: Units = {"k": ("inf_corps", BERLIN), "l": ("inf_corps", "W1122")}
    game = position(units, turn=9, phase="build-axis", chit="", reduced=["k", "l"])
    game._w.mark(Replacements, game._w.table, infantry=4)
    assert texts(game, "refit") == ["refit k"]
    assert refused(game, "refit l") == ("no-supply", "4.4")


@pytest.mark.parametrize(
    ("turn", "units", "order", "reason"),
    [
        (25, {"p": ("panzer41", BERLIN)}, "convert p guards", "no-such-change"),
        (21, {"p": ("panzer41", BERLIN)}, "convert p panzer43", "wrong-turn"),
        (40, {"p": ("panzer43", BERLIN)}, "split p", "not-a-corps"),
    ],
)
def test_axis_conversions_that_are_none(turn: int, units: Units, order: str, reason: str) -> None:
    assert refused(position(units, turn=turn, phase="build-axis", chit=""), order) == (reason, "8.5")


def test_a_corps_needs_counters_to_be_divided() -> None:
    game = position({"k": ("inf_corps", BERLIN)}, turn=40, phase="build-axis", chit="")
    for unit in game._w.units:
        if unit.place.box == "mint":
            game._w.mark(Place, unit, box="gone")
    assert refused(game, "split k") == ("no-divisions", "8.5")


def test_soviet_conversions_that_are_none() -> None:
    units: Units = {"m": ("mech41", MOSCOW), "a": ("army41", MOSCOW), "k": ("cav_corps", "[mint]")}
    early = position(units, turn=7, phase="build-soviet", chit="")
    assert refused(early, "convert m factors") == ("not-given-up", "8.5")
    game = position(units, turn=12, phase="build-soviet", chit="")
    assert refused(game, f"merge a {MOSCOW}") == ("in-play", "8.5")
    assert refused(game, f"merge k {MOSCOW}") == ("never-formed", "8.5")
    assert refused(position(units, turn=12), f"merge a {MOSCOW}") == ("no-forming", "8.5")


def test_nobody_is_called_away_out_of_turn() -> None:
    game = position({"p": ("panzer41", BERLIN)}, turn=13, phase="build-axis", chit="")
    assert refused(game, "recall p") == ("not-recalled", "8.6")


def test_works_and_forts_where_and_when() -> None:
    game = position({}, turn=3)
    assert refused(game, f"build works {KIEV}") == ("no-building", "8.13")
    assert refused(game, f"build fort {BERLIN}") == ("no-building", "8.13")
    soviet = position({}, turn=3, phase="build-soviet", chit="")
    scorekeeping.add(soviet._w, "works-hand", 1)
    assert refused(soviet, f"build works {BERLIN}") == ("not-a-city", "8.13")
    do(soviet, f"build works {KIEV}")
    axis = position({"k": ("inf_corps", BERLIN)}, turn=20, phase="build-axis", chit="")
    assert refused(axis, f"build weak_fort {BERLIN}") == ("no-forts", "8.13")
