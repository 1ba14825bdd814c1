"""Series of games of the computer: tables, pages with charts, and series side by side."""

from __future__ import annotations

import csv
import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ecs import Side
from game.cli.entry_point import main
from game.simulation import workers
from game.simulation.series import FinishedGame, SeriesGame, play_order, shares, wilson
from game.simulation.series_page import SeriesCell, series_page

SCENARIO = "barbarossa-1941"
LEVELS = {Side.AXIS: "recruit", Side.SOVIET: "random"}
RANDOM = ("--axis", "random", "--soviet", "random")
SHORT = ("--scenario", "tutorial-kiev-1941", *RANDOM)
CLUSTER = """
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

calls = []

class Client:
    def __init__(self, address, timeout):
        calls.append(address)
        if address == "nobody":
            raise OSError("Timed out")
        self.pool = ProcessPoolExecutor(2, get_context("spawn"), os.chdir, ("/",))

    def get_executor(self, pure):
        assert not pure, "two games of one order are no game too many"
        return self.pool

    def close(self):
        calls.append("closed")
        self.pool.shutdown(cancel_futures=True)
"""
"""As much of dask.distributed as is used, its workers in another folder."""


@pytest.fixture(scope="module")
def played() -> tuple[FinishedGame, ...]:
    """Two games that the Axis wins early, and how they went."""
    found = [play_order(SeriesGame(SCENARIO, seed, {}, LEVELS, told=True)) for seed in (0, 1)]
    games = tuple(game for game in found if isinstance(game, FinishedGame))
    assert len(games) == 2
    return games


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A cluster; what has been asked of it."""
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "distributed.py").write_text(CLUSTER)
    monkeypatch.syspath_prepend(str(tmp_path / "library"))
    monkeypatch.delitem(sys.modules, "distributed", raising=False)
    yield importlib.import_module("distributed").calls
    del sys.modules["distributed"]


def lines(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def test_a_series_is_written_as_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.csv"
    words = ["simulate", "--scenario", SCENARIO, *RANDOM, "--games", "2", "--seed", "4", "--csv", str(out), "--json"]
    assert main([*words, "--option", "secret_setup=on"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    table = lines(out)
    assert [row["digest"] for row in table] == [game["digest"] for game in games]
    assert [row["seed"] for row in table] == ["4", "5"] and table[0]["options"] == "secret_setup=on"
    assert table[0]["axis"] == "random" and table[0]["text"] == games[0]["text"]


def test_the_course_of_a_game_has_a_figure_for_every_turn(played: tuple[FinishedGame, ...]) -> None:
    for game in played:
        course = game.course
        assert course is not None
        assert len(course.turns) == len(course.points) == len(course.losses) == game.result.turns
        assert sum(map(sum, course.losses)) > 0 and course.luck is not None and 0 <= course.luck <= 1
        assert all(0 <= turn < len(course.turns) for turn in course.fell.values())
    assert any(game.course is not None and game.course.fell for game in played)


def test_the_page_is_whole_and_loads_nothing(played: tuple[FinishedGame, ...]) -> None:
    cell = SeriesCell(SCENARIO, LEVELS, {"<b>": "on"}, played)
    page = series_page([cell, cell])
    for svg in re.findall("<svg.*?</svg>", page, re.S):
        ElementTree.fromstring(svg)
    assert not re.search(r"\d%", page.partition("</style>")[2])
    for heading in ("Who won", "Points, by turn", "Factors lost", "first changed hands", "luck of the Axis", "ended"):
        assert page.count(f"{heading}") >= 2, heading
    assert "<b>" not in page and "&lt;b&gt;=on" in page
    assert not re.search(r"(?:src|href)=|<script|url\(|@import", page)
    assert "nan" not in page


def test_the_page_of_a_series_is_written_where_it_was_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "series.html"
    words = ["simulate", "--scenario", "tutorial-kiev-1941", *RANDOM, "--games", "1", "--report", str(out)]
    assert main(words) == 0 and "95 % confidence" in capsys.readouterr().out
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert main([*words[:-1], str(tmp_path / "none" / "x.html")]) == 1
    assert "none" in capsys.readouterr().err


def test_a_series_without_a_finished_game_is_told_so() -> None:
    assert "No game finished." in series_page([SeriesCell(SCENARIO, LEVELS, {}, ())])
    assert shares([])["axis"].high == 1.0


def test_a_matrix_has_a_cell_for_every_scenario_level_and_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "cells.csv"
    words = [
        "matrix",
        "--scenario",
        "tutorial-kiev-1941",
        "--axis",
        "random",
        "--axis",
        "recruit",
        "--soviet",
        "random",
    ]
    words += ["--vary", "secret_setup", "--vary", "combat_dice=table", "--games", "1", "--csv", str(out)]
    assert main([*words, "--json"]) == 0
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert [(c["axis"], c["options"]["secret_setup"]) for c in cells] == [
        ("random", "off"), ("random", "on"), ("recruit", "off"), ("recruit", "on"),
    ]  # fmt: skip
    assert all(sum(r["games"] for r in c["results"].values()) == c["games"] == 1 for c in cells)
    assert len(lines(out)) == 4
    assert main(words) == 0
    assert capsys.readouterr().out.count("% to") == 12


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--vary", "magic"], "no option 'magic' in barbarossa-1941"),
        (["--vary", "secret_setup=maybe"], "expected one of: off, on"),
        (["--option", "magic=on"], "no option 'magic'"),
        (["--axis", "random", "--axis", "recruit", "--games", "1000000"], "2 cells of 1000000 games"),
        (["--vary", "handicap", "--vary", "combat_dice", "--vary", "weather_mode", "--vary", "supply_mode", "--vary",
          "finns", "--vary", "rumania", "--vary", "new_units", "--vary", "secret_setup", "--vary", "panzer_op_move"],
         "more than 1000 cells"),
        (["--csv", "none/x.csv"], "none"),
    ],
)  # fmt: skip
def test_a_matrix_that_cannot_be_played_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["matrix", "--scenario", SCENARIO, *words]) == 1
    out, err = capsys.readouterr()
    assert out == "" and said in err and err.count("\n") == 1


# -- who plays --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [("simulate", "--seed", "4", "--save", "saves"), ("matrix", "--vary", "secret_setup")]
)
def test_a_cluster_plays_the_games_that_processes_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cluster: list[str], words: tuple[str, ...]
) -> None:
    """To the same files, and saves lie here whoever played them."""
    found = []
    for name, who in (("here", []), ("there", ["--cluster", "tcp://10.0.0.1:8786"])):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        files = ["--games", "2", "--jobs", "1", "--csv", "games.csv", "--report", "page.html"]
        assert main([*words, *SHORT, *files, *who]) == 0
        table = [{**row, "seconds": ""} for row in lines(Path("games.csv"))]
        saves = {path.name: path.read_bytes() for path in Path().rglob("*.save")}
        found.append((table, Path("page.html").read_text(encoding="utf-8"), saves))
    assert found[0] == found[1]
    assert len(found[0][2]) == (2 if words[0] == "simulate" else 0)
    assert cluster == ["tcp://10.0.0.1:8786", "closed"]


@pytest.mark.parametrize("command", ["simulate", "matrix", "chronicle"])
def test_a_cluster_that_cannot_be_used_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, cluster: list[str], command: str
) -> None:
    words = [command, *SHORT, "--games", "1", "--cluster", "nobody"]
    assert main(words) == 1
    assert capsys.readouterr() == ("", "rasputitsa: no cluster answers at nobody: Timed out\n")
    monkeypatch.setattr(workers, "find_spec", lambda name: None)
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "needs dask.distributed" in err


def test_at_most_so_many_games_are_played_at_a_time_and_come_in_their_order() -> None:
    begun = list[int]()
    games = workers.in_order(lambda order: begun.append(order) or order, range(9), 1)
    assert next(games) == 0 and begun == [0]
    assert list(games) == list(range(1, 9))


def test_wilson_s_bounds_hold_the_share() -> None:
    low, high = wilson(95, 100)
    assert low < 0.95 < high and low > 0.88 and high < 0.98
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0) and wilson(0, 10)[0] == 0.0
