"""13: the Siberian reserve."""

from __future__ import annotations

import pytest

from ecs.core.commands import CallReserve, Enter
from ecs.core.components import Clock, Disruption, Side
from ecs.core.world import World
from ecs.rulesets.war_against_russia.campaign import arrivals
from ecs.rulesets.war_against_russia.data.tables import tables
from ecs.rulesets.war_against_russia.sequence import PHASES
from ecs.systems.victory import result
from tests.ecs.rules_war.stage import load_dice, position, where
from tests.ecs.staging import begin

RESERVE = {
    "1.GdsKor": ("rus_gdskor", "[siberia]"),
    **{f"{n}.Shock": ("rus_shock", "[siberia]") for n in (1, 2, 3, 4)},
}
ALL = list(RESERVE)


def staged(turn: int, phase: str = "initial-soviet", **units: tuple[str, str]) -> World:
    return position({"4.A": ("ger_army", "R3"), **RESERVE, **units}, turn=turn, phase=phase)


def boxes(w: World) -> list[str]:
    return [where(w, name) for name in ALL]


def why(w: World) -> str:
    found = arrivals.judge_call(w, CallReserve())
    return found.reason if found else ""


def test_the_groups_are_those_of_the_reserve() -> None:
    assert sorted(name for group in tables().siberia.groups for name in group) == sorted(ALL)


def test_from_december_on_the_call_is_safe_and_brings_a_group_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch)
    w = staged(7)
    assert arrivals.risk(w) == 0 and arrivals.call_commands(w) == [CallReserve()]
    arrivals.call_reserve(w, CallReserve())
    assert boxes(w) == ["waiting", "waiting", "siberia", "waiting", "siberia"]
    assert why(w) == "called" and not arrivals.call_commands(w)
    w.mark(Clock, w.table, turn=8)
    begin(w, PHASES)
    assert boxes(w) == ["waiting", "waiting", "siberia", "waiting", "waiting"]
    w.mark(Clock, w.table, turn=9)
    begin(w, PHASES)
    assert boxes(w) == ["waiting"] * 5


@pytest.mark.parametrize(("turn", "risk"), [(1, 6), (2, 5), (5, 2), (6, 1), (7, 0), (12, 0)])
def test_the_risk_of_calling_it_early(turn: int, risk: int) -> None:
    assert arrivals.risk(staged(turn)) == risk


def test_called_early_it_may_lose_the_war(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, 2)
    w = staged(5)
    arrivals.call_reserve(w, CallReserve())
    found = result(w)
    assert w.clock.over and found is not None and found.winner is Side.AXIS
    load_dice(monkeypatch, 3)
    w = staged(5)
    arrivals.call_reserve(w, CallReserve())
    assert not w.clock.over and boxes(w).count("waiting") == 3


def test_it_is_called_in_a_russian_initial_phase_not_before_june() -> None:
    assert why(staged(7, "initial-axis")) == "no-reserve-call"
    assert why(staged(7, "move-soviet")) == "no-reserve-call"
    assert why(staged(0)) == "too-early"
    assert why(position({"4.A": ("ger_army", "R3")}, turn=7, phase="initial-soviet")) == "no-reserve"


def test_siberians_come_in_at_the_edge_and_in_supplied_major_cities() -> None:
    w = staged(7, X=("ger_army", "Y10"))
    arrivals.call_reserve(w, CallReserve())
    found = {c.text().split()[-1] for c in arrivals.enter_commands(w, w.by_id["1.Shock"])}
    assert {"Q28", "A20", "Q19", "G15", "T19", "N22", "Q13", "KK10"} <= found
    assert not {"Y10", "N18", "Q16", "Q1"} & found
    assert not arrivals.enter_commands(w, w.by_id["3.Shock"])
    arrivals.enter(w, Enter("1.Shock", "T19"))
    assert where(w, "1.Shock") == "T19" and not w.by_id["1.Shock"][Disruption].disrupted


def test_the_panel_keeps_the_secret_of_the_russians_until_the_call() -> None:
    w = staged(6)
    assert arrivals.facts(w, Side.AXIS) == ()
    assert "lost on a roll of 1" in arrivals.facts(w, Side.SOVIET)[0].state
    w.mark(Clock, w.table, turn=7)
    assert arrivals.facts(w, Side.SOVIET)[0].state == "safe to call"
    arrivals.call_reserve(w, CallReserve())
    assert "2 still to come" in arrivals.facts(w, Side.AXIS)[0].state
