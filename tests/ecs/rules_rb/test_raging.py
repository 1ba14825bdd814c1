"""Chapter 10.6: battles that rage on from the First Impulse into the Second."""

from __future__ import annotations

import pytest

from ecs.core.components import Battle, CombatPhase, Place, Steps
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import (
    automatic_victories,
    battle,
    declared_attacks,
    declaring,
    mandatory_attacks,
)
from ecs.rulesets.russia_besieged.data.components import JointAttacks
from ecs.rulesets.russia_besieged.ground import impulses
from tests.ecs.rules_rb.fray import go_to, open_orders, strike, supply_by_marks
from tests.ecs.rules_rb.stage import at, do, load_dice, position, where, why

EVEN = {"A": ("ger_inf_54", "3731"), "R": ("guards_54", "3831")}
BR, D1 = 7, 9  # at 1-1


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def raging(monkeypatch: pytest.MonkeyPatch, units: dict[str, tuple[str, str]], *orders: str, die: int = BR) -> World:
    """The Second Impulse's movement after a battle of the First."""
    w = position(EVEN | units, phase="plan1-axis")
    load_dice(monkeypatch, die)
    strike(w, *(orders or ("attack A 3831 1", "resolve 3831 1")))
    while w.decisions.stack:
        do(w, open_orders(w)[0])
    declaring.stop_fighting(w)
    go_to(w, "move2-axis")
    impulses.open_impulse(w)
    declaring.open_impulse(w)
    return w


def plan(w: World) -> None:
    go_to(w, "plan2-axis")
    declaring.start_planning(w)


def team(w: World, spot: str = "3831") -> list[str]:
    return [u.id for u in declared_attacks.assigned(w).get(at(w, spot), [])]


def test_the_same_attackers_fight_again_and_it_is_declared_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    w = raging(monkeypatch, {"B": ("ger_inf_54", "3732")}, "attack A 3831 1", "resolve 3831 1")
    assert why(w, "move A 3730") == "locked" and why(w, "move B 3633") == ""
    plan(w)
    assert team(w) == ["A"] and why(w, "withdraw A") == "locked" and why(w, "attack A 3831 1") == "assigned"
    go_to(w, "fight2-axis")
    found = battle.may_end_fight(w)
    assert found is not None and found.reason == "unresolved"


def test_fresh_units_may_join_and_leave_again(monkeypatch: pytest.MonkeyPatch) -> None:
    w = raging(monkeypatch, {"B": ("ger_inf_54", "3633"), "G": ("ger_art_62", "3731")})
    do(w, "move B 3732")
    plan(w)
    do(w, "attack B 3831 1", "attack G 3831 1", "withdraw B")
    assert team(w) == ["A"] and [u.id for u in declared_attacks.support(w, at(w, "3831"))] == ["G"]
    do(w, "attack B 3831 1", "cancel")
    assert team(w) == ["A"]
    do(w, "attack B 3831 1")
    load_dice(monkeypatch, 10)
    go_to(w, "fight2-axis")
    do(w, "resolve 3831 1")
    assert set(w[Battle].attackers) >= {w.by_id["A"].entity, w.by_id["B"].entity}


def test_nobody_overruns_the_hex_of_a_raging_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    tanks = {"B": ("ger_pz_107", "3732"), "C": ("ger_pz_107", "3732"), "D": ("ger_pz_107", "3830"),
             "E": ("ger_pz_107", "3830")}  # fmt: skip
    w = raging(monkeypatch, tanks)
    do(w, *(f"attack {name} 3831 1" for name in "BCDE"))
    assert why(w, "overwhelm 3831") == "locked" and not automatic_victories.victory_commands(w)


def test_a_locked_unit_overruns_nobody_else_either(monkeypatch: pytest.MonkeyPatch) -> None:
    w = raging(monkeypatch, {"S": ("cav_25", "3830")})
    assert why(w, "attack A 3830 1") == "locked" and not declaring.attack_commands(w, w.by_id["A"])
    plan(w)
    assert team(w) == ["A"]


def test_the_duty_to_fight_on_goes_before_other_duties(monkeypatch: pytest.MonkeyPatch) -> None:
    w = raging(monkeypatch, {"S": ("army_23", "3730")})
    plan(w)
    assert why(w, "attack A 3730 1") == "assigned" and mandatory_attacks.may_end_plan(w) is None


@pytest.mark.parametrize("gone", ["A", "R"])
def test_the_battle_is_over_when_a_side_is_gone(monkeypatch: pytest.MonkeyPatch, gone: str) -> None:
    w = raging(monkeypatch, {"B": ("ger_inf_54", "3732")})
    w.mark(Place, w.by_id[gone], hex=-1, box="dead")
    plan(w)
    assert team(w) == [] and battle.may_end_fight(w) is None
    if gone == "A":
        assert mandatory_attacks.may_end_plan(w) is not None  # B stands in a zone as any other unit does


def test_a_side_that_dies_in_the_raging_battle_itself_locks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    w = position({"A": ("ger_inf_24", "3731"), "R": ("cav_25", "3831")}, phase="plan1-axis", reduced=["A"])
    w.mark(Steps, w.by_id["A"], lost=0)
    load_dice(monkeypatch, BR)
    strike(w, "attack A 3831 1", "resolve 3831 1")
    assert where(w, "R") == "dead" and w[JointAttacks].locked == () and not w.decisions.stack


def test_the_second_battle_ends_it_whatever_it_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    w = raging(monkeypatch, {})
    plan(w)
    load_dice(monkeypatch, 4)
    go_to(w, "fight2-axis")
    do(w, "resolve 3831 1")
    while w.decisions.stack:
        do(w, open_orders(w)[0])
    declaring.stop_fighting(w)
    assert w[JointAttacks].locked == () and not declared_attacks.assigned(w)
    go_to(w, "move1-soviet")
    impulses.open_impulse(w)
    declaring.open_impulse(w)
    assert w[JointAttacks].locked == () and not why(w, "move R 3930")


def test_two_hexes_that_rage_are_fought_as_one_again(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"A": ("ger_inf_54", "3732"), "B": ("ger_inf_54", "3732"), "S": ("army_43", "3832")}
    w = raging(monkeypatch, units, "attack A 3831 1", "attack B 3831 1", "join 3831 3832", "resolve 3831 1")
    assert w[JointAttacks].locked and w[JointAttacks].joined == ((at(w, "3831"), at(w, "3832")),)
    plan(w)
    assert team(w) == ["A", "B"] and declared_attacks.hexes_of(w, at(w, "3831")) == (at(w, "3831"), at(w, "3832"))
    do(w, "cancel")
    assert w[JointAttacks].joined and team(w) == ["A", "B"]
    load_dice(monkeypatch, 10)
    go_to(w, "fight2-axis")
    do(w, "resolve 3831 1")
    assert w[CombatPhase].struck == (at(w, "3831"), at(w, "3832"))
