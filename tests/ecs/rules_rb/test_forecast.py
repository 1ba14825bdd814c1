"""The forecast of an attack: every result, with its exact chance."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction

import pytest

from ecs.core.components import Assignment, Engagement, Readiness, Side
from ecs.core.ruleset import AttackQuery
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory
from ecs.rulesets.russia_besieged.table.forecast import forecast
from tests.ecs.rules_rb.fray import supply_by_marks
from tests.ecs.rules_rb.stage import at, position

UNITS = {"A": ("ger_pz_87", "3731"), "B": ("ger_pz_87", "3732"), "R": ("army_33", "3831")}


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def staged(**facts: object) -> World:
    return position(UNITS, phase="plan1-axis", **facts)  # type: ignore[arg-type]


def test_chances_add_up_and_the_column_is_named() -> None:
    w = staged()
    found = forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A", "B")))
    assert found.odds == "5-1" and (found.attack_total, found.defence_total) == (16, 3) and not found.refusal
    assert sum(o.probability for o in found.outcomes) == 1 and found.p_cleared == 1
    assert len(found.faces) == 10 and found.retreats == ("3931", "3932")
    assert found.mean_defenders_lost == 1  # the worst die reads D2, and two steps are all it has


def test_the_blitzkrieg_table_is_asked_for_and_may_be_refused() -> None:
    w = staged()
    pressed = AttackQuery(Side.AXIS, at(w, "3831"), ("A", "B"), press=1)
    assert any("Adv" in text for _, text in forecast(w, pressed).faces)
    w = staged(weather="Mud")
    assert "Mud" in forecast(w, pressed).refusal


@pytest.mark.parametrize("facts", [{}, {"weather": "Mud"}])
@pytest.mark.parametrize("press", [0, 1])
def test_as_far_as_the_die_it_says_the_same_and_nothing_of_how_it_ends(facts: dict[str, object], press: int) -> None:
    w = staged(**facts)
    asked = AttackQuery(Side.AXIS, at(w, "3831"), ("A", "B"), press)
    whole, before = forecast(w, asked), forecast(w, asked._replace(ends=False))
    assert whole.outcomes and whole.retreats and not before.outcomes and not before.retreats
    ends = [field.name for field in fields(whole) if field.name.startswith(("mean_", "p_"))]
    assert before == replace(whole, outcomes=(), retreats=(), **dict.fromkeys(ends, Fraction(0)))  # type: ignore[arg-type]


def test_units_may_be_thought_of_elsewhere() -> None:
    w = staged()
    far, near = (AttackQuery(Side.AXIS, at(w, "3831"), ("A",), at={"A": at(w, base)}) for base in ("3530", "3830"))
    assert forecast(w, far).refusal and not forecast(w, near).refusal


def test_odds_below_the_table_lose_everything() -> None:
    w = position({"A": ("rum_inf_23", "3731"), "R": ("tank_army_76", "3831"), "S": ("tank_army_76", "3831")},
                 phase="plan1-axis")  # fmt: skip
    found = forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A",)))
    assert found.mean_attackers_lost == 1 and found.p_cleared == 0 and not found.faces


@pytest.mark.parametrize(("mark", "words"), [("fought", "has already attacked"), ("landed", "came by sea")])
def test_units_that_cannot_attack_are_said_to(mark: str, words: str) -> None:
    w = staged()
    w.mark(Engagement, w.by_id["A"], **{mark: True})
    assert words in forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A", "B"))).refusal
    w = staged()
    w.mark(AutomaticVictory, w.table, units=(w.by_id["A"].entity,))
    assert "automatic victory" in forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A",))).refusal


def test_allies_wait_in_the_forecast_as_they_do_in_the_game() -> None:
    w = position({"A": ("rum_inf_33", "3731"), "R": ("cav_25", "3831")}, phase="plan1-axis", turn=1)
    assert "may not attack yet" in forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A",))).refusal


def test_what_is_given_to_an_attack_counts_unnamed_and_what_is_spent_does_not() -> None:
    w = position(UNITS | {"L": ("ger_air", "3530"), "F": ("ger_marshal", "3731")}, phase="plan1-axis")
    assert forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A",))).attack_total == 8
    assert forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A", "L", "F"))).attack_total == 11
    w.mark(Assignment, w.by_id["L"], target=at(w, "3831"))
    assert forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A",))).attack_total == 11
    w.mark(Readiness, w.by_id["L"], spent=True)
    assert forecast(w, AttackQuery(Side.AXIS, at(w, "3831"), ("A", "L"))).attack_total == 8
