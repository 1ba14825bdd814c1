"""How text is measured, broken into lines and turned into pictures, without doing it twice."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

import pygame

from game.packs.picture_store import Store
from game.ui.widgets.style.letters import letters
from game.ui.widgets.style.theme import Colour

SIZES = {"small": 14, "body": 16, "large": 19, "heading": 23, "title": 32, "display": 52}  # px at 100 %
TITLE_SIZES = ("heading", "title", "display")
MEASURED = 3000  # texts whose size is remembered

_K = TypeVar("_K")
_V = TypeVar("_V")


class Text:
    """Text at one scale factor; pictures are kept, least recently used dropped first."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self._pictures: Store[tuple[str, str, bool, Colour]] = Store()
        self._wrapped: OrderedDict[tuple[str, str, bool, int], tuple[str, ...]] = OrderedDict()
        self._widths: OrderedDict[tuple[str, str, bool], int] = OrderedDict()
        self._fonts: dict[tuple[str, bool], pygame.font.Font] = {}
        self._heights: dict[str, int] = {}

    def font(self, size: str, bold: bool = False) -> pygame.font.Font:
        """The font of a named size."""
        found = self._fonts.get((size, bold))
        if found is None:
            face = "title" if size in TITLE_SIZES else "bold" if bold else "plain"
            found = letters(face, max(8, round(SIZES[size] * self.scale)))
            self._fonts[size, bold] = found
        return found

    def line_height(self, size: str) -> int:
        """Pixels from one baseline to the next."""
        found = self._heights.get(size)
        if found is None:
            font = self.font(size)
            found = max(font.get_linesize(), round(font.get_ascent() - font.get_descent()))
            self._heights[size] = found
        return found

    def width(self, text: str, size: str = "body", bold: bool = False) -> int:
        """Pixels wide."""
        key = (text, size, bold)
        found = self._widths.get(key)
        if found is None:
            found = self.font(size, bold).size(text)[0]
            _keep(self._widths, key, found)
        return found

    def picture(self, text: str, size: str, bold: bool, colour: Colour) -> pygame.Surface:
        """One line, drawn once and kept."""
        key = (text, size, bold, colour)
        return self._pictures.get(key, lambda: self.font(size, bold).render(text, True, colour))

    def wrap(self, text: str, size: str, bold: bool, width: int) -> tuple[str, ...]:
        """Lines no wider than `width` pixels; a word longer than a line is cut."""
        key = (text, size, bold, width)
        found = self._wrapped.get(key)
        if found is None:
            font = self.font(size, bold)
            found = tuple(line for part in text.split("\n") for line in _wrap(part, font, max(width, 24)))
            _keep(self._wrapped, key, found)
        else:
            self._wrapped.move_to_end(key)
        return found

    def fit(self, text: str, size: str, bold: bool, width: int) -> str:
        """The text, or as much as fits with "…" at the end."""
        if self.width(text, size, bold) <= width:
            return text
        font = self.font(size, bold)
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if font.size(text[:middle].rstrip() + "…")[0] <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…"


def _keep(store: OrderedDict[_K, _V], key: _K, value: _V) -> None:
    store[key] = value
    if len(store) > MEASURED:
        store.popitem(last=False)


def _wrap(text: str, font: pygame.font.Font, width: int) -> list[str]:
    """Break at spaces; cut only what is longer than a line."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if font.size(longer)[0] <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line, cut = cut_word(word, font, width)
        lines += cut
    return [*lines, line]


def cut_word(word: str, font: pygame.font.Font, width: int) -> tuple[str, list[str]]:
    """The rest of a long word, and the full lines cut from its front."""
    lines = []
    while word and font.size(word)[0] > width:
        count = len(word)
        while count > 1 and font.size(word[:count])[0] > width:
            count -= 1
        lines.append(word[:count])
        word = word[count:]
    return word, lines
