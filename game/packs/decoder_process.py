"""Trial of a picture or sound of a stranger's pack by the decoders.  Tried in this process, which may die of it.

Started by media_trial.py with pipes; nobody else has a use for it.  It is asked for one file after the other (a
line with kind and length, then the bytes), decodes it at several of the sizes that the game may want, and answers each
with a line: how it went, how many seconds of the processor it took, and how many bytes follow.  Those are the plain
samples of an Ogg sound: its decoder runs nowhere but here.  A file that takes too much ends the process.
"""

from __future__ import annotations

import io
import os
import sys
import time
from typing import BinaryIO

import pygame

from game.packs.artwork import draw_picture
from game.packs.readers.font_check import REPERTOIRE

SECONDS = 3  # of the processor, for one file
MEGABYTES = 320  # for one file, beyond what an empty process has
SIZES = (512, 64, 1)
LONGEST = 30 * 22050 * 4  # bytes of a decoded sound
SHORTEST = 4 * 22050 // 100 + 4
LARGEST_FILE = 64 * 2**20
READY = b"ready"
OK, UNREADABLE, MEMORY, SHORT, LONG = "ok", "unreadable", "memory", "short", "long"


def serve() -> int:
    """Answer until nothing more is asked; the exit code."""
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever a library prints is not an answer
    pygame.font.init()
    pygame.mixer.init(frequency=22050, size=-16, channels=2, buffer=512)
    for kind in KINDS_TO_WARM:
        decode(kind, b"")
    _bound()
    answers.write(READY + b"\n")
    while request := asked.readline(80):
        answers.write(_answer(request, asked))
    return 0


def _answer(request: bytes, asked: BinaryIO) -> bytes:
    kind, size = request.decode("ascii").split()
    data = asked.read(min(int(size), LARGEST_FILE))
    _allow_time()
    before = time.process_time()
    verdict, samples = decode(kind, data)
    return f"{verdict} {time.process_time() - before:.3f} {len(samples)}\n".encode("ascii") + samples


def decode(kind: str, data: bytes) -> tuple[str, bytes]:
    """How a file fares: "ok", or in a word what is wrong with it; and the samples of an Ogg sound."""
    try:
        if kind in (".svg", ".png"):
            for size in SIZES:
                draw_picture(data, kind, size)
            return OK, b""
        if kind in FONTS:
            return _written(data)
        verdict, samples = _heard(data)
        return verdict, samples if kind == ".ogg" and verdict == OK else b""
    except MemoryError:
        return MEMORY, b""
    except (pygame.error, ValueError, OverflowError) as error:
        return MEMORY if "memory" in str(error).lower() else UNREADABLE, b""


KINDS_TO_WARM = (".svg", ".png", ".ogg", ".ttf")
FONTS = (".ttf", ".otf")
FONT_SIZES = (9, 16, 33, 120)
MOST_OF_SIZE = 4  # how many times its size a letter may reach out, or the next one be put off


def _written(data: bytes) -> tuple[str, bytes]:
    """Every letter that is left in it, in several sizes; a font without Latin capitals is of no use."""
    for size in FONT_SIZES:
        font = pygame.font.Font(io.BytesIO(data), size)
        for slanted in (False, True):
            font.italic = slanted
            for letter in REPERTOIRE:  # one that is missing draws the sign for that
                if max(font.size(letter)) > 2 * MOST_OF_SIZE * size:
                    return UNREADABLE, b""
                font.render(letter, True, (0, 0, 0))
            font.render(REPERTOIRE, True, (0, 0, 0))
        measures = [abs(value) for found in font.metrics(REPERTOIRE) if found for value in found]
        if max(measures, default=0) > MOST_OF_SIZE * size or font.get_linesize() > 6 * size:
            return UNREADABLE, b""
        if None in font.metrics("AHMaehinost0123456789"):
            return UNREADABLE, b""
    return OK, b""


def _heard(data: bytes) -> tuple[str, bytes]:
    if not data:
        return SHORT, b""
    samples = pygame.mixer.Sound(file=io.BytesIO(data)).get_raw()
    return SHORT if len(samples) < SHORTEST else LONG if len(samples) > LONGEST else OK, samples


def _bound() -> None:
    """No more memory than a file needs, no other files, no programs: as far as the system can be told so."""
    if sys.platform == "win32":
        from game.system.windows_job import bound

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
    """Bytes of addresses this process has; a guess where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 2**30


def _allow_time() -> None:
    """From now on, so much of the processor; the system ends a process that takes more."""
    if sys.platform == "win32":
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + SECONDS, hard))


if __name__ == "__main__":
    sys.exit(serve())
