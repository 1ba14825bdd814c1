"""Chapter 12: what terrain, rivers and the Stalin Line add to the defenders' fire."""

from __future__ import annotations

import pytest

from ecs import Side
from ecs.rulesets.darkest_crusade.combat.battle import salvos
from tests.ecs.rules_dc.ground import defence
from tests.ecs.staging import do, load_dice, stage

RIVER = "behind a river"
LINE = "Stalin Line"


@pytest.mark.parametrize(
    ("terrain", "base", "target"),
    [("hills", "H2", "I2"), ("forest", "F3", "F4"), ("swamp", "H3", "H4")],
)
def test_one_infantry_unit_or_more_in_hills_forest_and_swamp_adds_one(terrain: str, base: str, target: str) -> None:
    game = stage("A2a-attack", {base: ["4.A"], target: ["8.A", "3.A"]})
    assert defence(game, target, "4.A")[f"infantry in {terrain}"] == 1


def test_mechanised_units_alone_have_nothing_of_the_terrain() -> None:
    game = stage("A2a-attack", {"F3": ["4.A"], "F4": ["6.Mech", "11.Mech"]})
    assert defence(game, "F4", "4.A") == {"6.Mech": 1, "11.Mech": 1}


def test_a_disrupted_unit_still_lets_its_hex_use_the_terrain() -> None:
    game = stage("A2a-attack", {"F3": ["4.A"], "F4": ["8.A"]}, disrupted=["8.A"])
    assert defence(game, "F4", "4.A") == {"infantry in forest": 1}


def test_shock_armies_count_as_infantry() -> None:
    game = stage("A2a-attack", {"F3": ["4.A"], "F4": ["1.Shock"]})
    assert defence(game, "F4", "4.A")["infantry in forest"] == 1


@pytest.mark.parametrize(("units", "points"), [(["8.A"], 1), (["8.A", "3.A"], 2), (["8.A", "3.A", "5.A"], 2)])
def test_mountains_add_one_for_each_infantry_unit_and_two_at_most(units: list[str], points: int) -> None:
    game = stage("A2a-attack", {"P7": ["4.A"], "Q7": units})
    assert defence(game, "Q7", "4.A")["infantry in mountain"] == points


def test_clear_terrain_adds_nothing() -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["8.A"]})
    assert defence(game, "J9", "4.A") == {"8.A": 1}


def test_a_frozen_swamp_adds_nothing() -> None:
    game = stage("A2a-attack", {"H3": ["4.A"], "H4": ["8.A"]}, weather="Snow")
    assert "infantry in swamp" not in defence(game, "H4", "4.A")


def test_axis_infantry_has_the_terrain_too() -> None:
    game = stage("B2a-attack", {"H9": ["8.A", "7.Mech"], "H8": ["4.A"]})
    assert defence(game, "H8", "8.A", "7.Mech", side=Side.SOVIET)["infantry in forest"] == 1


def test_each_river_side_attacked_across_adds_one() -> None:
    game = stage("A2a-attack", {"E3": ["9.A"], "F4": ["4.A"], "E4": ["8.A", "3.A"]})
    assert defence(game, "E4", "9.A")[RIVER] == 1
    assert defence(game, "E4", "9.A", "4.A")[RIVER] == 2


def test_each_river_point_is_matched_by_a_unit_in_the_hex() -> None:
    game = stage("A2a-attack", {"E3": ["9.A"], "F4": ["4.A"], "E4": ["8.A"]})
    assert defence(game, "E4", "9.A", "4.A")[RIVER] == 1


def test_a_river_gives_nothing_if_more_than_half_the_factors_attack_over_dry_sides() -> None:
    game = stage("A2a-attack", {"E3": ["9.A"], "D4": ["18.A", "3.PzGr"], "E4": ["8.A"]})
    assert RIVER not in defence(game, "E4", "9.A", "18.A", "3.PzGr")


def test_a_river_still_counts_if_just_half_the_factors_attack_over_dry_sides() -> None:
    game = stage("A2a-attack", {"E3": ["9.A"], "D4": ["18.A"], "E4": ["8.A"]})
    assert defence(game, "E4", "9.A", "18.A")[RIVER] == 1


def test_a_frozen_river_adds_nothing() -> None:
    game = stage("A2a-attack", {"E3": ["9.A"], "E4": ["8.A"]}, weather="Snow")
    assert RIVER not in defence(game, "E4", "9.A")


def test_german_attacks_across_the_stalin_line_add_one_a_side() -> None:
    game = stage("A2a-attack", {"F5": ["9.A"], "G4": ["4.A"], "G5": ["8.A", "3.A"]})
    assert defence(game, "G5", "9.A")[LINE] == 1
    assert defence(game, "G5", "9.A", "4.A")[LINE] == 2


def test_each_point_of_the_stalin_line_is_matched_by_an_infantry_unit() -> None:
    game = stage("A2a-attack", {"F5": ["9.A"], "G4": ["4.A"], "G5": ["8.A", "6.Mech"]})
    assert defence(game, "G5", "9.A", "4.A")[LINE] == 1
    game = stage("A2a-attack", {"F5": ["9.A"], "G5": ["6.Mech"]})
    assert LINE not in defence(game, "G5", "9.A")


def test_the_stalin_line_works_only_from_the_west() -> None:
    game = stage("A2a-attack", {"G5": ["9.A"], "F5": ["8.A"]})
    assert LINE not in defence(game, "F5", "9.A")


def test_the_stalin_line_does_not_help_the_axis() -> None:
    game = stage("B2a-attack", {"F5": ["6.Mech"], "G5": ["4.A"]})
    assert LINE not in defence(game, "G5", "6.Mech", side=Side.SOVIET)


def test_rumanian_attacks_do_not_meet_the_stalin_line() -> None:
    game = stage("A2a-attack", {"K3": ["3.RumA"], "J4": ["8.A"]})
    assert LINE not in defence(game, "J4", "3.RumA")


def test_terrain_river_and_line_add_up() -> None:
    game = stage("A2a-attack", {"E6": ["9.A"], "F6": ["8.A", "3.A"]})
    assert defence(game, "F6", "9.A") == {"8.A": 1, "3.A": 1, "infantry in forest": 1, RIVER: 1, LINE: 1}


def test_bonuses_are_worked_out_from_the_hexes_still_attacking(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stage("A2a-attack", {"E3": ["9.A"], "F4": ["4.A"], "E4": ["8.A", "3.A", "5.A"]})
    load_dice(monkeypatch, 6, 4)
    do(game, "attack 9.A E4 1", "attack 4.A E4 1", "end", "resolve E4 1")
    assert salvos(game._w)[1].strength == 5
    do(game, "fire 0", "hit 8.A", "hit 4.A", "hit 4.A", "done")
    assert salvos(game._w)[1].strength == 3
