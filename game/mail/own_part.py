"""What a player keeps privately of a game by mail: signing key, share in the dice, the letters so far.

    RASPUTITSA_HOME/mail/GAME/own.part          a line in clear, then a closed one
    RASPUTITSA_HOME/mail/GAME/letters/00012.letter

The part is closed as saves are: with the player's passphrase if he has set one, else with the program's own key.
"""

from __future__ import annotations

import base64
import binascii
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ecs import Side
from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.mail.letters import ENDING, Hash, Id, LetterError, Line, SealedLetter, public_key_of, read_letter_file
from game.saves.encryption import ENVELOPE, Cipher, SealError, fresh_words
from game.system.disk import DISK, write_whole
from game.system.file_locks import HeldError, Lock, take
from game.system.paths import user_root

PART, LETTERS, LOCK = "own.part", "letters", "lock"
FIRST_LETTER = f"{LETTERS}/{0:05d}{ENDING}"
MOST_PART = 2_000_000
_PURPOSE = b"rasputitsa mail"


class MailError(Exception):
    """A game by mail that cannot be opened or written; the message is one sentence."""

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))


class LockedError(MailError):
    """A game by mail that opens only with its passphrase."""


class _Clear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which game, which side, and how the rest is encrypted."""

    rasputitsa_mail: Literal[1]
    game: Id
    side: Literal["axis", "soviet"]
    seal: Annotated[str, Meta(pattern=r"^(envelope|argon2id:\d{1,2}:\d{1,6}:[0-9a-f]{32})\Z")]


class _Closed(msgspec.Struct, forbid_unknown_fields=True):
    """The second line.  ``draft``: orders whose dice have been seen and that are in no letter yet; ``reached``: how
    many commands the game had then; ``reloads``: how often it was taken back behind that since the last letter."""

    key: Hash
    dice: Hash
    folder: Annotated[str, Meta(max_length=4096)]
    draft: Annotated[list[Line], Meta(max_length=4000)] = []
    reached: Annotated[int, Meta(ge=0)] = 0
    reloads: Annotated[int, Meta(ge=0, le=10**6)] = 0


def mail_root() -> Path:
    """The folder of all games by mail of this player."""
    return user_root() / "mail"


class OwnPart:
    """The private part of one game, held by this process until it is closed.

    ``secret_key``, ``master``: 32 bytes each; ``folder``: where letters are put and looked for.
    """

    def __init__(self, home: Path, game: str, side: Side, closed: _Closed, passphrase: str) -> None:
        self.home, self.game, self.side, self.passphrase = home, game, side, passphrase
        self._closed, self._is_held = closed, True

    @classmethod
    def fresh(
        cls, game: str | None, side: Side, folder: Path, passphrase: str = "", root: Path | None = None
    ) -> OwnPart:
        """The private part of a new game.

        :param game: its id; None makes one.
        :raises MailError: if there is one of this game already, or the disk refuses.
        """
        game = game or secrets.token_hex(8)
        home = (root or mail_root()) / game
        if (home / PART).exists():
            raise MailError("You have this game already.")
        DISK.make_folder(home)
        closed = _Closed(secrets.token_hex(32), secrets.token_hex(32), os.path.abspath(folder))
        _hold(home)
        part = cls(home, game, side, closed, passphrase)
        part.keep()
        return part

    @classmethod
    def open(cls, home: Path, passphrase: str = "") -> OwnPart:
        """The private part in a folder.

        :raises MailError: if it is locked, damaged, or another window has it.
        """
        clear, line, rest = _read(home)
        if clear.seal != ENVELOPE and not passphrase:
            raise LockedError("This game by mail is locked. Enter its passphrase to open it.")
        try:
            opened = Cipher(passphrase, clear.seal, _PURPOSE).open(base64.b64decode(rest, validate=True), line)
            closed = msgspec.json.decode(opened, type=_Closed)
        except SealError as e:
            kind = LockedError if clear.seal != ENVELOPE else MailError
            raise kind(f"Your part of this game by mail cannot be opened: {e}.") from None
        except (binascii.Error, msgspec.DecodeError):
            raise MailError("Your part of this game by mail is damaged.") from None
        _hold(home)
        return cls(home, clear.game, Side(clear.side), closed, passphrase)

    # -- what it holds ------------------------------------------------------------------------------

    @property
    def secret_key(self) -> bytes:
        """The key that signs the letters of this player in this game alone."""
        return bytes.fromhex(self._closed.key)

    @property
    def public_key(self) -> str:
        """The key by which the friend recognizes them."""
        return public_key_of(self.secret_key)

    @property
    def master(self) -> bytes:
        """The secret from which those for the dice are made."""
        return bytes.fromhex(self._closed.dice)

    @property
    def folder(self) -> Path:
        """The folder where letters are put and looked for."""
        return Path(self._closed.folder)

    @property
    def draft(self) -> tuple[str, ...]:
        """Orders whose dice have been seen but that are in no letter yet."""
        return tuple(self._closed.draft)

    @property
    def reloads(self) -> int:
        """How often the player has gone back to an earlier save since his last letter."""
        return self._closed.reloads

    def taken_up(self, commands: int) -> None:
        """Note that the game was loaded with that many commands: it counts as a reload if it had more.

        :raises MailError: if that cannot be kept.
        """
        if commands < self._closed.reached:
            self._closed.reloads += 1
            self.keep()

    def reach(self, commands: int, draft: tuple[str, ...]) -> None:
        """Note that this many commands were carried out, and that those of the draft cannot be taken back.

        :raises MailError: if that cannot be kept.
        """
        self._closed.reached, self._closed.draft = commands, list(draft)
        self.keep()

    def relock(self, passphrase: str) -> None:
        """Encrypt it with another passphrase; "": with none.

        :raises MailError: if that cannot be kept.
        """
        self.passphrase = passphrase
        self.keep()

    def keep(self) -> None:
        """Write it to disk.

        :raises MailError: if the disk refuses.
        """
        try:
            words = fresh_words(self.passphrase) if self.passphrase else ENVELOPE
            line = msgspec.json.encode(_Clear(1, self.game, self.side.value, words))
            body = Cipher(self.passphrase, words, _PURPOSE).close(msgspec.json.encode(self._closed), line)
            write_whole(self.home / PART, line + b"\n" + base64.b64encode(body) + b"\n")
        except (OSError, SealError) as e:
            why = e.strerror if isinstance(e, OSError) else e
            raise MailError(f"Your part of this game by mail cannot be written: {why}.") from None

    # -- letters ------------------------------------------------------------------------------------

    def letters(self) -> list[SealedLetter]:
        """The letters so far, without a gap.

        :raises MailError: if one is damaged.
        """
        found: list[SealedLetter] = []
        while (path := self._path(len(found))).is_file():
            try:
                found.append(read_letter_file(path))
            except LetterError as e:
                raise MailError(f"A letter you have kept cannot be read. {e}") from None
        return found

    def file(self, letter: SealedLetter) -> None:
        """Keep a letter; if it is the player's own, count loads and draft afresh from it.

        :raises MailError: if the disk refuses.
        """
        try:
            write_whole(self._path(letter.letter.number), letter.data)
        except OSError as e:
            raise MailError(f"A letter cannot be kept: {e.strerror}.") from None
        if letter.letter.side == self.side.value and (self._closed.draft or self._closed.reloads):
            self._closed.draft, self._closed.reloads = [], 0
            self.keep()

    def _path(self, number: int) -> Path:
        return self.home / LETTERS / f"{number:05d}{ENDING}"

    def close(self) -> None:
        """Let another window have the game."""
        if not self._is_held:
            return
        self._is_held = False
        count, lock = _here.pop(self.home)
        if count > 1:
            _here[self.home] = count - 1, lock
        else:
            lock.release()


def homes(root: Path | None = None) -> list[Path]:
    """The folders of all games by mail of this player, the one with the newest letter last."""
    with suppress(OSError):
        return sorted((path.parent for path in (root or mail_root()).glob(f"*/{PART}")), key=_changed)
    return []


def remove_part(home: Path) -> None:
    """Remove the own part of a game by mail, with its letters, for good.

    :raises MailError: if it is open, here or in another window, or the disk refuses.
    """
    if home in _here:
        raise MailError("This game by mail is open.")
    _hold(home)
    _here.pop(home)[1].release()
    try:
        for path in (home / PART, *(home / LETTERS).glob("*"), home / LOCK):
            DISK.remove(path)
        for folder in filter(Path.is_dir, (home / LETTERS, home)):
            DISK.remove_folder(folder)
    except OSError as e:
        raise MailError(f"This game by mail cannot be removed: {e.strerror}.") from None


def _changed(home: Path) -> tuple[int, str]:
    place = home / LETTERS
    return (place.stat().st_mtime_ns if place.is_dir() else 0), home.name


def _read(home: Path) -> tuple[_Clear, bytes, bytes]:
    try:
        line, _, rest = read_ordinary(home / PART, MOST_PART).partition(b"\n")
        return msgspec.json.decode(line, type=_Clear), line, rest.rstrip(b"\n")
    except UnreadableError as e:
        raise MailError(f"Your part of this game by mail {e}.") from None
    except (msgspec.DecodeError, RecursionError):
        raise MailError("Your part of this game by mail is damaged.") from None


_here: dict[Path, tuple[int, Lock]] = {}
"""The games this process has open, how often, and their locks: a window opens a game again before it closes it."""


def _hold(home: Path) -> None:
    count, lock = _here.get(home, (0, None))
    try:
        _here[home] = count + 1, lock or take(home / LOCK)
    except HeldError:
        raise MailError("This game by mail is open in another window.") from None
