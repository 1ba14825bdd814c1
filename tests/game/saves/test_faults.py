"""Is anything lost when the disk refuses, or the power fails, wherever it happens?"""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from game.play.session import Session
from game.saves.storage import crash_journal
from game.system import disk
from game.system.disk import Disk, UnsureError, write_whole
from tests.kits.evening_at_a_disk import Commands, clock, commands_of, die, new_game, started_at, take_up
from tests.kits.failing_disk import OPERATIONS, Failing, Fault, faults_at, in_place_of_the_disk
from tests.kits.lost_on_a_disk import Trial, all_faults
from tests.kits.power_cut import LOOSE, ORDERED, Remembering, State, lay_out, name_of

SCENARIO, SEED = "barbarossa-1941", 2


class Refusing(Failing):
    """Fails at every operation of these names."""

    refused: tuple[str, ...] = ()

    def _ask(self, operation: str, act: Callable[[], Any], partly: Callable[[str], Any] | None = None) -> Any:
        if operation not in self.refused:
            return super()._ask(operation, act, partly)
        if partly is not None:
            partly("half")
        raise OSError(errno.EIO, os.strerror(errno.EIO))


class Table:
    """A game on a disk that can be made to fail; it stands where attacks are declared, one a command."""

    def __init__(self, home: Path, model: str, let_pass: Callable[[float], None]) -> None:
        home.mkdir()
        self.home, self.let_pass = home, let_pass
        self.disk = Refusing(Remembering(home, model))
        self.session: Session | None = None

    def begin(self) -> str:
        self.session = new_game(self.home, SCENARIO, SEED)
        told = self._told()
        self.session.do(next(command for command in self.session.game.legal() if command.verb == "end"))
        return told + self._told()

    def play(self, count: int = 1) -> str:
        """Some commands; what the player is told."""
        for _ in range(count):
            self.let_pass(1.0)
            self.playing.do(next(command for command in self.playing.game.legal() if command.verb == "attack"))
        return self._told()

    def undo(self) -> str:
        self.let_pass(1.0)
        assert self.playing.undo() is not None
        return self._told()

    def _told(self) -> str:
        told, self.playing.problem = self.playing.problem, ""
        return told

    @property
    def playing(self) -> Session:
        assert self.session is not None
        return self.session

    @property
    def now(self) -> Commands:
        return commands_of(self.playing)

    def found(self) -> Commands | None:
        """What the program finds if it is killed now and started anew, on a disk that is well."""
        self.disk.refused = ()
        die(self.playing)
        return found_in(self.home)

    def after_a_power_cut(self, work: Path) -> set[Commands | None]:
        """What it may find if the power is cut now."""
        assert isinstance(self.disk.inner, Remembering)
        return {found_in(laid_out(state, work)) for state in self.disk.inner.left(random.Random(1), 40)}


def found_in(home: Path) -> Commands | None:
    with in_place_of_the_disk(Disk()):
        playing, _ = take_up(home, SEED)
        if playing is None:
            return None
        commands = commands_of(playing)
        die(playing)
        return commands


def laid_out(state: State, work: Path) -> Path:
    place = work / f"state-{name_of(state)}"
    if not place.exists():
        place.mkdir(parents=True)
        lay_out(state, place)
    return place


@pytest.fixture(params=[LOOSE, ORDERED])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    with started_at(tmp_path / "played"), clock() as let_pass:
        table = Table(tmp_path / "played", request.param, let_pass)
        with in_place_of_the_disk(table.disk):
            yield table
            if table.session is not None:
                die(table.session)


# -- found by the trial ---------------------------------------------------------------------------


def test_a_command_just_given_outlives_a_power_cut_and_so_does_the_name_of_the_file_it_stands_in(
    table: Table, tmp_path: Path
) -> None:
    table.begin()
    for _ in range(3):
        assert table.play() == ""
        assert table.after_a_power_cut(tmp_path) == {table.now}


def test_a_flush_that_fails_is_told_and_the_next_command_makes_it_good(table: Table, tmp_path: Path) -> None:
    table.begin()
    table.play(2)
    kept = table.now
    table.disk.refused = ("flush",)
    assert "can no longer be written" in table.play()
    assert table.play() == "", "told once"
    assert {kept, table.now} >= table.after_a_power_cut(tmp_path) - {table.now[:-1]}
    table.disk.refused = ()
    assert table.play() == ""
    assert table.after_a_power_cut(tmp_path) == {table.now}


@pytest.mark.parametrize("table", [LOOSE], indirect=True)
@pytest.mark.parametrize("refused", ["create", "write", "flush", "rename", "flush_name", "open_to_append"])
def test_while_a_journal_cannot_be_written_anew_the_old_one_counts(table: Table, refused: str, tmp_path: Path) -> None:
    table.begin()
    table.play(3)
    kept = len(table.now)
    table.disk.refused = ("flush",)
    table.play()
    table.disk.refused = (refused,)
    table.play(2)
    assert {len(found or ()) for found in table.after_a_power_cut(tmp_path)} <= set(range(kept, len(table.now) + 1))
    assert len(table.found() or ()) >= kept


def test_what_was_taken_back_while_nothing_could_be_noted_does_not_come_back(table: Table, tmp_path: Path) -> None:
    table.begin()
    table.play(2)
    table.disk.refused = ("flush",)
    table.play()
    table.disk.refused = ()
    begun = table.now[:1]
    while table.now != begun:
        table.undo()
    assert table.after_a_power_cut(tmp_path) == {begun}


def test_a_game_that_could_not_be_saved_as_it_began_is_saved_with_the_next_command(table: Table) -> None:
    table.disk.refused = ("write",)
    assert "Autosave failed" in table.begin()
    assert table.play(2) == "", "told once"
    table.disk.refused = ()
    assert table.play() == ""
    assert table.found() == table.now


def test_a_game_taken_back_past_its_autosave_on_a_full_disk_is_kept_from_the_next_command_on(table: Table) -> None:
    table.begin()
    table.play(3)
    assert table.playing.rescue() is not None
    table.disk.refused = ("write",)
    assert "Autosave failed" in table.undo()
    table.undo()
    table.disk.refused = ()
    assert table.play() == ""
    assert table.found() == table.now


def test_where_a_disk_is_slow_what_was_noted_is_flushed_as_soon_as_it_has_rested(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush = table.disk.inner.flush
    table.begin()
    table.play()
    monkeypatch.setattr(table.disk.inner, "flush", lambda handle: (table.let_pass(0.2), flush(handle)))
    table.play()  # the disk is found to be slow
    kept = table.now
    table.play(2)
    assert table.after_a_power_cut(tmp_path) == {kept, table.now[:-1], table.now}
    table.let_pass(4.0)
    table.playing.settle()
    assert table.after_a_power_cut(tmp_path) == {table.now}


# -- the disk -------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", [LOOSE, ORDERED])
def test_a_file_in_a_new_folder_outlives_a_power_cut(model: str, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    remembering = Remembering(tmp_path / "disk", model)
    with in_place_of_the_disk(remembering):
        write_whole(tmp_path / "disk" / "some" / "folder" / "file", b"words")
    states = list(remembering.left(random.Random(1), 100))
    assert states and all(state == {"some/folder/file": b"words"} for state in states)


def test_a_name_that_may_not_outlive_a_power_cut_is_told_of(tmp_path: Path) -> None:
    refusing = Refusing(Disk())
    refusing.refused = ("flush_name",)
    with in_place_of_the_disk(refusing), pytest.raises(UnsureError):
        write_whole(tmp_path / "file", b"words")
    assert (tmp_path / "file").read_bytes() == b"words"


@pytest.mark.parametrize(("answer", "heard"), [(errno.EINVAL, False), (errno.EIO, True)])
def test_a_file_system_that_knows_no_flush_of_folders_is_no_fault(
    answer: int, heard: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_handle: int) -> None:
        raise OSError(answer, os.strerror(answer))

    monkeypatch.setattr(os, "fsync", refuse)
    if heard:
        with pytest.raises(OSError, match=os.strerror(answer)):
            Disk().flush_name(tmp_path / "file")
    else:
        Disk().flush_name(tmp_path / "file")


def test_where_folders_cannot_be_flushed_the_file_is_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, flushed = tmp_path / "file", []
    path.write_bytes(b"words")
    monkeypatch.delattr(os, "O_DIRECTORY", raising=False)
    monkeypatch.setattr(os, "fsync", lambda handle: flushed.append(os.fstat(handle).st_ino))
    Disk().flush_name(path)
    assert flushed == [path.stat().st_ino]


# -- the trial ------------------------------------------------------------------------------------


def test_no_operation_is_left_out_of_the_trial() -> None:
    assert set(OPERATIONS) <= set(vars(Failing))
    assert set(OPERATIONS) - {"read", "read_line"} <= set(vars(Remembering))
    assert all(list(faults_at(0, operation)) for operation in OPERATIONS)


def test_the_states_a_power_cut_may_leave_are_all_told(tmp_path: Path) -> None:
    disk = Remembering(tmp_path, LOOSE)
    handle = disk.create(tmp_path / "a")
    disk.write(handle, b"1234")
    contents = {state.get("a") for state in disk.left(random.Random(1), 100)}
    assert contents == {None, b"", b"12", bytes(4), b"1234"}
    disk.flush(handle)
    disk.rename(tmp_path / "a", tmp_path / "b")
    assert {tuple(state.items()) for state in disk.left(random.Random(1), 100)} == {
        (),
        (("a", b"1234"),),
        (("b", b"1234"),),
    }
    disk.flush_name(tmp_path / "b")
    assert list(disk.left(random.Random(1), 100)) == [{"b": b"1234"}]
    disk.close(handle)


def test_what_a_failed_flush_should_have_flushed_stays_in_doubt(tmp_path: Path) -> None:
    disk = Remembering(tmp_path, LOOSE)
    handle = disk.create(tmp_path / "a")
    disk.flush_name(tmp_path / "a")
    disk.write(handle, b"12")
    disk.flush_in_vain(handle)
    disk.write(handle, b"34")
    disk.flush(handle)
    assert {state["a"] for state in disk.left(random.Random(1), 100)} == {b"1234", b"\0\00034", b"1\00034"}
    disk.close(handle)


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path, SCENARIO, SEED, length=5, most=8)


def test_an_evening_of_faults_loses_nothing_that_was_kept(trial: Trial) -> None:
    faults = all_faults(trial.operations())
    for fault in random.Random(3).sample(faults, 8):
        trial.evening(fault)
    assert trial.tally.broken == []
    assert trial.tally.told > 8


@pytest.mark.parametrize("model", [LOOSE, ORDERED])
def test_a_power_cut_after_every_few_operations_costs_the_command_that_is_being_given_at_most(
    trial: Trial, model: str
) -> None:
    trial.cuts(model, every=12)
    assert trial.tally.broken == []
    assert trial.tally.states > 20 and set(trial.tally.lost_by_cuts) == {0, 1}


def test_the_trial_notices_a_journal_that_is_never_flushed(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash_journal.CrashJournal, "_sync", lambda _: None)
    trial.cuts(LOOSE, every=16)
    assert any("was kept" in text for text in trial.tally.broken)


def test_the_trial_notices_a_failure_that_is_hushed_up(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    add, asked = crash_journal.CrashJournal._add, trial.operations()

    def quietly(self: crash_journal.CrashJournal, data: bytes) -> None:
        with suppress(OSError):
            add(self, data)

    monkeypatch.setattr(crash_journal.CrashJournal, "_add", quietly)
    appended = next(n for n, operation in enumerate(asked) if operation == "write" and asked[n - 1] != "create")
    trial.evening(Fault(appended, errno.EIO))
    assert trial.tally.broken


# -- Windows, where a file that is open is in the way ---------------------------------------------


def busy(code: int, times: int, real: Callable[..., None], seen: list[int]) -> Callable[..., None]:
    """An operation as Windows has it while somebody else reads the file: refused a few times, then done."""

    def act(*args: Any, **kwargs: Any) -> None:
        seen.append(code)
        if len(seen) <= times:
            refusal = PermissionError(errno.EACCES, "Access is denied")
            refusal.winerror = code
            raise refusal
        real(*args, **kwargs)

    return act


@pytest.mark.parametrize("code", [5, 32])
def test_a_file_that_a_virus_scanner_reads_is_replaced_and_removed_once_it_is_free(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "PAUSE", 0)
    (tmp_path / "save").write_bytes(b"old")
    for name, act in (("replace", lambda: write_whole(tmp_path / "save", b"new")), ("unlink", remove_it(tmp_path))):
        seen: list[int] = []
        owner = os if name == "replace" else Path
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, busy(code, 3, getattr(owner, name), seen))
            act()
        assert len(seen) == 4
        assert name == "unlink" or (tmp_path / "save").read_bytes() == b"new"
    assert not list(tmp_path.iterdir())


def remove_it(folder: Path) -> Callable[[], None]:
    return lambda: disk.DISK.remove(folder / "save")


@pytest.mark.parametrize(("code", "tries"), [(32, disk.TRIES + 1), (112, 1), (0, 1)])
def test_a_file_that_is_never_free_and_any_other_refusal_are_told(
    code: int, tries: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "PAUSE", 0)
    (tmp_path / "save").write_bytes(b"old")
    seen: list[int] = []
    monkeypatch.setattr(os, "replace", busy(code, 10**9, os.replace, seen))
    with pytest.raises(PermissionError):
        write_whole(tmp_path / "save", b"new")
    assert len(seen) == tries
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("save", b"old")]
