"""Is the same attack told in every game, do play and forecast agree about it, and is the page of figures up to date?"""

from __future__ import annotations

import re
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest

from ecs import RULESETS
from game.play.atlas.text import percent
from tests import ROOT
from tests.workshop.__main__ import main
from tests.workshop.situations.attack_results import climbed
from tests.workshop.situations.command import GAMES, Column, column, markdown
from tests.workshop.situations.reenactment import check_situation, played, staged
from tests.workshop.situations.situation_file import (
    SituationError,
    find_situation,
    list_situations,
    load_situation,
)

BUG = "bug-1941"
SEEDS = range(80)  # the page has five times as many
PLAYED = re.compile(r" \([\d.]+ %\)")
CHANCES = ("taken", "destroyed", "driven", "shaken", "steady", "hurt")
RATIOS = ["1-1", "2-1", "3-1", "4-1", "6-1"]
SHORT = """
id = "short"
title = "Short"
history = "One game only."

[games.darkest-crusade]
scenario = "barbarossa-1941"
target = "H3"
attackers = ["1.PzGr"]

[games.darkest-crusade.ladder]
figures = { defend = "0-1" }
attack = { "4-1" = "4" }
"""


@pytest.fixture(scope="module")
def columns() -> list[Column]:
    """The attack over the Bug in every game, fought less often than the page says."""
    situation = find_situation(BUG)
    return [column(situation, ruleset, SEEDS) for ruleset in situation.games]


def written(folder: Path, text: str) -> Path:
    path = folder / "short.toml"
    path.write_text(text, encoding="utf-8")
    return path


# -- the comparison -----------------------------------------------------------------------------------------


def test_the_attack_over_the_bug_is_told_in_every_game() -> None:
    assert set(find_situation(BUG).games) == set(RULESETS)


def test_the_attackers_have_four_times_the_defenders_factors_in_every_game(columns: list[Column]) -> None:
    for c in columns:
        assert c.attack == 4 * c.defence, c.title
        assert "all across a river" in c.ground and c.ground.startswith("clear"), c.title


def test_every_defender_is_destroyed_driven_out_or_holds_the_hex(columns: list[Column]) -> None:
    for c in columns:
        for told in (c.exact, c.played, *(rung.expected for rung in c.ladder)):
            assert told.destroyed + told.driven + told.shaken + told.steady == 1, c.title


@pytest.mark.parametrize("name", CHANCES)
def test_battles_that_are_played_end_as_often_as_the_forecast_says(columns: list[Column], name: str) -> None:
    for c in columns:
        exact, share = float(getattr(c.exact, name)), float(getattr(c.played, name))
        assert abs(share - exact) <= 4 * sqrt(exact * (1 - exact) / len(SEEDS)), (c.title, exact, share)


@pytest.mark.parametrize("name", ["theirs", "ours"])
def test_battles_that_are_played_cost_what_the_forecast_says(columns: list[Column], name: str) -> None:
    for c in columns:
        exact, share = float(getattr(c.exact, name)), float(getattr(c.played, name))
        assert abs(share - exact) <= 2 / sqrt(len(SEEDS)), (c.title, exact, share)
        assert share == exact or exact not in (0, 1), c.title


def test_the_ladder_has_the_same_rungs_in_every_game_and_more_attackers_never_take_less(columns: list[Column]) -> None:
    for c in columns:
        assert [rung.ratio for rung in c.ladder] == RATIOS, c.title
        chances = [rung.expected.taken for rung in c.ladder]
        assert chances == sorted(chances), c.title


def test_the_page_is_what_the_command_prints(columns: list[Column]) -> None:
    """But for the shares of battles that were played, which take all of them."""
    page = (ROOT / "docs" / "four-games.md").read_text(encoding="utf-8")
    lines = PLAYED.sub("", page).splitlines()
    for line in markdown(columns, range(GAMES)):
        assert PLAYED.sub("", line) in lines, f"draw docs/four-games.md again, this line has changed: {line}"


# -- playing ------------------------------------------------------------------------------------------------


def test_fighting_the_battle_again_and_again_leaves_the_game_as_it_was() -> None:
    attack = find_situation(BUG).games["darkest-crusade"]
    with staged(attack, "darkest-crusade", BUG) as stage:
        before = stage.game.digest()
        first = played(stage, range(20))
        assert stage.game.digest() == before
        assert played(stage, range(20)) == first
        assert {played(stage, range(k, k + 1)).taken for k in range(20)} == {Fraction(0), Fraction(1)}


# -- files --------------------------------------------------------------------------------------------------


def test_every_situation_can_be_staged() -> None:
    assert [path.stem for path in list_situations()] == [BUG]
    assert check_situation(list_situations()[0]) == []


def test_a_short_situation_is_sound(tmp_path: Path) -> None:
    assert check_situation(written(tmp_path, SHORT)) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "short"', 'id = "other"', "id = 'other'"),
        ('id = "short"', "id = ", "not TOML"),
        ('title = "Short"', "", "title"),
        ('target = "H3"', 'target = "H3"\nname = "x"', "name"),
        ("games.darkest-crusade", "games.chess", "no ruleset 'chess'"),
        ("games.darkest-crusade", "games.dark-valley", "ladder 4-1: '0-1'"),
        ('"barbarossa-1941"', '"tdv-barbarossa-1941"', "scenario tdv-barbarossa-1941 is of dark-valley"),
        ('"barbarossa-1941"', '"kursk"', "no scenario 'kursk'"),
        ('target = "H3"', 'target = "ZZ9"', "no hex ZZ9"),
        ('target = "H3"', 'target = "G5"', "'attack 1.PzGr G5 1' cannot be given"),
        ('["1.PzGr"]', "[]", "nobody is named"),
        ('["1.PzGr"]', '["9.PzGr"]', "no unit '9.PzGr' stands on the map"),
        ('["1.PzGr"]', '["1.PzGr", "5.A"]', "of both sides"),
        ('["1.PzGr"]', '["1.PzGr"]\norders = ["jump 1.PzGr"]', "unknown command 'jump'"),
        ('["1.PzGr"]', '["1.PzGr"]\norders = ["move 1.PzGr A1"]', "'move 1.PzGr A1' cannot be given"),
        ('["1.PzGr"]', '["1.PzGr"]\noptions = { magic = "on" }', "magic"),
        ('{ "4-1" = "4" }', '{ "4-1" = "3" }', "ladder 4-1: 3 are 3 to 1"),
        ('{ "4-1" = "4" }', '{ "4-0" = "3" }', "'4-0' is no ratio"),
        ('{ "4-1" = "4" }', '{ "4-1" = "x" }', "ladder 4-1: 'x'"),
    ],
)
def test_a_bad_situation_gets_one_message_that_names_file_and_fault(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in SHORT
    (fault,) = check_situation(written(tmp_path, SHORT.replace(old, new)))
    assert said in fault and "short.toml" in fault


def test_a_situation_that_is_missing_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SituationError, match=r"short\.toml: cannot be read"):
        load_situation(tmp_path / "short.toml")
    (tmp_path / "short.toml").write_bytes(b"\xff")
    with pytest.raises(SituationError, match=r"short\.toml: not UTF-8"):
        load_situation(tmp_path / "short.toml")


def test_ladders_are_climbed_from_figures_alone() -> None:
    for ruleset, attack in find_situation(BUG).games.items():
        assert [rung.ratio for rung in climbed(ruleset, attack.ladder, BUG)] == RATIOS


# -- the command line ---------------------------------------------------------------------------------------


def test_an_unknown_situation_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["situation", "kursk"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err == f"rasputitsa: no situation 'kursk'; choose from: {BUG}\n"


def test_a_situation_runs_from_any_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["situation", str(written(tmp_path, SHORT)), "--games", "2"]) == 0
    assert "seeds 0 to 1" in capsys.readouterr().out
    assert main(["situation", str(tmp_path / "gone.toml")]) == 1
    out, err = capsys.readouterr()
    assert out == "" and "gone.toml" in err and err.count("\n") == 1


def test_the_figures_come_as_a_table_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["situation", BUG, "--games", "1", "--seed", "5"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert all(ruleset.title in out for ruleset in RULESETS.values())
    assert "seeds 5 to 5" in out
    assert main([*words, "--json"]) == 0
    out = capsys.readouterr().out
    assert '"taken": "5/6"' in out and percent(Fraction(5, 6)) == "83.3 %"
