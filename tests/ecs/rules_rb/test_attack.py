"""Chapter 10.1: who may attack, who must, and what is attacked together."""

from __future__ import annotations

import pytest

from ecs.core.components import Assignment, Engagement, Place, Side, SupplyState
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import battle, declared_attacks, declaring, mandatory_attacks
from ecs.rulesets.russia_besieged.data.components import JointAttacks, Partisan
from tests.ecs.rules_rb.fray import go_to
from tests.ecs.rules_rb.stage import at, do, position, refusal, why

PAIR = {"A": ("ger_inf_54", "3731"), "B": ("ger_inf_54", "3732"), "R": ("army_33", "3831")}


def planning(units: dict[str, tuple[str, str]], number: int = 1, **facts: object) -> World:
    return position(units, phase=f"plan{number}-axis", **facts)  # type: ignore[arg-type]


def texts(w: World, unit: str) -> list[str]:
    return [c.text() for c in declaring.attack_commands(w, w.by_id[unit])]


def test_a_unit_next_to_the_enemy_is_assigned_and_taken_out_again() -> None:
    w = planning(PAIR)
    assert texts(w, "A") == ["attack A 3831 1"]
    do(w, "attack A 3831 1")
    assert w.by_id["A"][Assignment].target == at(w, "3831") and texts(w, "A") == ["withdraw A"]
    assert why(w, "attack A 3831 1") == "assigned"
    do(w, "withdraw A")
    assert not declared_attacks.assigned(w)
    assert why(w, "withdraw A") == "not-assigned" and why(w, "cancel") == "no-attacks"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("attack X 3831 1", "no-such-unit"), ("attack A 0000 1", "no-such-hex"), ("attack R 3731 1", "enemy-unit"),
        ("attack A 3830 1", "nothing-there"), ("attack A 4031 1", "not-adjacent"),
        ("attack A 3831 2", "no-such-wave"), ("attack G 3831 1", "gun-supply"), ("attack D 3831 1", "off-map"),
        ("resolve 3831 1", "no-combat"), ("blitz 3831", "no-combat"), ("join 3831 3832", "no-attack"),
        ("lead A 3831", "no-marshal"),
    ],
)  # fmt: skip
def test_what_cannot_be_ordered_is_refused_with_a_reason_and_a_rule(line: str, reason: str) -> None:
    w = planning(PAIR | {"G": ("ger_art_62", "3731"), "D": ("ger_inf_54", "[dead]")})
    found = refusal(w, line)
    assert found is not None and found.reason == reason and found.rule and found.text.endswith(".")


def test_units_in_enemy_zones_must_attack_before_the_segment_ends() -> None:
    w = planning(PAIR)
    found = mandatory_attacks.may_end_plan(w)
    assert found is not None and found.reason == "must-attack"
    do(w, "attack A 3831 1", "attack B 3831 1")
    assert mandatory_attacks.may_end_plan(w) is None


def test_every_enemy_in_their_zones_must_be_attacked_while_somebody_is_free() -> None:
    w = planning(PAIR | {"S": ("army_33", "3832")})
    do(w, "attack A 3831 1", "attack B 3831 1")
    found = mandatory_attacks.may_end_plan(w)
    assert found is not None and found.reason == "must-be-attacked"
    do(w, "withdraw B", "attack B 3832 1")
    assert mandatory_attacks.may_end_plan(w) is None


def test_the_duty_lapses_where_nobody_is_free() -> None:
    w = planning({"B": ("ger_inf_54", "3732"), "R": ("army_33", "3831"), "S": ("army_33", "3832")})
    do(w, "attack B 3831 1")
    assert mandatory_attacks.may_end_plan(w) is None


def test_a_lone_attacker_may_take_two_hexes_on_at_once() -> None:
    w = planning({"B": ("ger_inf_54", "3732"), "R": ("army_33", "3831"), "S": ("army_33", "3832")})
    do(w, "attack B 3831 1")
    assert "join 3831 3832" in [c.text() for c in mandatory_attacks.join_commands(w)]
    do(w, "join 3831 3832")
    assert declared_attacks.hexes_of(w, at(w, "3831")) == (at(w, "3831"), at(w, "3832"))
    assert why(w, "join 3831 3832") == "in-battle"
    do(w, "cancel")
    assert w[JointAttacks].joined == () and not declared_attacks.assigned(w)


def test_all_attackers_of_a_joined_battle_are_next_to_all_its_hexes() -> None:
    w = planning(PAIR | {"S": ("army_33", "3832")})
    do(w, "attack B 3831 1")
    w.mark(Engagement, w.by_id["A"], fought=True)
    do(w, "join 3831 3832")
    w.mark(Engagement, w.by_id["A"], fought=False)
    assert why(w, "attack A 3831 1") == "not-all" and why(w, "attack B 3832 1") == "joined"
    do(w, "withdraw B", "attack A 3831 1")
    assert why(w, "join 3831 3832") == "not-adjacent"


@pytest.mark.parametrize(
    ("kind", "spot", "marks"),
    [("volkssturm", "3731", {}), ("ger_inf_54", "3731", {"landed": True})],
)
def test_militia_and_the_evacuated_need_not_attack(kind: str, spot: str, marks: dict[str, bool]) -> None:
    w = planning({"A": (kind, spot), "R": ("army_33", "3831")})
    w.mark(Engagement, w.by_id["A"], **marks)
    assert mandatory_attacks.may_end_plan(w) is None


@pytest.mark.parametrize(("kind", "owes"), [("airborne_13", False), ("army_33", True)])
def test_5_1_only_airborne_are_exempt_on_their_landing_turn(kind: str, owes: bool) -> None:
    w = position({"18.A": (kind, "3831"), "G": ("ger_inf_54", "3731")}, phase="plan1-soviet")
    w.mark(SupplyState, w.by_id["18.A"], dropped=True)
    found = mandatory_attacks.may_end_plan(w)
    assert (found is not None) is owes
    assert not owes or (found is not None and found.reason == "must-attack" and "18th Army" in found.text)
    do(w, "attack 18.A 3731 1")
    assert mandatory_attacks.may_end_plan(w) is None


def test_a_unit_in_a_major_city_need_not_attack() -> None:
    w = planning({"A": ("ger_inf_54", "3828"), "R": ("army_33", "3829")})
    assert mandatory_attacks.may_end_plan(w) is None and texts(w, "A") == ["attack A 3829 1"]


def test_allies_do_not_attack_on_the_first_turn_and_need_not() -> None:
    units = {"A": ("rum_inf_33", "3731"), "R": ("army_33", "3831")}
    w = planning(units, turn=1)
    assert why(w, "attack A 3831 1") == "ally-waits" and mandatory_attacks.may_end_plan(w) is None
    assert not why(planning(units, turn=2), "attack A 3831 1")


def test_guns_need_not_attack_and_have_no_zone() -> None:
    w = planning({"A": ("ger_inf_54", "3731"), "G": ("art_42", "3831")})
    assert mandatory_attacks.may_end_plan(w) is None and why(w, "attack A 3831 1") == "nothing-there"


def test_second_stage_partisans_may_be_attacked_and_need_not() -> None:
    w = planning({"A": ("ger_inf_54", "3731"), "P": ("partisan", "3831")})
    assert why(w, "attack A 3831 1") == "nothing-there"
    w.mark(Partisan, w.by_id["P"], promoted=True)
    assert not why(w, "attack A 3831 1") and mandatory_attacks.may_end_plan(w) is None


def test_a_field_marshal_leads_one_battle_near_him() -> None:
    w = planning(PAIR | {"F": ("ger_marshal", "3731"), "M": ("ger_marshal", "3732"), "S": ("army_33", "3832")})
    assert why(w, "lead F 3831") == "no-attack"
    do(w, "attack A 3831 1", "attack B 3832 1", "lead F 3831")
    assert why(w, "lead M 3831") == "led" and why(w, "lead F 3832") == "spent"
    assert texts(w, "M") == ["lead M 3832"]
    do(w, "withdraw A")
    assert w.by_id["F"][Assignment].target == -1
    w.mark(Place, w.by_id["M"], hex=at(w, "3530"))
    assert why(w, "lead M 3832") == "too-far"


def test_the_combat_segment_ends_when_all_declared_battles_are_fought() -> None:
    w = planning(PAIR)
    do(w, "attack A 3831 1", "attack B 3831 1")
    go_to(w, "fight1-axis")
    found = battle.may_end_fight(w)
    assert found is not None and found.reason == "unresolved"
    assert [c.text() for c in battle.battle_commands(w)] == ["resolve 3831 1"]
    declaring.stop_fighting(w)
    assert battle.may_end_fight(w) is None and not declared_attacks.assigned(w)


def test_orders_given_for_a_victory_on_the_march_stand_if_they_can() -> None:
    w = position(PAIR, phase="move1-axis")
    do(w, "attack A 3831 1", "attack B 3831 1")
    w.mark(Place, w.by_id["B"], hex=at(w, "3530"))
    go_to(w, "plan1-axis")
    declaring.start_planning(w)
    assert [u.id for u in declared_attacks.assigned(w)[at(w, "3831")]] == ["A"]


def test_battles_are_shown_with_their_teams() -> None:
    w = planning(PAIR)
    do(w, "attack A 3831 1")
    (view,) = declared_attacks.battles(w, Side.AXIS)
    assert (view.hex, view.attackers, view.defenders, view.state) == (at(w, "3831"), ("A",), ("R",), "declared")
