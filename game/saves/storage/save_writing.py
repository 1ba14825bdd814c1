"""Writing a save to disk, complete or not at all; and every save of a game anew, with another passphrase."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from ecs import UNFIT, Game
from game.saves.encryption import SealError, fresh_words
from game.saves.fallback_position import ON_TRUST
from game.saves.file_format import MAX_BYTES, Header, SaveError, close, parted
from game.saves.file_reader import opened, read_bytes, read_header
from game.saves.listing import identity, own_saves
from game.saves.loading import load_game, with_journal
from game.saves.saving import Particulars, encode_game
from game.saves.storage.crash_journal import journal_of
from game.saves.storage.game_folders import Slot, remove
from game.system.disk import DISK, UnsureError, is_there, make_folder, write_whole
from game.system.file_locks import can_lock
from game.system.slices import Progress, Steps, done

# -- Writing a save to disk, complete or not at all, under a name that every system accepts. -------------------------

_RESERVED = frozenset(["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789¹²³")])

LONGEST = 60  # bytes; the rest of a longer name is told by six digits


def safe_name(text: str) -> str:
    """A file name made from what the player typed: letters and digits of every script with their marks, blanks, "-" and
    "_"; never empty.  Names that differ in these give different files, however long they are.
    """
    plain = unicodedata.normalize("NFC", text)
    name = kept = " ".join("".join(c if _is_kept(c) else " " for c in plain).split())
    room = LONGEST if len(kept.encode()) <= LONGEST else LONGEST - 7
    while len(name.encode()) > room or (name and name != kept and _is_mark(kept[len(name)])):
        name = name[:-1].rstrip()
    if not name:
        return "save"
    if name != kept:
        name = f"{name} {hashlib.sha256(kept.casefold().encode()).hexdigest()[:6]}"
    return f"{name} save" if name.casefold() in _RESERVED else name


def _is_kept(letter: str) -> bool:
    return letter.isalnum() or letter in " -_" or _is_mark(letter)


def _is_mark(letter: str) -> bool:
    """Does it belong to the letter before it, as vowels do in Thai and Hindi?"""
    return unicodedata.category(letter).startswith("M")


def write_atomically(path: Path, data: bytes, room: Path | None = None) -> None:
    """Put data under a name so that a crash at any moment leaves the old file or the new one, whole.

    :param room: the folder for the file while it is half-written; that of the path if not given.
    :raises SaveError: if the disk refuses; the old file is still there.
    """
    try:
        write_whole(path, data, room)
    except UnsureError as e:
        raise SaveError(path, 0, f"it may be lost if the power fails: {e.strerror or e}") from None
    except OSError as e:
        raise SaveError(path, 0, f"it cannot be written: {e.strerror or e}") from None


def write_save(path: Path, game: Game, about: Particulars) -> Path:
    """Save a game under this very path.

    :raises SaveError: if it cannot be written; an older file of that name is untouched then.
    """
    write_atomically(path, encode_game(game, about))
    return path


def write_new(path: Path, data: bytes) -> SaveError | None:
    """Write a save under a new name; what the disk refused although it is there: the game stands there from now on, but
    after a power cut it may not.

    :raises SaveError: if it is not there.
    """
    try:
        write_atomically(path, data)
    except SaveError as refusal:
        if not is_there(path):
            raise
        return refusal
    return None


def make_slot(slot: Slot, path: Path) -> None:
    """Make sure that a game's folder exists.

    :raises SaveError: if it cannot be made, in the name of what was to be written into it.
    """
    try:
        slot.make()
    except OSError as e:
        raise SaveError(path, 0, f"it cannot be written: {e.strerror or e}") from None


def problem_of(folder: Path) -> str:
    """Why nothing can be written into a folder of saves, or not safely, in a sentence; "" if all is well."""
    probe = folder / f".probe.{os.getpid()}.tmp"
    try:
        make_folder(folder)
        handle = DISK.create(probe)
        try:
            DISK.write(handle, bytes(4096))
            locks = can_lock(handle)
        finally:
            DISK.close(handle)
        DISK.remove(probe)
    except OSError as e:
        remove([probe])
        return f"No game can be saved in {folder}: {e.strerror or e}. You can play, but nothing will be kept."
    if not locks:
        return f"Files in {folder} cannot be locked. Do not open the same game in two windows."
    return ""


# -- Setting, changing or removing a passphrase: every save of the game is encrypted again, in place of the old one. -
# If that breaks off, the saves not reached open as before.


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
