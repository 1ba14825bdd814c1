"""Does a game go on on the map it was begun on, though that map has been changed since?"""

from pathlib import Path

import pytest

from ecs.board.map_loader import load_board
from game.play.scenarios import FINGERPRINT, find_scenario, new_game, on_former_map
from game.saves.loading import begin, scenario_of
from game.saves.storage.save_folder import load_game, read_save, write_save

pytestmark = pytest.mark.usefixtures("worlds_given_back")
MAPS = Path(__file__).parents[2] / "maps"
SAVES = Path(__file__).parents[1] / "saves"
FORMER = sorted(MAPS.glob("*-*.tmx"))
BEGUN_BEFORE = ("1-darkest-crusade/dc-open", "6-format-3/dc-open", "6-format-3/rb", "6-format-3/war")


@pytest.mark.parametrize("path", FORMER, ids=lambda path: path.stem)
def test_a_former_map_is_named_after_its_fingerprint_and_is_not_that_of_today(path: Path) -> None:
    name, _, figures = path.stem.partition("-")
    board, today = load_board(path), load_board(MAPS / f"{name}.tmx")
    assert (board.name, board.digest[:FINGERPRINT]) == (today.name, figures)
    assert board.digest != today.digest
    assert board.by_label == today.by_label


@pytest.mark.parametrize("name", BEGUN_BEFORE)
def test_a_game_goes_on_on_the_map_it_was_begun_on(name: str, tmp_path: Path) -> None:
    path = SAVES / f"{name}.save"
    header = read_save(path).header
    loaded = load_game(path, packs={})
    assert loaded.game.board.digest == header.board_digest
    assert not any("map" in warning for warning in loaded.warnings)
    loaded.game.apply(loaded.game.legal()[0])
    again = load_game(write_save(tmp_path / "on.save", loaded.game, loaded.particulars()), packs={})
    assert again.game.board.digest == header.board_digest
    assert again.game.digest() == loaded.game.digest()


def test_a_new_game_is_begun_on_the_map_of_today() -> None:
    game = new_game("war-barbarossa-1941")
    assert game.board.digest == load_board(MAPS / "russia_64km.tmx").digest
    old = read_save(SAVES / "6-format-3" / "war.save")
    assert begin(old, scenario_of(old)).board.digest != game.board.digest


def test_a_map_that_is_not_kept_is_that_of_today() -> None:
    scenario = find_scenario("war-barbarossa-1941")
    assert on_former_map(scenario, "0" * 64) is scenario
