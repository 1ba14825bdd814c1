"""How is at most one command lost?  Those given since an autosave stand beside it, one a line, as they are given.

    rasputitsa_journal 1 <checksum of the autosave> <salt>
    0123456789ab move 18.A E4
    0123456789ab !c2VhbGVkIG9yZGVycw==
    0123456789ab undo

The word before each command is a checksum of all lines so far, so that a torn or foreign line is noticed: what stands
before it still counts.  A line with "!" holds an order that the other side must not read.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from weakref import ref

from ecs import Game
from ecs.events import Record
from game.savefile import SaveError, is_command
from game.sealing import Seal, SealError

ENDING = ".journal"
MAX_BYTES = 1_000_000
MOST = 500  # commands, after which the game is better saved again
QUICK = 0.005  # seconds a flush to the disk may take after every command
REST = 20  # how many times longer a slower one rests
UNDO = "undo"
_TOP = re.compile(r"rasputitsa_journal 1 ([0-9a-f]{64}) ([0-9a-f]{32})")
_LINE = re.compile(r"([0-9a-f]{12}) (undo|[a-z!][^\r\n]*)")


def journal_of(save: Path) -> Path:
    """Where the journal of an autosave is kept."""
    return save.with_suffix(ENDING)


def _chained(before: str, text: str) -> str:
    return hashlib.sha256(f"{before} {text}".encode()).hexdigest()[:12]


def _seal(salt: str, passphrase: str) -> Seal:
    """A journal's own seal: no line of it is mixed as one of the autosave is."""
    return Seal(b"journal" + bytes.fromhex(salt), passphrase)


# -- writing --------------------------------------------------------------------------------------


class Journal:
    """Notes what happens in a game after an autosave of it.  Its file is made with the first line.

    :param save: the autosave just written.
    :param checksum: of the autosave.
    :param sealed: does the autosave seal orders?
    """

    def __init__(self, save: Path, checksum: str, game: Game, passphrase: str = "", sealed: bool = False) -> None:
        self.save, self.path = save, journal_of(save)
        self._game, self._root, self._base = ref(game), game.log[-1], len(game.log)
        self._noted: list[Record] = []
        self._checksum, self._passphrase, self._sealed = checksum, passphrase, sealed
        self._salt = os.urandom(16).hex()
        self._made: Seal | None = None
        self._chain, self._lines, self._size = "", 0, 0
        self._handle = -1
        self._synced_at, self._sync_took = 0.0, 0.0

    def is_of(self, game: Game) -> bool:
        """Is this the game it follows?"""
        return self._game() is game

    def overdue(self, game: Game) -> bool:
        """Must the game be saved anew, as it was taken back to before the autosave, or much has happened since?"""
        return self.is_void(game) or self._lines >= MOST

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
        kept = len(self._noted)
        while kept and (
            kept > len(game.log) - self._base or self._noted[kept - 1] is not game.log[self._base + kept - 1]
        ):
            kept -= 1
        fresh = game.log[self._base + kept :]
        texts = [UNDO] * (len(self._noted) - kept)
        for record in fresh:
            texts.append(self._text(record, self._lines + len(texts)))
        if texts:
            self._append(texts)
            self._noted[kept:] = fresh

    def _text(self, record: Record, number: int) -> str:
        if not (self._sealed or any(event.veil for event in record.events)):
            return record.command
        if self._made is None:
            self._made = _seal(self._salt, self._passphrase)
        return "!" + self._made.close(number, [record.command])

    def _append(self, texts: Sequence[str]) -> None:
        lines: list[str] = []
        chain = self._chain if self._lines else _chained(self._checksum, self._salt)
        for text in texts:
            chain = _chained(chain, text)
            lines.append(f"{chain} {text}\n")
        if self._handle < 0:
            lines.insert(0, f"rasputitsa_journal 1 {self._checksum} {self._salt}\n")
        data = "".join(lines).encode()
        try:
            self._write(data)
        except OSError as e:
            self._take_back()
            raise SaveError(self.path, 0, f"cannot be written: {e.strerror or e}") from None
        self._chain, self._lines, self._size = chain, self._lines + len(texts), self._size + len(data)
        self._sync()

    def _write(self, data: bytes) -> None:
        if self._handle < 0:
            self.path.unlink(missing_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0)
            self._handle = os.open(self.path, flags, 0o600)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._handle, rest) :]

    def _take_back(self) -> None:
        """No half a line stays after a failure; where that cannot be, the next time begins a new file."""
        with suppress(OSError):
            if self._handle >= 0 and self._size:
                os.ftruncate(self._handle, self._size)
                return
        self.close()
        self._noted.clear()
        self._lines, self._size = 0, 0

    def _sync(self) -> None:
        """Flush to the disk itself: at every command where that is quick, else now and then."""
        began = monotonic()
        if self._sync_took > QUICK and began - self._synced_at < REST * self._sync_took:
            return
        with suppress(OSError):
            os.fsync(self._handle)
        self._synced_at = monotonic()
        self._sync_took = self._synced_at - began

    def close(self) -> None:
        """Give the file back."""
        if self._handle >= 0:
            with suppress(OSError):
                os.close(self._handle)
            self._handle = -1

    def remove(self) -> None:
        """The game is saved otherwise: the journal is not needed any more."""
        self.close()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


# -- reading --------------------------------------------------------------------------------------


def read_journal(save: Path, checksum: str, passphrase: str = "") -> tuple[list[str], str]:
    """The commands given after an autosave and not taken back, and what is wrong with its journal ("" if nothing)."""
    path = journal_of(save)
    try:
        if not path.is_file():
            return [], ""
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
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
    return _commands(lines[1:], _chained(checksum, top[2]), _Opener(top[2], passphrase))


class _Opener:
    """Opens sealed lines; the key is only worked out if there are any."""

    def __init__(self, salt: str, passphrase: str) -> None:
        self._salt, self._passphrase = salt, passphrase
        self._seal: Seal | None = None

    def open(self, block: int, word: str) -> str:
        if self._seal is None:
            self._seal = _seal(self._salt, self._passphrase)
        (text,) = self._seal.open(block, word)
        return text


def _commands(lines: list[str], chain: str, opener: _Opener) -> tuple[list[str], str]:
    found: list[str] = []
    for number, line in enumerate(lines, 2):
        parts = _LINE.fullmatch(line)
        if parts is None or parts[1] != _chained(chain, parts[2]):
            return found, f"line {number} is damaged"
        chain, text = parts[1], parts[2]
        if text == UNDO:
            if not found:
                return found, f"line {number}: there is nothing to take back"
            found.pop()
            continue
        try:
            text = opener.open(number - 2, text[1:]) if text.startswith("!") else text
        except (SealError, ValueError):
            return found, f"line {number} does not open"
        if not is_command(text):
            return found, f"line {number} is no command"
        found.append(text)
    return found, ""
