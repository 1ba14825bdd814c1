"""Sheets beside the map, laid out once in pixels at zoom 1 and painted at each zoom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import pygame

from ecs import Side
from game.packs.loader import MAX_SIZE, SpritePack
from game.packs.validation import contrast
from game.ui.map_view.counters.chit_faces import chit_face
from game.ui.map_view.counters.counter_faces import CounterLook, Counters
from game.ui.map_view.map_text import SMALLEST, Letters, font
from game.ui.map_view.smooth_shapes import Colour, mix
from game.ui.map_view.terrain.surroundings import dimmed

# -- The layout of a sheet beside the map: areas, words and pictures in pixels at zoom 1, and its active cells. ------
# A sheet is laid out once and painted at each zoom: all figures here are multiplied then.

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True, slots=True)
class Area:
    """A filled box; colours by the name of their part, "" for none."""

    box: Box
    fill: str
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of text in a box, as large as ``size`` or as there is room for.  ``align``: left, centre or right."""

    box: Box
    text: str
    size: float
    ink: str = "ink"
    bold: bool = False
    align: str = "left"


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture of the pack."""

    box: Box
    name: str
    ink: str = "ink"


@dataclass(frozen=True, slots=True)
class Face:
    """A counter."""

    box: Box
    look: CounterLook


@dataclass(frozen=True, slots=True)
class Chit:
    """A chit; ``side``: the owner of an unknown one."""

    box: Box
    id: str
    side: Side | None
    faded: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """An active place: its topic for help, and its tooltip, marked up."""

    box: Box
    topic: str
    tip: str


Item = Area | Lettering | Icon | Face | Chit


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A finished layout of a sheet."""

    width: float
    height: float
    items: tuple[Item, ...]
    cells: tuple[Cell, ...]

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell at a point; the last one laid comes first."""
        for cell in reversed(self.cells):
            left, top, wide, high = cell.box
            if left <= x < left + wide and top <= y < top + high:
                return cell
        return None


class Sketch:
    """Lays a sheet out from top to bottom.

    :param wide: of the sheet; ``scale``: of everything on it, 1 at 100 %.
    """

    def __init__(self, wide: float, scale: float) -> None:
        self.wide, self.scale = wide, scale
        self.items: list[Item] = []
        self.cells: list[Cell] = []
        self.pad = 9 * scale
        self.y = self.pad

    @property
    def inner(self) -> float:
        """The width in pixels between the two edges."""
        return self.wide - 2 * self.pad

    def px(self, design: float) -> float:
        """Pixels for a length given at 100 %."""
        return design * self.scale

    def heading(self, text: str, right: str = "") -> None:
        """The title of the sheet, with a few words on the right."""
        high = self.px(20)
        more = wide_of(right, self.px(11), False) if right else 0.0
        self.items.append(Lettering((self.pad, self.y, self.inner - more, high), text, self.px(14), bold=True))
        if right:
            box = (self.wide - self.pad - more, self.y, more, high)
            self.items.append(Lettering(box, right, self.px(11), "muted", align="right"))
        self.y += high + self.px(2)
        self.items.append(Area((self.pad, self.y, self.inner, max(1.0, self.px(1))), "line"))
        self.y += self.px(6)

    def done(self) -> Plan:
        """The sheet."""
        return Plan(self.wide, self.y + self.pad, tuple(self.items), tuple(self.cells))


def wide_of(text: str, size: float, bold: bool = False) -> float:
    """The width of a word in pixels."""
    return font("bold" if bold else "plain", max(SMALLEST, round(size))).size(text)[0]


# -- Sheets beside the map as they are painted, at the size they have on the screen. ---------------------------------

# -- The colours of the sheets beside the map: paper as it is in the season, or the panels of a dark theme. ----------

SEASONS: dict[str, tuple[Colour, float]] = {
    "snow": ((236, 242, 248), 0.45),
    "mud": ((140, 112, 78), 0.10),
    "mixed": ((150, 140, 110), 0.06),
}
"""What a season does to the paper, and how much."""
TINTS: dict[str, tuple[Colour, float]] = {
    "snow": ((150, 185, 220), 0.34),
    "subarctic": ((120, 150, 205), 0.42),
    "frost": ((165, 195, 215), 0.28),
    "mud": ((134, 98, 56), 0.24),
    "mixed": ((150, 140, 80), 0.18),
}
"""The ground of a turn by its weather, and how much of it shows."""
LEAST_CONTRAST = 4.5
SIDES = tuple(side.value for side in Side)


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by part: paper, ink, muted, line, edge, now, lit, past, axis, soviet, "flag:SIDE" and
    "weather:NAME"."""

    parts: tuple[tuple[str, Colour], ...]

    def of(self, part: str) -> Colour:
        """A colour by the name of its part; a weather without one has the paper's."""
        found = dict(self.parts)
        return found.get(part, found["paper"])


def _legible(colour: Colour, ink: Colour, grounds: tuple[Colour, ...]) -> Colour:
    """A colour as near to ink as legibility on every ground demands."""
    for tenths in range(2, 10):
        found = mix(colour, ink, tenths / 10)
        if all(contrast(found, ground) >= LEAST_CONTRAST for ground in grounds):
            return found
    return ink


def palette_of(pack: SpritePack, theme: str, ground: str) -> Palette:
    """The colours of sheets in a theme.

    :param ground: how the ground looks: "good", "mixed", "mud" or "snow".
    """
    panels = pack.theme(theme)
    bright = theme not in ("dark", "contrast")
    paper: Colour = pack.colour("paper") if bright else panels.panel
    if bright:
        tint, share = SEASONS.get(ground, (paper, 0.0))
        paper = dimmed(mix(paper, tint, share), theme, "good")
    ink: Colour = panels.text
    parts: dict[str, Colour] = {
        "paper": paper,
        "ink": ink,
        "muted": mix(paper, ink, 0.74),
        "line": mix(paper, ink, 0.45),
        "edge": mix(paper, ink, 0.7),
        "cell": mix(paper, ink, 0.16),
        "past": mix(paper, ink, 0.09),
        "now": panels.accent,
        "lit": mix(paper, panels.accent, 0.36),
    }
    parts |= {f"weather:{name}": mix(paper, tint, share) for name, (tint, share) in TINTS.items()}
    for side in SIDES:
        colour: Colour = pack.colour(side)
        parts[f"flag:{side}"] = colour
        parts[side] = _legible(colour, ink, (paper, *(parts[name] for name in parts if name.startswith("weather:"))))
    return Palette(tuple(parts.items()))


PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED


class Pens(Protocol):
    """The tools for painting sheets."""

    pack: SpritePack
    letters: Letters
    counters: Counters


def painted(plan: Plan, times: float, palette: Palette, pens: Pens) -> pygame.Surface:
    """A sheet at N times its layout size."""
    sheet = pygame.Surface((round(plan.width * times), round(plan.height * times)), 0, 32)
    sheet.fill(palette.of("paper"))
    for item in plan.items:
        rect = _enlarged(item.box, times)
        if isinstance(item, Area):
            _area(sheet, rect, item, palette)
        elif isinstance(item, Lettering):
            _word(sheet, rect, item, times, palette, pens.letters)
        elif isinstance(item, Icon):
            size = max(1, min(MAX_SIZE, rect.w, rect.h))
            picture = pens.pack.surface(item.name, size, palette.of(item.ink))
            sheet.blit(picture, picture.get_rect(center=rect.center))
        elif isinstance(item, Face):
            pad = pens.counters.pad(rect.w)
            sheet.blit(pens.counters.picture(item.look, rect.w), rect.move(-pad, -pad), special_flags=PREMULTIPLIED)
        elif isinstance(item, Chit):
            sheet.blit(chit_face(pens.pack, item.id, rect.w, item.side, item.faded), rect)
    pygame.draw.rect(sheet, palette.of("edge"), sheet.get_rect(), max(1, round(times)))
    inner = sheet.get_rect().inflate(-round(6 * times), -round(6 * times))
    pygame.draw.rect(sheet, palette.of("cell"), inner, 1)
    return sheet


def _enlarged(box: Box, times: float) -> pygame.Rect:
    """A box on the sheet as painted; its edges are rounded, so that neighbours touch."""
    left, top, wide, high = box
    x, y = round(left * times), round(top * times)
    return pygame.Rect(x, y, max(1, round((left + wide) * times) - x), max(1, round((top + high) * times) - y))


def _area(sheet: pygame.Surface, rect: pygame.Rect, area: Area, palette: Palette) -> None:
    if area.fill:
        sheet.fill(palette.of(area.fill), rect)
    if area.edge:
        thick = 2 if area.edge == "now" else 1
        pygame.draw.rect(sheet, palette.of(area.edge), rect, thick)


def _word(
    sheet: pygame.Surface, rect: pygame.Rect, word: Lettering, times: float, palette: Palette, letters: Letters
) -> None:
    """A line of text, shrunk to fit; its middle is that of the box."""
    face, size = "bold" if word.bold else "plain", max(SMALLEST, round(word.size * times))
    wide = font(face, size).size(word.text)[0]
    if wide > rect.w:
        size = max(SMALLEST, size * rect.w // wide)
    picture = letters.word(word.text, size, palette.of(word.ink), face=face)
    box = picture.get_rect(centery=rect.centery, left=rect.left)
    if word.align == "right":
        box.right = rect.right
    elif word.align == "centre":
        box.centerx = rect.centerx
    sheet.blit(picture, box, special_flags=PREMULTIPLIED)
