"""Which pictures of a pack may be decoded.  Its chunks are walked first; the decoder gets only those that draw."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

MAX_SIDE = 2048
MAX_CHUNKS = 4000
STEP = 1 << 20
SIGN = b"\x89PNG\r\n\x1a\n"
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
SEVENTHS = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""First column and row of each pass of an interlaced picture, and the steps between them."""


class PictureError(ValueError):
    """A picture that cannot be used; the message is the cause."""


def clean_png(data: bytes) -> bytes:
    """The picture as the decoder is given it: head, colours and pixels, nothing that anybody added.

    :raises PictureError: if it is none, or not what its head says.
    """
    if data[:8] != SIGN or data[12:16] != b"IHDR" or len(data) < 33:
        raise PictureError("not a PNG picture")
    width, height = struct.unpack(">II", data[16:24])
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise PictureError(f"a PNG of {width} x {height} is over {MAX_SIDE} a side")
    found: dict[bytes, bytes] = {}
    pixels: list[bytes] = []
    last = b""
    for kind, body in _chunks(data):
        if kind == b"IDAT":
            if pixels and last != b"IDAT":
                raise PictureError("a PNG whose pixels are in two places")
            pixels.append(body)
        elif kind in found:
            raise PictureError(f"a PNG with two {kind.decode('ascii')} chunks")
        elif kind in (b"IHDR", b"PLTE", b"tRNS", b"IEND"):
            if pixels and kind != b"IEND":
                raise PictureError("a PNG whose colours come behind its pixels")
            found[kind] = body
        elif not kind[0] & 32:
            raise PictureError("a PNG with a chunk that nobody knows")
        last = kind
    if b"IEND" not in found or not pixels:
        raise PictureError("a PNG that is cut off")
    _check_head(found)
    whole = b"".join(pixels)
    _check_pixels(found[b"IHDR"], whole)
    kept = [(kind, found[kind]) for kind in (b"IHDR", b"PLTE", b"tRNS") if kind in found]
    return SIGN + b"".join(_chunk(kind, body) for kind, body in [*kept, (b"IDAT", whole), (b"IEND", b"")])


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    for _ in range(MAX_CHUNKS):
        size, kind = struct.unpack(">I4s", data[at : at + 8].ljust(8, b"\xff"))
        end = at + 12 + size
        if end > len(data) or not kind.isalpha():
            raise PictureError("a PNG that is cut off, or with a chunk that is longer than the file")
        if zlib.crc32(data[at + 4 : end - 4]) != int.from_bytes(data[end - 4 : end], "big"):
            raise PictureError("a damaged PNG: a checksum does not agree")
        yield kind, data[at + 8 : end - 4]
        at = end
        if kind == b"IEND":
            return
    raise PictureError(f"a PNG of more than {MAX_CHUNKS} chunks")


def _check_head(found: dict[bytes, bytes]) -> None:
    if len(found[b"IHDR"]) != 13:
        raise PictureError("not a PNG picture")
    depth, colour, packing, filtering, laced = found[b"IHDR"][8:]
    if depth not in DEPTHS.get(colour, ()) or packing or filtering or laced > 1:
        raise PictureError("a PNG of a kind that nobody knows")
    palette, clear = found.get(b"PLTE", b""), found.get(b"tRNS", b"")
    entries = len(palette) // 3
    if len(palette) % 3 or entries > (1 << depth if colour == 3 else 256) or (colour == 3 and not entries):
        raise PictureError("a PNG with a table of colours that does not fit")
    if b"PLTE" in found and colour in (0, 4):
        del found[b"PLTE"]
    most = {0: 2, 2: 6, 3: entries}.get(colour, 0)
    if len(clear) > most or (colour in (0, 2) and b"tRNS" in found and len(clear) != most):
        raise PictureError("a PNG with a transparent colour that does not fit")


def _check_pixels(head: bytes, packed: bytes) -> None:
    """Unpack the lines once, a piece at a time, and see that they are those of the head: no more, no fewer."""
    width, height, depth, colour, _, _, laced = struct.unpack(">IIBBBBB", head)
    expected = _bytes_of_lines(width, height, depth * CHANNELS[colour], bool(laced))
    unpack = zlib.decompressobj()
    got, rest = 0, packed
    try:
        while rest and not unpack.eof and got <= expected:
            got += len(unpack.decompress(rest, STEP))
            rest = unpack.unconsumed_tail
        got += len(unpack.flush()) if not unpack.eof and got <= expected else 0
    except zlib.error:
        raise PictureError("a damaged PNG: its pixels cannot be unpacked") from None
    if got != expected or not unpack.eof or unpack.unused_data:
        raise PictureError(f"a PNG whose pixels are not those of a picture of {width} x {height}")


def _bytes_of_lines(width: int, height: int, bits: int, laced: bool) -> int:
    passes = SEVENTHS if laced else ((0, 0, 1, 1),)
    total = 0
    for left, top, across, down in passes:
        columns, rows = max(0, -(-(width - left) // across)), max(0, -(-(height - top) // down))
        total += rows * (1 + (columns * bits + 7) // 8) if columns else 0
    return total


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
