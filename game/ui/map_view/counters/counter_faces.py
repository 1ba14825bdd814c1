"""The look of a counter. Drawn from shapes at any size: face, symbol, echelon, name, factors, badges."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from ecs.core.view import UnitView
from game.packs.loader import SpritePack
from game.packs.manifest import CounterStyle
from game.ui.map_view.drawing.map_text import SMALLEST, Letters, font
from game.ui.map_view.drawing.smooth_shapes import Rgb, Sheet, Store, Vec, blank, mix, shade

FULL_FROM = 46
NAMED = frozenset({"hq", "depot", "marshal", "dictator"})
"""Symbols whose name says more than their numbers, and stands in their place on small counters."""
ECHELON_FROM = 30
SMALLEST_NAME = 22
LONGEST_NAME = 7
SHORT_NAME = 5
MORE = 4
"""Letters more that are squeezed in where nothing but the name tells who it is."""
NAMES_OF_PEOPLE = frozenset({"marshal", "dictator"})
"""Counters known by their name: their numbers are only in the panel."""
UNBOXED = frozenset({"factory", "unknown", "depot", "air", "fortification", "airbase", "partisans", *NAMES_OF_PEOPLE})
TALL = {"air": 0.74, "motorised": 0.84, "airborne": 0.84, "partisans": 0.8}
"""Symbols that reach below the box of the others, and are drawn so much smaller to keep clear of the numbers."""
PAD = 0.16
"""Room around the face for shadow, tilt and badges, in counter sides."""
TILT = 9.0
PALE = 0.45
"""How much of its colour a counter loses that lies face down in print."""
LAID_OVER = ("disrupted", "dispersed")
"""States with a large badge of their own, on a tilted counter; the last of them is pale as well."""
CUT = 0.17
KEEP_BYTES = 48 * 1024 * 1024
ECHELONS = frozenset({"army", "army_group", "battalion", "brigade", "corps", "division", "regiment"})
BADGE_TINTS: dict[str, Rgb] = {
    "disrupted": (158, 20, 40),
    "unsupplied": (176, 66, 0),
    "isolated": (176, 66, 0),
    "fortified": (20, 60, 110),
    "emplaced": (20, 60, 110),
    "attacking": (158, 20, 40),
    "noattack": (110, 20, 70),
    "moved": (70, 70, 70),
    "allotted": (158, 20, 40),
    "reduced": (120, 24, 60),
    "spent": (70, 70, 70),
    "active": (0, 92, 60),
    "locked": (158, 20, 40),
    "victor": (0, 92, 60),
    "dispersed": (150, 24, 24),
    "broken_through": (0, 92, 60),
    "crowded": (158, 20, 40),
}
CORNERS: tuple[Vec, ...] = ((0.02, 0.92), (0.98, 0.92), (0.02, 0.5), (0.98, 0.5), (0.02, 0.10))


class FaceLayout(NamedTuple):
    """Where things stand on a face, in counter sides: size and height of symbol and factors; 0: no echelon."""

    symbol: Vec
    factors: Vec
    echelon: float


FULL = FaceLayout((0.5, 0.5), (0.34, 0.825), 0.302)
MIDDLE = FaceLayout((0.62, 0.37), (0.42, 0.79), 0.1)
SMALL = FaceLayout((0.62, 0.27), (0.54, 0.735), 0.0)


class CounterLook(NamedTuple):
    """All that is printed and marked on a counter; counters that look alike share one picture."""

    nation: str
    style: str
    symbol: str
    size: str
    name: str
    factors: str
    badges: tuple[str, ...]
    disrupted: bool
    veiled: bool


def look_of(unit: UnitView) -> CounterLook:
    """The look of a unit as its viewer sees it."""
    veiled = unit.id.startswith("?")
    badges = tuple(b for b in unit.badges if not (veiled and b == "hidden"))
    return CounterLook(
        unit.nation,
        unit.style,
        unit.symbol,
        unit.size,
        "" if veiled else unit.name,
        "" if veiled else unit.factors,
        badges,
        unit.disrupted,
        veiled,
    )


class Counters:
    """Finished counters by look and size, premultiplied; each is `pad` pixels larger than its face all round."""

    def __init__(self, pack: SpritePack, letters: Letters) -> None:
        self.pack, self.letters = pack, letters
        self.store: Store[tuple[CounterLook, int, int]] = Store(KEEP_BYTES)

    @staticmethod
    def pad(size: int) -> int:
        """Pixels around the face of a counter of `size` pixels."""
        return round(size * PAD)

    def picture(self, look: CounterLook, size: int, alpha: int = 255) -> pygame.Surface:
        """A counter with a face of `size` pixels; `alpha` below 255 fades it."""
        return self.store.get((look, size, alpha), lambda: self._faded(look, size, alpha))

    def _faded(self, look: CounterLook, size: int, alpha: int) -> pygame.Surface:
        if alpha < 255:
            faded = self.picture(look, size).copy()
            faded.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
            return faded
        face, laid = self._face(look, size), laid_over(look)
        if laid == LAID_OVER[-1]:
            face = _paled(face)
        return self._badged(_tilted(face, look, size) if laid else face, look, size)

    def style(self, look: CounterLook) -> CounterStyle:
        """Colours and frame of a look."""
        return self.pack.counter(look.nation, "" if look.style == look.nation else look.style)

    def _face(self, look: CounterLook, size: int) -> pygame.Surface:
        style, pad = self.style(look), self.pad(size)
        whole = size + 2 * pad
        sheet = Sheet((whole, whole), size, -pad, -pad)
        self._body(sheet, style, size >= FULL_FROM and not look.veiled)
        if "reduced" in look.badges and not look.veiled:
            self._band(sheet, style, FULL if size >= FULL_FROM else MIDDLE if size >= ECHELON_FROM else SMALL)
        face = sheet.done()
        if look.veiled:
            self._centred(face, "?", style.ink, size * 0.7, pad + size * 0.5, pad + size * 0.5, size)
        else:
            self._print(face, look, style, size, pad)
        return face

    @staticmethod
    def _body(sheet: Sheet, style: CounterStyle, banded: bool) -> None:
        """Shadow, edge, face with a lit upper rim, and the stripe behind the name."""
        edge = 0.035 if sheet.zoom > 40 else 0.05
        _shape(sheet, style.frame, (0.035, 0.05), 0.0, (20, 16, 10), 95)
        _shape(sheet, style.frame, (0, 0), 0.0, style.edge)
        _shape(sheet, style.frame, (0, 0), edge, mix(style.face, (255, 255, 255), 0.35))
        _shape(sheet, style.frame, (0.012, 0.018), edge + 0.012, style.face)
        if banded:
            inset = edge + (CUT * 0.6 if style.frame == "cut" else 0.04)
            sheet.polygon(
                (
                    (inset, edge + 0.015),
                    (1 - inset, edge + 0.015),
                    (1 - edge - 0.02, 0.12),
                    (1 - edge - 0.02, 0.25),
                    (edge + 0.02, 0.25),
                    (edge + 0.02, 0.12),
                ),
                style.stripe,
            )

    @staticmethod
    def _band(sheet: Sheet, style: CounterStyle, plan: FaceLayout) -> None:
        """A pale band behind the factors: the counter lies on its reduced side."""
        high, middle = plan.factors[0] * 0.5, plan.factors[1]
        low = min(middle + high, 0.95)
        inset = CUT * 0.75 if style.frame == "cut" else 0.22 if style.frame == "round" else 0.05
        sheet.polygon(
            (
                (0.05, middle - high),
                (0.95, middle - high),
                (0.95, 1 - inset),
                (1 - inset, low),
                (inset, low),
                (0.05, 1 - inset),
            ),
            style.stripe,
        )

    def _print(self, face: pygame.Surface, look: CounterLook, style: CounterStyle, size: int, pad: int) -> None:
        full, middle = size >= FULL_FROM, pad + size / 2
        plan = FULL if full else MIDDLE if size >= ECHELON_FROM else SMALL
        if full:
            self._centred(face, look.name, style.ink, size * 0.21, middle, pad + size * 0.143, size * 0.9)
        if look.size in ECHELONS and plan.echelon:
            marks = self.pack.surface(f"echelons/{look.size}", round(size * 0.34), style.symbol)
            _lay(face, marks, middle, pad + size * plan.echelon)
        large, high = plan.symbol
        if not look.factors:
            large, high = large * 1.2, high + 0.12
        if look.factors and look.symbol in TALL:
            large, high = large * TALL[look.symbol], high - 0.025
        self._symbol(face, look, style, (middle, pad + size * high), max(4, round(size * large)))
        room = LONGEST_NAME if size >= ECHELON_FROM else SHORT_NAME if size >= SMALLEST_NAME else 0
        room += MORE if look.symbol in NAMES_OF_PEOPLE else 0
        named = look.symbol in NAMED and not full and len(look.name) <= room
        numbers = look.name if named else look.factors
        if numbers:
            large, high = plan.factors
            self._centred(face, numbers, style.ink, size * large, middle, pad + size * high, size * 0.88)

    def _symbol(self, face: pygame.Surface, look: CounterLook, style: CounterStyle, at: Vec, size: int) -> None:
        """The symbol in its box; the inside of the box is a little lighter than the face."""
        if look.symbol not in UNBOXED:
            inside = pygame.Rect(0, 0, round(size * 0.84), round(size * 0.58))
            inside.center = (round(at[0]), round(at[1]))
            face.fill(shade(mix(style.face, style.stripe, 0.75)), inside)
        _lay(face, self.pack.surface(f"symbols/{look.symbol}", size, style.symbol), *at)

    def _centred(
        self, face: pygame.Surface, text: str, colour: Rgb, size: float, x: float, y: float, room: float
    ) -> None:
        """A word with its capitals centred on a point, made smaller until it fits the room."""
        pixels = max(SMALLEST, round(size))
        while pixels > 8 and font("bold", pixels).size(text)[0] > room:
            pixels -= 1
        word = self.letters.word(text, pixels, colour, face="bold")
        capital = font("bold", pixels).get_ascent() - pixels * 0.36
        face.blit(word, (round(x - word.get_width() / 2), round(y - capital)), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _badged(self, face: pygame.Surface, look: CounterLook, size: int) -> pygame.Surface:
        """State badges: disrupted or dispersed large at the lower right, the rest from the lower left corner on."""
        laid = laid_over(look)
        pad, corners = self.pad(size), iter(CORNERS[:1] + CORNERS[2:] if laid else CORNERS)
        for name in dict.fromkeys((*((laid,) if laid else ()), *look.badges)):
            part, spot = (0.46, (0.93, 0.87)) if name == laid else (0.34, next(corners, None))
            if spot is None or size < 16:
                break
            picture = self.pack.surface(f"badges/{name}", max(9, round(size * part)), BADGE_TINTS.get(name, (0, 0, 0)))
            _lay(face, picture, pad + spot[0] * size, pad + spot[1] * size)
        return face


def laid_over(look: CounterLook) -> str:
    """The state for which a counter lies tilted, or ""."""
    return next((name for name in LAID_OVER if name in look.badges), LAID_OVER[0] if look.disrupted else "")


def _paled(face: pygame.Surface) -> pygame.Surface:
    """A picture with less colour."""
    grey, part = pygame.transform.grayscale(face), round(255 * PALE)
    grey.fill((part,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    rest = face.copy()
    rest.fill((255 - part,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    rest.blit(grey, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return rest


def _tilted(face: pygame.Surface, look: CounterLook, size: int) -> pygame.Surface:
    turned = pygame.transform.rotozoom(face, -TILT, 1.0)
    whole = blank(face.get_size())
    whole.blit(turned, turned.get_rect(center=whole.get_rect().center), special_flags=pygame.BLEND_PREMULTIPLIED)
    return whole


def _lay(face: pygame.Surface, picture: pygame.Surface, x: float, y: float) -> None:
    where = picture.get_rect(center=(round(x), round(y)))
    face.blit(picture.premul_alpha(), where, special_flags=pygame.BLEND_PREMULTIPLIED)


def _shape(sheet: Sheet, frame: str, at: Vec, inset: float, colour: Rgb, alpha: int = 255) -> None:
    """The counter's outline filled: square, or with cut or round corners."""
    sheet.polygon([(x + at[0], y + at[1]) for x, y in outline(frame, inset)], colour, alpha)


def outline(frame: str, inset: float = 0.0) -> list[Vec]:
    """The outline of a counter in the unit square."""
    a, b = inset, 1 - inset
    if frame == "square":
        return [(a, a), (b, a), (b, b), (a, b)]
    if frame == "cut":
        c = CUT
        return [(a + c, a), (b - c, a), (b, a + c), (b, b - c), (b - c, b), (a + c, b), (a, b - c), (a, a + c)]
    r, points = 0.24, list[Vec]()
    for cx, cy, start in ((b - r, a + r, 270), (b - r, b - r, 0), (a + r, b - r, 90), (a + r, a + r, 180)):
        for step in range(7):
            arm = pygame.Vector2(r, 0).rotate(start + step * 15)
            points.append((cx + arm.x, cy + arm.y))
    return points
