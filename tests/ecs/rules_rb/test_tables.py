"""The combat charts cell for cell, what the results mean, and the numbers of the printed keys."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from ecs.rulesets.russia_besieged.combat.odds import (
    BLITZKRIEG,
    CRT,
    TableResult,
    advance_of,
    column_of,
    columns,
    lookup,
    result_cost,
    surrendered,
)
from ecs.rulesets.russia_besieged.combat.strength import Combatant
from ecs.rulesets.russia_besieged.data.tables import tables
from tests.ecs.rules_rb.charts_as_printed import BLITZ_ODDS, CRT_ODDS, blitz_rows, crt_rows


def test_the_charts_have_143_and_24_cells() -> None:
    t = tables()
    assert [len(row) for row in t.crt.cells] == [11] * 13
    assert [len(row) for row in t.blitz_table.cells] == [6] * 4


@pytest.mark.parametrize("roll", range(-1, 12))
def test_every_cell_of_the_combat_results_table_is_the_printed_one(roll: int) -> None:
    assert [lookup(CRT, column, roll).title for column in range(11)] == crt_rows()[roll]


@pytest.mark.parametrize("roll", range(1, 11))
def test_every_cell_of_the_blitzkrieg_table_is_the_printed_one(roll: int) -> None:
    assert [lookup(BLITZKRIEG, column, roll).title for column in range(6)] == blitz_rows()[roll]


def test_the_columns_are_headed_as_printed() -> None:
    assert [columns(CRT).title(i) for i in range(11)] == CRT_ODDS
    assert [columns(BLITZKRIEG).title(i) for i in range(6)] == BLITZ_ODDS
    assert columns(CRT).title(-1) == "below 1-5"


@pytest.mark.parametrize("column", range(11))
def test_rolls_beyond_the_table_count_as_its_edges(column: int) -> None:
    assert lookup(CRT, column, -5) == lookup(CRT, column, -1)
    assert lookup(CRT, column, 14) == lookup(CRT, column, 11)


def test_rolls_beyond_the_blitzkrieg_table_count_as_one_and_ten() -> None:
    assert lookup(BLITZKRIEG, 0, -3).title == "BR"
    assert lookup(BLITZKRIEG, 0, 13).title == "D2 Adv 2"


@pytest.mark.parametrize(
    ("odds", "counts"),
    [
        (3, {"BR": 2, "D1": 2, "X2": 2, "D2": 1, "D3": 1, "DE": 2}),
        (7, {"D2": 1, "D3": 2, "DE": 2, "DE*": 5}),
        (1, {"A2": 1, "A1": 2, "AR": 2, "DR": 1, "BR": 2, "D1": 1, "X2": 1}),
    ],
)
def test_how_often_a_plain_die_brings_each_result(odds: int, counts: dict[str, int]) -> None:
    found = Counter(lookup(CRT, column_of(CRT, odds), die).code for die in range(1, 11))
    assert found == counts


@pytest.mark.parametrize(
    ("odds", "attacker", "defender"),
    [(-5, "4.7", "0.0"), (-3, "2.7", "0.1"), (-2, "1.5", "0.2"), (1, "0.8", "0.5"), (2, "0.7", "1.1"),
     (3, "0.6", "2.1"), (4, "0.4", "2.8"), (5, "0.2", "3.2"), (6, "0.0", "3.4"), (7, "0.0", "3.6")],
)  # fmt: skip
def test_mean_losses_of_six_steps_against_four(odds: int, attacker: str, defender: str) -> None:
    paid = [result_cost(lookup(CRT, column_of(CRT, odds), die), 6, 4) for die in range(1, 11)]
    assert Fraction(sum(p.attacker for p in paid), 10) == Fraction(attacker)
    assert Fraction(sum(p.defender for p in paid), 10) == Fraction(defender)


# -- what the results mean ------------------------------------------------------------------------------


def result(code: str) -> TableResult:
    """A result by its code, from anywhere in the table."""
    cells = (lookup(CRT, column, roll) for column in range(-1, 11) for roll in range(-1, 12))
    return next(found for found in cells if found.code == code)


@pytest.mark.parametrize(
    ("code", "attacker", "defender", "attacker_goes", "defender_goes"),
    [
        ("AE*", 6, 0, (0, 0), (0, 0)), ("AE", 6, 0, (0, 0), (0, 0)),
        ("A3", 3, 0, (2, 2), (0, 0)), ("A2", 2, 0, (2, 2), (0, 0)), ("A1", 1, 0, (2, 2), (0, 0)),
        ("AR", 0, 0, (1, 2), (0, 0)), ("BR", 1, 1, (0, 0), (0, 0)), ("X2", 2, 2, (0, 0), (1, 2)),
        ("DR", 0, 0, (0, 0), (2, 2)), ("D1", 0, 1, (0, 0), (2, 2)), ("D2", 0, 2, (0, 0), (2, 2)),
        ("D3", 0, 3, (0, 0), (2, 2)), ("DE", 0, 4, (0, 0), (0, 0)), ("DE*", 0, 4, (0, 0), (0, 0)),
    ],
)  # fmt: skip
def test_what_each_result_costs_six_steps_against_four(
    code: str, attacker: int, defender: int, attacker_goes: tuple[int, int], defender_goes: tuple[int, int]
) -> None:
    assert result_cost(result(code), 6, 4) == (attacker, defender, attacker_goes, defender_goes)


@pytest.mark.parametrize(("ours", "theirs"), [(1, 4), (4, 1), (1, 1)])
def test_an_exchange_costs_no_side_more_than_the_other_has(ours: int, theirs: int) -> None:
    assert result_cost(result("X2"), ours, theirs)[:2] == (1, 1)


def test_a_side_with_fewer_steps_than_asked_loses_them_all_and_goes_nowhere() -> None:
    assert result_cost(result("D3"), 6, 2) == (0, 2, (0, 0), (0, 0))
    assert result_cost(result("A3"), 2, 6) == (2, 0, (0, 0), (0, 0))


def test_only_a_raging_battle_locks_the_units() -> None:
    assert [code for code, effect in tables().result.items() if effect.lock] == ["BR"]


@pytest.mark.parametrize(
    ("code", "may"),
    [("AE*", 0), ("AE", 0), ("A3", 0), ("A2", 0), ("A1", 0), ("AR", 0), ("BR", 0), ("X2", 1), ("DR", 1), ("D1", 1),
     ("D2", 1), ("D3", 1), ("DE", 1), ("DE*", 1)],
)  # fmt: skip
def test_after_which_results_attackers_may_enter_the_hex(code: str, may: int) -> None:
    assert advance_of(result(code), CRT) == (may, may)


def test_armour_advances_as_far_as_the_blitzkrieg_table_says_and_others_one_hex() -> None:
    assert advance_of(lookup(BLITZKRIEG, 5, 10), BLITZKRIEG) == (3, 1)
    assert advance_of(lookup(BLITZKRIEG, 2, 1), BLITZKRIEG) == (1, 1)
    assert advance_of(lookup(BLITZKRIEG, 0, 1), BLITZKRIEG) == (0, 0)


def test_only_surrounded_units_surrender_at_once_and_only_to_starred_results() -> None:
    ring, free = Combatant("a", "a", "I", 5, surrounded=True), Combatant("b", "b", "I", 5)
    assert surrendered(result("DE*"), (ring, free), attacking=False) == ("a",)
    assert surrendered(result("DE"), (ring, free), attacking=False) == ()
    assert surrendered(result("AE*"), (ring, free), attacking=True) == ("a",)
    assert surrendered(result("AE"), (ring, free), attacking=True) == ()
    assert surrendered(result("DE*"), (ring, free), attacking=True) == ()


def test_below_the_table_all_attackers_surrender_whatever_the_die() -> None:
    found = lookup(CRT, -1, 10)
    team = (Combatant("a", "a", "I", 1), Combatant("b", "b", "I", 1))
    assert result_cost(found, 4, 6)[:2] == (4, 0)
    assert surrendered(found, team, attacking=True) == ("a", "b")


# -- the modifiers and the air support chart ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "attacker", "defender"),
    [("marshal", 1, -1), ("armour", 1, 0), ("enemy_armour", 0, -1), ("mountaineers", 1, -1), ("river", 0, -1),
     ("major_city", 0, -1), ("forest", 0, -1), ("swamp", 0, -1), ("mountain", 0, -1)],
)  # fmt: skip
def test_modifiers_of_the_printed_list(name: str, attacker: int, defender: int) -> None:
    row = tables().modifier[name]
    assert (row.attacker, row.defender) == (attacker, defender)


def test_no_modifier_stands_in_the_table_that_is_neither_printed_nor_an_option() -> None:
    printed = {
        "marshal",
        "armour",
        "enemy_armour",
        "mountaineers",
        "river",
        "major_city",
        "forest",
        "swamp",
        "mountain",
    }
    assert set(tables().modifier) - printed == {"winter_soviet", "winter_axis", "fortress"}


def test_the_air_support_chart() -> None:
    assert tables().air.most.axis == tables().air.most.soviet == [4, 3, 2, 0]


def test_years_of_the_blitzkrieg_table() -> None:
    assert (tables().blitz.axis, tables().blitz.soviet) == ((1, 14), (15, 25))


def test_major_cities_the_axis_needs() -> None:
    assert tables().victory.sudden == [(10, 17), (16, 10), (22, 5)]
