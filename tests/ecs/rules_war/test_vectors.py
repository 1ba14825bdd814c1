"""The digest's own test vectors (17), and the board they speak of."""

from __future__ import annotations

import pytest

from ecs.core.components import Side
from ecs.rulesets.war_against_russia.combat.odds import AttackConditions, Combatant, columns, convert, lookup
from ecs.rulesets.war_against_russia.data.tables import tables
from ecs.systems.combat.odds import NO_COLUMN
from tests.ecs.rules_war.stage import board

RIFLES = Combatant("R", "R", 1, 2, nation="SOV")
HERE = AttackConditions(Side.AXIS, (RIFLES,))
TEAM = (Combatant("A", "A", 4, 4),)


def column(title: str) -> int:
    return [columns().title(i) for i in range(11)].index(title)


@pytest.mark.parametrize(("attack", "defence", "title"), [(13, 2, "5-1"), (7, 5, "1-1"), (9, 10, "1-2")])
def test_odds_columns(attack: int, defence: int, title: str) -> None:
    assert columns().title(columns().reached(attack, defence)) == title


def test_odds_that_are_not_allowed() -> None:
    assert columns().reached(1, 5) == NO_COLUMN


@pytest.mark.parametrize(("odds", "die", "code"), [("3-1", 3, "DW"), ("1-1", 2, "X"), ("1-4", 6, "D/AE")])
def test_results(odds: str, die: int, code: str) -> None:
    assert lookup(column(odds), die) == code


def test_results_that_change() -> None:
    assert convert(lookup(column("3-1"), 5), HERE, TEAM, True, False) == "DE"
    assert convert(lookup(column("3-1"), 3), HERE, TEAM, False, True) == "D"


@pytest.mark.parametrize(("name", "spot"), [("Leningrad", "G15"), ("Smolensk", "Q13"), ("Moscow", "Q19")])
def test_where_cities_lie(name: str, spot: str) -> None:
    assert board().hexes[board().by_label[spot]].name == name


def test_victory_values_add_up_to_seven_and_eight_with_nothing_between() -> None:
    values = {here.name: here.vp for here in board().hexes if here.place == "victory"}
    assert sum(values.values()) == 14 == sum(here.vp for here in board().hexes)
    assert tables().victory.axis + tables().victory.soviet == 15
    assert {name for name, value in values.items() if value == 2} == {"Leningrad", "Moscow"}
    assert set(values) == {
        "Leningrad", "Moscow", "Kiev", "Kharkov", "Minsk", "Smolensk", "Odessa", "Dnepropetrovsk", "Rostov",
        "Sevastopol", "Stalingrad", "Voronezh",
    }  # fmt: skip
    great = {board().hexes[i].label for i in board().spots(tables().defence.great)}
    assert great == {"G15", "Q19"}


def test_every_hex_the_tables_name_is_on_the_board() -> None:
    t = tables()
    labels = {name: [board().hexes[i].label for i in board().named(name)] for name in t.map.optional}
    assert [board().hexes[i].label for i in board().spots((t.axis.entry, t.axis.rumanian_entry))] == ["Q1", "DD5"]
    assert [board().hexes[i].label for i in board().named(t.axis.finnish_entry)] == ["E10"]
    held = {sea: [*map(labels.__getitem__, names)] for sea, names in t.sea.holds.items()}
    assert held["Black"] == [["KK10"]] and held["Azov"] == [["KK13"], ["HH19"]] and held["Baltic"] == [["G15"]]
    assert held["White"] == [["A25"]] and held["Caspian"] == [["KK28"]]
    a, b = (board().by_label[spot] for spot in ("KK13", "KK14"))
    assert "strait" in board().kinds(a, b)
