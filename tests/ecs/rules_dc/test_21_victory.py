"""Chapter 21: victory."""

from __future__ import annotations

import pytest

from ecs import Game, Side
from ecs.core.components import Verdict
from ecs.rulesets.darkest_crusade.campaign.victory import axis_points
from ecs.rulesets.darkest_crusade.sequence import PHASES
from tests.ecs.rules_dc.ground import SOVIETS, ring
from tests.ecs.staging import do, enter, load_dice, stage, why

AXIS, SOVIET = Side.AXIS, Side.SOVIET
POINTS = {"F2": 1, "B7": 1, "C8": 1, "H9": 2, "G7": 1, "J5": 1, "L7": 1, "N8": 1, "O4": 1, "N10": 1}


def at(phase: str, turn: int, taken: list[str], **more: object) -> Game:
    """Run a victory check with these cities taken by the Axis; it begins with Warsaw, Helsinki, Rumania: 3."""
    game = stage(phase, turn=turn, control={"axis": taken}, **more)  # type: ignore[arg-type]
    enter(game)
    return game


def level(game: Game) -> str:
    return str(game._w[Verdict].result)


def test_ten_cities_and_rumania_are_worth_twelve_points() -> None:
    game = stage("B5")
    lines = {line.hexes[0]: line.points for line in game.view(AXIS).score if len(line.hexes) == 1}
    assert lines == POINTS
    assert sum(line.points for line in game.view(AXIS).score) == 12
    (rumania,) = [line for line in game.view(AXIS).score if len(line.hexes) > 1]
    assert set(rumania.hexes) == {"K1", "K2", "L1", "L2", "M1", "M2"} and rumania.points == 1


def test_the_axis_begins_with_three_points() -> None:
    assert axis_points(stage("B5")._w) == 3


def test_moscow_counts_two() -> None:
    assert axis_points(stage("B5", control={"axis": ["H9"]})._w) == 5


def test_rumania_counts_only_while_every_hex_of_it_is_axis() -> None:
    assert axis_points(stage("B5", control={"soviet": ["M2"]})._w) == 2


def test_a_city_out_of_supply_does_not_count() -> None:
    # the ring of Soviet units cuts Kharkov off
    game = stage("B5", {"L7": ["16.A(G)"], **ring("L7", SOVIETS)})
    assert axis_points(game._w) == 3
    (line,) = [x for x in game.view(AXIS).score if x.hexes == ("L7",)]
    assert line.holder is AXIS and line.counts_for is None and line.note == "out of supply"


EIGHT = ["G7", "J5", "L7", "N8", "C8"]
SEVEN = ["G7", "J5", "N8", "C8"]
EIGHT_WITHOUT = ["G7", "J5", "L7", "N8", "O4"]


def test_the_axis_wins_with_eight_points_and_leningrad_moscow_or_stalingrad() -> None:
    for key in (["C8", "L7"], ["H9"], ["N10", "L7"]):
        assert level(at("B5", 5, ["G7", "J5", "N8", *key])) == "axis-win"


def test_seven_points_do_not_win() -> None:
    assert level(at("B5", 5, SEVEN)) == ""


def test_eight_points_without_leningrad_moscow_and_stalingrad_do_not_win() -> None:
    assert level(at("B5", 5, EIGHT_WITHOUT)) == ""


@pytest.mark.parametrize(("turn", "won"), [(1, True), (7, True), (8, False)])
def test_the_axis_wins_in_1941_only(turn: int, won: bool) -> None:
    assert (level(at("B5", turn, EIGHT)) == "axis-win") is won


def test_the_key_city_must_be_in_supply() -> None:
    # eight points in supply, Leningrad held but cut off
    cut_off = {"C8": ["16.A(G)"], "B8": ["8.A"], "B9": ["3.A"], "C7": ["10.A"], "C9": ["5.A"]}
    units = {**cut_off, "D8": ["13.A"], "D9": ["21.A"]}
    game = stage("B5", units, turn=5, control={"axis": [*EIGHT_WITHOUT, "L6"], "soviet": ["D3"]})
    assert axis_points(game._w) == 8
    enter(game)
    assert level(game) == ""


def test_no_win_is_declared_before_the_german_victory_phase() -> None:
    assert level(at("A3", 5, EIGHT)) == ""


def test_the_soviets_win_in_the_axis_turn_of_february_if_the_axis_has_six_points_or_fewer() -> None:
    assert level(at("A4", 9, ["G7", "J5", "L7"])) == "soviet-win"
    assert level(at("A4", 9, ["G7", "J5", "L7", "N8"])) == ""


def test_the_soviet_check_is_made_in_february_only() -> None:
    (check,) = [p for p in PHASES if p.id == "A4"]
    assert check.when is not None
    assert not check.when(stage("A4", turn=8)._w) and check.when(stage("A4", turn=9)._w)


def test_the_last_soviet_turn_counts_too() -> None:
    assert level(at("B5", 9, ["G7", "J5", "L7"])) == "soviet-win"


def test_seven_points_at_the_end_are_a_draw() -> None:
    game = at("B5", 9, ["G7", "J5", "L7", "N8"])
    assert level(game) == "draw" and game.result is not None and game.result.winner is None


@pytest.mark.parametrize("taken", [EIGHT, EIGHT_WITHOUT])
def test_eight_points_and_more_in_february_are_a_draw_too(taken: list[str]) -> None:
    assert level(at("B5", 9, taken)) == "draw"


@pytest.mark.parametrize("key", ["F2", "M1"])
@pytest.mark.parametrize("turn", [1, 5, 9])
def test_warsaw_or_m1_held_in_supply_is_a_smashing_soviet_victory(key: str, turn: int) -> None:
    road = {"F2": ["F2", "F3", "F4"], "M1": ["M1", "M2", "L3"]}[key]
    names = ["8.A", "3.A", "10.A"]
    game = stage("B5", {spot: [name] for spot, name in zip(road, names, strict=True)}, turn=turn)
    enter(game)
    assert level(game) == "soviet-smashing"
    assert game.result is not None and game.result.level == "smashing" and game.result.winner is SOVIET


def test_warsaw_held_out_of_supply_is_none() -> None:
    germans = {"E2": ["18.A"], "F3": ["9.A"], "G1": ["4.A"], "G2": ["6.A"]}
    game = stage("B5", {"F2": ["8.A"], **germans}, turn=5)
    enter(game)
    assert level(game) == ""


def test_the_siberian_gamble_lost_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stage("B1", turn=4)
    load_dice(monkeypatch, 3)
    do(game, "call")
    assert game.over and level(game) == "axis-gamble" and game.legal() == ()


@pytest.mark.parametrize(
    ("turn", "taken", "expected"),
    [
        (5, ["G7", "J5", "C8"], "axis-win"),  # six points
        (5, ["G7", "C8"], ""),  # five
        (9, ["G7", "J5"], "draw"),  # five
        (9, ["G7"], "soviet-win"),  # four
    ],
)
def test_under_the_secret_set_up_all_thresholds_are_two_lower(turn: int, taken: list[str], expected: str) -> None:
    assert level(at("B5", turn, taken, options={"secret_setup": "on"})) == expected


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    game = at("B5", 5, EIGHT)
    assert game.over and game.to_act is None and why(game, "end") == "game-over"
