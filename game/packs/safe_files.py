"""Checks that a pack folder is safe to read.  Packs come from strangers: every file is checked before opening."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path, PureWindowsPath

from ecs.untrusted_input import UnreadableError, plain, read_ordinary

MAX_FILES = 2000
MAX_BYTES = 2 * 1024 * 1024
MAX_SVG_BYTES = 256 * 1024
MAX_TOML_BYTES = 200 * 1024
MAX_PACK_BYTES = 32 * 1024 * 1024
MAX_NAME = 100
ALLOWED_NAMES = f"only letters, digits, _ - and ., at most {MAX_NAME}, and is not a device's"
"""What a file name has, for sentences that refuse one."""

PICTURES = (".svg", ".png")
SOUNDS = (".wav", ".ogg")
FONTS = (".ttf", ".otf")
MEDIA = (*PICTURES, *SOUNDS, *FONTS)
"""What is decoded, and of a stranger's pack only in another process."""
LITTER = ("thumbs.db", "ehthumbs.db", "desktop.ini", "__macosx", "__pycache__")
"""What Windows, macOS and Python leave in folders, besides names that begin with a dot and copies that end in ~."""
_TEXTS = (".toml", ".md", ".txt", "")

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*")

_DROPPED = re.compile(r"\.[A-Za-z0-9_][A-Za-z0-9_. -]*|[A-Za-z0-9_.-]+~")

Look = Callable[[Path, bytes], None]


class PackError(ValueError):
    """A pack that cannot be used: the message names the file, the key or place, and the cause."""

    def __init__(self, file: Path | str, cause: str, key: str = "", line: int = 0) -> None:
        self.file, self.key, self.cause = plain(str(file)), plain(key, 100), plain(cause)
        where = f"{f', line {line}' if line else ''}{f' [{self.key}]' if key else ''}"
        super().__init__(f"{self.file}{where}: {self.cause}")
        self.others: tuple[PackError, ...] = ()  # whatever else is wrong with the same file


def is_name(name: str) -> bool:
    """Is this a name that a pack's file may have, folders and all, on every system?"""
    return len(name) <= MAX_NAME and _NAME.fullmatch(name) is not None and all(map(_fits_windows, name.split("/")))


def _fits_windows(part: str) -> bool:
    """Is a name allowed on Windows, which reserves device names and drops a full stop at the end?"""
    return not part.endswith(".") and not PureWindowsPath(part).is_reserved()


class Spellings:
    """The names in a folder: names that differ only in case are the same on Windows and macOS."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def clash(self, name: str) -> str:
        """Add the '/'-separated name of a file; return "" or how it, or a folder of it, was spelt before."""
        parts = name.split("/")
        for length in range(1, len(parts) + 1):
            part = "/".join(parts[:length])
            known = self._known.setdefault(part.lower(), part)
            if known != part:
                return known
        return ""


def is_litter(name: str) -> bool:
    """Is this a file or folder that systems and editors leave behind, and that belongs in no pack?"""
    return name.lower() in LITTER or _DROPPED.fullmatch(name) is not None


def litter_in(root: Path) -> tuple[str, ...]:
    """The litter in a folder, '/'-separated, sorted."""
    found: list[str] = []
    for folder, subfolders, files in os.walk(root):
        found += [Path(folder, name).relative_to(root).as_posix() for name in (*subfolders, *files) if is_litter(name)]
        subfolders[:] = [name for name in subfolders if not is_litter(name)]
        if len(found) > MAX_FILES:
            break
    return tuple(sorted(found))


def read_file(root: Path, name: str) -> bytes:
    """The bytes of one file of the pack at root, by its '/'-separated name; PackError if unsafe."""
    if not is_name(name):
        cause = "a file name must stay inside the pack and may have only letters, digits, _ - . /"
        raise PackError(root / "pack.toml", cause, name[:60])
    path = root / name
    _check_place(_home(root), path)
    if not path.exists():
        raise PackError(path, "there is no such file")
    return _bounded(path)


def check_folder(root: Path, look: Look) -> tuple[str, ...]:
    """Names of all files in the pack, sorted and checked; raises PackError on the first bad one.

    :param look: is shown each picture and sound, and raises ValueError with the cause if it is not to be used.
    """
    names, spellings = list[str](), Spellings()
    size = 0
    home = _home(root)
    for path in _walk(root):
        _check_place(home, path)
        name = path.relative_to(root).as_posix()
        if not is_name(name):
            raise PackError(path, f"a file name has {ALLOWED_NAMES}")
        if other := spellings.clash(name):
            raise PackError(path, f"'{other}' differs from it only in capital letters")
        if path.suffix not in MEDIA and path.suffix.lower() not in _TEXTS:  # the game asks for small letters
            kinds = " ".join((*MEDIA, *filter(None, _TEXTS)))
            raise PackError(path, f"a pack may not contain '{path.suffix}' files; it can have: {kinds}")
        data = _bounded(path)
        if path.suffix in MEDIA:
            try:
                look(path, data)
            except ValueError as error:
                raise PackError(path, str(error)) from None
        size += len(data)
        if size > MAX_PACK_BYTES:
            raise PackError(root, f"a pack may have at most {MAX_PACK_BYTES // 2**20} MB")
        names.append(name)
    return tuple(sorted(names))


def stamp(root: Path) -> tuple[object, ...]:
    """A stamp that changes when a file of the pack does: names, sizes and times, without opening any."""
    found: list[object] = []
    for folder, subfolders, files in os.walk(root):
        for name in (*subfolders, *files):
            try:
                known = os.lstat(os.path.join(folder, name))
            except OSError:
                continue
            found.append((folder, name, known.st_size, known.st_mtime_ns, known.st_ctime_ns, known.st_ino))
        if len(found) > MAX_FILES:
            break
    return tuple(found)


def _walk(root: Path) -> Iterator[Path]:
    seen = 0
    for folder, subfolders, files in os.walk(root):
        subfolders[:] = sorted(name for name in subfolders if not is_litter(name))
        seen += len(subfolders)
        for name in subfolders:
            if (Path(folder) / name).is_symlink():
                raise PackError(Path(folder) / name, "a folder in a pack may not be a link")
        for name in sorted(name for name in files if not is_litter(name)):
            seen += 1
            if seen > MAX_FILES:
                raise PackError(root, f"more than {MAX_FILES} files and folders")
            yield Path(folder) / name


def _home(path: Path) -> Path:
    """The real path of a file or folder."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        raise PackError(path, "a link that leads nowhere or to itself") from None


def _check_place(home: Path, path: Path) -> None:
    if not _home(path).is_relative_to(home):
        raise PackError(path, "the file is outside the pack")


def _bounded(path: Path) -> bytes:
    limit = {".svg": MAX_SVG_BYTES, ".toml": MAX_TOML_BYTES}.get(path.suffix.lower(), MAX_BYTES)
    try:
        if path.is_file() and path.stat().st_size > limit:
            raise PackError(path, f"larger than {limit // 1024} KB")
        return read_ordinary(path, limit)
    except (OSError, UnreadableError) as error:
        raise PackError(path, str(error)) from None


# -- Names that were meant and lines where they stand: what makes a fault of a pack easy to mend. --------------------

_TABLE = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_.-]+|"[^"]*"|'[^']*'|\s*\.\s*)+?)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_/-]+|"[^"]*"|'[^']*'""")


def line_of(text: str, key: str) -> int:
    """The line of a TOML text on which a dotted key stands, or that of the table it is missing in; 0 if unknown."""
    wanted, found, depth = _parts(key), 0, 0
    for number, here in _keys_of(text):
        if here == wanted[: len(here)] and len(here) > depth:
            found, depth = number, len(here)
    return found


@lru_cache(maxsize=2)
def _keys_of(text: str) -> list[tuple[int, list[str]]]:
    """Tables and keys with their line numbers, worked out once: a file can have many faults."""
    table, found = list[str](), list[tuple[int, list[str]]]()
    for number, line in enumerate(text.splitlines(), start=1):
        if match := _TABLE.fullmatch(line):
            table = _parts(match[1])
            found.append((number, table))
        elif match := _KEY.match(line):
            found.append((number, [*table, *_parts(match[1])]))
    return found


def _parts(key: str) -> list[str]:
    return [part.strip("\"'") for part in _PART.findall(key)]
