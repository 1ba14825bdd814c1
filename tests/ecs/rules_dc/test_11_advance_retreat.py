"""Chapter 11: advances and retreats after combat."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side
from ecs.core.components import Garrison
from ecs.rulesets.darkest_crusade.data.components import Strength
from tests.ecs.rules_dc.ground import asked, begin, control
from tests.ecs.staging import do, is_disrupted, load_dice, stage, texts, where, why

MP = pytest.MonkeyPatch


# -- advances -------------------------------------------------------------------------------------


def test_attackers_nearest_to_the_defenders_firepower_must_advance_into_the_cleared_hex(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A", "9.A"], "J9": ["8.A"]})
    load_dice(monkeypatch, 1, 6)
    begin(game, "J9", "4.A", "9.A")
    do(game, "fire 0")
    assert asked(game) == "advance"
    assert texts(game) == ["advance 4.A J9", "advance 9.A J9"]
    assert why(game, "done") == "advance-due"
    do(game, "advance 4.A J9")
    assert "done" in texts(game)


def test_the_defenders_firepower_is_that_at_the_start_of_the_battle(monkeypatch: MP) -> None:
    four = ["8.A", "11.A(R)", "3.A", "10.A"]
    game = stage("A2a-attack", {"J8": ["4.A", "3.PzGr"], "J9": four}, disrupted=four[1:])
    load_dice(monkeypatch, 1, 6)
    begin(game, "J9", "4.A", "3.PzGr")
    do(game, "fire 0")
    do(game, "advance 4.A J9")
    assert why(game, "done") == "advance-due"
    assert texts(game) == ["advance 3.PzGr J9"]


def test_more_attackers_may_advance_than_must(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A", "9.A"], "J9": ["8.A"]})
    load_dice(monkeypatch, 1, 6)
    begin(game, "J9", "4.A", "9.A")
    do(game, "fire 0", "advance 4.A J9", "advance 9.A J9")
    assert where(game, "4.A") == where(game, "9.A") == "J9"


def test_other_attackers_may_advance_into_an_empty_hex_next_to_both_their_own_and_the_cleared_one(
    monkeypatch: MP,
) -> None:
    game = stage("A2a-attack", {"J8": ["4.A", "9.A"], "J9": ["8.A"]})
    load_dice(monkeypatch, 1, 6)
    begin(game, "J9", "4.A", "9.A")
    do(game, "fire 0", "advance 4.A J9")
    assert texts(game, "advance") == ["advance 9.A I8", "advance 9.A J9", "advance 9.A K8"]
    assert why(game, "advance 9.A J10") == "advance-where"
    do(game, "advance 9.A K8")
    assert control(game, "K8") is Side.AXIS


def test_an_advance_beside_the_cleared_hex_does_not_take_an_undefended_victory_city(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"G8": ["4.A", "9.A"], "H8": ["8.A"]})
    load_dice(monkeypatch, 1, 6)
    begin(game, "H8", "4.A", "9.A")
    do(game, "fire 0", "advance 4.A H8")
    assert texts(game, "advance") == ["advance 9.A H8"]


def test_an_advance_is_voluntary_when_the_defenders_have_retreated(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A", "9.A"], "J9": ["8.A"]})
    load_dice(monkeypatch, 6, 6)
    begin(game, "J9", "4.A", "9.A")
    do(game, "fire 0", "retreat 8.A J10")
    assert asked(game) == "advance" and "done" in texts(game)


def test_disrupted_attackers_stay_where_they_are(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A", "9.A"], "J9": ["8.A"]})
    load_dice(monkeypatch, 1, 1)
    begin(game, "J9", "4.A", "9.A")
    do(game, "fire 0", "hit 9.A")
    assert is_disrupted(game, "9.A")
    assert why(game, "advance 9.A J9") == "not-an-attacker"
    do(game, "advance 4.A J9")
    assert where(game, "9.A") == "J8"


def test_defenders_never_advance(monkeypatch: MP) -> None:
    game = stage("B2a-attack", {"J8": ["4.A"], "J9": ["5.Mech"]})
    load_dice(monkeypatch, 6, 1)
    begin(game, "J8", "5.Mech")
    do(game, "fire 0")
    assert where(game, "5.Mech") == "pool"
    assert asked(game) == "retreat"
    do(game, "done")
    assert asked(game) == "" and why(game, "advance 4.A J9") == "no-advance-now"


def test_a_panzer_unit_may_advance_a_second_hex_along_the_highway(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"G7": ["3.PzGr"], "G6": ["8.A"]}, control={"axis": ["G7"]})
    load_dice(monkeypatch, 1, 6)
    begin(game, "G6", "3.PzGr")
    do(game, "fire 0")
    assert texts(game, "advance") == ["advance 3.PzGr G5", "advance 3.PzGr G6"]
    do(game, "advance 3.PzGr G5")
    assert control(game, "G6") is Side.AXIS and control(game, "G5") is Side.AXIS


def test_infantry_does_not_advance_a_second_hex(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"G7": ["4.A"], "G6": ["8.A"]}, control={"axis": ["G7"]})
    load_dice(monkeypatch, 1, 6)
    begin(game, "G6", "4.A")
    do(game, "fire 0")
    assert texts(game, "advance") == ["advance 4.A G6"]


def test_the_second_hex_of_an_advance_is_free_of_the_enemy(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"G7": ["3.PzGr"], "G6": ["8.A"], "G5": ["3.A"]}, control={"axis": ["G7"]})
    load_dice(monkeypatch, 1, 6)
    begin(game, "G6", "3.PzGr")
    do(game, "fire 0")
    assert texts(game, "advance") == ["advance 3.PzGr G6"]


def test_the_unit_that_attacked_across_a_strait_may_advance_across_it(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"O5": ["4.A"], "O6": ["8.A"]})
    load_dice(monkeypatch, 1, 6)
    begin(game, "O6", "4.A")
    do(game, "fire 0", "advance 4.A O6")
    assert where(game, "4.A") == "O6"


def test_an_emplaced_army_that_advances_has_done_so_with_the_strength_it_attacked_with(monkeypatch: MP) -> None:
    game = stage("B2a-attack", {"J8": ["1.Shock", "33.A", "34.A"], "J9": ["4.A"]}, strong=["1.Shock"])
    load_dice(monkeypatch, 1, 6)
    begin(game, "J9", "1.Shock", "33.A", "34.A")
    do(game, "fire 0", "advance 1.Shock J9")
    assert "done" in texts(game)
    assert not game._w.by_id["1.Shock"][Strength].strong


def test_nobody_advances_outside_a_battle() -> None:
    game = stage("A2a-move", {"J8": ["4.A"]})
    assert why(game, "advance 4.A J9") == "no-advance-now"
    assert why(game, "done") == "nothing-open"


# -- retreats -------------------------------------------------------------------------------------


def under_fire(monkeypatch: MP, units: dict[str, list[str]], *more: str, **staging: Any) -> Game:
    """4.A in J8 attacks J9 and misses; nobody is hit."""
    game = stage("A2a-attack", {"J8": ["4.A", "9.A"], **units}, **staging)
    load_dice(monkeypatch, *[6] * 8)
    do(game, "attack 4.A J9 1", *more, "end", "resolve J9 1", "fire 0")
    return game


def test_defenders_may_retreat_one_hex_that_touches_no_hex_the_attack_came_from(monkeypatch: MP) -> None:
    game = under_fire(monkeypatch, {"J9": ["8.A"]})
    assert texts(game, "retreat") == ["retreat 8.A I9", "retreat 8.A J10", "retreat 8.A K9"]
    assert why(game, "retreat 8.A I8") == "retreat-closed"
    assert why(game, "retreat 8.A J11") == "retreat-one-hex"


def test_a_retreat_is_voluntary(monkeypatch: MP) -> None:
    game = under_fire(monkeypatch, {"J9": ["8.A"]})
    do(game, "done")
    assert where(game, "8.A") == "J9" and asked(game) == "fire"


def test_a_retreated_unit_becomes_disrupted(monkeypatch: MP) -> None:
    game = under_fire(monkeypatch, {"J9": ["8.A", "3.A"]})
    do(game, "retreat 8.A J10")
    assert is_disrupted(game, "8.A") and not is_disrupted(game, "3.A")


def test_a_disrupted_defender_may_retreat_and_stays_disrupted(monkeypatch: MP) -> None:
    game = under_fire(monkeypatch, {"J9": ["8.A"]}, disrupted=["8.A"])
    do(game, "retreat 8.A J10")
    assert is_disrupted(game, "8.A") and where(game, "8.A") == "J10"


def test_a_hex_beside_the_attackers_is_open_if_friends_hold_it_who_are_not_under_attack(monkeypatch: MP) -> None:
    game = under_fire(monkeypatch, {"J9": ["8.A"], "I8": ["3.A"]})
    assert "retreat 8.A I8" in texts(game)


def test_a_hex_held_by_friends_is_closed_under_an_unresolved_attack_as_strong_as_they(monkeypatch: MP) -> None:
    game = under_fire(monkeypatch, {"J9": ["8.A"], "I8": ["3.A", "10.A", "5.A"]}, "attack 9.A I8 1")
    assert why(game, "retreat 8.A I8") == "retreat-closed"


def test_a_hex_held_by_friends_is_open_under_an_unresolved_attack_weaker_than_they(monkeypatch: MP) -> None:
    friends = ["3.A", "10.A", "5.A", "13.A"]
    game = under_fire(monkeypatch, {"J9": ["8.A"], "I8": friends}, "attack 9.A I8 1")
    do(game, "retreat 8.A I8", "done", "resolve I8 1")
    assert "8.A" in game.view(Side.AXIS).battles[0].defenders


def test_a_unit_without_an_open_hex_must_stand(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"C8": ["18.A"], "B8": ["8.A"]})
    load_dice(monkeypatch, 6, 6)
    begin(game, "B8", "18.A")
    do(game, "fire 0")
    assert asked(game) == "fire"


def test_no_retreat_goes_across_a_strait(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"O7": ["18.A"], "O6": ["8.A"]})
    load_dice(monkeypatch, 6, 6)
    begin(game, "O6", "18.A")
    do(game, "fire 0")
    assert why(game, "retreat 8.A O5") == "retreat-one-hex"
    assert texts(game, "retreat") == ["retreat 8.A P6"]


def test_no_retreat_goes_across_an_open_lake_but_one_may_across_a_frozen_one(monkeypatch: MP) -> None:
    for weather, expected in (("Good", "retreat-one-hex"), ("Snow", "")):
        game = stage("A2a-attack", {"D9": ["18.A"], "C9": ["8.A"]}, weather=weather)
        load_dice(monkeypatch, 6, 6)
        begin(game, "C9", "18.A")
        do(game, "fire 0")
        assert why(game, "retreat 8.A B9") == expected


def test_no_retreat_goes_into_a_hex_held_by_the_enemy(monkeypatch: MP) -> None:
    game = under_fire(monkeypatch, {"J9": ["8.A"], "J10": ["6.A"]})
    assert why(game, "retreat 8.A J10") == "enemy-occupied"


def test_nobody_retreats_outside_a_battle() -> None:
    assert why(stage("A2a-move", {"J9": ["8.A"]}), "retreat 8.A J10") == "no-retreat-now"


def test_defenders_may_retreat_after_the_single_round_of_a_blitzkrieg(monkeypatch: MP) -> None:
    game = stage("A2d-attack", {"J8": ["3.PzGr"], "J9": ["8.A"]})
    load_dice(monkeypatch, 6, 6)
    begin(game, "J9", "3.PzGr")
    do(game, "fire 0")
    assert asked(game) == "retreat"


def test_a_retreating_unit_takes_an_empty_enemy_town_it_ends_in(monkeypatch: MP) -> None:
    game = under_fire(monkeypatch, {"J9": ["8.A"]}, control={"axis": ["J10"]})
    do(game, "retreat 8.A J10")
    assert control(game, "J10") is Side.SOVIET


def test_a_fortified_army_that_retreats_gives_its_fortification_up(monkeypatch: MP) -> None:
    game = stage("B2a-attack", {"J8": ["4.A"], "J9": ["5.Mech"]}, strong=["4.A"])
    load_dice(monkeypatch, 6, 6)
    begin(game, "J8", "5.Mech")
    do(game, "fire 0", "retreat 4.A J7")
    assert not game._w.by_id["4.A"][Strength].strong and is_disrupted(game, "4.A")


def test_no_retreat_goes_into_the_hex_the_attack_came_from_even_if_it_is_empty_now(monkeypatch: MP) -> None:
    game = stage("B2a-attack", {"J8": ["4.A"], "J9": ["5.Mech"]})
    load_dice(monkeypatch, 6, 1)
    begin(game, "J8", "5.Mech")
    do(game, "fire 0")
    assert why(game, "retreat 4.A J9") == "retreat-closed"


def test_a_retreated_unit_counts_as_a_garrison_of_the_major_city_it_reaches(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J7": ["4.A"], "J8": ["8.A"]}, control={"axis": ["I8"]})
    load_dice(monkeypatch, 6, 6)
    begin(game, "J8", "4.A")
    do(game, "fire 0", "retreat 8.A K8", "done")
    assert game._w.by_hex(Garrison)[game.board.by_label["K8"]].garrisoned
