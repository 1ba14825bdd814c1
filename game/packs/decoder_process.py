"""Decodes pictures, sounds and fonts of strangers' packs in a process that may die of it.

Started by media_trial.py with pipes; nothing else uses it.  It gets one file after the other (a line
with kind and length, then the bytes) and answers each with a line ("ok" or "no", how many seconds of the processor it
took, how many bytes follow) and these bytes: plain pixels, samples and letters (plain_media.py), or the cause why there
are none.  A file that takes too much ends the process.
"""

from __future__ import annotations

import io
import os
import struct
import sys
import time
from typing import BinaryIO
from xml.etree import ElementTree

import pygame

from game.packs.plain_media import (
    FEWEST,
    LETTER_SIZES,
    LEVELS,
    LONGEST,
    MAX_SECONDS,
    MOST_OF_SIZE,
    RATE,
    REPERTOIRE,
    SHORTEST,
    Letter,
    Line,
    draw_picture,
    packed,
    read_sheet,
    sheet_of,
)
from game.system.windows import bound

SECONDS = 3  # of the processor, for one file
MEGABYTES = 320  # for one file, beyond what an empty process has
LARGEST_FILE = 64 * 2**20
READY = b"ready"
MAX_SIDE = 2048  # pixels of a PNG
SIGNS = {
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".wav": (b"RIFF",),
    ".ogg": (b"OggS",),
    **dict.fromkeys((".ttf", ".otf"), (b"\0\1\0\0", b"true", b"OTTO")),
}
"""How a file of each kind begins: the decoders would take others for what they are, whatever they are called."""
SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
KNOWN = SHAPES | {"svg", "g", "defs", "stop", "linearGradient", "radialGradient", "title", "desc", "metadata"}
SVG = "{http://www.w3.org/2000/svg}"


def serve() -> int:
    """Answer requests until there are no more; return the exit code."""
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever a library prints is not an answer
    pygame.font.init()
    pygame.mixer.init(frequency=RATE, size=-16, channels=2, buffer=512, allowedchanges=0)
    for kind, start in TO_WARM.items():
        decode(kind, start)
    pygame.font.Font(None, 16).render(REPERTOIRE[:99], True, (0, 0, 0))
    _bound()
    answers.write(READY + b"\n")
    while request := asked.readline(80):
        answer = _answer(request, asked)
        while answer:
            answer = answer[answers.write(answer) :]
    return 0


TO_WARM = {".svg": b"<svg/>", ".png": b"\x89PNG\r\n\x1a\n" + bytes(20), ".ogg": b"OggS"}
"""What loads the libraries before the limits hold."""


def _answer(request: bytes, asked: BinaryIO) -> bytes:
    kind, size = request.decode("ascii").split()
    data = asked.read(min(int(size), LARGEST_FILE))
    _allow_time()
    before = time.process_time()
    cause, body = decode(kind, data)
    body = cause.encode("utf-8", "replace")[:300] if cause else body
    return f"{'no' if cause else 'ok'} {time.process_time() - before:.3f} {len(body)}\n".encode("ascii") + body


def decode(kind: str, data: bytes) -> tuple[str, bytes]:
    """What is wrong with a file, or "", and its decoded data."""
    signs = SIGNS.get(kind, ())
    if signs and not data.startswith(signs):
        return f"this is not in {kind[1:].upper()} format", b""
    try:
        if kind in (".svg", ".png"):
            return "", packed(_drawn(kind, data))
        return "", packed(_letters(data) if kind in (".ttf", ".otf") else [_heard(data)])
    except MemoryError:
        return f"it would take more than {MEGABYTES} MB of memory to decode", b""
    except (pygame.error, struct.error, ValueError, OverflowError, ElementTree.ParseError) as error:
        return f"the decoder cannot read it: {error}", b""


# -- pictures and sounds --------------------------------------------------------------------------


def _drawn(kind: str, data: bytes) -> list[bytes]:
    """The picture in every size for which it has detail."""
    side = LEVELS[-1]
    if kind == ".png":
        side = max(struct.unpack(">II", data[16:24].ljust(8, b"\0")))
        if side > MAX_SIDE:
            raise ValueError(f"a PNG more than {MAX_SIDE} pixels wide or high")
    else:
        _check_drawing(data)
    sizes = LEVELS[: 1 + sum(level < side for level in LEVELS[:-1])]
    levels = [_spread(draw_picture(data, kind, sizes[-1]))]
    for size in sizes[-2::-1]:
        levels.insert(0, pygame.transform.smoothscale(levels[0], (size, size)))
    return [pygame.image.tobytes(level, "RGBA") for level in levels]


def _spread(picture: pygame.Surface) -> pygame.Surface:
    """The picture with its colours continued into transparent parts, since scaling mixes neighbours."""
    pixels = pygame.image.tobytes(picture, "RGBA")
    if not any(pixels[colour::4].strip(b"\0") for colour in range(3)):
        return picture
    under = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
    steps = [(x, y) for far in (4, 2, 1) for x in (-far, 0, far) for y in (-far, 0, far)]
    under.fblits([(picture, step) for step in (*steps, (0, 0))])
    spread = bytearray(pygame.image.tobytes(under, "RGBA"))
    spread[3::4] = pixels[3::4]
    return pygame.image.frombytes(bytes(spread), picture.get_size(), "RGBA")


def _check_drawing(data: bytes) -> None:
    """Check a drawing, since the decoder accepts nearly anything and ignores what it does not know."""
    for element in ElementTree.fromstring(data).iter():
        space, _, name = str(element.tag).rpartition("}")
        if space in ("", SVG[:-1]) and name not in KNOWN:
            raise ValueError(f"the element <{name}> cannot be drawn: only shapes, paths and gradients can")


def _heard(data: bytes) -> bytes:
    samples = pygame.mixer.Sound(file=io.BytesIO(data)).get_raw()
    if len(samples) < SHORTEST:
        raise ValueError(f"a sound shorter than a {FEWEST}th of a second")
    if len(samples) > LONGEST:
        raise ValueError(f"a sound longer than {MAX_SECONDS} seconds")
    return samples


# -- fonts ----------------------------------------------------------------------------------------


def _letters(data: bytes) -> list[bytes]:
    sheets = []
    for size in LETTER_SIZES:
        font = pygame.font.Font(io.BytesIO(data), size)
        line = Line(font.get_height(), font.get_ascent(), font.get_descent(), font.get_linesize())
        sheets.append(sheet_of(line, [_letter(font, size, letter) for letter in REPERTOIRE]))
        read_sheet(sheets[-1], size)
    return sheets


def _letter(font: pygame.font.Font, size: int, letter: str) -> Letter | None:
    (measures,) = font.metrics(letter)
    if measures is None:
        return None
    left, advance = min(0, measures[0]), measures[4]
    if max(font.size(letter)) > 2 * MOST_OF_SIZE * size:
        raise ValueError("a font with characters far larger than their size")
    if not font.size(letter)[0]:  # a letter without any width is an error to SDL
        return Letter(0, 0, 0, 0, max(0, advance))
    drawn = font.render(letter, True, (255, 255, 255))
    box = drawn.get_bounding_rect()
    ink = pygame.image.tobytes(drawn.subsurface(box), "RGBA")[3::4] if box.width and box.height else b""
    return Letter(left + box.x, box.y, box.width, box.height, max(0, advance), ink)


# -- limits ---------------------------------------------------------------------------------------


def _bound() -> None:
    """Limit this process to the memory a file needs, no other files, no programs, where the system can."""
    if sys.platform == "win32":
        bound(MEGABYTES)
        return
    import resource

    limits = {"RLIMIT_AS": _virtual() + MEGABYTES * 2**20, "RLIMIT_FSIZE": 0, "RLIMIT_CORE": 0, "RLIMIT_NPROC": 0}
    for name, most in limits.items():
        _limit(getattr(resource, name), most)


def _limit(what: int, most: int) -> None:
    import resource

    hard = resource.getrlimit(what)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    try:
        resource.setrlimit(what, (most, most))
    except (OSError, ValueError):  # a system that knows the limit and does not keep it
        return


def _virtual() -> int:
    """Bytes of address space of this process; a guess where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 2**30


def _allow_time() -> None:
    """Allow this much processor time from now on; the system ends a process that takes more."""
    if sys.platform == "win32":
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + SECONDS, hard))


if __name__ == "__main__":
    sys.exit(serve())
