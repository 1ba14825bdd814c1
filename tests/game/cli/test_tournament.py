"""The gate: pairs with seats exchanged, stopping, resuming, reports."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from ecs import Side
from game.play.autoplay import play_game
from game.simulation.workers import InlineExecutor, workers
from tests.workshop.__main__ import main
from tests.workshop.tournament import played_game
from tests.workshop.tournament import series as series_module
from tests.workshop.tournament.blunders.diary import BLUNDERS
from tests.workshop.tournament.command import whole_games
from tests.workshop.tournament.figures import figures
from tests.workshop.tournament.page import page
from tests.workshop.tournament.pairs import MEASURES, Match, Pair
from tests.workshop.tournament.played_game import Order, PlayedGame, play
from tests.workshop.tournament.results_file import ResultsFault, ResultsFile, heading
from tests.workshop.tournament.series import Series, play_series
from tests.workshop.tournament.stopping import LEAST, StopRule
from tests.workshop.tournament.text_report import markdown

SHORT = "tutorial-kiev-1941"
NEVER = StopRule()
MATCH = Match(SHORT, "recruit", "random")


def played(order: Order, winner: str, margin: float) -> PlayedGame:
    return PlayedGame(order, winner=winner, margin=margin, turns=5, points=((1, 2), (2, 1)))


def pair(seed: int, first: tuple[str, float], second: tuple[str, float], match: Match = MATCH) -> Pair:
    one, other = match.orders(seed)
    return Pair(seed, played(one, *first), played(other, *second))


def series_of(seeds: range, results: ResultsFile, **how: Any) -> Series:
    series = Series(how.pop("match", MATCH), seeds)
    with workers(1) as pool:
        play_series([series], results, how.pop("rule", NEVER), "margin", how.pop("pool", pool), 1, lambda game: None)
    return series


@pytest.fixture(scope="module")
def three_pairs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Series, Path]:
    path = tmp_path_factory.mktemp("gate") / "games.jsonl"
    return series_of(range(1, 4), ResultsFile(path, heading([SHORT]))), path


# -- pairs ------------------------------------------------------------------------------------------------


def test_a_pair_by_result_and_by_margin() -> None:
    both = pair(1, ("axis", 0.5), ("soviet", -0.1))
    assert (both.result, both.margin) == (1.0, pytest.approx(0.3))
    split = pair(1, ("axis", 0.5), ("axis", 0.5))
    assert (split.result, split.margin, split.points("margin"), split.points("result")) == (0.5, 0.0, 0.5, 0.5)
    assert pair(1, ("draw", 0.0), ("axis", 0.2)).result == 0.25


def test_the_margin_of_a_pair_is_antisymmetric() -> None:
    first, second = ("axis", 0.4), ("soviet", -0.3)
    turned = pair(1, second, first, replace(MATCH, one=MATCH.other, other=MATCH.one))
    there = pair(1, first, second)
    assert turned.margin == -there.margin and turned.result == 1 - there.result


def test_a_level_against_itself_has_no_margin_and_plays_one_game_a_pair(tmp_path: Path) -> None:
    results = ResultsFile(None, heading([SHORT]))
    series = series_of(range(1, 3), results, match=Match(SHORT, "random", "random"))
    assert [(p.margin, p.result) for p in series.pairs] == [(0.0, 0.5)] * 2
    assert len(results.played) == 2


@pytest.mark.parametrize("scenario", [SHORT, "war-crimea-1942"])
def test_the_diary_changes_nothing_in_a_game(scenario: str) -> None:
    row = play(Order(scenario, 3, "random", "recruit" if scenario == SHORT else "random"))
    plain = play_game(scenario, 3, {}, {Side.AXIS: row.order.axis, Side.SOVIET: row.order.soviet})
    assert (row.digest, row.commands, row.winner, row.fault) == (plain.digest, plain.commands, plain.winner, "")
    assert all(entry.blunder in BLUNDERS for entry in row.diary)


def test_a_game_that_faults_is_told_and_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Any, order: Order) -> PlayedGame:
        if order.seed == 2 and order.axis == "random":
            raise ValueError("a unit\nstands nowhere")
        return played(order, "axis", 0.1)

    monkeypatch.setattr(played_game, "_played_out", broken)
    series = series_of(range(1, 4), ResultsFile(None, heading([SHORT])))
    told = figures(series, 0.0)
    assert [p.seed for p in series.pairs] == [1, 3] and told.pairs == 2
    assert len(told.faults) == 1 and "seed 2, random v recruit" in told.faults[0]
    assert "ValueError: a unit stands nowhere" in markdown([told], NEVER)


# -- stopping ---------------------------------------------------------------------------------------------


def test_wilson_s_bounds_end_a_series_when_one_half_is_outside() -> None:
    rule = StopRule("wilson")
    assert rule.verdict([1.0] * (LEAST - 1)) == ""
    assert "stronger" in rule.verdict([1.0] * LEAST)
    assert "weaker" in rule.verdict([0.0] * LEAST)
    assert rule.verdict([1.0, 0.0] * 20) == ""


def test_the_sequential_test_takes_one_hypothesis_or_the_other() -> None:
    rule = StopRule("sprt")
    assert rule.bound == pytest.approx(2.944, abs=1e-3)
    assert rule.ratio([1.0]) == pytest.approx(0.2624, abs=1e-4) and rule.ratio([0.0]) == pytest.approx(
        -0.3567, abs=1e-4
    )
    assert rule.verdict([1.0] * 11) == "" and "H1" in rule.verdict([1.0] * 12)
    assert "H0" in rule.verdict([0.0] * 9)
    assert NEVER.verdict([1.0] * 999) == ""


# -- the series -------------------------------------------------------------------------------------------


def test_the_verdict_does_not_depend_on_who_is_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    def foretold(order: Order) -> PlayedGame:
        won = order.seed != 4
        strong = order.axis == MATCH.one
        return played(order, "axis" if won == strong else "soviet", 0.2 if won == strong else -0.2)

    monkeypatch.setattr(series_module, "play", foretold)
    found = []
    for jobs in (1, 5, 40):
        series = Series(MATCH, range(1, 100))
        rule = StopRule("sprt")
        play_series(
            [series], ResultsFile(None, heading([SHORT])), rule, "margin", InlineExecutor(), jobs, lambda g: None
        )
        found.append((len(series.pairs), series.verdict))
    assert len(set(found)) == 1 and found[0][0] < 30 and "H1" in found[0][1]


def test_games_that_were_still_being_played_at_the_verdict_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def foretold(order: Order) -> PlayedGame:
        return played(order, "axis" if order.axis == MATCH.one else "soviet", 0.1)

    def one_at_a_time(out: set[Any], **_: Any) -> tuple[set[Any], set[Any]]:
        """The game that was begun first is over, the others not."""
        first = min(out, key=lambda future: (future.result().order.seed, future.result().order.axis != MATCH.one))
        return {first}, out - {first}

    monkeypatch.setattr(series_module, "play", foretold)
    monkeypatch.setattr(series_module, "wait", one_at_a_time)
    results, series = ResultsFile(None, heading([SHORT])), Series(MATCH, range(1, 100))
    play_series([series], results, StopRule("sprt"), "result", InlineExecutor(), 5, lambda game: None)
    assert series.verdict and len(results.played) == 2 * len(series.pairs) + 4


def test_a_series_that_was_killed_goes_on_where_it_was(three_pairs: tuple[Series, Path], tmp_path: Path) -> None:
    whole, path = three_pairs
    lines = path.read_bytes().split(b"\n")
    half = tmp_path / "half.jsonl"
    half.write_bytes(b"\n".join(lines[:4]) + b"\n" + lines[4][:40])  # three games, and the beginning of a fourth
    results = ResultsFile(half, heading([SHORT]))
    assert len(results.played) == 3
    again = series_of(range(1, 4), results)
    assert [told(p.first) + told(p.second) for p in again.pairs] == [
        told(p.first) + told(p.second) for p in whole.pairs
    ]
    assert len(ResultsFile(half, heading([SHORT])).played) == 6


def told(game: PlayedGame) -> tuple[Any, ...]:
    """All but the seconds."""
    return (msgspec.structs.replace(game, thinking={}),)


def test_several_processes_play_the_same_games(three_pairs: tuple[Series, Path]) -> None:
    whole, _ = three_pairs
    series = Series(MATCH, range(1, 3))
    with workers(2) as pool:
        play_series([series], ResultsFile(None, heading([SHORT])), NEVER, "margin", pool, 2, lambda game: None)
    assert [told(p.first) + told(p.second) for p in series.pairs] == [
        told(p.first) + told(p.second) for p in whole.pairs[:2]
    ]


def test_games_of_other_rules_or_players_are_not_mixed_in(three_pairs: tuple[Series, Path], tmp_path: Path) -> None:
    _, path = three_pairs
    with pytest.raises(ResultsFault, match="other rules, players"):
        ResultsFile(path, msgspec.structs.replace(heading([SHORT]), players="0" * 16))
    strange = tmp_path / "strange"
    strange.write_text("no JSON")
    with pytest.raises(ResultsFault, match="no results of a tournament"):
        ResultsFile(strange, heading([SHORT]))


# -- reports ----------------------------------------------------------------------------------------------


def test_the_figures_of_a_series(three_pairs: tuple[Series, Path]) -> None:
    series, _ = three_pairs
    told = figures(series, 0.0)
    assert told.pairs == 3 and set(told.shares) == set(MEASURES)
    assert [(c.level, c.side) for c in told.chairs] == [
        ("recruit", Side.AXIS), ("random", Side.SOVIET), ("random", Side.AXIS), ("recruit", Side.SOVIET)
    ]  # fmt: skip
    for one, enemy in (told.chairs[:2], told.chairs[2:]):
        assert (one.won, one.drawn, one.lost) == (enemy.lost, enemy.drawn, enemy.won)
        assert [(b, a) for a, b in one.points] == list(enemy.points)


def test_the_page_is_sound_and_escapes_everything(three_pairs: tuple[Series, Path]) -> None:
    series, _ = three_pairs
    hostile = replace(figures(series, 0.0), one="<script>alert('&')</script>", faults=("<b>&",), verdict="<i>")
    text = page([hostile], StopRule("sprt"))
    assert "<script>" not in text and "<b>&" not in text and "src=" not in text and "http-equiv" not in text
    drawings = text.split("<svg")[1:]
    assert len(drawings) == 5
    for drawing in drawings:
        ElementTree.fromstring("<svg" + drawing.partition("</svg>")[0] + "</svg>")


def test_the_command_plays_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "tournament",
        "recruit",
        "random",
        "--scenario",
        SHORT,
        "--pairs",
        "2",
        "--resume",
        str(tmp_path / "g.jsonl"),
    ]
    assert main([*words, "--html", str(tmp_path / "page.html")]) == 0
    assert f"| {SHORT} | recruit v random | 2 |" in capsys.readouterr().out
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert main([*words, "--json"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)["series"][0]
    assert (found["pairs"], len(found["games"])) == (2, 4) and not err
    assert main(["tournament", "recruit", "random", "--h0", "0.7"]) == 1
    assert "--h0 must be less" in capsys.readouterr().err


def test_without_a_scenario_every_game_is_played() -> None:
    assert whole_games() == ["tdv-barbarossa-1941", "barbarossa-1941", "rb-barbarossa-5", "war-barbarossa-1941"]
