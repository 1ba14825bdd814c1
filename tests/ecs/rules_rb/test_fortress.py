"""24.2 (9.9): fortresses."""

from __future__ import annotations

from typing import Any

import pytest

from ecs.core.components import Engagement, Place, Steps, SupplyState
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import fortresses, retreat_and_advance
from ecs.rulesets.russia_besieged.ground import control
from ecs.rulesets.russia_besieged.ground.terrain import FORTRESSES, is_fortress
from ecs.systems import scorekeeping
from tests.ecs.rules_rb.fray import open_orders, strike, supply_by_marks
from tests.ecs.rules_rb.stage import at, do, load_dice, position, where, why
from tests.ecs.rules_rb.test_supply import ring

ON = {"fortress": "on"}
KURSK, LENINGRAD, POSEN, MAIKOP = "3428", "2712", "0725", "4142"


def arriving(side: str, units: dict[str, tuple[str, str]], turn: int = 17, **facts: Any) -> World:
    return position(units, turn=turn, phase=f"arrive-{side}", **{"options": ON, **facts})


def offered(w: World) -> set[str]:
    return {command.text() for command in fortresses.declare_commands(w)}


# -- declaring ----------------------------------------------------------------------------------------------


def test_germans_declare_cities_they_stand_in_from_turn_17() -> None:
    units = {"G": ("ger_inf_54", POSEN), "O": ("ger_inf_54", MAIKOP), "R": ("rum_inf_33", "2137")}
    w = arriving("axis", units)
    assert offered(w) == {f"build fortress {POSEN}"}
    assert why(w, f"build fortress {MAIKOP}") == "no-city"
    assert why(w, "build fortress 2137") == "no-garrison" and why(w, "build fortress 1021") == "no-garrison"
    assert why(w, "build fortress 9999") == "no-such-hex"
    early = arriving("axis", units, turn=16)
    assert not offered(early) and why(early, f"build fortress {POSEN}") == "too-early"


def test_one_a_turn_and_four_in_all() -> None:
    spots = ["0725", "1026", "1029", "0228", "0432"]
    w = arriving("axis", {f"G{n}": ("ger_inf_54", spot) for n, spot in enumerate(spots)})
    do(w, f"build fortress {spots[0]}")
    assert why(w, f"build fortress {spots[1]}") == "once"
    for spot in spots[1:4]:
        scorekeeping.new_turn(w)
        do(w, f"build fortress {spot}")
    scorekeeping.new_turn(w)
    assert why(w, f"build fortress {spots[4]}") == "enough" and not offered(w)


def test_soviets_declare_three_cities_from_the_start() -> None:
    w = arriving("soviet", {"R": ("army_33", LENINGRAD), "S": ("army_33", "3520")}, turn=1)
    assert offered(w) == {f"build fortress {LENINGRAD}"}
    assert why(w, "build fortress 3520") == "no-such-fortress"
    assert why(w, "build fortress 2638") == "no-garrison"
    do(w, f"build fortress {LENINGRAD}")
    scorekeeping.new_turn(w)
    assert is_fortress(w, at(w, LENINGRAD)) and why(w, f"build fortress {LENINGRAD}") == "declared"


def test_without_the_option_there_are_none() -> None:
    w = arriving("axis", {"G": ("ger_inf_54", POSEN)}, options={})
    assert not offered(w) and why(w, f"build fortress {POSEN}") == "no-fortresses"
    other = position({"G": ("ger_inf_54", POSEN)}, turn=17, phase="move1-axis", options=ON)
    assert why(other, f"build fortress {POSEN}") == "no-fortress-now"


def test_a_city_that_falls_is_a_fortress_no_more() -> None:
    w = arriving("axis", {"G": ("ger_inf_54", POSEN), "R": ("army_33", "0825")})
    do(w, f"build fortress {POSEN}")
    w.mark(Place, w.by_id["G"], hex=-1, box="dead")
    control.capture(w, w.by_id["R"], at(w, POSEN))
    assert not is_fortress(w, at(w, POSEN))


# -- battle ---------------------------------------------------------------------------------------------------


def attacked(monkeypatch: pytest.MonkeyPatch, die: int, garrison: dict[str, tuple[str, str]]) -> World:
    """Two Soviet armies at Kursk, a German fortress."""
    supply_by_marks(monkeypatch)
    attackers = {"A": ("guards_54", ring(KURSK)["R0"][1]), "B": ("guards_54", ring(KURSK)["R1"][1])}
    w = position(attackers | garrison, turn=18, phase="plan1-soviet", options=ON)
    FORTRESSES.lay(w, at(w, KURSK))
    load_dice(monkeypatch, die)
    strike(w, f"attack A {KURSK} 1", f"attack B {KURSK} 1", f"resolve {KURSK} 1")
    return w


def test_units_in_a_fortress_may_lose_a_step_instead_of_retreating(monkeypatch: pytest.MonkeyPatch) -> None:
    w = attacked(monkeypatch, 4, {"G": ("ger_inf_54", KURSK)})  # 10 to 5, 2-1, 4-1: DR
    assert w.by_id["G"][Steps].lost == 0 and "done" in open_orders(w)
    do(w, "done")
    assert where(w, "G") == KURSK and w.by_id["G"][Steps].lost == 1 and not w.by_id["G"][Engagement].routed
    assert not w.decisions.stack


def test_they_may_also_go(monkeypatch: pytest.MonkeyPatch) -> None:
    w = attacked(monkeypatch, 4, {"G": ("ger_inf_54", KURSK)})
    do(w, next(line for line in open_orders(w) if line != "done"))
    assert where(w, "G") != KURSK


def test_only_two_units_hold_their_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    w = attacked(monkeypatch, 7, {f"H{n}": ("hun_inf_33", KURSK) for n in range(3)})  # 10 to 9, 1-1, 7-1: DR
    for name in ("H0", "H1"):
        assert open_orders(w)[1].startswith(f"retreat {name}")
        do(w, "done")
    assert w.decisions.stack == ("retreat",) and "done" not in open_orders(w)
    while w.decisions.stack == ("retreat",):
        do(w, open_orders(w)[0])
    assert [where(w, f"H{n}") == KURSK for n in range(3)] == [True, True, False]
    assert [w.by_id[f"H{n}"][Steps].lost for n in range(3)] == [1, 1, 0]
    fortresses.begin_retreats(w)
    assert fortresses.may_stand(w, w.by_id["H1"])


def test_a_surrounded_garrison_loses_a_step_and_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)
    around = {name: ("army_23", label) for name, (_, label) in ring(KURSK).items()}
    names = list(around)
    strong = {names[0]: ("guards_54", around[names[0]][1]), names[1]: ("guards_54", around[names[1]][1])}
    w = position(around | strong | {"G": ("ger_inf_54", KURSK)}, turn=18, phase="plan1-soviet", options=ON)
    FORTRESSES.lay(w, at(w, KURSK))
    load_dice(monkeypatch, 4)
    strike(w, f"attack {names[0]} {KURSK} 1", f"attack {names[1]} {KURSK} 1", f"resolve {KURSK} 1")
    assert where(w, "G") == KURSK and w.by_id["G"][Steps].lost == 1
    foes = [w.by_id[n].hex for n in names]
    assert retreat_and_advance.escape(w, w.by_id["G"], at(w, KURSK), foes, (2, 2)) == 1


# -- surrender ------------------------------------------------------------------------------------------------


def test_two_units_hold_out_for_two_turns() -> None:
    garrison = {f"G{n}": (kind, KURSK) for n, kind in enumerate(("ger_inf_54", "ger_inf_44", "ger_inf_54"))}
    w = position(garrison | ring(KURSK), turn=18, phase="surrender-axis", supply=dict.fromkeys(garrison, 2), options=ON)
    FORTRESSES.lay(w, at(w, KURSK))
    assert [u.id for u in fortresses.doomed(w, w.by_id["G0"].type.side)] == ["G1"]
    fortresses.surrender_check(w)
    assert [where(w, unit) for unit in garrison] == [KURSK, "surrendered", KURSK]
    assert [e.rule for e in w.events if "holds out" in e.text] == ["24.2", "24.2"]
    fortresses.surrender_check(w)
    assert where(w, "G0") == KURSK
    fortresses.surrender_check(w)
    assert [where(w, unit) for unit in garrison] == ["surrendered"] * 3


def test_relief_begins_the_count_anew() -> None:
    w = position(
        {"G": ("ger_inf_54", KURSK)} | ring(KURSK), turn=18, phase="surrender-axis", supply={"G": 2}, options=ON
    )
    FORTRESSES.lay(w, at(w, KURSK))
    fortresses.surrender_check(w)
    w.mark(SupplyState, w.by_id["G"], level=0)
    fortresses.surrender_check(w)
    w.mark(SupplyState, w.by_id["G"], level=2)
    for _ in range(2):
        fortresses.surrender_check(w)
        assert where(w, "G") == KURSK
    fortresses.surrender_check(w)
    assert where(w, "G") == "surrendered"
