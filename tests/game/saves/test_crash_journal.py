"""Does the journal beside an autosave bring a game back to its last command, and never cost the autosave?"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ecs import Side, new_game
from game.app.application import App
from game.app.launch import save_named
from game.app.settings import Settings
from game.play.session import Session, reopen
from game.saves.file_format import sum_and_seal
from game.saves.file_reader import read_bytes
from game.saves.listing import all_saves
from game.saves.storage import crash_journal
from game.saves.storage.crash_journal import journal_of, read_journal
from game.saves.storage.save_folder import HUMAN, Particulars, SaveError, Saves
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from game.screens.saved_games import open_save
from game.screens.title import Title
from tests.kits.pilot import Pilot
from tests.kits.save_files import SCENARIO, interrupted, pick

pytestmark = pytest.mark.usefixtures("worlds_given_back")
PEOPLE = dict.fromkeys(Side, HUMAN)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy this machine is, no autosave is put off."""
    monkeypatch.setattr("game.play.session.SLOW", 3600)


class Table:
    """A session of random moves in a folder of its own."""

    def __init__(self, folder: Path, seed: int = 3, passphrase: str = "", **options: str) -> None:
        self.saves = Saves(folder)
        about = Particulars(passphrase=passphrase)
        self.session = Session(new_game(SCENARIO, seed=seed, options=options), PEOPLE, self.saves, about)
        self.dice = random.Random(seed)
        self.session.autosave()

    @property
    def commands(self) -> list[str]:
        return [record.command for record in self.session.game.log[1:]]

    @property
    def save(self) -> Path:
        info = interrupted(self.saves)
        assert info is not None
        return info.path

    def play(self, count: int) -> None:
        for _ in range(count):
            self.session.do(pick(self.session.game, self.dice))

    def play_beyond(self, count: int) -> None:
        """Until so many commands stand after the last autosave."""
        for _ in range(500):
            self.play(1)
            if journal_of(self.save).is_file() and len(lines(self.save)) > count:
                return
        raise AssertionError("no phase was so long")


def lines(save: Path) -> list[str]:
    return journal_of(save).read_text().splitlines()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "saves")
    table.play_beyond(6)
    yield table
    table.session.game.close()


def resumed(table: Table, passphrase: str = "") -> tuple[list[str], tuple[str, ...]]:
    """The commands of the game as the next start would find it, and what the player is told."""
    loaded = Saves(table.saves.folder).load(table.save, passphrase=passphrase)
    found = [record.command for record in loaded.game.log[1:]]
    if found == table.commands:
        assert loaded.game.digest() == table.session.game.digest()
    loaded.game.close()
    return found, loaded.warnings


def test_a_killed_game_comes_back_at_its_last_command_wherever_it_was(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves")
    for number in range(25):
        assert resumed(table)[0] == table.commands, number
        table.play(1)
    table.session.game.close()


def test_what_was_taken_back_is_not_done_again(table: Table) -> None:
    before = table.commands
    assert table.session.game.can_undo
    taken = 0
    while taken < 3 and table.session.undo() is not None:
        taken += 1
        assert resumed(table)[0] == table.commands
    table.session.redo()
    assert resumed(table)[0] == table.commands == before[: len(before) - taken + 1]
    table.play(1)
    assert resumed(table)[0] == table.commands


def test_a_game_taken_back_to_before_its_autosave_is_saved_anew(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves")
    for _ in range(200):
        table.play(1)
        while table.session.game.can_undo and not table.saves.overdue(table.session.game):
            table.session.game.undo()
        if table.saves.overdue(table.session.game):
            break
    else:
        pytest.fail("undo never crossed an autosave")
    table.session.note()
    assert resumed(table)[0] == table.commands
    table.session.game.close()


def test_nothing_is_lost_however_often_the_game_is_taken_back_to_before_an_autosave(tmp_path: Path) -> None:
    table, crossed = Table(tmp_path / "saves", seed=11), 0
    for number in range(120):
        if table.dice.random() < 0.55:
            crossed += taken_back_past_an_autosave(table)
        else:
            table.play(1)
        assert resumed(table)[0] == table.commands, number
    assert crossed > 3
    table.session.game.close()


def taken_back_past_an_autosave(table: Table) -> bool:
    """Undo once, if that can be: did it give another autosave?"""
    before = table.save
    return table.session.undo() is not None and table.save != before


def test_an_autosave_of_what_was_taken_back_gives_way_to_the_new_one(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves", seed=11)
    while True:
        saves = len(all_saves(table.saves.folder))
        table.play(1)
        if len(all_saves(table.saves.folder)) > saves and table.session.game.can_undo:
            break
    later = table.save
    assert table.session.undo() is not None
    assert len(all_saves(table.saves.folder)) == saves + 1 and not later.exists() and table.save != later
    table.session.game.close()


def test_taking_back_is_noted_right_after_a_game_was_resumed(table: Table) -> None:
    session, _ = reopen(table.save, table.saves)
    assert session.undo() is not None
    table.session = session
    assert resumed(table)[0] == table.commands


def test_a_long_phase_is_saved_between(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash_journal, "MOST", 5)
    before = table.save
    table.play(1)
    assert table.save != before and table.saves.load(table.save).warnings == ()


def test_a_journal_outlives_the_next_autosave_and_goes_with_the_one_after_it(table: Table) -> None:
    """The next may not be on the disk yet when the power fails."""
    saves = [table.save]
    assert journal_of(saves[0]).exists()
    for _ in range(2):
        table.session.rescue()
        saves.append(table.save)
    assert not journal_of(saves[0]).exists() and len(set(saves)) == 3


def test_an_autosave_the_disk_lost_is_made_good_by_the_journal_before_it(table: Table) -> None:
    commands, before = table.commands, table.save
    table.session.rescue()
    assert table.save != before
    table.save.unlink()
    assert table.save == before and resumed(table)[0] == commands


def test_the_player_is_told_how_much_was_taken_up(table: Table) -> None:
    (told,) = resumed(table)[1]
    assert f"{len(lines(table.save)) - 1} commands after this autosave" in told


def told_by(save: Path) -> tuple[list[str], str]:
    return read_journal(save, sum_and_seal(read_bytes(save))[0])


def test_a_line_torn_off_by_a_kill_is_left_out_without_a_word_about_it(table: Table) -> None:
    path, (whole, _) = journal_of(table.save), told_by(table.save)
    data = path.read_bytes()
    for size in range(len(data)):
        path.write_bytes(data[:size])
        found, problem = told_by(table.save)
        assert problem == ""
        assert found == whole[: max(0, data[:size].count(b"\n") - 1)]


def test_every_damage_costs_only_what_stands_behind_it(table: Table) -> None:
    path, (whole, _) = journal_of(table.save), told_by(table.save)
    data = path.read_bytes()
    dice = random.Random(5)
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :])
        found, problem = told_by(table.save)
        intact = max(0, data[:at].count(b"\n") - 1)
        assert found == whole[:intact]
        assert problem or data[at:] == b"\n"
    path.write_bytes(data.replace(b" ", b"_", 3))
    found, told = resumed(table)
    assert found == table.commands[: len(table.commands) - len(whole)]
    assert any("the rest is ignored" in words for words in told)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\xff\xfe" * 100,
        b"\0" * 5000,
        b"rasputitsa_journal 1\n",
        b"rasputitsa_journal 2 " + b"0" * 64 + b" " + b"0" * 32 + b" envelope\n",
        b"rasputitsa_journal 1 " + b"0" * 64 + b" " + b"0" * 32 + b" envelope\n0123456789ab end\n",
        b"x" * 2_000_000,
    ],
    ids=range(8),
)
def test_a_hostile_journal_is_ignored_and_the_autosave_opens(table: Table, data: bytes) -> None:
    saved = len(table.commands) - (len(lines(table.save)) - 1)
    journal_of(table.save).write_bytes(data)
    assert resumed(table)[0] == table.commands[:saved]


def forged(save: Path, *texts: str) -> None:
    """A journal with fitting checksums, as a careful forger would write it."""
    checksum = lines(save)[0].split()[2]
    chain, found = crash_journal._chained(checksum, "0" * 32), [f"rasputitsa_journal 1 {checksum} {'0' * 32} envelope"]
    for text in texts:
        chain = crash_journal._chained(chain, text)
        found.append(f"{chain} {text}")
    journal_of(save).write_text("\n".join(found) + "\n")


@pytest.mark.parametrize(
    "text", ["undo", "fire 99", "nonsense", "move ../x ../y", "!AAAA", "!%%", "end\x1b", "e" * 500, "!" + "A" * 4000]
)
def test_a_forged_line_is_named_and_what_stands_before_it_counts(table: Table, text: str) -> None:
    saved = len(table.commands) - (len(lines(table.save)) - 1)
    first = table.commands[saved]
    forged(table.save, first, *(["undo"] if text == "undo" else []), text)
    found, told = resumed(table)
    assert found == table.commands[: saved + (text != "undo")]
    assert any(".journal" in words and "the rest is ignored" in words for words in told)


def test_a_folder_in_its_place_is_no_journal(table: Table) -> None:
    saved = len(table.commands) - (len(lines(table.save)) - 1)
    journal_of(table.save).unlink()
    journal_of(table.save).mkdir()
    assert resumed(table)[0] == table.commands[:saved]


def test_the_journal_of_another_save_is_left_alone(table: Table, tmp_path: Path) -> None:
    other = Table(tmp_path / "others", seed=4)
    other.play_beyond(3)
    saved = len(table.commands) - (len(lines(table.save)) - 1)
    journal_of(table.save).write_bytes(journal_of(other.save).read_bytes())
    found, told = resumed(table)
    assert found == table.commands[:saved] and any("does not belong" in words for words in told)
    other.session.game.close()


def test_hidden_orders_cannot_be_read_in_the_journal(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves", secret_setup="on")
    table.play_beyond(4)
    assert all(line.split(" ")[1].startswith("!") for line in lines(table.save)[1:])
    assert resumed(table)[0] == table.commands
    table.session.game.close()


def test_the_journal_of_a_locked_game_needs_its_passphrase(tmp_path: Path) -> None:
    table = Table(tmp_path / "saves", passphrase="Vyazma", secret_setup="on")
    table.play_beyond(4)
    checksum = lines(table.save)[0].split()[2]
    assert read_journal(table.save, checksum, "Vyazma")[0]
    found, problem = read_journal(table.save, checksum, "Bryansk")
    assert found == [] and "does not open" in problem
    assert resumed(table, "Vyazma")[0] == table.commands
    table.session.game.close()


def test_leaving_in_order_saves_the_game_as_it_stands(table: Table) -> None:
    commands = table.commands
    table.session.close()
    assert interrupted(table.saves) is None
    last = table.saves.last_played()
    assert last is not None and last.header is not None and last.header.commands == len(commands)


def test_an_interrupted_game_keeps_its_last_command_though_another_is_begun(table: Table, tmp_path: Path) -> None:
    broken = table.save
    other = Session(new_game(SCENARIO, seed=9), PEOPLE, Saves(table.saves.folder))
    other.autosave()
    other.do(other.game.legal()[0])
    other.close()
    table.saves.let_go()
    session, _ = reopen(broken, Saves(table.saves.folder))
    assert [record.command for record in session.game.log[1:]] == table.commands
    session.game.close()
    other.game.close()


def test_a_journal_goes_with_its_autosave(table: Table) -> None:
    save = table.save
    assert journal_of(save).exists()
    with pytest.raises(SaveError, match="being played"):
        table.saves.delete(save)
    with pytest.raises(SaveError, match="open in another window"):
        Saves(table.saves.folder).delete(save)
    table.saves.let_go()
    Saves(table.saves.folder).delete(save)
    assert not journal_of(save).exists()


def test_a_journal_without_its_autosave_is_swept_away(table: Table) -> None:
    left = table.save.parent / "00900000-001-0001.journal"
    left.write_text("x")
    table.saves.autosave(table.session.game, Particulars())
    assert not left.exists()


def test_a_full_disk_is_told_once_and_noting_goes_on_when_there_is_room_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, path = os.write, journal_of(table.save)

    def full(handle: int, data: Any) -> int:
        real(handle, bytes(data)[:9])
        raise OSError(28, "No space left on device")

    said, before = [], table.commands
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        for _ in range(2):
            assert table.session.undo() is not None
            said.append(table.session.problem)
            table.session.problem = ""
        assert resumed(table)[0] == before
    assert "No space left" in said[0] and path.name in said[0] and said[1] == ""
    table.session.redo()
    assert resumed(table)[0] == table.commands == before[:-1]


def test_the_checksum_of_a_journal_is_that_of_its_autosave(table: Table) -> None:
    assert lines(table.save)[0].split()[2] in read_bytes(table.save).decode("latin-1")


# -- at the next start ----------------------------------------------------------------------------


def test_the_title_offers_to_resume_an_interrupted_game_at_its_last_command() -> None:
    saves = Saves()
    before = Session(new_game(SCENARIO, seed=5), PEOPLE, saves)
    before.autosave()
    before.do(before.game.legal()[0])
    saves.let_go()
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    app.push(Title(all_resources(app, Saves(), silent=True)))
    Pilot(app).press("Resume the interrupted game")
    assert isinstance(app.top, TableScene)
    assert app.top.session.game.digest() == before.game.digest()
    assert len(app.top.session.game.log) == 2
    app.top.session.close()
    assert interrupted(Saves()) is None
    before.game.close()


def test_play_resume_takes_up_the_interrupted_game_or_says_there_is_none() -> None:
    args = argparse.Namespace(resume=True, load=None, scenario=None)
    with pytest.raises(SaveError, match="no game to resume"):
        save_named(args, Saves())
    saves = Saves()
    before = Session(new_game(SCENARIO, seed=6), PEOPLE, saves)
    before.autosave()
    before.do(before.game.legal()[0])
    with pytest.raises(SaveError, match="open in another window"):
        save_named(args, Saves())
    saves.let_go()
    path = save_named(args, Saves())
    assert path is not None
    session, _ = reopen(path, Saves(), newest=True)
    assert session.game.digest() == before.game.digest()
    session.game.close()
    before.game.close()


def test_another_game_loaded_over_a_running_one_leaves_that_saved_as_it_stands() -> None:
    app = App(Settings(first_run=False, confirm={"hand_over": False}), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(), silent=True)
    other = kit.saves.quicksave(new_game(SCENARIO, seed=1), Particulars())
    running = Session(new_game(SCENARIO, seed=7), PEOPLE, kit.saves)
    running.autosave()
    app.push(TableScene(kit, running))
    running.do(running.game.legal()[0])
    assert open_save(kit, other) is None
    found = [info.header.commands for info in all_saves(kit.saves.folder) if info.header and info.header.seed == 7]
    assert 1 in found
