"""Chapter 10.1: where beaten defenders go, and who says so."""

from __future__ import annotations

import pytest

from ecs.core.components import Assignment, Battle, Disruption
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import retreat_and_advance
from ecs.rulesets.war_against_russia.data.components import Pursuit
from ecs.systems.combat.retreat_and_advance import RETREAT_DECISION
from tests.ecs.rules_war.fray import do, open_orders, question, strike, why
from tests.ecs.rules_war.stage import at, load_dice, position, where

UNITS = {"A": ("ger_infkps", "V22"), "B": ("ger_infkps", "W22"), "R": ("rus_gdskor", "V23")}  # 4 against 2: 2-1
ORDERS = ("attack A V23 1", "attack B V23 1", "resolve V23 1")
DW, DR, LITTLE = 4, 5, 3


def fight(monkeypatch: pytest.MonkeyPatch, die: int, units: dict[str, tuple[str, str]] = UNITS) -> World:
    w = position(units, phase="plan1-axis", weather="Mud")
    load_dice(monkeypatch, die)
    strike(w, *ORDERS)
    return w


def ways(w: World, unit: str, bases: tuple[str, ...] = ("V22", "W22"), hexes: int = 2) -> set[str]:
    it = w.by_id[unit]
    found = retreat_and_advance.ways(w, it, (it.hex,), [at(w, b) for b in bases], hexes)
    return {w.board.hexes[j].label for j in found}


def test_one_hex_the_attacker_choosing(monkeypatch: pytest.MonkeyPatch) -> None:
    for die, tired in ((DW, True), (LITTLE, False)):
        w = fight(monkeypatch, die)
        assert question(w) == "retreat" and open_orders(w) == ["retreat R U23", "retreat R V24"]  # not next to A or B
        assert RETREAT_DECISION.view(w).side is w.by_id["A"].type.side
        do(w, "retreat R U23")
        assert where(w, "R") == "U23" and w.by_id["R"][Disruption].disrupted is tired and question(w) == "advance"


def test_up_to_two_hexes_and_none_if_he_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fight(monkeypatch, DR)
    assert open_orders(w) == ["done", "retreat R U23", "retreat R V24"]
    do(w, "done")
    assert where(w, "R") == "V23" and w.by_id["R"][Disruption].disrupted and w[Battle].hex == -1
    w = fight(monkeypatch, DR)
    do(w, "retreat R V24")
    assert open_orders(w) == ["done", "retreat R U24", "retreat R V25", "retreat R W24"]  # two away from V23
    do(w, "retreat R V25")
    assert where(w, "R") == "V25" and w[Pursuit].driven == 2
    w = fight(monkeypatch, DR)
    do(w, "retreat R V24", "done")
    assert where(w, "R") == "V24" and w[Pursuit].driven == 1


def test_not_into_an_enemy_zone_unless_friends_stand_there() -> None:
    units = UNITS | {"C": ("ger_army", "U24")}  # its zone is over U23 and V24
    assert ways(position(units, phase="fight1-axis"), "R") == set()
    units |= {"S": ("rus_rifkor", "V24")}
    w = position(units, phase="fight1-axis")
    assert ways(w, "R") == {"V24"}
    w.mark(Assignment, w.by_id["C"], target=at(w, "V24"), wave=1)
    assert ways(w, "R") == set() and retreat_and_advance.is_surrounded(w, at(w, "V23"), [at(w, "V22"), at(w, "W22")])


def test_dispersed_enemies_bar_no_way() -> None:
    w = position(UNITS | {"C": ("ger_army", "U24")}, phase="fight1-axis", dispersed=("C",))
    assert ways(w, "R") == {"U23", "V24"}


def test_no_room_no_way() -> None:
    full = {"S": ("rus_rifkor", "V24"), "T": ("rus_rifkor", "V24")}
    w = position(UNITS | full, phase="fight1-axis")
    assert ways(w, "R") == {"U23", "V24"} and ways(w, "R", hexes=1) == {"U23"}  # in passing only


def test_a_retreat_through_a_full_hex_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fight(monkeypatch, DR, UNITS | {"S": ("rus_rifkor", "V24"), "T": ("rus_rifkor", "V24")})
    do(w, "retreat R V24")
    assert "done" not in open_orders(w) and why(w, "done") == "must-choose"
    do(w, "retreat R V25")
    assert where(w, "R") == "V25"


def test_the_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fight(monkeypatch, DW, UNITS | {"S": ("rus_rifkor", "V24"), "T": ("rus_rifkor", "V24"),
                                        "U": ("rus_kavkor", "V23"), "C": ("ger_infkps", "V22"),
                                        "D": ("ger_infkps", "W22")})  # fmt: skip
    assert why(w, "retreat R V24") in ("no-retreat-now", "overstacked")
    w = fight(monkeypatch, DW)
    assert why(w, "retreat R W23") == "retreat-closed" and why(w, "retreat R V25") == "not-adjacent"
    assert why(w, "retreat A V24") == "one-by-one"


def test_surrounded_stacks_are_lost_or_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = {"C": ("ger_army", "U24")}
    for die, box, tired in ((DR, "dead", False), (DW, "V23", True), (LITTLE, "V23", False)):
        w = fight(monkeypatch, die, UNITS | ring)
        assert where(w, "R") == box and w.by_id["R"][Disruption].disrupted is tired


def test_the_last_of_a_stack_without_a_way_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_army", "V22"), "B": ("ger_army", "W22"), "R": ("rus_army42", "V23"), "S": ("rus_gdskor", "V23"),
             "C": ("ger_army", "U24"), "D": ("ger_army", "W25"), "T": ("rus_rifkor", "V24")}  # fmt: skip
    w = fight(monkeypatch, DR, units)  # 8 against 4: 2-1; room for one at V24
    assert open_orders(w) == ["done", "retreat R V24"]
    do(w, "retreat R V24")
    assert where(w, "R") == "V24" and where(w, "S") == "dead"


def test_ground_of_ones_own_stays_so_and_the_enemys_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fight(monkeypatch, DW)
    before = w.ground[at(w, "U23")].control
    do(w, "retreat R U23")
    assert before is w.ground[at(w, "U23")].control is w.by_id["R"].type.side


def test_hungarians_do_not_flee_into_rumania() -> None:
    board = position({}).board
    rumania = board.regions["rumania"]
    inside, outside = next(
        (i, j)
        for i in rumania
        for j in board.neighbours[i]
        if j not in rumania and "impassable" not in board.kinds(i, j)
    )
    label = board.hexes[outside].label
    w = position({"H": ("hun_army", label), "R": ("rum_army", label)}, phase="fight1-soviet")
    assert inside not in retreat_and_advance.exits(w, w.by_id["H"], (outside,), ())
    assert inside in retreat_and_advance.exits(w, w.by_id["R"], (outside,), ())
