"""Chapter 10.1: two hexes attacked as one; chapter 6.2: attacks across the Strait of Kerch; odds below the table."""

from __future__ import annotations

import pytest

from ecs.core.commands import Join
from ecs.core.components import Assignment, Battle, Place, Readiness, Side, Steps
from ecs.core.ruleset import AttackQuery
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import declared_attacks, declaring, mandatory_attacks
from ecs.rulesets.russia_besieged.combat.declared_attacks import battle_hexes, odds_of
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory
from ecs.rulesets.russia_besieged.table.forecast import forecast
from tests.ecs.rules_rb.fray import go_to, open_orders, strike, supply_by_marks
from tests.ecs.rules_rb.stage import at, do, load_dice, position, where, why

TAMAN, KERCH = "3641", "3541"
FOREST, OPEN, NEAR = "4602", "4702", "4601"
KERCH_UNITS = {"A": ("ger_inf_54", KERCH), "R": ("army_23", TAMAN)}


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def planning(units: dict[str, tuple[str, str]], **facts: object) -> World:
    return position(units, phase="plan1-axis", **facts)  # type: ignore[arg-type]


def drms(w: World, spot: str) -> dict[str, int]:
    index = at(w, spot)
    odds = odds_of(w, battle_hexes(w, index), Side.AXIS, declared_attacks.party(w, index))
    return {line.text: line.value for line in odds.drms}


# -- two hexes as one ---------------------------------------------------------------------------------------


def test_joined_hexes_add_their_factors_and_fight_on_the_worst_ground() -> None:
    w = planning(
        {"A": ("ger_inf_54", NEAR), "B": ("ger_inf_54", NEAR), "R": ("army_23", OPEN), "S": ("army_23", FOREST)}
    )
    do(w, f"attack A {OPEN} 1", f"attack B {OPEN} 1")
    assert "forest" not in {text.lower() for text in drms(w, OPEN)}
    do(w, f"join {OPEN} {FOREST}")
    assert drms(w, OPEN)["forest"] == -1
    found = forecast(w, AttackQuery(Side.AXIS, at(w, OPEN), ("A", "B")))
    assert found.attack_total == 10 and found.defence_total == 4 and found.odds == "2-1"
    assert found.defenders == ("R", "S")


def test_armour_in_one_of_two_hexes_denies_the_attackers_theirs() -> None:
    units = {
        "A": ("ger_pz_87", "3732"),
        "B": ("ger_pz_87", "3732"),
        "R": ("army_33", "3831"),
        "S": ("tank_army_46", "3832"),
    }
    w = planning(units)
    do(w, "attack A 3831 1", "attack B 3831 1")
    assert sum(drms(w, "3831").values()) == 1
    do(w, "join 3831 3832")
    assert sum(drms(w, "3831").values()) == 0


def test_losses_and_retreats_fall_on_both_hexes_together(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(
        {"A": ("ger_pz_87", "3732"), "B": ("ger_pz_87", "3732"), "R": ("army_33", "3831"), "S": ("army_33", "3832")}
    )
    load_dice(monkeypatch, 8)  # 16 to 6: 2-1, armour: reads 9, D2
    strike(w, "attack A 3831 1", "attack B 3831 1", "join 3831 3832", "resolve 3831 1")
    assert open_orders(w) == ["hit R", "hit S"]
    do(w, "hit R", "hit S")
    while w.decisions.stack == ("retreat",):
        do(w, next(line for line in open_orders(w)))
    assert w.decisions.stack == ("advance",)
    assert {"advance A 3831", "advance A 3832", "advance B 3831", "advance B 3832"} <= set(open_orders(w))
    do(w, "advance A 3831", "advance B 3832")
    assert (where(w, "A"), where(w, "B")) == ("3831", "3832") and w[Battle].hex == -1


def test_both_hexes_count_as_attacked() -> None:
    w = planning({"A": ("ger_inf_54", "3732"), "R": ("army_33", "3831"), "S": ("army_33", "3832")})
    do(w, "attack A 3831 1")
    assert mandatory_attacks.unanswered(w) == []  # nobody else is free
    do(w, "join 3831 3832")
    assert declared_attacks.hexes_of(w, at(w, "3831")) == (at(w, "3831"), at(w, "3832"))
    assert why(w, "attack A 3832 1") == "joined" and mandatory_attacks.may_end_plan(w) is None


PLANE = {"19.A": ("army_33", "3426"), "20.A": ("army_33", "3526"), "III.Pz": ("ger_pz_87", "3527")}
PLANE |= {"XIV.Pz": ("ger_pz_87", "3527"), "V.K": ("ger_inf_54", "3625")}


def test_5_1_a_joining_hexes_lets_nobody_off_who_is_next_to_only_one_of_them() -> None:
    w = planning(PLANE)
    do(w, "attack III.Pz 3426 1", "attack XIV.Pz 3426 1")
    assert why(w, "join 3426 3526") == "lets-off"
    assert "V Corps" in str(mandatory_attacks.judge_join(w, Join("3426", "3526")))
    assert not mandatory_attacks.join_commands(w)
    assert [u.id for u in mandatory_attacks.obliged(w)] == ["V.K"]
    do(w, "attack V.K 3526 1")
    assert mandatory_attacks.may_end_plan(w) is None


def test_5_1_a_joining_is_allowed_where_the_others_have_somebody_else_to_attack_or_no_duty() -> None:
    w = planning(PLANE | {"24.A": ("army_33", "3725")})
    do(w, "attack III.Pz 3426 1", "attack XIV.Pz 3426 1", "join 3426 3526")
    found = mandatory_attacks.may_end_plan(w)
    assert found is not None and found.reason == "must-attack" and "V Corps" in found.text
    do(w, "attack V.K 3725 1")
    assert mandatory_attacks.may_end_plan(w) is None
    w = planning(PLANE)
    w.mark(
        AutomaticVictory, w.table, units=(w.by_id["V.K"].entity,)
    )  # it has won an automatic victory and owes nothing
    do(w, "attack III.Pz 3426 1", "attack XIV.Pz 3426 1", "join 3426 3526")
    assert mandatory_attacks.may_end_plan(w) is None


def test_5_1_a_a_unit_next_to_the_first_hex_only_is_not_let_off_either() -> None:
    w = planning(PLANE | {"V.K": ("ger_inf_54", "3326")})
    do(w, "attack III.Pz 3426 1", "attack XIV.Pz 3426 1")
    assert why(w, "join 3426 3526") == "lets-off"
    do(w, "attack V.K 3426 1")
    assert why(w, "join 3426 3526") == "not-adjacent"


# -- across the strait --------------------------------------------------------------------------------------


def test_an_attack_across_kerch_is_made_as_over_a_river() -> None:
    w = planning(KERCH_UNITS)
    assert mandatory_attacks.may_end_plan(w) is None  # no zone goes over
    do(w, f"attack A {TAMAN} 1")
    assert sum(drms(w, TAMAN).values()) == -1
    w = planning(KERCH_UNITS, weather="Snow", turn=11)
    do(w, f"attack A {TAMAN} 1")
    assert not drms(w, TAMAN)


def test_nobody_advances_across_kerch_nor_wins_there_on_the_march(monkeypatch: pytest.MonkeyPatch) -> None:
    w = planning(KERCH_UNITS | {"B": ("ger_inf_54", KERCH)})
    load_dice(monkeypatch, 10)  # 10 to 2: 5-1, reads 9: DE*
    strike(w, f"attack A {TAMAN} 1", f"attack B {TAMAN} 1", f"resolve {TAMAN} 1")
    assert where(w, "R") == "dead" and not w.decisions.stack and w[Battle].hex == -1
    units = {"A": ("ger_pz_107", KERCH), "B": ("ger_pz_107", KERCH), "R": ("cav_25", TAMAN)}
    w = position(units, phase="move1-axis")
    do(w, f"attack A {TAMAN} 1", f"attack B {TAMAN} 1")
    assert why(w, f"overwhelm {TAMAN}") == "av-strait"


def test_nobody_retreats_across_kerch(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_pz_87", "3441"), "B": ("ger_pz_87", "3441"), "R": ("guards_54", KERCH)}
    w = planning(units)
    load_dice(monkeypatch, 1)  # 16 to 5: 3-1, armour: reads 2, BR
    strike(w, f"attack A {KERCH} 1", f"attack B {KERCH} 1", f"resolve {KERCH} 1")
    w = planning(units)
    load_dice(monkeypatch, 3)  # reads 4: D1
    strike(w, f"attack A {KERCH} 1", f"attack B {KERCH} 1", f"resolve {KERCH} 1")
    assert where(w, "R") == "dead"


# -- below 1-5 ----------------------------------------------------------------------------------------------


def test_soviet_attackers_below_the_table_surrender_and_come_back_some_day(monkeypatch: pytest.MonkeyPatch) -> None:
    axis = {"A": ("ger_pz_107", "3731"), "B": ("ger_pz_107", "3731"), "C": ("ger_inf_54", "3731")}
    w = position({"R": ("army_23", "3831"), "S": ("cav_25", "3831")} | axis, phase="plan1-soviet")
    load_dice(monkeypatch)
    strike(w, "attack R 3731 1", "attack S 3731 1", "resolve 3731 1")
    assert where(w, "R") == where(w, "S") == "surrendered:6"
    assert [where(w, name) for name in "ABC"] == ["3731"] * 3 and not w.decisions.stack
    assert all(w.by_id[name][Steps].lost == 0 for name in "ABC")


def test_the_defenders_help_does_not_change_what_is_below_the_table() -> None:
    w = position({"A": ("rum_inf_23", "3731"), "R": ("tank_army_76", "3831"), "S": ("tank_army_76", "3831"),
                  "F": ("ger_marshal", "3731")}, phase="plan1-axis")  # fmt: skip
    do(w, "attack A 3831 1", "lead F 3831")
    assert forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A", "F"))).mean_attackers_lost == 1


# -- automatic victories and those who won them -------------------------------------------------------------


def test_victors_neither_move_nor_attack_until_the_next_impulse() -> None:
    axis = {"A": ("ger_pz_107", "3731"), "B": ("ger_pz_107", "3731"), "C": ("ger_inf_54", "3732")}
    w = position(axis | {"R": ("cav_25", "3831"), "S": ("army_23", "3830")}, phase="move1-axis")
    do(w, "attack A 3831 1", "attack B 3831 1", "overwhelm 3831")
    for name in "AB":
        assert why(w, f"move {name} 3730") == why(w, f"attack {name} 3830 1") == "victor"
        assert declaring.attack_commands(w, w.by_id[name]) == []
    go_to(w, "plan1-axis")
    declaring.start_planning(w)
    assert why(w, "attack A 3830 1") == "victor" and mandatory_attacks.may_end_plan(w) is None
    declaring.stop_fighting(w)
    go_to(w, "move2-axis")
    declaring.open_impulse(w)
    w.mark(Place, w.by_id["S"], hex=-1, box="dead")
    assert not why(w, "move A 3730")


def test_air_groups_count_for_a_victory_up_to_the_corps_and_have_still_to_land() -> None:
    units = {"A": ("ger_pz_87", "3731"), "B": ("ger_pz_87", "3732"), "R": ("cav_25", "3831")}
    w = position(units | {"L": ("ger_air", "3530"), "M": ("ger_air", "3530"), "N": ("ger_air", "3530")})
    do(w, "attack A 3831 1", "attack B 3831 1")
    w.mark(Assignment, w.by_id["L"], target=at(w, "3831"))
    assert why(w, "overwhelm 3831") == "av-odds"  # 16 and 3 to 2
    w.mark(Assignment, w.by_id["M"], target=at(w, "3831"))
    do(w, "overwhelm 3831")  # 16 and 6 to 2
    assert where(w, "R") == "dead"
    for name, spent in (("L", True), ("M", True), ("N", False)):
        unit = w.by_id[name]
        assert unit[Readiness].spent is spent and (unit[Assignment].target == at(w, "3831")) is spent
