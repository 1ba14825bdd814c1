"""The fonts of a stranger's pack: read strictly, and written anew with nothing in them but outlines and their measures.

What programs a font holds for fitting its outlines to pixels are left out, and so are pictures, colours, variations and
what puts other glyphs in the place of letters.  Letters are left that the trial draws, and no others: nothing can be
drawn with the font that was not tried.
"""

from __future__ import annotations

import struct

MAX_FONT_BYTES = 2 * 2**20
MOST_TABLES = 64
MOST_GLYPHS = 20_000
KINDS = (b"\0\1\0\0", b"true", b"OTTO")
NEEDED = (b"cmap", b"head", b"hhea", b"hmtx", b"maxp")
OUTLINES = {True: (b"CFF ",), False: (b"glyf", b"loca")}
KEPT = (*NEEDED, b"CFF ", b"glyf", b"loca", b"name", b"OS/2", b"post")
REPERTOIRE = "".join(
    chr(code)
    for code in (
        *range(32, 127), *range(160, 173), *range(174, 384), *range(1024, 1120), *range(0x2010, 0x2028), 0x2030,
        0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2116, *range(0x2190, 0x219A), 0x2212, 0x2248, 0x2260, 0x2264, 0x2265,
    )
)  # fmt: skip
"""All letters and signs that a font of a pack may draw; others are drawn with the game's own."""
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
    tables[b"cmap"] = _few_letters(tables[b"cmap"], struct.unpack_from(">H", tables[b"maxp"], 4)[0])
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


def _few_letters(cmap: bytes, glyphs: int) -> bytes:
    """The table of letters with those of the repertoire alone.

    :raises FontError: if it cannot be read.
    """
    try:
        at = _unicode_table(cmap)
        glyph_of = {4: _of_segments, 12: _of_groups}.get(struct.unpack_from(">H", cmap, at)[0])
        if glyph_of is None:
            raise FontError("a font whose table of letters is of a kind that is not read here")
        found = ((ord(letter), glyph_of(cmap, at, ord(letter))) for letter in REPERTOIRE)
        groups = [struct.pack(">3L", code, code, glyph) for code, glyph in found if 0 < glyph < glyphs]
    except struct.error:
        raise FontError("a table of letters that was cut short") from None
    head = struct.pack(">2H2HL", 0, 1, 3, 10, 12)
    return head + struct.pack(">2H3L", 12, 0, 16 + 12 * len(groups), 0, len(groups)) + b"".join(groups)


def _unicode_table(cmap: bytes) -> int:
    """Where the table by Unicode begins: the larger kind, if there are two."""
    count = min(struct.unpack_from(">2H", cmap)[1], MOST_TABLES)
    rows = [struct.unpack_from(">2HL", cmap, 4 + 8 * number) for number in range(count)]
    known: dict[tuple[int, int], int] = {(platform, kind): at for platform, kind, at in rows}
    for row in ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0)):
        if row in known:
            return known[row]
    raise FontError("a font without a table of letters by Unicode")


def _of_segments(cmap: bytes, at: int, code: int) -> int:
    """The glyph of a letter in a table of the kind 4; 0 for none."""
    twice = struct.unpack_from(">H", cmap, at + 6)[0] & ~1
    ends = struct.unpack_from(f">{twice // 2}H", cmap, at + 14)
    segment = next((n for n, end in enumerate(ends) if end >= code), -1)
    if segment < 0:
        return 0
    starts = at + 16 + twice + 2 * segment
    start = struct.unpack_from(">H", cmap, starts)[0]
    delta, offset = (struct.unpack_from(">H", cmap, starts + step * twice)[0] for step in (1, 2))
    if code < start:
        return 0
    glyph: int = code
    if offset:
        glyph = struct.unpack_from(">H", cmap, starts + 2 * twice + offset + 2 * (code - start))[0]
        if not glyph:
            return 0
    return int(glyph + delta) & 0xFFFF


def _of_groups(cmap: bytes, at: int, code: int) -> int:
    """The same in a table of the kind 12."""
    count = min(struct.unpack_from(">L", cmap, at + 12)[0], MOST_GLYPHS)
    for number in range(count):
        first, last, glyph = struct.unpack_from(">3L", cmap, at + 16 + 12 * number)
        if first <= code <= last:
            return int(glyph + code - first)
    return 0


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
