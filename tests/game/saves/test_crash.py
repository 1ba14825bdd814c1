"""When the program fails somewhere, is there a report, one sentence for the player, and the game at the next start?"""

from __future__ import annotations

import errno
import os
import random
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ecs import Game, Side, new_game
from ecs.core.world import World
from game.app.application import App
from game.app.crash_reports import KEPT, CrashGuard, game_state, write_report
from game.app.settings import Settings
from game.cli import entry_point
from game.cli.lookup import scenarios
from game.cli.playing import replay
from game.opponents.salvo_staff.officer import SalvoOfficer
from game.play.session import Session, reopen
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from game.screens.play.table_panels import TablePanels
from game.screens.title import Title
from game.system import disk, redaction
from game.system.disk import Disk
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from tests.hostile_input.command_lines import leaves
from tests.kits.save_files import SCENARIO, interrupted, pick, played

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def broken(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, times: int) -> None:
    """Let a function fail when it is called for the n-th time, and ever after."""
    real, calls = getattr(owner, name), [0]

    def call(*args: Any, **kwargs: Any) -> Any:
        calls[0] += 1
        if calls[0] >= times:
            raise ZeroDivisionError(f"{name} is broken")
        return real(*args, **kwargs)

    monkeypatch.setattr(owner, name, call)


def crash(fault: Callable[[], None], seed: int = 3, **options: str) -> tuple[str, str, list[str]]:
    """Play in a window until the program fails: its last words, the report, the commands given till then."""
    players = dict.fromkeys(Side, "recruit")
    saves = Saves()
    session = Session(new_game(SCENARIO, seed=seed, options=options), players, saves)
    session.autosave()
    dice = random.Random(seed)
    for _ in range(20):
        session.do(pick(session.game, dice))
    app = App(Settings(first_run=False, ai_pause_ms=0, battle_pause_ms=0), headless=True, size=(1280, 720))
    table = TableScene(all_resources(app, saves, silent=True), session)
    app.push(table)
    table.playback.fast = "turn"
    rounds = iter(range(300))
    app._wait = lambda: [] if next(rounds, -1) >= 0 else pytest.fail("nothing failed")  # type: ignore[method-assign]
    fault()
    with pytest.raises(SystemExit) as stopped:
        app.run()
    saves.let_go()  # the process ends here
    said = str(stopped.value)
    report = Path(said.rpartition("report in ")[2])
    commands = [record.command for record in session.game.log[1:]]
    return said, report.read_text(encoding="utf-8"), commands


@pytest.mark.parametrize(
    "owner, name, times",
    [
        (World, "emit", 30),
        (Game, "_record", 4),
        (SalvoOfficer, "choose", 3),
        (BoardView, "draw", 2),
        (TablePanels, "build", 2),
        (TableController, "take_in", 5),
        (Session, "note", 3),
    ],
    ids=["rules", "referee", "opponent", "drawing", "panels", "desk", "saving"],
)
def test_a_fault_anywhere_leaves_a_report_a_sentence_and_the_game(
    monkeypatch: pytest.MonkeyPatch, owner: type, name: str, times: int, home: Path
) -> None:
    with monkeypatch.context() as patch:
        said, report, commands = crash(lambda: broken(patch, owner, name, times))
    assert "\n" not in said and f"{name} is broken" in said and str(home) in said
    assert "the next start offers to resume it" in said
    state = (SCENARIO, "seed 3", "turn 1", "phase ", "to act", "digest", "TableScene", "Soviet recruit", commands[-1])
    for words in ("ZeroDivisionError", "Traceback", "msgspec", "Last lines of the log", *state):
        assert words in report, words
    saves = Saves()
    left = interrupted(saves)
    assert left is not None
    session, _ = reopen(left.path, saves)
    assert [record.command for record in session.game.log[1:]] == commands
    assert session.game.digest() in report
    session.do(session.game.legal()[0])
    app = App(Settings(first_run=False), headless=True, size=(1280, 720))
    app.push(Title(all_resources(app, saves, silent=True)))
    assert isinstance(app.top, Title) and app.top.interrupted


def test_a_fault_in_the_rules_leaves_the_position_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game, dice = played(30), random.Random(3)
    for number in range(1, 25):
        before = (game.digest(), game.legal(), list(game.log), list(game.marks), game.can_undo)
        command = dice.choice(game.legal())
        with monkeypatch.context() as patch:
            broken(patch, World, "emit", 1 + number % 3)
            try:
                game.apply(command)
            except ZeroDivisionError:
                assert (game.digest(), game.legal(), game.log, game.marks, game.can_undo) == before
            else:
                continue
        game.apply(command)


def test_hidden_orders_stand_in_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        _, report, commands = crash(lambda: broken(patch, BoardView, "draw", 1), secret_setup="on")
    assert "left out" in report and not any(command in report for command in commands if command.startswith("deploy"))
    game = played(24, secret_setup="on")
    assert not any(record.command in game_state(game) for record in game.log[1:])


def test_a_game_that_cannot_be_saved_or_described_still_leaves_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:

        def fault() -> None:
            broken(patch, BoardView, "draw", 1)
            broken(patch, Game, "digest", 1)

        said, report, commands = crash(fault)
    assert "offered" not in said and "is broken" in said and "could not be described" in report
    left = interrupted(Saves())
    assert left is not None, "the journal holds the game all the same"
    session, _ = reopen(left.path, Saves())
    assert [record.command for record in session.game.log[1:]] == commands


def guarded(error: BaseException, state: Callable[[], str] = lambda: "", **kwargs: Any) -> tuple[str, str]:
    """What is said of an error, and the report."""
    with pytest.raises(SystemExit) as stopped, CrashGuard(state, kwargs.pop("tell", lambda _: None), **kwargs):
        raise error
    said = str(stopped.value)
    return said, Path(said.rpartition("report in ")[2]).read_text(encoding="utf-8")


def test_a_report_that_cannot_be_written_in_the_players_folder_lies_elsewhere(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    home.mkdir()
    (home / "crash").write_text("a file where the folder should be")
    told: list[str] = []
    said, report = guarded(ValueError("two\nlines"), tell=told.append, rescue=lambda: "@auto-000001.save")
    assert told == [said] and str(tmp_path / "rasputitsa-crash-") in said
    assert "two lines" in said and "the next start offers to resume it" in said and "ValueError: two" in report


def test_a_report_that_can_be_written_nowhere_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    class Full(Disk):
        def write(self, handle: int, data: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(disk, "DISK", Full())
    told: list[str] = []
    with pytest.raises(SystemExit) as stopped, CrashGuard(lambda: "turn 4", told.append):
        raise ValueError("no die")
    assert told == [str(stopped.value)] and "the report could not be written (No space left on device)" in told[0]
    assert "ValueError: no die" in (said := capsys.readouterr().err) and "turn 4" in said


class Mute(Exception):
    """An error that cannot speak."""

    def __str__(self) -> str:
        raise KeyboardInterrupt

    __repr__ = __str__


def chained(length: int) -> Exception:
    error = ValueError("the first")
    for number in range(length):
        error, error.__cause__ = ValueError(f"number {number}"), error
    return error


ERRORS: dict[str, Callable[[], Exception]] = {  # made in the test: what shows a failed test would let Mute speak
    "surrogates": lambda: ValueError("\udcff\ud800"),
    "control characters": lambda: ValueError("\x1b[2J\x00\x07\u202e"),
    "long": lambda: ValueError("x" * 5_000_000),
    "many lines": lambda: ValueError("a\n" * 1_000_000),
    "empty": ValueError,
    "mute": Mute,
    "memory": MemoryError,
    "recursion": lambda: RecursionError("x" * 1000),
    "unicode": lambda: UnicodeEncodeError("utf-8", "\udcff", 0, 1, "surrogates not allowed"),
    "group": lambda: ExceptionGroup("many", [ValueError("\udcff" * 1000)] * 500),
    "chain": lambda: chained(400),
}


@pytest.mark.parametrize("kind", ERRORS)
def test_whatever_the_error_the_report_is_whole_and_of_bounded_size(kind: str) -> None:
    name = type(ERRORS[kind]()).__name__
    said, report = guarded(ERRORS[kind](), lambda: "\udcff" * 1000 + "\x1b[2J" + "state " * 100_000)
    assert said.isprintable() and len(said) < 1000
    assert name in report and "rasputitsa 0" in report and report.endswith("state \n")
    assert len(report) < 1_000_000
    assert all(line.isprintable() for line in report.split("\n"))


def test_an_endless_recursion_is_reported() -> None:
    def deeper(n: int) -> int:
        return deeper(n + 1) + 1

    with pytest.raises(SystemExit) as stopped, CrashGuard(lambda: "", lambda _: None):
        deeper(0)
    report = Path(str(stopped.value).rpartition("report in ")[2]).read_text(encoding="utf-8")
    assert "RecursionError" in report and "deeper" in report


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError, ValueError])
def test_a_fault_while_a_fault_is_told_changes_nothing(kind: type[BaseException]) -> None:
    def fail(*_: Any) -> Any:
        raise kind("\udcff")

    said, report = guarded(ValueError("the first"), fail, tell=fail, rescue=fail)
    assert "the first" in said and "ValueError: the first" in report and "could not be described" in report


def test_only_the_last_reports_are_kept_and_the_newest_is_among_them_whatever_the_clock_says(home: Path) -> None:
    folder = home / "crash"
    folder.mkdir(parents=True)
    for number in range(30):
        path = folder / f"crash-20990101-0000{number:02}.txt"
        path.write_text("of a clock that went ahead")
        os.utime(path, (5e9 + number, 5e9 + number))
    (folder / "notes.txt").write_text("of the player's")
    path = write_report(ValueError("now"), "")
    left = sorted(p.name for p in folder.iterdir())
    assert path.name in left and "notes.txt" in left
    kept = [f"crash-20990101-0000{number:02}.txt" for number in range(30 - KEPT + 1, 30)]
    assert set(left) == {path.name, "notes.txt", *kept}


def test_two_reports_of_one_moment_are_two_files() -> None:
    assert len({write_report(ValueError(str(number)), "") for number in range(5)}) == 5


def test_a_fault_of_the_command_line_is_one_sentence_too(
    monkeypatch: pytest.MonkeyPatch, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scenarios, "list_scenarios", lambda: 1 / 0)
    assert entry_point.main(["scenarios"]) == 1
    (report,) = (home / "crash").iterdir()
    said = capsys.readouterr().err
    assert str(report) in said and said.count("\n") == 1 and "Traceback" not in said
    assert "Called as: scenarios" in report.read_text(encoding="utf-8")


@pytest.mark.parametrize("secret", ["opensesame", "öß'\"\\", "pw", "--x", "a b", "x=y"])
@pytest.mark.parametrize("form", ["--passphrase={}", "--pass={}", "--passphrase {}", "--passp {}"])
def test_a_passphrase_stands_in_no_report(
    monkeypatch: pytest.MonkeyPatch, home: Path, capsys: pytest.CaptureFixture[str], secret: str, form: str
) -> None:
    def fail(path: Path, passphrase: str = "") -> None:
        raise ZeroDivisionError(f"Namespace(passphrase={passphrase!r}) {secret}")

    monkeypatch.setattr(replay, "read_save", fail)
    option, sign, _ = form.partition("=")
    words = [f"{option}={secret}"] if sign else [option.split()[0], secret]
    code = entry_point.main(["replay", "x.save", *words])
    said = capsys.readouterr().err
    if code == 2:  # argparse takes the word for an option
        assert secret.startswith("--") and not sign
        return
    (report,) = (home / "crash").iterdir()
    text = report.read_text(encoding="utf-8")
    assert "(passphrase)" in text and "Called as: replay x.save --pass" in text
    told = text.replace("(passphrase)", "").replace("--passphrase", "").replace("passphrase=", "") + said
    assert not re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", told)
    assert not re.search(rf"(?<!\w){re.escape(repr(secret)[1:-1])}(?!\w)", told)


def test_a_passphrase_of_the_environment_stands_in_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RASPUTITSA_PASSPHRASE", "opensesame")
    said, report = guarded(ValueError("wrong: opensesame"), lambda: "tried opensesame")
    assert "opensesame" not in said + report


def test_every_option_that_takes_a_passphrase_is_known_to_be_secret() -> None:
    options = [
        word for _, leaf in leaves(entry_point.parser()) for action in leaf._actions for word in action.option_strings
    ]
    secret = {word for word in options if re.search("pass|phrase|secret|password|token", word)}
    assert secret and all(redaction.secrets_of([word, "x"]) == ["x"] for word in secret)


def test_a_report_does_not_say_whose_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    anna = tmp_path / "anna"
    monkeypatch.setattr(Path, "home", lambda: anna)
    monkeypatch.setenv("RASPUTITSA_HOME", str(anna / "games"))
    said, report = guarded(OSError(2, "gone", str(anna / "a.save")), lambda: f"{anna}, {anna}s, {anna}-2")
    assert str(anna / "games" / "crash") in said, "the player is told where it is"
    assert "your files ~" in report and f"~, {anna}s, {anna}-2" in report
    assert str(anna / "a.save") not in report
