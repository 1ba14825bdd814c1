"""Roads and railways. Roads brown and plain, railways black with ticks; thin lines when far away."""

from __future__ import annotations

from collections.abc import Sequence

from game.packs.manifest import LineStyle
from game.ui.map_view.drawing.smooth_shapes import Sheet, Vec, along, mix

TICKS_FROM = 0.5
FAINT_BELOW = 0.35
CASED_FROM = 0.6
RAILWAYS = frozenset({"rail", "double_rail"})
WAYS = RAILWAYS | {"road", "highway"}
TICK_PIXELS = 8.0
"""Least distance of two ticks on the screen."""

Tick = tuple[Vec, Vec]


def draw_highway(sheet: Sheet, run: Sequence[Vec], style: LineStyle) -> None:
    """A cased double line."""
    sheet.line(run, style.width + 2 * style.casing_width, style.casing)
    sheet.line(run, style.width, style.colour)
    sheet.line(run, style.width * 0.22, mix(style.colour, (255, 255, 255), 0.65))


def draw_road(sheet: Sheet, run: Sequence[Vec], style: LineStyle) -> None:
    """A brown line, with dark edges from near by."""
    if sheet.zoom >= CASED_FROM:
        sheet.line(run, style.width + 1.4 * style.casing_width, style.casing)
        sheet.line(run, style.width, style.colour)
    else:
        sheet.line(run, max(style.width, 0.8 / sheet.zoom), mix(style.colour, style.casing, 0.5), 190)


def draw_rail(sheet: Sheet, run: Sequence[Vec], style: LineStyle) -> None:
    """The line of a railway, narrow enough to show a road below it; its ticks are drawn by `draw_ticks`."""
    width = max(style.width * 0.8, 0.8 / sheet.zoom)
    alpha = 255 if sheet.zoom >= TICKS_FROM else 130 if sheet.zoom >= FAINT_BELOW else 95
    sheet.line(run, width, style.colour, alpha)


def pitch(style: LineStyle, zoom: float) -> float:
    """Map pixels from tick to tick."""
    return max(float(sum(style.dash)), TICK_PIXELS / zoom)


def ticks_of(points: Sequence[Vec], step: float) -> list[Tick]:
    """Where the ticks of a line are, with its direction there."""
    return along(points, step, step / 2)


def draw_ticks(sheet: Sheet, ticks: Sequence[Tick], style: LineStyle) -> None:
    """Short strokes across a railway."""
    half, width = max(style.width * 1.7, 2.2 / sheet.zoom), max(style.width * 0.6, 0.7 / sheet.zoom)
    for (x, y), (dx, dy) in ticks:
        sheet.line(((x - dy * half, y + dx * half), (x + dy * half, y - dx * half)), width, style.colour)
