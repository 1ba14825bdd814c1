"""Chapter 9.1: what Russian attackers must attack besides."""

from __future__ import annotations

from ecs.rulesets.war_against_russia import obligation
from ecs.world import World
from tests.rules_war.fray import do
from tests.rules_war.stage import at, position

UNITS = {  # two Germans side by side, two Russians in front of both
    "A": ("ger_infkps", "V23"), "B": ("ger_infkps", "W23"), "R": ("rus_army42", "V24"), "S": ("rus_army42", "V24"),
    "T": ("rus_army42", "W24"),
}  # fmt: skip


def planning(units: dict[str, tuple[str, str]], phase: str = "plan1-soviet", **facts: object) -> World:
    return position(units, phase=phase, **facts)  # type: ignore[arg-type]


def reason(w: World) -> str:
    found = obligation.may_end_plan(w)
    return found.reason if found else ""


def test_germans_next_to_russian_attackers_must_be_attacked_too() -> None:
    w = planning(UNITS)
    assert reason(w) == ""
    do(w, "attack R V23 1")
    assert reason(w) == "must-be-attacked" and obligation.unanswered(w) == [at(w, "W23")]
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
    assert obligation.owed(w) == [at(w, "W23")] and reason(w) == "must-be-attacked"  # 2 and 1 against 7
    w = planning(units | {"S": ("rus_rifkor", "V24")})
    do(w, "attack R V23 1")
    assert obligation.owed(w) == [at(w, "W23")] and reason(w) == ""  # 1 against 7


def test_dispersed_germans_and_allies_need_not_be_attacked() -> None:
    w = planning(UNITS, dispersed=("B",))
    do(w, "attack R V23 1")
    assert reason(w) == ""
    w = planning(UNITS | {"B": ("rum_army", "W23")})
    do(w, "attack R V23 1")
    assert reason(w) == ""


def test_axis_attackers_may_choose() -> None:
    w = planning({"R": ("rus_army42", "V23"), "S": ("rus_army42", "W23"), "A": ("ger_army", "V24"),
                  "B": ("ger_army", "W24")}, phase="plan1-axis")  # fmt: skip
    do(w, "attack A V23 1")
    assert reason(w) == ""


def test_taking_all_back_is_always_a_way_out() -> None:
    w = planning(UNITS)
    do(w, "attack R V23 1", "cancel")
    assert reason(w) == ""
