"""Chapter 15: supply, and what becomes of the isolated."""

from __future__ import annotations

import pytest

from ecs import Game, Side
from ecs.core.components import Disruption, SupplyState
from ecs.rulesets.darkest_crusade.ground.supply import sustains
from tests.ecs.rules_dc.ground import GERMANS, SOVIETS, asked, control, ring, supplied
from tests.ecs.staging import do, enter, stage, texts, where, why

MP = pytest.MonkeyPatch
AXIS, SOVIET = Side.AXIS, Side.SOVIET


def flag(game: Game, unit: str) -> bool:
    return game._w.by_id[unit][SupplyState].supplied


# -- tracing --------------------------------------------------------------------------------------


def test_a_unit_joined_to_its_own_map_edge_by_hexes_nearer_to_its_side_is_in_supply() -> None:
    game = stage("A3", {"F4": ["4.A"], "H8": ["8.A"]})
    assert supplied(game, AXIS, "F4") and supplied(game, SOVIET, "H8")


def test_a_surrounded_unit_is_out_of_supply() -> None:
    assert not supplied(stage("A3", {"K10": ["16.A(G)"], **ring("K10", SOVIETS)}), AXIS, "K10")
    assert not supplied(stage("B3", {"K10": ["21.A"], **ring("K10", GERMANS)}), SOVIET, "K10")


def test_a_hex_as_near_to_the_enemy_as_to_friends_serves_neither() -> None:
    game = stage("B3", {"J8": ["40.PzKps"], "J10": ["8.A"]})
    assert not supplied(game, AXIS, "J9") and not supplied(game, SOVIET, "J9")


def test_victory_and_major_cities_and_fortresses_guard_a_line_and_towns_do_not() -> None:
    # a German beside both K8 (Voronezh, a major city) and I8 (Orel, a town)
    game = stage("B3", {"J8": ["3.PzGr"]})
    assert supplied(game, SOVIET, "K8") and not supplied(game, SOVIET, "I8")


def test_an_empty_hex_next_to_a_german_army_serves_as_a_line_even_beside_a_soviet_unit() -> None:
    # J9 lies between 4.A in J8 and 8.A in J10
    game = stage("A3", {"J8": ["4.A"], "J10": ["8.A"]})
    assert supplied(game, AXIS, "J9") and not supplied(game, SOVIET, "J9")


def test_a_clear_empty_hex_next_to_a_panzergruppe_serves_as_a_line_and_a_forest_one_does_not() -> None:
    game = stage("A3", {"G7": ["3.PzGr"], "G9": ["8.A"]}, control={"axis": ["G7"]})
    assert not supplied(game, AXIS, "G8")  # forest
    game = stage("A3", {"J8": ["3.PzGr"], "J10": ["8.A"]})
    assert supplied(game, AXIS, "J9")


@pytest.mark.parametrize("unit", ["40.PzKps", "3.RumA", "HunMobKps", "KarelianA"])
def test_only_german_armies_and_panzergruppen_screen_a_line(unit: str) -> None:
    assert not supplied(stage("A3", {"J8": [unit], "J10": ["8.A"]}), AXIS, "J9")


@pytest.mark.parametrize("unit", ["4.A", "3.PzGr"])
def test_15_1_a_disrupted_german_unit_still_screens_a_line_but_by_an_option_it_does_not(unit: str) -> None:
    units, ready = {"J8": [unit], "J10": ["8.A"]}, {"supply_screen": "ready"}
    assert supplied(stage("A3", units, disrupted=[unit]), AXIS, "J9")
    assert not supplied(stage("A3", units, disrupted=[unit], options=ready), AXIS, "J9")
    assert supplied(stage("A3", units, options=ready), AXIS, "J9")


def test_15_1_a_line_is_screened_in_forest_by_a_disrupted_army_only_and_over_no_strait() -> None:
    for unit, screened in (("4.A", True), ("3.PzGr", False)):
        game = stage("A3", {"G7": [unit], "G9": ["8.A"]}, control={"axis": ["G7"]}, disrupted=[unit])
        assert supplied(game, AXIS, "G8") is screened
    kerch = {"O5": ["18.A"], "P7": ["8.A"]}
    game = stage("A3", kerch, control={"axis": ["N5", "O4"]}, disrupted=["18.A"])
    assert not supplied(game, AXIS, "O6")


def test_the_edge_itself_must_be_in_friendly_hands() -> None:
    edges = ["A7", "D3", "E2", "F2", "G1", "H1", "I1", "J1", "K1", "L1", "M1"]
    game = stage("A3", {"F4": ["4.A"]}, control={"soviet": edges})
    assert not game.supply(AXIS)


def test_the_southern_edge_supplies_the_soviets_too() -> None:
    edges = ["D12", "E12", "F12", "G12", "H12", "I12", "J12", "K12", "L12", "M12", "N12", "O12", "P12", "Q11"]
    game = stage("B3", {"R8": ["8.A"]}, control={"axis": edges})
    assert supplied(game, SOVIET, "R8")


def test_the_finnish_army_is_supplied_through_finland() -> None:
    game = stage("A3", {"B9": ["KarelianA"]})
    assert supplied(game, AXIS, "B9") and supplied(game, AXIS, "B7")


def test_supply_crosses_the_straits_of_kronshtat_and_kerch() -> None:
    game = stage("B3", {"B8": ["8.A"]})
    assert supplied(game, SOVIET, "B8")
    game = stage("A3", {"B8": ["18.A"], "C8": ["21.A"]}, control={"axis": ["B7"]})
    assert supplied(game, AXIS, "B8")  # from Helsinki over B7/B8
    game = stage("A3", {"O5": ["18.A"], "O6": ["9.A"]}, control={"axis": ["N5", "O4"]})
    assert supplied(game, AXIS, "O6")


def test_supply_does_not_cross_the_sea_between_other_hexes() -> None:
    # N6 and O5 face each other across the Sea of Azov; Perekop is cut
    units = {"O5": ["18.A"], "O4": ["9.A"], "N5": ["8.A"], "O6": ["3.A"], "N6": ["4.A"]}
    assert not supplied(stage("A3", units, control={"soviet": ["M2"]}), AXIS, "O5")


# -- supply by sea --------------------------------------------------------------------------------


def test_a_port_on_a_friendly_sea_is_supplied_from_another_that_is_joined_to_the_edge() -> None:
    besieged = {"M3": ["8.A"], "M4": ["18.A"], "L4": ["9.A"], "L3": ["4.A"], "M2": ["11.A"]}
    assert supplied(stage("B3", besieged), SOVIET, "M3")


def test_no_supply_comes_over_a_sea_the_enemy_controls() -> None:
    besieged = {"M3": ["8.A"], "M4": ["18.A"], "L4": ["9.A"], "L3": ["4.A"], "M2": ["11.A"], "O4": ["6.A"]}
    assert not supplied(stage("B3", besieged), SOVIET, "M3")


def test_no_supply_comes_by_sea_if_no_other_port_is_joined_to_the_edge() -> None:
    besieged = {"M3": ["8.A"], "M4": ["18.A"], "L4": ["9.A"], "L3": ["4.A"], "M2": ["11.A"]}
    crimea = {"N5": ["6.A"], "O5": ["17.A"]}
    others = {"axis": ["O6", "P6", "Q6", "R7"]}
    assert not supplied(stage("B3", {**besieged, **crimea}, control=others), SOVIET, "M3")


def test_the_baltic_carries_axis_supply_while_koenigsberg_is_german() -> None:
    units = {"D5": ["18.A"], "D6": ["8.A"], "E5": ["3.A"], "E4": ["10.A"], "D4": ["5.A"]}
    assert supplied(stage("A3", units), AXIS, "D5")
    assert not supplied(stage("A3", {**units, "D3": ["21.A"]}), AXIS, "D5")


# -- flags and starvation --------------------------------------------------------------------------


def test_supply_flags_are_fixed_in_the_owners_supply_phase_only() -> None:
    game = stage("A3", {"K10": ["21.A"], **ring("K10", GERMANS)})
    enter(game)
    assert flag(game, "21.A")
    game = stage("B3", {"K10": ["21.A"], **ring("K10", GERMANS)})
    enter(game)
    assert not flag(game, "21.A")


def test_a_unit_joined_again_is_flagged_in_supply_again() -> None:
    game = stage("A3", {"F3": ["4.A"]}, unsupplied=["4.A"])
    enter(game)
    assert flag(game, "4.A")


def test_unsupplied_units_attack_with_half_their_fire_rounded_down_and_defend_rounded_up() -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["16.A", "8.A"]}, unsupplied=["4.A", "16.A", "8.A"])
    found = game.forecast(AXIS, game.board.by_label["J9"], ["4.A"])
    assert found.attack_strength == 1 and found.defence_strength == 2


def test_disrupted_unsupplied_units_are_eliminated_in_their_own_supply_phase() -> None:
    game = stage("B3", {"J9": ["8.A"], **ring("J9", GERMANS)}, disrupted=["8.A"])
    enter(game)
    assert where(game, "8.A") == "pool"
    game = stage("A3", {"J9": ["16.A(G)"], **ring("J9", SOVIETS)}, disrupted=["16.A(G)"])
    enter(game)
    assert where(game, "16.A(G)") == "dead"


def test_undisrupted_unsupplied_units_live_on() -> None:
    game = stage("B3", {"J9": ["21.A"], **ring("J9", GERMANS)})
    enter(game)
    assert where(game, "21.A") == "J9"


def test_disrupted_units_in_supply_live_on() -> None:
    game = stage("B3", {"J9": ["21.A"]}, disrupted=["21.A"])
    enter(game)
    assert where(game, "21.A") == "J9"


def siege(label: str, units: list[str]) -> Game:
    """The units Disrupted and cut off in a hex held by the Soviets, at the start of B3; enemies all round."""
    board = stage("B3").board
    index = board.by_label[label]
    round_about = [board.hexes[j].label for j in board.neighbours[index]]
    germans = ["18.A", "9.A", "4.A", "6.A", "17.A", "11.A", "2.A"]
    ports = {"axis": ["D3", "O5", "O6"] + (["B7", "B8"] if label == "C8" else [])}
    placed = {spot: [germans[i]] for i, spot in enumerate(round_about) if spot not in ("A7", "A8", "B7")}
    return stage("B3", {**placed, label: units}, disrupted=units, control=ports)


@pytest.mark.parametrize(
    ("label", "room"), [("K8", 1), ("G3", 1), ("B8", 1), ("G7", 2), ("J5", 2), ("N10", 2), ("C8", 3), ("H9", 3)]
)
def test_an_isolated_place_sustains_its_number_of_disrupted_units(label: str, room: int) -> None:
    units = ["21.A", "22.A", "24.A", "28.A"]
    game = siege(label, units[:room])
    enter(game)
    assert asked(game) == "" and [where(game, u) for u in units[:room]] == [label] * room
    game = siege(label, units[: room + 1])
    enter(game)
    assert asked(game) == "abandon"


def test_a_town_sustains_nobody() -> None:
    game = siege("I8", ["21.A"])
    enter(game)
    assert where(game, "21.A") == "pool"


def test_the_owner_chooses_who_is_lost_where_a_place_cannot_sustain_all() -> None:
    game = siege("K8", ["21.A", "22.A", "7.Mech"])
    enter(game)
    assert game.to_act is SOVIET
    assert texts(game) == ["abandon 21.A", "abandon 22.A", "abandon 7.Mech"]
    assert why(game, "abandon 18.A") == "not-starving"
    do(game, "abandon 21.A", "abandon 7.Mech")
    assert asked(game) != "abandon" and where(game, "22.A") == "K8"


def test_in_the_soviet_supply_phase_starving_germans_are_not_asked_for(monkeypatch: MP) -> None:
    units = {"K8": ["21.A", "22.A"], **ring("K8", GERMANS), "Q9": ["16.A(G)"]}
    game = stage("B3", units, disrupted=["21.A", "22.A", "16.A(G)"], unsupplied=["16.A(G)"], control={"axis": ["D3"]})
    enter(game)
    assert game.to_act is SOVIET
    assert texts(game) == ["abandon 21.A", "abandon 22.A"]
    do(game, "abandon 21.A")
    assert where(game, "16.A(G)") == "Q9"


def test_leningrad_sustains_only_two_axis_units() -> None:
    game = stage("A3", {"C8": ["18.A"]})
    assert sustains(game._w, game.board.by_label["C8"], AXIS) == 2
    assert sustains(game._w, game.board.by_label["C8"], SOVIET) == 0


def test_undisrupted_units_do_not_count_against_what_a_place_sustains() -> None:
    game = siege("K8", ["21.A", "22.A"])
    game._w.mark(Disruption, game._w.by_id["22.A"], disrupted=False)
    enter(game)
    assert asked(game) == "" and control(game, "K8") is SOVIET
