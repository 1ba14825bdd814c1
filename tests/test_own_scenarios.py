"""Can a scenario in the player's own folder be played as the game's own are?"""

from __future__ import annotations

from pathlib import Path

import pytest

import ecs
from ecs import SetupError
from game import scenariofiles
from game.cli import main
from game.saves import load_game
from game.scenes.newgame import NewGame
from tests.windowkit import sit_down

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
    assert scenariofiles.find_scenario("my-june").map == game_map
    beside = own.parent.parent / game_map.name
    beside.write_bytes(game_map.read_bytes())
    assert scenariofiles.find_scenario("my-june").map == beside


def test_one_that_takes_a_name_of_the_games_is_not_used(own: Path) -> None:
    (own / "barbarossa-1941.toml").write_text("id = 1")
    assert scenariofiles.find_scenario("barbarossa-1941").path == ecs.find_scenario("barbarossa-1941").path
    with pytest.raises(SetupError, match="my-june"):
        scenariofiles.find_scenario("no-such")


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
