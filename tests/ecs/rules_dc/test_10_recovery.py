"""Chapter 10: Disruption and recovery."""

from __future__ import annotations

import pytest

from ecs import Side
from tests.ecs.rules_dc.ground import GERMANS, SOVIETS, begin, ring
from tests.ecs.staging import do, enter, is_disrupted, load_dice, stage, why

MP = pytest.MonkeyPatch


def test_german_units_in_supply_recover_at_the_end_of_the_axis_operations() -> None:
    game = stage("A2e", {"F3": ["4.A", "3.PzGr"]}, disrupted=["4.A", "3.PzGr"])
    enter(game)
    assert not is_disrupted(game, "4.A") and not is_disrupted(game, "3.PzGr")


def test_the_finnish_army_recovers_with_the_germans() -> None:
    game = stage("A2e", {"A8": ["KarelianA"]}, disrupted=["KarelianA"])
    enter(game)
    assert not is_disrupted(game, "KarelianA")


def test_a_german_unit_out_of_supply_does_not_recover() -> None:
    game = stage("A2e", {"K10": ["16.A(G)"], **ring("K10", SOVIETS)}, disrupted=["16.A(G)"])
    enter(game)
    assert is_disrupted(game, "16.A(G)")


def test_rumanians_and_hungarians_do_not_recover_with_the_germans() -> None:
    game = stage("A2e", {"L2": ["4.RumA"], "J2": ["HunMobKps"]}, disrupted=["4.RumA", "HunMobKps"])
    enter(game)
    assert is_disrupted(game, "4.RumA") and is_disrupted(game, "HunMobKps")


def test_white_units_and_the_16th_army_recover_at_the_end_of_the_soviet_turn() -> None:
    red = ["16.A", "1.GdsK", "1.Shock"]
    game = stage("B4", {"H10": [*red, "8.A", "12.Mech"]}, disrupted=[*red, "8.A", "12.Mech"])
    enter(game)
    assert not any(is_disrupted(game, u) for u in red)
    assert is_disrupted(game, "8.A") and is_disrupted(game, "12.Mech")


def test_black_soviet_units_not_under_attack_recover_before_the_axis_battles() -> None:
    game = stage("A2b", {"H10": ["8.A", "12.Mech", "33.A"]}, disrupted=["8.A", "12.Mech", "33.A"])
    enter(game)
    assert not any(is_disrupted(game, u) for u in ("8.A", "12.Mech", "33.A"))


def test_red_units_do_not_recover_in_the_axis_turn() -> None:
    game = stage("A2b", {"H10": ["16.A", "1.Shock"]}, disrupted=["16.A", "1.Shock"])
    enter(game)
    assert is_disrupted(game, "16.A") and is_disrupted(game, "1.Shock")


def test_a_black_unit_out_of_supply_does_not_recover_even_on_a_sustaining_city() -> None:
    game = stage("A2b", {"K8": ["21.A"], **ring("K8", GERMANS)}, disrupted=["21.A"])
    enter(game)
    assert is_disrupted(game, "21.A")


def test_a_black_unit_under_a_declared_attack_does_not_recover_before_it() -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["8.A"]}, disrupted=["8.A"])
    do(game, "attack 4.A J9 1", "end")
    assert is_disrupted(game, "8.A")


def test_a_disrupted_black_unit_attacked_but_unhurt_recovers_at_the_end_of_the_axis_battles(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["8.A"]}, disrupted=["8.A"])
    load_dice(monkeypatch, 6, 6)
    begin(game, "J9", "4.A")
    do(game, "fire 0", "done", "calloff")
    assert game.view(Side.AXIS).phase.id == "A2d-move"
    assert not is_disrupted(game, "8.A")


def test_a_black_unit_disrupted_in_the_axis_battles_does_not_recover_at_their_end(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["8.A"]})
    load_dice(monkeypatch, 5, 6)
    begin(game, "J9", "4.A")
    do(game, "fire 0", "done", "calloff")
    assert is_disrupted(game, "8.A")


def test_a_disrupted_black_unit_that_retreats_is_disrupted_anew_and_does_not_recover(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["8.A"]}, disrupted=["8.A"])
    load_dice(monkeypatch, 6, 6)
    begin(game, "J9", "4.A")
    do(game, "fire 0", "retreat 8.A J10", "done")
    assert game.view(Side.AXIS).phase.id == "A2d-move"
    assert is_disrupted(game, "8.A")


def test_rumanians_and_hungarians_not_under_attack_recover_before_the_soviet_battles() -> None:
    game = stage("B2b", {"L2": ["4.RumA"], "J2": ["HunMobKps"]}, disrupted=["4.RumA", "HunMobKps"])
    enter(game)
    assert not is_disrupted(game, "4.RumA") and not is_disrupted(game, "HunMobKps")


def test_germans_do_not_recover_in_the_soviet_turn() -> None:
    game = stage("B2b", {"F3": ["4.A"]}, disrupted=["4.A"])
    enter(game)
    assert is_disrupted(game, "4.A")


def test_a_disrupted_rumanian_attacked_but_unhurt_recovers_at_the_end_of_the_soviet_battles(monkeypatch: MP) -> None:
    game = stage("B2a-attack", {"L4": ["5.Mech"], "L3": ["3.RumA"]}, disrupted=["3.RumA"])
    load_dice(monkeypatch, 6, 6)
    begin(game, "L3", "5.Mech")
    assert is_disrupted(game, "3.RumA")
    do(game, "fire 0", "done", "calloff")
    assert not is_disrupted(game, "3.RumA")


def test_a_disrupted_unit_cannot_move() -> None:
    game = stage("A2a-move", {"F3": ["4.A"]}, disrupted=["4.A"])
    assert why(game, "move 4.A F4") == "disrupted"


def test_a_disrupted_unit_cannot_attack() -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["8.A"]}, disrupted=["4.A"])
    assert why(game, "attack 4.A J9 1") == "disrupted"


def test_a_disrupted_army_has_no_zone_of_control() -> None:
    assert not stage("A2a-move", {"J8": ["4.A"]}, disrupted=["4.A"]).zones(Side.AXIS)
    assert stage("A2a-move", {"J8": ["4.A"]}).zones(Side.AXIS)


def test_a_disrupted_defender_does_not_fire() -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["8.A"]}, disrupted=["8.A"])
    assert game.forecast(Side.AXIS, game.board.by_label["J9"], ["4.A"]).defence_strength == 0
