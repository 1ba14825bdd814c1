"""Is a sound of a pack what it says it is, and as short?  A small file could swell to hours of silence."""

from __future__ import annotations

import struct
from collections.abc import Iterator

MAX_SECONDS = 30
RATES = range(8000, 48001)
CHANNELS = (1, 2)
SLACK = 4  # short blocks hold fewer samples than the long ones that are counted for them
_PCM = 1


def wrong_with_wav(data: bytes) -> str:
    """What is wrong with a WAV sound; "" if it may be played."""
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        return "not a WAV sound"
    chunks = dict(_chunks(data))
    head, size = chunks.get(b"fmt ", (b"", 0))[0], chunks.get(b"data", (b"", 0))[1]
    if len(head) < 16:
        return "a WAV sound without a description of its format"
    kind, channels, rate, _, block, bits = struct.unpack("<HHIIHH", head[:16])
    if kind != _PCM or bits not in (8, 16) or block != channels * bits // 8:
        return "a WAV sound must be plain PCM of 8 or 16 bits"
    return _out_of_bounds(channels, rate) or _too_long(size // block, rate)


def _chunks(data: bytes) -> Iterator[tuple[bytes, tuple[bytes, int]]]:
    """Name of each chunk of a WAV sound with its first bytes and its length; of two of one name the first counts."""
    at, seen = 12, set()
    while at + 8 <= len(data):
        name, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        if name not in seen:
            yield name, (data[at + 8 : at + 8 + min(size, 16)], size)
        seen.add(name)
        at += 8 + size + size % 2


def wrong_with_ogg(data: bytes) -> str:
    """What is wrong with an Ogg sound; "" if it may be played."""
    head, packets, samples = b"", 0, 0
    for page in _pages(data):
        if page is None:
            return "not an Ogg sound, or a damaged one"
        granule, serial, lacing, body = page
        if not head:
            head, first = body, serial
        if serial != first:
            return "an Ogg sound may hold one stream only"
        samples = max(samples, granule)
        packets += sum(1 for length in lacing if length < 255)
    if head[:7] != b"\x01vorbis" or len(head) < 30:
        return "an Ogg sound must be Vorbis"
    channels, rate = struct.unpack("<BI", head[11:16])
    longest = 1 << (head[28] >> 4)
    return (
        _out_of_bounds(channels, rate) or _too_long(samples, rate) or _too_long(packets * longest // 2, rate * SLACK)
    )


def _pages(data: bytes) -> Iterator[tuple[int, bytes, bytes, bytes] | None]:
    """Pages of an Ogg file: number of the last sample, stream, lengths of segments, contents; None where it is none."""
    at = 0
    while at < len(data):
        if data[at : at + 4] != b"OggS" or len(data) < at + 27:
            yield None
            return
        lacing = data[at + 27 : at + 27 + data[at + 26]]
        start = at + 27 + data[at + 26]
        at = start + sum(lacing)
        if at > len(data):
            yield None
            return
        head = data[start - 27 - len(lacing) : start]
        yield int.from_bytes(head[6:14], "little", signed=True), head[14:18], lacing, data[start:at]
    if not data:
        yield None


def _out_of_bounds(channels: int, rate: int) -> str:
    if channels not in CHANNELS or rate not in RATES:
        return f"a sound has 1 or 2 channels and {RATES[0]} to {RATES[-1]} samples a second, not {channels} and {rate}"
    return ""


def _too_long(samples: int, rate: int) -> str:
    return f"longer than {MAX_SECONDS} seconds" if samples > MAX_SECONDS * rate else ""
