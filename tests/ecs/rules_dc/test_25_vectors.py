"""The worked figures at the end of the rules: each comes out as written."""

from __future__ import annotations

from math import cos, hypot, log, radians, sin, sqrt, tan
from typing import Any

import pytest

from ecs import new_game
from ecs.core.components import Side
from ecs.rulesets.darkest_crusade.combat.fire import AttackConditions, Combatant, attack_salvo, hits, score
from ecs.rulesets.darkest_crusade.data.components import Strength
from tests.ecs.rules_dc.battles import OPEN, battle, shoot
from tests.ecs.staging import do, is_disrupted, stage, where


@pytest.mark.parametrize(
    ("strength", "face", "result"), [(1, 3, 1), (1, 4, 0), (7, 1, 5), (7, 2, 5), (7, 6, 2), (25, 6, 11), (25, 1, 14)]
)
def test_hits_of_a_strength_and_a_die(strength: int, face: int, result: int) -> None:
    assert hits(strength, face) == result


def test_the_six_results_of_a_strength_add_up_to_three_times_it() -> None:
    assert [sum(hits(s, a) for a in range(1, 7)) for s in range(1, 26)] == [3 * s for s in range(1, 26)]


def test_seven_pressed_by_seven_on_a_two_is_column_fourteen() -> None:
    salvo = attack_salvo([Combatant("x", 7, 7, 7, german=True)], AttackConditions())
    assert score(salvo, (2,), 7) == hits(14, 2) == 8


def test_seven_pressed_by_seven_on_a_five_is_no_column_at_all() -> None:
    salvo = attack_salvo([Combatant("x", 7, 7, 7, german=True)], AttackConditions())
    assert score(salvo, (5,), 7) == 0


def test_three_in_mud_in_the_open_on_a_one_is_column_one() -> None:
    salvo = attack_salvo([Combatant("x", 3, 3, 3)], AttackConditions(weather="Mud", attacker=Side.AXIS))
    assert salvo.column == 1
    assert score(salvo, (1,)) == 1


def test_a_mech_korps_is_eliminated_by_one_hit(monkeypatch: Any) -> None:
    game = battle({"K9": ["40.PzKps"], OPEN: ["5.Mech"]}, f"40.PzKps {OPEN}")
    shoot(game, monkeypatch, 3, 6)
    assert where(game, "5.Mech") == "pool"


def test_an_army_of_one_is_eliminated_by_two_hits_in_one_round(monkeypatch: Any) -> None:
    game = battle({"K9": ["40.PzKps"], OPEN: ["19.A"]}, f"40.PzKps {OPEN}")
    shoot(game, monkeypatch, 1, 6)
    assert where(game, "19.A") == "pool"


THREE = ["33.A", "34.A", "37.A"]


def test_three_hits_in_one_round_and_one_in_the_next_eliminate_a_german_army(monkeypatch: Any) -> None:
    units = {OPEN: ["18.A"], "K9": THREE, "K10": ["38.A", "40.A", "43.A"]}
    orders = [f"{u} {OPEN}" for us in (units["K9"], units["K10"]) for u in us]
    game = battle(units, *orders, phase="B2a-attack")
    shoot(game, monkeypatch, 5, 6)  # 6 on a 5: two hits
    assert is_disrupted(game, "18.A")
    do(game, "done")  # it stands
    game2 = battle(units, *orders, phase="B2a-attack")
    shoot(game2, monkeypatch, 4, 6)  # three hits
    assert is_disrupted(game2, "18.A") and where(game2, "18.A") == OPEN
    do(game2, "done")
    shoot(game2, monkeypatch, 6, 6)  # one hit
    assert where(game2, "18.A") == "dead"


def test_four_hits_in_one_round_break_a_fortification_and_disrupt_the_army(monkeypatch: Any) -> None:
    units = {OPEN: ["18.A"], "K9": THREE, "K10": ["38.A", "40.A", "43.A"]}
    orders = [f"{u} {OPEN}" for us in (units["K9"], units["K10"]) for u in us]
    game = battle(units, *orders, phase="B2a-attack", strong=["18.A"])
    shoot(game, monkeypatch, 2, 6)  # 6 on a 2: four hits
    assert where(game, "18.A") == OPEN
    assert is_disrupted(game, "18.A")
    assert not game._w.by_id["18.A"][Strength].strong


# -- the map's grid (4.1) ---------------------------------------------------------------------------------


def test_neighbours_of_leningrad() -> None:
    board = new_game("barbarossa-1941").board
    around = [board.hexes[i].label for i in board.neighbours[board.by_label["C8"]]]
    assert sorted(around) == ["B8", "B9", "C7", "C9", "D8", "D9"]


def project(lat: float, lon: float) -> tuple[float, float]:
    """Lambert conformal conic on a sphere of 6371 km: 47 and 58 degrees, origin 52 N 33 E; km right and up."""
    p1, p2, p0, p = (radians(d) for d in (47.0, 58.0, 52.0, lat))
    stretch = [tan(radians(45) + q / 2) for q in (p1, p2, p0, p)]
    n = log(cos(p1) / cos(p2)) / log(stretch[1] / stretch[0])
    f = cos(p1) * stretch[0] ** n / n
    rho, rho0 = 6371 * f / stretch[3] ** n, 6371 * f / stretch[2] ** n
    theta = n * radians(lon - 33.0)
    return rho * sin(theta), rho0 - rho * cos(theta)


def hex_of(lat: float, lon: float) -> str:
    """The label of the grid hex whose centre is nearest."""
    x, y = project(lat, lon)
    r = radians(-28.4)
    right = (x * cos(r) - y * sin(r)) / 161.0 + 6.636566370167078
    down = -((x * sin(r) + y * cos(r)) / 161.0 - 8.125276468019493)
    spots = [
        (hypot(col + (0.5 if row % 2 else 0) - right, row * sqrt(3) / 2 - down), f"{chr(64 + row)}{col}")
        for row in range(1, 19)
        for col in range(1, 14)
    ]
    return min(spots)[1]


@pytest.mark.parametrize(("lat", "lon", "label"), [(59.93, 30.32, "C8"), (45.36, 36.45, "O5"), (45.22, 36.75, "O6")])
def test_a_place_on_earth_falls_in_its_hex(lat: float, lon: float, label: str) -> None:
    assert hex_of(lat, lon) == label
    assert label in new_game("barbarossa-1941").board.by_label


@pytest.mark.parametrize(
    ("name", "lat", "lon"),
    [
        ("Moscow", 55.75, 37.62),
        ("Warsaw", 52.23, 21.01),
        ("Helsinki", 60.17, 24.94),
        ("Sevastopol", 44.6, 33.53),
        ("Stalingrad", 48.71, 44.51),
        ("Rostov", 47.23, 39.7),
        ("Kiev", 50.45, 30.52),
    ],
)
def test_the_board_names_the_hex_a_city_falls_in(name: str, lat: float, lon: float) -> None:
    board = new_game("barbarossa-1941").board
    assert board.hexes[board.by_label[hex_of(lat, lon)]].name.startswith(name)


def test_the_staged_board_is_the_one_board() -> None:
    assert stage("A2a-move").board is new_game("barbarossa-1941").board
