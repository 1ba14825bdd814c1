"""Chapter 9.1: what Russian attackers must attack besides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from ecs.core.components import Assignment
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat import declaring, mandatory_attacks
from ecs.rulesets.war_against_russia.ground.control import fighters_at
from ecs.systems.combat.declared_attacks import assigned_by_wave
from ecs.systems.sentences import label
from tests.ecs.rules_war.fray import do
from tests.ecs.rules_war.stage import at, board, position
from tests.kits.random_play import Picker

UNITS = {  # two Germans side by side, two Russians in front of both
    "A": ("ger_infkps", "V23"), "B": ("ger_infkps", "W23"), "R": ("rus_army42", "V24"), "S": ("rus_army42", "V24"),
    "T": ("rus_army42", "W24"),
}  # fmt: skip


def planning(units: dict[str, tuple[str, str]], phase: str = "plan1-soviet", **facts: object) -> World:
    return position(units, phase=phase, **facts)  # type: ignore[arg-type]


def reason(w: World) -> str:
    found = mandatory_attacks.may_end_plan(w)
    return found.reason if found else ""


def test_germans_next_to_russian_attackers_must_be_attacked_too() -> None:
    w = planning(UNITS)
    assert reason(w) == ""
    do(w, "attack R V23 1")
    assert reason(w) == "must-be-attacked" and mandatory_attacks.unanswered(w) == [at(w, "W23")]
    do(w, "attack T W23 1")
    assert reason(w) == ""


def test_a_unit_that_can_be_spared_counts_as_free() -> None:
    units = {name: row for name, row in UNITS.items() if name != "T"}
    w = planning(units)
    do(w, "attack R V23 1", "attack S V23 1")
    assert reason(w) == "must-be-attacked"
    do(w, "withdraw S", "attack S W23 1")
    assert reason(w) == ""


def test_what_cannot_be_attacked_at_fair_odds_is_passed_over() -> None:
    units = {**UNITS, "B": ("ger_pzgr", "W23"), "C": ("ger_pzkps", "W23")}
    del units["T"]
    units["T"] = ("rus_army41", "W24")
    w = planning(units)
    do(w, "attack R V23 1", "attack S V23 1")
    assert mandatory_attacks.owed(w) == [at(w, "W23")] and reason(w) == "must-be-attacked"  # 2 and 1 against 7
    w = planning(units | {"S": ("rus_rifkor", "V24")})
    do(w, "attack R V23 1")
    assert mandatory_attacks.owed(w) == [at(w, "W23")] and reason(w) == ""  # 1 against 7


def test_dispersed_germans_and_allies_need_not_be_attacked() -> None:
    w = planning(UNITS, dispersed=("B",))
    do(w, "attack R V23 1")
    assert reason(w) == ""
    w = planning(UNITS | {"B": ("rum_army", "W23")})
    do(w, "attack R V23 1")
    assert reason(w) == ""


def test_nobody_owes_an_attack_on_those_whom_rumania_still_covers() -> None:
    units = {"A": ("ger_infkps", "EE6"), "B": ("ger_infkps", "CC6"), "C": ("ger_infkps", "CC4"),
             "R": ("rus_army42", "DD7"), "S": ("rus_army42", "CC5")}  # fmt: skip
    w = planning(units)
    do(w, "attack R EE6 1")
    assert reason(w) == "must-be-attacked" and mandatory_attacks.unanswered(w) == [at(w, "CC6")]
    do(w, "attack S CC6 1")  # next to C, in Rumania
    assert reason(w) == "" and mandatory_attacks.owed(w) == []


def test_axis_attackers_may_choose() -> None:
    w = planning({"R": ("rus_army42", "V23"), "S": ("rus_army42", "W23"), "A": ("ger_army", "V24"),
                  "B": ("ger_army", "W24")}, phase="plan1-axis")  # fmt: skip
    do(w, "attack A V23 1")
    assert reason(w) == ""


def test_taking_all_back_is_always_a_way_out() -> None:
    w = planning(UNITS)
    do(w, "attack R V23 1", "cancel")
    assert reason(w) == ""


# -- the duty as a question of assignment -------------------------------------------------------------------

STACKS = {  # V23 takes two factors, U23 one; both border on U22 and V24, and each Russian has one
    "11.A": ("ger_army", "V23"), "30.InfKps": ("ger_infkps", "V23"), "54.InfKps": ("ger_infkps", "U23"),
    "22.A": ("rus_army41", "U22"), "5.KavKor": ("rus_kavkor", "U22"), "20.A": ("rus_army41", "V24"),
    "2.KavKor": ("rus_kavkor", "V24"),
}  # fmt: skip


def test_9_1_a_strong_stack_is_attacked_if_any_assignment_reaches_it() -> None:
    w = planning(STACKS)
    do(w, *(f"attack {name} U23 1" for name in ("22.A", "5.KavKor", "20.A", "2.KavKor")))
    refusal = mandatory_attacks.may_end_plan(w)  # no single unit that is spared brings 1-4 against six factors, two do
    assert refusal is not None and refusal.reason == "must-be-attacked" and mandatory_attacks.owed(w) == [at(w, "V23")]
    assert "11th Army and 30th Infantry Corps at V23" in refusal.text and "against V23" in refusal.text
    do(w, *(command.text() for command in refusal.remedy))
    assert reason(w) == "" and {len(team) for team in assigned_by_wave(w).values()} == {2}


def test_9_1_a_lone_attacker_calls_up_those_who_can_meet_its_other_neighbours() -> None:
    w = planning(STACKS)
    do(w, "attack 22.A U23 1")
    refusal = mandatory_attacks.may_end_plan(w)
    assert refusal is not None and [c.text() for c in refusal.remedy] == ["attack 2.KavKor V23 1", "attack 20.A V23 1"]
    lone = {name: row for name, row in STACKS.items() if row[0].startswith("ger") or name == "22.A"}
    w = planning(lone)
    do(w, "attack 22.A U23 1")
    assert reason(w) == ""  # one factor against six: nobody can
    w = planning(lone | {"22.A": ("rus_shock", "U22")})
    do(w, "attack 22.A U23 1")
    assert reason(w) == ""  # it could attack either of them, not both


def test_9_1_an_attack_on_allies_does_not_excuse_from_one_on_germans() -> None:
    units = {"A": ("ger_infkps", "V23"), "B": ("rum_army", "W23"), "R": ("rus_army42", "V24")}
    w = planning(units)
    do(w, "attack R W23 1")
    refusal = mandatory_attacks.may_end_plan(w)
    assert refusal is not None and [c.text() for c in refusal.remedy] == ["withdraw R", "attack R V23 1"]
    w = planning(units | {"B": ("ger_infkps", "W23")})
    do(w, "attack R W23 1")
    assert reason(w) == ""


def test_9_1_nobody_is_called_up_who_would_owe_another_attack_instead() -> None:
    units = {"A": ("ger_infkps", "V23"), "B": ("ger_infkps", "W23"), "R": ("rus_army42", "V24")}
    w = planning(units | {"T": ("rus_army42", "W24")})
    do(w, "attack R V23 1")
    assert mandatory_attacks.unanswered(w) == [at(w, "W23")]
    w = planning(units | {"T": ("rus_army42", "W24"), "C": ("ger_army", "X24"), "D": ("ger_pzkps", "X24"),
                          "E": ("ger_army", "W25"), "F": ("ger_pzkps", "W25")})  # fmt: skip
    do(w, "attack R V23 1")
    assert reason(w) == ""  # T would owe two attacks more, and cannot make either


def test_9_1_armour_into_a_swamp_is_assigned_wave_by_wave() -> None:
    marsh = next(
        h for h in board().hexes
        if h.terrain == "swamp" and all(not board().kinds(h.index, j) for j in board().neighbours[h.index])
    )  # fmt: skip
    one, two = (board().hexes[j].label for j in board().neighbours[marsh.index][:2])
    w = planning({"A": ("ger_infkps", marsh.label), "B": ("rum_corps", one), "R": ("rus_mexkor", two),
                  "S": ("rus_mexkor", two)})  # fmt: skip
    do(w, f"attack R {one} 1", f"attack S {one} 1")
    refusal = mandatory_attacks.may_end_plan(w)
    assert refusal is not None and len(refusal.remedy) == 2  # one of the two is enough, the other may stay
    do(w, *(command.text() for command in refusal.remedy))
    assert reason(w) == ""
    w = planning({"A": ("ger_infkps", marsh.label), "R": ("rus_mexkor", two), "S": ("rus_mexkor", two)})
    do(w, f"attack R {marsh.label} 1", f"attack S {marsh.label} 2")
    assert reason(w) == ""


def small(seed: int) -> World:
    """A few units of both sides on open ground, with attacks at random that are allowed by themselves."""
    dice = Picker(seed)
    middle = board().by_label["V23"]
    near = [h for h in board().hexes if board().distance(h.index, middle) <= 2]
    units: dict[str, tuple[str, str]] = {}
    for number in range(9):
        kinds = ("ger_army", "ger_infkps", "rum_corps") if number < 4 else ("rus_army41", "rus_army42", "rus_kavkor")
        here = near[dice.below(len(near))].label
        if all(spot != here for _, spot in units.values()):
            units[f"u{number}"] = kinds[dice.below(3)], here
    w = planning(units, unsupplied=[name for name in units if not dice.below(4)])
    for unit in w.units:
        orders = [c.text() for c in declaring.attack_commands(w, unit)]
        if orders and dice.below(4):
            do(w, orders[dice.below(len(orders))])
    while weak := [key for key in assigned_by_wave(w) if declaring.too_weak(w, *key)]:
        do(w, f"withdraw {assigned_by_wave(w)[weak[0]][0].id}")
    return w


def assignments(w: World) -> Iterator[list[tuple[Unit, int]]]:
    """Every legal assignment in which those who owe something go on attacking."""
    ways = []
    for unit in w.units:
        if declaring.cannot_attack(w, unit) is None:
            near = w.board.neighbours[unit.hex]
            keeps_on = unit[Assignment].target >= 0 and any(mandatory_attacks.must_be_met(w, j) for j in near)
            ways.append([(unit, -1)] * (not keeps_on))
            ways[-1] += [(unit, j) for j in near if declaring.cannot_target(w, unit, j) is None]
    for row in product(*ways):
        teams: dict[int, list[Unit]] = {}
        for unit, j in row:
            if j >= 0:
                teams.setdefault(j, []).append(unit)
        if not any(declaring.is_hopeless(w, j, team) for j, team in teams.items()):
            yield [(unit, j) for unit, j in row if j >= 0]


def left_out(w: World, row: list[tuple[Unit, int]]) -> int:
    struck = {j for _, j in row}
    beside = {j for unit, _ in row for j in w.board.neighbours[unit.hex]}
    return sum(mandatory_attacks.must_be_met(w, j) for j in beside - struck)


@pytest.mark.parametrize("seed", range(40))
def test_9_1_the_search_finds_what_trying_all_assignments_finds(seed: int) -> None:
    w = small(seed)
    fewest = min(left_out(w, row) for row in assignments(w))
    for _ in range(10):
        refusal = mandatory_attacks.may_end_plan(w)
        assert (refusal is not None) is (len(mandatory_attacks.owed(w)) > fewest)
        if refusal is None:
            break
        assert all(fighters_at(w, j) for j in mandatory_attacks.unanswered(w)), [
            label(w, j) for j in mandatory_attacks.unanswered(w)
        ]
        do(w, *(command.text() for command in refusal.remedy))
    assert reason(w) == ""
