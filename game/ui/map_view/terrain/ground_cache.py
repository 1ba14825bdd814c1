"""The soft pictures of the ground as they are kept between starts.

What is kept is believed only if its checksum and its size are right; else the pictures are painted anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pygame

from ecs import BoardStore, source_digest

HEAD = b"rasputitsa ground 1 "
MOST_BYTES = 64_000_000
PAINTERS = (Path(__file__).parent, Path(__file__).parent.parent / "drawing")
PIXEL = 3  # bytes: red, green, blue

Size = tuple[int, int]
Pictures = tuple[pygame.Surface, pygame.Surface]

_stores: list[BoardStore] = []


def keep_grounds(store: BoardStore) -> None:
    """Keep the pictures there from now on."""
    _stores[:] = [store]


def kept_or_painted(inputs: str, size: Size, paint: Callable[[], Pictures]) -> Pictures:
    """The two pictures that are kept for these inputs, or painted now and kept from here on.

    :param inputs: all that they are painted from, in words.
    :param size: of each, in pixels.
    """
    if not _stores or 2 * PIXEL * size[0] * size[1] > MOST_BYTES:
        return paint()
    store, painter = _stores[0], source_digest(*PAINTERS)
    key = sha256(f"{painter} {pygame.version.ver} {inputs}".encode()).hexdigest()
    pictures = unpack(store.read(key, MOST_BYTES), key, size)
    if pictures is None:
        pictures = paint()
        store.write(key, pack(pictures, key))
    return pictures


def pack(pictures: Pictures, key: str) -> bytes:
    """Two pictures of one size as they are kept."""
    body = zlib.compress(b"".join(pygame.image.tobytes(picture, "RGB") for picture in pictures), 1)
    return HEAD + _checksum(key, body) + b"\n" + body


def unpack(data: bytes, key: str, size: Size) -> Pictures | None:
    """The pictures that were kept under a key; None if anything is wrong with them."""
    head, _, body = data.partition(b"\n")
    half = PIXEL * size[0] * size[1]
    if len(data) > MOST_BYTES or head != HEAD + _checksum(key, body):
        return None
    reader = zlib.decompressobj()
    try:
        pixels = reader.decompress(body, 2 * half + 1)
    except zlib.error:
        return None
    if len(pixels) != 2 * half:
        return None
    return _picture(pixels[:half], size), _picture(pixels[half:], size)


def _picture(pixels: bytes, size: Size) -> pygame.Surface:
    picture = pygame.Surface(size, 0, 32)
    picture.blit(pygame.image.frombytes(pixels, size, "RGB"), (0, 0))
    return picture


def _checksum(key: str, body: bytes) -> bytes:
    return sha256(key.encode() + b" " + body).hexdigest().encode()
