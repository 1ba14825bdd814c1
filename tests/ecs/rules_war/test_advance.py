"""Chapter 10.2: who advances after combat, and how far."""

from __future__ import annotations

import pytest

from ecs.core.components import Battle, Garrison
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import retreat_and_advance
from ecs.rulesets.war_against_russia.data.components import Pursuit
from tests.ecs.rules_war.fray import do, open_orders, question, strike, why
from tests.ecs.rules_war.stage import at, load_dice, position, where

UNITS = {"A": ("ger_pzgr", "V22"), "B": ("ger_army", "W22"), "R": ("rus_army42", "V23")}  # 8 against 2: 4-1
ORDERS = ("attack A V23 1", "attack B V23 1", "resolve V23 1")
DE = 5


def fight(monkeypatch: pytest.MonkeyPatch, die: int = DE, weather: str = "Mud", side: str = "axis",
          units: dict[str, tuple[str, str]] = UNITS) -> World:  # fmt: skip
    w = position(units, phase=f"plan2-{side}", weather=weather)
    load_dice(monkeypatch, die)
    strike(w, *ORDERS)
    return w


def spots(w: World, unit: str) -> set[str]:
    return {w.board.hexes[j].label for j in retreat_and_advance.advances(w, w.by_id[unit])}


def test_those_who_must_advance_do_so_before_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fight(monkeypatch, weather="Good")
    assert "advance B W23" not in open_orders(w) and why(w, "advance B W23") == "advance-due"
    do(w, "advance B V23")
    assert "advance A V24" not in open_orders(w)  # a second army finds no room to pass through


def test_10_2_as_many_factors_as_the_defence_had_stay_in_the_vacated_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    units = UNITS | {"C": ("ger_pzkps", "W22")}
    w = position(units, phase="plan2-axis", weather="Good")
    load_dice(monkeypatch, 3)  # 11 against 2: 5-1, DE
    strike(w, "attack C V23 1", *ORDERS)
    assert open_orders(w) == ["advance A V23", "advance B V23", "advance C V23"]
    for order in ("advance A V24", "advance C V24", "advance B W23"):
        assert why(w, order) == "advance-due"  # passing through satisfies nothing
    do(w, "advance B V23")
    assert "done" in open_orders(w)
    do(w, "advance C V24")
    assert where(w, "C") == "V24" and where(w, "B") == "V23"
    for spot in ("V23", "V24"):
        assert w.ground[at(w, spot)].control is w.by_id["A"].type.side


def test_10_2_a_lone_attacker_stays_in_the_vacated_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_pzgr", "V22"), "R": ("rus_kavkor", "V23")}
    w = position(units, phase="plan2-axis", weather="Good")
    load_dice(monkeypatch, 5)  # 4-1 and an overrun: DE is read as BR, BR in operational attacks as DE
    strike(w, "attack A V23 1", "resolve V23 1")
    assert where(w, "A") == "V23" and not question(w)


def test_one_hex_in_mud_and_for_the_axis_in_snow(monkeypatch: pytest.MonkeyPatch) -> None:
    for weather in ("Mud", "Snow", "Subarctic"):
        w = fight(monkeypatch, weather=weather)
        assert spots(w, "A") == {"V23", "W22", "U22"} - {"W22"}, weather
    w = fight(monkeypatch, weather="Hard Frost")
    assert "V24" in spots(w, "A")


def test_russian_armour_goes_two_hexes_in_snow(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("rus_mexkor", "V22"), "B": ("rus_army42", "W22"), "R": ("rum_corps", "V23")}
    w = fight(monkeypatch, weather="Snow", side="soviet", units=units)
    assert "V24" in spots(w, "A") and "V24" not in spots(w, "B")


def test_nobody_goes_further_than_the_defenders_were_driven(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_pzgr", "V22"), "B": ("ger_army", "W22"), "R": ("rus_army42", "V23")}
    w = position(units, phase="plan2-axis", weather="Good")
    load_dice(monkeypatch, 2)  # 4-1, DW: not overrun, for that touches DR and DE
    strike(w, *ORDERS)
    do(w, "done", "retreat R V24")  # no sale
    assert w[Pursuit].driven == 1 and spots(w, "A") == {"V23", "U22"}
    w = position(units | {"R": ("rus_kavkor", "V23")}, phase="plan2-axis", weather="Good")


def test_those_who_must_go_first_and_those_who_may(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_infkps", "V22"), "B": ("ger_army", "W22"), "C": ("ger_infkps", "W22"),
             "R": ("rus_shock", "V23")}  # fmt: skip
    w = position(units, phase="plan2-axis", weather="Mud")
    load_dice(monkeypatch, 5)  # 8 against 3: 2-1, DR
    strike(w, "attack C V23 1", *ORDERS)
    do(w, "retreat R V24", "done")
    assert "done" not in open_orders(w)
    do(w, "advance A V23")
    assert "done" not in open_orders(w)  # two factors of three
    do(w, "advance C V23")
    assert open_orders(w) == ["advance B V22", "advance B W23", "done"]  # V23 is full, V24 the enemy’s
    do(w, "advance B W23")
    assert where(w, "B") == "W23" and not question(w)


def test_as_far_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_army", "V22"), "B": ("ger_army", "W22"), "R": ("rus_army42", "V23"), "S": ("rus_gdskor", "V23"),
             "T": ("rus_kavkor", "V24")}  # fmt: skip
    w = position(units, phase="plan2-axis", weather="Mud")
    load_dice(monkeypatch, 6)  # 8 against 4: 2-1, DR
    strike(w, *ORDERS)
    while question(w) == "retreat":
        do(w, next(o for o in open_orders(w) if o != "done"))
    do(w, "advance A V23")  # one army a hex: nobody else must
    assert "done" in open_orders(w) and "advance B V23" not in open_orders(w)


def test_the_only_advance_there_is_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_army", "V22"), "R": ("rus_kavkor", "V23"), "K": ("ger_infkps", "U22"),
             "L": ("ger_infkps", "W22")}  # fmt: skip
    w = position(units, phase="plan2-axis", weather="Mud")
    load_dice(monkeypatch, DE)
    strike(w, "attack A V23 1", "resolve V23 1")
    assert where(w, "A") == "V23" and not question(w) and w[Battle].hex == -1


def test_an_advance_ignores_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fight(monkeypatch, units=UNITS | {"S": ("rus_army42", "V25")}, weather="Good")
    assert {"V24", "U24"} & spots(w, "A") == {"V24"}


def test_the_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    w = position(UNITS, phase="fight2-axis")
    assert why(w, "advance A V23") == "no-advance-now"
    w = fight(monkeypatch)
    assert why(w, "advance R V23") == "not-an-attacker" and why(w, "advance A V25") == "advance-where"
    assert why(w, "done") == "must-choose"


def test_an_advance_takes_a_victory_city(monkeypatch: pytest.MonkeyPatch) -> None:
    w = position({"A": ("ger_army", "Q18"), "B": ("ger_army", "P18"), "C": ("ger_pzkps", "Q18")}, phase="plan2-axis",
                 weather="Mud", control={"soviet": ("Q19",)})  # fmt: skip
    load_dice(monkeypatch, 6)  # 7 against 2: 3-1
    strike(w, "attack A Q19 1", "attack C Q19 1", "resolve Q19 1")
    do(w, "advance C Q19", "done")
    here = at(w, "Q19")
    assert w.ground[here].control is w.by_id["A"].type.side and not w.by_hex(Garrison)[here].garrisoned
