"""A game in progress: the game, its players, the viewing side, its saves, and its luck."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from time import monotonic

from ecs import Command, Game, Scenario, Side, View, start
from ecs.core.commands import Move, MoveBy, Renew, TakeHit
from ecs.core.events import Event, Fired, Record
from ecs.core.view import UnitView
from game.mail.clerk import open_mail
from game.mail.correspondence import Correspondence
from game.mail.own_part import MailError, mail_root
from game.opponents import GENERALS, HurriedPlayer, Hurry, Seat, Thought, make_player
from game.play.atlas.luck import Ledger
from game.play.autoplay import StaffAdvice, player_seed
from game.play.story import Kind, Story, of
from game.saves.compatibility_notes import BY_MAIL, mail_among
from game.saves.fallback_position import ON_TRUST, PositionUnusable
from game.saves.file_format import StoppedError
from game.saves.storage.save_folder import HUMAN, Particulars, SaveError, Saves
from game.system.slices import Steps, Tell, done

SLOW, REST = 0.1, 20  # seconds a save may take each phase; how much longer the others rest
MOST_SEED = 10**9  # fresh dice begin at a number below this
LISTEN = 1.0  # seconds between two looks for a letter


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The choices before a game.  ``players``: "human" or a level of the computer, by side.

    ``passphrase``: locks its saves from the first; "" for none.
    """

    scenario: Scenario
    players: Mapping[Side, str]
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    passphrase: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Deed:
    """A command given: by whom, why (a computer player says so), and what came of it."""

    side: Side
    command: Command
    reason: str
    events: tuple[Event, ...]


class Session:
    """A game in progress.

    :param players: "human" or a level of the computer for each side.
    :param saves: where autosaves go; None for none.
    :param mail: the letters of a game by mail.
    """

    def __init__(
        self,
        game: Game,
        players: Mapping[Side, str],
        saves: Saves | None = None,
        about: Particulars | None = None,
        mail: Correspondence | None = None,
    ) -> None:
        self.mail, self._listen_at = mail, 0.0
        self.game, self.players, self.saves = game, dict(players), saves
        self.about = replace(about or Particulars(), players=self.players)
        self.viewer = self._first_viewer()
        self.reasons: dict[int, str] = {}
        self.problem = ""
        self.thought = Thought()
        self.staff = StaffAdvice(game, self.thought)
        self._minds: dict[Side, HurriedPlayer] = {}
        self._owed_answers: set[int] = set()
        self._stories: dict[Side | None, Story] = {}
        self._ledger: tuple[tuple[Story, int, int], Ledger] | None = None
        self._closed = 0
        self._tried_at, self._tried = -1, dict[Command, bool]()
        self._saved_at: tuple[int, str, int] | None = None
        self._saved_turn, self._saved_when, self._save_took, self.owed = 0, 0.0, 0.0, False
        self._noting_fails, self._saving_fails = False, False
        self._refusal: SaveError | None = None  # why it could not be saved the last time
        self._lock_owed = bool(self.about.passphrase)  # saves of it may still lie open
        self.homeless = False  # its folder is gone: nothing is kept until it has a place again
        self.saved = 0  # automatic saves made so far

    # -- who ----------------------------------------------------------------------------------------

    @property
    def humans(self) -> tuple[Side, ...]:
        """The sides played at this table."""
        return tuple(side for side in sorted(Side) if self.players.get(side, HUMAN) == HUMAN)

    @property
    def hotseat(self) -> bool:
        """Do two people share the table?"""
        return len(self.humans) == 2

    @property
    def secret(self) -> bool:
        """Is anything on the table now hidden from one side?"""
        return self.game.secret

    def _first_viewer(self) -> Side:
        if len(self.humans) == 1:
            return self.humans[0]
        return (self.game.to_act or Side.AXIS) if self.humans else Side.AXIS

    @property
    def view(self) -> View:
        """The game as the viewing side may see it, without the list of its commands."""
        return self.game.look(self.viewer)

    @property
    def human_to_act(self) -> bool:
        """Must a human give the next command?"""
        return self.game.to_act in self.humans and (self.mail is None or self.mail.may_act(self.game))

    @property
    def machine_to_act(self) -> bool:
        """Does the next command come from a computer player, or from a letter that has arrived?"""
        if self.mail is not None:
            return bool(self.mail.queue)
        return self.game.to_act is not None and self.game.to_act not in self.humans

    @property
    def awaited(self) -> str:
        """Whose letter the game waits for, in a sentence; "" if for none."""
        mail = self.mail
        if mail is None or mail.queue or self.game.over or mail.may_act(self.game):
            return ""
        return f"Waiting for {mail.friend}'s letter."

    @property
    def unplayed(self) -> bool:
        """Has no command been given yet?"""
        return len(self.game.log) == 1

    @property
    def hands_over(self) -> bool:
        """Must the other player take the seat before anything is shown?"""
        return self.hotseat and self.game.to_act not in (None, self.viewer)

    def take_seat(self, side: Side) -> None:
        """Show the game to the other player from now on."""
        self.viewer = side

    # -- doing --------------------------------------------------------------------------------------

    def do(self, command: Command, reason: str = "", follows: bool = False) -> Deed:
        """Give a command.

        :param follows: it is taken back together with the choice before it: the only answer to a question, or an order
            to the rest of a group.
        :raises IllegalCommand: if it is not in the legal list; nothing has changed then.
        :raises Astray: if no side can act, in a game from a position that no commands lead to.
        """
        side = self.game.giver_of(command) or self.game.to_act
        assert side is not None, "the game is over"
        if self.mail is not None and not self.mail.allow(self.game, command):
            self.forget_choices()
            return Deed(side, command, reason, ())
        deed = self._carry_out(side, command, reason, follows)
        if self.mail is not None:
            self._post(self.mail)
        return deed

    def _carry_out(self, side: Side, command: Command, reason: str = "", follows: bool = False) -> Deed:
        events = self.game.apply(command)
        if self.about.base is not None and self.game.stuck:
            raise PositionUnusable(ON_TRUST)
        if reason:
            self.reasons[len(self.game.log) - 1] = reason
        self._note_choice(follows)
        self._keep()
        return Deed(side, command, reason, events)

    def _post(self, mail: Correspondence) -> None:
        """A human's command was carried out: send the letter if it is the friend's turn."""
        try:
            mail.given(self.game)
        except MailError as error:
            self.problem = str(error)

    def listen(self) -> bool:
        """Look for a letter once a second, and answer what needs no choice; return whether anything changed."""
        mail, now = self.mail, monotonic()
        if mail is None or mail.queue or now < self._listen_at:
            return False
        self._listen_at = now + LISTEN
        try:
            changed = mail.poll(self.game)
        except MailError as error:
            changed, mail.notices = True, [str(error)]
        if mail.notices and not self.problem:
            self.problem = mail.notices.pop(0)
        return changed or bool(self.problem)

    def receive(self, data: bytes) -> None:
        """Take a letter that was carried here by hand.

        :raises LetterError: saying why it is not taken; nothing has changed then.
        :raises MailError: if it cannot be kept, or earlier ones are still being carried out.
        """
        assert self.mail is not None, "this game is not played by mail"
        if self.mail.queue:
            raise MailError("Earlier letters are still being played. Try this one again afterwards.")
        self.mail.receive(data, self.game)

    def _note_choice(self, follows: bool) -> None:
        """Note whether the last command belongs to the choice before it; behind a barrier nothing is undone."""
        if follows:
            self._owed_answers.add(len(self.game.log) - 1)
        if not self.game.can_undo:
            self.forget_choices()

    def forget_choices(self) -> None:
        """Make all choices so far final."""
        self._closed, self._owed_answers = len(self.game.log), set()

    @property
    def last_choice(self) -> Record | None:
        """The last choice that can be undone, with only forced answers after it; None if there is
        none."""
        at = len(self.game.log) - 1
        while at in self._owed_answers:
            at -= 1
        return self.game.log[at] if self.game.can_undo and at >= self._closed else None

    def undo(self) -> Command | None:
        """Undo the last choice and the forced answers since; None (and nothing changes) behind a barrier."""
        wanted, command = self.last_choice, None
        if wanted is None:
            return None
        while len(self.game.log) > wanted.number:
            command = self.game.undo()
            self._owed_answers.discard(len(self.game.log))
        self._keep()
        return command

    def redo(self) -> Command | None:
        """Redo what was last undone."""
        command = self.game.redo()
        if command is not None:
            self._keep()
        return command

    def destroys(self, command: TakeHit) -> bool:
        """Would this loss eliminate the unit?"""
        if self._tried_at != len(self.game.log):
            self._tried_at, self._tried = len(self.game.log), {}
        if command not in self._tried:
            with self.game.what_if() as table:
                table.apply(command)
                unit = table.look(self.viewer).unit(command.unit)
                self._tried[command] = unit is None or unit.hex < 0
        return self._tried[command]

    def after(self, command: Move | MoveBy) -> UnitView | None:
        """The unit as it would be after its march."""
        with self.game.what_if() as table:
            table.apply(command)
            return table.look(self.viewer).unit(command.unit)

    def think(self) -> Deed:
        """Let the computer player to act give one command; at once, if the viewer no longer waits."""
        side = self.game.to_act
        if self.mail is not None:
            command = self.mail.next_command()
            return self._carry_out(self.game.giver_of(command) or side or self.viewer, command)
        assert side is not None and side not in self.humans, side
        mind = self._mind(side)
        self.thought.begin(f"{side} ({self.players[side]})", shown=not self.game.concealed(self.viewer))
        try:
            command, reason = mind.choose(Seat(self.game, side, self.thought))
        except Hurry:
            mind.hurry()
            command, reason = mind.choose(Seat(self.game, side))
        return self.do(command, reason)

    def _mind(self, side: Side) -> HurriedPlayer:
        if side not in self._minds:
            self._minds[side] = make_player(self.players[side], side, player_seed(self.game.seed, side))
        return self._minds[side]

    def reseat(self, players: Mapping[Side, str]) -> None:
        """Change who plays: a human takes over, or hands over to the computer."""
        self.players = dict(players)
        self.about = replace(self.about, players=self.players)
        self._minds.clear()
        if self.humans and self.viewer not in self.humans:
            self.viewer = self._first_viewer()

    def be_patient(self, effort: str) -> None:
        """Set the time generals take: "quick", "normal" or "patient"."""
        players = {side: GENERALS[effort] if who in GENERALS.values() else who for side, who in self.players.items()}
        if players != self.players:
            self.reseat(players)

    # -- saves --------------------------------------------------------------------------------------

    def particulars(self, name: str = "") -> Particulars:
        """What a save of this game would say now."""
        return replace(self.about, name=name or self.about.name, date=datetime.now().strftime("%Y-%m-%d %H:%M:%S"))

    def _keep(self) -> None:
        """After every change: note it in the recovery file, and autosave where a phase has begun."""
        self.note()
        self.autosave()

    def note(self) -> None:
        """Note what has happened since the last autosave in its recovery file; `problem` says why it failed, once."""
        if self.saves is None or self._is_lost():
            return
        if self.saves.overdue(self.game) and not (self._saving_fails and self._resting()):
            self._save_now()
        try:
            self.saves.note(self.game)
            self._noting_fails = False
        except SaveError as error:
            if not self._noting_fails:
                self.problem = f"The recovery file can no longer be written: {error}"
            self._noting_fails = True

    def _is_lost(self) -> bool:
        """Is its folder gone?  It is not made again unasked, since it may come back, as a USB stick does."""
        self.homeless = self.saves is not None and self.saves.lost(self.game)
        return self.homeless

    def settle(self) -> None:
        """While idle, flush what a slow disk was spared before; `problem` says why it failed.

        A folder that is there again gets what was done meanwhile.
        """
        if self.saves is None:
            return
        if self.homeless:
            if not self._is_lost():
                self._keep()
            return
        try:
            self.saves.settle(self.game)
        except SaveError as error:
            self.problem = f"The recovery file may not survive a power cut: {error}"

    def autosave(self) -> Path | None:
        """Save if a phase has begun since the last autosave; the path, or None. `problem` says why it failed.

        A long game takes a while to save: then some phases of a turn are passed over, and `owed` is set.  What has
        failed is tried again as soon as it has rested, if there is no journal to note commands in.
        """
        if self.saves is None or not self.game.marks or self._is_lost():
            return None
        mark = self.game.marks[-1]
        if (mark.turn, mark.phase, mark.commands) == self._saved_at:
            again = self._saving_fails and not self.saves.notes(self.game) and not self._resting()
            return self._save_now() if again else None
        if self._save_took > SLOW and self._resting() and mark.turn == self._saved_turn:
            self.owed = True
            return None
        return self._save_now()

    def _resting(self) -> bool:
        """Was the game saved, or did saving fail, only just now?"""
        pause = self._save_took if self._saving_fails or self._save_took > SLOW else 0.0
        return monotonic() - self._saved_when < REST * pause

    def _save_now(self) -> Path | None:
        assert self.saves is not None
        mark, began = self.game.marks[-1], monotonic()
        here = (mark.turn, mark.phase, mark.commands)
        told = self._saving_fails and self._saved_at == here
        self._saved_at, self._saved_turn, self.owed = here, mark.turn, False
        try:
            path = self.saves.autosave(self.game, self.particulars())
        except SaveError as error:
            self.problem = self.problem if told else f"Autosave failed: {error}"
            self._saving_fails, self._refusal = True, error
            return None
        finally:
            self._saved_when = monotonic()
            self._save_took = self._saved_when - began
        self._saving_fails = self.homeless = False
        self.saved += 1
        if self._lock_owed:
            self._lock_earlier("")
        return path

    def save(self, name: str) -> Path:
        """Save under a name.

        :raises SaveError: if it cannot be written.
        """
        assert self.saves is not None, "this game keeps no saves"
        self.about = replace(self.about, name=name)
        return self.saves.save(self.game, self.particulars(name))

    def lock(self, passphrase: str, tell: Tell | None = None) -> None:
        """Lock the game with a passphrase ("": unlock): it is saved at once, and older saves are encrypted again.

        `problem` names an older save that had to stay open.

        :param tell: hears how many saves are done.
        :raises SaveError: if it cannot be saved; its passphrase is that of before then.
        """
        before, self.about = self.about, replace(self.about, passphrase=passphrase)
        if self.mail is not None:
            self._lock_mail(self.mail, before)
        if self.saves is None or not self.game.marks:
            return
        self._lock_owed = False
        if self._save_now() is None:
            assert self._refusal is not None
            self.about, self.problem = before, ""
            raise self._refusal
        self._lock_earlier(before.passphrase, tell)

    def _lock_mail(self, mail: Correspondence, before: Particulars) -> None:
        try:
            mail.own.relock(self.about.passphrase)
        except MailError as error:
            self.about = before
            raise SaveError(mail.own.home, 0, str(error)) from None

    def _lock_earlier(self, before: str, tell: Tell | None = None) -> None:
        """Encrypt earlier saves of the game with its passphrase."""
        assert self.saves is not None
        self._lock_owed = False
        try:
            left = done(self.saves.lock(self.game, self.about.passphrase, before), tell)
        except StoppedError as stop:
            left = [stop.cause]
        if left:
            self.problem = f"An older save of this game is unchanged: {left[0]}"

    def move(self, folder: Path | None = None) -> Path:
        """Give a game whose folder is gone a new place: that folder, made again, or another until the game is left.

        :raises SaveError: if it cannot be written there.
        """
        assert self.saves is not None
        if folder is None:
            if (path := self._save_now()) is None:
                assert self._refusal is not None
                self.problem = ""
                raise self._refusal
            return path
        path = self.saves.move(folder, self.game, self.particulars())
        self._noting_fails = self._saving_fails = self.homeless = False
        self.saved += 1
        return path

    def quicksave(self) -> Path:
        """Save in the quick slot.

        :raises SaveError: if it cannot be written.
        """
        assert self.saves is not None, "this game keeps no saves"
        return self.saves.quicksave(self.game, self.particulars())

    def rescue(self) -> Path | None:
        """Save the game after a crash; None if that is impossible.  The next start offers to resume."""
        if self.saves is None or not self.game.marks:
            return None
        return self._save_now()

    def parting(self) -> str:
        """What becomes of the game if the player leaves now, in a sentence."""
        if self.saves is None:
            return "This game is not saved."
        if self.homeless:
            return (
                "The folder of this game is missing. Rasputitsa will try to recreate it. "
                "If that fails, the game is lost."
            )
        if self._saving_fails or self._noting_fails:
            return "The game cannot be saved now. You may lose what you played since the last save."
        if self._saved_at is None:
            return "Nothing has changed since you loaded it."
        if self.saves.folder != self.saves.home:
            return (
                f"The game is saved in {self.saves.folder}. It returns to its old folder when that is available again."
            )
        return "Your game is saved with your other games."

    def close(self) -> None:
        """Leave the table with the game saved; if saving fails, the next start offers to resume."""
        if self.mail is not None:
            self.mail.close()
        if self.saves is None:
            return
        behind = self.owed or (self._saved_at is not None and self.saves.behind(self.game))
        behind = behind or self.saves.lost(self.game)
        self.saves.left_in_order(self.game, saved=not behind or self._save_now() is not None)
        if self.saves.folder != self.saves.home:
            self._come_home()

    def _come_home(self) -> None:
        """Save again where the next start looks, if that can be reached."""
        assert self.saves is not None
        with suppress(SaveError):
            self.saves.come_home(self.game, self.particulars())
            if self.about.passphrase:
                self._lock_earlier("")
            self.saves.left_in_order(self.game)

    # -- what happened ------------------------------------------------------------------------------

    def story(self, whole: bool = False) -> Story:
        """What has happened so far, as the viewing side may know it.

        :param whole: everything, once the game is over.
        """
        side = None if whole and self.game.over else self.viewer
        if side not in self._stories:
            self._stories[side] = Story(self.game, side)
        return self._stories[side].follow()

    def luck(self) -> Ledger:
        """The hits expected of all fire, and those scored."""
        story = self.story(whole=True)
        now = (story, story.edition, len(story.told))
        if self._ledger is None or self._ledger[0] != now:
            ledger = Ledger()
            for one in of(story.happenings, Kind.THROW):
                if isinstance(one.event, Fired):
                    ledger.fire(one.event)
            self._ledger = now, ledger
        return self._ledger[1]


def begin(plan: GameSetup, saves: Saves | None = None) -> Session:
    """Begin a new game.

    :raises SetupError: for an option or value that does not exist.
    """
    game = start(plan.scenario, plan.options, plan.seed)
    return Session(game, plan.players, saves, Particulars(passphrase=plan.passphrase))


Opened = tuple[Session, tuple[str, ...]]
"""The game of a save, and what the player should know about it."""


def reopen(
    path: Path, saves: Saves, passphrase: str = "", salvage: bool = False, copy: bool = False, newest: bool = False
) -> Opened:
    """The game of a save.  A window opens it by ``reopening``, a slice at a time.

    :param salvage: the save was refused: open what can still be played of it, as another game.
    :param copy: open it as another game, which leaves that of the save alone.
    :param newest: the game of the save as it stands, should it have been played on in another window.
    :raises OpenElsewhereError: if another window is at it.
    :raises SaveError: naming file, line and cause.
    """
    return done(reopening(path, saves, passphrase, salvage, copy, newest))


def reopening(
    path: Path, saves: Saves, passphrase: str = "", salvage: bool = False, copy: bool = False, newest: bool = False
) -> Steps[Opened]:
    """Like ``reopen``, in slices; if abandoned halfway, nothing has changed."""
    loaded = yield from saves.opening(path, passphrase=passphrase, salvage=salvage, copy=copy, newest=newest)
    about = loaded.particulars()
    mail = None
    try:
        mail = letters_of(about)
        if mail is not None:
            mail.take_up(loaded.game)
    except MailError as error:
        if mail is not None:
            mail.close()
        saves.left_in_order(loaded.game, saved=False)
        raise SaveError(path, 0, str(error)) from None
    session = Session(loaded.game, about.players, saves, about, mail)
    if mail is None and session.game.renews:
        session.do(Renew(secrets.randbelow(MOST_SEED)))
    return session, loaded.warnings


# -- Games by mail: the other side is played by letters. -------------------------------------------------------------


def letters_of(about: Particulars) -> Correspondence | None:
    """The letters of a saved game; None if it is not played by mail.

    :raises MailError: if they cannot be opened.
    """
    found = mail_among(about.players)
    return open_mail(mail_root() / found, about.passphrase) if found else None


def begin_by_mail(mail: Correspondence, saves: Saves | None = None) -> Session:
    """A game by mail on a table; everything in its letters is still to be carried out.

    :raises MailError: if it cannot begin yet.
    :raises SetupError: if its scenario is not here.
    """
    if not mail.ready:
        raise MailError(mail.state)
    players = {mail.side: HUMAN, mail.side.other: f"{BY_MAIL}{mail.own.game}"}
    about = Particulars(names={mail.side.other: mail.friend}, passphrase=mail.own.passphrase)
    return Session(mail.begin(), players, saves, about, mail)


def save_of(home: Path, saves: Saves, passphrase: str = "") -> Path:
    """Where a game by mail stands among the saves; a first save is made of one that was at no table yet.

    :param home: its own part.
    :raises MailError: if it cannot begin yet, cannot be opened, or cannot be saved.
    :raises SetupError: if its scenario is not here.
    """
    for found in saves.games():
        header = found.last.header
        if header is not None and mail_among(header.players) == home.name:
            return found.last.path
    return _first_save(home, saves, passphrase)


def _first_save(home: Path, saves: Saves, passphrase: str) -> Path:
    mail = open_mail(home, passphrase)
    try:
        if not mail.ready:
            mail.poll(None)
        session = begin_by_mail(mail, saves)
        path = session.autosave()
        if path is None:
            raise MailError(session.problem)
        session.close()
        return path
    finally:
        mail.close()
