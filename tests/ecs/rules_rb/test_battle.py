"""Chapters 10.2 to 10.9: the die, its results, losses, battles that rage on, advances."""

from __future__ import annotations

import pytest

from ecs.core.components import Assignment, Battle, CombatPhase, CombatRoll, Engagement, LossesOwed, Readiness, Steps
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import battle, declared_attacks, declaring, mandatory_attacks
from ecs.rulesets.russia_besieged.data.components import JointAttacks, Partisan
from tests.ecs.rules_rb.fray import go_to, open_orders, strike, supply_by_marks
from tests.ecs.rules_rb.stage import at, do, load_dice, position, where, why

FIVE = {  # 16 against 3: 5-1, or a Blitzkrieg attack of 5-1
    "A": ("ger_pz_87", "3731"),
    "B": ("ger_pz_87", "3732"),
    "R": ("army_33", "3831"),
}
ORDERS = ("attack A 3831 1", "attack B 3831 1")


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def planning(units: dict[str, tuple[str, str]], number: int = 1, **facts: object) -> World:
    return position(units, phase=f"plan{number}-axis", **facts)  # type: ignore[arg-type]


def test_defenders_eliminated_leave_the_hex_to_the_attackers(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(FIVE)
    load_dice(monkeypatch, 6)  # 5-1, armour +1: reads 7, DE
    strike(w, *ORDERS, "resolve 3831 1")
    assert where(w, "R") == "dead" and open_orders(w) == ["advance A 3831", "advance B 3831", "done"]
    do(w, "advance A 3831", "done")
    assert where(w, "A") == "3831" and where(w, "B") == "3732" and w[Battle].hex == -1
    assert w.by_id["A"][Engagement].fought and why(w, "resolve 3831 1") == "no-attackers"


def test_surrounded_defenders_surrender_only_to_a_starred_result(monkeypatch: pytest.MonkeyPatch) -> None:
    for die, box in ((6, "dead"), (7, "surrendered:6")):
        w = planning(FIVE, supply={"R": 2})
        load_dice(monkeypatch, die)
        strike(w, *ORDERS, "resolve 3831 1")
        assert where(w, "R") == box


def test_below_the_table_the_attackers_surrender_without_a_die(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("rum_inf_23", "3731"), "R": ("shock_54", "3831"), "S": ("shock_54", "3831"),
                  "T": ("cav_25", "3831")})  # fmt: skip
    load_dice(monkeypatch)
    strike(w, "attack A 3831 1", "resolve 3831 1")
    assert where(w, "A") == "surrendered" and where(w, "R") == "3831" and w[Battle].hex == -1


def test_a_raging_battle_costs_a_step_each_and_is_fought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_inf_34", "3731"), "R": ("army_33", "3831"), "C": ("ger_inf_34", "3732")}
    w = planning(units)
    load_dice(monkeypatch, 7)  # 3 against 3: 1-1, BR
    strike(w, "attack A 3831 1", "resolve 3831 1")
    assert w.by_id["A"][Steps].lost == w.by_id["R"][Steps].lost == 1 and not w.decisions.stack
    assert w[JointAttacks].locked == ((at(w, "3831"), (w.by_id["A"].entity,)),)
    declaring.stop_fighting(w)
    go_to(w, "move2-axis")
    declaring.open_impulse(w)
    assert why(w, "move A 3730") == "locked"
    go_to(w, "plan2-axis")
    declaring.start_planning(w)
    assert [u.id for u in declared_attacks.assigned(w)[at(w, "3831")]] == ["A"] and why(w, "withdraw A") == "locked"
    do(w, "attack C 3831 1", "cancel")
    assert [u.id for u in declared_attacks.assigned(w)[at(w, "3831")]] == ["A"]
    do(w, "attack C 3831 1")
    assert mandatory_attacks.may_end_plan(w) is None
    load_dice(monkeypatch, 1)
    go_to(w, "fight2-axis")
    assert not why(w, "resolve 3831 1")


def test_a_battle_that_rages_in_the_second_impulse_locks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_inf_34", "3731"), "R": ("army_33", "3831")}, number=2)
    load_dice(monkeypatch, 7)
    strike(w, "attack A 3831 1", "resolve 3831 1")
    assert w[JointAttacks].locked == ()


def test_nobody_advances_into_a_hex_emptied_by_a_raging_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_inf_24", "3731"), "R": ("cav_25", "3831")})
    load_dice(monkeypatch, 7)
    strike(w, "attack A 3831 1", "resolve 3831 1")
    assert where(w, "R") == "dead" and where(w, "A") == "3731" and not w.decisions.stack and not w[JointAttacks].locked


def test_an_exchange_costs_no_more_than_the_weaker_side_has(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_inf_54", "3731"), "R": ("cav_25", "3831")})
    load_dice(monkeypatch, 7)  # 5 against 2: 2-1, X2
    strike(w, "attack A 3831 1", "resolve 3831 1")
    assert w.by_id["A"][Steps].lost == 1 and where(w, "R") == "dead"
    assert open_orders(w) == ["advance A 3831", "done"]


def test_the_owner_says_who_loses_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_inf_34", "3731"), "R": ("army_23", "3831"), "S": ("guards_54", "3831")})
    load_dice(monkeypatch, 9)  # 3 against 7: 1-3, AR
    strike(w, "attack A 3831 1", "resolve 3831 1")
    assert w.decisions.stack == ("retreat",)
    w = planning({"A": ("ger_pz_87", "3731"), "B": ("ger_inf_54", "3732"), "R": ("army_23", "3831"),
                  "S": ("guards_54", "3831")})  # fmt: skip
    load_dice(monkeypatch, 8)  # 13 against 7: 1-1, armour: reads 9, D1
    strike(w, "attack A 3831 1", "attack B 3831 1", "resolve 3831 1")
    assert open_orders(w) == ["hit R", "hit S"] and why(w, "hit A") == "not-in-battle"
    assert why(w, "done") == "must-choose"
    do(w, "hit S")
    assert w.by_id["S"][Steps].lost == 1


def test_the_first_step_of_an_exchange_is_of_the_nation_with_most_factors(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_inf_54", "3731"), "B": ("rum_inf_33", "3732"), "R": ("army_23", "3831"),
                  "S": ("army_23", "3831")})  # fmt: skip
    load_dice(monkeypatch, 7)  # 8 against 4: 2-1, X2
    strike(w, *ORDERS, "resolve 3831 1")
    while w.decisions.stack == ("losses",) and w[LossesOwed].defender_owes:
        do(w, open_orders(w)[0])
    assert w.by_id["A"][Steps].lost == 1  # no choice for the first; the second is free
    assert open_orders(w) == ["hit A", "hit B"]


def test_a_blitzkrieg_attack_carries_armour_on(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(FIVE | {"C": ("ger_inf_54", "3731")})
    load_dice(monkeypatch, 9)  # 21 against 3: 7-1, reads 10: DE, advance 3
    strike(w, *ORDERS, "attack C 3831 1", "blitz 3831")
    orders = open_orders(w)
    assert {"advance A 4031", "advance A 4030", "advance C 3831"} <= set(orders)
    assert "advance C 3931" not in orders and "advance A 4131" not in orders
    do(w, "advance A 4031")
    assert where(w, "A") == "4031" and w.ground[at(w, "3831")].control is w.by_id["A"].type.side


def test_an_enemy_zone_stops_the_armour_behind_the_first_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(FIVE | {"C": ("ger_inf_54", "3731"), "S": ("army_33", "4031")})
    load_dice(monkeypatch, 9)
    strike(w, *ORDERS, "attack C 3831 1", "blitz 3831")
    orders = open_orders(w)
    assert "advance A 3931" in orders and "advance A 4030" not in orders and "advance A 4031" not in orders


@pytest.mark.parametrize(
    ("facts", "reason"),
    [({"turn": 15}, "blitz-turn"), ({"weather": "Mud"}, "blitz-weather"), ({"supply": {"A": 1}}, "blitz-supply")],
)
def test_a_blitzkrieg_attack_has_conditions(facts: dict[str, object], reason: str) -> None:
    w = planning(FIVE, **facts)
    strike(w, *ORDERS)
    assert why(w, "blitz 3831") == reason and not why(w, "resolve 3831 1")


def test_air_guns_and_marshal_help_and_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_inf_54", "3731"), "G": ("ger_art_62", "3731"), "L": ("ger_air", "3530"),
                  "F": ("ger_marshal", "3731"), "R": ("army_33", "3831")})  # fmt: skip
    do(w, "attack A 3831 1", "lead F 3831")
    for name in ("G", "L"):
        w.mark(Assignment, w.by_id[name], target=at(w, "3831"))
    load_dice(monkeypatch, 9)
    strike(w, "resolve 3831 1")
    # 5 + 6 + 3 against 3: 4-1; reads 10: DE*
    assert (w[CombatRoll].odds, w[CombatRoll].drm, where(w, "R")) == (7, 1, "dead")
    assert w.by_id["G"][Engagement].fought and w.by_id["L"][Assignment].target == at(w, "3831")
    assert all(w.by_id[name][Readiness].spent for name in "LF")
    assert "advance G 3831" not in open_orders(w)


def test_a_marshal_of_the_defenders_helps_once_in_a_player_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(FIVE | {"Z": ("sov_marshal", "3931")})
    load_dice(monkeypatch, 6)
    strike(w, *ORDERS, "resolve 3831 1")
    assert w[CombatRoll].drm == 0 and w.by_id["Z"][Readiness].spent
    declaring.open_impulse(w)
    assert not w.by_id["Z"][Readiness].spent


def test_two_hexes_attacked_as_one_share_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_pz_107", "3732"), "B": ("ger_pz_107", "3732"), "R": ("cav_25", "3831"),
                  "S": ("cav_25", "3832")})  # fmt: skip
    load_dice(monkeypatch, 6)  # 20 against 4: 5-1, reads 7: DE
    strike(w, *ORDERS, "join 3831 3832", "resolve 3831 1")
    assert where(w, "R") == where(w, "S") == "dead"
    assert {"advance A 3831", "advance A 3832"} <= set(open_orders(w))
    assert w[CombatPhase].struck == (at(w, "3831"), at(w, "3832"))


def test_guns_and_leaders_of_a_lost_stack_go_their_way(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(FIVE | {"G": ("art_42", "3831"), "Z": ("sov_marshal", "3831")})
    load_dice(monkeypatch, 10, 4)
    strike(w, *ORDERS, "resolve 3831 1")
    assert where(w, "G") == "dead" and where(w, "Z").startswith("returns")


def test_second_stage_partisans_are_removed_by_any_result_against_them(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning({"A": ("ger_inf_54", "3731"), "P": ("partisan", "3831")})
    w.mark(Partisan, w.by_id["P"], promoted=True)
    load_dice(monkeypatch, 4)  # 5-1: D3
    strike(w, "attack A 3831 1", "resolve 3831 1")
    assert where(w, "P") == "pool" and not w[Battle].defenders
    assert battle.may_end_fight(w) is None
