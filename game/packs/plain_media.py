"""Plain pixels, samples and letters: what another process makes of a stranger's file, and all the game reads.

A decoded file is a row of parts, each packed by zlib behind its length.  A picture has a part for each size it was
drawn at, a sound has one, a font has one for each size of its letters.  The reader says how large a part may be, so
that nothing grows beyond it, whatever the parts hold.  Each reader here raises ValueError for what it cannot use.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pygame

LEVELS = (64, 128, 256, 512)  # pixels a side of the squares in which a picture is handed over
LARGEST_SIZE = LEVELS[-1]
LETTER_SIZES = (*range(6, 33), 40, 52, 66, 84, 104)  # pixels; text of any other size is scaled down from the next
MOST_OF_SIZE = 4  # times its size that a letter may reach out, or the next one be put off
MOST_LINE = 6  # times its size that a line may be high
MOST_SHEET = 16 * 2**20  # bytes of all letters of one size
RATE, FRAME = 44100, 4  # samples a second, and bytes of one: two channels of 16 bits
MAX_SECONDS = 60
FEWEST = 100  # a sound lasts at least a second divided by this: on any device some frames are left of it
LONGEST, SHORTEST = MAX_SECONDS * RATE * FRAME, RATE // FEWEST * FRAME

REPERTOIRE = "".join(
    chr(code)
    for code in (
        *range(32, 127), *range(160, 173), *range(174, 384), *range(1024, 1120), *range(0x2010, 0x2028), 0x2030,
        0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2116, *range(0x2190, 0x219A), 0x2212, 0x2248, 0x2260, 0x2264, 0x2265,
    )
)  # fmt: skip
"""All letters and signs that a font of a pack may draw; others are drawn with the game's own."""
NEEDED = "AHMaehinost0123456789"
"""Without these a font is of no use."""
_LENGTH = struct.Struct("<I")
_LINE = struct.Struct("<4h")
_BOX = struct.Struct("<5h")


# -- parts ----------------------------------------------------------------------------------------


def packed(parts: Iterable[bytes]) -> bytes:
    """A decoded file made of these parts."""
    shrunk = [zlib.compress(part, 1) for part in parts]
    return b"".join(_LENGTH.pack(len(part)) + part for part in shrunk)


def parts_of(body: bytes) -> list[bytes]:
    """The parts that were packed."""
    found, at = list[bytes](), 0
    while at < len(body):
        start = at + _LENGTH.size
        at = start + _LENGTH.unpack(body[at:start].ljust(_LENGTH.size, b"\xff"))[0]
        found.append(body[start:at])
    if at != len(body) or not found:
        raise ValueError("only part of it was decoded")
    return found


def unpacked(part: bytes, most: int) -> bytes:
    """The contents of a part, up to a limit."""
    try:
        found = (unpack := zlib.decompressobj()).decompress(part, most + 1)
    except zlib.error:
        raise ValueError("it was decoded, but is damaged") from None
    if len(found) > most or not unpack.eof:
        raise ValueError("it decodes to too much data")
    return found


# -- pictures and sounds --------------------------------------------------------------------------


def pixels_for(body: bytes, size: int) -> tuple[int, bytes]:
    """Side and RGBA pixels of the square that a picture of this size is best scaled from: one more than twice as
    large, so that it stays sharp."""
    levels = list(zip(LEVELS, parts_of(body), strict=False))
    side, part = next((level for level in levels if level[0] >= 2 * size + 32), levels[-1])
    pixels = unpacked(part, side * side * 4)
    if len(pixels) != side * side * 4:
        raise ValueError("it decodes to too few pixels")
    return side, pixels


def sound_of(body: bytes) -> bytes:
    """A sound as a WAV."""
    samples = unpacked(parts_of(body)[0], LONGEST)
    if len(samples) < SHORTEST:
        raise ValueError(f"a sound shorter than a {FEWEST}th of a second")
    return wav_of(samples[: len(samples) // FRAME * FRAME])


def wav_of(samples: bytes) -> bytes:
    """A WAV sound with plain samples and nothing else."""
    head = struct.pack("<HHIIHH", 1, 2, RATE, RATE * FRAME, FRAME, 16)
    body = b"WAVEfmt " + struct.pack("<I", 16) + head + b"data" + struct.pack("<I", len(samples)) + samples
    return b"RIFF" + struct.pack("<I", len(body) + len(samples) % 2) + body + b"\0" * (len(samples) % 2)


# -- letters --------------------------------------------------------------------------------------


class Line(NamedTuple):
    """Measures of a line of text, in pixels: its height, what lies above and below the baseline, and from one to the
    next."""

    height: int
    ascent: int
    descent: int
    skip: int


class Letter(NamedTuple):
    """Where a letter's ink lies from the pen and the top of the line, in pixels, how far the pen moves on, and the
    ink: a byte of opacity for each pixel."""

    left: int
    top: int
    width: int
    height: int
    advance: int
    ink: bytes = b""


def sheet_of(line: Line, letters: Sequence[Letter | None]) -> bytes:
    """One part of all letters of the repertoire in one size; None if the font lacks one of them."""
    boxes = [_BOX.pack(*(letter or Letter(0, 0, 0, 0, -1))[:5]) for letter in letters]
    return b"".join((_LINE.pack(*line), *boxes, *(letter.ink for letter in letters if letter)))


def letters_for(body: bytes, pixels: int) -> tuple[int, Line, dict[str, Letter]]:
    """The size from which text of this height scales best, the measures of its lines, and its letters."""
    sheets = list(zip(LETTER_SIZES, parts_of(body), strict=True))
    size, part = next((sheet for sheet in sheets if sheet[0] >= pixels), sheets[-1])
    return size, *read_sheet(unpacked(part, MOST_SHEET), size)


def read_sheet(sheet: bytes, size: int) -> tuple[Line, dict[str, Letter]]:
    """The measures of a line in one size, and its letters."""
    at = _LINE.size + _BOX.size * len(REPERTOIRE)
    if len(sheet) < at:
        raise ValueError("a font with characters missing")
    line = Line(*_LINE.unpack_from(sheet))
    if not 0 < line.height <= MOST_LINE * size or not 0 < line.skip <= MOST_LINE * size:
        raise ValueError("a font without a usable line height")
    found: dict[str, Letter] = {}
    for letter, box in zip(REPERTOIRE, _BOX.iter_unpack(sheet[_LINE.size : at]), strict=True):
        one = Letter(*box)
        if one.advance < 0:
            continue
        if max(abs(value) for value in box) > MOST_OF_SIZE * size or min(one.width, one.height) < 0:
            raise ValueError("a font with characters far larger than their size")
        area = one.width * one.height
        found[letter] = one._replace(ink=sheet[at : at + area])
        at += area
    if at != len(sheet) or not {name for name, one in found.items() if one.ink} >= set(NEEDED):
        raise ValueError("a font with characters missing")
    return line, found


# -- The size and ink of a pack's pictures: drawing, recolouring, the box for a missing one. -------------------------

Tint = tuple[int, int, int]


def draw_picture(data: bytes, end: str, size: int) -> pygame.Surface:
    """The picture centred in a transparent square of size pixels; pygame.error if it cannot be read."""
    if end == ".svg":
        drawn = pygame.image.load_sized_svg(io.BytesIO(data), (size, size))
    else:
        drawn = _fitted(pygame.image.load(io.BytesIO(data), "picture.png"), size)
    square = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    square.blit(drawn, drawn.get_rect(center=(size // 2, size // 2)), special_flags=pygame.BLEND_RGBA_ADD)
    return square


def _fitted(picture: pygame.Surface, size: int) -> pygame.Surface:
    scale = size / max(picture.get_size())
    full = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
    full.blit(picture, (0, 0))
    wide, high = (max(1, round(side * scale)) for side in picture.get_size())
    return pygame.transform.smoothscale(full, (wide, high))


def scaled(body: bytes, size: int) -> pygame.Surface:
    """The same for a picture that was decoded in another process.

    :raises ValueError: if that did not hand back what it should.
    """
    side, pixels = pixels_for(body, size)
    return pygame.transform.smoothscale(pygame.image.frombytes(pixels, (side, side), "RGBA"), (size, size))


def recolour(picture: pygame.Surface, tint: Tint) -> pygame.Surface:
    """A copy in which black has become tint, white has stayed white and greys lie between."""
    ink = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
    ink.fill((255, 255, 255, 0))
    ink.blit(picture, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    ink.fill((*tint, 255), special_flags=pygame.BLEND_RGB_MULT)
    result = picture.copy()
    result.blit(ink, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return result


def placeholder(size: int) -> pygame.Surface:
    """A crossed box: unlike any real picture, and legible on light and dark."""
    box = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    width = max(1, size // 16)
    edge = size - 1
    box.fill((128, 128, 128, 110))
    for colour, wide in (((255, 255, 255), width + 2), ((40, 40, 40), width)):
        pygame.draw.line(box, colour, (0, 0), (edge, edge), wide)
        pygame.draw.line(box, colour, (0, edge), (edge, 0), wide)
        pygame.draw.rect(box, colour, box.get_rect(), wide)
    return box
