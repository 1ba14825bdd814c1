"""Help in groups, the pages, completion for shells, and the manual page."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ecs import list_scenarios
from game.cli import entry_point
from game.cli.command_line import EXAMPLES, GROUPS, SUBCOMMANDS, parser
from game.cli.entry_point import main
from game.opponents import PLAYERS
from tests import ROOT


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_help_has_every_subcommand_in_its_group_and_examples_that_can_be_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = printed(capsys, "--help")
    assert sum(map(len, GROUPS.values())) == len(SUBCOMMANDS) > 15
    places = [told.index(f"\n{heading}:\n") for heading in (*GROUPS, "options", "examples")]
    assert places == sorted(places)
    for heading, names in GROUPS.items():
        for name in names:
            assert told.index(f"\n{heading}:\n") < told.index(f"\n  {name} ")
    for line, _ in EXAMPLES:
        words = line.split()[1:]
        assert line in told and (not words or parser(words[0]).parse_args(words).run)


def test_every_page_is_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    listed = printed(capsys, "docs")
    for page in [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "rules").glob("*.md")]:
        assert f"{page.stem} " in listed
    assert printed(capsys, "docs", "playing") == (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    assert Path(printed(capsys, "docs", "changelog", "--path").strip()).is_file()
    assert main(["docs", "chess"]) == 1
    assert "no page 'chess'; choose from: adding-a-game" in capsys.readouterr().err
    assert main(["docs", "mapz"]) == 1
    assert capsys.readouterr().err.endswith("no page 'mapz'; did you mean 'maps'?\n")


def test_a_save_alone_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[list[str]] = []
    monkeypatch.setattr(entry_point, "answer", lambda words, parser: read.append(words) or 0)
    for words in (["my game.save"], ["saves"], ["check", "x.save"]):
        main(words)
    assert read == [
        ["play", "--load", "my game.save"],
        ["saves"],
        ["check", "x.save"],
    ]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash to complete for")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("rasputitsa pl", ["play"]),
        ("rasputitsa addon ch", ["check"]),
        ("rasputitsa addon new --ho", ["--holds"]),
        ("rasputitsa play --axis ", ["human", *PLAYERS]),
        ("rasputitsa simulate --axis ", [*PLAYERS]),
        ("rasputitsa play --scenario war-", [p.stem for p in list_scenarios() if p.stem.startswith("war-")]),
        ("rasputitsa completion ", ["bash", "fish", "man", "zsh"]),
        ("rasputitsa play --first", []),
    ],
)
def test_bash_offers_what_can_follow(
    line: str, offered: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    script = tmp_path / "completion"
    script.write_text(printed(capsys, "completion", "bash"), encoding="utf-8")
    words = line.split(" ")
    ask = '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _rasputitsa; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", ask, "bash", str(script), *words], capture_output=True, text=True, check=True)
    found = done.stdout.split()
    assert set(offered) <= set(found) and (found == [] or offered) and not done.stderr
    assert ("human" in found) == ("human" in offered)


def test_zsh_fish_and_the_manual_page_name_every_subcommand(capsys: pytest.CaptureFixture[str]) -> None:
    zsh, fish, man = (printed(capsys, "completion", form) for form in ("zsh", "fish", "man"))
    assert zsh.startswith("#compdef rasputitsa\n")
    for name in SUBCOMMANDS:
        assert f"-a {name} " in fish and f"\n.SS {name.replace('-', chr(92) + '-')}\n" in man
    assert "SUPPRESS" not in fish + man and "%%" not in fish + man
    if shutil.which("man"):
        done = subprocess.run(["man", "--warnings", "-l", "-"], input=man, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and "warning" not in done.stderr and "rasputitsa docs playing" in done.stdout
