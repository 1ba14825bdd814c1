"""Does nothing that happens in the folder of saves ever cost the player an old one?"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ecs import Game
from game import savegame
from game.savefile import decode
from game.saves import (
    Particulars,
    SaveError,
    Saves,
    safe_name,
    write_atomically,
    write_save,
)
from tests.savekit import ABOUT, played


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    game = played(120)
    yield game
    game.close()


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    return write_save(tmp_path / "one.save", game, ABOUT)


# -- the folder -----------------------------------------------------------------------------------


class Killed(BaseException):
    """The process ends here."""


def dying(monkeypatch: pytest.MonkeyPatch, moment: int) -> list[str]:
    """Let the process die at the n-th system call of a save; the calls made so far."""
    made: list[str] = []

    def wrap(name: str) -> None:
        real = getattr(os, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            made.append(name)
            if len(made) == moment:
                if name == "write":
                    real(args[0], bytes(args[1])[:100])
                raise Killed
            return real(*args, **kwargs)

        monkeypatch.setattr(os, name, call)

    for name in ("open", "write", "fsync", "close", "replace"):
        wrap(name)
    return made


def test_killing_the_process_at_any_system_call_leaves_the_old_save_or_the_new_one(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, moment = tmp_path / "only.save", 0
    old, new = savegame.encode_game(game, ABOUT), savegame.encode_game(game, Particulars(name="later"))
    while True:
        moment += 1
        write_atomically(path, old)
        with monkeypatch.context() as patch:
            made = dying(patch, moment)
            with contextlib.suppress(Killed):
                write_atomically(path, new)
        assert path.read_bytes() in (old, new), (moment, made)
        decode(path, path.read_bytes())
        if len(made) < moment:
            break
    assert moment > 5
    assert path.read_bytes() == new


@pytest.mark.parametrize("name", ["open", "write", "fsync", "replace"])
def test_a_full_disk_is_told_in_one_sentence_and_the_old_save_survives(
    game: Game, file: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = file.read_bytes()

    def full(*args: Any, **kwargs: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, name, full)
        with pytest.raises(SaveError, match=r"one\.save: cannot be written: No space left"):
            write_save(file, game, Particulars(name="later"))
    assert file.read_bytes() == before
    assert [p.name for p in file.parent.iterdir()] == ["one.save"]


def test_a_write_that_takes_only_a_part_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, bytes(data)[:7]))
    write_atomically(tmp_path / "slow.save", b"0123456789" * 10)
    assert (tmp_path / "slow.save").read_bytes() == b"0123456789" * 10


def test_twelve_autosaves_are_kept_and_the_newest_is_the_one_to_resume(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves")
    paths = [saves.autosave(game, ABOUT) for _ in range(15)]
    kept = [s for s in saves.list_saves() if s.kind == "auto"]
    assert len(kept) == 12
    assert {s.path for s in kept} == set(paths[3:])
    resumable = saves.resumable()
    assert resumable is not None and resumable.path == paths[-1]


def test_never_fewer_than_ten_autosaves_are_kept(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path, keep=1)
    for _ in range(11):
        saves.autosave(game, ABOUT)
    assert len(saves.list_saves()) == 10


def test_autosaves_leave_the_players_own_saves_alone(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    mine = saves.save(game, ABOUT)
    for _ in range(14):
        saves.autosave(game, ABOUT)
    assert mine.exists()


def test_a_game_left_in_order_is_not_offered_again(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    assert saves.resumable() is None
    saves.autosave(game, ABOUT)
    assert saves.resumable() is not None
    saves.left_in_order()
    assert saves.resumable() is None
    saves.left_in_order()


@pytest.mark.parametrize(
    "text", ["", "../one.save", "/etc/passwd", "@auto-999999.save", "one.save", "\xff\0", "x" * 500]
)
def test_a_tampered_crash_marker_offers_nothing(game: Game, tmp_path: Path, text: str) -> None:
    saves = Saves(tmp_path / "saves")
    saves.autosave(game, ABOUT)
    (tmp_path / "saves" / "playing").write_text(text, encoding="latin-1")
    assert saves.resumable() is None


def test_what_a_killed_process_left_half_written_is_swept_away(game: Game, tmp_path: Path) -> None:
    left = tmp_path / ".one.save.1.tmp"
    left.write_bytes(b"half")
    Saves(tmp_path).autosave(game, ABOUT)
    assert not left.exists()


def test_the_quick_slot_is_one_file(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    assert saves.quicksave(game, ABOUT) == saves.quicksave(game, ABOUT)
    assert [s.kind for s in saves.list_saves()] == ["quick"]


def test_the_list_shows_the_newest_first_with_its_title_turn_and_side(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.save(game, Particulars(name="old", date="2026-01-01 10:00"))
    saves.save(game, Particulars(name="new", date="2026-01-03 10:00"))
    saves.save(game, Particulars(name="middle", date="2026-01-02 10:00"))
    listed = saves.list_saves()
    assert [s.name for s in listed] == ["new", "middle", "old"]
    header = listed[0].header
    assert header is not None
    assert (header.title, header.turn) == (game.scenario.title, game.turn)
    assert header.phase and header.engine and header.to_act in ("axis", "soviet", "")


def test_the_list_reads_only_the_first_line(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    path = saves.save(game, ABOUT)
    path.write_bytes(path.read_bytes().split(b"\n")[0] + b"\n" + b"\xff" * 1000)
    assert saves.list_saves()[0].header is not None


def test_a_broken_save_is_listed_with_its_problem(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.save(game, ABOUT)
    (tmp_path / "broken.save").write_bytes(b"\x89PNG")
    assert [bool(s.problem) for s in saves.list_saves()] == [False, True]


def test_a_save_can_be_deleted_and_nothing_else_can(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves")
    path = saves.save(game, ABOUT)
    saves.delete(path)
    saves.delete(path)
    assert not path.exists()
    outside = tmp_path / "outside.save"
    outside.write_text("mine")
    for bad in (outside, tmp_path / "saves" / "playing", tmp_path / "saves" / ".." / "outside.save"):
        with pytest.raises(SaveError):
            saves.delete(bad)
    assert outside.exists()


@pytest.mark.parametrize(
    "typed, name",
    [
        ("Before Smolensk", "Before Smolensk"),
        ("../../etc/passwd", "etc passwd"),
        ("", "save"),
        ("...", "save"),
        ("a/b\\c:d*e?", "a b c d e"),
        ("con", "con save"),
        ("LPT1", "LPT1 save"),
        ("@quick", "quick"),
        ("Москва 1941", "Москва 1941"),
        ("  x \n y\0z ", "x y z"),
        (".hidden", "hidden"),
        ("x" * 300, "x" * 60),
        ("Ж" * 100, "Ж" * 30),
        ("a\u202eb", "a b"),
    ],
)
def test_names_are_made_safe(typed: str, name: str) -> None:
    assert safe_name(typed) == name
