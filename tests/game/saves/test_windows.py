"""Do several windows and several games in one folder leave each other alone, and is each shown with its place?"""

from __future__ import annotations

import ctypes
import importlib.util
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from ecs import new_game
from game.app.application import App
from game.app.settings import Settings
from game.cli import entry_point
from game.play.session import reopen
from game.saves.file_reader import read_header
from game.saves.storage import thumbnail
from game.saves.storage.save_folder import OpenElsewhereError, Particulars, Saves
from game.screens.all_screens import all_resources
from game.screens.new_game import NewGame
from game.screens.play.play_screen import TableScene
from game.screens.saved_games import SaveList
from game.screens.title import Title
from game.system import file_locks
from tests.kits.pilot import Pilot
from tests.kits.save_files import ABOUT, SCENARIO, commands_of, interrupted, play, played, stands_at, started
from tests.kits.window import HUMANS, sit_down

pytestmark = pytest.mark.usefixtures("unhurried")


# -- locks ----------------------------------------------------------------------------------------


def test_a_lock_keeps_others_out_until_it_is_released(tmp_path: Path) -> None:
    lock = file_locks.take(tmp_path / "lock")
    assert lock.sure and file_locks.is_held(tmp_path / "lock")
    with pytest.raises(file_locks.HeldError):
        file_locks.take(tmp_path / "lock")
    lock.release()
    assert not file_locks.is_held(tmp_path / "lock")
    again = file_locks.take(tmp_path / "lock")
    again.remove()
    assert not (tmp_path / "lock").exists() and file_locks.take(tmp_path / "lock").sure


def test_death_releases_a_lock(tmp_path: Path) -> None:
    code = f"""
import os
from pathlib import Path
from game.system import file_locks
lock = file_locks.take(Path({str(tmp_path / "lock")!r}))
print("held", flush=True)
input()
os._exit(9)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "held\n"
    assert file_locks.is_held(tmp_path / "lock")
    child.communicate("\n")
    assert not file_locks.is_held(tmp_path / "lock")


@pytest.mark.parametrize(
    ("answers", "found"), [([], True), ([33] * file_locks.TRIES, "held"), ([33, 33], True), ([1], False), ([50], False)]
)
def test_windows_is_asked_for_a_lock_and_for_the_reason_of_a_refusal(
    answers: list[int], found: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of the module, as it is on Windows.  The C library of Wine refuses a lock with no reason."""
    asked: list[tuple[int, ...]] = []

    def lock_file(handle: ctypes.c_void_p, *part: int) -> int:
        asked.append(part)
        return len(asked) > len(answers)

    kernel = SimpleNamespace(LockFile=lock_file)
    monkeypatch.setattr(ctypes, "WinDLL", lambda name, **_: kernel, raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: answers[len(asked) - 1], raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda handle: handle))
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("locks_of_windows", file_locks.__file__)
    assert spec is not None and spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    if found == "held":
        with pytest.raises(copy.HeldError):
            copy.take(tmp_path / "lock")
    else:
        assert copy.take(tmp_path / "lock").sure is found
    assert set(asked) == {(0, 0, 1, 0)}


def test_a_file_system_that_cannot_lock_is_told_in_a_sentence_and_the_game_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(handle: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(file_locks, "_lock", cannot)
    saves = Saves(tmp_path)
    assert "cannot be locked" in saves.problem() and "two windows" in saves.problem()
    session, other = started(saves, 1), Saves(tmp_path)
    twice, _ = reopen(other.games()[0].last.path, other)
    play(twice, 2)
    play(session, 1)
    session.close()
    twice.close()
    (game,) = Saves(tmp_path).games()
    ends = {info.header.commands for info in (game.last, *game.earlier()) if info.header is not None}
    assert {len(commands_of(session)), len(commands_of(twice))} <= ends, "each is a line of its own"


# -- several games, several windows -----------------------------------------------------------------


def test_no_unfinished_game_is_lost_to_others_however_many_are_played(tmp_path: Path) -> None:
    """As it was: ten saves shared by all games, and one long game took the places of all others."""
    saves, told = Saves(tmp_path), {}
    for seed in range(4):
        session = started(saves, seed)
        told[session.game.seed] = commands_of(session)
        session.close()
    busy = started(saves, 9, 150)
    busy.close()
    assert len(saves.unfinished()) == 5
    for game in saves.unfinished()[1:]:
        assert game.last.header is not None and stands_at(game, saves) == told[game.last.header.seed]


def test_two_windows_play_two_games_and_neither_touches_the_other(tmp_path: Path) -> None:
    windows = [Saves(tmp_path), Saves(tmp_path)]
    sessions = [started(saves, seed) for seed, saves in enumerate(windows)]
    for _ in range(12):
        for session in sessions:
            play(session, 4)
    for saves in windows:
        saves.let_go()
    found = {
        game.last.header.seed: stands_at(game, Saves(tmp_path))
        for game in Saves(tmp_path).unfinished()
        if game.last.header is not None and game.interrupted
    }
    assert found == {session.game.seed: commands_of(session) for session in sessions}


def test_a_game_open_in_another_window_is_refused_in_a_sentence_and_opened_as_a_copy(tmp_path: Path) -> None:
    saves, other = Saves(tmp_path), Saves(tmp_path)
    session = started(saves, 1)
    path = session.quicksave()
    assert other.unfinished() == [] and interrupted(other) is None and other.games()[0].held
    for wanted in (path, other.games()[0].last.path):
        with pytest.raises(OpenElsewhereError, match=r"^Barbarossa 1941, June 1941: it is open in another window$"):
            reopen(wanted, other)
    copy, _ = reopen(other.games()[0].last.path, other, copy=True)
    assert commands_of(copy) == commands_of(session)
    play(copy, 2)
    copy.close()
    play(session, 1)
    session.close()
    assert len({game.id for game in other.games()}) == 2
    assert [stands_at(game, other) for game in other.games()] == [commands_of(session), commands_of(copy)]


def test_a_game_goes_on_as_it_stands_though_another_window_played_on_since_it_was_listed(tmp_path: Path) -> None:
    first, second = Saves(tmp_path), Saves(tmp_path)
    session = started(first, 1)
    listed = second.games()[0].last
    session.autosave()
    play(session, 5)
    told = commands_of(session)
    first.let_go()
    earlier, _ = reopen(listed.path, second)
    assert len(commands_of(earlier)) < len(told), "the save itself is of an earlier turn by now"
    second.let_go()
    third = Saves(tmp_path)
    session, _ = reopen(listed.path, third, newest=True)
    assert commands_of(session) == told
    assert third.identity(session.game) == first.games()[0].id


def test_the_later_state_stays_when_an_earlier_turn_is_played_on(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    session = started(saves, 3, 60)
    late = commands_of(session)
    session.close()
    (game,) = saves.games()
    early, _ = reopen(game.earlier()[-1].path, saves)
    play(early, 40)
    early.close()
    (game,) = saves.games()
    assert stands_at(game, saves) == commands_of(early) != late
    (ended,) = [info for info in game.earlier() if info.ended]
    loaded = saves.load(ended.path)
    assert [record.command for record in loaded.game.log[1:]] == late
    loaded.game.close()


def test_a_loaded_game_that_is_not_played_changes_nothing(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    session = started(saves, 3, 60)
    session.close()
    before = sorted(tmp_path.rglob("*.save"))
    looked, _ = reopen(saves.games()[0].earlier()[-1].path, saves)
    assert "Nothing has changed" in looked.parting()
    looked.close()
    assert sorted(tmp_path.rglob("*.save")) == before and interrupted(saves) is None
    again, _ = reopen(saves.games()[0].last.path, Saves(tmp_path))
    assert commands_of(again) == commands_of(session)


def test_a_quick_save_opened_over_its_game_keeps_the_game_to_this_window(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    session = started(saves, 3)
    quick, _ = reopen(session.quicksave(), saves)
    session.close()
    assert Saves(tmp_path).games()[0].held
    play(quick, 1)
    quick.close()
    assert not Saves(tmp_path).games()[0].held and stands_at(saves.games()[0], saves) == commands_of(quick)


def test_finished_games_are_bounded_and_unfinished_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.saves.storage.save_folder.WHOLE", 1)
    monkeypatch.setattr("game.saves.storage.save_folder.FINISHED", 3)
    saves = Saves(tmp_path)
    open_game = started(saves, 1)
    open_game.close()
    for seed in range(10, 16):
        session = started(saves, seed)
        session.rescue()
        monkeypatch.setattr(type(session.game), "to_act", None)
        monkeypatch.setattr(type(session.game), "over", True)
        session.rescue()
        session.close()
        monkeypatch.undo()
        monkeypatch.setattr("game.play.session.SLOW", 3600)
        monkeypatch.setattr("game.saves.storage.save_folder.WHOLE", 1)
        monkeypatch.setattr("game.saves.storage.save_folder.FINISHED", 3)
    games = saves.games()
    seeds = [game.last.header.seed for game in games if game.last.header is not None]
    assert seeds == [15, 14, 13, 1]
    assert [len(game.found.stands) > 1 for game in games[:3]] == [True, False, False]


def test_a_game_is_deleted_whole_but_not_while_another_window_plays_it(tmp_path: Path) -> None:
    saves, other = Saves(tmp_path), Saves(tmp_path)
    session = started(saves, 1)
    session.quicksave()
    named = session.save("mine")
    (game,) = other.games()
    for who in (saves, other):
        with pytest.raises(Exception, match=r"being played|open in another window"):
            who.delete_game(game)
    session.close()
    other.delete_game(other.games()[0])
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [named] and not list(tmp_path.glob("games/*"))


# -- what is shown ----------------------------------------------------------------------------------


@pytest.fixture
def lobby() -> Iterator[App]:
    """The title over three unfinished games, the last of which was interrupted."""
    saves = Saves()
    for seed in (1, 2):
        session = started(saves, seed)
        session.save(f"mine {seed}")
        session.close()
    started(saves, 3, 40)
    saves.let_go()
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    app.push(Title(all_resources(app, Saves(), silent=True)))
    app.step()
    yield app


def seed_of(app: App) -> int:
    assert isinstance(app.top, TableScene), app.top
    return app.top.session.game.seed


def test_the_title_goes_on_with_the_last_game_or_offers_the_others(lobby: App) -> None:
    pilot = Pilot(lobby)
    assert "Resume the interrupted game" in pilot.texts() and "Continue another game (2)" in pilot.texts()
    pilot.press("Continue another game (2)")
    assert isinstance(lobby.top, SaveList) and lobby.top.unfinished
    for _ in range(30):
        if lobby.ui.focus.endswith("/saves"):
            break
        pilot.key("Tab")
    chosen = [row.info.header.seed for row in lobby.top.shown() if row.info.header is not None]
    for _ in range(chosen.index(1)):
        pilot.key("Down")
    pilot.key("Enter")
    assert seed_of(lobby) == 1


def test_earlier_turns_of_a_game_are_unfolded_and_loaded(lobby: App) -> None:
    pilot = Pilot(lobby)
    pilot.press("Load")
    assert isinstance(lobby.top, SaveList)
    folded = len(lobby.top.shown())
    pilot.press("Earlier turns")
    rows = lobby.top.shown()
    assert len(rows) > folded
    earliest = max(number for number, row in enumerate(rows) if row.below and row.info.kind == "auto")
    lobby.top.row = earliest
    pilot.press("Load")
    assert isinstance(lobby.top, TableScene) and len(lobby.top.session.game.log) < 41


def test_deleting_a_game_asks_though_the_question_for_saves_was_turned_off(lobby: App) -> None:
    lobby.settings.confirm["delete_save"] = False
    pilot = Pilot(lobby)
    pilot.press("Load")
    pilot.press("Delete")
    assert isinstance(lobby.top, SaveList) and len(lobby.top.games) == 3
    (spot,) = [spot for spot in lobby.ui.spots if spot.id.endswith("/Delete") and "modal:delete" in spot.id]
    pilot.click(*spot.clip.center)
    assert len(lobby.top.games) == 2


def test_the_window_offers_a_copy_of_a_game_that_is_open_elsewhere(lobby: App) -> None:
    pilot = Pilot(lobby)
    pilot.press("Load")
    assert isinstance(lobby.top, SaveList)
    other = Saves()
    elsewhere, _ = reopen(lobby.top.games[0].last.path, other)
    pilot.press("Load")
    assert isinstance(lobby.top, SaveList) and lobby.top.asking == "copy"
    pilot.press("Open a copy")
    assert seed_of(lobby) == 3
    assert isinstance(lobby.top, TableScene)
    play(lobby.top.session, 1)
    assert other.identity(elsewhere.game) != lobby.top.kit.saves.identity(lobby.top.session.game)


def test_the_title_goes_on_where_another_window_left_the_game_meanwhile(lobby: App) -> None:
    other = Saves()
    elsewhere, _ = reopen(other.games()[0].last.path, other)
    play(elsewhere, 30)
    elsewhere.close()
    Pilot(lobby).press("Resume the interrupted game")
    assert isinstance(lobby.top, TableScene) and commands_of(lobby.top.session) == commands_of(elsewhere)


def test_a_name_that_another_game_has_is_asked_about_though_this_one_had_it_once() -> None:
    seat = sit_down()
    saves = seat.scene.kit.saves
    seat.scene.session.save("mine")
    saves.save(new_game(SCENARIO, seed=77), Particulars(name="mine"))
    seat.pilot.key("Ctrl+S")
    seat.pilot.press("Save")
    assert isinstance(seat.app.top, SaveList) and seat.app.top.asking == "overwrite"
    seat.pilot.press("Overwrite save")
    assert seat.app.top is seat.scene


def test_the_list_of_games_is_printed(lobby: App, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry_point.main(["saves"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("Barbarossa 1941: June 1941, ") for line in told) == 3
    assert "interrupted" in told[0] and any("mine 1" in line for line in told)


# -- pictures ---------------------------------------------------------------------------------------


def test_a_picture_is_read_as_it_was_written() -> None:
    picture = pygame.Surface((40, 30))
    picture.fill((10, 200, 30), (5, 5, 10, 10))
    found = thumbnail.decode(thumbnail.encode(picture))
    assert found is not None and pygame.image.tobytes(found, "RGB") == pygame.image.tobytes(picture, "RGB")


def test_what_is_no_picture_of_ours_is_not_shown(tmp_path: Path) -> None:
    whole = thumbnail.encode(pygame.Surface((40, 30)))
    bomb = zlib.compress(b"\1" * 50_000_000, 9)
    wide = (10**6).to_bytes(4, "big")
    for data in (
        b"",
        b"x" * 300_000,
        whole[:30],
        whole[:60],
        whole[:16] + wide + whole[20:],
        whole[:24] + b"\x10" + whole[25:],
        whole[:33] + len(bomb).to_bytes(4, "big") + b"IDAT" + bomb,
        whole[:41] + b"\xff" * 60,
    ):
        (tmp_path / "picture.png").write_bytes(data)
        found = thumbnail.read(tmp_path / "picture.png", (80, 50))
        assert found is None, data[:60]
    assert thumbnail.read(tmp_path, (80, 50)) is None and thumbnail.read(tmp_path / "none", (80, 50)) is None


@pytest.mark.parametrize("options", [{}, {"secret_setup": "on"}], ids=["open", "secret"])
def test_where_two_hide_things_from_each_other_the_picture_shows_no_counters(options: dict[str, str]) -> None:
    seat = sit_down(HUMANS, options=options)
    seat.pilot.wait(0.5, 3)
    (game,) = seat.scene.kit.saves.games()
    assert game.slot is not None
    bare = thumbnail.encode(seat.scene.minimap.picture(thumbnail.SIZE, counters=False))
    assert (game.slot.picture.read_bytes() == bare) == bool(options)


def test_a_save_says_whose_it_is_and_a_copied_one_keeps_it(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    game = played(5)
    saves.autosave(game, ABOUT)
    path = saves.save(game, ABOUT)
    assert saves.load(path).file.header.game == saves.identity(game) != ""
    other = new_game(SCENARIO, seed=8)
    saves.autosave(other, Particulars())
    assert saves.identity(other) != saves.identity(game)


def test_a_game_is_locked_where_it_is_saved_and_opened_with_the_same_words(tmp_path: Path) -> None:
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(tmp_path), silent=True)
    session = started(kit.saves, 1)
    saving = SaveList(kit, session)
    app.push(Title(kit))
    app.push(saving)
    app.step()
    saving.name, saving.lock = "mine", "dnieper"
    Pilot(app).press("Save")
    app.step()
    path = kit.saves.path("mine")
    assert read_header(path).locked and session.about.passphrase == "dnieper"
    session.close()
    loading = SaveList(kit)
    app.push(loading)
    app.step()
    loading.row, loading.passphrase = 0, "volga"
    Pilot(app).press("Load")
    assert loading.refused and loading.asking == ""
    app.step()
    notices = [spot.rect for spot in app.ui.spots if spot.id.startswith("notice:") and spot.kind == "panel"]
    others = [spot.rect for spot in app.ui.spots if spot.kind in ("button", "primary") and "notice:" not in spot.id]
    assert len(notices) == 2 and not notices[0].colliderect(notices[1])
    assert others and all(notice.collidelist(others) < 0 for notice in notices)
    loading.passphrase = "dnieper"
    Pilot(app).press("Load")
    assert isinstance(app.top, TableScene), loading.refused
    assert app.top.session.about.passphrase == "dnieper"


def test_a_passphrase_is_not_shown_while_it_is_typed(tmp_path: Path) -> None:
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(tmp_path), silent=True)
    saving = SaveList(kit, started(kit.saves, 1))
    app.push(saving)
    saving.lock = "dnieper"
    app.step()
    shown = " ".join(Pilot(app).texts())
    assert "•••••••" in shown and "dnieper" not in shown


# -- passphrases -------------------------------------------------------------------------------------


def test_new_game_asks_two_at_one_table_for_a_passphrase_and_nobody_else(tmp_path: Path) -> None:
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(tmp_path), silent=True)
    app.push(new := NewGame(kit, SCENARIO))
    app.step()
    pilot = Pilot(app)
    assert not any("Passphrase" in text for text in pilot.texts())
    pilot.press("Hotseat")
    pilot.press("none")
    pilot.type("dnieper")
    shown = " ".join(pilot.texts())
    assert new.lock == "dnieper" and "•••••••" in shown and "dnieper" not in shown
    pilot.press("Start game")
    assert isinstance(app.top, TableScene) and app.top.session.about.passphrase == "dnieper"
    assert all(read_header(path).locked for path in tmp_path.rglob("*.save")) and list(tmp_path.rglob("*.save"))


def test_a_passphrase_typed_for_two_does_not_lock_a_game_against_the_computer(tmp_path: Path) -> None:
    app = App(Settings(first_run=False), headless=True, size=(1280, 720))
    app.push(new := NewGame(all_resources(app, Saves(tmp_path), silent=True), SCENARIO))
    new.lock = "dnieper"
    new.start()
    assert not any(read_header(path).locked for path in tmp_path.rglob("*.save")) and list(tmp_path.rglob("*.save"))


def test_the_save_dialog_locks_what_was_saved_before(tmp_path: Path) -> None:
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(tmp_path), silent=True)
    session = started(kit.saves, 1, 30)
    session.quicksave()
    app.push(Title(kit))
    app.push(saving := SaveList(kit, session))
    app.step()
    saving.name, saving.lock = "mine", "dnieper"
    Pilot(app).press("Save")
    assert len(list(tmp_path.rglob("*.save"))) > 3
    assert all(read_header(path).locked for path in tmp_path.rglob("*.save"))
