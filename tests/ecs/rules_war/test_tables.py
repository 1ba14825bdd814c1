"""The tables as they were published and as the digest prints them, typed in by hand; wrong tables are refused."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from ecs.core.components import Side
from ecs.core.files.toml_files import TableError
from ecs.rulesets.war_against_russia.combat.odds import columns, effect_of, lookup
from ecs.rulesets.war_against_russia.data.tables import HERE, read_tables, tables
from ecs.rulesets.war_against_russia.data.units import classes
from ecs.rulesets.war_against_russia.table.view import all_tables

AXIS, SOVIET = Side.AXIS, Side.SOVIET
HEADS = "1-4 1-3 1-2 1-1 3-2 2-1 3-1 4-1 5-1 7-1 10-1"
CRT = {
    6: "D/AE D DR DR DR DR DE BR BR BR BR",
    5: "AE - D dw DW DR DR DE BR BR BR",
    4: "AE D/AE - D dw DW DR DR DE BR BR",
    3: "AE AE - - D dw DW DR DE DE BR",
    2: "AE AE AE X - D dw DW DR DE DE",
    1: "AE AE AE AE X X D dw DR DR DE",
}
ORDER = ("AE", "D/AE", "X", "-", "D", "dw", "DW", "DR", "DE", "BR")


# -- the combat results (9.2, 9.3) ------------------------------------------------------------------------


def test_the_table_has_sixty_six_cells_under_the_printed_odds() -> None:
    assert [columns().title(i) for i in range(11)] == HEADS.split()
    assert [len(row) for row in tables().crt.cells] == [11] * 6
    assert columns().title(-1) == "below 1-4"


@pytest.mark.parametrize("die", range(1, 7))
def test_every_cell_is_the_printed_one(die: int) -> None:
    assert [lookup(column, die) for column in range(11)] == CRT[die].split()


def test_results_get_better_for_the_attacker_with_the_odds_and_with_the_die() -> None:
    ranks = [[ORDER.index(lookup(column, die)) for column in range(11)] for die in range(1, 7)]
    assert all(row == sorted(row) for row in ranks)
    assert all(list(row) == sorted(row) for row in zip(*ranks, strict=True))


@pytest.mark.parametrize(
    ("column", "counts"),
    [
        (0, {"AE": 5, "D/AE": 1}),
        (3, {"AE": 1, "X": 1, "-": 1, "D": 1, "dw": 1, "DR": 1}),
        (5, {"X": 1, "D": 1, "dw": 1, "DW": 1, "DR": 2}),
        (7, {"dw": 1, "DW": 1, "DR": 2, "DE": 1, "BR": 1}),
        (10, {"DE": 2, "BR": 4}),
    ],
)
def test_how_often_a_column_brings_each_result(column: int, counts: dict[str, int]) -> None:
    assert Counter(lookup(column, die) for die in range(1, 7)) == counts


def test_what_the_results_do() -> None:
    assert {code for code in ORDER if effect_of(code).eliminated} == {"BR", "DE"}
    assert {code for code in ORDER if effect_of(code).dispersed} == {"DR", "DW", "D", "D/AE"}
    assert {code: effect_of(code).retreat for code in ORDER if max(effect_of(code).retreat)} == {
        "DR": (0, 2), "DW": (1, 1), "dw": (1, 1),
    }  # fmt: skip
    assert {code for code in ORDER if effect_of(code).attackers} == {"AE", "D/AE"}
    assert {code for code in ORDER if effect_of(code).exchange} == {"X"}
    assert {code for code in ORDER if effect_of(code).breakthrough} == {"BR"}


def test_conversions() -> None:
    table = tables().convert
    assert table.surrounded == {"DR": "DE", "DE": "BR", "DW": "D", "dw": "-"}
    assert table.overrun == {"DR": "DE", "DE": "BR"}
    assert table.stand == {"BR": "BR", "DE": "BR", "DR": "DE", "DW": "D", "dw": "-"}
    assert {name: row.declines for name, row in tables().terrain.items() if row.declines} == {"mountain": {"X": "D"}}
    assert tables().overrun.times == 2
    assert set(tables().overrun.weather.axis) == {"Good", "Hard Frost"}
    assert set(tables().overrun.weather.soviet) == {"Good", "Hard Frost", "Snow", "Subarctic"}


def test_exchange_prices() -> None:
    table = tables().exchange
    assert {code: Fraction(*rate) for code, rate in table.prices.items()} == {
        "DR": Fraction(1, 2), "DW": 1, "dw": 2, "-": 3,
    }  # fmt: skip
    assert set(table.spared) == {"HUN", "ITA", "RUM"} and set(table.weather) == {"Good", "Hard Frost"}
    assert set(table.intrinsic_falls) == {"DR", "DW", "DE", "BR", "X"}


# -- terrain, shifts, stacking (8, 9.1, 6) ----------------------------------------------------------------


def test_terrain_effects() -> None:
    d, ground, side = tables().defence, tables().terrain, tables().side
    assert {name: row.plus for name, row in ground.items()} == {"clear": 0, "hills": 1, "swamp": 1, "mountain": 2}
    assert [name for name, row in ground.items() if row.rough] == ["swamp", "mountain"]
    assert [name for name, row in ground.items() if row.soviet or row.freezes] == ["swamp"]
    assert (side["stalin_line"].plus, side["stalin_line"].from_turn) == (1, 3)
    assert (d.fortress, d.major, d.town, d.victory_times, d.intrinsic, d.intrinsic_great) == (1, 1, 1, 2, 1, 2)
    assert set(d.great) == {"Leningrad", "Moscow"}
    assert (side["lake"].divisor, side["strait"].divisor, tables().attack.unsupplied_divisor) == (2, 2, 2)
    assert [name for name, row in side.items() if row.narrow] == ["strait", "lake"]
    assert [name for name, row in side.items() if row.freezes] == ["river", "lake"]


def test_shifts() -> None:
    s, river, strait = tables().shift, tables().side["river"], tables().side["strait"]
    assert (river.shift, river.shift_german, strait.shift, strait.shift_german) == (-1, -2, -1, 0)
    assert (s.dispersed, s.cold, s.air) == (1, 1, 1)
    assert tables().air.an_attack == 1


def test_stacking() -> None:
    s = tables().stacking
    assert (s.most, s.armies, s.rough_armour) == (2, 1, 1) and set(s.apart) == {"HUN", "RUM"}


# -- calendar and the rest (4, 7, 12, 13, 15) -------------------------------------------------------------


def test_the_calendar() -> None:
    months = [(turn.name.split()[0][:3], turn.weather) for turn in tables().turn]
    assert months == [
        ("May", "roll"), ("Jun", "Good"), ("Jul", "Good"), ("Aug", "Good"), ("Sep", "Good"), ("Oct", "Mud"),
        ("Nov", "Hard Frost"), ("Dec", "Subarctic"), ("Jan", "Subarctic"), ("Feb", "Subarctic"), ("Mar", "Snow"),
        ("Apr", "Mud"), ("May", "Good"), ("Jun", "Good"), ("Jul", "Good"),
    ]  # fmt: skip
    assert tables().may.good == 3 and set(tables().weather.frozen) == {"Snow", "Subarctic"}


def test_what_is_carried_flies_and_comes() -> None:
    t = tables()
    assert (t.rail.of(SOVIET), t.rail.of(AXIS), t.sea.units) == (4, 2, 1)
    assert (t.air.axis, t.air.soviet) == ([(6, 3), (99, 2)], [(6, 0), (99, 1)])
    assert (t.axis.from_turn, t.axis.armour, t.axis.infantry, t.axis.allies_return) == (2, 1, 2, 11)
    s = t.soviet
    assert (s.from_turn, s.infantry_great, s.infantry_city, s.siberia) == (2, 2, 1, 5)
    assert (s.armour_factory, s.armour_siberia, s.armour_siberia_more, s.armour_siberia_more_from) == (1, 1, 1, 10)
    assert (t.victory.axis, t.victory.soviet, t.first_russian_win) == (7, 8, 10)
    assert t.siberia.safe_from == 7 and [len(group) for group in t.siberia.groups] == [3, 1, 1]


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("ger_army", "4-4-4 army infantry"), ("ger_pzgr", "4-4-6 army armour"), ("ger_pzkps", "3-3-6 corps armour"),
        ("ger_infkps", "2-2-4 corps infantry"), ("ger_mtnkps", "2-2-4 corps infantry"),
        ("ger_ltkps", "2-2-5 corps infantry"), ("rum_army", "2-2-4 army infantry"),
        ("rum_corps", "1-1-4 corps infantry"), ("rum_cav", "1-1-5 corps cavalry"), ("hun_mob", "1-1-5 corps armour"),
        ("ital_corps", "1-1-5 corps infantry"), ("hun_army", "2-2-4 army infantry"),
        ("ital_army", "2-2-4 army infantry"), ("fin_corps", "1-2-4 corps infantry"),
        ("rus_army41", "1-2-4 army infantry"), ("rus_army42", "2-2-4 army infantry"),
        ("rus_shock", "3-3-4 army infantry"), ("rus_gdskor", "2-2-4 corps infantry"),
        ("rus_rifkor", "0-1-4 corps infantry"), ("rus_mexkor", "2-1-5 corps armour"),
        ("rus_kavkor", "1-1-5 corps cavalry"),
    ],
)  # fmt: skip
def test_the_counters(name: str, figures: str) -> None:
    c = classes()[name]
    assert f"{c.attack}-{c.defence}-{c.move} {c.size} {c.arm}" == figures
    assert (c.arm in c.traits) and c.cost == max(c.attack, c.defence)


def test_every_table_is_printed_with_rows_of_one_width() -> None:
    sheets = dict(all_tables())
    assert len(sheets) == len(all_tables()) and all(len({len(row) for row in rows}) == 1 for rows in sheets.values())
    crt = sheets["Combat results (9.2)"]
    assert [" ".join(row[1:]) for row in crt[1:]] == [CRT[die] for die in range(1, 7)]
    assert ["dw", "-", "unchanged", "-"] in sheets["Results that change (9.6)"]
    assert len(sheets["Counters (2.2)"]) == 1 + len(classes())


# -- tables that are wrong --------------------------------------------------------------------------------


def spoilt(tmp_path: Path, old: str, new: str) -> Path:
    """A copy of the tables with the first ``old`` changed."""
    text = (HERE / "tables.toml").read_text(encoding="utf-8")
    assert old in text, old
    path = tmp_path / "tables.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_the_file_in_force_is_sound() -> None:
    assert read_tables(HERE / "tables.toml") == tables()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"AE", "X", "X", "D"', '"A1", "X", "X", "D"', "crt.cells: die 1: 'A1' is not a result"),
        ('"AE", "X", "X", "D"', '"X", "X", "D"', "crt.cells: die 1: 10 results; expected 11"),
        ("[1, 1], [3, 2]", "[3, 2], [1, 1]", "crt.odds: 1-1 follows 3-2; expected rising odds"),
        ('dw = "-" }\noverrun', 'dw = "0" }\noverrun', "convert.surrounded: 'dw' = '0': no such result"),
        ('{ X = "D" }', '{ XX = "D" }', "terrain.mountain.declines: 'XX'"),
        ("prices = { DR", "prices = { D2", "exchange: 'D2' is not a result"),
        ('weather = "Mud"', 'weather = "Mist"', "turn October 1941: 'Mist'; expected Good, Mud"),
        ('cold = "Subarctic"', 'cold = "Icy"', "weather.cold: 'Icy'; expected Good, Mud"),
        ("most = 2\n", 'most = "two"\n', "Expected `int`, got `str` - at `$.stacking.most`"),
        ("[stacking]", "[stakcing]", "unknown field `stakcing`"),
        ("[crt]", "[crt", "not TOML"),
    ],
)  # fmt: skip
def test_a_wrong_table_is_refused_by_name(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(TableError, match=r"^tables\.toml: ") as refused:
        read_tables(spoilt(tmp_path, old, new))
    assert words in str(refused.value)
