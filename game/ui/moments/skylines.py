"""Skylines of great cities: a few shapes each, in three layers, with one colour a layer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame
from pygame import Surface

from game.play.great_events import great_city

Colour = tuple[int, int, int]
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
