"""A game taken up again at an earlier place: the same dice or fresh ones, as was chosen, and it is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from ecs import IllegalCommand, SetupError, Side, find_scenario, new_game, parse, replay
from ecs.core.commands import Renew
from game.play.session import GameSetup, Session, begin, reopen
from game.saves.file_reader import read_header
from game.saves.storage.save_folder import HUMAN, Saves, load_game
from tests.kits.random_play import Picker

SCENARIO = "barbarossa-1941"
FRESH = {"dice_after_loading": "fresh"}

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def test_fresh_dice_are_other_dice_and_the_log_replays_to_the_same_game() -> None:
    plain, renewed = (new_game(SCENARIO, options=FRESH, seed=5) for _ in range(2))
    assert plain.digest() == renewed.digest()
    renewed.apply(Renew(77))
    assert plain.digest() != renewed.digest()
    picker = Picker(3, careful=True)
    while renewed.thrown < 3:
        renewed.apply(picker.pick(renewed))
    again = replay(new_game(SCENARIO, options=FRESH, seed=5), [r.command for r in renewed.log[1:]], renewed.marks)
    assert again.digest() == renewed.digest()
    assert "renew 77" in [record.command for record in again.log]
    assert any("Fresh dice" in event.text for record in again.log for event in record.events)


def test_where_the_dice_stay_nobody_takes_fresh_ones() -> None:
    game = new_game(SCENARIO, seed=5)
    before = game.digest()
    assert not game.renews
    with pytest.raises(IllegalCommand, match="keeps its dice"):
        game.apply(parse("renew 77"))
    refusal = game.why_not(Renew(77))
    assert refusal is not None and refusal.reason == "same-dice"
    assert game.digest() == before


def test_fresh_dice_are_the_referees_and_stand_in_no_list() -> None:
    game = new_game(SCENARIO, options=FRESH, seed=5)
    assert game.renews and game.is_legal(Renew(1))
    assert not [command for command in game.legal() if isinstance(command, Renew)]


def test_fresh_dice_cannot_be_taken_back() -> None:
    game = new_game(SCENARIO, options=FRESH, seed=5)
    game.apply(Renew(9))
    assert not game.can_undo and game.undo() is None
    assert "fresh dice" in game.undo_reason


def test_a_choice_of_dice_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SetupError, match="dice_after_loading = 'better'; expected one of: same, fresh"):
        new_game(SCENARIO, options={"dice_after_loading": "better"})


# -- counting -------------------------------------------------------------------------------------


def dice_thrown(session: Session, dice: int) -> None:
    """Play on at random until so many dice more were thrown: the same way from the same place."""
    wanted, picker = session.game.thrown + dice, Picker(3, careful=True)
    while session.game.thrown < wanted:
        session.do(picker.pick(session.game))


def opened(path: Path, folder: Path) -> Session:
    """The game of a save as the next start of the program takes it up."""
    session, _ = reopen(path, Saves(folder))
    return session


def new(folder: Path, **options: str) -> Session:
    """A game of two people."""
    return begin(GameSetup(find_scenario(SCENARIO), dict.fromkeys(Side, HUMAN), options, 5), Saves(folder))


def test_taking_a_game_up_behind_dice_already_seen_is_counted_in_its_saves(tmp_path: Path) -> None:
    session = new(tmp_path)
    session.autosave()
    before = session.save("before the attack")
    dice_thrown(session, 2)
    session.close()
    for count in (1, 2):
        session = opened(before, tmp_path)
        assert session.about.reloads == count
        dice_thrown(session, 1)
        session.close()
    last = Saves(tmp_path).last_played()
    assert last is not None and last.header is not None and last.header.reloads == 2


def test_going_on_where_a_game_stands_is_not_counted(tmp_path: Path) -> None:
    session = new(tmp_path)
    session.autosave()
    dice_thrown(session, 2)
    session.close()
    for _ in range(3):
        last = Saves(tmp_path).last_played()
        assert last is not None
        session = opened(last.path, tmp_path)
        assert session.about.reloads == 0
        session.close()


def test_a_die_that_only_the_journal_of_a_killed_game_knows_is_counted_too(tmp_path: Path) -> None:
    session = new(tmp_path)
    session.autosave()
    before = session.save("before the attack")
    dice_thrown(session, 1)
    assert session.saves is not None
    session.saves.let_go()  # killed: nothing is saved any more
    del session
    assert opened(before, tmp_path).about.reloads == 1


def test_it_is_counted_in_a_locked_game_whose_saves_tell_no_dice(tmp_path: Path) -> None:
    session = new(tmp_path)
    session.lock("rasputitsa")
    session.autosave()
    before = session.save("before the attack")
    dice_thrown(session, 2)
    session.close()
    assert read_header(before).thrown == 0
    again, _ = reopen(before, Saves(tmp_path), "rasputitsa")
    assert again.about.reloads == 1


def test_fresh_dice_fall_otherwise_after_loading_and_the_saved_log_replays(tmp_path: Path) -> None:
    session = new(tmp_path, **FRESH)
    session.autosave()
    before = session.save("before the attack")
    session.close()
    again = opened(before, tmp_path)
    assert again.game.log[-1].command.startswith("renew ")
    dice_thrown(again, 3)
    kept = again.save("after it")
    again.close()
    loaded = load_game(kept, thorough=True)
    assert loaded.game.digest() == again.game.digest()
    assert [r.command for r in loaded.game.log] == [r.command for r in again.game.log]


def test_where_the_dice_stay_a_game_taken_up_again_gets_the_same_ones(tmp_path: Path) -> None:
    session = new(tmp_path)
    session.autosave()
    before = session.save("before the attack")
    dice_thrown(session, 3)
    told = [event.text for record in session.game.log for event in record.events]
    session.close()
    again = opened(before, tmp_path)
    dice_thrown(again, 3)
    assert [event.text for record in again.game.log for event in record.events] == told
