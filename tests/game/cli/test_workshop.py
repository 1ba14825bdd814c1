"""Does the workshop's command line answer as the game's does: help, one sentence, an exit code?"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import entry_point
from tests.workshop import __main__ as workshop

LONG = (
    ("soak", "--minutes", "600", "--out", "@"),
    ("bench", "--save-baseline", "@"),
    ("tournament", "random", "random", "--html", "@"),
    ("situation", "@"),
)


@pytest.mark.parametrize("words", [(), *((words[0], "--help") for words in LONG)], ids="-".join)
def test_every_tool_explains_itself(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    assert workshop.main(words) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"usage: {' '.join(['python -m tests.workshop', *words[:1]])}")
    assert words or all(f"    {name}" in said for name in workshop.TOOLS)


@pytest.mark.parametrize("words", LONG, ids=lambda words: words[0])
def test_a_place_that_is_none_is_found_out_before_the_work_begins(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "x.toml").mkdir()
    assert workshop.main([word.replace("@", str(tmp_path / "x.toml")) for word in words]) == 1
    out, said = capsys.readouterr()
    assert out == "" and "x.toml" in said and said.count("\n") == 1


def test_a_tool_that_is_none_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert workshop.main(["fly"]) == 2
    assert capsys.readouterr().err.endswith(
        "no such tool: 'fly'; choose from: bench, soak, tournament, situation, sentences\n"
    )


@pytest.mark.parametrize("tool", workshop.TOOLS)
def test_the_game_has_none_of_the_tools(capsys: pytest.CaptureFixture[str], tool: str) -> None:
    assert entry_point.main([tool]) == 2
    assert f"no such subcommand: '{tool}'; choose from: play, " in capsys.readouterr().err
