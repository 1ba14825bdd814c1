"""A passphrase is set, changed or taken off: every save of the game is closed anew.

Each is written whole in the place of the old one.  If that breaks off, those not reached open as before; the next
automatic save closes what still lies open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from game.saves.cached_position import UNSOUND
from game.saves.fallback_position import ON_TRUST
from game.saves.file_format import MAX_BYTES, Header, SaveError, close, parted
from game.saves.file_reader import opened, read_bytes, read_header
from game.saves.listing import identity, own_saves
from game.saves.loading import load_game
from game.saves.resume import with_journal
from game.saves.saving import encode_game
from game.saves.security.encrypted_file import seal_words
from game.saves.security.obfuscation import SealError
from game.saves.storage.game_folders import Slot
from game.saves.storage.journal import journal_of
from game.saves.storage.save_writing import write_atomically
from game.system.disk import DISK

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class NewLock:
    """The words that lock a game from now on, "" for none, and those that did before.

    ``slot``: the folder of the game; ``newest``: its last save, which is closed so already and has a fresh journal.
    """

    slot: Slot
    newest: Path
    passphrase: str
    before: str

    def close_all(self, saves: Path, tell: Tell) -> list[str]:
        """Close every save of the game; a sentence for each that stays as it was although it should not.

        :param saves: the folder of saves, in which those with a name lie.
        :param tell: told before each save which one it is, and of how many.
        """
        paths, refusals = list(self._paths(saves)), []
        for number, path in enumerate(paths, 1):
            tell(number, len(paths))
            try:
                self._close(path)
            except SaveError as error:
                refusals.append(str(error))
            except OSError as error:
                refusals.append(f"{path.name}: {error.strerror or error}")
        return refusals

    def _paths(self, saves: Path) -> Iterator[Path]:
        found = self.slot.look()
        stands = [stand.path for stand in found.stands if stand.path != self.newest]
        named = [i.path for i in own_saves(saves) if i.header is not None and identity(i.header) == self.slot.id]
        yield from (path for path in (*stands, *named, self.slot.quick) if path.is_file())

    def _close(self, path: Path) -> None:
        """Close one save; its journal, if it counts, goes into it, so that at no moment one is there without the other.

        :raises SaveError, OSError: if that cannot be; it is as it was then.
        """
        header, journal = read_header(path), journal_of(path)
        ends_a_line = path.parent != self.slot.folder or self.slot.look().is_tip(path)
        counts = ends_a_line and journal.is_file()
        if self._is_due(header):
            replayed = counts or (header.locked and not header.seal)
            data = self._played(path, header) if replayed else self._as_it_is(path, header)
            if not data:
                return
            write_atomically(path, data, self.slot.folder)
            DISK.remove(journal)
        elif not ends_a_line:
            DISK.remove(journal)

    def _is_due(self, header: Header) -> bool:
        """Is a save open that is to be locked, or locked with the words of before?"""
        changed = bool(self.before) and self.before != self.passphrase
        return changed if header.locked else bool(self.passphrase)

    def _as_it_is(self, path: Path, header: Header) -> bytes:
        """The same save closed otherwise, damaged or not; nothing if it is locked with other words."""
        try:
            inner = opened(path, read_bytes(path), self.before)
        except SaveError:
            if header.locked:
                return b""
            raise
        about = msgspec.structs.replace(header, game=self.slot.id)
        try:
            words = seal_words(self.passphrase)
            data = close(about, inner, words, self.passphrase)
            return data if len(data) <= MAX_BYTES else close(about, parted(inner)[0], words, self.passphrase)
        except SealError as error:
            raise SaveError(path, 0, str(error)) from None

    def _played(self, path: Path, header: Header) -> bytes:
        """The game of a save and its journal, saved anew; nothing if it is locked with other words."""
        try:
            loaded = load_game(path, passphrase=self.before if header.locked else "")
        except SaveError:
            if header.locked:
                return b""
            raise
        try:
            loaded = with_journal(loaded)
            about = replace(loaded.particulars(), passphrase=self.passphrase, game=self.slot.id, order=header.order)
            return encode_game(loaded.game, about)
        except UNSOUND:
            raise SaveError(path, 0, ON_TRUST) from None
        finally:
            with suppress(*UNSOUND):
                loaded.game.close()
