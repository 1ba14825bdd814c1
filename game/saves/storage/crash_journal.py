"""The journal, by which at most one command is lost.  Those given since an autosave stand beside it, one a line, as
they are given.

    rasputitsa_journal 1 <checksum of the autosave> <salt> envelope
    0123456789ab move 18.A E4
    0123456789ab !c2VhbGVkIG9yZGVycw==
    0123456789ab undo

The word before each command is a checksum of all lines so far, so that a torn or foreign line is noticed: what stands
before it still counts.  A line with "!" is closed: it holds an order that the other side must not read.  The last word
of the first line says how it is closed, as in a save (encryption.py).  In the journal of a locked game that is

    rasputitsa_journal 1 <checksum of the autosave> <salt> argon2id:3:65536:<salt>

and every line is closed, what was taken back too.  A closed line is bound to its number and to all lines before it.
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
from game.saves.encryption import ENVELOPE, Cipher, SealError
from game.saves.file_format import SaveError
from game.saves.file_reader import is_command, read_header
from game.system.disk import DISK, is_there, lies_at, write_all, write_whole

ENDING = ".journal"
MAX_BYTES = 1_000_000
MOST = 500  # commands, after which the game is better saved again
QUICK = 0.005  # seconds a flush to the disk may take after every command
REST = 20  # how many times longer a slower one rests
UNDO = "undo"
WIDTH = 64  # bytes, of which a closed line has a multiple, so that its length does not tell what it says
_TOP = re.compile(r"rasputitsa_journal 1 ([0-9a-f]{64}) ([0-9a-f]{32}) (envelope|argon2id:[0-9a-f:]+)")
_LINE = re.compile(r"([0-9a-f]{12}) (undo|[a-z!][^\r\n]*)")


def journal_of(save: Path) -> Path:
    """The path of an autosave's recovery file."""
    return save.with_suffix(ENDING)


def _chained(before: str, text: str) -> str:
    return hashlib.sha256(f"{before} {text}".encode()).hexdigest()[:12]


def _lock(salt: str, passphrase: str, words: str) -> Cipher:
    """The lock of this journal alone."""
    return Cipher(passphrase, words, b"rasputitsa journal " + bytes.fromhex(salt))


def _bound(number: int, chain: str) -> bytes:
    """What an encrypted line is bound to: its number, and by their checksum all lines before it."""
    return f"{number} {chain}".encode()


# -- writing --------------------------------------------------------------------------------------


class CrashJournal:
    """Notes what happens in a game after an autosave.  Its file is made with the first line.

    :param save: the autosave just written.
    :param checksum: of the autosave.
    :param seal: how the autosave is closed, "" if it is open.
    """

    def __init__(self, save: Path, checksum: str, seal: str, game: Game, passphrase: str = "") -> None:
        self.save, self.path = save, journal_of(save)
        self._root, self._base = game.log[-1], len(game.log)
        self._noted: list[Record] = []
        self._checksum, self._passphrase = checksum, passphrase
        self._closed, self._words = bool(seal), seal or ENVELOPE
        self._salt = os.urandom(16).hex()
        self._chain, self._lines, self._size = "", 0, 0
        self._handle, self._stale = -1, False
        self._synced_at, self._sync_took, self._owed = 0.0, 0.0, False

    def overdue(self, game: Game) -> bool:
        """Must the game be saved again: undone to before the autosave, autosave gone, or much done since?"""
        return self.is_void(game) or self._lines >= MOST or not is_there(self.save)

    def behind(self, game: Game) -> bool:
        """Has anything happened since the autosave?"""
        return self.is_void(game) or len(game.log) > self._base or self._lines > 0

    def is_void(self, game: Game) -> bool:
        """Was the game undone to before the autosave?"""
        return len(game.log) < self._base or game.log[self._base - 1] is not self._root

    def follow(self, game: Game) -> None:
        """Note what was done or undone since the last time.

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
        texts = [(UNDO, self._closed)] * (len(self._noted) - kept)
        texts += [(r.command, self._closed or any(event.veil for event in r.events)) for r in fresh]
        if texts or self._stale:
            self._append(texts)
            self._noted[kept:] = fresh

    def _append(self, texts: Sequence[tuple[str, bool]]) -> None:
        """Add lines; each says whether it must be encrypted."""
        lines: list[str] = []
        chain = self._chain if self._lines else _chained(self._checksum, self._salt)
        for number, (text, hidden) in enumerate(texts, self._lines):
            text = self._shut(number, chain, text) if hidden else text
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
        """Replace the file with a new one; the old one counts until the new one is complete."""
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
        return f"rasputitsa_journal 1 {self._checksum} {self._salt} {self._words}\n".encode()

    def _shut(self, number: int, chain: str, text: str) -> str:
        lock = _lock(self._salt, self._passphrase, self._words)
        data = text.encode().ljust(-(-len(text) // WIDTH) * WIDTH)
        return "!" + base64.b64encode(lock.close(data, _bound(number, chain))).decode("ascii")

    def _take_back(self) -> None:
        """Remove half a line after a failure; if that is impossible, the next time begins a new file."""
        try:
            DISK.truncate(self._handle, self._size)
        except OSError:
            self._give_up()

    def _give_up(self) -> None:
        """Its contents are unknown: the next time begins a new one.  It has a salt of its own, so that nothing
        else is ever sealed as a line of this one was."""
        self.close()
        self._noted.clear()
        self._salt = os.urandom(16).hex()
        self._lines, self._size, self._stale = 0, 0, True

    def settle(self) -> None:
        """Flush what was noted but not yet forced to disk, if the disk has rested.

        :raises SaveError: if that fails; all of it is written again the next time.
        """
        try:
            self._sync()
        except OSError as e:
            raise self._refusal(e) from None

    def _refusal(self, error: OSError) -> SaveError:
        return SaveError(self.path, 0, f"it cannot be written: {error.strerror or error}")

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
        """Remove the file: the game has been saved otherwise."""
        self.close()
        with suppress(OSError):
            DISK.remove(self.path)


# -- reading --------------------------------------------------------------------------------------


def read_journal(save: Path, checksum: str, passphrase: str = "") -> tuple[list[str], str]:
    """Commands given after an autosave and not undone, and what is wrong with its file ("" if nothing)."""
    path = journal_of(save)
    try:
        if not path.is_file():
            return [], ""
        data = DISK.read(path, MAX_BYTES + 1)
    except OSError as e:
        return [], f"it cannot be read: {e.strerror or e}"
    if len(data) > MAX_BYTES:
        return [], "it is far too large"
    lines = data.decode("ascii", "replace").split("\n")[:-1]
    if not lines:
        return [], ""
    top = _TOP.fullmatch(lines[0])
    if top is None or top[1] != checksum:
        return [], "it does not belong to this save"
    if top[3] == ENVELOPE and _is_locked(save):
        return [], "it is not locked, though its save is"
    return _commands(lines[1:], _chained(checksum, top[2]), (top[2], passphrase, top[3]))


def _is_locked(save: Path) -> bool:
    """Must the recovery file of this save be encrypted?"""
    try:
        return read_header(save).locked
    except SaveError:
        return False


def _opened(number: int, chain: str, line: str, key: tuple[str, str, str]) -> str:
    """The contents of a line.

    :param number: of the line behind the first, from 0.
    :param chain: the checksum of all before it.
    :param key: salt, passphrase and words of the lock.
    :raises ValueError: if it does not open.
    """
    if line.startswith("!"):
        return _lock(*key).open(base64.b64decode(line[1:], validate=True), _bound(number, chain)).decode().rstrip()
    if key[2] != ENVELOPE:
        raise SealError("it is not locked")
    return line


def _commands(lines: list[str], chain: str, key: tuple[str, str, str]) -> tuple[list[str], str]:
    found: list[str] = []
    for number, line in enumerate(lines, 2):
        parts = _LINE.fullmatch(line)
        if parts is None or parts[1] != _chained(chain, parts[2]):
            return found, f"line {number} is damaged"
        try:
            text = _opened(number - 2, chain, parts[2], key)
        except ValueError:
            return found, f"line {number} does not open"
        chain = parts[1]
        if text == UNDO:
            if not found:
                return found, f"line {number}: there is nothing to undo"
            found.pop()
            continue
        if not is_command(text):
            return found, f"line {number} is not a command"
        found.append(text)
    return found, ""
