"""Chapter 14.2: in which battle the defenders spend a Field Marshal."""

from __future__ import annotations

import pytest

from ecs.core.components import CombatRoll, Readiness, Side
from ecs.core.ruleset import AttackQuery
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import battle, declared_attacks
from ecs.rulesets.russia_besieged.table.forecast import forecast
from tests.ecs.rules_rb.fray import go_to, open_orders, supply_by_marks
from tests.ecs.rules_rb.stage import at, do, load_dice, position, where, why

SMALL, LARGE = "0925", "0926"
FRONT = {"I": ("ger_inf_54", "0824"), "P": ("ger_pz_87", "0927"), "Q": ("ger_pz_87", "0927")}
FRONT |= {"3.A": ("army_33", SMALL), "5.A": ("army_43", LARGE), "6.A": ("army_43", LARGE)}
ZHUKOV = {"Zhukov": ("sov_marshal", LARGE)}
ORDERS = (f"attack I {SMALL} 1", f"attack P {LARGE} 1", f"attack Q {LARGE} 1")


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def fighting(impulse: int = 1, orders: tuple[str, ...] = ORDERS, **units: tuple[str, str]) -> World:
    """A weak attack and one by panzers, Zhukov beside the first and in the hex of the second."""
    w = position(FRONT | ZHUKOV | units, phase=f"plan{impulse}-axis")
    do(w, *orders)
    go_to(w, f"fight{impulse}-axis")
    return w


def test_5_3_the_defender_decides_in_which_battle_his_field_marshal_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fighting()
    load_dice(monkeypatch, 4, 8)
    do(w, f"resolve {SMALL} 1")
    assert w.decisions.stack == ("marshal",) and w.dice.thrown == 0
    assert open_orders(w) == ["done", "spend Zhukov"]
    asked = battle.DECISION.view(w)
    assert asked.side is Side.SOVIET and asked.hex == at(w, SMALL) and asked.rule == "14.2"
    assert "5 to 3" in asked.prompt and "could also help at" in asked.prompt and "16 to 8" in asked.prompt
    do(w, "done")  # 5 to 3: 1-1, reads 4: AR
    assert w[CombatRoll].drm == 0 and not w.by_id["Zhukov"][Readiness].spent
    while w.decisions.stack:
        do(w, open_orders(w)[0])
    do(w, f"resolve {LARGE} 1")
    assert "Second Impulse" in battle.DECISION.view(w).prompt
    do(w, "spend Zhukov")
    assert w[CombatRoll].drm == 0 and w.by_id["Zhukov"][Readiness].spent  # armour +1, Zhukov -1
    assert any("Zhukov helps the defenders" in event.text for event in w.events)


def test_5_3_spent_in_one_battle_he_is_not_asked_for_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fighting()
    load_dice(monkeypatch, 5, 7)
    do(w, f"resolve {SMALL} 1", "spend Zhukov")
    assert w[CombatRoll].drm == -1
    while w.decisions.stack:
        do(w, open_orders(w)[0])
    do(w, f"resolve {LARGE} 1")
    assert w.decisions.stack != ("marshal",) and w[CombatRoll].drm == 1


def test_5_3_nobody_is_asked_when_it_is_the_last_battle_he_can_help_in(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fighting(2, ORDERS[1:])
    load_dice(monkeypatch, 7)
    do(w, f"resolve {LARGE} 1")
    assert w.decisions.stack != ("marshal",) and w.by_id["Zhukov"][Readiness].spent and w[CombatRoll].drm == 0
    w = fighting(2)
    do(w, f"resolve {SMALL} 1")
    assert w.decisions.stack == ("marshal",)
    w = fighting(1, ORDERS[1:])
    do(w, f"blitz {LARGE}") if battle.cannot_blitz(w, at(w, LARGE)) is None else do(w, f"resolve {LARGE} 1")
    assert w.decisions.stack == ("marshal",)  # he may wait for the Second Impulse


def test_5_3_he_is_not_spent_where_he_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    weak = {"I": ("rum_inf_23", "0824")} | {f"{n}.G": ("guards_64", SMALL) for n in range(2)}
    w = fighting(1, (f"attack I {SMALL} 1",), **weak)
    load_dice(monkeypatch)
    do(w, f"resolve {SMALL} 1")  # 2 to 15: below 1-5, no die
    assert where(w, "I") == "surrendered" and not w.by_id["Zhukov"][Readiness].spent and not w.decisions.stack


def test_5_3_of_two_field_marshals_the_one_with_nothing_else_to_do_goes_by_himself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    w = fighting(2, Konev=("sov_marshal", "0924"))
    load_dice(monkeypatch, 5, 7)
    do(w, f"resolve {SMALL} 1")
    assert (
        w.by_id["Konev"][Readiness].spent
        and not w.by_id["Zhukov"][Readiness].spent
        and w.decisions.stack != ("marshal",)
    )
    w = fighting(1, Konev=("sov_marshal", "0924"))
    do(w, f"resolve {SMALL} 1")
    assert open_orders(w) == ["done", "spend Konev", "spend Zhukov"]


def test_5_3_why_a_field_marshal_is_not_sent_in(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fighting(Konev=("sov_marshal", "1726"))
    assert why(w, "spend Zhukov") == "no-question"
    do(w, f"resolve {SMALL} 1")
    assert why(w, "spend Konev") == "no-help" and why(w, "spend Zhukov") == "" == why(w, "done")
    assert why(w, f"resolve {LARGE} 1") == "fighting"


def test_5_3_while_they_are_asked_the_battle_is_shown_as_fought_once() -> None:
    w = fighting()
    do(w, f"resolve {SMALL} 1")
    assert [(b.hex, b.state) for b in declared_attacks.battles(w, Side.AXIS)] == [
        (at(w, SMALL), "fighting"),
        (at(w, LARGE), "declared"),
    ]
    assert [b.attackers for b in declared_attacks.battles(w, Side.AXIS)] == [("I",), ("P", "Q")]


def test_5_3_the_forecast_counts_with_him_and_says_that_he_may_be_kept() -> None:
    w = fighting()
    ahead = forecast(w, AttackQuery(Side.AXIS, at(w, SMALL), ("I",)))
    assert any("Die −1: Field Marshal" in note for note in ahead.notes)
    assert any("keep Zhukov for another battle" in note for note in ahead.notes)
    w.mark(Readiness, w.by_id["Zhukov"], spent=True)
    assert not any("Zhukov" in note for note in forecast(w, AttackQuery(Side.AXIS, at(w, SMALL), ("I",))).notes)
