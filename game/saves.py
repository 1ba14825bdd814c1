"""Where are the saves?  A folder in which an old save never dies: names, slots, rotation, crash marker."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ecs import CommandError, Game, IllegalCommand, parse
from ecs.reading import plain
from game.journal import ENDING as JOURNAL
from game.journal import Journal, journal_of, read_journal
from game.paths import user_root
from game.savefile import FORMAT, Header, SaveError, SaveFile, read_header, sum_and_salt
from game.savegame import (
    Loaded,
    Particulars,
    encode_game,
    load_game,
    read_save,
    salvage_game,
)
from game.savenotes import HUMAN, engine_version, installed_packs

__all__ = [
    "AUTOSAVES",
    "ENDING",
    "FORMAT",
    "HUMAN",
    "Header",
    "Loaded",
    "Particulars",
    "SaveError",
    "SaveFile",
    "SaveInfo",
    "Saves",
    "engine_version",
    "installed_packs",
    "load_game",
    "read_save",
    "safe_name",
    "salvage_game",
    "write_atomically",
    "write_save",
]

ENDING = ".save"
AUTOSAVES = 12
QUICK = "@quick"
_AUTO = re.compile(r"@auto-(\d{6,9})")
_MARKER = "playing"
_LEFT = re.compile(r"\..+\.(\d+)\.tmp")
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))]
)


def safe_name(text: str) -> str:
    """A file name made from what the player typed: letters, digits, blanks, "-" and "_"; never empty."""
    plain = unicodedata.normalize("NFC", text)
    kept = "".join(c if c.isalnum() or c in " -_" else " " for c in plain)
    name = " ".join(kept.split())
    while len(name.encode()) > 60:
        name = name[:-1].rstrip()
    if not name:
        return "save"
    return f"{name} save" if name.casefold() in _RESERVED else name


def write_atomically(path: Path, data: bytes) -> None:
    """Put data under a name so that a crash at any moment leaves the old file or the new one, whole.

    :raises SaveError: if the disk refuses; the old file is still there.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_through(temporary, data)
        os.replace(temporary, path)
        _sync_folder(path.parent)
    except OSError as e:
        with suppress(OSError):
            temporary.unlink()
        raise SaveError(path, 0, f"cannot be written: {e.strerror or e}") from None


def _write_through(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Make the renaming itself durable, where the system lets a folder be synced."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_save(path: Path, game: Game, about: Particulars) -> Path:
    """Save a game under this very path.

    :raises SaveError: if it cannot be written; an older file of that name is untouched then.
    """
    write_atomically(path, encode_game(game, about))
    return path


@dataclass(frozen=True, slots=True)
class SaveInfo:
    """One line of the list of saves; ``header`` is None and ``problem`` says why, if it cannot be loaded.

    kind: "auto", "quick" or "named".
    """

    path: Path
    kind: str
    header: Header | None
    problem: str = ""

    @property
    def name(self) -> str:
        """What the player calls it."""
        return (self.header.name if self.header else "") or plain(self.path.stem.removeprefix("@"), 80)


class Saves:
    """The folder of saves.

    :param folder: the player's own saves folder if not given; made at the first save.
    :param keep: how many autosaves are kept, at least 10.
    """

    def __init__(self, folder: Path | None = None, keep: int = AUTOSAVES) -> None:
        self.folder = user_root() / "saves" if folder is None else folder
        self.keep = max(10, keep)
        self._journal: Journal | None = None

    # -- writing ----------------------------------------------------------------------------------

    def problem(self) -> str:
        """What the player should know before a game begins if nothing can be written here; "" if all is well."""
        probe = self.folder / f".probe.{os.getpid()}.tmp"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            probe.write_bytes(bytes(4096))
            probe.unlink()
        except OSError as e:
            with suppress(OSError):
                probe.unlink(missing_ok=True)
            return f"No game can be saved in {self.folder}: {e.strerror or e}. You can play, but nothing will be kept."
        return ""

    def path(self, name: str) -> Path:
        """Where a save of this name is kept."""
        return self.folder / (safe_name(name) + ENDING)

    def save(self, game: Game, about: Particulars) -> Path:
        """Save under ``about.name``, over an older save of that name.

        :raises SaveError: if it cannot be written.
        """
        return write_save(self.path(about.name), game, about)

    def quicksave(self, game: Game, about: Particulars) -> Path:
        """Save in the quick slot.

        :raises SaveError: if it cannot be written.
        """
        return write_save(self.folder / (QUICK + ENDING), game, replace(about, name=""))

    def autosave(self, game: Game, about: Particulars) -> Path:
        """Save in a new automatic slot, begin a journal beside it, and drop the oldest beyond ``keep``.

        It takes the place of the one before if the game was taken back to before that.

        :raises SaveError: if it cannot be written.
        """
        kept = self._autosaves()
        number = _auto_number(kept[-1]) + 1 if kept else 1
        path = self.folder / f"@auto-{number:06d}{ENDING}"
        data = encode_game(game, replace(about, name=""))
        with suppress(OSError):
            journal_of(path).unlink()
        write_atomically(path, data)
        write_atomically(self.folder / _MARKER, path.name.encode())
        checksum, salt = sum_and_salt(data)
        before, self._journal = self._journal, Journal(path, checksum, game, about.passphrase, sealed=bool(salt))
        void: list[Path] = []
        if before is not None and before.is_of(game):
            before.remove()
            if before.is_void(game):
                void = [before.save]
        elif before is not None:
            before.close()
        valid = [old for old in [*kept, path] if old not in void]
        for old in [*void, *valid[: -self.keep]]:
            with suppress(SaveError):
                self.delete(old)
        self._sweep()
        return path

    def note(self, game: Game) -> None:
        """Note in the journal what has happened since the autosave of this game, if there is one.

        :raises SaveError: if it cannot be written.
        """
        if self._journal is not None and self._journal.is_of(game):
            self._journal.follow(game)

    def overdue(self, game: Game) -> bool:
        """Should this game be saved before its journal grows further?"""
        return self._journal is not None and self._journal.is_of(game) and self._journal.overdue(game)

    def behind(self, game: Game) -> bool:
        """Has anything happened in this game since its last autosave?"""
        return self._journal is None or not self._journal.is_of(game) or self._journal.behind(game)

    def _autosaves(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        return sorted((p for p in self.folder.iterdir() if _auto_number(p)), key=_auto_number)

    def _sweep(self) -> None:
        """Remove what a killed process left half-written, and journals without their autosave."""
        for left in self.folder.glob(".*.tmp"):
            found = _LEFT.fullmatch(left.name)
            if found and int(found[1]) != os.getpid():
                with suppress(OSError):
                    left.unlink()
        for journal in self.folder.glob("@auto-*" + JOURNAL):
            if not journal.with_suffix(ENDING).exists():
                with suppress(OSError):
                    journal.unlink()

    def delete(self, path: Path) -> None:
        """Remove a save; one that is already gone is no error.

        :raises SaveError: if it is not a save of this folder, or the disk refuses.
        """
        if path.parent != self.folder or path.suffix != ENDING:
            raise SaveError(path, 0, "is not a save of this folder")
        try:
            path.unlink(missing_ok=True)
            journal_of(path).unlink(missing_ok=True)
        except OSError as e:
            raise SaveError(path, 0, f"cannot be deleted: {e.strerror or e}") from None

    # -- reading ----------------------------------------------------------------------------------

    def list_saves(self) -> list[SaveInfo]:
        """All saves, newest first; only first lines are read."""
        if not self.folder.is_dir():
            return []
        paths = sorted(p for p in self.folder.glob("*" + ENDING) if not p.name.startswith("."))
        found = [_info(path) for path in paths]
        return sorted(found, key=lambda s: (s.header.date if s.header else "", s.path.name), reverse=True)

    def load(self, path: Path, *, passphrase: str = "", packs: Mapping[str, str] | None = None) -> Loaded:
        """The game of a save; after an autosave, with what its journal tells.

        :raises SaveError: naming file, line and cause.
        """
        return with_journal(load_game(path, passphrase=passphrase, packs=packs))

    # -- after a crash ----------------------------------------------------------------------------

    def resumable(self) -> SaveInfo | None:
        """The last autosave of a game that was not left in good order, or None."""
        try:
            name = (self.folder / _MARKER).read_bytes()[:80].decode("ascii", "replace")
        except OSError:
            return None
        path = self.folder / name
        if path.parent != self.folder or not _auto_number(path) or not path.is_file():
            return None
        return _info(path)

    def last_played(self) -> SaveInfo | None:
        """What to go on with: the game that was interrupted, else the newest save of a game that is not over."""
        interrupted = self.resumable()
        found = [*([interrupted] if interrupted is not None else []), *self.list_saves()]
        return next((info for info in found if info.header is not None and info.header.to_act), None)

    def left_in_order(self, game: Game | None = None) -> None:
        """Note that the game was left by the player's will, and saved: nothing is to be resumed."""
        with suppress(OSError):
            (self.folder / _MARKER).unlink()
        if self._journal is not None and game is not None and self._journal.is_of(game):
            self._journal.remove()
            self._journal = None


def with_journal(loaded: Loaded) -> Loaded:
    """A game just loaded, and what was done in it after the autosave; whatever is amiss there is only told."""
    path, game = loaded.file.path, loaded.game
    if not _auto_number(path) or not loaded.file.checksum:
        return loaded
    commands, problem = read_journal(path, loaded.file.checksum, loaded.passphrase)
    done = 0
    try:
        for command in commands:
            game.apply(parse(command))
            done += 1
    except (CommandError, IllegalCommand) as e:
        problem = f"command {done + 1}: {e}"
    notes = list(loaded.warnings)
    if done:
        notes.append(f"Taken up where it broke off, {done} command{'s' if done > 1 else ''} after this autosave.")
    if problem:
        notes.append(f"{journal_of(path).name}: {problem}; what it tells from there on is left out.")
    return replace(loaded, warnings=tuple(notes))


def _auto_number(path: Path) -> int:
    found = _AUTO.fullmatch(path.stem) if path.suffix == ENDING else None
    return int(found[1]) if found else 0


def _info(path: Path) -> SaveInfo:
    kind = "auto" if _auto_number(path) else "quick" if path.stem == QUICK else "named"
    try:
        return SaveInfo(path, kind, read_header(path))
    except SaveError as e:
        return SaveInfo(path, kind, None, str(e))
