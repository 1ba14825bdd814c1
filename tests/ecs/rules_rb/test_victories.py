"""Chapter 9: automatic victories during movement."""

from __future__ import annotations

import pytest

from ecs.core.components import Assignment, Place, Readiness
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import automatic_victories, declaring, mandatory_attacks
from ecs.rulesets.russia_besieged.data.components import JointAttacks, Partisan
from ecs.rulesets.russia_besieged.table import view
from tests.ecs.rules_rb.fray import go_to, supply_by_marks
from tests.ecs.rules_rb.stage import at, do, position, where, why

CORPS = {"A": ("ger_pz_107", "3731"), "B": ("ger_pz_107", "3732"), "R": ("cav_25", "3831")}


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def marching(units: dict[str, tuple[str, str]] | None = None, **facts: object) -> World:
    w = position(CORPS | (units or {}), **facts)  # type: ignore[arg-type]
    do(w, "attack A 3831 1", "attack B 3831 1")
    return w


def test_ten_to_one_removes_the_defenders_on_the_march() -> None:
    w = marching({"C": ("ger_inf_54", "3730")})
    assert [c.text() for c in automatic_victories.victory_commands(w)] == ["overwhelm 3831"]
    do(w, "overwhelm 3831")
    assert where(w, "R") == "dead" and where(w, "A") == "3731" and w.by_id["A"][Assignment].target == -1
    assert why(w, "move A 3831") == "victor" and why(w, "attack B 3831 1") == "victor"
    do(w, "move C 3831")


def test_surrounded_units_surrender_and_leaders_go() -> None:
    w = marching({"Z": ("sov_marshal", "3831"), "G": ("art_42", "3831")}, supply={"R": 2})
    do(w, "overwhelm 3831")
    assert where(w, "R").startswith("surrendered") and where(w, "G") == "dead" and where(w, "Z") == "gone"


@pytest.mark.parametrize(
    ("units", "facts", "reason"),
    [
        ({"S": ("army_23", "3831")}, {}, "av-odds"), ({}, {"weather": "Mud"}, "av-weather"),
        ({}, {"supply": {"A": 1}}, "av-supply"),
    ],
)  # fmt: skip
def test_what_stands_in_the_way(units: dict[str, tuple[str, str]], facts: dict[str, object], reason: str) -> None:
    w = marching(units, **facts)
    assert why(w, "overwhelm 3831") == reason and not automatic_victories.victory_commands(w)


def test_9_7_partisans_of_the_second_stage_are_overwhelmed_as_the_alternative_of_fighting_them() -> None:
    units = {"A": ("ger_pz_107", "3731"), "C": ("ger_inf_54", "3732"), "P": ("partisan", "3831")}
    w = position(units, turn=8)
    w.mark(Partisan, w.by_id["P"], promoted=True)
    assert why(w, "move C 3831") == "enemy-occupied"
    do(w, "attack C 3831 1")
    assert why(w, "overwhelm 3831") == "av-odds"  # 5 to 1
    do(w, "withdraw C", "attack A 3831 1")
    ahead = view.overrun(w, w.by_id["A"].type.side, at(w, "3831"), ("A",))
    assert ahead is not None and (ahead.attack, ahead.defence, ahead.refusal) == (10, 1, "")
    assert [c.text() for c in automatic_victories.victory_commands(w)] == ["overwhelm 3831"]
    do(w, "overwhelm 3831")
    assert where(w, "P") == "pool" and why(w, "move A 3831") == "victor"
    do(w, "move C 3831")


def test_bands_of_the_first_stage_are_simply_entered() -> None:
    w = position({"A": ("ger_pz_107", "3731"), "P": ("partisan", "3831")}, turn=8)
    assert why(w, "attack A 3831 1") == "nothing-there"
    do(w, "move A 3831")
    assert where(w, "P") == "pool"


def test_no_victory_without_orders_in_other_segments_or_where_a_battle_rages() -> None:
    w = position(CORPS)
    assert why(w, "overwhelm 3831") == "no-attackers" and why(w, "overwhelm 0000") == "no-such-hex"
    w = marching()
    go_to(w, "plan1-axis")
    assert why(w, "overwhelm 3831") == "no-march"
    go_to(w, "move2-axis")
    w.mark(JointAttacks, w.table, locked=((at(w, "3831"), (w.by_id["A"].entity,)),))
    assert why(w, "overwhelm 3831") == "locked"


def test_air_groups_count_and_are_spent() -> None:
    w = marching({"L": ("ger_air", "3530"), "S": ("cav_25", "3831")}, reduced=[])
    assert why(w, "overwhelm 3831") == "av-odds"
    w = position({"A": ("ger_pz_107", "3731"), "B": ("ger_pz_97", "3732"), "L": ("ger_air", "3530"),
                  "R": ("cav_25", "3831")})  # fmt: skip
    do(w, "attack A 3831 1", "attack B 3831 1")
    assert why(w, "overwhelm 3831") == "av-odds"
    w.mark(Assignment, w.by_id["L"], target=at(w, "3831"))
    do(w, "overwhelm 3831")
    assert w.by_id["L"][Readiness].spent and where(w, "R") == "dead"


def test_other_enemies_next_to_the_victors_are_left_to_others() -> None:
    w = marching({"S": ("army_33", "3832")})
    do(w, "overwhelm 3831")
    go_to(w, "plan1-axis")
    declaring.start_planning(w)
    assert mandatory_attacks.may_end_plan(w) is None
    w.mark(Place, w.by_id["R"], hex=at(w, "4131"))
    w = marching({"S": ("army_33", "3832"), "C": ("ger_inf_54", "3732")})
    do(w, "overwhelm 3831")
    go_to(w, "plan1-axis")
    declaring.start_planning(w)
    found = mandatory_attacks.may_end_plan(w)
    assert found is not None and found.reason == "must-attack"
    do(w, "attack C 3832 1")
    assert mandatory_attacks.may_end_plan(w) is None
