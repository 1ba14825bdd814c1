"""Is a pack folder safe to read? Packs come from strangers, so every file is checked before it is opened."""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

from ecs.reading import UnreadableError, plain, read_ordinary
from game.packsounds import wrong_with_ogg, wrong_with_wav

MAX_FILES = 2000
MAX_BYTES = 2 * 1024 * 1024
MAX_SVG_BYTES = 256 * 1024
MAX_TOML_BYTES = 200 * 1024
MAX_PACK_BYTES = 32 * 1024 * 1024
MAX_SIDE = 4096
MAX_PIXELS = 64_000_000
MAX_SHAPES = 100
MAX_NUMBERS = 1500
MAX_NAME = 100

PICTURES = (".svg", ".png")
SOUNDS = (".wav", ".ogg")
_TEXTS = (".toml", ".md", ".txt", "")

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*)*")
_SVG_ELEMENTS = frozenset({
    "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "defs",
    "linearGradient", "radialGradient", "stop", "title", "desc", "metadata",
})
# What drawing programs leave in a file about themselves; it draws nothing.
_INERT = ("sodipodi:", "inkscape:", "rdf:", "cc:", "dc:")
_ELEMENT = re.compile(r"<\s*([A-Za-z_][\w:.-]*)")
_FORBIDDEN = (
    (re.compile(r"<!\s*DOCTYPE", re.I), "a DOCTYPE"),
    (re.compile(r"<!\s*ENTITY", re.I), "an ENTITY"),
    (re.compile(r"<!\[CDATA\[", re.I), "a CDATA section"),
    (re.compile(r"""href\s*=\s*["']?\s*(?![\s"'#])""", re.I), "a link to something outside the file"),
    (re.compile(r"""url\(\s*["']?\s*(?![\s"'#])""", re.I), "a link to something outside the file"),
    (re.compile(r"\son\w+\s*=", re.I), "an event script"),
    (re.compile(r"dasharray", re.I), "a dashed stroke (draw the dashes as lines)"),
)
_SIDE = re.compile(r"""\s(?:width|height|viewBox)\s*=\s*["']([^"']*)["']""")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class PackError(ValueError):
    """A pack that cannot be used: the message names the file, the key or place, and the cause."""

    def __init__(self, file: Path | str, cause: str, key: str = "") -> None:
        self.file, self.key, self.cause = plain(str(file)), plain(key, 100), plain(cause)
        super().__init__(f"{self.file}{f' [{self.key}]' if key else ''}: {self.cause}")


def is_name(name: str) -> bool:
    """May a file of a pack be called so, folders and all, on every system?"""
    return len(name) <= MAX_NAME and _NAME.fullmatch(name) is not None and not PureWindowsPath(name).is_reserved()


def read_file(root: Path, name: str) -> bytes:
    """The bytes of one file of the pack at root, by its '/'-separated name; PackError if unsafe."""
    if not is_name(name):
        cause = "a file name must stay inside the pack: letters, digits, _ - . /"
        raise PackError(root / "pack.toml", cause, name[:60])
    path = root / name
    _check_place(root, path)
    if not path.exists():
        raise PackError(path, "there is no such file")
    data = _bounded(path)
    _check_content(path, data)
    return data


def check_folder(root: Path) -> tuple[str, ...]:
    """Names of every file in the pack, sorted, each one checked; raises PackError on the first bad one."""
    names: dict[str, str] = {}
    size = pixels = 0
    for path in _walk(root):
        _check_place(root, path)
        name = path.relative_to(root).as_posix()
        if not is_name(name):
            cause = f"file names hold letters, digits, _ - and . alone, {MAX_NAME} at most, and are no device's"
            raise PackError(path, cause)
        if name.lower() in names:
            raise PackError(path, f"'{names[name.lower()]}' differs from it only in capital letters")
        if path.suffix.lower() not in (*PICTURES, *SOUNDS, *_TEXTS):
            raise PackError(path, f"a pack may not hold files of the kind '{path.suffix}'")
        data = _bounded(path)
        _check_content(path, data)
        size, pixels = size + len(data), pixels + _pixels(path, data)
        if size > MAX_PACK_BYTES or pixels > MAX_PIXELS:
            what = f"{MAX_PACK_BYTES // 2**20} MB, and its PNG pictures {MAX_PIXELS // 10**6} million pixels"
            raise PackError(root, f"a pack may have {what}")
        names[name.lower()] = name
    return tuple(sorted(names.values()))


def _pixels(path: Path, data: bytes) -> int:
    width, height = struct.unpack(">II", data[16:24]) if path.suffix.lower() == ".png" else (0, 0)
    return int(width * height)


def _walk(root: Path) -> Iterator[Path]:
    seen = 0
    for folder, subfolders, files in os.walk(root):
        subfolders.sort()
        seen += len(subfolders)
        for name in subfolders:
            if (Path(folder) / name).is_symlink():
                raise PackError(Path(folder) / name, "a folder in a pack may not be a link")
        for name in sorted(files):
            seen += 1
            if seen > MAX_FILES:
                raise PackError(root, f"more than {MAX_FILES} files and folders")
            yield Path(folder) / name


def _check_place(root: Path, path: Path) -> None:
    try:
        inside = path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        raise PackError(path, "a link that leads nowhere, or round in a ring") from None
    if not inside:
        raise PackError(path, "the file lies outside the pack")


def _bounded(path: Path) -> bytes:
    limit = {".svg": MAX_SVG_BYTES, ".toml": MAX_TOML_BYTES}.get(path.suffix.lower(), MAX_BYTES)
    try:
        if path.is_file() and path.stat().st_size > limit:
            raise PackError(path, f"larger than {limit // 1024} KB")
        return read_ordinary(path, limit)
    except (OSError, UnreadableError) as error:
        raise PackError(path, str(error)) from None


def _check_content(path: Path, data: bytes) -> None:
    checks = {".svg": _check_svg, ".png": _check_png, ".wav": _check_wav, ".ogg": _check_ogg}
    check = checks.get(path.suffix.lower())
    if check:
        check(path, data)


def _check_svg(path: Path, data: bytes) -> None:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PackError(path, "an SVG must be UTF-8 text") from error
    if "\0" in text or "<svg" not in text:
        raise PackError(path, "not an SVG drawing")
    for pattern, what in _FORBIDDEN:
        if pattern.search(text):
            raise PackError(path, f"{what} is not allowed in a pack")
    elements = [element.removeprefix("svg:") for element in _ELEMENT.findall(text)]
    if sum(element in _SVG_ELEMENTS for element in elements) > MAX_SHAPES:
        raise PackError(path, f"more than {MAX_SHAPES} shapes in one drawing")
    if sum(1 for _ in _NUMBER.finditer(text)) > MAX_NUMBERS:
        raise PackError(path, f"more than {MAX_NUMBERS} numbers in one drawing: simplify its paths")
    for element in sorted(set(elements)):
        if element not in _SVG_ELEMENTS and not element.startswith(_INERT):
            raise PackError(path, f"the element <{element[:40]}> is not allowed: shapes, paths and gradients only")
    _check_svg_sides(path, text)


def _check_svg_sides(path: Path, text: str) -> None:
    for value in _SIDE.findall(text):
        for number in _NUMBER.findall(value):
            if not abs(float(number)) <= MAX_SIDE:
                raise PackError(path, f"a width or height of {number[:20]} is over {MAX_SIDE}")


def _check_png(path: Path, data: bytes) -> None:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 33:
        raise PackError(path, "not a PNG picture")
    width, height = struct.unpack(">II", data[16:24])
    if not (0 < width <= MAX_SIDE // 2 and 0 < height <= MAX_SIDE // 2):
        raise PackError(path, f"a PNG of {width} x {height} is over {MAX_SIDE // 2} a side")


def _check_wav(path: Path, data: bytes) -> None:
    if cause := wrong_with_wav(data):
        raise PackError(path, cause)


def _check_ogg(path: Path, data: bytes) -> None:
    if cause := wrong_with_ogg(data):
        raise PackError(path, cause)
