"""Chapter 19: the first turn."""

from __future__ import annotations

import pytest

from ecs import Side, new_game
from ecs.core.components import Garrison
from ecs.rulesets.darkest_crusade.combat.battle import salvos
from ecs.rulesets.darkest_crusade.combat.fire import surprise
from ecs.rulesets.darkest_crusade.data.components import Borders
from tests.ecs.rules_dc.ground import asked, begin, control, defence
from tests.ecs.staging import do, load_dice, stage, texts, where, why

MP = pytest.MonkeyPatch
RIVER = "behind a river"


def test_german_units_may_attack_once_before_anybody_moves() -> None:
    game = new_game("barbarossa-1941")
    do(game, "end")
    assert game.view(Side.AXIS).phase.id == "A2a0-attack"
    assert "attack 4.A F4 1" in texts(game)


def test_the_extra_attack_is_for_the_first_turn_only() -> None:
    game = stage("A1", {"F3": ["4.A"], "F4": ["8.A"]}, turn=2)
    do(game, "end")
    assert game.view(Side.AXIS).phase.id == "A2a-move"


def test_only_germans_make_the_extra_attack() -> None:
    game = stage("A2a0-attack", {"J2": ["HunMobKps"], "I2": ["8.A"]}, turn=1)
    assert why(game, "attack HunMobKps I2 1") == "germans-only"


def test_the_extra_attack_has_two_rounds(monkeypatch: MP) -> None:
    game = stage("A2a0-attack", {"F3": ["4.A"], "F4": ["8.A"]}, turn=1)
    load_dice(monkeypatch, 6, 6)
    begin(game, "F4", "4.A")
    do(game, "fire 0", "done")
    assert asked(game) == "fire"


def test_a_unit_disrupted_in_the_extra_attack_neither_moves_nor_attacks_again(monkeypatch: MP) -> None:
    game = stage("A2a0-attack", {"F3": ["4.A", "9.A"], "F4": ["8.A", "6.Mech"]}, turn=1)
    load_dice(monkeypatch, 6, 3)
    begin(game, "F4", "4.A")
    do(game, "fire 0", "done", "calloff")
    assert game.view(Side.AXIS).phase.id == "A2a-move"
    assert why(game, "move 4.A F2") == "disrupted"
    do(game, "end")
    assert why(game, "attack 4.A F4 1") == "disrupted" and why(game, "attack 9.A F4 1") == ""


def test_a_unit_that_advanced_undisrupted_moves_and_attacks_normally(monkeypatch: MP) -> None:
    game = stage("A2a0-attack", {"F3": ["4.A"], "F4": ["8.A"], "G5": ["3.A"]}, turn=1)
    load_dice(monkeypatch, 1, 6)
    begin(game, "F4", "4.A")
    do(game, "fire 0", "advance 4.A F4", "move 4.A G4", "end")
    assert why(game, "attack 4.A G5 1") == ""


EACH = {"first_turn_river_mode": "per_attack"}


def test_by_an_option_each_first_turn_attack_ignores_one_river_side() -> None:
    units = {"E3": ["9.A"], "F4": ["4.A"], "E4": ["8.A", "3.A"]}
    assert RIVER not in defence(stage("A2a-attack", units, turn=1, options=EACH), "E4", "9.A")
    assert defence(stage("A2a-attack", units, turn=1, options=EACH), "E4", "9.A", "4.A")[RIVER] == 1
    assert defence(stage("A2a-attack", units, turn=2, options=EACH), "E4", "9.A", "4.A")[RIVER] == 2


def test_soviet_attacks_never_ignore_a_river() -> None:
    game = stage("B2a-attack", {"E4": ["3.Mech"], "E3": ["9.A"]}, turn=1)
    assert defence(game, "E3", "3.Mech", side=Side.SOVIET)[RIVER] == 1


def test_19_the_germans_ignore_a_single_river_side_in_the_whole_turn() -> None:
    units = {"E3": ["9.A"], "E4": ["8.A"], "F3": ["4.A"], "F2": ["6.A"], "G2": ["17.A"], "G3": ["3.A"]}
    game = stage("A2a-attack", units, turn=1)
    assert defence(game, "E4", "9.A")[RIVER] == defence(game, "G3", "17.A")[RIVER] == 1
    do(game, "attack 9.A E4 1", "attack 17.A G3 1", "end", "resolve E4 1")
    assert "ford" in texts(game)
    do(game, "ford")
    assert why(game, "ford") == "no-ford"
    assert salvos(game._w)[1].strength == 1
    do(game, "fire 0")
    while game.view(Side.AXIS).battles and "resolve G3 1" not in texts(game):
        do(game, next(line for line in texts(game) if not line.startswith("fire")))
    do(game, "resolve G3 1")
    assert why(game, "ford") == "no-ford" and salvos(game._w)[1].strength == 3


def test_19_the_river_side_is_for_germans_on_turn_1_before_the_first_round(monkeypatch: MP) -> None:
    units = {"H2": ["HunMobKps", "17.A"], "H3": ["8.A"]}
    for turn, names, may in ((1, ["HunMobKps"], False), (1, ["17.A"], True), (2, ["17.A"], False)):
        game = stage("A2a-attack", units, turn=turn)
        noted = [note.rule for note in game.forecast(Side.AXIS, game.board.by_label["H3"], names).notes]
        load_dice(monkeypatch, 6, 6)
        begin(game, "H3", *names)
        assert ("ford" in texts(game)) is may and ("19" in noted) is may
        do(game, "fire 0", "done")
        assert "ford" not in texts(game) and texts(game, "fire")


def test_no_axis_attack_comes_out_of_rumania_on_the_first_turn() -> None:
    units = {"K2": ["11.A"], "K3": ["8.A"], "F3": ["4.A"], "F4": ["3.A"]}
    assert why(stage("A2a-attack", units, turn=1), "attack 11.A K3 1") == "rumania-quiet"
    assert why(stage("A2a0-attack", units, turn=1), "attack 11.A K3 1") == "rumania-quiet"
    assert why(stage("A2a-attack", units, turn=2), "attack 11.A K3 1") == ""


def test_9_2_19_the_soviets_may_enter_an_empty_rumania_before_it_has_attacked() -> None:
    units = {"K3": ["12.Mech"], "L3": ["2.Mech"], "L2": ["4.RumA"]}
    game = stage("B2a-move", units, turn=5)
    assert why(game, "move 12.Mech K2") == "" and why(game, "move 12.Mech L2") == "enemy-occupied"
    do(game, "move 12.Mech K2", "move 2.Mech M2")
    assert control(game, "K2") is Side.SOVIET
    game = stage("B2a-attack", {"K2": ["12.Mech"], "M2": ["2.Mech"], "L2": ["4.RumA"]}, turn=5)
    assert why(game, "attack 12.Mech L2 1") == why(game, "attack 2.Mech L2 1") == "rumania-closed"
    closed = stage("B2a-move", units, turn=5, options={"rumania": "closed"})
    assert why(closed, "move 12.Mech K2") == why(closed, "move 2.Mech M2") == "rumania-closed"


def test_9_2_19_an_empty_city_in_rumania_is_no_axis_unit() -> None:
    game = stage("B2a-attack", {"M2": ["2.Mech"]})
    game._w.mark(Garrison, game._w.hexes[game.board.by_label["M1"]], garrisoned=True)
    assert why(game, "attack 2.Mech M1 1") == ""


def test_9_2_19_soviets_in_rumania_that_are_attacked_out_of_it_may_strike_back(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"L1": ["4.RumA"], "L2": ["2.Mech"]}, turn=2)
    load_dice(monkeypatch, 6, 6)
    begin(game, "L2", "4.RumA")
    assert game._w[Borders].rumania_open


def test_soviets_attacked_out_of_rumania_may_strike_back_by_default() -> None:
    assert new_game("barbarossa-1941").options["rumania"] == "spared"


def test_soviets_do_not_attack_into_rumania_until_an_axis_attack_has_come_out_of_it(monkeypatch: MP) -> None:
    units = {"K2": ["11.A"], "K3": ["6.Mech"]}
    assert why(stage("B2a-attack", units), "attack 6.Mech K2 1") == "rumania-closed"
    game = stage("A2a-attack", units, turn=2)
    load_dice(monkeypatch, 6, 6)
    begin(game, "K3", "11.A")
    assert game._w[Borders].rumania_open
    assert why(stage("B2a-attack", units, rumania_open=True), "attack 6.Mech K2 1") == ""


def test_an_attack_from_elsewhere_does_not_open_rumania() -> None:
    game = stage("A2a-attack", {"J2": ["4.A"], "J3": ["8.A"]}, turn=2)
    begin(game, "J3", "4.A")
    assert not game._w[Borders].rumania_open


def test_all_units_start_undisrupted_and_in_supply() -> None:
    game = new_game("barbarossa-1941")
    units = [u for u in game.view(Side.AXIS).units if u.hex >= 0]
    assert units and not any(u.disrupted or not u.supplied for u in units)
    assert where(game, "16.A") == "J5"


def test_the_finnish_army_waits_until_july() -> None:
    units = {"A8": ["KarelianA"], "B9": ["8.A"]}
    assert why(stage("A2a-move", units, turn=1), "move KarelianA A9") == "finns-wait"
    assert why(stage("A2a-attack", units, turn=1), "attack KarelianA B9 1") == "finns-wait"
    assert why(stage("A2a-move", units, turn=2), "move KarelianA A9") == ""
    assert why(stage("A2a-move", units, turn=1, options={"finns": "free"}), "move KarelianA A9") == ""


def test_an_attack_without_germans_does_not_ignore_the_river() -> None:
    game = stage("A2a-attack", {"I1": ["HunMobKps"], "H2": ["17.A"], "I2": ["6.A(R)"]}, turn=1, options=EACH)
    w = game._w
    german, hungarian = w.by_id["17.A"], w.by_id["HunMobKps"]
    assert surprise(w, [german]) and surprise(w, [hungarian, german])
    assert not surprise(w, [hungarian])
