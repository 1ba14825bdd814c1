"""Does nothing that happens in the folder of saves ever cost the player an old one?"""

from __future__ import annotations

import contextlib
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecs import Game
from game.saves import saving
from game.saves.file_reader import decode
from game.saves.listing import all_saves
from game.saves.storage.game_folders import Stand, spare
from game.saves.storage.save_folder import (
    Particulars,
    SaveError,
    SaveInfo,
    Saves,
    safe_name,
    write_atomically,
    write_save,
)
from tests.kits.save_files import ABOUT, interrupted, pick, played


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

    for name in ("open", "write", "fsync", "close", "replace", "unlink"):
        wrap(name)
    return made


def test_killing_the_process_at_any_system_call_leaves_the_old_save_or_the_new_one(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, moment = tmp_path / "only.save", 0
    old, new = saving.encode_game(game, ABOUT), saving.encode_game(game, Particulars(name="later"))
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


def test_killing_the_process_at_any_system_call_of_an_autosave_loses_no_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, dice, moment = played(5), Random(4), 0
    while True:
        moment += 1
        saves = Saves(tmp_path / str(moment))
        saves.autosave(game, ABOUT)
        game.apply(pick(game, dice))
        saves.note(game)
        saves.autosave(game, ABOUT)
        game.apply(pick(game, dice))
        saves.note(game)
        with monkeypatch.context() as patch:
            made = dying(patch, moment)
            with contextlib.suppress(Killed):
                saves.autosave(game, ABOUT)
        saves.let_go()
        left = interrupted(Saves(saves.folder))
        assert left is not None, (moment, made)
        loaded = saves.load(left.path)
        assert loaded.game.digest() == game.digest(), (moment, made)
        loaded.game.close()
        if len(made) < moment:
            break
    assert made.count("unlink") >= 1 and moment > 8
    game.close()


@pytest.mark.parametrize("name", ["open", "write", "fsync", "replace"])
def test_a_full_disk_is_told_in_one_sentence_and_the_old_save_survives(
    game: Game, file: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    before = file.read_bytes()

    def full(*args: Any, **kwargs: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, name, full)
        with pytest.raises(SaveError, match=r"one\.save: it cannot be written: No space left"):
            write_save(file, game, Particulars(name="later"))
    assert file.read_bytes() == before
    assert [p.name for p in file.parent.iterdir() if p.name != "home"] == ["one.save"]


def test_a_write_that_takes_only_a_part_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, bytes(data)[:7]))
    write_atomically(tmp_path / "slow.save", b"0123456789" * 10)
    assert (tmp_path / "slow.save").read_bytes() == b"0123456789" * 10


def autosaves(saves: Saves) -> list[SaveInfo]:
    """The automatic saves, the newest first."""
    return [info for info in all_saves(saves.folder) if info.kind == "auto"]


def test_of_one_turn_the_last_twelve_autosaves_are_kept_and_how_it_began(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves")
    paths = [saves.autosave(game, ABOUT) for _ in range(15)]
    assert [info.path for info in autosaves(saves)] == [*paths[:2:-1], paths[0]]
    resumable = interrupted(saves)
    assert resumable is not None and resumable.path == paths[-1]


def test_never_fewer_than_ten_autosaves_are_kept(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path, keep=1)
    for _ in range(14):
        saves.autosave(game, ABOUT)
    assert len(all_saves(saves.folder)) == 11


def stands(*turns: int, line: int = 1, first: int = 1) -> list[Stand]:
    return [Stand(first + n, line, turn, Path(f"{first + n}")) for n, turn in enumerate(turns)]


def test_of_older_turns_fewer_and_fewer_are_kept() -> None:
    long = stands(*(turn for turn in range(1, 41) for _ in range(5)))
    kept = [stand for stand in long if stand not in spare(long, 12)]
    assert [stand.turn for stand in kept[:-12]] == [4, 8, 12, 16, 20, 24, 28, *range(29, 39)]
    assert kept[-12:] == long[-12:]
    assert len({stand.turn for stand in kept[:-12]}) == len(kept[:-12]), "the one with which a turn began"


def test_the_last_save_of_every_line_is_kept_however_old() -> None:
    lines = [*stands(1, 2, 3), *stands(2, 3, line=2, first=4), *stands(*range(2, 60), line=3, first=6)]
    assert {3, 5, 63} <= {stand.number for stand in lines if stand not in spare(lines, 10)}
    assert [stand.number for stand in lines if stand not in spare(lines, 10, over=True)] == [3, 5, 63]


def test_autosaves_leave_the_players_own_saves_alone(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    mine = saves.save(game, ABOUT)
    for _ in range(14):
        saves.autosave(game, ABOUT)
    assert mine.exists()


def test_a_game_left_in_order_is_not_offered_again(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    assert interrupted(saves) is None
    saves.autosave(game, ABOUT)
    assert interrupted(saves) is not None
    for _ in range(2):
        saves.left_in_order(game)
        assert interrupted(saves) is None and saves.last_played() is not None


def test_what_a_killed_process_left_half_written_is_swept_away(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    left = saves.autosave(game, ABOUT).with_name(".quick.save.1.tmp")
    left.write_bytes(b"half")
    saves.autosave(game, ABOUT)
    assert not left.exists()


def test_what_another_window_is_writing_is_left_alone(game: Game, tmp_path: Path) -> None:
    other, saves = played(5, seed=9), Saves(tmp_path)
    writing = [Saves(tmp_path).autosave(other, ABOUT).with_name(".one.save.1.tmp"), tmp_path / ".one.save.1.tmp"]
    for path in writing:
        path.write_bytes(b"half")
    saves.autosave(game, ABOUT)
    assert all(path.exists() for path in writing)


def test_every_game_has_a_quick_slot_of_its_own(game: Game, tmp_path: Path) -> None:
    saves, other = Saves(tmp_path), played(5, seed=9)
    assert saves.quicksave(game, ABOUT) == saves.quicksave(game, ABOUT) != saves.quicksave(other, ABOUT)
    assert [s.kind for s in all_saves(saves.folder)] == ["quick", "quick"]
    of_game, newest = saves.quick(game), saves.quick()
    assert of_game is not None and of_game.header is not None and of_game.header.digest == game.digest()
    assert newest is not None and newest.header is not None and newest.header.digest == other.digest()


def test_the_list_shows_the_newest_first_with_its_title_turn_and_side(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    for name, day in (("old", 1), ("new", 3), ("middle", 2)):
        write_save(saves.path(name), game, Particulars(name=name, date=f"2026-01-0{day} 10:00"))
    listed = all_saves(saves.folder)
    assert [s.name for s in listed] == ["new", "middle", "old"]
    header = listed[0].header
    assert header is not None
    assert (header.title, header.turn) == (game.scenario.title, game.turn)
    assert header.phase and header.engine and header.to_act in ("axis", "soviet", "")


def test_the_last_is_known_though_the_clock_was_set_back(game: Game, tmp_path: Path) -> None:
    games = [played(5, seed=seed) for seed in (7, 8, 9)]
    for number, other in enumerate(games):
        saves = Saves(tmp_path)
        about = Particulars(name=f"save {number}", date=f"20{26 - number}-01-01 10:00")
        saves.autosave(other, about)
        saves.save(other, about)
        saves.quicksave(other, about)
        saves.left_in_order(other)
    saves = Saves(tmp_path)
    assert [g.last.header.seed for g in saves.games() if g.last.header] == [9, 8, 7]
    last, quick = saves.last_played(), saves.quick()
    assert last is not None and last.header is not None and last.header.seed == 9
    assert quick is not None and quick.header is not None and quick.header.seed == 9
    assert [s.name for s in all_saves(saves.folder) if s.kind == "named"] == ["save 2", "save 1", "save 0"]


def test_a_number_somebody_made_up_does_not_put_later_saves_behind(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    write_save(saves.path("theirs"), played(5, seed=9), Particulars(order=10**12 - 1, game="0" * 16))
    first = saves.autosave(game, ABOUT)
    first.rename(first.with_name("9999999999999-001-0001.save"))
    for _ in range(2):
        last = saves.autosave(game, ABOUT)
        found = saves.last_played()
        assert found is not None and found.path == last


def test_the_list_reads_only_the_first_line(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    path = saves.save(game, ABOUT)
    path.write_bytes(path.read_bytes().split(b"\n")[0] + b"\n" + b"\xff" * 1000)
    assert all_saves(saves.folder)[0].header is not None


def test_a_broken_save_is_listed_with_its_problem(game: Game, tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.save(game, ABOUT)
    (tmp_path / "broken.save").write_bytes(b"\x89PNG")
    assert [bool(s.problem) for s in all_saves(saves.folder)] == [False, True]


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
        ("Com¹", "Com¹ save"),
        ("@quick", "quick"),
        ("Москва 1941", "Москва 1941"),
        ("  x \n y\0z ", "x y z"),
        (".hidden", "hidden"),
        ("x" * 300, "x" * 53 + " 0d4e2c"),
        ("Ж" * 100, "Ж" * 26 + " 694e2b"),
        ("ก่อนสโมเลนสค์", "ก่อนสโมเลนสค์"),
        ("स्मोलेन्स्क से पहले", "स्मोलेन्स्क से पहले"),
        ("Cafe\u0301", "Café"),
        ("a\u202eb", "a b"),
    ],
)
def test_names_are_made_safe(typed: str, name: str) -> None:
    assert safe_name(typed) == name


@given(st.lists(st.text(st.characters(categories=["L", "N", "M"]), max_size=120), min_size=2, max_size=2))
def test_two_names_of_letters_and_marks_never_share_a_file(names: list[str]) -> None:
    one, other = (unicodedata.normalize("NFC", " ".join(name.split())) for name in names)
    if one and other and one.casefold() != other.casefold():
        assert safe_name(one) != safe_name(other)
    for name in (one, other):
        made = safe_name(name)
        assert 0 < len(made.encode()) <= 65 and safe_name(made) == made
