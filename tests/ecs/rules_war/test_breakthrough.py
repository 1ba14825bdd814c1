"""Chapter 9.4: one attack more after a breakthrough."""

from __future__ import annotations

import pytest

from ecs.core.components import CombatPhase, CombatRoll, Disruption, Engagement, Marched
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import breakthrough, declaring
from ecs.rulesets.war_against_russia.data.components import Breakthrough
from ecs.systems.combat.declared_attacks import assigned_by_wave, lapse
from tests.ecs.rules_war.fray import do, go_to, open_orders, question, strike, why
from tests.ecs.rules_war.stage import load_dice, position, where

UNITS = {
    "A": ("ger_pzgr", "V22"),
    "B": ("ger_army", "W22"),
    "R": ("rus_army42", "V23"),
    "S": ("rus_army42", "V24"),
    "C": ("ger_infkps", "W23"),
}
ORDERS = ("attack A V23 1", "attack B V23 1", "resolve V23 1")  # 8 against 2: 4-1


def fight(monkeypatch: pytest.MonkeyPatch, *dice: int, phase: str = "plan1-axis",
          units: dict[str, tuple[str, str]] = UNITS) -> World:  # fmt: skip
    w = position(units, phase=phase, weather="Mud")
    load_dice(monkeypatch, *dice)
    strike(w, *ORDERS)
    return w


def broken(monkeypatch: pytest.MonkeyPatch, *dice: int) -> World:
    """A breakthrough, and A gone forward."""
    w = fight(monkeypatch, 6, *dice)
    do(w, "advance A V23", "done")
    assert question(w) == "breakthrough"
    return w


def test_units_that_break_through_attack_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    w = broken(monkeypatch, 5)
    assert [w.by_entity[e].id for e in w[Breakthrough].loose] == ["A", "B"]
    assert open_orders(w) == ["attack A V24 1", "done"]  # B has nothing near
    do(w, "attack A V24 1")
    assert open_orders(w) == ["attack C V24 1", "done", "resolve V24 1", "withdraw A"]
    do(w, "attack C V24 1", "resolve V24 1")  # 6 against 2: 3-1, DR
    assert w[Breakthrough].extra and w.by_id["C"][Engagement].fought
    do(w, "done")
    assert (
        w.by_id["S"][Disruption].disrupted
        and not question(w)
        and not w[Breakthrough].loose
        and not w[Breakthrough].extra
    )


def test_a_second_breakthrough_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    w = broken(monkeypatch, 6)
    do(w, "attack A V24 1", "attack C V24 1", "resolve V24 1")  # 3-1, DE
    assert where(w, "S") == "dead" and w[CombatRoll].code == "DE"
    while question(w) == "advance":
        do(w, open_orders(w)[0])
    assert not question(w) and not w[Breakthrough].loose


def test_no_breakthrough_in_operational_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fight(monkeypatch, 6, phase="plan2-axis")
    assert where(w, "R") == "dead" and w[CombatRoll].code == "DE"
    do(w, "advance A V23", "done")
    assert not question(w)


def test_without_targets_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    w = fight(monkeypatch, 6, units={name: UNITS[name] for name in "ABR"})
    do(w, "advance A V23", "done")
    assert not question(w) and not w[Breakthrough].loose


def test_the_attack_can_be_left_alone_or_unmade(monkeypatch: pytest.MonkeyPatch) -> None:
    w = broken(monkeypatch)
    do(w, "attack A V24 1", "attack C V24 1", "withdraw A")
    assert not assigned_by_wave(w) and open_orders(w) == ["attack A V24 1", "done"]
    do(w, "attack A V24 1", "done")
    assert (
        not assigned_by_wave(w)
        and not question(w)
        and not w[Breakthrough].loose
        and not w.by_id["C"][Engagement].fought
    )


def test_who_may_join(monkeypatch: pytest.MonkeyPatch) -> None:
    w = broken(monkeypatch)
    assert why(w, "attack C V24 1") == "not-loose" and why(w, "attack S V23 1") == "enemy-unit"
    assert why(w, "attack A V24 2") == "no-such-wave" and why(w, "resolve V24 1") == "no-attackers"
    do(w, "attack A V24 1")
    assert why(w, "withdraw C") == "not-assigned" and not why(w, "resolve V24 1")
    w.mark(Marched, w.by_id["C"], moved=1)
    assert why(w, "attack C V24 1") == "moved"
    w.mark(Marched, w.by_id["C"], moved=0)
    w.mark(Engagement, w.by_id["C"], fought=True)
    assert why(w, "attack C V24 1") == "fought"


def test_declared_attacks_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    w = position(UNITS, phase="plan1-axis", weather="Mud")
    load_dice(monkeypatch, 6, 4, 1)
    strike(w, "attack C V24 1", *ORDERS)
    do(w, "advance A V23", "done")
    assert open_orders(w) == ["attack A V24 2", "done"]  # C is in an attack of its own
    do(w, "attack A V24 2", "resolve V24 2")  # 4 against 2: 2-1, DW
    assert where(w, "S") != "V24" or question(w) == "retreat"
    while question(w):
        do(w, open_orders(w)[0] if question(w) != "advance" else open_orders(w)[-1])
    assert not w.by_id["C"][Engagement].fought and breakthrough.may_end_fight(w) is None


def test_nothing_is_left_over_in_the_next_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    w = broken(monkeypatch)
    do(w, "done")
    lapse(w)
    go_to(w, "plan2-axis")
    declaring.start_planning(w)
    assert not w[CombatPhase].struck and why(w, "attack A V24 1") == "fought" and not why(w, "attack C V24 1")
