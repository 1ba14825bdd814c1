"""Chapter 13.1: surrender of the surrounded, and supply from the air."""

from __future__ import annotations

from typing import Any

from ecs.core.components import Place
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import fortresses
from ecs.rulesets.russia_besieged.ground import supply
from tests.ecs.rules_rb.stage import do, position, where, why
from tests.ecs.rules_rb.test_supply import FIELD, ring


def pocket(**facts: Any) -> World:
    """Three German corps in a pocket that was one already when the turn began."""
    units = {f"G{n}": ("ger_inf_54", FIELD) for n in range(3)}
    base = {f"A{n}": ("ger_air", facts.pop("airbase", "1626") if n == 0 else "1626") for n in range(3)}
    supplied = facts.pop("supply", dict.fromkeys(units, 2))
    return position({**units, **base, **ring(FIELD)}, supply=supplied, **{"phase": "surrender-axis", **facts})


def near_pocket(**facts: Any) -> World:
    """The same, with the railway and the air groups close by."""
    w = pocket(**facts)
    there = min(
        (i for i in supply.in_supply(w, w.by_id["A0"].type.side)),
        key=lambda i: (w.board.distance(i, w.by_id["G0"].hex), i),
    )
    for n in range(3):
        w.mark(Place, w.by_id[f"A{n}"], hex=there)
    return w


def test_those_surrounded_at_both_checks_surrender() -> None:
    w = pocket(supply={"G0": 2, "G1": 2, "G2": 1})
    fortresses.surrender_check(w)
    assert [where(w, f"G{n}") for n in range(3)] == ["surrendered", "surrendered", FIELD]


def test_the_relieved_do_not_surrender() -> None:
    w = pocket()
    for n in range(6):
        w.mark(Place, w.by_id[f"R{n}"], hex=-1, box="dead")
    fortresses.surrender_check(w)
    assert where(w, "G0") == FIELD


def test_soviets_come_back_some_turns_later() -> None:
    soviets = {"S": ("army_43", "1425")}
    germans = {f"G{n}": ("ger_inf_54", label) for n, (_, label) in enumerate(ring("1425").values())}
    w = position({**soviets, **germans}, phase="surrender-soviet", supply={"S": 2})
    fortresses.surrender_check(w)
    assert where(w, "S") == "surrendered:6"


def test_two_units_a_turn_are_fed_from_the_air() -> None:
    w = near_pocket()
    reach = w.board.distance(w.by_id["A0"].hex, w.by_id["G0"].hex)
    assert reach <= 8, "the pocket is in range of a supplied base"
    assert [c.text() for c in fortresses.airlift_commands(w, w.by_id["A0"])] == [f"airlift A0 {FIELD}"]
    do(w, f"airlift A0 {FIELD}")
    assert why(w, f"airlift A0 {FIELD}") == "used"
    do(w, f"airlift A1 {FIELD}")
    assert why(w, f"airlift A2 {FIELD}") == "lifted" and not fortresses.airlift_commands(w, w.by_id["A2"])
    fortresses.surrender_check(w)
    assert [where(w, f"G{n}") for n in range(3)] == [FIELD, FIELD, "surrendered"]


def test_why_nobody_is_fed_from_the_air() -> None:
    w = near_pocket()
    assert why(w, f"airlift A0 {w.board.hexes[w.by_id['A0'].hex].label}") == "nobody-doomed"
    assert why(w, f"airlift G0 {FIELD}") == "no-aircraft"
    assert why(w, f"airlift R0 {FIELD}") == "enemy-unit"
    assert why(w, f"airlift X {FIELD}") == "no-such-unit" and why(w, "airlift A0 9999") == "no-such-hex"
    assert why(pocket(airbase="0223"), f"airlift A0 {FIELD}") == "out-of-range"
    assert why(pocket(phase="move1-axis"), f"airlift A0 {FIELD}") == "no-airlift"
    assert why(pocket(weather="Mud"), f"airlift A1 {FIELD}") == "weather"
    w.mark(Place, w.by_id["A0"], hex=w.by_id["G0"].hex)
    assert why(w, f"airlift A0 {FIELD}") == "unsupplied"
