"""Checks that the files of an add-on are safe to read: names, kinds, sizes and places, in a folder or a zip."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from ecs.untrusted_input import UnreadableError, read_ordinary
from game.packs.addons.manifest import FILE, GAMES, KINDS, PACK, AddonError, AddonHead, no_head, parse_head
from game.packs.safe_files import (
    ALLOWED_NAMES,
    FONTS,
    MAX_SVG_BYTES,
    MAX_TOML_BYTES,
    PICTURES,
    SOUNDS,
    Spellings,
    is_litter,
    is_name,
)

MAX_FILES = 2000
MAX_ADDON_BYTES = 64 * 2**20
MB = 2**20
CODE = ".py"
LIMITS: dict[str, int] = {
    **dict.fromkeys((*PICTURES, *SOUNDS), 2 * MB),
    **dict.fromkeys(FONTS, 2 * MB),
    ".svg": MAX_SVG_BYTES,
    ".toml": 1_000_000,
    ".tmx": 8 * MB,
    ".tsx": MB,
    ".md": MB,
    ".txt": MB,
    "": MB,
    CODE: MB,
}
"""Kinds of files an add-on may hold, each with the bytes one may have; a pack.toml has fewer."""
AT_TOP = (".md", ".txt", "")
"""What may lie beside addon.toml: a README, a licence."""


class Reading:
    """The files of one add-on seen so far: each is checked as it comes.

    :param source: the folder or zip as the player knows it.
    """

    def __init__(self, source: Path) -> None:
        self.source = source
        self.names: set[str] = set()
        self._spellings = Spellings()
        self.litter: list[str] = []
        self.size = self.count = 0

    def wants(self, name: str) -> bool:
        """Is the file part of the add-on?  False for litter that systems leave behind.

        :raises AddonError: for a name that no add-on may hold, or one too many.
        """
        self.count += 1
        if self.count > MAX_FILES:
            raise AddonError(self.source, f"more than {MAX_FILES} files and folders")
        parts = PurePosixPath(name).parts
        dropped = next((i for i, part in enumerate(parts) if is_litter(part) and part not in ("..", ".")), None)
        if dropped is not None:
            self.litter.append("/".join(parts[: dropped + 1]))
            return False
        self._check_name(name)
        return True

    def _check_name(self, name: str) -> None:
        where = self.source / name if self.source.is_dir() else f"{self.source}/{name}"
        if not is_name(name):
            raise AddonError(where, f"a file stays inside the add-on; its name has {ALLOWED_NAMES}")
        if name in self.names:
            raise AddonError(where, "the zip has this name twice")
        if other := self._spellings.clash(name):
            raise AddonError(where, f"'{other}' differs from it only in capital letters")
        if ending(name) not in LIMITS:
            raise AddonError(where, f"an add-on may not contain '{ending(name)}' files")
        top = name.partition("/")[0]
        if ending(name) == CODE and (top != GAMES or name.count("/") < 2):
            raise AddonError(
                where, f"code belongs in '{GAMES}/NAME/', a folder for each game: put it there and list it in holds"
            )
        if top == name:
            if name != FILE and ending(name) not in AT_TOP:
                raise AddonError(where, f"not allowed beside {FILE}; put it into one of: {', '.join(KINDS)}")
        elif top not in KINDS:
            raise AddonError(where, f"an add-on cannot have a folder '{top}'; choose from: {', '.join(KINDS)}")
        self.names.add(name)

    def weigh(self, name: str, size: int) -> None:
        """Count the bytes of a file.

        :raises AddonError: if it, or all of them, are too many.
        """
        most = limit_of(name)
        if size > most:
            raise AddonError(f"{self.source}/{name}", f"larger than {most // 1024} KB")
        self.size += size
        if self.size > MAX_ADDON_BYTES:
            raise AddonError(self.source, f"an add-on may have at most {MAX_ADDON_BYTES // MB} MB")


def ending(name: str) -> str:
    """The extension of a file's name in lower case, with its dot."""
    return PurePosixPath(name).suffix.lower()


def limit_of(name: str) -> int:
    """The most bytes a file of this name may have."""
    return MAX_TOML_BYTES if name.endswith("pack.toml") else LIMITS[ending(name)]


def read_folder(folder: Path, source: Path | None = None) -> tuple[AddonHead, str, tuple[str, ...]]:
    """The head, the digest and the litter of the add-on in a folder, with every file checked.

    :param source: what the player put there, if the folder was made of it.
    :raises AddonError: naming the first file that may not be, and why.
    """
    source = source or folder
    reading, sums = Reading(source), list[str]()
    for path, name in _walk(folder, reading):
        _check_place(folder, path)
        try:
            size = path.stat().st_size if path.is_file() else 0
            reading.weigh(name, size)
            data = read_ordinary(path, limit_of(name))
        except (OSError, UnreadableError) as error:
            raise AddonError(source / name, getattr(error, "strerror", None) or str(error)) from None
        sums.append(f"{name} {hashlib.sha256(data).hexdigest()}")
    head = _head_of(folder, source)
    check_holds(source, head, reading.names)
    return head, digest_of(sums), tuple(reading.litter)


def digest_of(sums: list[str]) -> str:
    """The digest by which a save identifies an add-on: of all names and contents, in a folder or a zip."""
    return hashlib.sha256("\n".join(sorted(sums)).encode()).hexdigest()[:32]


def _head_of(folder: Path, source: Path) -> AddonHead:
    try:
        if not os.path.lexists(folder / FILE):
            raise no_head(source, (folder / PACK).is_file())
        return parse_head(source / FILE, read_ordinary(folder / FILE, MAX_TOML_BYTES))
    except UnreadableError as error:
        raise AddonError(source / FILE, str(error)) from None


def check_holds(source: Path, head: AddonHead, names: Iterable[str]) -> None:
    """Check that an addon.toml names the folders that are there.

    :raises AddonError: naming the folder that is missing, or of which it says nothing.
    """
    there = {name.partition("/")[0] for name in names if "/" in name}
    for kind in head.holds:
        if kind not in there:
            raise AddonError(source / FILE, f"'{kind}' is listed, but no folder of that name has a file in it", "holds")
    for untold in sorted(there.difference(head.holds)):
        raise AddonError(source / FILE, f"'{untold}' is not listed, though there is a folder of that name", "holds")


def _walk(folder: Path, reading: Reading) -> Iterator[tuple[Path, str]]:
    """Every file that counts, with its '/'-separated name; links to folders are refused."""
    for where, subfolders, files in os.walk(folder):
        inner = Path(where)
        for name in sorted(subfolders):
            if is_litter(name):
                reading.litter.append((inner / name).relative_to(folder).as_posix())
            elif (inner / name).is_symlink():
                raise AddonError(reading.source / (inner / name).relative_to(folder), "an add-on has no linked folders")
        subfolders[:] = sorted(name for name in subfolders if not is_litter(name))
        for name in sorted(files):
            told = (inner / name).relative_to(folder).as_posix()
            if reading.wants(told):
                yield inner / name, told


def _check_place(folder: Path, path: Path) -> None:
    if path.is_symlink():
        raise AddonError(path, "an add-on has no linked files")
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        inside = False
    if not inside:
        raise AddonError(path, "the file is outside the add-on")
