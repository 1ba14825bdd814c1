"""The score as a gauge: a line filled from either end in a side's colour, with a tick at what wins."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Rect

from ecs import Side, View
from ecs.core.known_facts import Gauge, GaugeMark
from game.packs.loader import SpritePack
from game.ui.descriptions import rule_link
from game.ui.widgets import Ui, escape
from game.ui.widgets.style.theme import Colour, mix

LONG, SHORT = 132, 84  # of the line, in pixels at 100 %
THICK, HIGH, GAP = 10, 34, 5
AXIS, SOVIET = Side.AXIS, Side.SOVIET


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on the gauge: its place, its figure, the side it is good for, and whether it is reached now."""

    at: int
    text: str
    side: Side
    met: bool


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a gauge."""

    axis: Colour
    soviet: Colour
    nobody: Colour
    line: Colour
    text: Colour

    def of(self, side: Side) -> Colour:
        """The colour of a side."""
        return self.axis if side is AXIS else self.soviet


def numbers(gauge: Gauge) -> tuple[str, str]:
    """The numbers at the Axis's and at the Soviet end: the game's figure, or each side's own."""
    return (
        str(gauge.axis) if gauge.lead is not SOVIET else "",
        str(gauge.soviet) if gauge.lead is not AXIS else "",
    )


def fills(gauge: Gauge, long: int) -> tuple[int, int]:
    """How far the line is filled from the Axis end and from the Soviet end, in pixels."""
    ours, theirs = (max(0, min(gauge.most, n)) for n in (gauge.axis, gauge.soviet))
    most = max(1, gauge.most)
    return round(long * ours / most), round(long * min(theirs, most - ours) / most)


def ticks(gauge: Gauge, long: int) -> tuple[Tick, ...]:
    """The marks of a gauge on a line this many pixels long, from left to right."""
    return tuple(sorted((_tick(gauge, mark, long) for mark in gauge.goals), key=lambda tick: tick.at))


def _tick(gauge: Gauge, mark: GaugeMark, long: int) -> Tick:
    share = max(0, min(gauge.most, mark.figure)) / max(1, gauge.most)
    at = round(long * (share if mark.counts is AXIS else 1 - share))
    return Tick(at, f"≤{mark.figure}" if mark.fewer else str(mark.figure), mark.side, mark.met(gauge))


def width(ui: Ui, gauge: Gauge, long: int) -> int:
    """The total width of a gauge in pixels."""
    ends = [ui.text_of.width(text, "body", True) + ui.px(GAP) for text in numbers(gauge) if text]
    return ui.px(long) + sum(ends)


def score_gauge(ui: Ui, view: View, pack: SpritePack, free: int) -> int:
    """Declare the gauge, shorter where fewer pixels are free; the pixels it took, 0 in a game without one."""
    gauge = view.tally.gauge
    if gauge is None:
        return 0
    long = LONG if width(ui, gauge, LONG) < free else SHORT
    whole = ui.place(width(ui, gauge, long), ui.px(HIGH), fill=False)
    left, right = numbers(gauge)
    line = Rect(whole.x, 0, ui.px(long), ui.px(THICK))
    line.bottom = whole.bottom - ui.px(6)
    if left:
        line.x += ui.text_of.width(left, "body", True) + ui.px(GAP)
        ui.note_text(left, (whole.x, line.bottom - ui.text_of.line_height("body") + ui.px(3)), "text", bold=True)
    if right:
        at = (line.right + ui.px(GAP), line.bottom - ui.text_of.line_height("body") + ui.px(3))
        ui.note_text(right, at, "text", bold=True)
    inks = _inks(ui, pack)
    marks = ticks(gauge, line.width)
    ui.note(_draw, line, fills(gauge, line.width), marks, inks)
    _figures(ui, line, marks)
    ui.spot(ui.name("score"), "label", whole, text=view.score_text, focusable=False, tooltip=score_tip(view))
    return whole.width


def score_tip(view: View) -> str:
    """The sentence and the rule."""
    return f"**{escape(view.title)}**\n{escape(view.score_text)}{rule_link(view.tally.rule)}"


def _inks(ui: Ui, pack: SpritePack) -> Inks:
    theme = ui.theme
    axis, soviet = (pack.colour(side.value) for side in (AXIS, SOVIET))
    return Inks(axis, soviet, mix(theme.panel, theme.border, 0.35), theme.text, theme.text)


def _figures(ui: Ui, line: Rect, marks: tuple[Tick, ...]) -> None:
    """The figure of each tick over it; of two the left one ends there and the right one begins: both are read."""
    top = line.y - ui.text_of.line_height("small") - ui.px(1)
    for number, tick in enumerate(marks):
        wide = ui.text_of.width(tick.text, "small", tick.met)
        shift = wide // 2 if len(marks) == 1 else wide if number == 0 else 0
        x = max(line.x, min(line.right - wide, line.x + tick.at - shift))
        ui.note_text(tick.text, (x, top), "text" if tick.met else "muted", "small", tick.met)


def _draw(surface: pygame.Surface, line: Rect, filled: tuple[int, int], marks: tuple[Tick, ...], inks: Inks) -> None:
    """The line with its two fills, and a tick for each mark with a foot of the colour of the side it is good for."""
    radius = line.height // 2
    pygame.draw.rect(surface, inks.nobody, line, border_radius=radius)
    ours, theirs = Rect(line.x, line.y, filled[0], line.height), Rect(0, line.y, filled[1], line.height)
    theirs.right = line.right
    whole = filled[0] + filled[1] >= line.width
    for part, ink, near in ((ours, inks.axis, "left"), (theirs, inks.soviet, "right")):
        if part.width:
            outer = min(radius, part.width // 2)
            inner = 0 if whole and part.width < line.width else outer
            sides = (outer, inner) if near == "left" else (inner, outer)
            pygame.draw.rect(
                surface,
                ink,
                part,
                border_top_left_radius=sides[0],
                border_bottom_left_radius=sides[0],
                border_top_right_radius=sides[1],
                border_bottom_right_radius=sides[1],
            )
    pygame.draw.rect(surface, inks.line, line, 1, border_radius=radius)
    reach, thick = max(2, line.height // 4), max(2, line.height // 5)
    for tick in marks:
        post = Rect(0, line.y - reach, thick, line.height + 2 * reach)
        post.centerx = max(line.x + thick, min(line.right - thick, line.x + tick.at))
        pygame.draw.rect(surface, inks.text, post.inflate(2, 0))
        pygame.draw.rect(surface, inks.of(tick.side) if tick.met else (255, 255, 255), post.inflate(0, -2))
