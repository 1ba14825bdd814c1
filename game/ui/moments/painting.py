"""Painting shared by all moments: darkened maps, circles of light, spaced titles, the strip at the foot."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from game.ui.widgets.style.text_rendering import letters

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
