"""The size and ink of a pack's pictures: drawing, recolouring, the box for a missing one."""

from __future__ import annotations

import io

import pygame

from game.packs.plain_media import pixels_for

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
