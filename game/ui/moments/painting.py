"""Painting shared by all moments: darkened maps, circles of light, spaced titles, the foot strip, city skylines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame
from pygame import Rect, Surface

from game.play.great_events import great_city
from game.ui.widgets.style.text_rendering import letters

# -- Painting shared by all moments: darkened maps, circles of light, spaced titles, the strip at the foot. ----------

Colour = tuple[int, int, int]
CREAM: Colour = (251, 241, 220)
QUIET: Colour = (207, 196, 172)
GOLD: Colour = (227, 167, 47)
NIGHT: Colour = (13, 11, 8)
COARSE = 4
"""How much smaller a mask of light is made than the picture it is laid on."""


def part_of(now: float, start: float, lasts: float) -> float:
    """The progress of something that begins at ``start``: 0 to 1, slower towards its end."""
    if now >= start + lasts:
        return 1.0
    if now <= start:
        return 0.0
    left = 1 - (now - start) / lasts
    return 1 - left**3


def lay(surface: Surface, picture: Surface, at: tuple[int, int], part: float) -> None:
    """Draw a picture over a surface, as far as it has come into view."""
    if part <= 0:
        return
    whole = 255 if picture.get_flags() & pygame.SRCALPHA else None
    picture.set_alpha(whole if part >= 1 else round(255 * part))
    surface.blit(picture, at)
    picture.set_alpha(whole)


def darkened(picture: Surface, kept: float) -> Surface:
    """A copy with this much of its light."""
    dark, light = picture.copy(), round(255 * kept)
    dark.fill((light, light, light), special_flags=pygame.BLEND_RGB_MULT)
    return dark


def spotlit(picture: Surface, spots: Sequence[tuple[int, int]], radius: int, kept: float, soft: float = 0.7) -> Surface:
    """A copy that keeps its light within a radius of some points, and outside only a part of it.

    :param soft: part of the radius over which the light fades.
    """
    wide, high = (max(1, side // COARSE) for side in picture.get_size())
    mask, dim = Surface((wide, high)), round(255 * kept)
    mask.fill((dim, dim, dim))
    steps = 40
    for step in range(steps + 1):
        light = dim + (255 - dim) * step // steps
        reach = max(1, round(radius * (1 + soft * (0.5 - step / steps)) / COARSE))
        for x, y in spots:
            pygame.draw.circle(mask, (light, light, light), (x // COARSE, y // COARSE), reach)
    lit = picture.copy()
    lit.blit(pygame.transform.smoothscale(mask, picture.get_size()), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return lit


def fall_off(size: tuple[int, int], top: int, bottom: int) -> Surface:
    """A sheet of one colour whose alpha changes from one value at its upper edge to another at its lower."""
    thin = Surface((1, 32), pygame.SRCALPHA, 32)
    for y in range(32):
        thin.set_at((0, y), (*NIGHT, top + (bottom - top) * y // 31))
    return pygame.transform.smoothscale(thin, size)


def words(text: str, pixels: int, colour: Colour, face: str = "title", slanted: bool = False) -> Surface:
    """A line of text."""
    return letters(face, pixels, slanted).render(text, True, colour)


def title(text: str, pixels: int, room: int, spread: float = 0.16) -> Surface:
    """A name in the display face, its letters spaced, no wider than the room."""
    while pixels > 16:
        font = letters("title", pixels)
        gap = round(pixels * spread)
        wide = sum(font.size(letter)[0] for letter in text) + gap * (len(text) - 1)
        if wide <= room:
            break
        pixels = pixels * 9 // 10
    line = Surface((max(1, wide), font.get_height()), pygame.SRCALPHA, 32)
    x = 0
    for letter in text:
        line.blit(font.render(letter, True, CREAM), (x, 0))
        x += font.size(letter)[0] + gap
    return line


def paragraph(text: str, pixels: int, room: int, colour: Colour) -> Surface:
    """Lines of text no wider than the room."""
    font = letters("plain", pixels)
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.size(longer)[0] > room:
            lines.append(line)
            longer = word
        line = longer
    lines.append(line)
    high = round(font.get_linesize() * 1.1)
    sheet = Surface((max(1, *(font.size(each)[0] for each in lines)), high * len(lines)), pygame.SRCALPHA, 32)
    for number, each in enumerate(lines):
        sheet.blit(font.render(each, True, colour), (0, number * high))
    return sheet


def strip(size: tuple[int, int], facts: Sequence[tuple[str, Colour, bool]], pixels: int) -> Surface:
    """The dark strip at the foot with up to three facts, hairlines between them.

    :param facts: words, their colour, and whether they are an aside.
    """
    sheet = Surface(size, pygame.SRCALPHA, 32)
    sheet.fill((*NIGHT, 235))
    wide, high = size
    while True:
        shown = [words(text, pixels, ink, "title" if aside else "plain", aside) for text, ink, aside in facts if text]
        gap = 2 * pixels
        whole = sum(picture.get_width() for picture in shown) + 2 * gap * (len(shown) - 1)
        if whole <= wide - 2 * pixels or pixels <= 10:
            break
        pixels -= 1
    x = (wide - whole) // 2
    for number, picture in enumerate(shown):
        if number:
            sheet.fill((*QUIET, 160), Rect(x - gap, high // 4, 1, high // 2))
        sheet.blit(picture, (x, (high - picture.get_height()) // 2))
        x += picture.get_width() + 2 * gap
    return sheet


def key_cap(text: str, pixels: int) -> Surface:
    """A key, drawn as in the whispers."""
    word = words(text, pixels, QUIET, "plain")
    cap = Surface((word.get_width() + pixels, word.get_height() + pixels // 3), pygame.SRCALPHA, 32)
    pygame.draw.rect(cap, (*QUIET, 255), cap.get_rect(), 1, border_radius=max(2, pixels // 4))
    cap.blit(word, word.get_rect(center=cap.get_rect().center))
    return cap


# -- Skylines of great cities: a few shapes each, in three layers, with one colour a layer. --------------------------

Point = tuple[float, float]
FINE = 2


def _box(x: float, wide: float, high: float) -> list[Point]:
    return [(x, 0), (x, high), (x + wide, high), (x + wide, 0)]


def _spire(x: float, wide: float, high: float) -> list[Point]:
    """A tower of the wall, with a pointed roof and a wider gallery."""
    w, h = wide, high
    left = [(x, 0), (x, h * 0.5), (x - w * 0.1, h * 0.5), (x - w * 0.1, h * 0.58), (x + w * 0.2, h * 0.58)]
    left.append((x + w * 0.2, h * 0.66))
    return [*left, (x + w / 2, h), *((2 * x + w - a, b) for a, b in reversed(left))]


def _onion(x: float, wide: float, high: float) -> list[Point]:
    """A drum with an onion dome and its cross."""
    drum = high * 0.72
    swell = ((0.28, 0), (0.28, 0.04), (0.02, 0.1), (0.0, 0.14), (0.12, 0.2), (0.36, 0.26), (0.48, 0.32), (0.49, 0.4))
    left = [(x + wide * (0.22 if n < 1 else a), drum + high * b * 0.7) for n, (a, b) in enumerate(swell)]
    right = [(2 * x + wide - a, b) for a, b in reversed(left)]
    return [(x + wide * 0.22, 0), *left, *right, (x + wide * 0.78, 0)]


def _needle(x: float, wide: float, high: float) -> list[Point]:
    w, h = wide, high
    left = [(x, 0), (x, h * 0.4), (x + w * 0.2, h * 0.42), (x + w * 0.2, h * 0.52), (x + w * 0.4, h * 0.55)]
    return [*left, (x + w / 2, h), *((2 * x + w - a, b) for a, b in reversed(left))]


def _dome(x: float, wide: float, high: float) -> list[Point]:
    curve = ((0.0, 0.55), (0.04, 0.7), (0.14, 0.82), (0.28, 0.9), (0.44, 0.94), (0.46, 1.0), (0.54, 1.0), (0.56, 0.94))
    more = ((0.72, 0.9), (0.86, 0.82), (0.96, 0.7), (1.0, 0.55))
    return [(x, 0), *((x + wide * a, high * b) for a, b in (*curve, *more)), (x + wide, 0)]


def _hill(x: float, wide: float, high: float) -> list[Point]:
    curve = (0.0, 0.35, 0.7, 0.92, 1.0, 0.94, 0.8, 0.5, 0.0)
    return [(x + wide * n / 8, high * part) for n, part in enumerate(curve)]


def _roof(x: float, wide: float, high: float) -> list[Point]:
    return [(x, 0), (x, high * 0.86), (x + wide / 2, high), (x + wide, high * 0.86), (x + wide, 0)]


def _lintel(x: float, wide: float, high: float) -> list[Point]:
    """What rests on columns: a beam and a flat gable."""
    return [(x, high * 0.72), (x, high * 0.86), (x + wide / 2, high), (x + wide, high * 0.86), (x + wide, high * 0.72)]


def _ruin(x: float, wide: float, high: float) -> list[Point]:
    """A wall left by fire, with a ragged edge."""
    edge = (0.9, 0.7, 0.74, 0.4, 0.5, 0.96, 0.8, 0.5, 0.62, 0.3)
    return [(x, 0), *((x + wide * n / 9, high * part) for n, part in enumerate(edge)), (x + wide, 0)]


def _wall(x: float, wide: float, high: float) -> list[Point]:
    """A wall with teeth."""
    points: list[Point] = [(x, 0)]
    teeth = max(1, round(wide / 1.2))
    for n in range(teeth):
        a, b = x + wide * n / teeth, x + wide * (n + 0.55) / teeth
        points += [(a, high), (b, high), (b, high * 0.72), (x + wide * (n + 1) / teeth, high * 0.72)]
    return [*points, (x + wide, 0)]


def _tank(x: float, wide: float, high: float) -> list[Point]:
    """A water tower."""
    w, h = wide, high
    left = [(x + w * 0.35, 0), (x + w * 0.35, h * 0.6), (x, h * 0.68), (x, h * 0.92)]
    return [*left, (x + w / 2, h), *((2 * x + w - a, b) for a, b in reversed(left))]


SHAPES: Mapping[str, Callable[[float, float, float], list[Point]]] = {
    "block": _box,
    "chimney": _box,
    "column": _box,
    "spire": _spire,
    "onion": _onion,
    "needle": _needle,
    "dome": _dome,
    "hill": _hill,
    "roof": _roof,
    "lintel": _lintel,
    "ruin": _ruin,
    "wall": _wall,
    "tank": _tank,
}


def outlines(city: str) -> tuple[list[list[Point]], ...]:
    """The polygons of a city's layers, the farthest first; y grows upwards, all in hundredths of the width."""
    found = []
    for layer in great_city(city).layers:
        shapes = []
        for words in layer.split(";"):
            kind, *figures = words.split()
            x, wide, high = map(float, figures)
            shapes.append(SHAPES[kind](x, wide, high))
        found.append(shapes)
    return tuple(found)


def skyline(city: str, size: tuple[int, int], glow: tuple[Colour, Colour], inks: tuple[Colour, ...]) -> Surface:
    """A city before its sky.

    :param glow: of the sky, at the ground and where it ends.
    :param inks: of the layers, the farthest first.
    """
    wide, high = size[0] * FINE, size[1] * FINE
    low, top = glow
    thin = Surface((1, 64), pygame.SRCALPHA, 32)
    for y in range(64):
        part = y / 63
        mixed = [round(a + (b - a) * part) for a, b in zip(top, low, strict=True)]
        thin.set_at((0, y), (*mixed, round(250 * part**1.8)))
    sheet = pygame.transform.smoothscale(thin, (wide, high))
    tall = min(wide, high * 4.2)  # a broad window makes no taller towers
    for shapes, ink in zip(outlines(city), inks, strict=True):
        for shape in shapes:
            points = [(wide * x / 100, high - tall * y / 100) for x, y in shape]
            pygame.draw.polygon(sheet, (*ink, 255), points)
    return pygame.transform.smoothscale(sheet, size)
