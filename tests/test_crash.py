"""When the program fails somewhere, is there a report, one sentence for the player, and the game at the next start?"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ecs import Game, Side, new_game
from ecs.world import World
from game import cli
from game.app import App
from game.commandline import scenarios
from game.crash import CrashGuard, game_state
from game.opponents.recruit import Recruit
from game.panels.desk import Desk
from game.saves import Saves
from game.scenes.furniture import Furniture
from game.scenes.kit import Kit
from game.scenes.table import TableScene
from game.scenes.title import Title
from game.session import Session, reopen
from game.settings import Settings
from game.table import Table
from tests.savekit import SCENARIO, pick, played

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
    session = Session(new_game(SCENARIO, seed=seed, options=options), players, Saves())
    session.autosave()
    dice = random.Random(seed)
    for _ in range(20):
        session.do(pick(session.game, dice))
    app = App(Settings(first_run=False, ai_pause_ms=0, battle_pause_ms=0), headless=True, size=(1280, 720))
    table = TableScene(Kit(app, session.saves, silent=True), session)
    app.push(table)
    table.fast = "turn"
    rounds = iter(range(300))
    app._wait = lambda: [] if next(rounds, -1) >= 0 else pytest.fail("nothing failed")  # type: ignore[method-assign]
    fault()
    with pytest.raises(SystemExit) as stopped:
        app.run()
    said = str(stopped.value)
    report = Path(said.rpartition("written in ")[2])
    commands = [record.command for record in session.game.log[1:]]
    return said, report.read_text(encoding="utf-8"), commands


@pytest.mark.parametrize(
    "owner, name, times",
    [
        (World, "emit", 30),
        (Game, "_record", 4),
        (Recruit, "choose", 3),
        (Table, "draw", 2),
        (Furniture, "build", 2),
        (Desk, "take_in", 5),
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
    assert "offered at the next start" in said
    state = (SCENARIO, "seed 3", "turn 1", "phase ", "to act", "digest", "TableScene", "Soviet recruit", commands[-1])
    for words in ("ZeroDivisionError", "Traceback", "msgspec", "Last lines of the log", *state):
        assert words in report, words
    saves = Saves()
    left = saves.resumable()
    assert left is not None
    session, _ = reopen(left.path, saves)
    assert [record.command for record in session.game.log[1:]] == commands
    assert session.game.digest() in report
    session.do(session.game.legal()[0])
    app = App(Settings(first_run=False), headless=True, size=(1280, 720))
    app.push(Title(Kit(app, saves, silent=True)))
    assert isinstance(app.top, Title) and app.top.interrupted


def test_a_fault_in_the_rules_leaves_the_position_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game, dice = played(30), random.Random(1)
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
        _, report, commands = crash(lambda: broken(patch, Table, "draw", 1), secret_setup="on")
    assert "left out" in report and not any(command in report for command in commands if command.startswith("deploy"))
    game = played(24, secret_setup="on")
    assert not any(record.command in game_state(game, secret=True) for record in game.log[1:])


def test_a_game_that_cannot_be_saved_or_described_still_leaves_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:

        def fault() -> None:
            broken(patch, Table, "draw", 1)
            broken(patch, Game, "digest", 1)

        said, report, commands = crash(fault)
    assert "offered" not in said and "is broken" in said and "could not be described" in report
    left = Saves().resumable()
    assert left is not None, "the journal holds the game all the same"
    session, _ = reopen(left.path, Saves())
    assert [record.command for record in session.game.log[1:]] == commands


def test_a_report_that_cannot_be_written_is_told(home: Path) -> None:
    home.mkdir()
    (home / "crash").write_text("a file where the folder should be")
    told: list[str] = []
    with pytest.raises(SystemExit), CrashGuard(lambda: "", told.append, lambda: "@auto-000001.save"):
        raise ValueError("two\nlines")
    (said,) = told
    assert "could not be written" in said and "two lines" in said and "offered at the next start" in said


def test_a_fault_of_the_command_line_is_one_sentence_too(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr(scenarios, "list_scenarios", lambda: 1 / 0)
    with pytest.raises(SystemExit) as stopped:
        cli.main(["scenarios"])
    (report,) = (home / "crash").iterdir()
    assert str(report) in str(stopped.value)
    assert "Called as: scenarios" in report.read_text(encoding="utf-8")
