"""The tables in force are those of the printed rules, figure by figure."""

from __future__ import annotations

import pytest

from ecs.rulesets.darkest_crusade.combat.fire import hits
from ecs.rulesets.darkest_crusade.data.tables import classes, tables
from ecs.rulesets.darkest_crusade.table.view import all_tables
from tests.kits.rows import of_each

# The strength table as it is printed: A, B, then strengths 1 to 25; "-" is no hit.
PRINTED = """
1 6 1 2 3 3 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12 12 13 13 14 14
2 5 1 2 2 3 3 4 5 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12 12 13 13
3 4 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12 12 13
4 3 - 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12 12
5 2 - - 1 1 2 2 2 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12
6 1 - - - 1 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11
"""
ROWS = [line.split() for line in PRINTED.strip().splitlines()]
CELLS = [(int(row[0]), n, 0 if cell == "-" else int(cell)) for row in ROWS for n, cell in enumerate(row[2:], 1)]


def test_the_strength_table_has_150_cells() -> None:
    assert len(CELLS) == 150


@of_each("face, strength, printed", CELLS)
def test_every_cell_of_the_strength_table_is_as_printed(face: int, strength: int, printed: int) -> None:
    assert tables().hits[face - 1][strength - 1] == printed
    assert hits(strength, face) == printed


def test_die_readings_a_and_b_add_up_to_seven() -> None:
    for row in ROWS:
        assert int(row[0]) + int(row[1]) == 7
    shown = dict(all_tables())["Combat table (9.1)"]
    assert [row[:2] for row in shown[1:]] == [[int(row[0]), int(row[1])] for row in ROWS]


def test_mean_hits_are_half_the_strength_in_all_columns() -> None:
    for strength in range(1, 26):
        assert sum(hits(strength, face) for face in range(1, 7)) == 3 * strength


def test_columns_fall_and_rows_rise() -> None:
    for strength in range(1, 26):
        column = [hits(strength, face) for face in range(1, 7)]
        assert column == sorted(column, reverse=True)
    for face in range(1, 7):
        row = [hits(strength, face) for strength in range(60)]
        assert row == sorted(row)


def test_strength_above_25_adds_the_rest_with_the_same_die() -> None:
    assert hits(26, 1) == 14 + 1
    assert hits(26, 6) == 11
    assert hits(50, 3) == 26
    assert hits(60, 1) == 14 + 14 + 7
    for strength in range(26, 60):
        assert sum(hits(strength, face) for face in range(1, 7)) == 3 * strength


def test_strength_zero_or_below_scores_nothing_and_so_does_a_seven() -> None:
    assert [hits(s, 1) for s in (0, -1, -5)] == [0, 0, 0]
    assert hits(25, 7) == 0


# -- calendar (3, 14) -----------------------------------------------------------------------------------

MONTHS = [
    ("June 1941", "Good", []),
    ("July 1941", "Good", ["2.A"]),
    ("August 1941", "Good", ["40.PzKps"]),
    ("September 1941", "Good", []),
    ("October 1941", "roll", []),
    ("November 1941", "after", []),
    ("December 1941", "Snow", []),
    ("January 1942", "Snow", []),
    ("February 1942", "Snow", []),
]


def test_nine_months_from_june_1941_to_february_1942() -> None:
    assert [(t.name, t.weather, list(t.arrive)) for t in tables().turn] == MONTHS


def test_october_is_good_on_the_best_two_numbers() -> None:
    assert tables().weather.october_good == 2


def test_weather_shifts_are_two_columns() -> None:
    w = tables().weather
    assert (w.mud, w.snow_axis, w.snow_soviet) == (-2, -2, 0)


# -- units (2.2) ----------------------------------------------------------------------------------------

# class: attack, defence fire, hits, cost, infantry, panzer, recovery
UNITS = {
    "ger_army": (3, 3, 3, 3, True, False, "GER"),
    "ger_pzgruppe": (4, 4, 4, 4, False, True, "GER"),
    "ger_pzkorps": (2, 2, 2, 2, False, True, "GER"),
    "rum_army": (1, 1, 1, 1, True, False, "RUM"),
    "hun_corps": (1, 1, 1, 1, True, False, "RUM"),
    "fin_army": (2, 2, 2, 2, True, False, "GER"),
    "rus_army41": (0, 1, 1, 1, True, False, "BLACK"),
    "rus_mech41": (1, 1, 0, 1, False, True, "BLACK"),
    "rus_army_later": (1, 1, 1, 1, True, False, "BLACK"),
    "rus_16a": (2, 2, 2, 2, True, False, "RED"),
    "rus_gds_korps": (2, 2, 2, 2, True, False, "RED"),
    "rus_shock": (2, 2, 2, 2, True, False, "RED"),
}


@pytest.mark.parametrize("name", sorted(UNITS))
def test_printed_factors_of_a_class(name: str) -> None:
    c = classes()[name]
    defence = max(c.attack, c.defence)
    found = (c.attack, defence, c.hits, max(defence, c.hits), "infantry" in c.traits, "panzer" in c.traits, c.recovery)
    assert found == UNITS[name]


def test_there_are_no_other_fighting_classes() -> None:
    assert set(classes()) - set(UNITS) == {"factory", "dummy"}


def test_shock_armies_alone_have_a_stronger_side_of_three() -> None:
    assert {n: c.strong for n, c in classes().items() if c.strong} == {"rus_shock": (3, 3, 3)}


def test_only_german_armies_and_panzergruppen_have_zones_and_only_armies_fortify() -> None:
    traits = {name: set(c.traits) for name, c in classes().items()}
    assert [n for n in traits if "zoc_all" in traits[n]] == ["ger_army"]
    assert [n for n in traits if "zoc_clear" in traits[n]] == ["ger_pzgruppe"]
    assert [n for n in traits if "can_fortify" in traits[n]] == ["ger_army"]


def test_proriv_is_for_white_units_and_the_16th_army() -> None:
    assert {n for n, c in classes().items() if "proriv" in c.traits} == {"rus_16a", "rus_gds_korps", "rus_shock"}


# -- capacity, movement, places, dice (6, 8, 13, 9.1) ------------------------------------------------------


def test_capacity_of_a_hexside() -> None:
    c = tables().capacity
    assert (c.soviet, c.axis, c.axis_armies, c.axis_pzgruppen) == (3, 3, 2, 1)
    assert (c.rough_units, c.rough_armies, c.rough_tanks, c.narrow_units) == (2, 1, 1, 1)


def test_moves_in_hexes() -> None:
    m = tables().movement
    assert (m.mech, m.others, m.bonus_axis, m.bonus_soviet, m.blitz, m.blitz_bonus) == (2, 1, 1, 2, 1, 1)
    assert (m.no_oil, m.highway_extra, m.panzer_option) == (1, 1, 2)


def test_fire_and_hits_of_places() -> None:
    p = tables().place
    assert (p.victory_fire, p.victory_hits, p.fortress_fire, p.fortress_hits) == (1, 1, 1, 1)
    assert (p.strong_hex, p.strong_fire, p.major_hits) == ("Sevastopol", 2, 1)
    assert (p.capital_hex, p.capital_hits, p.lone_hex) == ("Moscow", 2, "Kronshtat")


def test_terrain_adds_one_point_and_mountains_two() -> None:
    fire = {name: row.fire for name, row in tables().terrain.items()}
    assert fire == {"clear": 0, "hills": 1, "forest": 1, "swamp": 1, "mountain": 2}
    assert {name: row.fire for name, row in tables().side.items() if row.fire} == {"river": 1, "stalin_line": 1}


def test_snow_freezes_swamps_rivers_and_lakes() -> None:
    rows = tables().terrain | tables().side
    assert [name for name, row in rows.items() if row.freezes] == ["swamp", "river", "lake"]


def test_lotsa_dice_faces() -> None:
    d = tables().lotsa_dice
    assert (d.full, d.weather, d.unsupplied_less) == (3, 2, 1)
