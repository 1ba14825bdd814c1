"""An add-on as one file: a zip that is the same, byte for byte, whenever and wherever it is made of the same files."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

from ecs.untrusted_input import UnreadableError, read_ordinary
from game.packs.addons.files import limit_of
from game.packs.addons.library import Addon
from game.packs.addons.manifest import AddonError
from game.packs.safe_files import is_litter

DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip can tell
UNIX = 3


def packed(addon: Addon) -> bytes:
    """The zip of an add-on: its files by name, without what systems drop.

    :raises AddonError: if a file cannot be read.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in names_of(addon.folder):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = UNIX
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            try:
                archive.writestr(entry, read_ordinary(addon.folder / name, limit_of(name)), compresslevel=9)
            except UnreadableError as error:
                raise AddonError(addon.folder / name, str(error)) from None
    return out.getvalue()


def names_of(folder: Path) -> list[str]:
    """The files of an add-on that was checked, '/'-separated, sorted."""
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in files if not any(is_litter(part) for part in path.parts))
