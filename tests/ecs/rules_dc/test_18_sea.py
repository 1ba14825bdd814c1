"""Chapter 18: movement by sea."""

from __future__ import annotations

import pytest

from ecs import Game, Side
from ecs.rulesets.darkest_crusade.data.components import Strength
from ecs.rulesets.darkest_crusade.ground.control import sea_control
from tests.ecs.rules_dc.ground import control
from tests.ecs.staging import do, load_dice, stage, texts, where, why

MP = pytest.MonkeyPatch


def test_one_unit_goes_from_any_coastal_hex_to_a_friendly_port_on_the_same_sea(monkeypatch: MP) -> None:
    game = stage("B1", {"N5": ["8.A"]})
    ports = {"M3", "M4", "N6", "N7", "N8", "O4", "O5", "O6", "P6", "Q6", "R7"}
    assert {t.split()[2] for t in texts(game, "sail")} == ports
    load_dice(monkeypatch, 2)
    do(game, "sail 8.A P6")
    assert where(game, "8.A") == "P6"


def test_only_one_unit_a_player_turn_is_shipped(monkeypatch: MP) -> None:
    game = stage("B1", {"N5": ["8.A", "3.A"]})
    load_dice(monkeypatch, 2)
    do(game, "sail 8.A P6")
    assert why(game, "sail 3.A P6") == "sailed"


def test_a_unit_sails_only_in_its_own_sides_first_phase() -> None:
    assert why(stage("B2a-move", {"N5": ["8.A"]}), "sail 8.A P6") == "no-sailing"
    assert why(stage("A1", {"N5": ["8.A"]}), "sail 8.A P6") == "no-sailing"
    assert why(stage("B1", {"D4": ["18.A"]}), "sail 18.A D3") == "no-sailing"


def test_a_unit_inland_does_not_sail() -> None:
    assert why(stage("B1", {"K10": ["8.A"]}), "sail 8.A P6") == "no-coast"


def test_a_disrupted_unit_does_not_sail() -> None:
    assert why(stage("B1", {"N5": ["8.A"]}, disrupted=["8.A"]), "sail 8.A P6") == "not-ready"


def test_a_unit_sails_to_friendly_ports_on_the_same_sea_only() -> None:
    game = stage("B1", {"C7": ["8.A"]})
    assert why(game, "sail 8.A O4") == "no-port"  # another sea
    assert why(game, "sail 8.A D3") == "no-port"  # German
    assert why(game, "sail 8.A D7") == "no-port"  # inland
    assert why(game, "sail 8.A D5") == ""
    assert why(game, "sail 99.A D5") == "no-such-unit"


LANDING = {"N5": ["8.A"], "P8": ["10.A"], "P7": ["4.A"]}


def test_18_a_unit_that_has_sailed_may_move_and_attack_in_the_same_turn(monkeypatch: MP) -> None:
    for units, order in (({"N5": ["8.A"], "P8": ["10.A"]}, ""), (LANDING, "attack 8.A P7 1")):
        game = stage("B1", units)
        load_dice(monkeypatch, 2)
        do(game, "sail 8.A P6", "end")
        assert order or why(game, "move 8.A Q6") == ""
        do(game, "end")
        assert not order or why(game, order) == ""


def test_18_a_german_unit_that_has_sailed_joins_the_extra_attacks_of_june(monkeypatch: MP) -> None:
    game = stage("A1", {"D3": ["18.A"], "D5": ["8.A"]}, turn=1)
    load_dice(monkeypatch, 6)
    do(game, "sail 18.A D4", "end")
    assert game.moment[1] == "A2a0-attack" and why(game, "attack 18.A D5 1") == ""


def test_18_by_an_option_a_unit_that_has_sailed_does_nothing_else_in_the_player_turn(monkeypatch: MP) -> None:
    game = stage("B1", LANDING, options={"after_sailing": "rest"})
    load_dice(monkeypatch, 2)
    do(game, "sail 8.A P6", "end")
    assert why(game, "move 8.A Q6") == "spent"
    do(game, "end")
    assert why(game, "attack 8.A P7 1") == "spent"


@pytest.mark.parametrize("reading", ["act", "rest"])
def test_13_18_an_army_either_sails_or_fortifies(monkeypatch: MP, reading: str) -> None:
    units = {"D4": ["18.A"], "D3": ["16.A(G)"]}
    game = stage("A1", units, control={"axis": ["D5"]}, options={"after_sailing": reading})
    assert why(game, "fortify 18.A") == ""
    load_dice(monkeypatch, 6)
    do(game, "sail 18.A D5")
    assert why(game, "fortify 18.A") == "no-fortifying" and why(game, "fortify 16.A(G)") == ""
    game = stage("A1", units, control={"axis": ["D5"]}, options={"after_sailing": reading})
    do(game, "fortify 18.A")
    assert why(game, "sail 18.A D5") == "not-ready"


@pytest.mark.parametrize(("die", "afloat"), [(1, False), (2, True), (6, True)])
def test_on_a_friendly_sea_a_unit_is_sunk_on_one_in_six(monkeypatch: MP, die: int, afloat: bool) -> None:
    game = stage("B1", {"M3": ["8.A"]})
    load_dice(monkeypatch, die)
    do(game, "sail 8.A O4")
    assert (where(game, "8.A") == "O4") is afloat
    assert afloat or where(game, "8.A") == "pool"


@pytest.mark.parametrize(("die", "afloat"), [(1, False), (3, False), (4, True)])
def test_on_an_enemy_sea_a_unit_is_sunk_on_three_in_six(monkeypatch: MP, die: int, afloat: bool) -> None:
    game = stage("B1", {"D5": ["8.A"]})
    load_dice(monkeypatch, die)
    do(game, "sail 8.A C6")
    assert (where(game, "8.A") == "C6") is afloat


def test_a_sea_nobody_controls_is_as_dangerous_as_an_enemy_one(monkeypatch: MP) -> None:
    game = stage("B1", {"N8": ["8.A"]}, control={"axis": ["O5"]})
    load_dice(monkeypatch, 3)
    do(game, "sail 8.A N7")
    assert where(game, "8.A") == "pool"


def test_a_hex_on_two_seas_belongs_to_both_and_the_safer_voyage_is_taken(monkeypatch: MP) -> None:
    # Kerch to Perekop's coast lies on both; here the Black Sea is German and the Sea of Azov Soviet
    game = stage("B1", {"N5": ["8.A"], "O4": ["18.A"]})
    load_dice(monkeypatch, 2)
    do(game, "sail 8.A O6")
    assert where(game, "8.A") == "O6"


def held(game: Game, sea: str) -> Side | None:
    return sea_control(game._w, sea)


def test_koenigsberg_commands_the_baltic() -> None:
    assert held(stage("B1"), "Baltic") is Side.AXIS
    assert held(stage("B1", control={"soviet": ["D3"]}), "Baltic") is Side.SOVIET


def test_sevastopol_commands_the_black_sea() -> None:
    assert held(stage("B1"), "Black") is Side.SOVIET
    assert held(stage("B1", control={"axis": ["O4"]}), "Black") is Side.AXIS


def test_both_sides_of_the_kerch_strait_command_the_sea_of_azov() -> None:
    assert held(stage("B1"), "Azov") is Side.SOVIET
    assert held(stage("B1", control={"axis": ["O5"]}), "Azov") is None
    assert held(stage("B1", control={"axis": ["O5", "O6"]}), "Azov") is Side.AXIS


def test_axis_units_sail_too_in_their_first_phase(monkeypatch: MP) -> None:
    game = stage("A1", {"D4": ["18.A"]}, control={"axis": ["D5"]})
    load_dice(monkeypatch, 6)
    do(game, "sail 18.A D5")
    assert where(game, "18.A") == "D5" and control(game, "D5") is Side.AXIS


def test_a_unit_does_not_sail_into_a_port_the_enemy_stands_in() -> None:
    game = stage("A1", {"D4": ["18.A"], "D5": ["8.A"]})
    assert why(game, "sail 18.A D5") == "no-port"


def test_the_finnish_army_waits_until_july_at_sea_as_well() -> None:
    game = stage("A1", {"B7": ["KarelianA"]}, turn=1, options={"finns": "restricted"}, control={"axis": ["C6"]})
    assert why(game, "sail KarelianA D3") != ""
    assert texts(game, "sail") == []


def test_an_emplaced_army_that_sails_flips_back(monkeypatch: MP) -> None:
    game = stage("B1", {"M3": ["1.Shock"]}, strong=["1.Shock"])
    load_dice(monkeypatch, 6)
    do(game, "sail 1.Shock O4")
    assert not game._w.by_id["1.Shock"][Strength].strong


def test_the_16th_army_sunk_while_in_supply_returns_to_the_pool(monkeypatch: MP) -> None:
    game = stage("B1", {"M3": ["16.A"]})
    load_dice(monkeypatch, 1)
    do(game, "sail 16.A O4")
    assert where(game, "16.A") == "pool"
