"""A small picture of a game as it was left, kept beside its saves, written and read without a decoder.

It is a PNG of the plainest kind: three bytes a pixel, every line as it is.  Anything else that lies there under its
name is no picture.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pygame

from game.system.disk import DISK

SIZE = (256, 160)  # pixels at most
LARGEST = 200_000  # bytes
_START = b"\x89PNG\r\n\x1a\n"
_PLAIN = bytes((8, 2, 0, 0, 0))  # eight bits, red green blue, and no choice of anything


def encode(picture: pygame.Surface, most: tuple[int, int] = SIZE) -> bytes:
    """The bytes of a picture file, no larger than ``most``."""
    wide, high = picture.get_size()
    assert 0 < wide <= most[0] and 0 < high <= most[1], (wide, high)
    pixels = pygame.image.tobytes(picture, "RGB")
    lines = b"".join(b"\0" + pixels[y * 3 * wide : (y + 1) * 3 * wide] for y in range(high))
    return _written(wide, high, zlib.compress(lines, 6))


def png(picture: pygame.Surface) -> bytes:
    """A picture of any size as the bytes of a PNG file, for others to read: not quite the smallest, in a tenth of the
    time SDL takes.

    Each row is what it differs by from the row above, byte by byte (filter 2).  A row is one whole number: the
    differences of all its bytes are taken at once, the highest bit of each apart, so that nothing is carried over.
    """
    wide, high = picture.get_size()
    pixels, pitch = pygame.image.tobytes(picture, "RGB"), wide * 3
    low, top = (int.from_bytes(byte * pitch, "little") for byte in (b"\x7f", b"\x80"))
    rows, above = [], 0
    for start in range(0, pitch * high, pitch):
        row = int.from_bytes(pixels[start : start + pitch], "little")
        difference = ((row | top) - (above & low)) ^ ((row ^ ~above) & top)
        rows.append(b"\2" + difference.to_bytes(pitch, "little"))
        above = row
    packer = zlib.compressobj(1, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_RLE)
    return _written(wide, high, packer.compress(b"".join(rows)) + packer.flush())


def decode(data: bytes, most: tuple[int, int] = SIZE, largest: int = LARGEST) -> pygame.Surface | None:
    """The picture, if the bytes are of the kind :func:`encode` writes, and not more than ``largest``."""
    if len(data) > largest or data[:16] != _START + b"\0\0\0\x0dIHDR" or data[24:29] != _PLAIN:
        return None
    wide, high = struct.unpack(">II", data[16:24])
    if not (0 < wide <= most[0] and 0 < high <= most[1]) or data[37:41] != b"IDAT":
        return None
    packed = data[41 : 41 + int.from_bytes(data[33:37], "big")]
    unpacker, full = zlib.decompressobj(), (3 * wide + 1) * high
    try:
        lines = unpacker.decompress(packed, full)
    except zlib.error:
        return None
    if len(lines) != full or any(lines[:: 3 * wide + 1]):
        return None
    pixels = b"".join(lines[y * (3 * wide + 1) + 1 : (y + 1) * (3 * wide + 1)] for y in range(high))
    return pygame.image.frombytes(pixels, (wide, high), "RGB")


def read(path: Path, size: tuple[int, int]) -> pygame.Surface | None:
    """The picture in a file, no larger than this; None if there is none."""
    try:
        data = DISK.read(path, LARGEST + 1) if path.is_file() else b""
    except OSError:
        return None
    picture = decode(data)
    if picture is None:
        return None
    scale = min(size[0] / picture.get_width(), size[1] / picture.get_height())
    fitting = (max(1, round(picture.get_width() * scale)), max(1, round(picture.get_height() * scale)))
    return pygame.transform.smoothscale(picture, fitting)


def _written(wide: int, high: int, packed: bytes) -> bytes:
    head = struct.pack(">II", wide, high) + _PLAIN
    return _START + _chunk(b"IHDR", head) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
