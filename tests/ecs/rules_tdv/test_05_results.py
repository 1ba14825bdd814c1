"""5.8: every result of the tables played out, and who takes the losses."""

from __future__ import annotations

from typing import Any

from ecs import Game, Side
from ecs.rulesets.dark_valley.combat.battlefield import garrison_may_stand
from ecs.rulesets.dark_valley.ground.terrain import DEFENSIVE_WORKS, forts
from tests.ecs.rules_tdv.fights import OPEN, SOVIET, do, fight, question, settle, steps, texts, where
from tests.ecs.rules_tdv.ground import Field, first
from tests.ecs.rules_tdv.stage import load_dice, only, only_fort, position, why

CORPS2 = {"a": "inf_corps", "b": "inf_corps"}
ARMY = {"d": "army42"}


# -- one test for each result ---------------------------------------------------------------------------


def test_ae_eliminates_all_attackers(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "inf_div", "b": "inf_div"}, ARMY | {"e": "army42"}, 1)  # 4:8 = 1-2, die 1
    assert steps(game, "a", "b", "d", "e") == [0, 0, 2, 2]
    assert where(game, "a") == "dead"
    assert not question(game)


def test_below_one_to_three_no_die_is_thrown(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "weak_div", "b": "weak_div"}, {"d": "guards", "e": "guards"})
    assert steps(game, "a", "b", "d", "e") == [0, 0, 2, 2]


def test_al1_costs_the_attacker_a_step(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "inf_corps", "b": "inf_div"}, {"d": "guards"}, 1)  # 7:6 = 1-1
    assert steps(game, "a", "b", "d") == [1, 1, 2]
    assert not question(game)


def test_bl1_costs_both_a_step(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "inf_corps", "b": "inf_div"}, {"d": "guards"}, 4)
    assert steps(game, "a", "b", "d") == [1, 1, 1]
    assert not question(game)


def test_bl1_against_a_single_step_empties_the_hex(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "inf_corps", "b": "inf_div"}, {"d": "rifle_corps"}, 2)  # 7:2 = 3-1
    assert steps(game, "a", "b", "d") == [1, 1, 0]
    assert question(game) == "advance"


def test_ex_costs_the_attacker_as_many_steps_as_the_defender_had(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "inf_corps", "b": "inf_corps", "c": "inf_corps"}, {"d": "army41"}, 5)  # 15:3 = 5-1
    assert steps(game, "d") == [0]
    assert sum(steps(game, "a", "b", "c")) == 4
    assert sorted(steps(game, "a", "b", "c")) == [1, 1, 2]
    assert question(game) == "advance"


def test_dr_drives_the_defender_back_two_hexes_unharmed(monkeypatch: Any) -> None:
    game = fight(monkeypatch, CORPS2, ARMY, 5)  # 10:4 = 2-1
    assert question(game) == "retreat"
    settle(game)
    assert steps(game, "a", "b", "d") == [2, 2, 2]
    index = game._w.by_id["d"].hex
    assert game.board.distance(index, OPEN.index) == 2


def test_dr_star_costs_the_defender_a_step_as_well(monkeypatch: Any) -> None:
    game = fight(monkeypatch, CORPS2 | {"c": "inf_corps"}, ARMY, 5)  # 15:4 = 3-1
    settle(game)
    assert steps(game, "a", "b", "c", "d") == [2, 2, 2, 1]
    assert where(game, "d") != OPEN()


def test_dr_star_spares_a_single_step(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "inf_corps", "b": "inf_div"}, {"d": "rifle_corps"}, 5)  # 7:2 = 3-1
    settle(game)
    assert steps(game, "d") == [1]
    assert where(game, "d") != OPEN()


def test_dr_star_counts_all_steps_in_the_hex(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "inf_corps", "b": "inf_div"}, {"d": "rifle_div", "e": "rifle_div"}, 5)
    settle(game)
    assert sum(steps(game, "d", "e")) == 1


def test_de_eliminates_the_defenders(monkeypatch: Any) -> None:
    game = fight(monkeypatch, CORPS2, {"d": "rifle_div"}, 5)  # 6-1
    assert steps(game, "a", "b", "d") == [2, 2, 0]
    assert question(game) == "advance"


def test_ne_stands_for_the_axis_in_the_first_winter(monkeypatch: Any) -> None:
    game = fight(monkeypatch, CORPS2, {"d": "rifle_corps"}, 3, turn=7)  # halved, 5:2 = 2-1 on table B
    assert steps(game, "a", "b", "d") == [2, 2, 1]
    assert not question(game)


# -- no effect (vector 6) -----------------------------------------------------------------------------


def soviet_ne(monkeypatch: Any, *dice: int) -> Any:
    attackers = {"a": "army42", "b": "army42"}
    return fight(monkeypatch, attackers, {"d": "mtn_corps"}, *dice, **SOVIET | {"turn": 12})  # 8:4 = 2-1, table B


def test_the_soviets_may_accept_no_effect(monkeypatch: Any) -> None:
    game = soviet_ne(monkeypatch, 3)
    assert texts(game) == ["again", "done"]
    do(game, "done")
    assert steps(game, "a", "b", "d") == [2, 2, 2]
    assert not question(game)


def test_vector_6_a_second_no_effect_costs_a_step(monkeypatch: Any) -> None:
    game = soviet_ne(monkeypatch, 3, 4)
    do(game, "again")
    assert sum(steps(game, "a", "b")) == 3
    assert steps(game, "d") == [2]
    assert not question(game)


def test_the_second_roll_counts_whatever_it_is(monkeypatch: Any) -> None:
    game = soviet_ne(monkeypatch, 4, 6)
    do(game, "again")
    assert steps(game, "a", "b", "d") in ([1, 2, 1], [2, 1, 1])


# -- step for step against Germans ------------------------------------------------------------------------


def test_vector_7_a_german_division_destroyed_costs_the_soviets_a_step(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "guards", "b": "guards"}, {"d": "inf_div"}, 5, **SOVIET)  # 12:2 = 6-1
    assert steps(game, "d") == [0]
    assert sum(steps(game, "a", "b")) == 3


def test_allies_of_the_germans_cost_the_soviets_nothing(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "guards", "b": "guards"}, {"d": "rum_corps"}, 5, **SOVIET)
    assert steps(game, "a", "b", "d") == [2, 2, 0]


def test_a_german_step_lost_to_dr_star_costs_the_soviets_one(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "guards", "b": "guards"}, {"d": "mtn_corps"}, 6, **SOVIET)  # 12:4 = 3-1
    settle(game)
    assert steps(game, "d") == [1]
    assert sum(steps(game, "a", "b")) == 3


def test_no_german_step_lost_no_soviet_step_lost(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "guards"} | {"b": "rifle_corps"}, {"d": "inf_div"}, 5, **SOVIET)  # 8:2 = 4-1 DR*
    settle(game)
    assert steps(game, "a", "b", "d") == [2, 1, 1]


def test_in_a_mixed_stack_the_step_actually_lost_decides(monkeypatch: Any) -> None:
    stack = {"d": "rum_corps", "e": "inf_div"}
    for unit, left in (("d", 4), ("e", 3)):
        game = fight(monkeypatch, {"a": "guards", "b": "guards"}, stack, 6, **SOVIET)  # 12:4 = 3-1
        assert texts(game) == ["hit d", "hit e"]
        do(game, f"hit {unit}")
        settle(game)
        assert sum(steps(game, "a", "b")) == left


def test_the_axis_never_pays_step_for_step(monkeypatch: Any) -> None:
    game = fight(monkeypatch, CORPS2 | {"c": "inf_corps"}, {"d": "army42"}, 6)
    settle(game)
    assert sum(steps(game, "a", "b", "c")) == 6


# -- the order of losses ----------------------------------------------------------------------------------


def test_nobody_dies_while_another_has_two_steps(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "inf_corps", "b": "inf_div"}, {"d": "guards"}, 4)
    assert steps(game, "a", "b") == [1, 1]


def test_the_owner_chooses_among_equals(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "inf_corps", "p": "panzer41"}, {"d": "guards"}, 1)  # 9:6 = 1-1, +1 = 2: AL1
    assert question(game) == "losses"
    assert texts(game) == ["hit a", "hit p"]
    do(game, "hit p")
    assert steps(game, "a", "p") == [2, 1]


def test_there_is_no_question_about_units_all_alike(monkeypatch: Any) -> None:
    game = fight(monkeypatch, CORPS2, {"d": "guards"}, 3)
    assert sum(steps(game, "a", "b")) == 3
    assert not question(game)


def test_a_unit_of_one_step_is_refused_while_there_is_one_of_two(monkeypatch: Any) -> None:
    attackers = {"a": "inf_corps", "p": "panzer41", "i": "inf_div"}
    game = fight(monkeypatch, attackers, {"d": "guards"}, 1)
    assert why(game, "hit i") == "two-steps-first"
    assert why(game, "hit d") == "not-in-battle"


# -- garrisons --------------------------------------------------------------------------------------------


def garrison(fort: int = 0, works: bool = False) -> tuple[Game, Field]:
    field = first("clear", "major") if works else OPEN
    units = {n: ("inf_corps", field(0, -1)) for n in "abc"} | {"d": ("army42", field())}
    game = position(units)
    w, index = game._w, field.index
    only_fort(w, index, fort)
    only(w, DEFENSIVE_WORKS, *([index] if works else []))
    return game, field


def storm(game: Game, field: Field, team: str) -> None:
    do(game, *(f"attack {u} {field()} 1" for u in team), f"resolve {field()} 1")


def test_a_garrison_may_stand_fast_for_one_step_more(monkeypatch: Any) -> None:
    game, field = garrison(2)
    load_dice(monkeypatch, 6)
    storm(game, field, "abc")  # 15:8 = 1-1 DR
    assert texts(game) == ["done", "stand"]
    do(game, "stand")
    assert (steps(game, "d"), where(game, "d")) == ([1], field())
    assert forts(game._w) == {field.index: 2}
    assert not question(game)


def test_a_garrison_does_not_stand_with_its_last_step(monkeypatch: Any) -> None:
    game, field = garrison(1)
    load_dice(monkeypatch, 5)
    storm(game, field, "abc")  # 15:4 = 3-1 DR*
    assert steps(game, "d") == [1]
    assert question(game) == "retreat"


def test_a_weak_fort_is_used_up_by_standing_fast(monkeypatch: Any) -> None:
    game, field = garrison(1)
    load_dice(monkeypatch, 5)
    storm(game, field, "ab")  # 10:4 = 2-1 DR
    do(game, "stand")
    assert (steps(game, "d"), where(game, "d"), forts(game._w)) == ([1], field(), {})


def test_a_garrison_may_leave(monkeypatch: Any) -> None:
    game, field = garrison(1)
    load_dice(monkeypatch, 5)
    storm(game, field, "ab")
    do(game, "done")
    settle(game)
    assert steps(game, "d") == [2]
    assert where(game, "d") != field()
    assert forts(game._w) == {field.index: 1}


def test_works_let_a_soviet_garrison_stand_in_a_city_only() -> None:
    game, field = garrison(works=True)
    assert garrison_may_stand(game._w, field.index, Side.SOVIET)
    assert not garrison_may_stand(game._w, field.index, Side.AXIS)
    only(game._w, DEFENSIVE_WORKS, OPEN.index)
    assert not garrison_may_stand(game._w, OPEN.index, Side.SOVIET)
