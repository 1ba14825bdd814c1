"""Whether a sound of a pack is what it says it is, and neither too long nor too short.  A small file could swell to
hours of silence; one of less than a frame makes SDL_mixer give the same memory back twice."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

MAX_SECONDS = 30
FEWEST = 100  # a sound lasts at least a second divided by this: on any device some frames are left of it
RATES = range(8000, 48001)
CHANNELS = (1, 2)
MAX_PAGES = 4000
SLACK = 4  # short blocks hold fewer samples than the long ones that are counted for them
_PCM = 1
_UNKNOWN = -1  # the granule of a page on which no packet ends
_MIRROR = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class SoundError(ValueError):
    """A sound that cannot be used; the message is the cause."""


# -- WAV ------------------------------------------------------------------------------------------


def clean_wav(data: bytes) -> bytes:
    """The sound as the decoder is given it: format and whole frames, nothing that anybody added.

    :raises SoundError: if it is none, or too long, or too short.
    """
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise SoundError("not a WAV sound")
    chunks: dict[bytes, bytes] = {}
    for name, body in _chunks(data):
        if name in (b"fmt ", b"data") and name in chunks:
            raise SoundError(f"a WAV sound with two '{name.decode('ascii').strip()}' chunks")
        chunks[name] = body
    head, samples = chunks.get(b"fmt ", b""), chunks.get(b"data", b"")
    if len(head) < 16:
        raise SoundError("a WAV sound without a description of its format")
    kind, channels, rate, _, block, bits = struct.unpack("<HHIIHH", head[:16])
    if kind != _PCM or bits not in (8, 16) or block != channels * bits // 8:
        raise SoundError("a WAV sound must be plain PCM of 8 or 16 bits")
    _check_bounds(channels, rate)
    frames = len(samples) // block
    _check_length(frames, rate)
    return wav_of(samples[: frames * block], channels, rate, bits)


def wav_of(samples: bytes, channels: int = 2, rate: int = 22050, bits: int = 16) -> bytes:
    """A WAV sound of plain samples and nothing else."""
    block = channels * bits // 8
    head = struct.pack("<HHIIHH", _PCM, channels, rate, rate * block, block, bits)
    body = b"WAVEfmt " + struct.pack("<I", 16) + head + b"data" + struct.pack("<I", len(samples)) + samples
    return b"RIFF" + struct.pack("<I", len(body) + len(samples) % 2) + body + b"\0" * (len(samples) % 2)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(data):
        name, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        if at + 8 + size > len(data):
            raise SoundError("a WAV sound that is cut off, or says that it is longer than the file")
        yield name, data[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


# -- Ogg ------------------------------------------------------------------------------------------


def clean_ogg(data: bytes) -> bytes:
    """The sound as the decoder is given it: as it is, since every page was looked at.

    :raises SoundError: if it is none, or too long, or too short.
    """
    serial, head, granule, packets = b"", b"", 0, 0
    kinds: list[bytes] = []
    goes_on = False
    for number, (flags, here, stream, count, lacing, body) in enumerate(_pages(data)):
        if number == MAX_PAGES:
            raise SoundError(f"an Ogg sound of more than {MAX_PAGES} pages")
        if not number:
            serial, head = stream, body
        if stream != serial:
            raise SoundError("an Ogg sound may hold one stream only")
        if count != number or bool(flags & 2) != (number == 0) or bool(flags & 1) != goes_on:
            raise SoundError("an Ogg sound with pages that are missing or out of order")
        if here != _UNKNOWN:
            if here < granule:
                raise SoundError("an Ogg sound that runs backwards")
            granule = here
        if len(kinds) < 3:
            kinds += _begun(lacing, body, goes_on)
        packets += sum(1 for length in lacing if length < 255)
        goes_on = bool(lacing) and lacing[-1] == 255
    if head[:7] != b"\x01vorbis" or len(head) != 30:
        raise SoundError("an Ogg sound must be Vorbis")
    version, channels, rate = struct.unpack("<IBI", head[7:16])
    short, long = head[28] & 15, head[28] >> 4
    if version or not 6 <= short <= long <= 13 or kinds[:3] != [b"\x01vorbis", b"\x03vorbis", b"\x05vorbis"]:
        raise SoundError("an Ogg sound without the three heads of Vorbis")
    _check_bounds(channels, rate)
    _check_length(granule, rate)
    if packets < 5 or goes_on:  # the first packet of sound gives none by itself
        raise SoundError("an Ogg sound without sound in it")
    if packets * (1 << long) // 2 > MAX_SECONDS * rate * SLACK:
        raise SoundError(f"longer than {MAX_SECONDS} seconds")
    return data


def _begun(lacing: bytes, body: bytes, goes_on: bool) -> list[bytes]:
    """The first bytes of every packet that begins on a page."""
    found, at, fresh = [], 0, not goes_on
    for length in lacing:
        if fresh:
            found.append(body[at : at + 7])
        at += length
        fresh = length < 255
    return found


def _pages(data: bytes) -> Iterator[tuple[int, int, bytes, int, bytes, bytes]]:
    """Pages of an Ogg file: flags, number of the last sample, stream, number, lengths of segments, contents.

    :raises SoundError: where there is none.
    """
    at = 0
    while at < len(data) or not data:
        if data[at : at + 5] != b"OggS\0" or len(data) < at + 27:
            raise SoundError("not an Ogg sound, or a damaged one")
        start = at + 27 + data[at + 26]
        lacing = data[at + 27 : start]
        end = start + sum(lacing)
        if end > len(data) or start > len(data):
            raise SoundError("an Ogg sound that is cut off")
        flags, granule, stream, count, check = struct.unpack("<Bq4sII", data[at + 5 : at + 26])
        if _checksum(data[at : at + 22] + bytes(4) + data[at + 26 : end]) != check:
            raise SoundError("a damaged Ogg sound: a checksum does not agree")
        yield flags, granule, stream, count, lacing, data[start:end]
        at = end


def _checksum(page: bytes) -> int:
    """That of Ogg, which is zlib's with every byte and the sum mirrored, and nothing put before or behind."""
    mirrored = zlib.crc32(page.translate(_MIRROR), 0xFFFFFFFF) ^ 0xFFFFFFFF
    return int(f"{mirrored:032b}"[::-1], 2)


# -- both -----------------------------------------------------------------------------------------


def _check_bounds(channels: int, rate: int) -> None:
    if channels not in CHANNELS or rate not in RATES:
        what = f"1 or 2 channels and {RATES[0]} to {RATES[-1]} samples a second"
        raise SoundError(f"a sound has {what}, not {channels} and {rate}")


def _check_length(frames: int, rate: int) -> None:
    if frames > MAX_SECONDS * rate:
        raise SoundError(f"longer than {MAX_SECONDS} seconds")
    if frames * FEWEST < rate:
        raise SoundError(f"a sound of {frames} samples: shorter than a {FEWEST}th of a second")
