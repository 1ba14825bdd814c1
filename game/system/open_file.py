"""A page shown by the program that the system shows pages with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Where a bundle tells its own libraries are; another program would stumble over them."""


def open_file(path: Path) -> bool:
    """Hand a file of our own making to the system; False without a display, or where there is nothing to hand it to."""
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
    """The environment as it was before a bundle changed it."""
    found = dict(os.environ)
    for name in LIBRARIES:
        before = found.pop(f"{name}_ORIG", None)
        if before is not None:
            found[name] = before
        elif getattr(sys, "frozen", False):
            found.pop(name, None)
    return found
