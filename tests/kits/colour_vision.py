"""Colours and pictures as different eyes see them: full colour-vision deficiencies, and no colour at all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

Colour = tuple[int, int, int]
Lab = tuple[float, float, float]

# Linear-light matrices of full colour-vision deficiencies: Machado, Oliveira, Fernandes 2009
VISION: dict[str, Sequence[Sequence[float]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deutan": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritan": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
COARSE = 4
"""Colours of a picture are rounded to so many steps before they are compared."""


def linear(colour: Colour) -> list[float]:
    """Linear light of a colour, 0 to 1."""
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]


@lru_cache(maxsize=100_000)
def lab(colour: Colour, vision: str) -> Lab:
    """CIE L*a*b* of a colour as an eye sees it."""
    light = linear(colour)
    mixed = (sum(k * v for k, v in zip(row, light, strict=True)) for row in VISION[vision])
    r, g, b = (min(1, max(0, value)) for value in mixed)
    x, y, z = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def delta_e(first: Colour, second: Colour, vision: str) -> float:
    """How far apart an eye sees two colours (CIE 1976)."""
    pairs = zip(lab(first, vision), lab(second, vision), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def contrast(first: Colour, second: Colour) -> float:
    """The contrast of WCAG, from 1 to 21."""
    dark, light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (first, second)))
    return (light + 0.05) / (dark + 0.05)


def pixels_of(picture: pygame.Surface, ground: Colour) -> list[Colour]:
    """The pixels of a premultiplied picture laid on a ground, roughly."""
    whole = pygame.Surface(picture.get_size(), 0, 32)
    whole.fill(ground)
    whole.blit(picture, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    data = bytes(value // COARSE * COARSE for value in pygame.image.tobytes(whole, "RGB"))
    return list(zip(data[::3], data[1::3], data[2::3], strict=True))


def part_seen_apart(first: Sequence[Colour], second: Sequence[Colour], vision: str, least: float = 12.0) -> float:
    """The part of two pictures, 0 to 1, in which an eye sees them differ."""
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    return sum(delta_e(a, b, vision) >= least for a, b in pairs) / len(first)
