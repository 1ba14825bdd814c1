"""Is docs/scenarios.md what the readers of scenarios say, and do its examples play?"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from game.play.scenario_trial import faults_of_scenario
from game.play.scenarios import find_scenario
from tests.programs.make_scenario_docs import PAGE, STRUCTS, described_fields, main

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def examples() -> dict[str, str]:
    """The scenarios on the page, by id."""
    blocks, now = [], list[str]()
    for line in (*PAGE.read_text(encoding="utf-8").splitlines(), ""):
        if line.lstrip().startswith(("id = ", "remove = ", "[")) and not now and line.startswith("    "):
            now = [line]
        elif now and (line.startswith("    ") or not line):
            now.append(line)
        elif now:
            blocks.append(dedent("\n".join(now)))
            now = []
    whole = {text.split('"')[1]: text for text in blocks if text.startswith("id = ")}
    parts = {
        "arrivals": 'remove = ["Pz2"]',
        "house-rules": "[units.panzer43]",
    }  # they say nothing of a scenario round them
    return whole | {
        name: f'id = "{name}"\nextends = "tdv-barbarossa-1941"\ntitle = "{name}"\n{text}'
        for name, first in parts.items()
        for text in blocks
        if text.startswith(first)
    }


def test_the_page_is_up_to_date() -> None:
    assert main(["--check"]) == 0


@pytest.mark.parametrize("name", ["my-summer", "late-summer", "arrivals", "house-rules"])
def test_the_examples_on_the_page_can_be_played(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path))
    path = tmp_path / "maps" / "scenarios" / f"{name}.toml"
    path.parent.mkdir(parents=True)
    path.write_text(examples()[name], encoding="utf-8")
    assert faults_of_scenario(path) == []
    assert find_scenario(name).title == examples()[name].split("title = ")[1].split('"')[1]


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_every_key_says_what_it_may_be_and_what_it_means(struct: type) -> None:
    for key, kind, usual, meaning in described_fields(struct):
        assert kind and usual and meaning.endswith((".", "...")), key
