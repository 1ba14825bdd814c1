"""Games by mail in the window: an invitation written or accepted, the wait for a friend, and letters that are dropped.

A letter in the shared folder is taken by the table itself; here is what comes before there is a table.
"""

from __future__ import annotations

from pathlib import Path

from ecs import FRESH_DICE, RULESETS, MapError, Scenario, SetupError, Side, TableError, options_of
from ecs.untrusted_input import plain
from game.mail.clerk import Clerk, mail_games, open_mail, usual_folder, usual_name
from game.mail.correspondence import Correspondence, accept, invitation_in, invite
from game.mail.letters import EACH, ENDING, MOST_BYTES, MOST_NAME, TURN, LetterError, read_letter
from game.mail.own_part import PART, LockedError, MailError, mail_root
from game.mail.post import read_bounded
from game.play.scenarios import find_scenario
from game.play.session import LISTEN, save_of
from game.screens.play.play_screen import TableScene
from game.screens.saved_games import open_save
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources
from game.system.paths import typed_folder
from game.ui.cards.first_turn import FORCES
from game.ui.widgets import Ui, escape

FAULTS = (MailError, LetterError, SetupError, TableError, MapError)
DICE = {EACH: "Roll by roll", TURN: "Once a turn"}
ANSWERED = {
    EACH: "Your programs answer each other's rolls while both run.",
    TURN: "One answer serves a whole turn, for slow mail.",
}
SHARED = "A shared cloud folder, or any other if you carry the letters by hand."
LOCKED = "Optional. It locks your key and your saves. If you forget it, the game is lost."
CARRIED = "Without a shared folder, send this file to your friend, and drop the answer onto this window."
BEGINS = "The game begins as soon as the answer arrives. You can leave: it stays under **Load**."
MOST_OPTIONS = 8  # told of an invitation


class MailForm:
    """What a game by mail needs of its player: name, folder, dice, passphrase; as they were the last time.

    :param folder: for the letters; that of the last game by mail if not given.
    """

    def __init__(self, side: Side = Side.AXIS, folder: Path | None = None, dice: str = EACH) -> None:
        last = [game for game in mail_games() if game.folder][-1:]
        self.side, self.dice, self.passphrase = side, dice, ""
        self.name = next((game.own_name for game in last if game.own_name), usual_name())
        self.folder = str(folder or next((game.folder for game in last), usual_folder()))

    def build(self, ui: Ui) -> None:
        """The fields that both players fill in, one inviting and one accepting."""
        with ui.row(1, 3):
            ui.label("Your name", bold=True)
            self.name = ui.entry("mail name", self.name, limit=MOST_NAME)
        with ui.row(1, 3):
            ui.label("Folder", bold=True)
            self.folder = ui.entry("mail folder", self.folder, limit=1000)
        ui.text(SHARED, "small", "muted")
        with ui.row(1, 3):
            ui.label("Passphrase", bold=True, tooltip=LOCKED)
            self.passphrase = ui.entry("mail lock", self.passphrase, hint="none", tooltip=LOCKED, covered=True)

    def build_seat(self, ui: Ui) -> None:
        """Which side is played here, and how dice are thrown: for the player who invites."""
        sides, ways = sorted(Side), list(DICE)
        called = [f"The {FORCES[side]}" for side in sides]
        with ui.row(5, 7, 2, 6):
            ui.label("You play", bold=True)
            self.side = sides[ui.dropdown("mail side", called, sides.index(self.side))]
            ui.label("Dice", bold=True)
            self.dice = ways[ui.dropdown("mail dice", list(DICE.values()), ways.index(self.dice))]
        ui.text(ANSWERED[self.dice], "small", "muted")
        self.build(ui)

    @property
    def place(self) -> Path:
        """The folder that was typed.

        :raises MailError: if none was.
        """
        if not self.folder.strip():
            raise MailError("Name a folder for the letters.")
        return typed_folder(self.folder)

    def invite(self, scenario: Scenario, options: dict[str, str]) -> Path:
        """Write the invitation; the own part of its game.

        :raises MailError, SetupError, TableError, MapError: if that cannot be; nothing is written then.
        """
        name, place = self.name.strip(), self.place
        return _left(invite(scenario.id, self.side, place, name, options, self.dice, self.passphrase))

    def accept(self, data: bytes) -> Path:
        """Accept an invitation; the own part of its game.

        :raises LetterError, MailError, SetupError, TableError, MapError: if that cannot be.
        """
        return _left(accept(data, self.place, self.name.strip(), self.passphrase))


def _left(mail: Correspondence) -> Path:
    """The own part of a game that this process lets go again."""
    mail.close()
    return mail.own.home


class InvitationReceived(Scene):
    """An invitation that was not accepted yet, over whatever screen it came to.

    :param folder: where it lies, and answers go unless the player names another.
    :raises LetterError, SetupError: if it is none, or its scenario is not here.
    """

    covers = False

    def __init__(self, kit: SharedResources, data: bytes, folder: Path) -> None:
        self.kit, self.data = kit, data
        found, self.hello, self.told = invitation_in(data)
        self.scenario = find_scenario(self.told.scenario)
        self.form = MailForm(Side(found.letter.side).other, folder)
        self.refused = ""

    def build(self, ui: Ui) -> None:
        """Who invites to what, and how the player answers."""
        with ui.modal("invitation", f"{plain(self.hello.name)} invites you", 600) as dialog:
            ui.text(f"**{escape(self.scenario.title)}**. You play the {FORCES[self.form.side]}.")
            ui.text(f"Dice: {DICE[self.told.dice].lower()}. {ANSWERED[self.told.dice]}", "small", "muted")
            self._options(ui)
            ui.space(4)
            self.form.build(ui)
            if self.refused:
                ui.text(f"[bad]Not accepted:[/] {escape(self.refused)}", "small")
            with ui.row(1, 1):
                yes = ui.button("Accept invitation", kind="primary")
                no = ui.button("Not now")
            if yes:
                self._accept()
            elif no or dialog.cancelled:
                self.app.pop()

    def _options(self, ui: Ui) -> None:
        """Optional rules that are not as the scenario has them."""
        told = []
        for option in options_of(RULESETS[self.scenario.ruleset]):
            usual = self.scenario.options.get(option.key, option.default)
            chosen = self.told.options.get(option.key, usual)
            if chosen != usual and option.key not in FRESH_DICE:
                told.append(f"{option.title}: {dict(option.choices).get(chosen, chosen)}")
        more = f"; {len(told) - MOST_OPTIONS} more" if len(told) > MOST_OPTIONS else ""
        if told:
            ui.text(escape(f"Optional rules: {'; '.join(told[:MOST_OPTIONS])}{more}."), "small")

    def _accept(self) -> None:
        try:
            home = self.form.accept(self.data)
        except FAULTS as error:
            self.refused, self.app.ui.unstable = plain(str(error)), True
            return
        await_friend(self.kit, home, self.form.passphrase)


def await_friend(kit: SharedResources, home: Path, passphrase: str) -> None:
    """An invitation was written or accepted: leave everything, and wait before the title for the game to begin."""
    for scene in kit.app.scenes:
        scene.leave_game()
    kit.keep_settings()
    kit.play("bell")
    kit.app.replace(kit.doors.title())
    kit.app.push(kit.doors.by_mail(home, passphrase))


class GameByMail(Scene):
    """A game by mail on its way to the table: it asks the passphrase, takes a letter, awaits the friend.

    :param home: its own part.
    :param letter: one that was carried here, to be taken first.
    """

    covers = False

    def __init__(self, kit: SharedResources, home: Path, passphrase: str = "", letter: bytes = b"") -> None:
        self.kit, self.home, self.passphrase, self.letter = kit, home, passphrase, letter
        self.mail: Correspondence | None = None
        self.refused, self.locked = "", False
        self._look_at = 0.0

    def on_leave(self) -> None:
        """Another window may have it."""
        if self.mail is not None:
            self.mail.close()
            self.mail = None

    def wake_in(self) -> float | None:
        """When to look for a letter again."""
        return None if self.refused else max(0.0, self._look_at - self.app.ui.now)

    def update(self, dt: float) -> None:
        """Open it, then look for a letter once a second; as soon as it can begin, it does."""
        del dt
        if self.refused or self.app.ui.now < self._look_at:
            return
        self._look_at = self.app.ui.now + LISTEN
        try:
            if self.letter:
                self._take_letter()
            elif self.mail is None:
                self.mail = open_mail(self.home, self.passphrase)
                self.redraw()
            if self.mail is not None:
                self._look(self.mail)
        except FAULTS as error:
            self.on_leave()
            self.refused, self.locked = plain(str(error)), isinstance(error, LockedError)
            self.redraw()

    def _take_letter(self) -> None:
        """Take the letter; one that is none of the game's leads nowhere, one that is old only to the table."""
        clerk, known = Clerk(open_mail(self.home, self.passphrase)), False
        data, self.letter, self._look_at = self.letter, b"", 0.0
        try:
            known = data in [letter.data for letter in clerk.mail.letters]
            clerk.receive(data)
            self._tell(clerk.mail)
        except LetterError as error:
            self.app.ui.notice(escape(str(error)), "warn" if known else "bad")
            if not known:
                self.app.pop()
        finally:
            clerk.close()

    def _look(self, mail: Correspondence) -> None:
        if not mail.ready:
            mail.poll(None)
        self._tell(mail)
        if mail.ready:
            self.on_leave()
            path = save_of(self.home, self.kit.saves, self.passphrase)
            if open_save(self.kit, path, self.passphrase, newest=True) is not None:
                self.app.pop()
        self.redraw()

    def _tell(self, mail: Correspondence) -> None:
        for text in mail.notices:
            self.app.ui.notice(escape(text), "warn")
        mail.notices.clear()

    def build(self, ui: Ui) -> None:
        """What is awaited, and where the letter lies; or why it cannot be opened, and its passphrase."""
        if self.mail is None and not self.refused:
            return
        with ui.modal("by mail", self._title(), 600) as dialog:
            if self.mail is not None:
                self._awaiting(ui, self.mail)
            else:
                self._refusal(ui)
            if dialog.cancelled:
                self.app.pop()

    def _title(self) -> str:
        if self.mail is None:
            return "A game by mail"
        try:
            return find_scenario(self.mail.invitation.scenario).title
        except SetupError:
            return "A game by mail"

    def _awaiting(self, ui: Ui, mail: Correspondence) -> None:
        last = mail.letters[-1]
        ui.text(f"**{escape(mail.state)}** {BEGINS}")
        ui.text(escape(str(mail.post.folder / last.name)), "small")
        ui.text(CARRIED, "small", "muted")
        with ui.row(1, 1):
            if ui.button("Close", kind="primary"):
                self.app.pop()
            if ui.button("Open folder"):
                self.kit.show_folder(mail.post.folder)

    def _refusal(self, ui: Ui) -> None:
        ui.text(escape(self.refused))
        sent = False
        if self.locked:
            self.passphrase = ui.entry("passphrase", self.passphrase, hint="Passphrase", covered=True)
            sent = ui.submitted("passphrase")
        with ui.row(1, 1):
            if self.locked and (ui.button("Open game", kind="primary") or sent):
                self.refused, self._look_at = "", 0.0
            if ui.button("Close", kind="normal" if self.locked else "primary"):
                self.app.pop()


class Mailbag:
    """Letters and saves that are dropped onto the window, or named to the program."""

    def __init__(self, kit: SharedResources) -> None:
        self.kit = kit

    def take(self, file: str, passphrase: str = "") -> None:
        """Open what is in a file, or say why not."""
        try:
            self._take(Path(file), passphrase)
        except FAULTS as error:
            self.kit.app.ui.notice(escape(plain(str(error))), "bad")

    def _take(self, path: Path, passphrase: str) -> None:
        if path.suffix != ENDING:
            if self._can_leave():
                open_save(self.kit, path, passphrase)
            return
        data, app = read_bounded(path), self.kit.app
        if not data or len(data) > MOST_BYTES:
            raise LetterError(f"{path.name} is not a letter.")
        letter = read_letter(data).letter
        for scene in app.scenes:
            if isinstance(scene, TableScene) and scene.session.mail and scene.session.mail.own.game == letter.game:
                scene.session.receive(data)
                scene.playback.heard()
                return
        if not self._can_leave():
            return
        if isinstance(app.top, (GameByMail, InvitationReceived)):
            app.pop()
        if (mail_root() / letter.game / PART).is_file():
            app.push(self.kit.doors.by_mail(mail_root() / letter.game, passphrase, data))
        elif letter.number:
            raise LetterError("This letter belongs to none of your games.")
        else:
            app.push(self.kit.doors.invitation(data, path.absolute().parent))

    def _can_leave(self) -> bool:
        """Is nothing lost if another game takes the place of all screens?  It says what would be."""
        app = self.kit.app
        for scene in app.scenes:
            if isinstance(scene, TableScene):
                if not scene.lost_folder.keep(app.ui):
                    return False
            elif told := scene.quit_question():
                app.ui.notice(f"{escape(told)} Leave this screen first, then drop the file again.", "warn")
                return False
        return True
