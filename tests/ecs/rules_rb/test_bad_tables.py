"""A table that is wrong is refused with one sentence: which file, which table, what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from ecs.core.files.toml_files import TableError, by_turn
from ecs.rulesets.russia_besieged.data.tables import HERE, read_tables, split_cell, tables
from ecs.rulesets.russia_besieged.data.units import arrivals, read_arrivals, read_units, units


def spoilt(tmp_path: Path, name: str, old: str, new: str) -> Path:
    """A copy of a data file with its first ``old`` changed."""
    text = (HERE / name).read_text(encoding="utf-8")
    assert old in text, old
    path = tmp_path / name
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_the_files_in_force_are_sound() -> None:
    assert read_tables(HERE / "tables.toml") == tables()
    assert read_units(HERE / "units.toml") == units()
    assert read_arrivals(HERE / "arrivals.toml", units()) == arrivals()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"D2"],\n  ["AE*"', '"D9"],\n  ["AE*"', "crt.cells: row of roll -1: 'D9' is not a result"),
        ('"D1",  "D2"],', '"D2"],', "crt.cells: row of roll -1: 10 results; expected 11"),
        ('"D1+2"', '"D1+"', "blitz_table.cells: row of roll 1: 'D1+' is not a result"),
        ('"BR",  "D1",  "D1",  "D2"]', '"BR+1",  "D1",  "D1",  "D2"]', "row of roll -1: 'BR+1' is not a result"),
        ('["AE*", "AE*", "AE*", "AE*", "A3"', '["below", "AE*", "AE*", "AE*", "A3"', "'below' is not a result"),
        ("rolls = [[1, 3], [4, 6]", "rolls = [[1, 3], [5, 6]", "blitz_table.rolls: 5 follows 3; expected no gap"),
        ("odds = [-5, -4, -3", "odds = [-5, -3, -4", "crt.odds"),
        ('"MJ41", "JA41"', '"XX41", "JA41"', "turns: turn 1 is 'XX41'"),
        ("[1, 2, \"Clear\", \"Clear\"]", "[1, 3, \"Clear\", \"Clear\"]", "weather.rolls.SO"),
        ('"Clear", "Lt Mud"], [6', '"Clear", "Light Mud"], [6', "weather: 'Light Mud': expected Clear, Lt Mud"),
        ('SO41 = ["Clear"', 'SO51 = ["Clear"', "weather.history: 'SO51': no such turn"),
        ("axis = [4, 3, 2, 0]", "axis = [4, 3, 2]", "air.most.axis: 3 numbers"),
        ('[march.first."First winter"]', '[march.first.Winter]', "march.first: 'First winter'"),
        ("[modifier.river]", "[modifier.brook]", "modifier: 'river': missing"),
        ("[[12, 3, 2], [25, 3, 3]]", "[[25, 3, 2], [12, 3, 3]]", "air.factors: last turns [25, 12]"),
        ("[22, 6], [25, 4]]", "[22, 6]]", "replace.german: last turns [1, 4, 10, 22]; expected rising turns up to 25"),
        ('ploesti = "Ploesti"', 'ploesti = "Ploesci"', "map: 'Ploesci': named in the rules"),
        ("[terrain.major_city]", "[terrain.city]", "terrain: expected clear, forest"),
        ("turns = [13, 16]", "turns = [13, 26]", "scenarios: 23.6: turns (13, 26), long 25; the calendar has turns 1"),
    ],
)  # fmt: skip
def test_a_wrong_table_is_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(TableError, match=r"^tables\.toml: ") as refused:
        read_tables(spoilt(tmp_path, "tables.toml", old, new))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("faces = 10", 'faces = "ten"', "Expected `int`, got `str` - at `$.combat.faces`"),
        ("faces = 10", "sides = 10", "$.combat"),
        ("[stacking]", "[stakcing]", "unknown field `stakcing`"),
        ('foot = "free"', 'foot = "fast"', "Invalid enum value 'fast' - at `$.terrain[...].foot`"),
        ("most = 3\n", "most = 3.5\n", "Expected `int`, got `float`"),
        ("[crt]", "[crt", "not TOML"),
    ],
)
def test_a_table_of_another_shape_is_refused_with_its_place(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(TableError, match=r"^tables\.toml: ") as refused:
        read_tables(spoilt(tmp_path, "tables.toml", old, new))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('kind = "PG"', 'kind = "PzG"', "no kind 'PzG'"),
        ('"I.K:ger_inf_54"', '"I.K:ger_inf_99"', "force North: I.K: no class 'ger_inf_99'"),
        ('"I.K:', '"X.K:', "counter 'X.K' appears 2 times"),
        ('"I.K:', '"I K:', "a counter id may not contain a space"),
        ('mobility = "cav"', 'mobility = "horse"', "Invalid enum value 'horse'"),
    ],
)
def test_a_wrong_counter_is_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(TableError, match=r"^units\.toml: ") as refused:
        read_units(spoilt(tmp_path, "units.toml", old, new))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"XL.Pz:', '"XLI.Pz:', "counter 'XLI.Pz' appears 2 times"),
        ("ger_pz_87", "ger_pz_99", "arrive, turn 2: XL.Pz: no class 'ger_pz_99'"),
        ('at = "Moscow"', 'at = "Moskau"', "arrive, turn 1: no place 'Moskau'"),
        ('units = ["4.TA"]', 'units = ["9.TA"]', "turn 10: no counter '9.TA'"),
        ('unit = "CSIR"', 'unit = "CSI"', "turn 7: no counter 'CSI'"),
        ('grade = "guards_64"', 'grade = "guards_99"', "turn 12: no class 'guards_99'"),
        ('new = "army_44"', 'new = "army_99"', "turn 13: no class 'army_99'"),
        ("turn = 24", "turn = 26", "turn 26: the calendar has turns 1 to 25"),
    ],
)
def test_a_wrong_arrival_is_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(TableError, match=r"^arrivals\.toml: ") as refused:
        read_arrivals(spoilt(tmp_path, "arrivals.toml", old, new), units())
    assert words in str(refused.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"tables\.toml: cannot be read"):
        read_tables(tmp_path / "tables.toml")


def test_a_cell_is_read_only_as_printed() -> None:
    assert split_cell("D2+1") == ("D2", 1)
    assert split_cell("AE*") == ("AE*", 0)
    with pytest.raises(ValueError, match="is not a result"):
        split_cell("d2")


def test_a_row_by_turn_holds_up_to_its_last_turn_and_the_last_one_for_ever() -> None:
    rows = [(3, 5), (10, 4)]
    assert [by_turn(rows, turn) for turn in (1, 3, 4, 10, 11)] == [(5,), (5,), (4,), (4,), (4,)]
