"""The journal, by which at most one command is lost.  Those given since an autosave stand beside it, one a line, as
they are given.

    rasputitsa_journal 1 <checksum of the autosave> <salt>
    0123456789ab move 18.A E4
    0123456789ab !c2VhbGVkIG9yZGVycw==
    0123456789ab undo

The word before each command is a checksum of all lines so far, so that a torn or foreign line is noticed: what stands
before it still counts.  A line with "!" holds an order that the other side must not read.  In the journal of a locked
game, which begins

    rasputitsa_journal 2 <checksum of the autosave> <salt> argon2id:3:65536:<salt>

every line is locked, what was taken back too, and bound to its number and to all lines before it.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

from ecs import Game
from ecs.core.events import Record
from game.saves.file_format import SaveError
from game.saves.file_reader import is_command, read_header
from game.saves.security.encryption import Cipher, fresh_words
from game.saves.security.obfuscation import Seal, SealError
from game.system.disk import DISK, is_there, lies_at, write_all, write_whole

ENDING = ".journal"
MAX_BYTES = 1_000_000
MOST = 500  # commands, after which the game is better saved again
QUICK = 0.005  # seconds a flush to the disk may take after every command
REST = 20  # how many times longer a slower one rests
UNDO = "undo"
WIDTH = 64  # bytes, of which a locked line has a multiple, so that its length does not tell what it says
_TOP = re.compile(r"rasputitsa_journal (?:1|2(?=.* argon2id)) ([0-9a-f]{64}) ([0-9a-f]{32})(?: (argon2id:[0-9a-f:]+))?")
_LINE = re.compile(r"([0-9a-f]{12}) (undo|[a-z!][^\r\n]*)")


def journal_of(save: Path) -> Path:
    """Where the journal of an autosave is kept."""
    return save.with_suffix(ENDING)


def _chained(before: str, text: str) -> str:
    return hashlib.sha256(f"{before} {text}".encode()).hexdigest()[:12]


def _seal(salt: str, passphrase: str) -> Seal:
    """A journal's own seal: no line of it is mixed as one of the autosave is."""
    return Seal(b"journal" + bytes.fromhex(salt), passphrase)


def _lock(salt: str, passphrase: str, words: str) -> Cipher:
    """The lock of this journal alone."""
    return Cipher(passphrase, words, b"rasputitsa journal " + bytes.fromhex(salt))


def _bound(number: int, chain: str) -> bytes:
    """To what a locked line is bound: its number, and by their checksum all lines before it."""
    return f"{number} {chain}".encode()


# -- writing --------------------------------------------------------------------------------------


class Journal:
    """Notes what happens in a game after an autosave of it.  Its file is made with the first line.

    :param save: the autosave just written.
    :param checksum: of the autosave.
    :param sealed: does the autosave seal orders?
    """

    def __init__(self, save: Path, checksum: str, game: Game, passphrase: str = "", sealed: bool = False) -> None:
        self.save, self.path = save, journal_of(save)
        self._root, self._base = game.log[-1], len(game.log)
        self._noted: list[Record] = []
        self._checksum, self._passphrase, self._sealed = checksum, passphrase, sealed
        self._salt = os.urandom(16).hex()
        self._made: Seal | None = None
        self._words = fresh_words(passphrase) if passphrase else ""
        self._chain, self._lines, self._size = "", 0, 0
        self._handle, self._stale = -1, False
        self._synced_at, self._sync_took, self._owed = 0.0, 0.0, False

    def overdue(self, game: Game) -> bool:
        """Must the game be saved anew: was it taken back to before the autosave, is that gone, or much done since?"""
        return self.is_void(game) or self._lines >= MOST or not is_there(self.save)

    def behind(self, game: Game) -> bool:
        """Has anything happened since the autosave?"""
        return self.is_void(game) or len(game.log) > self._base or self._lines > 0

    def is_void(self, game: Game) -> bool:
        """Was the game taken back to before the autosave?"""
        return len(game.log) < self._base or game.log[self._base - 1] is not self._root

    def follow(self, game: Game) -> None:
        """Note what was done or taken back since the last time.

        :raises SaveError: if it cannot be written; it is tried again the next time.
        """
        if self.is_void(game):
            return
        if self._handle >= 0 and not lies_at(self._handle, self.path):
            self._give_up()
        kept = len(self._noted)
        while kept and (
            kept > len(game.log) - self._base or self._noted[kept - 1] is not game.log[self._base + kept - 1]
        ):
            kept -= 1
        fresh = game.log[self._base + kept :]
        texts = [UNDO] * (len(self._noted) - kept)
        for record in fresh:
            texts.append(self._text(record, self._lines + len(texts)))
        if texts or self._stale:
            self._append(texts)
            self._noted[kept:] = fresh

    def _text(self, record: Record, number: int) -> str:
        if self._words or not (self._sealed or any(event.veil for event in record.events)):
            return record.command
        if self._made is None:
            self._made = _seal(self._salt, self._passphrase)
        return "!" + self._made.close(number, [record.command])

    def _append(self, texts: Sequence[str]) -> None:
        lines: list[str] = []
        chain = self._chain if self._lines else _chained(self._checksum, self._salt)
        for number, text in enumerate(texts, self._lines):
            text = self._locked(number, chain, text) if self._words else text
            chain = _chained(chain, text)
            lines.append(f"{chain} {text}\n")
        data = "".join(lines).encode()
        try:
            if self._handle < 0:
                self._begin(self._top() + data)
            else:
                self._add(data)
        except OSError as e:
            raise self._refusal(e) from None
        self._chain, self._lines = chain, self._lines + len(texts)

    def _begin(self, data: bytes) -> None:
        """Put a new file in the place of one that may be there; until it is there whole, that one counts."""
        try:
            write_whole(self.path, data)
            self._handle = DISK.open_to_append(self.path)
        except OSError:
            self._give_up()
            raise
        self._size, self._stale = len(data), False

    def _add(self, data: bytes) -> None:
        try:
            write_all(self._handle, data)
        except OSError:
            self._take_back()
            raise
        self._size, self._owed = self._size + len(data), True
        self._sync()

    def _top(self) -> bytes:
        """The first line."""
        version, words = ("2", f" {self._words}") if self._words else ("1", "")
        return f"rasputitsa_journal {version} {self._checksum} {self._salt}{words}\n".encode()

    def _locked(self, number: int, chain: str, text: str) -> str:
        lock = _lock(self._salt, self._passphrase, self._words)
        data = text.encode().ljust(-(-len(text) // WIDTH) * WIDTH)
        return "!" + base64.b64encode(lock.close(data, _bound(number, chain))).decode("ascii")

    def _take_back(self) -> None:
        """No half a line stays after a failure; where that cannot be, the next time begins a new file."""
        try:
            DISK.truncate(self._handle, self._size)
        except OSError:
            self._give_up()

    def _give_up(self) -> None:
        """What is in the file nobody knows: the next time begins a new one.  It has a salt of its own, so that nothing
        else is ever sealed as a line of this one was."""
        self.close()
        self._noted.clear()
        self._salt, self._made = os.urandom(16).hex(), None
        self._lines, self._size, self._stale = 0, 0, True

    def settle(self) -> None:
        """Flush what was noted and is not yet on the disk itself, if the disk has rested.

        :raises SaveError: if that fails; all of it is written anew the next time.
        """
        try:
            self._sync()
        except OSError as e:
            raise self._refusal(e) from None

    def _refusal(self, error: OSError) -> SaveError:
        return SaveError(self.path, 0, f"cannot be written: {error.strerror or error}")

    def _sync(self) -> None:
        """Flush: at every command where that is quick, else now and then.  What one flush has failed to bring to the
        disk no later one does, so that a new file is begun then."""
        began = monotonic()
        if not self._owed or (self._sync_took > QUICK and began - self._synced_at < REST * self._sync_took):
            return
        try:
            DISK.flush(self._handle)
        except OSError:
            self._give_up()
            raise
        self._synced_at, self._owed = monotonic(), False
        self._sync_took = self._synced_at - began

    def close(self) -> None:
        """Give the file back."""
        if self._handle >= 0:
            with suppress(OSError):
                DISK.close(self._handle)
            self._handle, self._owed = -1, False

    def remove(self) -> None:
        """The game is saved otherwise: the journal is not needed any more."""
        self.close()
        with suppress(OSError):
            DISK.remove(self.path)


# -- reading --------------------------------------------------------------------------------------


def read_journal(save: Path, checksum: str, passphrase: str = "") -> tuple[list[str], str]:
    """The commands given after an autosave and not taken back, and what is wrong with its journal ("" if nothing)."""
    path = journal_of(save)
    try:
        if not path.is_file():
            return [], ""
        data = DISK.read(path, MAX_BYTES + 1)
    except OSError as e:
        return [], f"cannot be read: {e.strerror or e}"
    if len(data) > MAX_BYTES:
        return [], "it is far too large"
    lines = data.decode("ascii", "replace").split("\n")[:-1]
    if not lines:
        return [], ""
    top = _TOP.fullmatch(lines[0])
    if top is None or top[1] != checksum:
        return [], "it does not belong to this save"
    if not top[3] and _is_locked(save):
        return [], "it is not locked, though its save is"
    return _commands(lines[1:], _chained(checksum, top[2]), _Opener(top[2], passphrase, top[3] or ""))


def _is_locked(save: Path) -> bool:
    """Is this a save whose journal must be locked?"""
    try:
        header = read_header(save)
    except SaveError:
        return False
    return header.locked and bool(header.seal)


class _Opener:
    """Opens sealed and locked lines; the key is only worked out if there are any."""

    def __init__(self, salt: str, passphrase: str, words: str) -> None:
        self._salt, self._passphrase, self._words = salt, passphrase, words
        self._seal: Seal | None = None

    def text(self, number: int, chain: str, line: str) -> str:
        """What a line of the journal says.

        :param number: of the line behind the first, from 0.
        :param chain: the checksum of all before it.
        :raises ValueError: if it does not open.
        """
        if self._words:
            return self._unlocked(number, chain, line)
        if not line.startswith("!"):
            return line
        if self._seal is None:
            self._seal = _seal(self._salt, self._passphrase)
        (text,) = self._seal.open(number, line[1:])
        return text

    def _unlocked(self, number: int, chain: str, line: str) -> str:
        if not line.startswith("!"):
            raise SealError("it is not locked")
        lock = _lock(self._salt, self._passphrase, self._words)
        return lock.open(base64.b64decode(line[1:], validate=True), _bound(number, chain)).decode().rstrip()


def _commands(lines: list[str], chain: str, opener: _Opener) -> tuple[list[str], str]:
    found: list[str] = []
    for number, line in enumerate(lines, 2):
        parts = _LINE.fullmatch(line)
        if parts is None or parts[1] != _chained(chain, parts[2]):
            return found, f"line {number} is damaged"
        try:
            text = opener.text(number - 2, chain, parts[2])
        except ValueError:
            return found, f"line {number} does not open"
        chain = parts[1]
        if text == UNDO:
            if not found:
                return found, f"line {number}: there is nothing to take back"
            found.pop()
            continue
        if not is_command(text):
            return found, f"line {number} is no command"
        found.append(text)
    return found, ""
