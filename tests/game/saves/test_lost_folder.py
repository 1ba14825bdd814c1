"""What becomes of a game whose folder of saves is gone under its window: a stick pulled out, a folder deleted?"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from game.app.application import App
from game.app.settings import Settings
from game.saves.file_reader import read_header
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from game.screens.title import Title
from game.system.paths import spare_folder, typed_folder
from tests.kits.pilot import Pilot
from tests.kits.save_files import commands_of, play, stands_at, started

pytestmark = pytest.mark.usefixtures("unhurried")


class Table:
    """A window on a game for two, with its folder of saves."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
        kit = all_resources(self.app, Saves(folder), silent=True)
        self.session = started(kit.saves, 1)
        self.app.push(Title(kit))
        self.app.push(kit.doors.table(self.session))
        self.pilot = Pilot(self.app)
        self.pilot.wait(1)

    def command(self) -> None:
        play(self.session, 1)
        self.pilot.wait(0.2, 2)

    @property
    def asks(self) -> bool:
        return "Recreate the folder" in self.pilot.texts()

    def found(self, folder: Path) -> list[str]:
        """The commands another start would find in a folder of saves."""
        saves = Saves(folder)
        return stands_at(saves.games()[0], saves)


def removed(folder: Path) -> None:
    shutil.rmtree(folder)


def game_alone_removed(folder: Path) -> None:
    for game in (folder / "games").iterdir():
        shutil.rmtree(game)


def moved_away(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))


def replaced_by_a_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("not a folder")


def replaced_by_an_empty_folder(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()


def replaced_by_a_dead_link(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.symlink_to(folder.with_name("stick"))


LOSSES = [
    *(removed, game_alone_removed, moved_away),
    *(replaced_by_a_file, replaced_by_an_empty_folder, replaced_by_a_dead_link),
]


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
def test_a_folder_gone_under_the_window_is_told_at_the_next_command_and_another_keeps_all(
    tmp_path: Path, loss: Callable[[Path], None]
) -> None:
    table, other = Table(tmp_path / "saves"), tmp_path / "new" / "place"
    loss(tmp_path / "saves")
    assert not table.asks
    table.command()
    assert (table.asks and not (tmp_path / "saves" / "games").exists()) or loss is game_alone_removed
    table.app.top.lost_folder.place = str(other)
    table.pilot.press("Save there")
    assert table.found(other) == commands_of(table.session) and not table.asks
    table.command()
    table.command()
    assert table.found(other) == commands_of(table.session) and not table.asks
    table.session.quicksave()
    assert table.session.saves is not None and table.session.saves.quick(table.session.game) is not None


@pytest.mark.parametrize("loss", [removed, game_alone_removed, moved_away, replaced_by_an_empty_folder])
def test_a_folder_made_again_holds_the_whole_game_and_what_is_played_on(
    tmp_path: Path, loss: Callable[[Path], None]
) -> None:
    table = Table(tmp_path / "saves")
    loss(tmp_path / "saves")
    table.command()
    table.pilot.press("Recreate the folder")
    for _ in range(3):
        assert table.found(tmp_path / "saves") == commands_of(table.session) and not table.asks
        table.command()
    assert Saves(tmp_path / "saves").games()[0].held


def test_a_place_that_cannot_be_is_refused_and_the_question_stays(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves")
    replaced_by_a_file(tmp_path / "saves")
    table.command()
    table.pilot.press("Recreate the folder")
    assert table.asks and "cannot be written" in table.app.top.lost_folder.refused
    table.app.top.lost_folder.refused = ""
    for place in (tmp_path / "saves" / "below", tmp_path / ("x" * 300)):
        table.app.top.lost_folder.place = str(place)
        table.pilot.press("Save there")
        assert table.asks and "cannot be written" in table.app.top.lost_folder.refused
    table.app.top.lost_folder.place = "  "
    table.pilot.press("Save there")
    assert table.asks


def test_playing_on_unsaved_is_said_when_leaving_and_a_folder_that_comes_back_gets_it_all(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves")
    moved_away(tmp_path / "saves")
    table.command()
    table.pilot.press("Play on without saving")
    table.command()
    assert not table.asks and "folder of this game is missing" in table.app.top.quit_question()
    (tmp_path / "elsewhere").rename(tmp_path / "saves")
    table.pilot.wait(0.2, 2)
    assert table.found(tmp_path / "saves") == commands_of(table.session)
    moved_away(tmp_path / "saves")
    table.command()
    assert table.asks, "lost once more"
    (tmp_path / "elsewhere").rename(tmp_path / "saves")
    table.pilot.wait(0.2, 2)
    assert not table.asks and table.found(tmp_path / "saves") == commands_of(table.session)


def test_a_single_save_that_was_removed_is_written_again_without_a_question(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves")
    for path in (tmp_path / "saves").rglob("*.*"):
        path.unlink()
    table.command()
    assert not table.asks and table.found(tmp_path / "saves") == commands_of(table.session)


def test_a_game_that_moved_returns_when_it_is_left_if_its_folder_can_be_reached(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves")
    before = commands_of(table.session)
    moved_away(tmp_path / "saves")
    table.command()
    table.app.top.lost_folder.place = str(tmp_path / "new")
    table.pilot.press("Save there")
    table.command()
    (tmp_path / "elsewhere").rename(tmp_path / "saves")
    table.session.close()
    (game,) = Saves(tmp_path / "saves").games()
    assert table.found(tmp_path / "saves") == commands_of(table.session) != before
    assert not game.interrupted and not game.held and len(game.found.tips) == 1
    assert table.found(tmp_path / "new") == commands_of(table.session)
    assert table.session.saves is not None and table.session.saves.folder == tmp_path / "saves"


def test_a_game_that_moved_stays_where_it_is_if_its_folder_cannot_be_reached(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves")
    replaced_by_a_file(tmp_path / "saves")
    table.command()
    table.app.top.lost_folder.place = str(tmp_path / "new")
    table.pilot.press("Save there")
    table.command()
    assert str(tmp_path / "new") in table.app.top.quit_question()
    table.session.close()
    (game,) = Saves(tmp_path / "new").games()
    assert table.found(tmp_path / "new") == commands_of(table.session) and not game.interrupted
    table.app.replace(Title(table.app.top.kit))
    table.app.step()
    assert any("Continue" in text for text in table.pilot.texts()), "the title of this window knows where it is"


def test_a_locked_game_stays_locked_wherever_it_goes(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves")
    moved_away(tmp_path / "saves")
    table.command()
    table.session.move(tmp_path / "new")
    table.session.lock("dnieper")
    table.command()
    (tmp_path / "elsewhere").rename(tmp_path / "saves")
    table.session.close()
    found = [*(tmp_path / "saves").rglob("*.save"), *(tmp_path / "new").rglob("*.save")]
    assert len(found) > 2 and all(read_header(path).locked for path in found)


@pytest.mark.parametrize("way", ["title", "load", "quick load"])
def test_a_game_without_a_place_does_not_make_way_for_another_before_it_has_one(tmp_path: Path, way: str) -> None:
    table = Table(tmp_path / "saves")
    replaced_by_a_file(tmp_path / "saves")
    table.command()
    table.pilot.press("Play on without saving")
    scene = table.app.top
    assert isinstance(scene, TableScene) and not table.asks
    for kept in (False, True):
        if kept:
            (tmp_path / "saves").unlink()
        if way == "quick load":
            scene.quick_load()
        else:
            scene.leave_for(way)
        table.pilot.wait(0.2, 2)
        assert (table.app.top is scene and table.asks) is not kept
    assert table.found(tmp_path / "saves") == commands_of(table.session)


def test_leaving_a_game_whose_folder_is_gone_makes_it_again(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves")
    removed(tmp_path / "saves")
    table.session.close()
    assert table.found(tmp_path / "saves") == commands_of(table.session)
    (game,) = Saves(tmp_path / "saves").games()
    assert not game.interrupted


def test_a_folder_named_without_its_beginning_lies_at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert typed_folder(" ~/Games ") == typed_folder("Games") == tmp_path / "Games"
    assert typed_folder(str(tmp_path / "x")) == tmp_path / "x" and spare_folder() == tmp_path / "Rasputitsa"
