"""Full disk, read-only folder, no folder, a map or scenario gone: is it told, does the game go on, is all kept?"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ecs import Side, new_game
from game.app import launch
from game.app.application import App
from game.app.settings import Settings
from game.cli.entry_point import parser
from game.play.scenarios import find_scenario
from game.play.session import GameSetup, Session, begin
from game.saves.listing import all_saves
from game.saves.storage.save_folder import (
    FORMAT,
    HUMAN,
    SaveError,
    Saves,
    load_game,
    read_save,
    write_save,
)
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from game.screens.saved_games import SaveList
from game.screens.title import Title
from tests import ROOT
from tests.kits.patience import NET
from tests.kits.pilot import Pilot
from tests.kits.save_files import ABOUT, SCENARIO, interrupted, pick, played

pytestmark = pytest.mark.usefixtures("worlds_given_back")
PEOPLE = dict.fromkeys(Side, HUMAN)


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 128 KB."""
    place = tmp_path / "tiny"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=128k", "none", str(place)]
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root makes file systems")
    if subprocess.run(words, check=False, capture_output=True).returncode != 0:
        pytest.skip("no file system can be made here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=False)


@pytest.fixture
def read_only(tiny: Path) -> Callable[[], None]:
    """Makes the tiny file system read-only."""

    def turn() -> None:
        subprocess.run(["mount", "-o", "remount,ro", str(tiny)], check=True)

    return turn


def window(folder: Path) -> tuple[App, TableScene]:
    """A game of two people in a window, its saves in this folder."""
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    session = Session(new_game(SCENARIO, seed=3), PEOPLE, Saves(folder))
    session.autosave()
    table = TableScene(all_resources(app, session.saves, silent=True), session)
    app.push(table)
    app.step()
    return app, table


def play_on(app: App, table: TableScene, commands: int) -> list[str]:
    """Give commands as the player does; what is told at the edge of the map meanwhile."""
    dice, told = random.Random(3), []
    for _ in range(commands):
        assert table.desk.give(pick(table.session.game, dice))
        table.drain()
        told += [notice.text for notice in app.ui.notices if notice.text not in told]
    return told


def all_sound(folder: Path) -> list[Path]:
    """The saves of a folder, each read; nothing half-written lies about."""
    paths = [info.path for info in all_saves(folder)]
    for path in paths:
        read_save(path)
    assert not list(folder.rglob(".*.tmp"))
    return paths


def test_a_disk_that_fills_up_is_told_and_the_game_goes_on(tiny: Path) -> None:
    app, table = window(tiny / "saves")
    (tiny / "other").write_bytes(b"x" * 90_000)
    told = play_on(app, table, 120)
    assert any("Autosave failed" in text and "No space left" in text for text in told)
    assert len(table.session.game.log) == 121
    assert all_sound(tiny / "saves")
    with pytest.raises(SaveError, match="No space left"):
        table.session.save("Before Smolensk")
    (tiny / "other").unlink()
    play_on(app, table, 1)
    left = interrupted(table.kit.saves)
    assert left is not None
    resumed = [record.command for record in Saves(tiny / "saves").load(left.path).game.log[1:]]
    assert resumed == [record.command for record in table.session.game.log[1:]][: len(resumed)]
    table.session.save("Before Smolensk")
    assert load_game(tiny / "saves" / "Before Smolensk.save").game.digest() == table.session.game.digest()


def test_a_folder_that_becomes_read_only_is_told_and_the_game_goes_on(
    tiny: Path, read_only: Callable[[], None]
) -> None:
    app, table = window(tiny)
    play_on(app, table, 10)
    table.session.rescue()
    table.kit.saves.let_go()  # no file is open now, so that the file system can be turned
    before = {path: path.read_bytes() for path in all_sound(tiny)}
    read_only()
    told = play_on(app, table, 60)
    assert any("Read-only file system" in text for text in told)
    assert {path: path.read_bytes() for path in all_sound(tiny)} == before
    assert len(table.session.game.log) == 71
    table.session.close()
    assert interrupted(Saves(tiny)) is not None, "what could not be saved is offered at the next start"


def test_files_that_may_not_grow_are_told_and_the_game_goes_on(tmp_path: Path) -> None:
    """The same without being root: a child whose files may hold 9000 bytes; it keeps no bytecode, that would be cut."""
    code = f"""
import random, resource
from ecs import Side, new_game
from game.saves.listing import all_saves
from game.saves.storage.save_folder import Saves, load_game
from game.play.session import Session
from tests.kits.save_files import pick
resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
saves = Saves(__import__("pathlib").Path({str(tmp_path)!r}) / "saves")
session = Session(new_game({SCENARIO!r}, seed=3), dict.fromkeys(Side, "human"), saves)
dice, told = random.Random(3), []
for _ in range(150):
    session.do(pick(session.game, dice))
    told += [session.problem] if session.problem else []
    session.problem = ""
assert told and "Autosave failed" in told[0] and "File too large" in told[0], told
print(len(told), len(all_saves(saves.folder)))
"""
    pytest.importorskip("resource")
    words = [sys.executable, "-B", "-c", code]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=NET, check=False)
    assert done.returncode == 0, done.stderr
    assert all_sound(tmp_path / "saves")


def test_a_file_where_the_saves_should_be_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "saves"
    place.write_text("mine")
    app, table = window(place)
    told = play_on(app, table, 60)
    assert any("Autosave failed" in text for text in told)
    assert place.read_text() == "mine"
    assert all_saves(place) == [] and interrupted(Saves(place)) is None
    table.session.close()


@pytest.mark.parametrize("kind", ["file", "gone"])
def test_without_a_folder_of_its_own_the_program_starts_with_a_warning_and_plays(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "home"
    place.write_text("mine")
    monkeypatch.setenv("RASPUTITSA_HOME", str(place if kind == "file" else place / "deeper"))
    seen: list[str] = []

    def a_while(app: App) -> None:
        Pilot(app).key("Enter")  # the curtain of a shared table
        table = app.top
        assert isinstance(table, TableScene)
        for _ in range(5):
            app.step()
        seen.extend(notice.text for notice in app.ui.notices)
        play_on(app, table, 20)

    monkeypatch.setattr(App, "run", a_while)
    words = ["play", "--scenario", SCENARIO, "--axis", HUMAN, "--soviet", HUMAN, "--seed", "3"]
    assert launch.run(parser().parse_args(words)) == 0
    (warning,) = [text for text in seen if "No game can be saved" in text]
    assert "You can play" in warning and str(place) in warning
    assert place.read_text() == "mine"


# -- what a save needs ----------------------------------------------------------------------------


@pytest.fixture
def own(home: Path) -> Path:
    """A save of a game on a map and a scenario of the player's own."""
    scenario = find_scenario(SCENARIO)
    maps, folder = home / "maps", home / "maps" / "scenarios" / scenario.ruleset
    folder.mkdir(parents=True)
    shutil.copytree(scenario.map.parent, maps, dirs_exist_ok=True, ignore=shutil.ignore_patterns("scenarios"))
    shutil.move(maps / scenario.map.name, maps / "mine.tmx")
    text = scenario.path.read_text(encoding="utf-8").replace(f'id = "{SCENARIO}"', 'id = "mine"')
    (folder / "mine.toml").write_text(text.replace(scenario.map.name, "mine.tmx"), encoding="utf-8")
    session = begin(GameSetup(find_scenario("mine"), PEOPLE, {}, 3))
    for _ in range(5):
        session.do(session.game.legal()[0])
    return write_save(home / "saves" / "mine.save", session.game, ABOUT)


@pytest.mark.parametrize("gone", ["mine.tmx", "mine.toml"])
def test_a_missing_map_or_scenario_is_named_in_the_window_and_the_save_is_kept(own: Path, gone: str) -> None:
    before = own.read_bytes()
    (path,) = (own.parent.parent / "maps").rglob(gone)
    aside = path.rename(path.with_suffix(".aside"))
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    app.push(SaveList(all_resources(app, Saves(), silent=True)))
    pilot = Pilot(app)
    pilot.press("Load")
    assert isinstance(app.top, SaveList)
    assert any("mine" in notice.text and "mine.save" in notice.text for notice in app.ui.notices)
    pilot.press("Recover what is intact")
    assert isinstance(app.top, SaveList) and own.read_bytes() == before
    aside.rename(path)
    pilot.press("Load")
    assert isinstance(app.top, TableScene), (app.top.refused, app.top.asking, [n.text for n in app.ui.notices])
    assert len(app.top.session.game.log) == 6


def test_a_save_of_a_newer_program_is_told_in_the_list_and_kept(home: Path) -> None:
    path = write_save(home / "saves" / "newer.save", played(5), ABOUT)
    data = path.read_bytes().replace(b'"rasputitsa_save":%d' % FORMAT, b'"rasputitsa_save":9', 1)
    path.write_bytes(data)
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(), silent=True)
    app.push(Title(kit))
    assert isinstance(app.top, Title) and app.top.last is None
    app.push(SaveList(kit))
    app.step()
    (info,) = all_saves(kit.saves.folder)
    assert "written by a later version" in info.problem and path.read_bytes() == data


def test_a_missing_pack_is_told_at_the_start_and_the_standard_one_used() -> None:
    app = App(Settings(first_run=False, sprite_pack="gone"), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(), silent=True)
    app.push(Title(kit))
    assert kit.pack.id == "standard"
    assert any("gone" in notice.text for notice in app.ui.notices)
