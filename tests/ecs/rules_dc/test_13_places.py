"""Chapter 13: cities, fortresses and German fortifications."""

from __future__ import annotations

import pytest

from ecs import Game, Side
from ecs.core.components import Garrison
from ecs.rulesets.darkest_crusade.campaign.replacements import begin_turn
from ecs.rulesets.darkest_crusade.data.components import Strength
from tests.ecs.rules_dc.ground import asked, begin, control, defence
from tests.ecs.staging import do, is_disrupted, load_dice, stage, texts, where, why

MP = pytest.MonkeyPatch


@pytest.mark.parametrize(
    ("base", "target", "fire"),
    [
        ("G6", "G7", {"Smolensk, victory city": 1}),
        ("H8", "H9", {"Moscow, victory city": 1}),
        ("O5", "O4", {"Sevastopol itself": 2}),
        ("G2", "G3", {"Brest-Litovsk, fortress": 1}),
    ],
)
def test_undefended_victory_cities_and_fortresses_fire_by_themselves(base: str, target: str, fire: object) -> None:
    game = stage("A2a-attack", {base: ["4.A"]})
    assert defence(game, target, "4.A") == fire


def test_a_major_city_has_no_fire_of_its_own() -> None:
    game = stage("A2a-attack", {"I1": ["4.A"], "I2": ["6.Mech"]})
    assert defence(game, "I2", "4.A") == {"6.Mech": 1}


def test_the_fire_of_a_place_goes_on_when_all_its_defenders_are_disrupted() -> None:
    game = stage("A2a-attack", {"G6": ["4.A"], "G7": ["8.A"]}, disrupted=["8.A"])
    assert defence(game, "G7", "4.A") == {"Smolensk, victory city": 1}


def test_a_place_fires_for_whoever_holds_it() -> None:
    game = stage("B2a-attack", {"G6": ["6.Mech"], "G7": ["4.A"]})
    assert defence(game, "G7", "6.Mech", side=Side.SOVIET) == {"4.A": 3, "Smolensk, victory city": 1}


@pytest.mark.parametrize(("base", "target"), [("G6", "G7"), ("H8", "H9"), ("N5", "O4"), ("G2", "G3")])
def test_undefended_victory_cities_and_fortresses_have_to_be_attacked(base: str, target: str) -> None:
    assert why(stage("A2a-move", {base: ["4.A"]}), f"move 4.A {target}") == "must-attack"
    assert why(stage("A2a-attack", {base: ["4.A"]}), f"attack 4.A {target} 1") == ""


def test_an_undefended_major_city_or_town_is_entered_like_any_hex() -> None:
    game = stage("A2a-move", {"J8": ["4.A"], "J7": ["9.A"]})
    do(game, "move 4.A K8", "move 9.A K6")
    assert control(game, "K8") is Side.AXIS and control(game, "K6") is Side.AXIS


def test_there_is_nothing_to_attack_in_an_undefended_major_city_or_town() -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J7": ["9.A"]})
    assert why(game, "attack 4.A K8 1") == "nothing-there"
    assert why(game, "attack 9.A K6 1") == "nothing-there"


def test_an_undefended_victory_city_falls_to_one_hit(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"G6": ["4.A"]})
    load_dice(monkeypatch, 5, 6)
    begin(game, "G7", "4.A")
    do(game, "fire 0", "advance 4.A G7")
    assert control(game, "G7") is Side.AXIS


def test_moscow_falls_to_two_hits_in_one_round_and_not_to_one_in_each_of_two(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"H8": ["4.A"]})
    load_dice(monkeypatch, 5, 6, 5, 6)
    begin(game, "H9", "4.A")
    do(game, "fire 0", "fire 0")
    assert asked(game) == "" and control(game, "H9") is Side.SOVIET
    game = stage("A2a-attack", {"H8": ["4.A"]})
    load_dice(monkeypatch, 3, 6)
    begin(game, "H9", "4.A")
    do(game, "fire 0", "advance 4.A H9")
    assert control(game, "H9") is Side.AXIS


def test_moscow_held_by_the_axis_falls_to_one_hit(monkeypatch: MP) -> None:
    game = stage("B2a-attack", {"H10": ["16.A"]}, control={"axis": ["H9"]})
    load_dice(monkeypatch, 4, 6)
    begin(game, "H9", "16.A")
    do(game, "fire 0", "advance 16.A H9")
    assert control(game, "H9") is Side.SOVIET


def test_a_place_takes_only_the_hits_left_over_when_its_last_defender_is_dead(monkeypatch: MP) -> None:
    for die, taken in ((3, False), (1, True)):  # 2 hits kill the army, the third takes the city
        game = stage("A2a-attack", {"G6": ["4.A"], "G7": ["8.A"]})
        load_dice(monkeypatch, die, 6)
        begin(game, "G7", "4.A")
        do(game, "fire 0")
        assert where(game, "8.A") == "pool"
        assert (asked(game) == "advance") is taken


def test_a_city_whose_defenders_have_retreated_still_has_to_be_hit(monkeypatch: MP) -> None:
    for target in ("G7", "K8"):
        base, exit_hex = {"G7": ("G6", "H8"), "K8": ("J8", "L8")}[target]
        game = stage("A2a-attack", {base: ["4.A"], target: ["8.A"]})
        load_dice(monkeypatch, 6, 6, 5, 6)
        begin(game, target, "4.A")
        do(game, "fire 0", f"retreat 8.A {exit_hex}")
        assert asked(game) == "fire"
        do(game, "fire 0")
        assert asked(game) == "advance"


def test_an_open_hex_is_cleared_when_its_defenders_have_retreated(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["8.A"]})
    load_dice(monkeypatch, 6, 6)
    begin(game, "J9", "4.A")
    do(game, "fire 0", "retreat 8.A J10")
    assert asked(game) == "advance"


def test_a_defended_major_city_takes_one_hit_more_than_its_defenders(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "K8": ["8.A"]})
    load_dice(monkeypatch, 3, 6)
    begin(game, "K8", "4.A")
    do(game, "fire 0")
    assert where(game, "8.A") == "pool" and asked(game) == "fire"


def test_a_major_city_defended_in_this_player_turn_cannot_be_walked_into_later_in_it() -> None:
    game = stage("A2d-move", {"J8": ["3.PzGr"]})
    game._w.mark(Garrison, game._w.hexes[game.board.by_label["K8"]], garrisoned=True)
    assert why(game, "move 3.PzGr K8") == "must-attack"


def test_who_garrisons_what_is_noted_anew_in_each_player_turn() -> None:
    game = stage("A1", {"K8": ["8.A"], "D5": ["18.A"]})
    ground = {label: game._w.by_hex(Garrison)[game.board.by_label[label]] for label in ("K8", "D5")}
    begin_turn(game._w)
    assert ground["K8"].garrisoned and not ground["D5"].garrisoned
    game = stage("B1", {"K8": ["8.A"], "D5": ["18.A"]})
    ground = {label: game._w.by_hex(Garrison)[game.board.by_label[label]] for label in ("K8", "D5")}
    begin_turn(game._w)
    assert ground["D5"].garrisoned and not ground["K8"].garrisoned


# -- German fortification ---------------------------------------------------------------------------


def strong(game: Game, unit: str) -> bool:
    return game._w.by_id[unit][Strength].strong


def test_an_undisrupted_german_army_may_fortify_and_then_does_nothing_else() -> None:
    game = stage("A1", {"F3": ["4.A", "9.A"]}, turn=4)
    do(game, "fortify 4.A", "end")
    assert strong(game, "4.A") and why(game, "move 4.A F4") == "spent"


@pytest.mark.parametrize("unit", ["3.PzGr", "40.PzKps", "3.RumA", "KarelianA"])
def test_only_german_armies_fortify(unit: str) -> None:
    assert why(stage("A1", {"F3": [unit]}), f"fortify {unit}") == "no-fortifying"


def test_a_disrupted_army_does_not_fortify() -> None:
    assert why(stage("A1", {"F3": ["4.A"]}, disrupted=["4.A"]), "fortify 4.A") == "no-fortifying"


def test_an_army_that_sails_does_not_fortify(monkeypatch: MP) -> None:
    game = stage("A1", {"D4": ["18.A"], "D3": ["9.A"]})
    load_dice(monkeypatch, 6)
    do(game, "sail 18.A D3")
    assert why(game, "fortify 18.A") == "no-fortifying" and why(game, "fortify 9.A") == ""


def test_an_army_that_fortifies_does_not_sail() -> None:
    game = stage("A1", {"D4": ["18.A"], "F3": ["4.A"]})
    do(game, "fortify 18.A")
    assert why(game, "sail 18.A D3") == "not-ready"


def test_a_fortification_absorbs_one_hit_and_is_gone(monkeypatch: MP) -> None:
    game = stage("B2a-attack", {"J8": ["4.A"], "J9": ["16.A"]}, strong=["4.A"])
    load_dice(monkeypatch, 3, 6)
    begin(game, "J8", "16.A")
    do(game, "fire 0")
    assert not strong(game, "4.A") and not is_disrupted(game, "4.A")


def test_a_fortified_army_survives_as_many_hits_as_its_factor_and_one(monkeypatch: MP) -> None:
    game = stage("B2a-attack", {"J8": ["4.A"], "J9": ["16.A", "1.GdsK", "33.A"]}, strong=["4.A"])
    load_dice(monkeypatch, 1, 6)
    begin(game, "J8", "16.A", "1.GdsK", "33.A")
    do(game, "fire 0")
    assert where(game, "4.A") == "J8" and is_disrupted(game, "4.A") and not strong(game, "4.A")


def test_a_fortified_army_that_moves_gives_its_fortification_up() -> None:
    game = stage("A2a-move", {"F3": ["4.A"]}, strong=["4.A"])
    do(game, "move 4.A F4")
    assert not strong(game, "4.A")


def test_a_fortified_army_that_attacks_gives_its_fortification_up() -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["8.A"]}, strong=["4.A"])
    begin(game, "J9", "4.A")
    assert not strong(game, "4.A")


def test_a_fortification_lasts_until_it_is_given_up_or_destroyed() -> None:
    game = stage("A1", {"F3": ["4.A"]}, strong=["4.A"])
    do(game, "end", "end")
    assert strong(game, "4.A")
    assert "fortify 4.A" not in texts(stage("A1", {"F3": ["4.A"]}, strong=["4.A"]))
