"""Chapter 6: how far units go, roads, straits, Blitzkrieg and Proriv, oil."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import pytest

from ecs import Game, Side, parse
from ecs.core.components import Marched, Readiness
from ecs.rulesets.darkest_crusade.data.components import Strength
from tests.ecs.rules_dc.battles import OPEN, garrison, hand_over
from tests.ecs.staging import do, stage, texts, where, why

ROAD = ("G5", "G6", "G7", "G8", "H9")


def reach(game: Game, unit: str) -> dict[str, bool]:
    """Hex label -> does the move cost the attack?"""
    return {game.board.hexes[h].label: step.bonus for h, step in game.reach(unit).items()}


def free(game: Game, unit: str) -> set[str]:
    """Hexes a unit reaches and may attack from."""
    return {label for label, bonus in reach(game, unit).items() if not bonus}


def farthest(game: Game, unit: str, bonus: bool = True) -> int:
    """Hexes to the farthest hex in reach, with or without the bonus."""
    start = game._w.by_id[unit].hex
    return max(game.board.distance(start, h) for h, s in game.reach(unit).items() if bonus or not s.bonus)


# -- allowances (6.1) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "unit", "plain", "most"),
    [
        ("A2a-move", "18.A", 1, 2),
        ("A2a-move", "1.PzGr", 1, 2),
        ("A2a-move", "40.PzKps", 1, 2),
        ("A2a-move", "3.RumA", 1, 2),
        ("A2a-move", "HunMobKps", 1, 2),
        ("B2a-move", "19.A", 1, 3),
        ("B2a-move", "16.A", 1, 3),
        ("B2a-move", "1.GdsK", 1, 3),
        ("B2a-move", "5.Mech", 2, 4),
    ],
)
def test_hexes_a_unit_moves_and_its_bonus(phase: str, unit: str, plain: int, most: int) -> None:
    game = stage(phase, {OPEN: [unit]})
    garrison(game, "K8", False)
    for label in ("L12", "H12", "N10"):
        hand_over(game, Side.AXIS if phase[0] == "A" else Side.SOVIET, label)
    assert farthest(game, unit, bonus=False) == plain
    assert farthest(game, unit) == most


def test_with_the_option_panzers_move_two_hexes() -> None:
    game = stage("A2a-move", {OPEN: ["1.PzGr", "18.A"]}, options={"panzer_op_move": "2"})
    assert farthest(game, "1.PzGr", bonus=False) == 2
    assert farthest(game, "18.A", bonus=False) == 1


def test_every_neighbour_is_one_hex_whatever_its_terrain() -> None:
    game = stage("A2a-move", {"H5": ["18.A"]})
    hand_over(game, Side.AXIS, "G5", "I5", "H6", "H4", "G4", "I4", "J5")
    near = {game.board.hexes[i].label for i in game.board.neighbours[game.board.by_label["H5"]]}
    assert near <= free(game, "18.A")


def test_a_unit_that_used_its_bonus_may_not_attack() -> None:
    game = stage("A2a-move", {OPEN: ["18.A"], "K8": ["19.A"]})
    do(game, "move 18.A J9")
    assert game._w.by_id["18.A"][Marched].moved == 2
    game = stage("A2a-attack", {"J9": ["18.A"], "K8": ["19.A"], "K9": ["16.A(G)"]})
    game._w.mark(Marched, game._w.by_id["18.A"], moved=2)
    assert why(game, "attack 18.A K8 1") == "bonus-move"
    assert why(game, "attack 16.A(G) K8 1") == ""


def test_a_unit_that_moved_without_bonus_may_attack() -> None:
    game = stage("A2a-move", {OPEN: ["18.A"], "K8": ["19.A"]})
    do(game, "move 18.A K9", "end")
    assert "attack 18.A K8 1" in texts(game)


def test_friends_may_be_passed_and_joined_without_limit() -> None:
    game = stage("A2a-move", {OPEN: ["18.A", "17.A", "6.A", "9.A"], "K9": ["4.A", "11.A", "1.PzGr", "2.PzGr"]})
    assert "K9" in reach(game, "18.A") and "J9" in reach(game, "18.A")


def test_a_hex_with_enemy_units_may_not_be_entered() -> None:
    game = stage("A2a-move", {OPEN: ["18.A"], "K9": ["19.A"]})
    assert why(game, "move 18.A K9") == "enemy-occupied"


def test_an_undefended_victory_city_or_fortress_may_not_just_be_entered() -> None:
    game = stage("A2a-move", {"M9": ["18.A"], "G2": ["17.A"]})
    assert why(game, "move 18.A N10") == "must-attack"
    assert why(game, "move 17.A G3") == "must-attack"


def test_a_major_city_undefended_in_this_turn_may_be_entered_and_one_just_abandoned_may_not() -> None:
    game = stage("A2a-move", {"K9": ["18.A"]})
    garrison(game, "K8", False)
    assert why(game, "move 18.A K8") == ""
    garrison(game, "K8", True)
    assert why(game, "move 18.A K8") == "must-attack"


def test_a_town_may_be_entered_and_changes_hands() -> None:
    game = stage("A2a-move", {"K9": ["18.A"]})
    do(game, "move 18.A J10")
    assert game._w.ground[game.board.by_label["J10"]].control is Side.AXIS


def test_hungarians_and_rumanians_are_never_in_one_hex() -> None:
    game = stage("A2a-move", {OPEN: ["3.RumA"], "K9": ["HunMobKps"]})
    assert why(game, "move 3.RumA K9") == "hun-rum"
    assert why(game, f"move HunMobKps {OPEN}") == "hun-rum"
    hun = game.board.by_label["K9"]
    assert all(hun not in step.path for step in game.reach("3.RumA").values())


def test_6_1_hungarians_enter_rumania_but_no_hex_of_the_rumanians() -> None:
    game = stage("A2a-move", {"J2": ["HunMobKps"], "K2": ["3.RumA"]})
    assert why(game, "move HunMobKps K2") == "hun-rum" and why(game, "move HunMobKps K1") == ""
    assert all(game.board.by_label["K2"] not in step.path for step in game.reach("HunMobKps").values())
    do(game, "move HunMobKps K1")
    assert why(game, "move 3.RumA K1") == "hun-rum" and why(game, "move 3.RumA L2") == ""
    for spot in sorted(game.board.regions["romania"]):
        label = game.board.hexes[spot].label
        near = {game.board.hexes[i].label for i in game.board.neighbours[spot]}
        base = min(near - {"M2", "L3", "K3"})
        assert why(stage("A2a-move", {base: ["HunMobKps"]}, control={"axis": [base]}), f"move HunMobKps {label}") == ""


def test_the_finnish_army_waits_until_july_and_keeps_to_karelia() -> None:
    assert why(stage("A2a-move", {"A8": ["KarelianA"]}, turn=1), "move KarelianA B9") == "finns-wait"
    game = stage("A2a-move", {"C9": ["KarelianA"]})
    assert why(game, "move KarelianA D9") == ""
    assert why(game, "move KarelianA D10") == "finns"


def test_with_the_option_the_finnish_army_goes_anywhere() -> None:
    game = stage("A2a-move", {"C9": ["KarelianA"]}, turn=1, options={"finns": "free"})
    assert why(game, "move KarelianA D10") == ""


def test_by_an_option_soviets_stay_out_of_rumania_until_it_has_attacked() -> None:
    units, closed = {"L3": ["9.A(R)"]}, {"rumania": "closed"}
    assert why(stage("B2a-move", units, options=closed), "move 9.A(R) L2") == "rumania-closed"
    game = stage("B2a-move", units, options=closed, rumania_open=True)
    assert why(game, "move 9.A(R) L2") == ""


# -- other refusals ------------------------------------------------------------------------------------------


def refused(phase: str, units: Mapping[str, Iterable[str]], line: str, **more: Any) -> str:
    """The reason id; checks that it comes with a sentence and a rule number."""
    refusal = stage(phase, units, **more).why_not(parse(line))
    assert refusal is not None and refusal.text.endswith(".") and refusal.rule
    return refusal.reason


def test_every_refusal_of_a_move_has_its_reason() -> None:
    here = {OPEN: ["18.A"]}
    assert refused("A2a-attack", {OPEN: ["18.A"], "K9": ["19.A"]}, "move 18.A K10") == "no-movement"
    assert refused("A2a-move", {OPEN: ["18.A"], "K9": ["19.A"]}, "move 19.A K8") == "enemy-unit"
    assert refused("A2a-move", here, "move 17.A K9") == "off-map"
    assert refused("B2a-move", {"D8": ["1.Mech"]}, "move TF-Leningrad C9") == "off-map"
    assert refused("A2a-move", here, "move 18.A K9", disrupted=["18.A"]) == "disrupted"
    assert refused("A2a-move", here, "move Nobody K9") == "no-such-unit"
    assert refused("A2a-move", here, "move 18.A Z99") == "no-such-hex"
    assert refused("A2a-move", here, f"move 18.A {OPEN}") == "same-hex"
    assert refused("A2a-move", here, "move 18.A I9") == "too-far"
    assert refused("A2a-move", {"C7": ["18.A"]}, "move 18.A B7") == "sea-between"


def test_a_unit_that_has_done_its_work_for_the_turn_does_not_move() -> None:
    game = stage("A2a-move", {OPEN: ["18.A", "17.A"]})
    game._w.mark(Readiness, game._w.by_id["18.A"], spent=True)
    assert why(game, "move 18.A K9") == "spent"
    assert why(game, "move 17.A K9") == ""


# -- the highway (6.2) ---------------------------------------------------------------------------------------


def test_the_highway_runs_from_minsk_to_moscow() -> None:
    board = stage("A2a-move").board
    index = [board.by_label[label] for label in ROAD]
    steps = {(a, b) for (a, b), kinds in board.sides.items() if "highway" in kinds}
    pairs = list(pairwise(index))
    assert steps == set(pairs) | {(b, a) for a, b in pairs}


@pytest.mark.parametrize("weather", ["Good", "Mud", "Snow"])
def test_tanks_move_two_highway_hexes_for_one(weather: str) -> None:
    game = stage("B2a-move", {"G5": ["5.Mech"]}, weather=weather)
    assert {"G6", "G7", "G8", "H9"} <= free(game, "5.Mech")


def test_panzers_move_two_highway_hexes_for_one_and_four_with_the_bonus() -> None:
    game = stage("A2a-move", {"G5": ["1.PzGr"]}, control={"axis": ROAD})
    found = reach(game, "1.PzGr")
    assert {label: found[label] for label in ROAD[1:]} == {"G6": False, "G7": False, "G8": True, "H9": True}


def test_half_a_hex_left_over_is_lost_off_the_road() -> None:
    game = stage("A2a-move", {"G5": ["1.PzGr"]}, control={"axis": ROAD})
    assert reach(game, "1.PzGr")["F7"] is True


def test_other_units_go_one_extra_hex_along_the_highway() -> None:
    game = stage("A2a-move", {"G5": ["18.A"]}, control={"axis": ROAD})
    found = reach(game, "18.A")
    assert (found["G6"], found["G7"], found["G8"], "H9" in found) == (False, False, True, False)
    soviet = reach(stage("B2a-move", {"G5": ["19.A"]}), "19.A")
    assert (soviet["G6"], soviet["G7"], soviet["G8"], soviet["H9"]) == (False, False, True, True)


def test_the_extra_hex_must_lie_on_the_highway_but_the_paid_one_need_not() -> None:
    game = stage("A2a-move", {"F6": ["18.A"]}, control={"axis": ROAD})
    found = reach(game, "18.A")
    assert found["G6"] is False and found["G7"] is False and found["G5"] is False
    assert found["H7"] is True


def test_the_bonus_hex_of_blitzkrieg_has_its_extra_highway_hex_too() -> None:
    game = stage("A2d-move", {"G5": ["18.A"]}, control={"axis": ROAD})
    assert {"G6", "G7"} <= set(reach(game, "18.A")) - free(game, "18.A")
    assert "G8" not in reach(game, "18.A")


# -- Blitzkrieg and Proriv (6.3) -------------------------------------------------------------------------------


def test_in_blitzkrieg_panzers_move_one_hex_or_two_without_attacking() -> None:
    game = stage("A2d-move", {OPEN: ["1.PzGr", "40.PzKps"]})
    for unit in ("1.PzGr", "40.PzKps"):
        assert (farthest(game, unit, bonus=False), farthest(game, unit)) == (1, 2)


@pytest.mark.parametrize("unit", ["18.A", "3.RumA", "HunMobKps"])
def test_in_blitzkrieg_other_axis_units_move_one_hex_and_do_not_attack(unit: str) -> None:
    game = stage("A2d-move", {OPEN: [unit], "J9": ["19.A"]})
    found = reach(game, unit)
    assert set(found.values()) == {True} and farthest(game, unit) == 1
    do(game, f"move {unit} K9")
    assert f"attack {unit} J9 1" not in texts(game)


def test_6_3_in_later_snow_blitzkrieg_is_for_panzers_only_who_keep_the_bonus_for_not_attacking() -> None:
    units = ["1.PzGr", "40.PzKps", "18.A", "3.RumA"]
    game = stage("A2d-move", {OPEN: units}, weather="Snow", turn=8)
    for unit in units[:2]:
        assert (farthest(game, unit, bonus=False), farthest(game, unit)) == (1, 2)
    for unit in units[2:]:
        assert why(game, f"move {unit} K9") == "no-second-move"
    game = stage("A2d-move", {OPEN: ["1.PzGr"], "K8": ["19.A"]}, weather="Snow", turn=8)
    do(game, "move 1.PzGr J9", "end")
    assert game.moment[1] != "A2d-attack" or why(game, "attack 1.PzGr K8 1") == "bonus-move"


def test_proriv_is_a_move_of_one_hex_for_white_units_and_the_16th_army() -> None:
    units = ["1.GdsK", "2.Shock", "16.A", "19.A", "5.Mech", "33.A"]
    game = stage("B2d-move", {OPEN: units}, weather="Mud")
    assert {u: farthest(game, u) for u in units[:3]} == {"1.GdsK": 1, "2.Shock": 1, "16.A": 1}
    assert {why(game, f"move {u} K9") for u in units[3:]} == {"no-second-move"}


def test_an_emplaced_shock_army_that_moves_flips_to_its_weak_side() -> None:
    game = stage("B2d-move", {OPEN: ["2.Shock", "1.GdsK"]}, strong=["2.Shock"])
    do(game, "move 2.Shock K9")
    assert not game._w.by_id["2.Shock"][Strength].strong


def test_a_fortified_army_that_moves_gives_up_its_fortification() -> None:
    game = stage("A2a-move", {OPEN: ["18.A", "17.A"]}, strong=["18.A"])
    do(game, "move 18.A K9")
    assert not game._w.by_id["18.A"][Strength].strong


# -- straits and lakes (6.4) -------------------------------------------------------------------------------------


def whole_crossings(game: Game, unit: str) -> bool:
    """Is every move between O5 and O6 one hex long?"""
    ends = {game.board.by_label["O5"], game.board.by_label["O6"]}
    return all(not ends <= set(step.path) or len(step.path) == 2 for step in game.reach(unit).values())


def test_crossing_a_strait_takes_the_whole_move_and_the_attack() -> None:
    game = stage("B2a-move", {"O5": ["19.A", "5.Mech"], "C8": ["23.A"]})
    assert reach(game, "19.A")["O6"] is True
    assert reach(game, "5.Mech")["O6"] is True
    assert reach(game, "23.A")["B8"] is True
    assert whole_crossings(game, "19.A") and whole_crossings(game, "5.Mech")


def test_a_strait_is_crossed_only_from_the_hex_beside_it() -> None:
    game = stage("B2a-move", {"N5": ["5.Mech"]})
    assert "O5" in reach(game, "5.Mech")
    assert whole_crossings(game, "5.Mech")
    assert why(stage("B2a-move", {"N5": ["19.A"]}), "move 19.A O6") == "too-far"


def test_an_open_lake_is_like_a_strait_and_a_frozen_one_like_land() -> None:
    assert reach(stage("B2a-move", {"C6": ["19.A"]}), "19.A")["D7"] is True
    assert reach(stage("B2a-move", {"C6": ["19.A"]}, weather="Snow"), "19.A")["D7"] is False


def test_nobody_moves_between_helsinki_and_kronshtat() -> None:
    game = stage("B2a-move", {"B8": ["23.A"]}, control={"soviet": ["B7"]})
    assert why(game, "move 23.A B7") == "sea-between"


# -- oil (6.5) -----------------------------------------------------------------------------------------------------


RUMANIA = ["K1", "K2", "L1", "L2", "M1", "M2"]
BRISK = {"panzer_op_move": "2"}


def test_an_axis_without_rumania_loses_the_double_rate_of_its_panzers_on_the_highway() -> None:
    game = stage("A2a-move", {"G5": ["1.PzGr"]}, control={"axis": ROAD, "soviet": RUMANIA})
    found = reach(game, "1.PzGr")
    assert (found["G6"], found["G7"], "G8" in found) == (False, True, False)


def test_an_axis_without_rumania_moves_its_panzers_one_hex_whatever_the_option() -> None:
    game = stage("A2a-move", {OPEN: ["1.PzGr"]}, control={"soviet": RUMANIA}, options=BRISK)
    assert (farthest(game, "1.PzGr", bonus=False), farthest(game, "1.PzGr")) == (1, 2)


@pytest.mark.parametrize("kept", RUMANIA)
def test_6_5_the_axis_has_its_oil_while_it_holds_one_hex_of_rumania(kept: str) -> None:
    lost = {"soviet": [spot for spot in RUMANIA if spot != kept]}
    assert farthest(stage("A2a-move", {OPEN: ["1.PzGr"]}, control=lost, options=BRISK), "1.PzGr", bonus=False) == 2
    one = {**BRISK, "axis_oil": "any"}
    game = stage("A2a-move", {OPEN: ["1.PzGr"]}, control={"soviet": [kept]}, options=one)
    assert farthest(game, "1.PzGr", bonus=False) == 1
    assert farthest(stage("A2a-move", {OPEN: ["1.PzGr"]}, options=one), "1.PzGr", bonus=False) == 2


def test_soviets_without_grozny_move_their_tanks_one_hex() -> None:
    game = stage("B2a-move", {OPEN: ["5.Mech", "19.A"]}, control={"axis": ["R10"]})
    assert (farthest(game, "5.Mech", bonus=False), farthest(game, "5.Mech")) == (1, 3)
    assert farthest(game, "19.A", bonus=False) == 1


def test_a_move_is_told_with_its_path() -> None:
    game = stage("A2a-move", {OPEN: ["18.A", "17.A"]})
    do(game, "move 18.A J9")
    assert where(game, "18.A") == "J9"
    (event,) = [e for e in game.log[-1].events if type(e).__name__ == "Moved"]
    assert event.path[0] == OPEN and event.path[-1] == "J9" and len(event.path) == 3  # type: ignore[attr-defined]
