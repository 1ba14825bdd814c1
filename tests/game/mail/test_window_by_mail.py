"""Is a game by mail begun, accepted, opened and listed in the window, and is what does not belong there refused?"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from ecs import Side, find_scenario
from game.app import launch
from game.app.application import App
from game.app.settings import Settings
from game.cli.entry_point import main
from game.mail.clerk import Clerk
from game.mail.correspondence import CONCEALED, Correspondence, accept, invite
from game.mail.own_part import MailError, homes, mail_root, remove_part
from game.play import session as sessions
from game.saves import encryption
from game.saves.storage.save_folder import Saves
from game.screens import by_mail, saved_games
from game.screens.all_screens import all_resources
from game.screens.by_mail import GameByMail, InvitationReceived, Mailbag
from game.screens.new_game import NewGame
from game.screens.play.play_screen import TableScene
from game.screens.saved_games import SaveList, whose_turn
from game.screens.setup_editor.draft_desk import DraftDesk
from game.screens.shared.resources import SharedResources
from game.screens.title import Title
from tests.kits.letters import SCENARIO, changed, recruit
from tests.kits.pilot import Pilot

pytestmark = pytest.mark.usefixtures("worlds_given_back")


@dataclass
class Desk:
    """Somebody at the window, a friend at another computer, and the folder they share."""

    app: App
    kit: SharedResources
    pilot: Pilot
    post: Path
    friends: Path

    def drop(self, path: Path) -> None:
        """Drop a file onto the window."""
        self.app.step([Event(pygame.DROPFILE, file=str(path))])
        self.rest()

    def rest(self) -> None:
        """Let what waits look for letters, and draw."""
        for _ in range(3):
            self.app.dirty = True
            self.app.step((), 0.1)

    def said(self) -> str:
        """The last notice."""
        return self.app.ui.notices[-1].text if self.app.ui.notices else ""

    def fill(self, name: str, text: str) -> None:
        """Type into a field in place of what stands in it."""
        self.pilot.click(*next(s for s in self.app.ui.spots if s.id.endswith(f"/{name}")).clip.center)
        self.pilot.key("Ctrl+A")
        self.pilot.key("Backspace")
        self.pilot.type(text)

    def invited(self, passphrase: str = "") -> Correspondence:
        """The player has invited, from elsewhere; where it was written."""
        mail = invite(SCENARIO, Side.AXIS, self.post, "Anna", passphrase=passphrase)
        mail.close()
        return mail

    def friend_accepts(self) -> Clerk:
        """The friend answers the invitation in the folder."""
        data = next(self.post.glob("*-00000-*")).read_bytes()
        return Clerk(accept(data, self.post, "Boris", root=self.friends), recruit(Side.SOVIET))

    def friend_invites(self) -> Clerk:
        """The friend writes an invitation into the folder."""
        return Clerk(invite(SCENARIO, Side.AXIS, self.post, "Boris", root=self.friends))

    @property
    def table(self) -> TableScene:
        """The screen in front."""
        assert isinstance(self.app.top, TableScene), self.app.top
        return self.app.top


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """At the title; nobody waits between two looks for a letter."""
    for module in (sessions, by_mail):
        monkeypatch.setattr(module, "LISTEN", 0.0)
    app = App(Settings(first_run=False, hints=False, drama="off"), headless=True, size=(1280, 800))
    kit = all_resources(app, Saves(), silent=True)
    app.take_file = Mailbag(kit).take
    app.push(kit.doors.title())
    yield Desk(app, kit, Pilot(app), tmp_path / "post", tmp_path / "friends")
    for scene in list(app.scenes):
        scene.leave_game()
        scene.on_leave()


def new_game(desk: Desk, scenario: str = SCENARIO) -> NewGame:
    """The screen before a game, at a game by mail."""
    screen = desk.kit.doors.new_game(scenario)
    assert isinstance(screen, NewGame)
    desk.app.push(screen)
    desk.rest()
    desk.pilot.press("By mail")
    return screen


def test_an_invitation_is_written_and_the_game_begins_when_the_friend_accepts(desk: Desk) -> None:
    new_game(desk)
    desk.fill("mail name", "Anna")
    desk.fill("mail folder", str(desk.post))
    desk.pilot.press("Write invitation")
    desk.rest()
    assert isinstance(desk.app.top, GameByMail) and isinstance(desk.app.scenes[0], Title)
    assert [path.name[16:] for path in desk.post.iterdir()] == ["-00000-axis.letter"]
    friend = desk.friend_accepts()
    desk.rest()
    session = desk.table.session
    assert session.mail is not None and session.mail.friend == "Boris" and session.human_to_act
    assert session.humans == (Side.AXIS,) and desk.table.first.introducing
    assert len(desk.kit.saves.games()) == 1
    friend.close()
    form = by_mail.MailForm()
    assert (form.name, form.folder) == ("Anna", str(desk.post))


@pytest.mark.parametrize("dice", ["Roll by roll", "Once a turn"])
def test_side_and_dice_are_those_chosen(desk: Desk, dice: str) -> None:
    screen = new_game(desk)
    desk.fill("mail folder", str(desk.post))
    desk.pilot.press("The Axis")
    desk.pilot.press("The Soviets")
    if dice == "Once a turn":
        desk.pilot.press("Roll by roll")
        desk.pilot.press("Once a turn")
    assert screen.mail is not None and "Dice seed" not in desk.pilot.texts()
    desk.pilot.press("Write invitation")
    desk.rest()
    (told,) = by_mail.mail_games()
    assert told.side is Side.SOVIET and by_mail.DICE[screen.mail.dice] == dice
    assert [path.name[16:] for path in desk.post.iterdir()] == ["-00000-soviet.letter"]


def test_what_cannot_be_written_is_told_in_a_dialog_and_nothing_is_lost(desk: Desk) -> None:
    screen = new_game(desk, "tdv-typhoon-1941")
    desk.fill("mail name", "Anna")
    desk.fill("mail folder", str(desk.post))
    for scenario, folder, why in (
        ("tdv-typhoon-1941", desk.post, CONCEALED),
        (SCENARIO, desk.friends / "a file", "Letters cannot be put into"),
        (SCENARIO, "", "Name a folder"),
    ):
        desk.friends.mkdir(exist_ok=True)
        (desk.friends / "a file").write_text("a file")
        screen._point_out(scenario)
        desk.rest()
        desk.fill("mail folder", str(folder))
        desk.pilot.press("Write invitation")
        desk.rest()
        dialog = next(spot for spot in desk.app.ui.spots if spot.id.endswith("modal:not invited"))
        assert "No invitation was written" in dialog.text and why in screen.refused
        desk.pilot.press("OK")
        assert desk.app.top is screen and screen.mail is not None and screen.mail.name == "Anna"
        assert screen.by_mail and not screen.refused
        assert not homes() and not desk.post.exists()


def test_an_invitation_that_is_dropped_is_accepted(desk: Desk) -> None:
    friend = desk.friend_invites()
    letter = next(desk.post.iterdir())
    desk.drop(letter)
    screen = desk.app.top
    assert isinstance(screen, InvitationReceived) and screen.form.folder == str(desk.post)
    assert any("Boris invites you" in spot.text for spot in desk.app.ui.spots)
    desk.fill("mail name", " ")
    desk.pilot.press("Accept invitation")
    assert "40 characters" in screen.refused and not homes()
    desk.fill("mail name", "Anna")
    desk.pilot.press("Accept invitation")
    desk.rest()
    assert isinstance(desk.app.top, GameByMail) and desk.pilot.find("Open folder")
    while friend.step():
        pass
    friend.player = recruit(Side.AXIS)
    for _ in range(40):
        friend.step()
        desk.rest()
        if isinstance(desk.app.top, TableScene):
            break
    assert desk.table.session.humans == (Side.SOVIET,) and friend.mail.friend == "Anna"
    friend.close()


def test_an_invitation_that_is_left_stays(desk: Desk) -> None:
    desk.friend_invites().close()
    desk.drop(next(desk.post.iterdir()))
    desk.pilot.press("Not now")
    assert isinstance(desk.app.top, Title) and not homes() and len(list(desk.post.iterdir())) == 1


def carried(desk: Desk) -> tuple[Path, Clerk]:
    """The acceptance of a game whose players share no folder, and who wrote it."""
    desk.invited()
    friend = desk.friend_accepts()
    answer = next(desk.post.glob("*-00001-*"))
    away = desk.friends / answer.name
    shutil.move(answer, away)
    friend.mail.close()
    return away, friend


def test_a_letter_carried_by_hand_opens_its_game(desk: Desk) -> None:
    letter, _ = carried(desk)
    desk.drop(letter)
    assert desk.table.session.mail is not None and desk.table.session.human_to_act


@pytest.mark.parametrize("what", ["damaged", "foreign", "forged", "no letter"])
def test_a_letter_that_does_not_belong_is_refused_in_a_sentence(desk: Desk, what: str) -> None:
    letter, friend = carried(desk)
    told = {
        "damaged": (b"torn", "This letter is damaged."),
        "foreign": (changed(friend.mail.letters[1], friend, game="0" * 16), "belongs to none of your games."),
        "forged": (changed(friend.mail.letters[1], friend, bytes(32)), "did not sign it"),
        "no letter": (b"", "is not a letter."),
    }[what]
    letter.write_bytes(told[0])
    desk.drop(letter)
    assert told[1] in desk.said() and isinstance(desk.app.top, Title)
    assert len(list((homes()[0] / "letters").iterdir())) == 1


def test_an_old_letter_is_told_and_leads_to_its_table(desk: Desk) -> None:
    letter, friend = carried(desk)
    desk.drop(letter)
    before = desk.table
    desk.drop(letter)
    assert desk.app.top is before and desk.said() == "Letter 1 is old: it has already been played."
    own = next(desk.post.glob("*-00000-*"))
    desk.drop(own)
    assert desk.said() == "Letter 0 is your own. Send it to Boris."
    before.leave_game()
    desk.app.replace(desk.kit.doors.title())
    desk.drop(letter)
    assert desk.table is not before and desk.said() == "Letter 1 is old: it has already been played."
    assert friend.mail.letters[1].data == letter.read_bytes()


def test_a_letter_dropped_onto_its_table_is_carried_out_there(desk: Desk) -> None:
    letter, _ = carried(desk)
    desk.drop(letter)
    scene, session = desk.table, desk.table.session
    assert session.mail is not None
    friend = Clerk(by_mail.open_mail(homes(desk.friends)[0]), recruit(Side.SOVIET))
    mind, away = recruit(Side.AXIS), desk.friends / "away"
    away.mkdir()
    for _ in range(60):
        while session.human_to_act and not session.machine_to_act:
            session.do(mind.choose(sessions.Seat(session.game, Side.AXIS))[0])
        while friend.step():
            pass
        if friend.game is not None and any(r.side is Side.SOVIET for r in friend.game.log):
            break
        session.listen()
        while session.machine_to_act:
            session.think()
    (newest,) = [path for path in desk.post.iterdir() if path.name.endswith(friend.mail.letters[-1].name)]
    number = len(session.mail.letters)
    assert session.awaited and friend.mail.letters[number].letter.side == "soviet"
    shutil.move(newest, away / newest.name)
    assert not session.listen()
    desk.drop(away / newest.name)
    assert desk.app.top is scene and len(session.mail.letters) > number
    friend.close()


def test_a_locked_game_asks_for_its_passphrase(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encryption, "ROUNDS", 1)
    monkeypatch.setattr(encryption, "MEMORY", 64)
    encryption.fresh_words.cache_clear()
    desk.invited("Vyazma")
    friend = desk.friend_accepts()
    letter = next(desk.post.glob("*-00001-*"))
    desk.drop(letter)
    screen = desk.app.top
    assert isinstance(screen, GameByMail) and screen.locked
    desk.fill("passphrase", "Moscow")
    desk.pilot.press("Open game")
    desk.rest()
    assert "cannot be opened" in screen.refused
    desk.fill("passphrase", "Vyazma")
    desk.pilot.press("Open game")
    desk.rest()
    assert desk.table.session.about.passphrase == "Vyazma"
    friend.close()
    encryption.fresh_words.cache_clear()


def test_the_list_of_saves_has_games_by_mail_with_what_they_wait_for(desk: Desk) -> None:
    first = desk.invited()
    desk.app.push(desk.kit.doors.saves())
    desk.rest()
    screen = desk.app.top
    assert isinstance(screen, SaveList)
    (item,) = [screen._mail_item(desk.app.ui, game) for game in screen.waiting()]
    assert item.below == "Waiting for your friend to accept"
    friend = desk.friend_accepts()
    screen.on_enter()
    assert [game.state for game in screen.waiting()] == ["A letter from your friend is waiting."]
    screen.words = "no such game"
    assert not screen.waiting()
    screen.words = ""
    desk.rest()
    desk.pilot.press("Load")
    desk.rest()
    assert desk.table.session.mail is not None and desk.table.session.mail.own.home == first.own.home
    desk.table.leave_game()
    desk.app.replace(desk.kit.doors.title())
    title = desk.app.top
    assert isinstance(title, Title) and title.to_move == "Your letter is due"
    desk.app.push(desk.kit.doors.saves())
    screen = desk.app.top
    assert isinstance(screen, SaveList) and not screen.waiting()
    assert "Your letter is due" in screen._item(desk.app.ui, screen.shown()[0]).below
    friend.close()


def test_a_locked_game_by_mail_does_not_say_whose_turn_it_is(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encryption, "ROUNDS", 1)
    monkeypatch.setattr(encryption, "MEMORY", 64)
    encryption.fresh_words.cache_clear()
    desk.invited("Vyazma")
    friend = desk.friend_accepts()
    desk.drop(next(desk.post.glob("*-00001-*")))
    desk.fill("passphrase", "Vyazma")
    desk.pilot.press("Open game")
    desk.rest()
    session = desk.table.session
    session.save("Anna")
    header = session.saves.games()[0].last.header
    assert header is not None and header.to_act
    assert whose_turn(header, {game.id: game for game in by_mail.mail_games()}) == "by mail, locked"
    assert whose_turn(header, {}) == "by mail"
    told = replace(by_mail.mail_games()[0], locked=False, state="The first letter of this game by mail is missing.")
    assert whose_turn(header, {told.id: told}) == "The first letter of this game by mail is missing"
    friend.close()
    encryption.fresh_words.cache_clear()


def test_the_list_of_saves_is_read_again_when_a_letter_comes_and_keeps_what_is_chosen(desk: Desk) -> None:
    desk.invited()
    desk.app.push(desk.kit.doors.saves())
    desk.rest()
    screen = desk.app.top
    assert isinstance(screen, SaveList) and 0 < screen.wake_in() <= saved_games.LOOK_AGAIN
    friend = desk.friend_accepts()
    screen.update(0.0)
    assert [game.state for game in screen.waiting()] == ["Waiting for your friend to accept."]  # it is not time to look
    desk.app.ui.now += saved_games.LOOK_AGAIN
    screen.asking = "delete mail"
    screen.update(0.0)
    assert [game.state for game in screen.waiting()] == ["Waiting for your friend to accept."]  # a question is open
    screen.asking = ""
    desk.app.ui.now += saved_games.LOOK_AGAIN
    screen.update(0.0)
    assert [game.state for game in screen.waiting()] == ["A letter from your friend is waiting."]
    (chosen,) = screen._keys()
    desk.app.ui.now += 3600
    other = desk.invited()
    screen.on_focus(False)
    assert len(screen.waiting()) == 1
    screen.on_focus(True)
    assert len(screen.waiting()) == 2 and screen._keys()[screen.row] == chosen
    for mail in (friend, other):
        mail.close()


def test_a_game_by_mail_is_deleted_after_a_question(desk: Desk) -> None:
    mail = desk.invited()
    desk.app.push(desk.kit.doors.saves())
    desk.rest()
    for answer in ("Keep", "Delete"):
        assert homes() == [mail.own.home]
        desk.pilot.press("Delete")
        desk.pilot.press(answer)
    assert not mail.own.home.exists() and not homes()
    screen = desk.app.top
    assert isinstance(screen, SaveList) and not screen.waiting()
    desk.friend_accepts().close()
    desk.drop(next(desk.post.glob("*-00001-*")))
    assert "none of your games" in desk.said()


def test_a_game_that_is_open_is_not_deleted(desk: Desk) -> None:
    mail = desk.invited()
    again = by_mail.open_mail(mail.own.home)
    with pytest.raises(MailError, match="is open"):
        remove_part(mail.own.home)
    again.close()
    assert homes() == [mail.own.home]


def test_a_file_that_is_dropped_costs_no_set_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.friend_invites().close()
    editor = desk.kit.doors.setup_editor(find_scenario(SCENARIO))
    desk.app.push(editor)
    monkeypatch.setattr(DraftDesk, "changed", True)
    for file in (next(desk.post.iterdir()), desk.post / "any.save"):
        desk.app.ui.notices.clear()
        desk.drop(file)
        assert desk.app.top is editor and "Leave this screen first" in desk.said()


def test_a_wait_that_fails_says_why(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    mail = desk.invited()
    screen = desk.kit.doors.by_mail(mail.own.home)
    assert isinstance(screen, GameByMail)
    desk.app.push(screen)
    desk.rest()
    assert screen.mail is not None and screen.wake_in() is not None

    def full(_mail: Correspondence, _game: object) -> bool:
        raise MailError("A letter cannot be kept: No space left on device.")

    monkeypatch.setattr(Correspondence, "poll", full)
    desk.rest()
    assert "No space left" in screen.refused and screen.mail is None
    desk.pilot.press("Close")
    assert isinstance(desk.app.top, Title)


def test_a_letter_named_to_the_program_opens_its_invitation(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.friend_invites().close()
    letter, seen = next(desk.post.iterdir()), list[str]()
    monkeypatch.setattr(launch, "_play", lambda kit, told: seen.append(type(kit.app.top).__name__) or 0)
    assert main([str(letter)]) == 0 and seen == ["InvitationReceived"]
    letter.write_bytes(b"torn")
    assert main([str(letter)]) == 1 and len(seen) == 1
    assert "This letter is damaged." in capsys.readouterr().err
    assert not mail_root().exists()


def test_a_save_may_be_dropped_too(desk: Desk) -> None:
    letter, _ = carried(desk)
    desk.drop(letter)
    path = desk.table.session.save("mine")
    desk.table.leave_game()
    desk.app.replace(desk.kit.doors.title())
    desk.drop(path)
    assert desk.table.session.mail is not None
    desk.drop(desk.post)
    assert "post" in desk.said() and isinstance(desk.app.top, TableScene)
