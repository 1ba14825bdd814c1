"""The places of names, numbers and place symbols on the map, so that none covers another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from ecs.board.board import Board, Hex
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.ui.map_view.map_text import Letters
from game.ui.map_view.smooth_shapes import Colour, mix
from game.ui.map_view.terrain.map_lines import is_fine

HEX_NUMBERS_FROM = 0.7
TOWNS_FROM = 0.5
LOCALITIES_FROM = 0.85
RANKS = {"victory": 0, "major": 1, "town": 2}
SIZES = {"victory": 15.0, "major": 13.5, "town": 12.0, "": 11.0}
FEWEST_PIXELS = {"victory": 12, "major": 11, "town": 10, "": 10}
SYMBOLS = {"victory": "icons/victory", "major": "icons/major", "town": "icons/town"}
SYMBOL_SIZES = {"victory": 19.0, "major": 13.0, "town": 12.0}
SIGNS = (
    ("port", "icons/port", -1),
    ("fortress", "icons/fortress", -1),
    ("weak_fort", "icons/weak_fort", -1),
    ("irc", "icons/infantry_centre", 1),
    ("tankfactory", "icons/factory", 1),
    ("oil", "icons/oil", 1),
)
NATURAL_HEX = 112.0
"""The hex width that the sizes here are meant for; maps with smaller hexes get smaller letters."""

FINE_TOWNS_FROM = 0.5
FINE_LOCALITIES_FROM = 1.2
DOTS_FROM = 0.3
TITLE_SIZES = {"sea": 34, "country": 28, "region": 23}
TITLE_GLOW = 105
FEWEST_TITLE_PIXELS = {"sea": 14, "country": 13, "region": 11}

RED: Colour = (139, 24, 24)


Draw = Callable[[], pygame.Surface]
Look = tuple[str, int, Colour]


@dataclass(frozen=True, slots=True)
class Sign:
    """A word or a symbol: how it is drawn, premultiplied, and its size.  No plan holds a picture."""

    draw: Draw
    wide: int
    high: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A sign with its corner at a pixel of the enlarged map."""

    sign: Sign
    x: int
    y: int

    @property
    def rect(self) -> pygame.Rect:
        """Its place on the enlarged map."""
        return pygame.Rect(self.x, self.y, self.sign.wide, self.sign.high)


class LabelPlan:
    """All pieces of one board at one zoom, placed in order of importance; `great`: names of great places alone;
    `stars`: where the symbol beside a name lies, by hex."""

    def __init__(
        self,
        board: Board,
        pack: SpritePack,
        letters: Letters,
        zoom: float,
        numbers: bool,
        text_scale: float = 1.0,
        great: bool = False,
    ) -> None:
        self.text_scale, self.great = text_scale, great
        self.board, self.pack, self.letters, self.zoom = board, pack, letters, zoom
        self.unit = board.layout.tile_w / NATURAL_HEX if board.layout.tile_w < NATURAL_HEX else 1.0
        self.ink, self.halo = pack.colour("name"), pack.colour("name_halo")
        self.fine = is_fine(board)
        self._taken: list[pygame.Rect] = []
        self.stars: dict[int, pygame.Rect] = {}
        self._pictures: Store[Look] = Store()
        dots = tuple(self._dots()) if self.fine else ()
        self.names = tuple(self._fine_names() if self.fine else self._names())
        self.pieces: tuple[Piece, ...] = (*dots, *self.names, *self._signs(), *(self._numbers() if numbers else ()))
        self.titles: tuple[Piece, ...] = tuple(self._titles())

    def _px(self, length: float) -> int:
        return max(1, round(length * self.unit * self.zoom))

    def _names(self) -> Iterator[Piece]:
        ordered = sorted((h for h in self.board.hexes if h.name), key=lambda h: (RANKS.get(h.place, 3), h.index))
        for h in ordered:
            if h.place in SYMBOLS or self.zoom * self.unit >= LOCALITIES_FROM:
                yield from self._place(h)

    def _place(self, h: Hex) -> Iterator[Piece]:
        """Symbol and name side by side in the lower part of the hex, below the counters."""
        cx, cy = self.board.centre(h.index)
        x, y = cx * self.zoom, (cy + self.board.layout.tile_h * 0.32) * self.zoom
        symbol = self._symbol(h.place)
        word = self._word(h)
        for name, shift in ((word, 0.0), (word, 0.8), (word, -0.8), (None, 0.0)):
            pieces = self._row(symbol, name, x, y + (shift * name.high if name else 0))
            if pieces and self._free(pieces):
                if symbol is not None:
                    self.stars[h.index] = pieces[0].rect
                yield from pieces
                return

    # -- boards with small hexes: the symbol in the middle of the hex, the name under the counters -------------

    def _dots(self) -> Iterator[Piece]:
        """Symbols of cities and towns, where roads meet; names keep clear of those of cities."""
        for h in self.board.hexes:
            if h.place in SYMBOLS and (h.place != "town" or self.zoom >= DOTS_FROM):
                symbol = self._symbol(h.place)
                cx, cy = self.board.centre(h.index)
                if symbol:
                    piece = Piece(
                        symbol, round(cx * self.zoom - symbol.wide / 2), round(cy * self.zoom - symbol.high / 2)
                    )
                    if h.place != "town":
                        self._taken.append(piece.rect.inflate(-4, -4))
                    yield piece

    def _fine_names(self) -> Iterator[Piece]:
        """Names in order of importance; one without room is left out."""
        found = [h for h in self.board.hexes if h.name and self.zoom >= self._shown_from(h)]
        found = [h for h in found if not (self.great and self._shown_from(h))]
        for h in sorted(found, key=lambda h: ("key_city" not in h.traits, -h.vp, RANKS.get(h.place, 3), h.index)):
            word = self._fine_word(h)
            star = self._symbol_of("icons/victory", max(11, self._px(17)), RED) if h.vp else None
            for x, y in self._fine_spots(h, word, star):
                pieces = self._row(star, word, x, y)
                if self._free(pieces):
                    if star is not None:
                        self.stars[h.index] = pieces[0].rect
                    yield from pieces
                    break

    @staticmethod
    def _shown_from(h: Hex) -> float:
        if h.vp or h.place in ("major", "victory"):
            return 0.0
        return FINE_TOWNS_FROM if h.place == "town" else FINE_LOCALITIES_FROM

    def _fine_word(self, h: Hex) -> Sign:
        large = "key_city" in h.traits
        rank = "victory" if large else h.place
        bold = large or h.vp > 0 or h.place == "major"
        text = self.pack.place(h.name).upper() if large else self.pack.place(h.name)
        colour = self.ink if h.place else mix(self.ink, self.halo, 0.25)
        size = max(round(FEWEST_PIXELS[rank] * self.text_scale), self._px(SIZES[rank] * 1.12))
        return self._lettered(text, size, colour, face="bold" if bold else "plain", halo=self.halo, slanted=not h.place)

    def _fine_spots(self, h: Hex, word: Sign, star: Sign | None) -> Iterator[tuple[float, float]]:
        """Where the middle of a name may be, the best first: under the counters, or beside the symbol from afar."""
        cx, cy = self.board.centre(h.index)
        x, y, high = cx * self.zoom, cy * self.zoom, self.board.layout.tile_h * self.zoom
        wide = word.wide + (star.wide if star else 0)
        if self.zoom >= FINE_TOWNS_FROM:
            low = y + max(0.40 * high, self._px(13) / 2 + word.high * 0.4)
            yield from ((x, low), (x - wide * 0.3, low), (x + wide * 0.3, low))
            if h.vp:
                yield from ((x, y - 0.4 * high), (x, low + high * 0.2))
            return
        side, rise = wide / 2 + 6, word.high * 0.5 + 5
        yield from ((x + side, y), (x - side, y), (x, y + rise), (x, y - rise))
        yield from ((x + side, y + rise), (x - side, y - rise), (x + side, y - rise), (x - side, y + rise))

    def _row(self, symbol: Sign | None, name: Sign | None, x: float, y: float) -> list[Piece]:
        """Symbol and name in a row centred on a pixel."""
        gap = self._px(2) if symbol and name else 0
        parts = [part for part in (symbol, name) if part]
        wide = sum(part.wide for part in parts) + gap
        left = max(2.0, min(x - wide / 2, self.board.width * self.zoom - wide - 2))
        pieces = []
        for part in parts:
            pieces.append(Piece(part, round(left), round(y - part.high / 2)))
            left += part.wide + gap
        return pieces

    def _symbol(self, place: str) -> Sign | None:
        if place not in SYMBOLS:
            return None
        size = max(7 if place != "victory" else 11, self._px(SYMBOL_SIZES[place]))
        tint = RED if place == "victory" else tuple(self.ink)
        return self._symbol_of(SYMBOLS[place], size, (tint[0], tint[1], tint[2]))

    def _word(self, h: Hex) -> Sign | None:
        size = max(round(FEWEST_PIXELS[h.place] * (self.text_scale if self.great else 1.0)), self._px(SIZES[h.place]))
        if h.place == "town" and self.zoom * self.unit < TOWNS_FROM:
            return None
        colour = self.ink if h.place else mix(self.ink, self.halo, 0.25)
        face = "bold" if h.place in ("victory", "major") else "plain"
        text = self.pack.place(h.name).upper() if h.place == "victory" else self.pack.place(h.name)
        return self._lettered(text, size, colour, face=face, halo=self.halo, slanted=not h.place)

    # -- signs ----------------------------------------------------------------------------------------

    @staticmethod
    def _sign(draw: Draw) -> Sign:
        return Sign(draw, *draw().get_size())

    def _lettered(self, text: str, size: int, colour: Colour, **look: Any) -> Sign:
        return self._sign(partial(self.letters.word, text, size, colour, **look))

    def _symbol_of(self, name: str, size: int, ink: Colour) -> Sign:
        return Sign(partial(self._premultiplied, name, size, ink), size, size)

    def _premultiplied(self, name: str, size: int, ink: Colour) -> pygame.Surface:
        return self._pictures.get((name, size, ink), lambda: self.pack.surface(name, size, ink).premul_alpha())

    def _free(self, pieces: list[Piece]) -> bool:
        """Take the room of these pieces if it is free."""
        rects = [p.rect.inflate(-2, -p.rect.h // 4) for p in pieces]
        if any(r.collidelist(self._taken) >= 0 for r in rects):
            return False
        self._taken += rects
        return True

    def _signs(self) -> Iterator[Piece]:
        """The facilities of a place, left and right of the counters."""
        size = self._px(20 if self.fine else 15)
        if size < 9:
            return
        for h in self.board.hexes:
            used = {-1: 0, 1: 0}
            for trait, name, side in SIGNS:
                if trait in h.traits:
                    cx, cy = self.board.centre(h.index)
                    x = (cx + side * self.board.layout.tile_w * 0.4) * self.zoom
                    y = (cy + (used[side] - 0.5) * 16 * self.unit) * self.zoom
                    used[side] += 1
                    yield Piece(self._symbol_of(name, size, self.ink), round(x - size / 2), round(y - size / 2))

    def _numbers(self) -> Iterator[Piece]:
        colour = self.pack.colour("number")
        size = max(9, self._px(10))
        for h in self.board.hexes:
            word = self._lettered(h.label, size, colour)
            cx, cy = self.board.centre(h.index)
            top = cy - self.board.layout.tile_h * (0.40 if self.board.layout.orientation == "pointy" else 0.44)
            piece = Piece(word, round(cx * self.zoom - word.wide / 2), round(top * self.zoom - word.high / 2))
            if self._free([piece]):
                yield piece

    def _titles(self) -> Iterator[Piece]:
        """Names of seas, countries and regions: wide, in italics, and never over another name."""
        order = {"sea": 0, "country": 1, "region": 2}
        sea = mix(self.pack.terrain("sea").ink, (20, 40, 70), 0.5)
        for label in sorted(self.board.labels, key=lambda one: (order.get(one.kind, 3), one.y, one.x)):
            kind = label.kind
            size, fewest = {"sea": 22, "country": 19}.get(kind, 16), 11
            if self.fine:
                size, fewest = TITLE_SIZES.get(kind, 20), round(FEWEST_TITLE_PIXELS.get(kind, 11) * self.text_scale)
            colour = sea if kind == "sea" else mix(self.ink, self.halo, 0.3)
            text = label.name.upper() if kind == "country" else label.name
            pixels = max(fewest, self._px(size))
            if self.fine and kind != "sea":
                word = self._sign(partial(self._haloed, text, pixels))
            else:
                word = self._lettered(text, pixels, colour, face="serif", spaced=max(1, pixels // 6), slanted=True)
            piece = self._settled(word, label.x * self.zoom, label.y * self.zoom)
            if piece:
                yield piece

    def _haloed(self, text: str, pixels: int) -> pygame.Surface:
        """A title with a faint halo, for ground full of trees."""
        return self._pictures.get((text, pixels, self.ink), lambda: self._glowing(text, pixels))

    def _glowing(self, text: str, pixels: int) -> pygame.Surface:
        colour, gap = mix(self.ink, self.halo, 0.12), max(1, pixels // 6)
        glow = self.letters.word(text, pixels, self.halo, face="serif", spaced=gap, slanted=True, halo=self.halo).copy()
        glow.fill((TITLE_GLOW,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
        word = self.letters.word(text, pixels, colour, face="serif", spaced=gap, slanted=True)
        glow.blit(word, word.get_rect(center=glow.get_rect().center), special_flags=pygame.BLEND_PREMULTIPLIED)
        return glow

    def _settled(self, word: Sign, x: float, y: float) -> Piece | None:
        """The nearest free spot for a title, a little above or below if necessary; None if there is none."""
        step = word.high * 0.7
        for shift in (0, -1, 1, -2, 2, -3, 3):
            left = max(2, min(round(x - word.wide / 2), round(self.board.width * self.zoom) - word.wide))
            piece = Piece(word, left, round(y + shift * step - word.high / 2))
            if self._free([piece]):
                return piece
        return None
