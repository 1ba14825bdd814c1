"""Does a save bring the same game back?"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ecs import Game, Side, find_scenario, new_game, options_of, ruleset_of
from game.saves import compatibility_notes, saving
from game.saves.file_format import FORMAT
from game.saves.storage.save_folder import Particulars, SaveError, load_game, write_save
from tests.kits.save_files import ABOUT, SCENARIO, lines_of, played, refusal, with_header


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    game = played(120)
    yield game
    game.close()


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    return write_save(tmp_path / "one.save", game, ABOUT)


# -- what is in it --------------------------------------------------------------------------------


def test_a_loaded_game_is_the_game_that_was_saved(game: Game, file: Path) -> None:
    loaded = load_game(file, packs={"standard": "1"})
    assert loaded.game.digest() == game.digest()
    assert [r.command for r in loaded.game.log] == [r.command for r in game.log]
    assert loaded.game.legal() == game.legal()
    assert loaded.warnings == ()
    assert loaded.particulars() == ABOUT
    loaded.game.close()


def test_a_game_without_a_command_can_be_saved(tmp_path: Path) -> None:
    game = new_game(SCENARIO, seed=9)
    loaded = load_game(write_save(tmp_path / "new.save", game, Particulars()))
    assert loaded.game.digest() == game.digest()
    loaded.game.close()
    game.close()


@pytest.mark.parametrize(
    "scenario", ("barbarossa-1941", "tdv-zitadelle-1943", "rb-barbarossa-5", "war-barbarossa-1941")
)
def test_whatever_is_chosen_in_the_options_can_be_saved_and_loaded(scenario: str, tmp_path: Path) -> None:
    """A bid of -2 once made a save that could never be read again."""
    told = find_scenario(scenario)
    options = options_of(ruleset_of(told), told)
    offered = {option.key: tuple(value for value, _ in option.choices) for option in options}
    for turn in range(max(map(len, offered.values()))):
        chosen = {key: values[min(turn, len(values) - 1)] for key, values in offered.items()}
        game = new_game(scenario, options=chosen, seed=turn)
        loaded = load_game(write_save(tmp_path / "chosen.save", game, Particulars()))
        assert loaded.game.options == game.options
        loaded.game.close()
        game.close()


def test_the_header_says_who_plays_what_with_which_versions(game: Game, file: Path) -> None:
    header = json.loads(lines_of(file)[0])
    assert header["rasputitsa_save"] == FORMAT
    assert header["scenario"] == SCENARIO
    assert header["scenario_sha256"] == hashlib.sha256(game.scenario.path.read_bytes()).hexdigest()
    assert header["board_digest"] == game.board.digest
    assert header["players"] == {"axis": "human", "soviet": "officer"}
    assert header["names"] == {"axis": "Anna"}
    assert header["options"] == game.options
    assert (header["pack"], header["pack_version"]) == ("standard", "1")
    assert header["to_act"] == (game.to_act.value if game.to_act else "")
    assert header["edited"] is False


def test_a_save_is_one_command_a_line_with_digests_between(game: Game, file: Path) -> None:
    body = lines_of(file)[1:-1]
    assert [line for line in body if line[0] not in "#!"] == [r.command for r in game.log[1:]]
    assert len([line for line in body if line.startswith("#")]) == len(game.marks)


def test_a_game_can_be_saved_after_every_single_command(tmp_path: Path) -> None:
    game, dice = new_game(SCENARIO, seed=5), random.Random(5)
    for _ in range(25):
        game.apply(dice.choice(game.legal()))
        loaded = load_game(write_save(tmp_path / "again.save", game, ABOUT))
        assert loaded.game.digest() == game.digest()
        loaded.game.close()
    game.close()


def test_a_save_survives_windows_line_ends_in_the_scenario_file(game: Game, file: Path) -> None:
    loaded = load_game(file)
    assert not any("scenario" in warning for warning in loaded.warnings)
    loaded.game.close()


# -- things that have changed since ---------------------------------------------------------------


def test_a_changed_scenario_that_still_plays_is_a_warning(file: Path) -> None:
    loaded = load_game(with_header(file, scenario_sha256="0" * 64))
    assert any(f"{SCENARIO}.toml" in warning for warning in loaded.warnings)
    loaded.game.close()


def test_a_changed_map_is_named(file: Path) -> None:
    loaded = load_game(with_header(file, board_digest="0" * 64))
    assert any("map" in warning for warning in loaded.warnings)
    loaded.game.close()


def test_a_changed_map_on_which_the_game_goes_elsewhere_is_named_in_the_refusal(file: Path) -> None:
    error = refusal(with_header(file, board_digest="0" * 64, seed=4))
    assert "map" in str(error)


def test_another_version_of_the_game_is_named(file: Path) -> None:
    loaded = load_game(with_header(file, engine="0.0.1"))
    assert any("0.0.1" in warning for warning in loaded.warnings)
    loaded.game.close()


def test_a_missing_sprite_pack_is_only_a_warning(file: Path) -> None:
    loaded = load_game(file, packs={})
    assert any("'standard'" in warning for warning in loaded.warnings)
    loaded.game.close()


def test_another_version_of_the_sprite_pack_is_only_a_warning(file: Path) -> None:
    loaded = load_game(file, packs={"standard": "2"})
    assert any("version 1" in warning for warning in loaded.warnings)
    loaded.game.close()


def test_the_installed_packs_are_found_with_their_versions() -> None:
    assert compatibility_notes.installed_packs()["standard"]


def test_a_human_takes_over_from_a_level_that_is_not_here(file: Path) -> None:
    loaded = load_game(with_header(file, players={"axis": "genius", "soviet": "officer", "third": "x"}))
    assert any("'genius'" in warning for warning in loaded.warnings)
    assert loaded.particulars().players == {Side.AXIS: "human", Side.SOVIET: "officer"}
    loaded.game.close()


# -- hidden orders --------------------------------------------------------------------------------


def hidden_game() -> Game:
    game, dice = new_game(SCENARIO, seed=2, options={"secret_setup": "on"}), random.Random(2)
    for _ in range(24):
        game.apply(dice.choice(game.legal()))
    return game


def test_hidden_setup_cannot_be_read_in_the_save(tmp_path: Path) -> None:
    game = hidden_game()
    path = write_save(tmp_path / "hidden.save", game, ABOUT)
    text = "".join(line for line in path.read_text().splitlines(True) if line[0] not in "!~")
    assert "lift" not in text and "deploy" not in text
    for unit in game.view(Side.SOVIET).units:
        assert f" {unit.id}\n" not in text and f" {unit.id} " not in text
    loaded = load_game(path)
    assert loaded.game.digest() == game.digest()
    loaded.game.close()
    game.close()


def test_two_saves_of_the_same_hidden_setup_share_no_line(tmp_path: Path) -> None:
    game = hidden_game()
    one = saving.encode_game(game, ABOUT).splitlines()
    two = saving.encode_game(game, ABOUT).splitlines()
    assert not {line for line in one if line.startswith(b"!")} & {line for line in two if line.startswith(b"!")}
    game.close()


def test_a_locked_save_needs_its_passphrase(tmp_path: Path) -> None:
    game = hidden_game()
    path = write_save(tmp_path / "locked.save", game, Particulars(passphrase="rasputitsa"))
    assert "passphrase" in str(refusal(path))
    with pytest.raises(SaveError, match="passphrase"):
        load_game(path, passphrase="general frost")
    loaded = load_game(path, passphrase="rasputitsa")
    assert loaded.game.digest() == game.digest()
    refusal(write_save(tmp_path / "again.save", loaded.game, loaded.particulars()))
    loaded.game.close()
    game.close()


def test_an_open_game_is_saved_in_the_open(game: Game) -> None:
    assert not saving.secret_commands(game)
    assert b"\n!" not in saving.encode_game(game, ABOUT)
