"""Counters from far away: the counter itself is the box of the symbol, with a few thick strokes and no letters.

Side by colour and corners, kind by strokes, and the states that matter by the same shapes in the same places as on
large counters: a white corner for a lost step, stripes for one without supply, a red corner for a disrupted one.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.packs.manifest import CounterStyle, Rgb
from game.ui.map_view.counters.state_marks import CUT_OFF, UNFED, fill_outline, kept_inside, stripe_edges, turn_corner
from game.ui.map_view.smooth_shapes import Sheet, Vec, mix

FAR_BELOW = 19
"""Counters of fewer pixels a side are drawn as glyphs."""
TINY = 12
"""Below this the strokes are one pixel thin, so that the colour of the side is what is seen first."""
THICK = 0.14
SHAKEN = Rgb((186, 12, 36))
WHITE = Rgb((255, 255, 255))

LOW, HIGH, LEFT, RIGHT = 0.8, 0.2, 0.16, 0.84
RISING: tuple[Vec, ...] = ((LEFT, LOW), (RIGHT, HIGH))
FALLING: tuple[Vec, ...] = ((LEFT, HIGH), (RIGHT, LOW))
PEAK: tuple[Vec, ...] = ((0.22, 0.8), (0.5, 0.3), (0.78, 0.8))

STROKES: dict[str, tuple[tuple[Vec, ...], ...]] = {
    "infantry": (RISING, FALLING),
    "light": (RISING, FALLING, ((0.5, 0.22), (0.5, 0.5))),
    "motorised": (RISING, FALLING, ((LEFT, 0.86), (RIGHT, 0.86))),
    "airborne": (RISING, FALLING, ((0.24, 0.86), (0.5, 0.74), (0.76, 0.86))),
    "cavalry": (RISING,),
    "engineer": (((0.2, 0.72), (0.2, 0.3), (0.8, 0.3), (0.8, 0.72)), ((0.5, 0.3), (0.5, 0.72))),
    "antitank": (PEAK,),
    "factory": (((0.2, 0.8), (0.2, 0.5), (0.5, 0.36), (0.5, 0.5), (0.8, 0.36), (0.8, 0.8), (0.2, 0.8)),),
    "fortification": (
        ((0.2, 0.7), (0.2, 0.36), (0.4, 0.36), (0.4, 0.56), (0.6, 0.56), (0.6, 0.36), (0.8, 0.36), (0.8, 0.7)),
    ),
    "air": (((0.5, 0.18), (0.5, 0.84)), ((0.14, 0.44), (0.86, 0.44)), ((0.34, 0.8), (0.66, 0.8))),
    "airbase": (((0.5, 0.18), (0.5, 0.84)), ((0.14, 0.44), (0.86, 0.44)), ((0.16, 0.84), (0.84, 0.84))),
    "depot": (((0.2, 0.74), (0.8, 0.74)), ((0.2, 0.52), (0.8, 0.52)), ((0.2, 0.3), (0.8, 0.3))),
    "partisans": (((0.34, 0.84), (0.34, 0.22), (0.66, 0.22), (0.66, 0.52), (0.34, 0.52)),),
    "unknown": (
        ((0.32, 0.36), (0.36, 0.22), (0.62, 0.22), (0.66, 0.4), (0.5, 0.54), (0.5, 0.62)),
        ((0.5, 0.8), (0.5, 0.81)),
    ),
}
"""Strokes through the unit square by symbol."""
AREAS: dict[str, tuple[Vec, ...]] = {
    "hq": ((0.16, 0.2), (0.84, 0.2), (0.84, 0.5), (0.28, 0.5), (0.28, 0.86), (0.16, 0.86)),
    "mountain": PEAK,
    "marshal": (
        (0.5, 0.12),
        (0.62, 0.4),
        (0.9, 0.42),
        (0.68, 0.6),
        (0.76, 0.88),
        (0.5, 0.72),
        (0.24, 0.88),
        (0.32, 0.6),
        (0.1, 0.42),
        (0.38, 0.4),
    ),
}
"""Filled shapes by symbol."""
AREAS["dictator"] = AREAS["marshal"]


def far_face(
    style: CounterStyle, symbol: str, badges: tuple[str, ...], laid: str, veiled: bool, size: int, pad: int
) -> pygame.Surface:
    """A counter of `size` pixels with `pad` around it, premultiplied; its edges lie on whole pixels."""
    whole = size + 2 * pad
    sheet = Sheet((whole, whole), size, -pad, -pad)
    edge = max(1, round(size * 0.06)) / size
    fill_outline(sheet, style.frame, (edge * 0.6, edge * 0.8), 0, Rgb((20, 16, 10)), 90)
    tiny = size < TINY
    fill_outline(sheet, style.frame, (0, 0), 0, mix(style.edge, style.face, 0.35) if tiny else style.edge)
    fill_outline(sheet, style.frame, (0, 0), edge, style.face)
    _kind(sheet, "unknown" if veiled else symbol, style)
    if laid:
        _corner(sheet, style)
    if "reduced" in badges and not veiled:
        turn_corner(sheet, style)
    if not UNFED.isdisjoint(badges):
        stripe_edges(sheet, style, all_round=not CUT_OFF.isdisjoint(badges))
    return sheet.done()


def _kind(sheet: Sheet, symbol: str, style: CounterStyle) -> None:
    """The strokes of a symbol."""
    shapes = ROUND.get(symbol)
    if shapes is not None:
        shapes(sheet, style.symbol, style.face)
    if symbol in AREAS:
        sheet.polygon(AREAS[symbol], style.symbol)
    thick = 1.1 / sheet.zoom if sheet.zoom < TINY else max(THICK, 1.6 / sheet.zoom)
    for line in STROKES.get(symbol, ()):
        sheet.line(line, thick, style.symbol)


def _track(sheet: Sheet, ink: Rgb, face: Rgb) -> None:
    """The oval of tanks: solid, for a ring would close at this size."""
    del face
    half = 0.16 if sheet.zoom < TINY else 0.22
    sheet.polygon(((0.34, 0.5 - half), (0.66, 0.5 - half), (0.66, 0.5 + half), (0.34, 0.5 + half)), ink)
    sheet.circle((0.34, 0.5), half, ink)
    sheet.circle((0.66, 0.5), half, ink)


def _tracked_foot(sheet: Sheet, ink: Rgb, face: Rgb) -> None:
    """Armoured infantry: the oval with a cross in it."""
    _track(sheet, ink, face)
    thin = max(0.1, 1.2 / sheet.zoom)
    for line in (((0.22, 0.68), (0.78, 0.32)), ((0.22, 0.32), (0.78, 0.68))):
        sheet.line(line, thin, face)


def _gun(sheet: Sheet, ink: Rgb, face: Rgb) -> None:
    """The dot of the guns."""
    del face
    sheet.circle((0.5, 0.5), 0.22, ink)


ROUND: dict[str, Callable[[Sheet, Rgb, Rgb], None]] = {
    "armour": _track,
    "mechanised": _tracked_foot,
    "artillery": _gun,
}
"""Symbols with round shapes."""


def _corner(sheet: Sheet, style: CounterStyle) -> None:
    """The lower right corner in red: disrupted or dispersed."""
    for far, colour in ((0.58, WHITE), (0.48, SHAKEN)):
        part = Sheet(sheet.size, sheet.zoom, sheet.left, sheet.top)
        part.polygon(((1 - far, 1), (1, 1), (1, 1 - far)), colour)
        kept_inside(sheet, style.frame, part)
