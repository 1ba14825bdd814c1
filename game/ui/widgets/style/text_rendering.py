"""Measures text, breaks it into lines and turns it into pictures, without doing it twice."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import pygame

from game.packs.picture_store import Store
from game.packs.plain_media import LETTER_SIZES, Letter, letters_for
from game.ui.widgets.style.theme import Colour

# -- The letters of window and map: the game's own fonts, or those of the pack in use. -------------------------------

Ink = tuple[int, ...] | pygame.Color

FOLDER = Path(__file__).parent / "fonts"
FACES = {"plain": "OpenSans-Regular.ttf", "bold": "OpenSans-Bold.ttf", "title": "RasputitsaGaramond-Regular.otf"}
ITALIC = "RasputitsaGaramond-Italic.otf"  # of the titles
SLANT = 0.2  # how far a slanted letter leans, as a share of its height

_of_pack: dict[str, bytes] = {}


class PackFont(pygame.font.Font):
    """A font of a pack: letters that were drawn in another process, set side by side.  Text with a letter that it
    lacks is drawn with our own."""

    def __init__(self, body: bytes, pixels: int, ours: Path | None) -> None:
        super().__init__(ours, pixels)
        size, self._line, self._letters = letters_for(body, pixels)
        self._times = pixels / size
        self._drawn: dict[str, pygame.Surface] = {}

    def render(self, text: str, antialias: bool, color: Ink, *more: Any) -> pygame.Surface:  # type: ignore[override]
        """The text as a picture."""
        if not self._knows(text):
            return super().render(text, antialias, color, *more)
        start, wide = self._reach(text)
        picture = pygame.Surface((max(1, wide), self._high(text)), pygame.SRCALPHA, 32)
        picture.fill((255, 255, 255, 0))
        pen = float(-start)
        for letter in text:
            box = self._letters[letter]
            if box.ink:
                at = round(pen + box.left * self._times), round(box.top * self._times)
                picture.blit(self._picture(letter, box), at)
            pen += box.advance * self._times
        picture.fill(pygame.Color(color), special_flags=pygame.BLEND_RGBA_MULT)
        return self._slanted(picture) if self.italic else picture

    def size(self, text: str) -> tuple[int, int]:  # type: ignore[override]
        """The width and height of the text, in pixels."""
        if not self._knows(text):
            return super().size(text)
        return self._reach(text)[1] + (self._lean() if self.italic else 0), self._high(text)

    def get_height(self) -> int:
        """The height of a line in pixels."""
        return round(self._line.height * self._times)

    def get_linesize(self) -> int:
        """Pixels from one line to the next."""
        return round(self._line.skip * self._times)

    def get_ascent(self) -> int:
        """Pixels of a line above its baseline."""
        return round(self._line.ascent * self._times)

    def get_descent(self) -> int:
        """Pixels of a line below its baseline, as a negative number."""
        return round(self._line.descent * self._times)

    def _knows(self, text: str) -> bool:
        return bool(text) and self._letters.keys() >= set(text)

    def _high(self, text: str) -> int:
        """The height of a line with this text in pixels: some letters reach below it."""
        lowest = max(box.top + box.height for box in map(self._letters.__getitem__, text))
        return max(self.get_height(), round(lowest * self._times))

    def _reach(self, text: str) -> tuple[int, int]:
        """How far the ink of a text begins from the pen, which is never behind it, and how many pixels it is wide."""
        pen, end = 0, 0
        start = min(0, self._letters[text[0]].left)
        for letter in text:
            box = self._letters[letter]
            end = max(end, pen + max(box.advance, box.left + box.width))
            pen += box.advance
        return round(start * self._times), round((end - start) * self._times)

    def _picture(self, letter: str, box: Letter) -> pygame.Surface:
        found = self._drawn.get(letter)
        if found is None:
            pixels = bytearray(b"\xff" * (4 * len(box.ink)))
            pixels[3::4] = box.ink
            found = pygame.image.frombytes(bytes(pixels), (box.width, box.height), "RGBA")
            if self._times != 1:
                found = pygame.transform.smoothscale_by(found, self._times)
            self._drawn[letter] = found
        return found

    def _lean(self) -> int:
        return round(SLANT * self.get_height())

    def _slanted(self, picture: pygame.Surface) -> pygame.Surface:
        wide, high = picture.get_size()
        leaning = pygame.Surface((wide + self._lean(), high), pygame.SRCALPHA, 32)
        for y in range(high):
            leaning.blit(picture, (round(SLANT * (high - y)), y), (0, y, wide, 1))
        return leaning


def use_letters(found: Mapping[str, bytes]) -> bool:
    """Use these fonts from now on, where there are any; False if nothing changes.

    :param found: by face, the decoded fonts.
    :raises ValueError: if one of them cannot be used; nothing has changed then.
    """
    wanted = {face: body for face, body in found.items() if body}
    if wanted == _of_pack:
        return False
    for body in wanted.values():
        for size in LETTER_SIZES:
            letters_for(body, size)
    _of_pack.clear()
    _of_pack.update(wanted)
    letters.cache_clear()
    return True


@lru_cache(maxsize=80)  # each keeps its file open
def letters(face: str, pixels: int, slanted: bool = False) -> pygame.font.Font:
    """A face ("plain", "bold", "title") at a pixel size; pygame's own replaces a missing file."""
    if not pygame.font.get_init():
        pygame.font.init()
    italic = slanted and face == "title" and face not in _of_pack
    path = FOLDER / (ITALIC if italic else FACES[face])
    ours = path if path.is_file() else None
    made = PackFont(_of_pack[face], pixels, ours) if face in _of_pack else pygame.font.Font(ours, pixels)
    made.italic = slanted
    return made


SIZES = {
    "small": 14,
    "body": 16,
    "large": 19,
    "story": 20,
    "aside": 20,
    "heading": 23,
    "title": 32,
    "display": 52,
}  # px at 100 %
TITLE_SIZES = ("story", "aside", "heading", "title", "display")
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
            found = letters(face, max(8, round(SIZES[size] * self.scale)), slanted=size == "aside")
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
        """The width in pixels."""
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
        """The text, or as much of it as fits with "…" at the end."""
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
    """Break at spaces, but not before a percent sign; cut only words longer than a line."""
    lines: list[str] = []
    line = ""
    for word in re.split(" (?!%)", text):
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
