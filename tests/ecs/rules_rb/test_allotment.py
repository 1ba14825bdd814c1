"""Chapter 10.1: attacks that are owed and settled are assigned by themselves, the rest by one order."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ecs import new_game
from ecs.core.commands import Allot, Assign, EndPhase, Unassign, parse
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import declared_attacks, declaring, mandatory_attacks
from ecs.rulesets.russia_besieged.table import view
from ecs.systems.combat.attack_allocation import allocate_attacks
from tests.ecs.rules_rb.fray import supply_by_marks
from tests.ecs.rules_rb.stage import at, do, position, why

LONE, SHARED = "3731", "3732"  # next to 3831 alone, and to 3831 and 3832


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def opened(units: dict[str, tuple[str, str]], **facts: object) -> World:
    w = position(units, phase="plan1-axis", **facts)  # type: ignore[arg-type]
    declaring.start_planning(w)
    mandatory_attacks.allot_forced(w)
    return w


def teams(w: World) -> dict[str, list[str]]:
    return {w.board.hexes[i].label: [u.id for u in team] for i, team in declared_attacks.assigned(w).items()}


UNITS = {
    "A": ("ger_inf_54", LONE), "B": ("ger_inf_54", SHARED), "R": ("army_33", "3831"), "S": ("army_33", "3832"),
}  # fmt: skip


def test_10_1_a_unit_with_one_hex_to_attack_is_assigned_as_the_segment_opens() -> None:
    w = opened(UNITS)
    assert teams(w) == {"3831": ["A"]}
    assert view.badges(w, w.by_id["A"])["allotted"] and not view.badges(w, w.by_id["A"])["attacking"]
    assert "A" not in [u.id for u in mandatory_attacks.obliged(w)] and "B" in [
        u.id for u in mandatory_attacks.obliged(w)
    ]
    assert any("must attack 3831" in event.text and event.rule == "10.1" for event in w.events)


def test_10_1_what_is_assigned_for_the_player_can_be_changed() -> None:
    w = opened(UNITS)
    do(w, "withdraw A")
    assert not teams(w) and not view.badges(w, w.by_id["A"])["allotted"]
    do(w, "attack A 3831 1")
    assert view.badges(w, w.by_id["A"])["attacking"] and not view.badges(w, w.by_id["A"])["allotted"]


@pytest.mark.parametrize(("kind", "spot"), [("volkssturm", LONE), ("ger_inf_54", "3828"), ("rum_inf_33", LONE)])
def test_10_1_nobody_is_assigned_who_need_not_attack(kind: str, spot: str) -> None:
    w = opened({"A": (kind, spot), "R": ("army_33", "3831"), "S": ("army_33", "3829")}, turn=1)
    assert not teams(w)


def test_10_1_the_rest_is_assigned_by_one_order_until_nothing_is_owed() -> None:
    w = opened(UNITS)
    assert mandatory_attacks.allot_commands(w) == [Allot()]
    do(w, "allot")
    assert teams(w) == {"3831": ["A"], "3832": ["B"]}
    assert mandatory_attacks.may_end_plan(w) is None and mandatory_attacks.allot_commands(w) == []
    assert why(w, "allot") == "nothing-owed"
    assert view.badges(w, w.by_id["B"])["allotted"]


def test_10_1_the_rest_leaves_alone_what_the_player_has_assigned() -> None:
    w = opened(UNITS | {"C": ("ger_inf_54", SHARED)})
    do(w, "attack B 3831 1", "allot")
    assert teams(w) == {"3831": ["A", "B"], "3832": ["C"]} and not declared_attacks.is_allotted(w.by_id["B"])


def test_10_1_somebody_is_spared_for_a_hex_that_would_be_left_alone() -> None:
    w = opened(UNITS)
    do(w, "attack B 3831 1")
    assert not mandatory_attacks.obliged(w) and mandatory_attacks.unanswered(w) == [at(w, "3832")]
    do(w, "allot")
    assert teams(w) == {"3831": ["A"], "3832": ["B"]} and mandatory_attacks.may_end_plan(w) is None


def test_10_1_the_rest_goes_where_the_exact_odds_are_best() -> None:
    """Three corps against two hexes: together on the weak one they reach a column, on the strong one they never do."""
    units = {"A": ("ger_inf_54", LONE), "B": ("ger_inf_54", SHARED), "C": ("ger_inf_54", SHARED)}
    w = opened(units | {"R": ("army_23", "3831"), "S": ("guards_64", "3832")})
    do(w, "allot")
    chosen = {i: [u.entity for u in team] for i, team in declared_attacks.assigned(w).items()}
    assert set(chosen) == {at(w, "3831"), at(w, "3832")}
    total = sum((mandatory_attacks.attack_value(w, i, team) for i, team in chosen.items()), Fraction(0))
    a, b, c = (w.by_id[name].entity for name in "ABC")
    others = [
        {at(w, "3831"): [a, b], at(w, "3832"): [c]},
        {at(w, "3831"): [a], at(w, "3832"): [b, c]},
        {at(w, "3831"): [a, c], at(w, "3832"): [b]},
    ]
    assert total == max(
        sum(mandatory_attacks.attack_value(w, i, team) for i, team in other.items()) for other in others
    )


def test_10_1_assigning_the_rest_is_one_step_back_and_always_the_same() -> None:
    game = new_game("rb-blue-1942", seed=3)
    while not game.moment[1].startswith("plan"):
        game.apply(EndPhase())
    forced = {u.id for u in game.view(game.to_act).units if "allotted" in u.badges}  # type: ignore[arg-type]
    before = game.digest()
    assert len(forced) == 19 and not game.is_legal(EndPhase())
    told = [event.text for event in game.apply(Allot())]
    assert game.is_legal(EndPhase()) and len(told) > 20 and not game.is_legal(Allot())
    after = game.digest()
    assert game.undo() == Allot() and game.digest() == before
    assert [event.text for event in game.apply(parse("allot"))] == told and game.digest() == after


def test_10_1_one_click_closes_every_first_attack_segment() -> None:
    for scenario in ("rb-barbarossa-5", "rb-zitadelle-1943", "rb-bagration-1944"):
        game = new_game(scenario, seed=1)
        while not game.moment[1].startswith("plan"):
            game.apply(EndPhase())
        if game.is_legal(Allot()):
            game.apply(Allot())
        assert game.is_legal(EndPhase()), scenario
        taken = next(c for c in game.legal() if isinstance(c, Unassign))
        game.apply(taken)
        assert any(isinstance(c, Assign) and c.unit == taken.unit for c in game.legal())


# -- the search ---------------------------------------------------------------------------------------------


def test_as_many_owed_targets_are_attacked_as_can_be() -> None:
    """Unit 1 would be taken by target 10; only if it goes to 11 can everything be attacked."""
    options = {1: (10, 11), 2: (10,), 3: (10, 12)}
    assert allocate_attacks(options, {}, {10, 11, 12}, lambda target, team: Fraction(len(team))) == {
        1: 11,
        2: 10,
        3: 12,
    }


def test_two_units_change_over_together_where_neither_would_alone() -> None:
    worth = {10: {1: 1, 2: 1}, 11: {1: 0, 2: 5}}
    found = allocate_attacks({1: (10, 11), 2: (10, 11)}, {}, (), lambda t, team: Fraction(worth[t][len(team)]))
    assert found == {1: 11, 2: 11}
