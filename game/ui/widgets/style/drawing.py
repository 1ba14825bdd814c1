"""Boxes, marks and shadows with smooth edges, drawn once and kept."""

from __future__ import annotations

from itertools import pairwise

import pygame

from game.packs.picture_store import kept
from game.ui.widgets.style.theme import Colour

FINE = 4  # marks and corners are drawn this many times too large, then reduced
SCRIM = 256  # pixels of a piece of the sheet under a dialog
WHOLE_BOX = 60_000  # boxes up to this many square pixels are kept as one picture


def draw_box(
    surface: pygame.Surface, rect: pygame.Rect, fill: Colour, edge: Colour | None, radius: int, width: int = 1
) -> None:
    """A filled box with round corners; `edge` None leaves out the line around it."""
    if rect.width <= 0 or rect.height <= 0:
        return
    radius = min(radius, rect.width // 2, rect.height // 2)
    line = fill if edge is None else edge
    if rect.width * rect.height <= WHOLE_BOX:
        surface.blit(_box(rect.width, rect.height, fill, line, radius, width), rect.topleft)
    else:
        _assemble(surface, rect, fill, line, radius, width)


@kept
def _box(wide: int, high: int, fill: Colour, edge: Colour, radius: int, width: int) -> pygame.Surface:
    picture = pygame.Surface((wide, high), pygame.SRCALPHA)
    _assemble(picture, picture.get_rect(), fill, edge, radius, width)
    return picture


def _assemble(surface: pygame.Surface, rect: pygame.Rect, fill: Colour, edge: Colour, radius: int, width: int) -> None:
    x, y, w, h = rect
    r = radius
    inner = max(r, width)
    surface.fill(fill, (x + width, y + inner, w - 2 * width, h - 2 * inner))
    for top, line in ((y, y), (y + h - inner, y + h - width)):
        surface.fill(fill, (x + r, top, w - 2 * r, inner))
        surface.fill(edge, (x + r, line, w - 2 * r, width))
    for side in (x, x + w - width):
        surface.fill(edge, (side, y + r, width, h - 2 * r))
    if r:
        corners = _corners(r, fill, edge, width)
        places = ((x, y), (x + w - r, y), (x, y + h - r), (x + w - r, y + h - r))
        parts = ((0, 0, r, r), (r, 0, r, r), (0, r, r, r), (r, r, r, r))
        surface.blits(tuple((corners, place, part) for place, part in zip(places, parts, strict=True)), False)


@kept
def _corners(radius: int, fill: Colour, edge: Colour, width: int) -> pygame.Surface:
    """A disc whose quarters are the corners of a box."""
    size = 2 * radius
    large = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA)
    large.fill((*edge, 0))
    centre = (radius * FINE, radius * FINE)
    pygame.draw.circle(large, edge, centre, radius * FINE)
    if radius > width:
        pygame.draw.circle(large, fill, centre, (radius - width) * FINE)
    return pygame.transform.smoothscale(large, (size, size))


WHISPER = 220  # how dense the ground of a whisper is, of 255


def draw_whisper(surface: pygame.Surface, rect: pygame.Rect, fill: Colour, radius: int) -> None:
    """A dark strip through which the map still shows; it has no edge."""
    if rect.width > 0 and rect.height > 0:
        surface.blit(_veil(rect.width, rect.height, fill, min(radius, rect.height // 2)), rect.topleft)


@kept
def _veil(wide: int, high: int, fill: Colour, radius: int) -> pygame.Surface:
    picture = _box(wide, high, fill, fill, radius, 1).copy()
    picture.set_alpha(WHISPER)
    return picture


def draw_ring(surface: pygame.Surface, rect: pygame.Rect, colour: Colour, width: int, radius: int) -> None:
    """The focus ring: a line around `rect`, hollow inside."""
    pygame.draw.rect(surface, colour, rect, width, border_radius=radius)


def draw_shadow(surface: pygame.Surface, rect: pygame.Rect, colour: Colour, spread: int) -> None:
    """A soft shadow below and around `rect`."""
    tile = _shadow_tile(colour, spread)
    outer = rect.inflate(2 * spread, 2 * spread).move(0, spread // 3)
    edge = 2 * spread
    left, top, right, bottom = outer.left, outer.top, outer.right - edge, outer.bottom - edge
    for source, place in (
        ((0, 0), (left, top)),
        ((edge, 0), (right, top)),
        ((0, edge), (left, bottom)),
        ((edge, edge), (right, bottom)),
    ):
        surface.blit(tile, place, (*source, edge, edge))
    wide, high = outer.width - 2 * edge, outer.height - 2 * edge
    if wide > 0:
        surface.blit(_stretch(colour, spread, "top", wide), (left + edge, top))
        surface.blit(_stretch(colour, spread, "bottom", wide), (left + edge, bottom))
    if high > 0:
        surface.blit(_stretch(colour, spread, "left", high), (left, top + edge))
        surface.blit(_stretch(colour, spread, "right", high), (right, top + edge))


@kept
def _shadow_tile(colour: Colour, spread: int) -> pygame.Surface:
    size = 4 * spread
    tile = pygame.Surface((size, size), pygame.SRCALPHA)
    tile.fill((*colour, 0))
    pygame.draw.rect(tile, (*colour, 120), (spread, spread, 2 * spread, 2 * spread), border_radius=spread // 2)
    return pygame.transform.gaussian_blur(tile, max(1, spread // 2))


@kept
def _stretch(colour: Colour, spread: int, side: str, length: int) -> pygame.Surface:
    tile, edge = _shadow_tile(colour, spread), 2 * spread
    strips = {
        "top": (edge - 1, 0, 1, edge),
        "bottom": (edge - 1, edge, 1, edge),
        "left": (0, edge - 1, edge, 1),
        "right": (edge, edge - 1, edge, 1),
    }
    size = (length, edge) if side in ("top", "bottom") else (edge, length)
    return pygame.transform.scale(tile.subsurface(strips[side]), size)


MARKS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "check": (((0.16, 0.52), (0.42, 0.78), (0.86, 0.24)),),
    "cross": (((0.24, 0.24), (0.76, 0.76)), ((0.76, 0.24), (0.24, 0.76))),
    "down": (((0.24, 0.38), (0.5, 0.66), (0.76, 0.38)),),
    "up": (((0.24, 0.62), (0.5, 0.34), (0.76, 0.62)),),
    "left": (((0.62, 0.24), (0.34, 0.5), (0.62, 0.76)),),
    "right": (((0.38, 0.24), (0.66, 0.5), (0.38, 0.76)),),
    "play": (((0.3, 0.18), (0.8, 0.5), (0.3, 0.82), (0.3, 0.18)),),
    "undo": (
        ((0.4, 0.16), (0.16, 0.4), (0.4, 0.64)),
        ((0.16, 0.4), (0.6, 0.4), (0.76, 0.46), (0.84, 0.6), (0.76, 0.76), (0.6, 0.82), (0.44, 0.82)),
    ),
    "redo": (
        ((0.6, 0.16), (0.84, 0.4), (0.6, 0.64)),
        ((0.84, 0.4), (0.4, 0.4), (0.24, 0.46), (0.16, 0.6), (0.24, 0.76), (0.4, 0.82), (0.56, 0.82)),
    ),
    "details": (
        ((0.12, 0.18), (0.88, 0.18), (0.88, 0.82), (0.12, 0.82), (0.12, 0.18)),
        ((0.58, 0.18), (0.58, 0.82)),
    ),
    "warn": (
        ((0.5, 0.12), (0.93, 0.87), (0.07, 0.87), (0.5, 0.12)),
        ((0.5, 0.42), (0.5, 0.6)),
        ((0.5, 0.74), (0.5, 0.75)),
    ),
    "info": (((0.5, 0.44), (0.5, 0.78)), ((0.5, 0.23), (0.5, 0.24))),
}


@kept
def mark(name: str, size: int, colour: Colour, weight: float = 0.13) -> pygame.Surface:
    """A small line drawing, `size` pixels square: check, cross, arrows, play, undo, redo, details, warn, info, dot."""
    large = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA)
    large.fill((*colour, 0))
    if name == "dot":
        pygame.draw.circle(large, colour, (size * FINE / 2, size * FINE / 2), size * FINE * 0.28)
    for line in MARKS.get(name, ()):
        _stroke(large, line, colour, size * FINE, weight)
    return pygame.transform.smoothscale(large, (size, size))


def _stroke(
    surface: pygame.Surface, line: tuple[tuple[float, float], ...], colour: Colour, size: int, weight: float
) -> None:
    points = [pygame.Vector2(x * size, y * size) for x, y in line]
    half = size * weight / 2
    for point in points:
        pygame.draw.circle(surface, colour, point, half)
    for start, end in pairwise(points):
        along = end - start
        if along.length() < 1:
            continue
        across = along.normalize().rotate(90) * half
        pygame.draw.polygon(surface, colour, (start + across, end + across, end - across, start - across))


@kept
def disc(size: int, fill: Colour, edge: Colour, width: int) -> pygame.Surface:
    """A filled circle with a line around it, `size` pixels across."""
    large = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA)
    large.fill((*edge, 0))
    radius = size * FINE / 2
    pygame.draw.circle(large, edge, (radius, radius), radius)
    pygame.draw.circle(large, fill, (radius, radius), radius - width * FINE)
    return pygame.transform.smoothscale(large, (size, size))


def draw_scrim(surface: pygame.Surface, colour: Colour, alpha: int) -> None:
    """A thin dark sheet over everything a dialog covers: the whole window."""
    sheet, (wide, high) = _sheet(colour, alpha), surface.get_size()
    side = sheet.get_width()
    surface.fblits([(sheet, (x, y)) for y in range(0, high, side) for x in range(0, wide, side)])


@kept
def _sheet(colour: Colour, alpha: int) -> pygame.Surface:
    """A piece of the scrim."""
    sheet = pygame.Surface((SCRIM, SCRIM), pygame.SRCALPHA)
    sheet.fill((*colour, alpha))
    return sheet
