"""Chapters 8.1, 8.2, 8.6 and 8.7: reinforcements, the STAVKA reserve, withdrawals."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Side
from ecs.core.components import Clock, Flags, Replacements, Steps, Tallies, Withdrawals
from ecs.rulesets.dark_valley.campaign import arrivals, withdrawals
from ecs.rulesets.dark_valley.data.components import ChitInPlay
from ecs.rulesets.dark_valley.ground import railways
from ecs.systems import scorekeeping
from tests.ecs.rules_tdv.stage import do, load_dice, position, texts, where, why
from tests.ecs.staging import enter

KIEV, MOSCOW, INSTERBURG, BERLIN = "W4731", "E2314", "W3018", "W1121"


def spots(game: Any, unit: str) -> set[str]:
    """Hexes by which a unit may come in now."""
    return {line.split()[2] for line in texts(game, "enter") if line.split()[1] == unit}


def places(game: Any, *nations: str) -> set[str]:
    return {h.label for h in game.board.hexes if h.place and h.nation in nations}


def test_german_units_come_in_by_towns_of_germany_and_poland() -> None:
    game = position({"L.K": ("inf_corps", "[arrived]")}, phase="build-axis")
    found = spots(game, "L.K")
    assert {BERLIN, INSTERBURG, "W2725"} <= found
    assert found <= places(game, "GER", "POL")


def test_a_place_in_an_enemy_zone_takes_no_german_reinforcement() -> None:
    beside = "W3118"
    game = position({"L.K": ("inf_corps", "[arrived]"), "X.A": ("army41", beside)}, phase="build-axis")
    near = {game.board.hexes[j].label for j in game.board.neighbours[game.board.by_label[beside]]}
    assert INSTERBURG in near
    assert INSTERBURG not in spots(game, "L.K")


def test_a_working_depot_takes_german_reinforcements() -> None:
    working = position({"L.K": ("inf_corps", "[arrived]"), "D": ("depot", "W3326")}, phase="build-axis")
    assert _live(working, "D") and "W3326" in spots(working, "L.K")
    cut_off = position({"L.K": ("inf_corps", "[arrived]"), "D": ("depot", "W4121")}, phase="build-axis")
    assert not _live(cut_off, "D") and "W4121" not in spots(cut_off, "L.K")


def _live(game: Any, name: str) -> bool:

    return railways.is_live(game._w, game._w.by_id[name])


@pytest.mark.parametrize(
    ("kind", "doors"),
    [
        ("rum_corps", {"W3650", "W4042"}),
        ("hun_corps", {"W2039", "W2836"}),
        ("slo_div", {"W2836"}),
        ("fin_corps", set()),
    ],
)
def test_allies_come_in_at_home(kind: str, doors: set[str]) -> None:
    game = position({"ally": (kind, "[arrived]")}, phase="build-axis")
    assert spots(game, "ally") == doors


def test_italians_come_in_at_przemysl_once_it_is_taken() -> None:
    units = {"ally": ("ita_corps", "[arrived]")}
    assert not spots(position(units, phase="build-axis"), "ally")
    game = position(units, phase="build-axis", control={"axis": ["W3033"]})
    assert spots(game, "ally") == {"W3033"}


def test_reinforcements_of_the_turn_and_rebuilt_units_arrive() -> None:
    units = {"a": ("inf_corps", "[turn:2]"), "b": ("inf_corps", "[new]"), "c": ("inf_corps", "[turn:3]")}
    game = position(units, phase="build-axis")
    enter(game)
    assert (where(game, "a"), where(game, "b"), where(game, "c")) == ("arrived", "arrived", "turn:3")


def test_of_units_just_alike_one_is_offered() -> None:
    game = position({"a": ("inf_corps", "[arrived]"), "b": ("inf_corps", "[arrived]")}, phase="build-axis")
    assert spots(game, "a")
    assert not spots(game, "b")
    assert why(game, f"enter b {BERLIN}") == "alike"


def test_soviet_units_come_in_by_cities_two_a_turn_and_city() -> None:
    units = dict.fromkeys(("a", "b", "c"), ("army41", "[arrived]"))
    game = position(units, phase="build-soviet")
    assert {KIEV, MOSCOW} <= spots(game, "a")
    do(game, f"enter a {KIEV}", f"enter b {KIEV}")
    assert KIEV not in spots(game, "c")
    assert MOSCOW in spots(game, "c")
    assert why(game, f"enter c {KIEV}") == "city-full"


def test_a_city_without_communications_takes_nobody() -> None:
    board = position({}).board
    ring = [board.hexes[j].label for j in board.neighbours[board.by_label[KIEV]]]
    panzers = {f"p{n}": ("panzer41", spot) for n, spot in enumerate(ring)}
    game = position({"a": ("army41", "[arrived]"), **panzers}, phase="build-soviet")
    found = spots(game, "a")
    assert MOSCOW in found and KIEV not in found


def test_soviet_armies_are_raised_in_the_soviet_union_only() -> None:
    game = position({"a": ("army41", "[arrived]"), "b": ("tank_corps", "W3650")}, phase="build-soviet")
    bucharest = game.board.by_label["W3650"]
    assert game.view(Side.SOVIET).control[bucharest] is Side.SOVIET
    assert "W3650" not in spots(game, "a")


def test_far_eastern_units_come_in_by_the_cities_of_the_east() -> None:
    game = position({"fe": ("rifle_corps_fe", "[arrived]")}, turn=7, phase="build-soviet")
    assert spots(game, "fe") == {"E2314", "E3511", "E2708", "E4325"}


def test_headquarters_come_in_by_any_soviet_city_uncounted() -> None:
    game = position(
        {"Zhukov": ("zhukov", "[arrived]"), "STAVKA": ("stavka", "[arrived]"), "a": ("army41", "[arrived]")},
        turn=3,
        phase="build-soviet",
    )
    do(game, f"enter Zhukov {KIEV}", f"enter STAVKA {KIEV}", f"enter a {KIEV}")
    assert where(game, "Zhukov") == where(game, "STAVKA") == KIEV


def test_the_bulgarian_army_comes_in_by_romania_south_of_row_44() -> None:
    units = {"bul": ("bul_army", "[arrived]")}
    assert not spots(position(units, turn=41, phase="build-soviet"), "bul")
    board = position({}).board
    south = [h.label for h in board.hexes if h.nation == "ROM" or h.index in board.regions["OMD"]]
    found = spots(position(units, turn=41, phase="build-soviet", control={"soviet": south}), "bul")
    assert found == {"W3650", "W3648", "W4350", "W4146", "W3546"}


# -- the reserve --------------------------------------------------------------------------------------


def test_soviet_reinforcements_may_go_to_the_reserve() -> None:
    game = position({"a": ("army41", "[arrived]")}, phase="build-soviet")
    do(game, "store a")
    assert where(game, "a") == "reserve"


def test_unplaced_units_go_to_the_reserve_when_the_phase_ends() -> None:
    game = position({"a": ("army41", "[arrived]"), "Zhukov": ("zhukov", "[arrived]")}, phase="build-soviet")
    do(game, "end")
    assert where(game, "a") == "reserve"
    assert where(game, "Zhukov") == "arrived"


def test_units_return_to_the_reserve_from_cities_after_turn_10_three_a_turn() -> None:
    cities = {"a": MOSCOW, "b": "E3511", "c": "E2708", "d": "E4325"}
    units = {name: ("army41", spot) for name, spot in cities.items()}
    early = position(units, turn=9, phase="build-soviet")
    assert not texts(early, "store")
    assert why(early, "store a") == "too-early"
    game = position({**units, "e": ("army41", "E2424")}, turn=10, phase="build-soviet")
    assert why(game, "store e") == "not-in-city"
    do(game, "store a", "store b", "store c")
    assert why(game, "store d") == "enough-back"


@pytest.mark.parametrize(("turn", "more"), [(7, 0), (8, 2), (19, 2), (20, 4), (31, 4)])
def test_stavka_commits_two_dice_of_units_and_more_by_year(turn: int, more: int, monkeypatch: Any) -> None:
    game = position({"STAVKA": ("stavka", MOSCOW)}, turn=turn, phase="entry-soviet", chit="SU_ST")
    load_dice(monkeypatch, 3, 4)
    arrivals.open_entry(game._w)
    assert game._w[ChitInPlay].quota == 7 + more


def test_stavka_commits_everybody_from_1944_on() -> None:
    units = {f"a{n}": ("army42", "[reserve]") for n in range(20)}
    game = position({"STAVKA": ("stavka", MOSCOW), **units}, turn=32, phase="entry-soviet", chit="SU_ST")
    arrivals.open_entry(game._w)
    assert game._w[ChitInPlay].quota == 20


def test_the_reserve_comes_on_near_stavka_or_zhukov() -> None:
    units = {"STAVKA": ("stavka", MOSCOW), "Zhukov": ("zhukov", KIEV), "a": ("army41", "[reserve]")}
    game = position({**units, "b": ("army41", "[reserve]")}, turn=4, phase="entry-soviet", chit="SU_ST")
    game._w.mark(ChitInPlay, game._w.table, quota=1)
    board, found = game.board, spots(game, "a")
    by_distance = {spot: board.distance(board.by_label[spot], board.by_label[MOSCOW]) for spot in found}
    near_kiev = {s for s in found if board.distance(board.by_label[s], board.by_label[KIEV]) <= 3}
    assert near_kiev and all(d <= 6 or s in near_kiev for s, d in by_distance.items())
    assert max(d for s, d in by_distance.items() if s not in near_kiev) == 6
    do(game, f"enter a {KIEV}")
    assert not spots(game, "b")
    assert why(game, f"enter b {MOSCOW}") == "quota-spent"


# -- withdrawals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "unit"), [(7, "II.Air:ger_air4"), (14, "Pz10:panzer41")])
def test_8_6_a_withdrawal_with_one_candidate_is_made_and_told(turn: int, unit: str) -> None:
    name, _, kind = unit.partition(":")
    units = {name: (kind, "W2725"), "VIII.Air": ("ger_air8", "W2725"), "Pz8": ("panzer41", "W2725")}
    game = position(units, turn=turn, phase="build-axis")
    withdrawals.open_turn(game._w)
    assert where(game, name) == "withdrawn" and not texts(game, "recall") and "end" in texts(game)
    told = next(e for e in game._w.events if "leaves the front" in e.text)
    assert told.rule == "8.6" and told.where == ("W2725",)


def test_for_a_lost_unit_the_only_other_one_of_its_class_goes() -> None:
    units = {"Pz6": ("panzer41", "[dead]"), "Pz7": ("panzer41", BERLIN), "Pz8": ("panzer41", BERLIN)}
    game = position(units, turn=14, phase="build-axis")
    withdrawals.open_turn(game._w)
    assert [where(game, name) for name in units] == ["dead", "withdrawn", "withdrawn"]


def test_for_a_lost_unit_one_of_its_class_goes_and_the_owner_says_which() -> None:
    units = {"Pz6": ("panzer41", "[dead]"), "Pz7": ("panzer41", BERLIN)}
    units |= dict.fromkeys(("Pz8", "Pz9"), ("panzer41", BERLIN))
    game = position(units, turn=14, phase="build-axis")
    withdrawals.open_turn(game._w)
    assert game._w[Withdrawals].orders == ("for:Pz6",) and where(game, "Pz7") == "withdrawn"
    assert why(game, "recall Pz6") == "not-recalled" and why(game, "end") == "must-withdraw"
    do(game, "recall Pz8")
    assert "end" in texts(game) and where(game, "Pz9") == BERLIN


def test_what_goes_in_place_of_another_comes_back_in_its_place() -> None:
    units = {"Pz6": ("panzer41", BERLIN), "Pz8": ("panzer41", BERLIN)}
    game = position(units, turn=14, phase="build-axis", supply={"Pz6": 1})
    w = game._w
    withdrawals.open_turn(w)
    assert where(game, "Pz8") == "withdrawn"
    w.mark(Clock, w.table, turn=19)
    withdrawals.open_turn(w)
    assert (where(game, "Pz6"), where(game, "Pz8")) == (BERLIN, "arrived")
    assert not any(word.startswith("for:") for word in w[Flags].flags)


def test_for_each_division_there_is_not_two_infantry_steps_go() -> None:
    game = position({"a": ("inf_div", BERLIN)}, turn=24, phase="build-axis")
    game._w.mark(Replacements, game._w.table, infantry=5)
    withdrawals.open_turn(game._w)
    assert (game._w[Withdrawals].orders, game._w[Replacements].infantry) == ((), 1)
    assert where(game, "a") == "withdrawn"


def test_8_6_the_deputy_comes_back_in_the_place_of_a_dead_division() -> None:
    units = {"Pz24": ("panzer43", "[dead]"), "Pz14": ("panzer43", BERLIN)}
    game = position(units, turn=27, phase="build-axis")
    w = game._w
    withdrawals.open_turn(w)
    assert where(game, "Pz14") == "withdrawn", "the only candidate goes unasked"
    w.mark(Clock, w.table, turn=30)
    withdrawals.open_turn(w)
    assert (where(game, "Pz24"), where(game, "Pz14")) == ("dead", "arrived")


def test_the_leibstandarte_is_back_in_february_1945() -> None:
    names = {"SS-LAH": "[withdrawn]", "SS-9": "[withdrawn]", "SS-10": "[withdrawn]", "SS-DR": "[dead]"}
    units = {name: ("ss_panzer", box) for name, box in names.items()}
    game = position({**units, "SS-HJ": ("ss_panzer", "[turn:45]")}, turn=45, phase="build-axis")
    enter(game)
    assert {where(game, name) for name in (*names, "SS-HJ")} == {"arrived"}


def test_for_a_class_that_is_lost_two_infantry_steps_go() -> None:
    game = position({"Pz6": ("panzer41", "[dead]")}, turn=14, phase="build-axis")
    game._w.mark(Replacements, game._w.table, infantry=3)
    withdrawals.open_turn(game._w)
    assert (game._w[Withdrawals].orders, game._w[Replacements].infantry) == ((), 1)


@pytest.mark.parametrize("state", [1, 2])
def test_a_unit_without_a_line_of_supply_cannot_leave(state: int) -> None:
    game = position({"Pz6": ("panzer41", BERLIN)}, turn=14, phase="build-axis", supply={"Pz6": state})
    withdrawals.open_turn(game._w)
    assert not texts(game, "recall")


def test_divisions_of_the_owners_choice_go() -> None:
    units = dict.fromkeys(("a", "b"), ("inf_div", BERLIN)) | dict.fromkeys(("c", "d"), ("weak_div", INSTERBURG))
    game = position(units, turn=24, phase="build-axis")
    withdrawals.open_turn(game._w)
    assert len(texts(game, "recall")) == 4
    do(game, "recall a", "recall c", "recall d")
    assert not texts(game, "recall")


def test_withdrawn_units_come_back_as_the_calendar_says() -> None:
    units = {
        "SS-LAH": ("ss_mot", "[withdrawn]"),
        "SS-DR": ("ss_mot", "[dead]"),
        "SS-T": ("ss_mot", "[withdrawn]"),
    }
    game = position(units, turn=20, phase="build-axis")
    withdrawals.open_turn(game._w)
    assert (where(game, "SS-LAH"), where(game, "SS-DR"), where(game, "SS-T")) == ("arrived", "arrived", "withdrawn")
    assert game._w.by_id["SS-LAH"][Steps].grade == "ss_panzer"


def test_the_fifth_air_corps_comes_back_stronger() -> None:
    game = position({"V.Air": ("ger_air2", "[withdrawn]")}, turn=13, phase="build-axis")
    withdrawals.open_turn(game._w)
    assert game._w.by_id["V.Air"][Steps].grade == "ger_air4"


def test_lost_panzer_divisions_are_raised_anew_or_steps_come_instead() -> None:
    lost = position({"Pz14": ("panzer43", "[dead]"), "Pz16": ("panzer43", BERLIN)}, turn=28, phase="build-axis")
    withdrawals.open_turn(lost._w)
    assert (where(lost, "Pz14"), lost._w[Replacements].panzer) == ("arrived", 0)
    whole = position({"Pz14": ("panzer43", BERLIN)}, turn=28, phase="build-axis")
    withdrawals.open_turn(whole._w)
    assert whole._w[Replacements].panzer == 2


def test_counts_of_a_turn_are_forgotten() -> None:
    game = position({}, phase="build-axis")
    scorekeeping.add(game._w, "turn-x", 2)
    scorekeeping.add(game._w, "fort")
    scorekeeping.new_turn(game._w)
    assert game._w[Tallies].tally == (("fort", 1),)
