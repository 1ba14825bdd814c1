"""A column of a page: headings, paragraphs, tables and curves, one below the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame
from pygame import Rect

from ecs import Side
from game.ui.map_view.smooth_shapes import FINE, stroke
from game.ui.widgets.style.text_rendering import Text
from game.ui.widgets.style.theme import Colour

PAPER: Colour = (251, 249, 244)
INK: Colour = (34, 34, 34)
QUIET: Colour = (105, 100, 92)
RULE: Colour = (221, 214, 200)
BAR: Colour = (185, 167, 124)
SIDES: Mapping[Side, Colour] = {Side.AXIS: (44, 62, 80), Side.SOVIET: (181, 40, 26)}
GAP = 8
"""Between two things, in pixels of text at 100 %."""
CURVE_TALL = 130


class PageColumn:
    """Writes downwards in an area of a surface, and leaves out what has no room.

    ``full``: something was left out; ``told``: what was written, in words.
    """

    def __init__(self, surface: pygame.Surface, area: Rect, text: Text, told: list[str]) -> None:
        self.surface, self.area, self.text, self.told = surface, area, text, told
        self.y = area.y
        self.full = False

    def px(self, pixels: float) -> int:
        """Pixels of text on this page, given its size at 100 %."""
        return round(pixels * self.text.scale)

    def room(self, tall: int) -> bool:
        """Are this many pixels left?  If not, the column is full."""
        self.full = self.full or self.y + tall > self.area.bottom
        return not self.full

    def gap(self, pixels: float = GAP) -> None:
        """Leave some space."""
        self.y += self.px(pixels)

    def words(self, told: str, size: str = "body", colour: Colour = INK, bold: bool = False, indent: int = 0) -> None:
        """A paragraph, as many of its lines as fit."""
        left, tall = self.area.x + indent, self.text.line_height(size)
        self.told.append(told)
        for line in self.text.wrap(told, size, bold, self.area.width - indent):
            if not self.room(tall):
                return
            self.surface.blit(self.text.picture(line, size, bold, colour), (left, self.y))
            self.y += tall
        self.gap(GAP / 2)

    def aside(self, heading: str, told: str) -> None:
        """A paragraph with a bar on its left."""
        top, indent = self.y, self.px(12)
        self.words(heading, "body", QUIET, bold=True, indent=indent)
        self.words(told, "body", QUIET, indent=indent)
        self.surface.fill(BAR, Rect(self.area.x, top, self.px(3), max(0, self.y - top - self.px(GAP / 2))))
        self.gap()

    def table(self, heading: Sequence[str], rows: Sequence[Sequence[str]], parts: Sequence[int]) -> None:
        """A table whose columns have these proportions; a row is as tall as its longest cell."""
        for number, row in enumerate((heading, *rows)):
            if any(row):
                self._row(row, parts, bold=not number)

    def _row(self, row: Sequence[str], parts: Sequence[int], bold: bool) -> None:
        unit, space = self.area.width / sum(parts), self.px(8)
        widths = [round(unit * part) for part in parts]
        cells = [self.text.wrap(c, "small", bold, w - space) for c, w in zip(row, widths, strict=True)]
        line = self.text.line_height("small")
        tall = line * max(map(len, cells)) + self.px(5)
        if not self.room(tall):
            return
        self.told.append(", ".join(filter(None, row)))
        x = self.area.x
        for cell, width in zip(cells, widths, strict=True):
            for n, words in enumerate(cell):
                self.surface.blit(self.text.picture(words, "small", bold, INK), (x, self.y + n * line))
            x += width
        self.y += tall
        self.surface.fill(RULE, Rect(self.area.x, self.y - self.px(3), self.area.width, 1))

    def curves(self, title: str, values: Mapping[Side, Sequence[float]], ends: tuple[str, str], most_tall: int) -> None:
        """A line for each side from left to right, with its scale on the left and its ends named, up to a height."""
        small = self.text.line_height("small")
        rest = self.text.line_height("body") + small + self.px(2 * GAP)
        tall = min(self.px(CURVE_TALL), most_tall - rest)
        if tall < small * 2 or not self.room(tall + rest):
            return
        self.words(title, "body", bold=True)
        most = max((value for line in values.values() for value in line), default=0.0) or 1.0
        scale = f"{most:.4g}"
        left = self.text.width("0000", "small") + self.px(6)
        plot = Rect(self.area.x + left, self.y, self.area.width - left - self.px(6), tall)
        for words, y in ((scale, plot.y), ("0", plot.bottom - small)):
            at = plot.x - self.px(6) - self.text.width(words, "small")
            self.surface.blit(self.text.picture(words, "small", False, QUIET), (at, y))
        self.surface.blit(_plotted(values, plot.size, most, self.px(2)), plot)
        self.y = plot.bottom + self.px(2)
        end = self.area.right - self.text.width(ends[1], "small")
        for words, x in ((ends[0], plot.x), (ends[1], end)):
            self.surface.blit(self.text.picture(words, "small", False, QUIET), (x, self.y))
        self.y += small + self.px(GAP)


def _plotted(values: Mapping[Side, Sequence[float]], size: tuple[int, int], most: float, wide: int) -> pygame.Surface:
    """The curves alone, drawn fine and shrunk."""
    fine = pygame.Surface((size[0] * FINE, size[1] * FINE))
    fine.fill((255, 255, 255))
    across, tall = fine.get_size()
    for part in (0.25, 0.5, 0.75):
        pygame.draw.line(fine, RULE, (0, tall * part), (across, tall * part), FINE)
    edge = wide * FINE
    for side, line in values.items():
        step = (across - 2 * edge) / max(1, len(line) - 1)
        points = [(edge + step * n, tall - edge - (tall - 2 * edge) * value / most) for n, value in enumerate(line)]
        stroke(fine, points, wide * FINE, (*SIDES[side], 255))
    pygame.draw.rect(fine, RULE, fine.get_rect(), FINE)
    return pygame.transform.smoothscale(fine, size)
