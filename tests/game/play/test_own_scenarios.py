"""Can a scenario in the player's own folder be played as the game's own are?"""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

import ecs
from ecs import SetupError
from game.cli.entry_point import main
from game.cli.lookup.check import faults_of
from game.play import scenarios
from game.saves.storage.save_folder import load_game
from game.screens.new_game import NewGame
from tests.hostile_input import scenario_mutants
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
PLAY = ("--games", "1", "--axis", "random", "--soviet", "random")


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a player's own scenarios, with one that ends after a turn."""
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path))
    folder = tmp_path / "maps" / "scenarios" / "mine"
    folder.mkdir(parents=True)
    text = ecs.find_scenario("barbarossa-1941").path.read_text(encoding="utf-8")
    assert 'id = "barbarossa-1941"' in text and "turns = 9" in text
    text = text.replace('id = "barbarossa-1941"', 'id = "my-june"').replace("turns = 9", "turns = 1")
    (folder / "my-june.toml").write_text(text, encoding="utf-8")
    return folder


def test_it_is_listed_played_on_the_games_map_saved_and_opened_again(
    own: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["scenarios"]) == 0
    assert "my-june" in capsys.readouterr().out
    assert main(["simulate", "--scenario", "my-june", *PLAY, "--save", str(tmp_path)]) == 0
    loaded = load_game(tmp_path / "my-june-0.save")
    assert loaded.game.scenario.path.parent == own and loaded.game.over
    assert loaded.game.board.name == ecs.find_scenario("barbarossa-1941").map.stem
    loaded.game.close()


def test_a_map_beside_it_goes_before_the_games(own: Path) -> None:
    game_map = ecs.find_scenario("barbarossa-1941").map
    assert scenarios.find_scenario("my-june").map == game_map
    beside = own.parent.parent / game_map.name
    beside.write_bytes(game_map.read_bytes())
    assert scenarios.find_scenario("my-june").map == beside


def test_one_that_takes_a_name_of_the_games_is_not_used(own: Path) -> None:
    (own / "barbarossa-1941.toml").write_text("id = 1")
    assert scenarios.find_scenario("barbarossa-1941").path == ecs.find_scenario("barbarossa-1941").path
    (clash,) = scenarios.clashes()
    assert str(own / "barbarossa-1941.toml") in clash and str(ecs.find_scenario("barbarossa-1941").path) in clash
    with pytest.raises(SetupError, match="my-june"):
        scenarios.find_scenario("no-such")


def test_a_broken_one_is_named_and_the_others_can_be_played(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own / "broken.toml").write_text("id = ")
    assert main(["scenarios"]) == 1
    told = capsys.readouterr()
    assert "broken.toml" in told.err and "my-june" in told.out
    seat = sit_down()
    screen = NewGame(seat.scene.kit)
    seat.app.push(screen)
    assert any("broken.toml" in notice for notice in seat.notices())
    assert any(scenario.id == "my-june" for scenario in screen.known)


def test_one_whose_map_is_broken_is_told_in_the_window_and_nothing_is_lost(own: Path) -> None:
    path = own / "my-june.toml"
    path.write_text(path.read_text().replace('map = "western_russia.tmx"', 'map = "mine.tmx"'))
    (own.parent.parent / "mine.tmx").write_text("<map>")
    seat = sit_down()
    screen = NewGame(seat.scene.kit)
    seat.app.push(screen)
    screen.row = next(i for i, scenario in enumerate(screen.scenarios) if scenario.id == "my-june")
    screen.start()
    assert any("mine.tmx" in notice for notice in seat.notices())
    assert seat.app.scenes[-1] is screen


@pytest.mark.parametrize(
    ("old", "new", "cause", "checked"),
    [
        (
            "turns = 1",
            'turns = 1\noptions = {magic = "on"}',
            "my-june.toml: options: no option 'magic'",
            "my-june.toml, line 9: options.magic: no option of Darkest Crusade",
        ),
        (
            "turns = 1",
            'turns = 1\noptions = {combat_dice = "nine"}',
            "my-june.toml: options: option combat_dice",
            "my-june.toml, line 9: options.combat_dice: 'nine': expected one of: table, lotsa_dice",
        ),
        (
            'ruleset = "darkest-crusade"',
            'ruleset = "chess"',
            "my-june.toml: no ruleset 'chess'",
            "my-june.toml, line 5: ruleset: no ruleset 'chess'",
        ),
    ],
)
def test_one_of_no_rules_we_know_is_named_and_not_offered(
    own: Path, old: str, new: str, cause: str, checked: str
) -> None:
    path = own / "my-june.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    assert any(checked in fault for fault in faults_of(path))
    seat = sit_down()
    screen = NewGame(seat.scene.kit)
    seat.app.push(screen)
    seat.app.step()
    assert any(cause in notice for notice in seat.notices())
    assert all(scenario.id != "my-june" for scenario in screen.known)


def test_one_in_which_nobody_could_do_anything_is_refused(own: Path) -> None:
    shipped = ecs.find_scenario("tdv-barbarossa-1941").path
    sound = scenario_mutants.whole(shipped)
    path = own / shipped.name
    path.write_text(scenario_mutants.text_of({**sound, "soviet": sound["soviet"][:1]}), encoding="utf-8")
    cause = f"{path.name}: nobody has a legal command where the game begins (turn 1, phase setup-soviet)"
    with pytest.raises(SetupError, match=re.escape(cause)):
        ecs.start(ecs.load_scenario(path))
    taken, fault = faults_of(path)
    assert fault.startswith(cause)
    assert "is taken by" in taken and str(shipped) in taken and str(path) in taken


@pytest.mark.parametrize("ruleset", sorted(ecs.RULESETS))
def test_a_scenario_with_a_fact_changed_is_refused_in_a_sentence_or_can_be_played(ruleset: str, tmp_path: Path) -> None:
    paths = [path for path in ecs.list_scenarios() if ecs.load_scenario(path).ruleset == ruleset]
    made = [*islice(scenario_mutants.mutants(paths[0]), 3, None, 257)]
    verdicts = [scenario_mutants.tried(mutant, tmp_path) for mutant in made]
    assert [f"{verdict.name}: {verdict.fault}" for verdict in verdicts if verdict.fault] == []
    assert {bool(verdict.refusal) for verdict in verdicts} == {True, False}


@pytest.mark.parametrize("place", ["W3220", "W3634"])
def test_a_counter_taken_up_from_a_full_hex_can_be_put_back(tmp_path: Path, place: str) -> None:
    shipped = ecs.find_scenario("tdv-barbarossa-1941").path
    change = f"all axis counters at {place}"
    (mutant,) = (mutant for mutant in scenario_mutants.mutants(shipped) if mutant.change == change)
    assert not scenario_mutants.tried(mutant, tmp_path).fault
