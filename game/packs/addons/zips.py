"""A stranger's zip as an add-on: checked before a byte is unpacked, then unpacked once into the player's cache.

The zip stays where it is; to remove it is to remove the add-on.  What was unpacked lies under the digest of the
zip, is checked like any other folder, and may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
import struct
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

from ecs.untrusted_input import UnreadableError, read_ordinary
from game.packs.addons.files import MAX_FILES, Reading
from game.packs.addons.manifest import FILE, PACK, AddonError, no_head
from game.system.disk import DISK, make_folder, write_all
from game.system.paths import cache_root

MAX_ZIP_BYTES = 64 * 2**20
MAX_LIST_BYTES = 200 * MAX_FILES  # of the list at the end of a zip
MAX_RATIO = 200
SMALL = 64 * 1024  # a file of so many bytes may be squeezed as far as it goes
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
NAME = 24  # hex digits
_OURS = re.compile(f"[0-9a-f]{{{NAME}}}")
_END = struct.Struct("<4s4H2LH")
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, struct.error, OverflowError)


def unpacked(file: Path) -> tuple[Path, tuple[str, ...]]:
    """The folder with a zip's files, and what was left out.

    :raises AddonError: if anything in it may not be, or if it cannot be unpacked.
    """
    try:
        data = read_ordinary(file, MAX_ZIP_BYTES)
    except UnreadableError as error:
        raise AddonError(file, str(error)) from None
    _check_end(file, data)
    folder = unpacked_root() / hashlib.sha256(data).hexdigest()[:NAME]
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members, litter = _members(file, archive, len(data))
            if not _all_there(folder, members):
                _unpack(file, archive, members, folder)
    except AddonError:
        raise
    except _BROKEN as error:
        raise AddonError(file, f"the zip is damaged ({str(error).strip(chr(34)) or type(error).__name__})") from None
    return folder, litter


def unpacked_root() -> Path:
    """The folder for unpacked zips, named unlike any folder of the player's, in case both share a place."""
    return cache_root() / "unpacked-addons"


def _check_end(file: Path, data: bytes) -> None:
    """Check the directory at the end of a zip before memory is given to it."""
    at = data.rfind(b"PK\x05\x06")
    if at < 0 or len(data) - at < _END.size:
        raise AddonError(file, "not a zip, or one that was cut short")
    _, disk, first, here, count, size, start, comment = _END.unpack(data[at : at + _END.size])
    if at + _END.size + comment != len(data) or disk or first or here != count:
        raise AddonError(file, "a zip in several parts, or with data after its end")
    if data[max(0, at - 20) : at].startswith(b"PK\x06\x07") or 0xFFFF in (count, here) or 0xFFFFFFFF in (size, start):
        raise AddonError(file, "a zip in the large format (zip64), which no add-on needs")
    if size > MAX_LIST_BYTES or count > MAX_FILES:
        raise AddonError(file, f"more than {MAX_FILES} files and folders")


def _members(file: Path, archive: zipfile.ZipFile, size: int) -> tuple[dict[str, zipfile.ZipInfo], tuple[str, ...]]:
    """The files of a zip by their names in the add-on, each one checked; and what is left out."""
    entries = archive.infolist()
    top = _top_of([entry.orig_filename for entry in entries])
    names = [entry.orig_filename.removeprefix(top) for entry in entries]
    if FILE not in names:
        raise no_head(file, any(name == PACK or (name.count("/") == 1 and name.endswith(f"/{PACK}")) for name in names))
    reading, found = Reading(file), dict[str, zipfile.ZipInfo]()
    packed = 0
    for entry in entries:
        name = entry.orig_filename.removeprefix(top)
        if not name or (entry.orig_filename.endswith("/") and not entry.file_size):
            continue
        if not reading.wants(name):
            continue
        _check_entry(f"{file}/{name}", entry)
        reading.weigh(name, entry.file_size)
        packed += entry.compress_size
        found[name] = entry
    if packed > size:
        raise AddonError(file, "its files overlap")
    return found, tuple(dict.fromkeys(reading.litter))


def _top_of(names: list[str]) -> str:
    """The one folder that holds everything, if the folder itself was zipped; else ""."""
    if FILE in names:
        return ""
    tops = [name.removesuffix(FILE) for name in names if name.count("/") == 1 and name.endswith(f"/{FILE}")]
    return tops[0] if len(tops) == 1 else ""


def _check_entry(told: str, entry: zipfile.ZipInfo) -> None:
    mode = entry.external_attr >> 16
    if entry.flag_bits & 0x1:
        raise AddonError(told, "the file is encrypted")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        raise AddonError(told, "the file is a link" if stat.S_ISLNK(mode) else "the file is not an ordinary file")
    if entry.compress_type not in METHODS:
        raise AddonError(told, "the game cannot read this compression method; use deflate")
    if entry.file_size > max(SMALL, MAX_RATIO * entry.compress_size):
        raise AddonError(told, f"the file would unpack to more than {MAX_RATIO} times its size")


def _all_there(folder: Path, members: dict[str, zipfile.ZipInfo]) -> bool:
    """Was the zip unpacked before, and are all its files still there?"""
    try:
        return folder.is_dir() and all(
            (folder / name).is_file() and (folder / name).stat().st_size == entry.file_size
            for name, entry in members.items()
        )
    except OSError:
        return False


def _unpack(file: Path, archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], folder: Path) -> None:
    """Write the files into the folder, all of them or none."""
    room = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        remove_tree(room)
        for name, entry in members.items():
            with archive.open(entry) as packed:
                data = packed.read(entry.file_size + 1)
            if len(data) != entry.file_size:
                raise AddonError(f"{file}/{name}", "the file does not have the size the zip says")
            _write(room / name, data)
        remove_tree(folder)
        DISK.rename(room, folder)
    except OSError as error:
        cause = f"the zip cannot be unpacked into {unpacked_root()} ({error.strerror or error})"
        raise AddonError(file, cause) from None
    finally:
        with suppress(OSError):
            remove_tree(room)


def _write(path: Path, data: bytes) -> None:
    make_folder(path.parent)
    handle = DISK.create(path)
    try:
        write_all(handle, data)
    finally:
        DISK.close(handle)


def remove_tree(folder: Path) -> None:
    """Remove one of our folders and everything in it; a missing one is no error."""
    if folder.is_symlink() or folder.is_file():
        DISK.remove(folder)
        return
    for where, subfolders, files in os.walk(folder, topdown=False):
        for name in files:
            DISK.remove(Path(where, name))
        for name in subfolders:
            inner = Path(where, name)
            if inner.is_symlink():
                DISK.remove(inner)
            else:
                DISK.remove_folder(inner)
    if folder.is_dir():
        DISK.remove_folder(folder)


def forget_all_but(folders: set[Path]) -> None:
    """Delete what was unpacked from zips that are gone, and nothing else: no link, no other name."""
    root = unpacked_root()
    if root.is_symlink() or not root.is_dir():
        return
    for folder in root.iterdir():
        if folder not in folders and _OURS.fullmatch(folder.name) and not folder.is_symlink() and folder.is_dir():
            with suppress(OSError):
                remove_tree(folder)
