"""Does the program know what it wrote itself, and is everything else played again?"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ecs import Game
from game.saves import cached_position
from game.saves.cached_position import NAME, SIZE, is_keyed, keyed_sum
from game.saves.loading import load_game
from game.saves.storage.save_folder import write_save
from game.system.disk import DISK
from tests.kits.save_files import ABOUT, LONG, played

pytestmark = pytest.mark.usefixtures("worlds_given_back")


@pytest.fixture
def game() -> Game:
    return played(40)


def moved(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """From now on this is another installation."""
    monkeypatch.setenv("RASPUTITSA_HOME", str(folder))


def test_what_was_saved_here_is_not_played_again(game: Game, tmp_path: Path) -> None:
    path = write_save(tmp_path / "one.save", game, ABOUT)
    assert load_game(path, packs={"standard": "1"}).warnings == ()


def test_what_was_saved_elsewhere_is_played_again_and_the_player_told_once(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_save(tmp_path / "one.save", game, ABOUT)
    moved(monkeypatch, tmp_path / "another")
    loaded = load_game(path, packs={"standard": "1"})
    (warning,) = loaded.warnings
    assert LONG in warning and "another computer" in warning
    assert loaded.game.digest() == game.digest()
    again = write_save(tmp_path / "two.save", loaded.game, loaded.particulars())
    assert load_game(again, packs={"standard": "1"}).warnings == ()


def test_the_key_is_for_its_owner_alone_and_stays(home: Path) -> None:
    total = keyed_sum(b"x")
    path = home / NAME
    assert len(path.read_bytes()) == SIZE
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    cached_position._known.clear()
    assert is_keyed(b"x", total) and not is_keyed(b"y", total)
    assert [found.name for found in home.iterdir()] == [NAME]


@pytest.mark.parametrize("data", [b"", b"short", b"x" * 500])
def test_a_key_of_the_wrong_size_gives_way_to_a_new_one(home: Path, data: bytes) -> None:
    home.mkdir()
    (home / NAME).write_bytes(data)
    assert is_keyed(b"x", keyed_sum(b"x"))
    assert len((home / NAME).read_bytes()) == SIZE


def test_where_no_key_can_be_kept_one_serves_until_the_end(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(DISK, "make_folder", refused)
    assert is_keyed(b"x", keyed_sum(b"x")) and not home.exists()


def test_a_disk_that_is_full_leaves_no_half_a_key(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int, data: bytes) -> int:
        os.write(handle, data[:5])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(DISK, "write", full)
    assert is_keyed(b"x", keyed_sum(b"x")) and not list(home.iterdir())


def test_of_two_that_begin_at_once_both_have_the_key_that_stays(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()
    real = DISK.claim

    def beaten(old: Path, new: Path) -> None:
        new.write_bytes(b"q" * SIZE)
        real(old, new)

    monkeypatch.setattr(DISK, "claim", beaten)
    keyed_sum(b"x")
    assert cached_position._known[home / NAME] == b"q" * SIZE == (home / NAME).read_bytes()


def test_several_processes_agree_on_the_key(home: Path) -> None:
    code = "from game.saves.cached_position import keyed_sum; print(keyed_sum(b'x'))"
    running = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert len({process.communicate()[0] for process in running}) == 1
