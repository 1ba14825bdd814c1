"""A game by mail at a table: its orders go, the friend's come and are shown, a save leads back to where letters are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from ecs import IllegalCommand, Side
from ecs.core.commands import EndPhase
from game.app.application import App
from game.app.settings import Settings
from game.mail import own_part
from game.mail.clerk import Clerk
from game.mail.letters import TURN
from game.opponents import Seat as Chair
from game.play import session as sessions
from game.play.session import Session, begin_by_mail, reopen
from game.saves.compatibility_notes import players_told
from game.saves.file_reader import read_header
from game.saves.storage.save_folder import SaveError, Saves
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from tests.kits.letters import Homes, recruit, two_homes
from tests.kits.pilot import Pilot
from tests.kits.window import Seat

pytestmark = pytest.mark.usefixtures("worlds_given_back")


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Homes]:
    """Anna sits at a table, Boris is a recruit; nobody waits between two looks for a letter, and the dice are the same
    every time, for what their keys are made of is counted."""
    made = count(1)
    monkeypatch.setattr(own_part.secrets, "token_hex", lambda size: f"{next(made):0{2 * size}x}")
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sessions, "LISTEN", 0.0)
    pair = two_homes(tmp_path, anna=tmp_path / "home" / "mail")
    pair.anna.mail.poll(None)
    yield pair
    pair.close()


def at_table(pair: Homes, saves: Saves | None = None) -> Session:
    return begin_by_mail(pair.anna.mail, saves)


def exchange(session: Session, boris: Clerk) -> None:
    """Everything that needs no choice of Anna's."""
    for _ in range(400):
        session.listen()
        if session.machine_to_act:
            session.think()
        if not boris.step() and not session.machine_to_act and (session.human_to_act or session.game.over):
            return
    raise AssertionError("neither can go on")


def test_a_game_is_played_at_a_table_against_letters(pair: Homes) -> None:
    session, mind, sent = at_table(pair), recruit(Side.AXIS), 0
    exchange(session, pair.boris)
    while not session.game.over:
        assert session.awaited == "" and session.human_to_act
        command, _ = mind.choose(Chair(session.game, Side.AXIS))
        log = len(session.game.log)
        deed = session.do(command)
        if len(session.game.log) == log:  # it rolls dice, and waits for Boris
            sent += 1
            assert deed.events == () and session.awaited == "Waiting for Boris's letter."
            assert not session.human_to_act and not session.machine_to_act and session.undo() is None
            with pytest.raises(IllegalCommand, match="Waiting"):
                session.do(EndPhase())
        exchange(session, pair.boris)
    assert sent and pair.boris.catch_up() is not None and pair.boris.game is not None
    assert session.game.digest() == pair.boris.game.digest()


def test_a_save_leads_back_to_where_the_letters_are(pair: Homes, tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves")
    session, mind = at_table(pair, saves), recruit(Side.AXIS)
    exchange(session, pair.boris)
    early = session.save("early")
    assert players_told(read_header(early)) == "axis: human, soviet: Boris, by mail"
    while len(pair.anna.mail.letters) < 6:
        session.do(mind.choose(Chair(session.game, Side.AXIS))[0])
        exchange(session, pair.boris)
    digest, log = session.game.digest(), [record.command for record in session.game.log]
    session.close()
    again, _ = reopen(early, saves)
    assert again.mail is not None and again.machine_to_act and again.mail.own.reloads == 1
    while again.machine_to_act:
        again.think()
    known = [record.command for record in again.game.log]
    assert log[: len(known)] == known and len(pair.boris.mail.letters) == len(again.mail.letters)
    if known == log:
        assert again.game.digest() == digest
    again.close()


def test_a_save_without_its_letters_is_refused(pair: Homes, tmp_path: Path) -> None:
    saves = Saves(tmp_path / "saves")
    session = at_table(pair, saves)
    exchange(session, pair.boris)
    path = session.save("mine")
    session.close()
    (pair.anna.mail.own.home / "own.part").unlink()
    with pytest.raises(SaveError, match="by mail"):
        reopen(path, saves)


def test_the_window_waits_for_a_letter_and_shows_what_came(pair: Homes) -> None:
    app = App(Settings(first_run=False, dispatches=True, drama="off"), headless=True, size=(1280, 800))
    session = at_table(pair)
    scene = TableScene(all_resources(app, silent=True), session)
    app.push(scene)
    seat = Seat(app, scene, Pilot(app))
    orders, mind, waited, told = 0, recruit(Side.AXIS), False, False
    for _ in range(600):
        seat.pilot.wait(0.3, 1)
        if session.awaited and not waited:
            waited = app.dirty = True
            seat.pilot.wait(3, 10)  # until what the last order moved has come to rest
            assert scene.playback.strip(warned=False) == "machine" and not scene.animating
            assert scene.widgets._chips() == ("Waiting for Boris's letter",)
            assert scene.wake_in() is not None
            seat.pilot.press("Open folder")
            assert str(pair.post) in app.ui.notices[-1].text  # nothing opens folders in a test
        pair.boris.step()
        if session.human_to_act and not session.machine_to_act:
            scene.news.close()
            scene.desk.give(mind.choose(Chair(session.game, Side.AXIS))[0])
            orders += 1
        told = told or (waited and bool(scene.playback.briefing))
        if told or session.game.over:
            break
    assert waited and orders and told
    assert any(record.side is Side.SOVIET for record in session.game.log)


def test_a_turn_at_once_takes_fresh_dice_before_its_first_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "LISTEN", 0.0)
    pair = two_homes(tmp_path, TURN)
    pair.anna.mail.poll(None)
    session, mind = at_table(pair), recruit(Side.AXIS)
    exchange(session, pair.boris)
    while not session.game.over:
        session.do(mind.choose(Chair(session.game, Side.AXIS))[0])
        exchange(session, pair.boris)
    pair.boris.catch_up()
    assert pair.boris.game is not None and session.game.digest() == pair.boris.game.digest()
    assert any(record.command.startswith("renew ") for record in session.game.log)
    pair.close()
