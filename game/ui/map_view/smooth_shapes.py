"""Smooth lines and shapes, drawn on a sheet finer than the screen and then shrunk."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pygame

FINE = 2

Colour = tuple[int, int, int]
Vec = tuple[float, float]


class Sheet:
    """A sheet to draw on, in map pixels; `done` gives the smooth picture, `zoom` times as large.

    `left`, `top` are the picture pixel at the sheet's corner. Without `ground` the sheet is transparent and its
    picture has premultiplied alpha: blit it with BLEND_PREMULTIPLIED.
    """

    def __init__(
        self,
        size: tuple[int, int],
        zoom: float = 1.0,
        left: float = 0,
        top: float = 0,
        ground: pygame.Surface | None = None,
    ) -> None:
        self.size, self.zoom, self.left, self.top = size, zoom, left, top
        self.opaque = ground is not None
        self.surface = ground if ground is not None else blank((size[0] * FINE, size[1] * FINE))

    def at(self, point: Vec) -> Vec:
        """The position of a map pixel on the fine sheet."""
        return (point[0] * self.zoom - self.left) * FINE, (point[1] * self.zoom - self.top) * FINE

    def long(self, length: float) -> float:
        """The length on the fine sheet of a length in map pixels."""
        return length * self.zoom * FINE

    def polygon(self, points: Iterable[Vec], colour: Colour, alpha: int = 255) -> None:
        """Fill an area."""
        pygame.draw.polygon(self.surface, shade(colour, alpha), [self.at(p) for p in points])

    def circle(self, centre: Vec, radius: float, colour: Colour, alpha: int = 255) -> None:
        """Fill a circle."""
        pygame.draw.circle(self.surface, shade(colour, alpha), self.at(centre), max(1.0, self.long(radius)))

    def line(self, points: Sequence[Vec], width: float, colour: Colour, alpha: int = 255) -> None:
        """A line with round joints and ends."""
        stroke(self.surface, [self.at(p) for p in points], self.long(width), shade(colour, alpha))

    def dashes(
        self, points: Sequence[Vec], width: float, colour: Colour, on: float, off: float, alpha: int = 255
    ) -> None:
        """A broken line: `on` drawn, `off` left out."""
        for piece in broken(points, on, off):
            self.line(piece, width, colour, alpha)

    def picture(self, drawn: pygame.Surface, centre: Vec) -> None:
        """Lay a picture (straight alpha, made for the fine sheet) centred on a map pixel."""
        x, y = self.at(centre)
        where = drawn.get_rect(center=(round(x), round(y)))
        if self.opaque:
            self.surface.blit(drawn, where)
        else:
            self.surface.blit(drawn.premul_alpha(), where, special_flags=pygame.BLEND_PREMULTIPLIED)

    def lay(self, other: Sheet) -> None:
        """Lay a transparent sheet of the same size over this one."""
        self.surface.blit(other.surface, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)

    def done(self) -> pygame.Surface:
        """The finished picture."""
        small = pygame.transform.smoothscale(self.surface, self.size)
        return small.convert(32) if self.opaque else small


def blank(size: tuple[int, int]) -> pygame.Surface:
    """A transparent surface."""
    return pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA, 32)


def shade(colour: Colour, alpha: int = 255) -> tuple[int, int, int, int]:
    """A premultiplied colour."""
    if alpha == 255:
        return (colour[0], colour[1], colour[2], 255)
    return (colour[0] * alpha // 255, colour[1] * alpha // 255, colour[2] * alpha // 255, alpha)


def mix(a: Colour, b: Colour, part: float) -> Colour:
    """A colour between two: `a` for 0, `b` for 1."""
    return (
        round(a[0] + (b[0] - a[0]) * part),
        round(a[1] + (b[1] - a[1]) * part),
        round(a[2] + (b[2] - a[2]) * part),
    )


def stroke(surface: pygame.Surface, points: Sequence[Vec], width: float, colour: tuple[int, int, int, int]) -> None:
    """A line of any width through points of the surface, round at joints and ends."""
    if width < 2:
        if len(points) > 1:
            pygame.draw.lines(surface, colour, False, points, max(1, round(width)))
        return
    half = width / 2
    for a, b in pairwise(points):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dy)
        if length:
            nx, ny = -dy / length * half, dx / length * half
            quad = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
            pygame.draw.polygon(surface, colour, quad)
    for p in points:
        pygame.draw.circle(surface, colour, p, half)


def broken(points: Sequence[Vec], on: float, off: float) -> list[list[Vec]]:
    """The drawn pieces of a broken line."""
    pieces: list[list[Vec]] = []
    drawing, left = True, on
    current: list[Vec] = [points[0]] if points else []
    for a, b in pairwise(points):
        length, done = math.dist(a, b), 0.0
        while length - done > left:
            done += left
            cut = _between(a, b, done / length)
            if drawing:
                pieces.append([*current, cut])
            drawing = not drawing
            current, left = [cut], on if drawing else off
        left -= length - done
        current.append(b)
    if drawing and len(current) > 1:
        pieces.append(current)
    return pieces


def _between(a: Vec, b: Vec, part: float) -> Vec:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def along(points: Sequence[Vec], step: float, start: float = 0.0) -> list[tuple[Vec, Vec]]:
    """Points every `step` along a line, each with the unit direction of the line there."""
    found: list[tuple[Vec, Vec]] = []
    left = start
    for a, b in pairwise(points):
        length = math.dist(a, b)
        if not length:
            continue
        way = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        while left <= length:
            found.append((_between(a, b, left / length), way))
            left += step
        left -= length
    return found


def rounded(points: Sequence[Vec], keep: frozenset[Vec] = frozenset(), cut: float = 0.3) -> list[Vec]:
    """A line with its corners rounded, save those in `keep`; it begins and ends where it did."""
    if len(points) < 3:
        return list(points)
    smooth: list[Vec] = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        if corner in keep:
            smooth.append(corner)
            continue
        a, b = _between(corner, before, cut), _between(corner, after, cut)
        smooth += [_bend(a, corner, b, i / 6) for i in range(7)]
    return [*smooth, points[-1]]


def _bend(a: Vec, corner: Vec, b: Vec, part: float) -> Vec:
    return _between(_between(a, corner, part), _between(corner, b, part), part)


def clipped(points: Sequence[Vec], left: float, top: float, right: float, bottom: float) -> list[Vec]:
    """An area cut to a rectangle, side by side."""
    area = _cut(points, 0, left, 1)
    area = _cut(area, 0, right, -1)
    area = _cut(area, 1, top, 1)
    return _cut(area, 1, bottom, -1)


def _cut(points: Sequence[Vec], axis: int, limit: float, sign: int) -> list[Vec]:
    kept: list[Vec] = []
    if not points:
        return kept
    last = points[-1]
    was_in = (last[axis] - limit) * sign >= 0
    for p in points:
        is_in = (p[axis] - limit) * sign >= 0
        if is_in != was_in:
            kept.append(_between(last, p, (limit - last[axis]) / (p[axis] - last[axis])))
        if is_in:
            kept.append(p)
        last, was_in = p, is_in
    return kept


def noise(*numbers: int) -> float:
    """A number from 0 to 1 that depends only on these whole numbers."""
    return stir(numbers) / 0xFFFFFFFF


UNSTIRRED = 2166136261


def stir(numbers: Sequence[int], h: int = UNSTIRRED) -> int:
    """32 bits that depend on these numbers, and on those stirred before."""
    for n in numbers:
        h = ((h ^ (n & 0xFFFFFFFF)) * 16777619) & 0xFFFFFFFF
        h ^= h >> 15
        h = (h * 2246822519) & 0xFFFFFFFF
        h ^= h >> 13
    return h


def noises(numbers: Sequence[int], last: Sequence[int], h: int = UNSTIRRED) -> list[float]:
    """The noise of the same numbers, each of the last ones added in turn: quicker than one by one.

    :param h: what numbers before them were stirred to.
    """
    stirred, found = stir(numbers, h), []
    for n in last:
        h = ((stirred ^ n) * 16777619) & 0xFFFFFFFF
        h ^= h >> 15
        h = (h * 2246822519) & 0xFFFFFFFF
        found.append((h ^ (h >> 13)) / 0xFFFFFFFF)
    return found
