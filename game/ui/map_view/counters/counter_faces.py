"""The look of a counter, drawn from shapes at any size: face, symbol, echelon, name, factors, badges."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from ecs.core.view import UnitView
from game.packs.loader import SpritePack
from game.packs.manifest import CounterStyle, boxed
from game.packs.picture_store import Store
from game.ui.map_view.counters.glyphs import (
    ALARM,
    CUT,
    DONE,
    ENDANGERED,
    FAR_BELOW,
    GUARD_WIDTH,
    STARVED,
    UNFED,
    corner_side,
    faded,
    far_face,
    fill_outline,
    guard_stripe,
    hatch,
    mark_states,
    taken,
)
from game.ui.map_view.map_text import SMALLEST, Letters, font
from game.ui.map_view.smooth_shapes import Colour, Sheet, Vec, blank, mix, shade

FULL_FROM = 42
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
FEWEST = 7
"""Pixels of letters below which a word is not made smaller to fit."""
FREE, FREE_AMONG_NAMES = 1.22, 1.1
"""How much larger a symbol is that stands in no box, and how much under a name."""
PAD = 0.16
"""Room around the face for shadow, tilt and badges, in counter sides."""
TILT = 9.0
PALE = 0.45
"""How much of its colour a counter loses that lies face down in print."""
PROUD = frozenset({"guards"})
"""Traits of picked troops, whose formation is marked by a stripe."""
LAID_OVER = ("disrupted", "dispersed")
"""States with a large badge of their own, on a tilted counter; the last of them is pale as well."""
ECHELONS = frozenset({"army", "army_group", "battalion", "brigade", "corps", "division", "regiment"})
BADGE_TINTS: dict[str, Colour] = {
    "disrupted": (158, 20, 40),
    "unsupplied": (158, 20, 40),
    "isolated": (176, 66, 0),
    ENDANGERED: (158, 20, 40),
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
CORNERS: tuple[Vec, ...] = ((0.04, 0.92), (0.96, 0.92), (0.04, 0.5), (0.96, 0.52), (0.04, 0.12))
SUFFERS, DOES, STANDS = (0, 2, 4), (1, 3, 2), (2, 0, 4)
ANYWHERE = (2, 3, 0, 1, 4)
PLACES: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("unsupplied", "isolated", ENDANGERED), SUFFERS),
    **dict.fromkeys(("disrupted", "dispersed"), (1,)),
    **dict.fromkeys(
        (
            "moved",
            "spent",
            "noattack",
            "attacking",
            "allotted",
            "defending",
            "locked",
            "victor",
            "active",
            "broken_through",
        ),
        DOES,
    ),
    **dict.fromkeys(("fortified", "emplaced", "reserve", "hidden", "packed", "transit", "crowded"), STANDS),
}
"""The corners a badge may lie in, by preference: what a unit suffers left, what it does right, its posture between."""
UNBADGED = frozenset({"reduced"})
"""Marked in another way, and so plainly that a badge would be too much."""
BADGES_FROM = 18
"""On smaller counters only the marks of a state are seen, and badges would hide them."""


class FaceLayout(NamedTuple):
    """The layout of a face, in counter sides: size and height of symbol and factors; 0: no echelon."""

    symbol: Vec
    factors: Vec
    echelon: float


FULL = FaceLayout((0.5, 0.5), (0.34, 0.825), 0.302)
MIDDLE = FaceLayout((0.62, 0.37), (0.42, 0.79), 0.1)
SMALL = FaceLayout((0.62, 0.27), (0.54, 0.735), 0.0)


class CounterLook(NamedTuple):
    """Everything printed and marked on a counter; counters that look alike share one picture."""

    nation: str
    style: str
    symbol: str
    size: str
    name: str
    factors: str
    badges: tuple[str, ...]
    disrupted: bool
    veiled: bool
    done: bool = False
    proud: bool = False
    unit: str = ""


def look_of(unit: UnitView, fresh: bool = False, endangered: bool = False) -> CounterLook:
    """The look of a unit as its viewer sees it.

    :param fresh: there is something it can do, whatever it has done before: it is not pale.
    :param endangered: it would be out of supply if the supply check came now.
    """
    veiled = unit.id.startswith("?")
    badges = tuple(b for b in unit.badges if not (veiled and b == "hidden"))
    badges += (ENDANGERED,) if endangered and UNFED.isdisjoint(badges) else ()
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
        not fresh and not DONE.isdisjoint(badges),
        not veiled and not PROUD.isdisjoint(unit.traits),
        "" if veiled else unit.id,
    )


class Counters:
    """Finished counters by look and size, premultiplied; each is `pad` pixels larger than its face all round."""

    def __init__(self, pack: SpritePack, letters: Letters) -> None:
        self.pack, self.letters, self.boxed = pack, letters, boxed(pack.manifests)
        self.store: Store[tuple[CounterLook, int, int]] = Store()

    @staticmethod
    def pad(size: int) -> int:
        """Pixels around the face of a counter of `size` pixels."""
        return round(size * PAD)

    def picture(self, look: CounterLook, size: int, alpha: int = 255) -> pygame.Surface:
        """A counter with a face of `size` pixels; `alpha` below 255 fades it."""
        if look.unit and not self.pack.has_unit(look.unit):
            look = look._replace(unit="")
        return self.store.get((look, size, alpha), lambda: self._faded(look, size, alpha))

    def _faded(self, look: CounterLook, size: int, alpha: int) -> pygame.Surface:
        if alpha < 255:
            pale = self.picture(look, size).copy()
            pale.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
            return pale
        if size < FAR_BELOW:
            return far_face(
                self._colours(look), look.symbol, look.badges, laid_over(look), look.veiled, size, self.pad(size)
            )
        face, laid = self._face(look, size), laid_over(look)
        if laid == LAID_OVER[-1]:
            face = _paled(face)
        return self._badged(_tilted(face, look, size) if laid else face, look, size)

    def style(self, look: CounterLook) -> CounterStyle:
        """Colours and frame of a look."""
        return self.pack.counter(look.nation, "" if look.style == look.nation else look.style)

    def _colours(self, look: CounterLook) -> CounterStyle:
        """The colours a counter is drawn in now."""
        return faded(self.style(look)) if look.done else self.style(look)

    def _face(self, look: CounterLook, size: int) -> pygame.Surface:
        style, pad = self._colours(look), self.pad(size)
        whole = size + 2 * pad
        sheet = Sheet((whole, whole), size, -pad, -pad)
        self._body(sheet, style, size >= FULL_FROM and not look.veiled)
        if "reduced" in look.badges and not look.veiled:
            self._band(sheet, style, plan_of(size))
        if look.proud:
            guard_stripe(sheet, style)
        if laid_over(look):
            hatch(sheet, style, style.ink)
        if not STARVED.isdisjoint(look.badges):
            hatch(sheet, style, ALARM, falling=True)
        face = sheet.done()
        if look.veiled:
            self._centred(face, "?", style.ink, size * 0.7, pad + size * 0.5, pad + size * 0.5, size)
        else:
            self._print(face, look, style, size, pad)
        if "reduced" in look.badges or not UNFED.isdisjoint(look.badges):
            marks = Sheet((whole, whole), size, -pad, -pad)
            mark_states(marks, style, look.badges)
            face.blit(marks.done(), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        return face

    @staticmethod
    def _body(sheet: Sheet, style: CounterStyle, banded: bool) -> None:
        """Shadow, edge, face with a lit upper rim, and the stripe behind the name."""
        edge = 0.035 if sheet.zoom > 40 else 0.05
        fill_outline(sheet, style.frame, (0.035, 0.05), 0.0, (20, 16, 10), 95)
        fill_outline(sheet, style.frame, (0, 0), 0.0, style.edge)
        fill_outline(sheet, style.frame, (0, 0), edge, mix(style.face, (255, 255, 255), 0.35))
        fill_outline(sheet, style.frame, (0.012, 0.018), edge + 0.012, style.face)
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
        full, plan = size >= FULL_FROM, plan_of(size)
        (bar, ring), guard = taken(look.badges), GUARD_WIDTH if look.proud else 0.0
        middle = pad + size * (0.5 + (bar - guard) / 2)
        if full:
            left, right = 0.05 + bar + ring, 0.95 - max(ring, guard)
            right = 0.97 - corner_side(style) if "reduced" in look.badges else right
            centre, room = pad + size * (left + right) / 2, size * (right - left)
            self._centred(face, look.name, style.ink, size * 0.21, centre, pad + size * (0.143 + ring * 0.5), room)
        if look.size in ECHELONS and plan.echelon:
            marks = self.pack.surface(f"echelons/{look.size}", round(size * 0.34), style.symbol)
            _lay(face, marks, middle, pad + size * plan.echelon)
        large, high = plan.symbol
        if not look.factors:
            large, high = large * 1.2, high + 0.12
        if not self.boxed and look.symbol not in NAMES_OF_PEOPLE:
            large, high = large * (FREE_AMONG_NAMES if full else FREE), high + 0.01
        elif look.factors and look.symbol in TALL:
            large, high = large * TALL[look.symbol], high - 0.025
        self._symbol(face, look, style, (middle, pad + size * high), max(4, round(size * large)))
        numbers = look.name if self._is_named(look, size) else look.factors
        if numbers:
            large, high = plan.factors[0] * (1 - ring), plan.factors[1] - ring * 0.45
            room = size * (0.88 - bar - ring - guard)
            self._centred(face, numbers, style.ink, size * large, middle, pad + size * high, room)

    @staticmethod
    def _is_named(look: CounterLook, size: int) -> bool:
        """Is there a name where others have their numbers?"""
        letters = LONGEST_NAME if size >= ECHELON_FROM else SHORT_NAME if size >= SMALLEST_NAME else 0
        letters += MORE if look.symbol in NAMES_OF_PEOPLE else 0
        return look.symbol in NAMED and size < FULL_FROM and len(look.name) <= letters

    def _symbol(self, face: pygame.Surface, look: CounterLook, style: CounterStyle, at: Vec, size: int) -> None:
        """The symbol in its box; the inside of the box is a little lighter than the face."""
        if self.boxed and look.symbol not in UNBOXED and not look.unit:
            inside = pygame.Rect(0, 0, round(size * 0.84), round(size * 0.58))
            inside.center = (round(at[0]), round(at[1]))
            face.fill(shade(mix(style.face, style.stripe, 0.75)), inside)
        _lay(
            face,
            self.pack.surface(f"units/{look.unit}" if look.unit else f"symbols/{look.symbol}", size, style.symbol),
            *at,
        )

    def _centred(
        self, face: pygame.Surface, text: str, colour: Colour, size: float, x: float, y: float, room: float
    ) -> None:
        """A word with its capitals centred on a point, made smaller until it fits the room."""
        pixels = max(SMALLEST, round(size))
        while pixels > FEWEST and font("bold", pixels).size(text)[0] > room:
            pixels -= 1
        word = self.letters.word(text, pixels, colour, face="bold")
        capital = font("bold", pixels).get_ascent() - pixels * 0.36
        face.blit(word, (round(x - word.get_width() / 2), round(y - capital)), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _badged(self, face: pygame.Surface, look: CounterLook, size: int) -> pygame.Surface:
        """State badges, each kind in its own corner: handicaps on the left, deeds on the right."""
        laid, pad, free = laid_over(look), self.pad(size), dict.fromkeys(range(len(CORNERS)))
        for name in dict.fromkeys((*((laid,) if laid else ()), *look.badges)):
            if name in UNBADGED or not free or size < BADGES_FROM:
                continue
            place = next((p for p in PLACES.get(name, ANYWHERE) if p in free), next(iter(free)))
            del free[place]
            part, (x, y) = (0.48, (0.92, 0.88)) if name == laid else (0.4, CORNERS[place])
            picture = self.pack.surface(f"badges/{name}", max(9, round(size * part)), BADGE_TINTS.get(name, (0, 0, 0)))
            _lay(face, picture, pad + x * size, pad + y * size)
        return face


def plan_of(size: int) -> FaceLayout:
    """The layout of a counter of this size."""
    return FULL if size >= FULL_FROM else MIDDLE if size >= ECHELON_FROM else SMALL


def laid_over(look: CounterLook) -> str:
    """The state for which a counter lies tilted, or ""."""
    return next((name for name in LAID_OVER if name in look.badges), LAID_OVER[0] if look.disrupted else "")


def _paled(face: pygame.Surface) -> pygame.Surface:
    """A picture with paler colours."""
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
