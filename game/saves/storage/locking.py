"""Setting, changing or removing a passphrase: every save of the game is encrypted again, in place of the old one.

If that breaks off, the saves not reached open as before.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from ecs import UNFIT
from game.saves.encryption import SealError, fresh_words
from game.saves.fallback_position import ON_TRUST
from game.saves.file_format import MAX_BYTES, Header, SaveError, close, parted
from game.saves.file_reader import opened, read_bytes, read_header
from game.saves.listing import identity, own_saves
from game.saves.loading import load_game, with_journal
from game.saves.saving import encode_game
from game.saves.storage.crash_journal import journal_of
from game.saves.storage.game_folders import Slot, remove
from game.saves.storage.save_writing import write_atomically
from game.system.disk import is_there
from game.system.slices import Progress, Steps, done


@dataclass(frozen=True, slots=True)
class NewLock:
    """The passphrase of a game from now on, "" for none, and the previous one.

    ``newest``: the last save of the game, which is locked so already and has a fresh recovery file.
    """

    slot: Slot
    newest: Path
    passphrase: str
    before: str

    def close_all(self, saves: Path) -> Steps[list[str]]:
        """Encrypt every save of the game again; a sentence for each that had to stay as it was.

        :param saves: the folder of saves, in which those with a name lie.
        """
        paths, refusals = self._paths(saves), []
        for number, path in enumerate(paths, 1):
            try:
                self._close(path)
            except SaveError as error:
                refusals.append(str(error))
            yield Progress(f"{number} of {len(paths)} saves done", number / len(paths))
        return refusals

    def _paths(self, saves: Path) -> list[Path]:
        stands = [stand.path for stand in self.slot.look().stands if stand.path != self.newest]
        named = [i.path for i in own_saves(saves) if i.header is not None and identity(i.header) == self.slot.id]
        return [path for path in (*stands, *named, self.slot.quick) if is_there(path)]

    def _close(self, path: Path) -> None:
        """Encrypt one save; its recovery file is merged into it, so that neither ever exists without the other.

        :raises SaveError: if that cannot be; it is as it was then.
        """
        header, journal = read_header(path), journal_of(path)
        counts = is_there(journal) and self.slot.look().is_tip(path)
        data = None
        try:
            if self._is_due(header):
                data = self._played(path, header) if counts else self._as_it_is(path, header)
        except SaveError:
            if header.locked:
                return  # with words that this game never had
            raise
        if data is not None:
            write_atomically(path, data, self.slot.folder)
        if data is not None or not counts:
            remove([journal])

    def _is_due(self, header: Header) -> bool:
        """Is a save unencrypted that should be locked, or locked with the previous passphrase?"""
        if header.locked:
            return bool(self.before) and self.before != self.passphrase
        return bool(self.passphrase)

    def _as_it_is(self, path: Path, header: Header) -> bytes:
        """The same save encrypted differently, even if damaged."""
        inner = opened(path, read_bytes(path), self.before)
        about, words = msgspec.structs.replace(header, game=self.slot.id), fresh_words(self.passphrase)
        try:
            data = close(about, inner, words, self.passphrase)
            return data if len(data) <= MAX_BYTES else close(about, parted(inner)[0], words, self.passphrase)
        except SealError as e:
            raise SaveError(path, 0, str(e)) from None

    def _played(self, path: Path, header: Header) -> bytes:
        """The game of a save and what its recovery file adds, saved again."""
        loaded = load_game(path, passphrase=self.before if header.locked else "")
        try:
            loaded = done(with_journal(loaded))
            about = replace(loaded.particulars(), passphrase=self.passphrase, game=self.slot.id, order=header.order)
            return encode_game(loaded.game, about)
        except UNFIT:
            raise SaveError(path, 0, ON_TRUST) from None
        finally:
            with suppress(*UNFIT):
                loaded.game.close()
