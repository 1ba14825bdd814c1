"""The game's own folders, and the player's."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from math import inf
from pathlib import Path

from game.system.disk import DISK, make_folder, write_all, write_whole

APP = "rasputitsa"
OWN_PACKS = ("standard", "plain", "staff", "silhouettes")


def data_root() -> Path:
    """Folder that holds `maps`, `sprites` and `sounds`; raises FileNotFoundError if none does.

    Looked for in this order: a frozen bundle, the repository, the data installed beside the packages.
    """
    home = Path(__file__).resolve().parents[2]
    bundle = getattr(sys, "_MEIPASS", None)
    candidates = [*([Path(bundle)] if bundle else []), home, home / "rasputitsa_data"]
    for folder in candidates:
        if (folder / "sprites" / "standard" / "pack.toml").is_file():
            return folder
    looked = ", ".join(str(folder) for folder in candidates)
    raise FileNotFoundError(f"the folder 'sprites/standard' was not found in: {looked}")


def user_root() -> Path:
    """The player's own folder (saves, settings, packs); the first to write makes it."""
    chosen = os.environ.get("RASPUTITSA_HOME")
    if chosen:
        return _home().joinpath(chosen[2:]) if chosen.startswith(("~/", "~\\")) else Path(chosen)
    return _platform_data_dir() / APP


def cache_root() -> Path:
    """The player's folder for files that can be made again; the first to write makes it."""
    if os.environ.get("RASPUTITSA_HOME"):
        return user_root() / "cache"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / APP / "cache"
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches" / APP
    named = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if named.startswith("/") else _home() / ".cache") / APP


def spare_folder() -> Path:
    """Where games can continue when the player's own folder is gone."""
    return _home() / "Rasputitsa"


def typed_folder(text: str) -> Path:
    """The folder that a typed path means, relative to the home folder."""
    text = text.strip()
    return _home() / (text[2:] if text.startswith(("~/", "~\\")) else text)


def _platform_data_dir() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or _home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support"
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if named.startswith("/") else _home() / ".local" / "share"  # a relative one is to be ignored


def _home() -> Path:
    """The player's home; the start folder if the system knows no home."""
    try:
        return Path.home()
    except RuntimeError:
        return Path.cwd()


def is_own_pack(folder: Path) -> bool:
    """Is it one of the packs that come with the game?  Any other is a stranger's, wherever it lies."""
    return folder.name in OWN_PACKS and folder.parent in (data_root() / "sprites", data_root() / "sounds")


# -- Folders of what took long to make, such as compiled maps: what is in them may be deleted at any time. -----------

MOST = 12


class CacheFolder:
    """A cache of one kind of file, named by key, keeping the newest; does nothing where writing is impossible.

    :param folder: its name in the player's cache, or a folder elsewhere.
    :param ending: of its files.
    :param most: files that are kept.
    :param room: bytes of all of them.
    """

    def __init__(self, folder: str | Path, ending: str, most: int = MOST, room: float = inf) -> None:
        self.folder, self._ending, self._most, self._room = cache_root() / folder, ending, most, room

    def read(self, key: str, most: int) -> bytes:
        """The bytes kept under a key, or nothing."""
        path = self._path(key)
        try:
            return DISK.read(path, most + 1) if path.is_file() else b""
        except OSError:
            return b""

    def write(self, key: str, data: bytes) -> None:
        """Keep bytes that survive a power cut whole or not at all; the oldest files give way."""
        with suppress(OSError):
            write_whole(self._path(key), data)
            self._trim()

    def keep(self, found: Mapping[str, bytes]) -> bool:
        """Keep several files without waiting for the disk: a power cut may damage them.  The oldest give way.

        False if the disk refuses.
        """
        try:
            make_folder(self.folder)
            for key, data in found.items():
                _put(self._path(key), data)
        except OSError:
            return False
        with suppress(OSError):
            self._trim()
        return True

    def changed(self) -> int:
        """When the folder last changed, as a number for comparison."""
        try:
            return self.folder.stat().st_mtime_ns
        except OSError:
            return 0

    def _trim(self) -> None:
        if self.folder.is_symlink():  # what lies behind a link is somebody else's
            return
        found = [path for path in self.folder.glob("*" + self._ending) if path.is_file() and not path.is_symlink()]
        known = sorted(((path.stat(), path) for path in found), key=lambda one: one[0].st_mtime_ns, reverse=True)
        size = 0
        for number, (about, path) in enumerate(known):
            size += about.st_size
            if number >= self._most or (size > self._room and number):
                DISK.remove(path)

    def _path(self, key: str) -> Path:
        return self.folder / (key + self._ending)


def _put(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    handle = DISK.create(temporary)
    try:
        write_all(handle, data)
    finally:
        DISK.close(handle)
    DISK.rename(temporary, path)
