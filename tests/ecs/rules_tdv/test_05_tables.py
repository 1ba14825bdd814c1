"""5.5-5.7: the two combat results tables, cell for cell, and who reads which."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ecs import Side
from ecs.rulesets.dark_valley.combat.odds import (
    AttackConditions,
    Combatant,
    columns,
    rows_of,
    which_table,
    work_out_odds,
)
from ecs.rulesets.dark_valley.data.tables import tables
from ecs.systems.combat.odds import NO_COLUMN

TABLE_A = """
    AE  AE  AL1 AL1 AL1 BL1 BL1 DR*
    AE  AE  AL1 AL1 BL1 BL1 DR* DR*
    AE  AL1 AL1 BL1 BL1 DR  DR* DR*
    AL1 AL1 BL1 BL1 DR  DR* DR* EX
    AL1 AL1 BL1 DR  DR* DR* EX  DE
    AL1 BL1 DR  DR  DR* EX  DE  DE
    BL1 DR  DR  DR* EX  DE  DE  DE
    DR  DR  DR* EX  DE  DE  DE  DE
"""
TABLE_B = """
    AE  AE  AL1 AL1 AL1 NE  NE  DR
    AE  AE  AL1 AL1 NE  NE  DR  BL1
    AE  AL1 AL1 NE  NE  DR  BL1 BL1
    AL1 AL1 NE  NE  DR  BL1 BL1 EX
    AL1 AL1 NE  DR  BL1 BL1 EX  EX
    AL1 NE  DR  BL1 BL1 EX  EX  DE
    NE  NE  BL1 BL1 EX  EX  DE  DE
    NE  DR  BL1 EX  EX  DE  DE  DE
"""
COLUMNS = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]


def cells(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("name", "text"), [("A", TABLE_A), ("B", TABLE_B)])
def test_every_cell_of_the_table_is_the_printed_one(name: str, text: str) -> None:
    assert tables().odds == COLUMNS
    assert rows_of(name) == cells(text)


@pytest.mark.parametrize(("name", "text"), [("A", TABLE_A), ("B", TABLE_B)])
@pytest.mark.parametrize("column", range(8))
def test_every_cell_is_reached_by_the_eight_sided_die(name: str, text: str, column: int) -> None:
    attack, defence = [(2, 6), (2, 4), (2, 2), (4, 2), (6, 2), (8, 2), (10, 2), (12, 2)][column]
    side, turn = (Side.AXIS, 2) if name == "A" else (Side.SOVIET, 20)
    odds = work_out_odds(
        AttackConditions(side, turn=turn, eight=True), (Combatant("a", "a", attack),), (Combatant("d", "d", defence),)
    )
    assert (odds.table, odds.title, odds.dice) == (name, COLUMNS[column], 8)
    assert [odds.result(die) for die in range(1, 9)] == [row[column] for row in cells(text)]


def test_the_axis_reads_table_b_in_the_first_winter_only() -> None:
    assert [which_table(Side.AXIS, t) for t in (1, 6, 7, 8, 9, 10, 48)] == ["A", "A", "B", "B", "B", "A", "A"]


def test_the_soviets_read_table_a_until_february_1942() -> None:
    assert [which_table(Side.SOVIET, t) for t in (1, 6, 7, 9, 10, 48)] == ["A", "A", "A", "A", "B", "B"]


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (12, 5, "2-1"),
        (5, 12, "1-3"),
        (3, 10, None),
        (30, 4, "6-1"),
        (6, 20, None),
        (5, 5, "1-1"),
        (9, 10, "1-2"),
        (1, 3, "1-3"),
        (Fraction(1), Fraction(31, 10), None),
        (Fraction(7, 2), 2, "1-1"),
        (24, 4, "6-1"),
        (23, 4, "5-1"),
    ],
)
def test_odds_are_rounded_in_the_defenders_favour(attack: Fraction, defence: Fraction, column: str | None) -> None:
    found = columns().reached(Fraction(attack), Fraction(defence))
    assert found == (NO_COLUMN if column is None else COLUMNS.index(column))


def test_rows_below_the_table_read_one_and_above_it_eight() -> None:
    mud = AttackConditions(Side.AXIS, weather="Mud")
    odds = work_out_odds(mud, (Combatant("a", "a", 4),), (Combatant("d", "d", 2),))
    assert (odds.drm, odds.read(1), odds.read(6)) == (-1, 1, 5)
    assert odds._replace(drm=2).read(6) == 8
