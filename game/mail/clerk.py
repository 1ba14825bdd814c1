"""Runs a game by mail without a window: answers dice, takes letters, and may let a staff play on."""

from __future__ import annotations

import getpass as accounts
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ecs import Game, Side
from game.mail.correspondence import Correspondence
from game.mail.letters import MOST_NAME, LetterError, read_letter, read_letter_file
from game.mail.own_part import FIRST_LETTER, LockedError, MailError, OwnPart, homes, mail_root
from game.opponents import Player, Seat


def open_mail(home: Path, passphrase: str = "") -> Correspondence:
    """The game by mail in a folder.

    :raises MailError: if it is locked, damaged, or open in another window.
    """
    own = OwnPart.open(home, passphrase)
    try:
        return Correspondence(own)
    except MailError:
        own.close()
        raise


def find_home(game: str, root: Path | None = None) -> Path:
    """The folder of a game by mail, by its id or the beginning of it; "": of the only one there is.

    :raises MailError: if there is none, or several.
    """
    found = [home for home in homes(root) if home.name.startswith(game)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise MailError(f"There is no game by mail {game[:20]}." if game else "There is no game by mail.")
    raise MailError(f"There are several games by mail: {', '.join(home.name for home in found)}. Which one?")


def usual_name() -> str:
    """What a player is called, if he does not say: as he is at this computer."""
    try:
        name = accounts.getuser()
    except (OSError, KeyError):
        name = ""
    return name if name.isprintable() and 0 < len(name) <= MOST_NAME else "Your friend"


def usual_folder() -> Path:
    """Where letters go if the player names no folder."""
    return mail_root() / "letters"


@dataclass(frozen=True, slots=True)
class MailGame:
    """A game by mail in a list.  ``state``: what it waits for, or why it cannot be opened, in a sentence.

    ``own_name``, ``folder``: "" if it cannot be opened; ``locked``: for want of its passphrase.
    """

    home: Path
    state: str
    scenario: str = ""
    side: Side = Side.AXIS
    friend: str = ""
    own_name: str = ""
    folder: str = ""
    locked: bool = False

    @property
    def id(self) -> str:
        """Its id."""
        return self.home.name


def told_of(mail: Correspondence) -> MailGame:
    """A game by mail, as a list has it; nothing changes."""
    return MailGame(
        mail.own.home,
        mail.news,
        mail.invitation.scenario,
        mail.side,
        mail.friend,
        mail.own_name,
        str(mail.post.folder),
    )


def mail_games(passphrase: str = "", root: Path | None = None) -> list[MailGame]:
    """All games by mail of this player, the one with the newest letter last; nothing changes."""
    return [told for told, _ in open_games(passphrase, root)]


def open_games(passphrase: str = "", root: Path | None = None) -> Iterator[tuple[MailGame, Correspondence | None]]:
    """The games of :func:`mail_games`, each with its letters, open until the next one is due; None: they cannot
    be opened."""
    for home in homes(root):
        try:
            mail = open_mail(home, passphrase)
        except MailError as error:
            yield MailGame(home, str(error), _scenario_of(home), locked=isinstance(error, LockedError)), None
            continue
        try:
            yield told_of(mail), mail
        finally:
            mail.close()


def _scenario_of(home: Path) -> str:
    """What is played in a game by mail that cannot be opened, if its invitation says so."""
    with suppress(LetterError):
        told = read_letter_file(home / FIRST_LETTER).letter.invitation
        return told.scenario if told is not None else ""
    return ""


class Clerk:
    """One game by mail, brought along letter by letter.

    :param player: a computer player who plays on for the player here, if one does.
    """

    def __init__(self, mail: Correspondence, player: Player | None = None) -> None:
        self.mail, self.player = mail, player
        self.game: Game | None = None

    def step(self) -> bool:
        """Do the next thing; return whether anything changed.

        :raises MailError, SetupError: if the game cannot go on here.
        """
        mail = self.mail
        if self.game is None:
            if not mail.ready:
                return mail.poll(None)
            self.game = mail.begin()
            return True
        if mail.queue:
            self.game.apply(mail.next_command())
            return True
        if self.player is not None and mail.may_act(self.game):
            self._play(self.game, self.player)
            return True
        return mail.poll(self.game)

    def catch_up(self) -> Game | None:
        """The game as the letters have it so far; None if it cannot begin yet."""
        while (self.game is None and self.mail.ready) or self.mail.queue:
            self.step()
        return self.game

    def receive(self, data: bytes) -> None:
        """Take a letter that was carried here by hand, and answer it if that needs no choice.

        :raises LetterError: saying why it is not taken.
        :raises MailError: if it cannot be kept.
        """
        game = self.catch_up()
        if game is None and read_letter(data).letter.number > 1 and not self.mail.letters[1:]:
            raise LetterError("This letter came too early: the acceptance is missing.")
        self.mail.receive(data, game)
        self.catch_up()
        self.step()

    def _play(self, game: Game, player: Player) -> None:
        command, _ = player.choose(Seat(game, self.mail.side))
        if self.mail.allow(game, command):
            game.apply(command)
            self.mail.given(game)

    def close(self) -> None:
        """Release the game and its letters."""
        if self.game is not None:
            self.game.close()
            self.game = None
        self.mail.close()
