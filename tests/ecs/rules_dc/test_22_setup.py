"""Chapter 22: the order of battle of 22 June 1941."""

from __future__ import annotations

import pytest

from ecs import Game, Side, new_game
from ecs.rulesets.darkest_crusade.data.components import ReplacementPool
from tests.ecs.staging import stage, where, why

AXIS, SOVIET = Side.AXIS, Side.SOVIET
GERMAN_ARMY, PZGRUPPE = (3, 3, 3), (4, 4, 4)
BROWN, MECH = (0, 1, 1), (1, 1, 0)

AXIS_SET_UP = {
    "D4": ["18.A"],
    "E3": ["16.A(G)", "9.A", "4.PzGr", "3.PzGr"],
    "F3": ["4.A"],
    "G2": ["6.A", "2.PzGr"],
    "H2": ["17.A", "1.PzGr"],
    "J2": ["HunMobKps"],
    "K2": ["11.A", "3.RumA"],
    "L2": ["4.RumA"],
    "A8": ["KarelianA"],
}
SOVIET_SET_UP = {
    "D5": ["8.A", "12.Mech"],
    "E4": ["11.A(R)", "3.Mech"],
    "F4": ["3.A", "10.A", "6.Mech", "11.Mech"],
    "G3": ["4.A(R)", "14.Mech"],
    "H3": ["5.A"],
    "I2": ["6.A(R)", "26.A", "4.Mech", "8.Mech"],
    "I3": ["9.Mech"],
    "J3": ["12.A"],
    "K3": ["18.A(R)"],
    "L3": ["9.A(R)", "2.Mech"],
    "G5": ["13.A"],
    "D7": ["27.A"],
    "D8": ["1.Mech"],
    "C8": ["23.A", "TF-Leningrad"],
    "C10": ["7.A"],
    "F7": ["22.A"],
    "G7": ["20.A"],
    "G8": ["7.Mech"],
    "H6": ["21.A"],
    "J5": ["16.A"],
    "J6": ["5.Mech"],
    "L6": ["19.A"],
    "G9": ["24.A"],
    "F11": ["28.A"],
    "L7": ["TF-Kharkov"],
    "N10": ["TF-Stalingrad"],
}
POOL = {
    BROWN: ["29.A", "30.A", "31.A", "32.A"],
    MECH: ["15.Mech", "18.Mech", "21.Mech", "22.Mech", "23.Mech", "25.Mech"],
    (1, 1, 1): ["33.A", "34.A", "37.A", "38.A", "40.A", "43.A", "49.A", "50.A", "51.A", "54.A", "55.A", "57.A"],
}


@pytest.fixture(scope="module")
def start() -> Game:
    return new_game("barbarossa-1941")


def standing(game: Game, side: Side) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit in game.view(side).units:
        if unit.side is side and unit.hex >= 0:
            found.setdefault(game.board.hexes[unit.hex].label, []).append(unit.id)
    return {label: sorted(units) for label, units in found.items()}


def test_every_axis_unit_stands_where_it_stood(start: Game) -> None:
    assert standing(start, AXIS) == {k: sorted(v) for k, v in AXIS_SET_UP.items()}


def test_every_soviet_unit_stands_where_it_stood(start: Game) -> None:
    assert standing(start, SOVIET) == {k: sorted(v) for k, v in SOVIET_SET_UP.items()}


def factors(game: Game, unit: str) -> tuple[int, int, int]:
    view = game.view(AXIS).unit(unit)
    assert view is not None
    return view.attack, view.defence, view.hits


def test_the_axis_begins_with_42_factors(start: Game) -> None:
    units = [u for units in AXIS_SET_UP.values() for u in units]
    by_class: dict[tuple[int, int, int], list[str]] = {}
    for unit in units:
        by_class.setdefault(factors(start, unit), []).append(unit)
    assert {k: len(v) for k, v in by_class.items()} == {GERMAN_ARMY: 7, PZGRUPPE: 4, (1, 1, 1): 3, (2, 2, 2): 1}
    assert sum(factors(start, u)[0] for u in units) == 42


def test_the_soviets_begin_with_attack_14_and_defence_35(start: Game) -> None:
    units = [u for units in SOVIET_SET_UP.values() for u in units if not u.startswith("TF-")]
    assert sum(factors(start, u)[0] for u in units) == 14
    assert sum(factors(start, u)[1] for u in units) == 35
    counts = [sum(1 for u in units if factors(start, u) == f) for f in (BROWN, MECH, (2, 2, 2))]
    assert counts == [21, 12, 1]


def test_the_pool_holds_four_armies_six_korps_and_twelve_later_armies(start: Game) -> None:
    for printed, names in POOL.items():
        assert [factors(start, n) for n in names] == [printed] * len(names)
        assert {where(start, n) for n in names} == {"pool"}
    assert sum(1 for u in start.view(SOVIET).units if u.box == "pool") == 22


def test_the_white_units_wait_in_siberia(start: Game) -> None:
    white = [u for u in start.view(SOVIET).units if u.box == "siberia"]
    assert sorted(u.id for u in white) == ["1.GdsK", "1.Shock", "2.Shock", "3.Shock", "4.Shock"]
    assert {(u.attack, u.defence, u.hits) for u in white} == {(2, 2, 2)}


def test_two_german_reinforcements_are_to_come(start: Game) -> None:
    assert where(start, "2.A") == where(start, "40.PzKps") == "coming"
    assert factors(start, "2.A") == GERMAN_ARMY and factors(start, "40.PzKps") == (2, 2, 2)


def test_four_tank_factors_lie_off_the_map(start: Game) -> None:
    assert start._w[ReplacementPool].tank_points == 4


# -- restrictions of single units (22.1) --------------------------------------------------------------


def test_the_finnish_army_enters_only_its_own_country_and_karelia() -> None:
    allowed = {"A7", "A8", "A9", "B7", "B9", "B10", "C9", "C10", "D9"}
    for base in ("A8", "B9", "C10", "D9"):
        game = stage("A2a-move", {base: ["KarelianA"]}, control={"axis": sorted(allowed)})
        reached = {game.board.hexes[i].label for i in game.reach("KarelianA")}
        assert reached and reached <= allowed
    assert why(stage("A2a-move", {"C10": ["KarelianA"]}), "move KarelianA D10") == "finns"


def test_the_finnish_army_attacks_neither_leningrad_nor_kronshtat() -> None:
    game = stage("A2a-attack", {"B9": ["KarelianA"], "C8": ["8.A"], "C9": ["3.A"]})
    assert why(game, "attack KarelianA C8 1") == "finns" and why(game, "attack KarelianA C9 1") == ""


def test_the_finnish_army_may_attack_beyond_the_hexes_it_may_enter() -> None:
    game = stage("A2a-attack", {"C10": ["KarelianA"], "D10": ["8.A"]})
    assert why(game, "attack KarelianA D10 1") == ""


def test_free_finns_go_anywhere() -> None:
    game = stage("A2a-attack", {"B9": ["KarelianA"], "C8": ["8.A"]}, options={"finns": "free"})
    assert why(game, "attack KarelianA C8 1") == ""


def test_hungarians_and_rumanians_are_never_in_the_same_hex() -> None:
    game = stage("A2a-move", {"J3": ["HunMobKps"], "K3": ["3.RumA"]})
    assert why(game, "move HunMobKps K3") == "hun-rum" and why(game, "move 3.RumA J3") == "hun-rum"
