"""The bench: figures, what they are compared with, and boards of any size."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ecs import RULESETS, Game, Side, board_of, find_scenario, load_board, new_game
from game.opponents import Player
from game.play.autoplay import make_players
from tests import ROOT
from tests.workshop.__main__ import main
from tests.workshop.bench import baseline, frame_times, rules_timing, scaling, startup_time, timing
from tests.workshop.bench import command as bench
from tests.workshop.bench.baseline import judge, read_baseline, usual, write_baseline
from tests.workshop.bench.board_enlargement import PATHS, Size, enlarge, make_scenario, read_map, write_map
from tests.workshop.bench.timing import Measure, Pace

pytestmark = pytest.mark.usefixtures("worlds_given_back")
SCENARIOS = baseline.scenarios()
SCENARIO = "barbarossa-1941"
MACHINE = {"rasputitsa": "1", "Python": "3", "system": "test"}


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one call of `bench`."""
    try:
        code = main(("bench", *words))
    except SystemExit as e:
        code = int(e.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def figure(median: float, calibrator: float = 40.0, **more: Any) -> Measure:
    return Measure("legal list", median, 2 * median, "ms", 9, calibrator, SCENARIO, **more)


def a_few_positions(scenario: str, *_: object) -> Iterator[Game]:
    game = new_game(scenario)
    for verb in ("attack", "move"):
        scaling._until(game, verb)
        yield game
    game.close()


def recruits(levels: dict[Side, str], seed: int) -> dict[Side, Player]:
    """Players who think least, whoever is asked for."""
    return make_players(dict.fromkeys(levels, "recruit"), seed)


@pytest.fixture
def no_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup_time, "starts", lambda *_: [startup_time.Start(0.7, 0.5, 102_400)] * 3)


@pytest.fixture
def two_figures(monkeypatch: pytest.MonkeyPatch, no_starts: None) -> None:
    """A bench that measures nothing but this."""

    def measure(scenario: str, options: object, seed: int, sampling: object, pace: Pace, rows: list[Measure]) -> None:
        rows += [figure(2.0), Measure("snapshot", 1.0, 1.0, "ms", 9, 40.0, scenario)]

    monkeypatch.setattr(bench, "measure", measure)
    monkeypatch.setattr(timing, "_count", lambda: 40.0)


# -- figures ----------------------------------------------------------------------------------------


def test_the_bench_measures_frames_rules_games_start_and_memory(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, no_starts: None
) -> None:
    monkeypatch.setattr(frame_times, "WARM_UP", 1)
    monkeypatch.setattr(rules_timing, "_positions", a_few_positions)
    monkeypatch.setattr(rules_timing, "play_game", lambda *_: None)
    monkeypatch.setattr(rules_timing, "make_players", recruits)  # a turn of generals takes longer than all the rest
    code, out, err = asked(capsys, "--quick", "--json")
    assert code == 0, err
    found = json.loads(out)["measures"]
    names = {m["name"] for m in found if m["scenario"] == SCENARIO}
    assert names == {row.name for row in read_baseline(usual()).rows if row.scenario == SCENARIO}
    whole = {m["name"] for m in found if not m["scenario"]}
    assert whole == {"calibrator", *(row.name for row in read_baseline(usual()).rows if not row.scenario)}
    assert all(0 < m["median"] <= m["worst"] and m["samples"] for m in found)
    assert all(m["calibrator"] > 0 for m in found if m["unit"] != "MB" and m["name"] != "calibrator")


def test_the_calibrator_runs_before_and_after_every_group_of_figures() -> None:
    pace, rows = Pace(), list[Measure]()
    with pace.beside(rows, SCENARIO) as add_row:
        assert len(pace.ticks) == 1
        add_row(Measure("x", 1.0, 1.0, "ms", 1))
        add_row(Measure("y", 1.0, 1.0, "MB", 1))
    assert len(pace.ticks) == 2
    assert [(m.scenario, m.calibrator > 0) for m in rows] == [(SCENARIO, True), (SCENARIO, False)]


def test_the_title_comes_up_in_a_folder_of_its_own(tmp_path: Path) -> None:
    (found,) = startup_time.starts([], tmp_path / "home", 0, Pace()) or [None]
    assert found is None and (tmp_path / "home" / "settings.json").is_file()


def test_the_window_opens_without_what_is_not_needed_yet() -> None:
    late = (
        "game.opponents.salvo_staff.officer",
        "game.opponents.chit_staff.officer",
        "game.simulation.series",
        "importlib.metadata",
    )
    code = "import sys, game.cli.entry_point, game.app.launch\n"
    code += f"sys.exit(', '.join(m for m in {late} if m in sys.modules) or 0)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_bench_says_when_the_window_cannot_be_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "measure", lambda *_: None)
    monkeypatch.setattr(startup_time, "PROGRAM", (sys.executable, "-c", "import sys; sys.exit('no window')"))
    code, _, err = asked(capsys, "--quick")
    assert code == 1 and "the window could not be measured: no window" in err


# -- the baseline -----------------------------------------------------------------------------------


def stored(tmp_path: Path, *measures: Measure) -> baseline.Baseline:
    write_baseline(tmp_path / "base.json", "full", MACHINE, measures)
    return read_baseline(tmp_path / "base.json")


def test_a_slow_machine_does_not_look_like_slow_code(tmp_path: Path) -> None:
    base = stored(tmp_path, figure(2.0, calibrator=40.0))
    verdict = judge(figure(6.0, calibrator=120.0), "full", base)
    assert verdict is not None and verdict.ratio == pytest.approx(1) and verdict.expected == pytest.approx(6)
    assert not verdict.mark


def test_slow_code_is_marked_on_whatever_machine(tmp_path: Path) -> None:
    base = stored(tmp_path, figure(2.0, calibrator=40.0))
    for calibrator in (20.0, 40.0, 200.0):
        verdict = judge(figure(2.0 * 1.3 * calibrator / 40, calibrator), "full", base)
        assert verdict is not None and verdict.ratio == pytest.approx(1.3) and verdict.mark == "slower"
    fine = judge(figure(2.0 * 1.2), "full", base)
    assert fine is not None and not fine.mark


def test_only_like_is_compared_with_like(tmp_path: Path) -> None:
    base = stored(tmp_path, figure(2.0))
    assert judge(figure(2.0), "quick", base) is None
    assert judge(figure(2.0, compared=False), "full", base) is None
    assert judge(Measure("legal list", 2.0, 2.0, "ms", 9, 40.0, "tdv-barbarossa-1941"), "full", base) is None


def test_storing_keeps_what_other_runs_stored(tmp_path: Path) -> None:
    stored(tmp_path, figure(2.0))
    write_baseline(tmp_path / "base.json", "quick", MACHINE, [figure(3.0)])
    write_baseline(tmp_path / "base.json", "full", MACHINE, [figure(4.0)])
    found = {(row.sampling, row.median) for row in read_baseline(tmp_path / "base.json").rows}
    assert found == {("quick", 3.0), ("full", 4.0)}


@pytest.mark.parametrize(
    "data",
    [None, b"", b"{}", b"[1]", b"\xff\xfe", b'{"format":2,"machine":{},"rows":[]}', b"[" * 4000, b" " * 2_000_001],
)
def test_a_file_that_is_no_baseline_is_refused_by_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, two_figures: None, data: bytes | None
) -> None:
    path = tmp_path / "mine.json"
    if data is not None:
        path.write_bytes(data)
    code, out, err = asked(capsys, "--baseline", str(path))
    assert (code, out) == (1, "") and err.count("\n") == 1 and "mine.json" in err
    if data is not None:
        code, _, err = asked(capsys, "--baseline", "none", "--save-baseline", str(path))
        assert code == 1 and "mine.json" in err and path.read_bytes() == data


def test_the_exit_code_is_0_unless_a_bound_is_given_and_passed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, two_figures: None
) -> None:
    path = str(tmp_path / "base.json")
    assert asked(capsys, "--baseline", "none", "--save-baseline", path)[0] == 0
    text = Path(path).read_text(encoding="utf-8")
    Path(path).write_text(text.replace('"median": 2.0', '"median": 0.5'), encoding="utf-8")
    code, out, err = asked(capsys, "--baseline", path)
    slower = [line for line in out.splitlines() if line.endswith("slower")]
    assert (code, err) == (0, "") and len(slower) == 1 and slower[0].startswith("legal list")
    assert asked(capsys, "--baseline", path, "--fail-above", "5")[0] == 0
    code, _, err = asked(capsys, "--baseline", path, "--fail-above", "2")
    assert code == 1 and "legal list (4.00)" in err and "snapshot" not in err
    assert asked(capsys, "--baseline", "none", "--fail-above", "2")[0] == 0


def test_the_usual_baseline_knows_every_figure_of_every_game() -> None:
    assert {find_scenario(s).ruleset for s in SCENARIOS} == set(RULESETS)
    base = read_baseline(usual())
    names = {s: {row.name for row in base.rows if row.scenario == s} for s in ("", *SCENARIOS)}
    assert all(names[s] == names[SCENARIO] for s in SCENARIOS) and len(names[SCENARIO]) > 12
    for row in base.rows:
        assert row.median > 0 and (row.calibrator > 0 or row.unit == "MB" or row.name == "calibrator"), row
    for sampling in ("quick", "full"):
        there = {row.key for row in base.rows if row.sampling == sampling}
        assert there == {(sampling, s, name) for s, found in names.items() for name in found}


def test_the_tables_for_a_page_have_a_column_for_each_scenario(
    capsys: pytest.CaptureFixture[str], two_figures: None
) -> None:
    code, out, _ = asked(capsys, "--all", "--markdown", "--baseline", "none")
    assert code == 0 and "| snapshot | 1.00 ms (1.00) | 1.00 ms (1.00) |" in out
    assert f"| median (worst) | {' | '.join(SCENARIOS)} |" in out


@pytest.mark.parametrize(
    "words",
    [("--all", "--scenario", SCENARIO), ("--growth", "--all"), ("--growth", "--save-baseline", "x.json")],
)
def test_what_does_not_go_together_is_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, _, err = asked(capsys, *words)
    assert code == 1 and err.count("\n") == 1


# -- growth -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [Size(12, 18), Size(31, 40)], ids=str)
def test_an_enlarged_map_is_the_map_in_blocks(tmp_path: Path, size: Size) -> None:
    source = board_of(find_scenario(SCENARIO))
    plan = enlarge(source, size)
    write_map(plan, tmp_path / "big.tmx")
    board = load_board(tmp_path / "big.tmx")
    assert len(board.hexes) == sum(plan.origin(place) is not None for place in plan.cells())
    for h in board.hexes:
        old = plan.origin((h.col, h.row))
        assert old is not None
        assert (h.terrain, h.owner, h.nation) == (old.terrain, old.owner, old.nation)
        for j in board.neighbours[h.index]:
            beside = plan.origin((board.hexes[j].col, board.hexes[j].row))
            assert beside is not None
            wanted = source.kinds(old.index, beside.index) - PATHS if beside is not old else frozenset()
            assert board.kinds(h.index, j) == wanted, (h.label, board.hexes[j].label)
    for name, members in source.regions.items():
        blocks = {i for i, h in enumerate(board.hexes) if plan.origin((h.col, h.row)).index in members}  # type: ignore[union-attr]
        assert set(board.regions[name]) == blocks, name
    named = {h.name: (h.place, h.vp) for h in source.hexes if h.name}
    assert {h.name: (h.place, h.vp) for h in board.hexes if h.name} == named
    assert set(source.by_label) <= set(read_map(plan, tmp_path / "big.tmx").by_label)


def test_units_are_spread_along_the_frontier_half_on_either_side(tmp_path: Path) -> None:
    source = new_game(SCENARIO)
    plan = enlarge(source.board, Size(24, 36))
    write_map(plan, tmp_path / "big.tmx")
    board = read_map(plan, tmp_path / "big.tmx")
    for units in (7, 60, 1200):
        placed = [(s, e.hex) for s, e in make_scenario(source.scenario, board, units).units if e.hex]
        assert len(placed) == units and abs(sum(s == "axis" for s, _ in placed) - units / 2) < 1
        assert all(board.hexes[board.by_label[label]].owner == side for side, label in placed)
    source.close()


def test_growth_is_measured_and_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    small = (Size(12, 18), Size(18, 27))
    monkeypatch.setattr(scaling, "panned", lambda *_: [0.002])
    monkeypatch.setattr(scaling, "USUAL_SIZE", small[0])
    monkeypatch.setattr(scaling, "USUAL_UNITS", 8)
    found = scaling.measure(quick=True, units=(8, 16), sizes=small, most=0)
    monkeypatch.setattr(scaling, "measure", lambda quick: found)
    code, out, _ = asked(capsys, "--growth", "--json")
    data = json.loads(out)
    for axis in ("units", "hexes"):
        powers = data[axis]["exponents"]
        assert {"reading the map", "legal list", "saving", "turn of recruit", "frame at 1080p, near"} <= set(powers)
        assert all(-9 < power < 9 for power in powers.values())
    assert [p["units"] for p in data["units"]["points"]] == [8, 16]
    assert data["units"]["points"][0] == data["hexes"]["points"][0]
    code, out, _ = asked(capsys, "--growth", "--markdown")
    assert code == 0 and "| legal list |" in out and "12 x 18" in out


def test_a_power_law_is_found_again() -> None:
    points = [
        scaling.Point(Size(n, 1), n, n, (Measure("x", 3.0 * n**1.5 * pace, 1.0, "ms", 1, pace),))
        for n, pace in ((50, 40.0), (100, 60.0), (400, 30.0))
    ]
    assert scaling.exponent(points, "x", of_units=True) == pytest.approx(1.5)
    assert scaling.exponent(points, "y", of_units=True) is None
    assert scaling.exponent(points[:1], "x", of_units=True) is None


def test_every_question_of_the_bench_can_be_asked_of_every_game() -> None:
    for scenario in SCENARIOS:
        game = new_game(scenario)
        for name, ask in {**rules_timing.PROBES, **scaling.QUESTIONS}.items():
            assert all(seconds >= 0 for seconds in ask(game)), name
        game.close()
