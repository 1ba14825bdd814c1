"""The fonts of a stranger's pack: read strictly, and written anew with nothing in them but outlines and their measures.

What programs a font holds for fitting its outlines to pixels are left out, and so are pictures, colours and variations.
"""

from __future__ import annotations

import struct

MAX_FONT_BYTES = 2 * 2**20
MOST_TABLES = 64
MOST_GLYPHS = 20_000
KINDS = (b"\0\1\0\0", b"true", b"OTTO")
NEEDED = (b"cmap", b"head", b"hhea", b"hmtx", b"maxp")
OUTLINES = {True: (b"CFF ",), False: (b"glyf", b"loca")}
KEPT = (*NEEDED, b"CFF ", b"glyf", b"loca", b"name", b"OS/2", b"post", b"kern", b"GDEF", b"GPOS", b"GSUB")
_HEAD = struct.Struct(">4s4H")
_ENTRY = struct.Struct(">4s3L")


class FontError(ValueError):
    """A font that is not used; the message is the cause."""


def clean_font(data: bytes) -> bytes:
    """The font with the tables that are used, written anew.

    :raises FontError: if it is no TrueType or OpenType font of one face, or a table does not lie within the file.
    """
    if len(data) > MAX_FONT_BYTES:
        raise FontError(f"larger than {MAX_FONT_BYTES // 1024} KB")
    if len(data) < _HEAD.size or data[:4] not in KINDS:
        raise FontError("no TrueType or OpenType font of one face")
    tables = _tables(data)
    outlines = OUTLINES[data[:4] == b"OTTO"]
    missing = [name for name in (*NEEDED, *outlines) if name not in tables]
    if missing:
        raise FontError(f"a font without its table '{missing[0].decode('ascii').strip()}'")
    _check_head(tables)
    return _written(data[:4], {name: tables[name] for name in sorted(tables) if name in KEPT})


def _tables(data: bytes) -> dict[bytes, bytes]:
    count = _HEAD.unpack_from(data)[1]
    if not 1 <= count <= MOST_TABLES or _HEAD.size + count * _ENTRY.size > len(data):
        raise FontError(f"a font of more than {MOST_TABLES} tables, or one that was cut short")
    found: dict[bytes, bytes] = {}
    for number in range(count):
        name, _, start, size = _ENTRY.unpack_from(data, _HEAD.size + number * _ENTRY.size)
        if start + size > len(data):
            raise FontError("a table that does not lie within the file")
        if name in found:
            raise FontError("a table that is there twice")
        found[name] = data[start : start + size]
    return found


def _check_head(tables: dict[bytes, bytes]) -> None:
    head, maxp, hhea = tables[b"head"], tables[b"maxp"], tables[b"hhea"]
    if len(head) < 54 or len(maxp) < 6 or len(hhea) < 36:
        raise FontError("a table that was cut short")
    if not 16 <= struct.unpack_from(">H", head, 18)[0] <= 16384:
        raise FontError("a font whose letters have no size")
    if not 1 <= struct.unpack_from(">H", maxp, 4)[0] <= MOST_GLYPHS:
        raise FontError(f"a font of more than {MOST_GLYPHS} letters and signs")
    rise, fall = struct.unpack_from(">hh", hhea, 4)
    if not 0 < rise - fall <= 4 * struct.unpack_from(">H", head, 18)[0]:
        raise FontError("a font whose lines have no height that can be used")


def _written(kind: bytes, tables: dict[bytes, bytes]) -> bytes:
    power = len(tables).bit_length() - 1
    reach = 16 << power
    out = [_HEAD.pack(kind, len(tables), reach, power, 16 * len(tables) - reach)]
    start, bodies = _HEAD.size + _ENTRY.size * len(tables), []
    for name, table in tables.items():
        body = table + bytes(-len(table) % 4)
        total = sum(struct.unpack(f">{len(body) // 4}L", body)) & 0xFFFFFFFF
        out.append(_ENTRY.pack(name, total, start, len(table)))
        bodies.append(body)
        start += len(body)
    return b"".join((*out, *bodies))
