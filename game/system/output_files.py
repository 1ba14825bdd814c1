"""Writing output files named by the user, complete or not at all, and only ordinary ones."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from ecs.untrusted_input import plain
from game.system.disk import write_whole


class OutputError(Exception):
    """A file that cannot be written; the message names it and the cause."""


def check_output(path: Path) -> Path:
    """The file itself, behind all links; checked before the work begins, so that no work is lost.

    :raises OutputError: for a folder, a device, a pipe, a socket, and where the folder it is to lie in does not exist.
    """
    real = Path(os.path.realpath(path))
    try:
        kind = real.lstat().st_mode
    except FileNotFoundError:
        _check_folder(real.parent)
        return real
    except (OSError, ValueError) as error:
        raise _refusal(path, error) from None
    if stat.S_ISDIR(kind):
        raise OutputError(f"{_told(path)} is a folder. Give the name of a file.")
    if stat.S_ISLNK(kind):
        raise OutputError(f"{_told(path)} is a link that leads back to itself")
    if not stat.S_ISREG(kind):
        raise OutputError(f"{_told(path)} is not an ordinary file")
    return real


def check_folder(path: Path) -> Path:
    """A folder to write into, which need not exist yet; the nearest existing parent decides.

    :raises OutputError: if that is not a folder.
    """
    real = Path(os.path.realpath(path))
    try:
        while not os.path.lexists(real) and real != real.parent:
            real = real.parent
        kind = real.stat().st_mode
    except (OSError, ValueError) as error:
        raise _refusal(path, error) from None
    if not stat.S_ISDIR(kind):
        raise OutputError(f"{_told(path)}: {_told(real)} is not a folder")
    return path


def write_output(path: Path, data: bytes) -> None:
    """Write the file, readable by those who may read the owner's new files.

    :raises OutputError: if it cannot be written; an older file of that name is untouched then.
    """
    real = check_output(path)
    try:
        write_whole(real, data)
    except (OSError, ValueError) as error:
        raise _refusal(path, error) from None
    _show(real)


def _check_folder(folder: Path) -> None:
    try:
        kind = folder.stat().st_mode
    except (OSError, ValueError) as error:
        raise _refusal(folder, error) from None
    if not stat.S_ISDIR(kind):
        raise OutputError(f"{_told(folder)} is not a folder")


def _show(path: Path) -> None:
    """Open a player's file to others as the system's mask allows: the player named it."""
    mask = os.umask(0o077)
    os.umask(mask)
    with suppress(OSError):
        path.chmod(0o666 & ~mask)


def _refusal(path: Path, error: Exception) -> OutputError:
    cause = getattr(error, "strerror", None) or str(error)
    return OutputError(f"{_told(path)}: {cause}")


def _told(path: Path) -> str:
    return plain(str(path), 300)


# -- A page shown by the program that the system shows pages with. ---------------------------------------------------

LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Where a bundle tells its own libraries are; another program would stumble over them."""


def open_file(path: Path) -> bool:
    """Have the system open a file we made; False without a display, or without a program for it."""
    if os.environ.get("SDL_VIDEODRIVER") in ("dummy", "offscreen"):
        return False
    if sys.platform == "win32":
        os.startfile(path)
        return True
    opener = "open" if sys.platform == "darwin" else "xdg-open"
    try:
        subprocess.Popen(
            [opener, str(path)],
            env=_surroundings(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    return True


def _surroundings() -> dict[str, str]:
    """The environment before a bundle changed it."""
    found = dict(os.environ)
    for name in LIBRARIES:
        before = found.pop(f"{name}_ORIG", None)
        if before is not None:
            found[name] = before
        elif getattr(sys, "frozen", False):
            found.pop(name, None)
    return found
