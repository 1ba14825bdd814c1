"""Chapter 11: recovery."""

from __future__ import annotations

import pytest

from ecs.core.components import Clock, Disruption, SupplyState
from ecs.core.files.scenarios import UnitEntry
from ecs.core.world import World
from ecs.systems.replacements import recover
from ecs.systems.supply import judge
from tests.ecs.rules_war import stage
from tests.ecs.rules_war.stage import position

ARMY, RIFLES = "ger_army", "rus_rifkor"


def dispersed(w: World) -> set[str]:
    """Who lies face down."""
    return {u.id for u in w.units if u[Disruption].disrupted}


def test_the_dispersed_of_the_side_recover_at_the_start_of_its_turn() -> None:
    units = {"A": (ARMY, "Q5"), "B": ("rum_corps", "BB3"), "R": (RIFLES, "Q19")}
    w = position(units, phase="initial-axis", dispersed=units, turn=3)
    judge(w)
    recover(w)
    assert dispersed(w) == {"R"} and [event.rule for event in w.events] == ["11", "11"]
    w.mark(Clock, w.table, phase=w.phases.index("initial-soviet"))
    judge(w)
    recover(w)
    assert not dispersed(w) and "R recovers at Moscow Q19" in w.events[-1].text


def test_those_out_of_supply_do_not_and_supply_is_judged_first() -> None:
    w = position({})
    around = {f"K{i}": (RIFLES, w.board.hexes[i].label) for i in w.board.neighbours[w.board.by_label["U9"]]}
    w = position({"A": (ARMY, "U9"), "B": (ARMY, "Q5"), **around}, phase="initial-axis", dispersed=["A", "B"])
    w.mark(SupplyState, w.by_id["B"], level=1)
    judge(w)
    recover(w)
    assert dispersed(w) == {"A"} and not w.by_id["A"][SupplyState].supplied and w.by_id["B"][SupplyState].supplied


@pytest.mark.parametrize(
    ("turn", "setup", "recovers"),
    [(0, "quick", False), (1, "quick", True), (1, "corps", True), (1, "free", True)],
)
def test_14_units_marked_d_recover_in_june_whatever_the_set_up(
    turn: int, setup: str, recovers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = UnitEntry(units=["A:ger_army"], hex="Q1", dispersed=True, zone="d")
    made = stage.scenario
    monkeypatch.setattr(stage, "scenario", lambda entries=(), **facts: made([*entries, ("axis", entry)], **facts))
    w = position({}, turn=turn, phase="initial-axis", options={"setup": setup}, zones={"d": None})
    judge(w)
    recover(w)
    assert bool(dispersed(w)) is not recovers
