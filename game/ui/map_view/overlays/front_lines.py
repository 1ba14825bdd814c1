"""The front in the colours of both sides, and ground that is cut off: hatched, with a broken rim."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

import pygame

from game.packs.picture_store import kept
from game.play.front import CutOff, Front, Line, shifted
from game.ui.map_view.overlays.declaration import Brush
from game.ui.map_view.overlays.hex_markers import Blit, Frame
from game.ui.map_view.smooth_shapes import Colour, Sheet

WIDE = 0.08
"""Of the front, as a share of a hex; the core takes a third, each bank another."""
LEAST = 7
"""Screen pixels of the front from afar."""
BANKS: tuple[tuple[Colour, float], ...] = (((44, 74, 108), 0.25), ((166, 56, 28), -0.25))
"""Blue-grey on the side of the Axis, rust on that of the Soviets; how far from the middle, as a share of the width."""
CORE: Colour = (255, 246, 220)
FADING = 4
"""Steps in which the ends of the front fade, over one hex."""
RIM: Colour = (28, 22, 16)


def paint_front(brush: Brush, front: Front) -> Iterator[Blit]:
    """Draw a cream line between a bank in the colour of the Axis and one in the Soviets'."""
    tile = brush.board.layout.tile_w
    wide = max(WIDE * tile, LEAST / brush.zoom)
    lines = [line for line in front.lines if _seen(brush, line, wide)]
    if not lines:
        return
    frame, corner = brush.at.frame(brush.at.area)
    yield _drawn(frame, tuple(lines), wide, tile), corner


@kept
def _drawn(frame: Frame, lines: tuple[Line, ...], wide: float, tile: float) -> pygame.Surface:
    """The lines on a sheet, kept since the map is painted again at every pick while the front stays."""
    sheet = Sheet(*frame)
    for colour, off in BANKS:
        for line in lines:
            _faded(sheet, shifted(line, off * wide), wide / 2, colour, tile)
    for line in lines:
        _faded(sheet, line, wide / 3, CORE, tile)
    return sheet.done()


def sample_front() -> pygame.Surface:
    """A piece of the front for the legend."""
    sheet = Sheet((60, 60))
    for colour, off in (*BANKS, (CORE, 0)):
        sheet.line(((30 - 16 * off, 4), (30 - 16 * off, 56)), 8 if off else 5, colour)
    return sheet.done()


def _seen(brush: Brush, line: Line, wide: float) -> bool:
    left, top, right, bottom = brush.at.area
    return any(left - wide < x < right + wide and top - wide < y < bottom + wide for x, y in line)


def _faded(sheet: Sheet, line: Line, width: float, colour: Colour, over: float) -> None:
    """Draw a line whose ends fade; one that is closed has none."""
    if line[0] == line[-1]:
        sheet.line(line, width, colour)
        return
    for piece, share in _pieces(line, over):
        sheet.line(piece, width, colour, round(255 * share))


def _pieces(line: Line, over: float) -> Iterator[tuple[list[tuple[float, float]], float]]:
    """A line in pieces of one strength, from 0 to 1, the weak ones first: it fades towards both ends."""
    long = sum(math.dist(a, b) for a, b in pairwise(line))
    over, done = min(over, long / 3), 0.0
    found: dict[tuple[int, bool], list[tuple[float, float]]] = {}
    for a, b in pairwise(line):
        middle = done + math.dist(a, b) / 2
        done += math.dist(a, b)
        rank = min(FADING, int(min(middle, long - middle) / over * FADING) + 1)
        found.setdefault((rank, rank < FADING and middle > long / 2), [a]).append(b)
    for rank, late in sorted(found):
        yield found[rank, late], rank / FADING


def paint_cut_off(brush: Brush, known: CutOff) -> Iterable[Blit]:
    """Hatch what would be out of supply in its side's colour, with a broken line round it."""
    blits: list[Blit] = []
    for side, hexes in known.ground.items():
        blits += brush.stamps.area(f"cut_off_{side.value}", hexes, brush.level, brush.at)
    rims = [rim for rim in known.rims if _seen(brush, rim, 0)]
    if rims:
        frame, corner = brush.at.frame(brush.at.area)
        blits.append((_dashed(frame, tuple(rims), max(WIDE / 4 * brush.board.layout.tile_w, 1.6 / brush.zoom)), corner))
    return blits


@kept
def _dashed(frame: Frame, rims: tuple[Line, ...], thin: float) -> pygame.Surface:
    """The rims of pockets on a sheet."""
    sheet = Sheet(*frame)
    for rim in rims:
        sheet.dashes(rim, thin, RIM, thin * 4, thin * 3)
    return sheet.done()
