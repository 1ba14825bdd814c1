"""Where the game's own files are, and where a player's files may go."""

from __future__ import annotations

import os
import sys
from pathlib import Path

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
    """The player's own folder (saves, settings, packs); whoever writes there makes it first."""
    chosen = os.environ.get("RASPUTITSA_HOME")
    if chosen:
        return _home().joinpath(chosen[2:]) if chosen.startswith(("~/", "~\\")) else Path(chosen)
    return _platform_data_dir() / APP


def cache_root() -> Path:
    """The player's folder for what can be made again; whoever writes there makes it first."""
    if os.environ.get("RASPUTITSA_HOME"):
        return user_root() / "cache"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / APP / "cache"
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches" / APP
    named = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if named.startswith("/") else _home() / ".cache") / APP


def spare_folder() -> Path:
    """Where games may go on when the player's own folder is gone."""
    return _home() / "Rasputitsa"


def typed_folder(text: str) -> Path:
    """The folder somebody means: from the home folder, if it does not say from where."""
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
    """The player's home; the folder the program was started in, where the system knows of no home."""
    try:
        return Path.home()
    except RuntimeError:
        return Path.cwd()


def pack_roots(kind: str) -> tuple[Path, ...]:
    """Folders searched for packs of a kind ("sprites" or "sounds"); the game's own comes first."""
    return (data_root() / kind, user_root() / kind)


def is_own_pack(folder: Path) -> bool:
    """Is it one of the packs the game comes with?  Any other is a stranger's, wherever it lies."""
    return folder.name in OWN_PACKS and folder.parent in (data_root() / "sprites", data_root() / "sounds")
