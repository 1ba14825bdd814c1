"""The forecast of an attack: every result, with its exact chance."""

from __future__ import annotations

import pytest

from ecs.components import Side
from ecs.rulesets.russia_besieged.forecast import forecast
from ecs.world import World
from tests.rules_rb.fray import supply_by_marks
from tests.rules_rb.stage import at, position

UNITS = {"A": ("ger_pz_87", "3731"), "B": ("ger_pz_87", "3732"), "R": ("army_33", "3831")}


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def staged(**facts: object) -> World:
    return position(UNITS, phase="plan1-axis", **facts)  # type: ignore[arg-type]


def test_chances_add_up_and_the_column_is_named() -> None:
    w = staged()
    found = forecast(w, Side.AXIS, at(w, "3831"), ("A", "B"))
    assert found.odds == "5-1" and (found.attack_total, found.defence_total) == (16, 3) and not found.refusal
    assert sum(o.probability for o in found.outcomes) == 1 and found.p_cleared == 1
    assert len(found.faces) == 10 and found.retreats == ("3931", "3932")
    assert found.mean_defenders_lost == 1  # the worst die reads D2, and two steps are all it has


def test_the_blitzkrieg_table_is_asked_for_and_may_be_refused() -> None:
    w = staged()
    assert any("Adv" in text for _, text in forecast(w, Side.AXIS, at(w, "3831"), ("A", "B"), press=1).faces)
    w = staged(weather="Mud")
    assert "Mud" in forecast(w, Side.AXIS, at(w, "3831"), ("A", "B"), press=1).refusal


def test_units_may_be_thought_of_elsewhere() -> None:
    w = staged()
    away = forecast(w, Side.AXIS, at(w, "3831"), ("A",), at={"A": at(w, "3530")})
    assert away.refusal and not forecast(w, Side.AXIS, at(w, "3831"), ("A",), at={"A": at(w, "3830")}).refusal


def test_odds_below_the_table_lose_everything() -> None:
    w = position({"A": ("rum_inf_23", "3731"), "R": ("tank_army_76", "3831"), "S": ("tank_army_76", "3831")},
                 phase="plan1-axis")  # fmt: skip
    found = forecast(w, Side.AXIS, at(w, "3831"), ("A",))
    assert found.mean_attackers_lost == 1 and found.p_cleared == 0 and not found.faces
