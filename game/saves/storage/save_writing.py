"""Writing a save to disk, complete or not at all, under a name that every system accepts."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from pathlib import Path

from ecs import Game
from game.saves.file_format import SaveError
from game.saves.saving import Particulars, encode_game
from game.saves.storage.game_folders import Slot, remove
from game.system.disk import DISK, UnsureError, is_there, make_folder, write_whole
from game.system.file_locks import can_lock

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
        raise SaveError(path, 0, f"may be lost if the power fails: {e.strerror or e}") from None
    except OSError as e:
        raise SaveError(path, 0, f"cannot be written: {e.strerror or e}") from None


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
        raise SaveError(path, 0, f"cannot be written: {e.strerror or e}") from None


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
        return f"Files cannot be locked in {folder}: do not play one game in two windows at the same time."
    return ""
