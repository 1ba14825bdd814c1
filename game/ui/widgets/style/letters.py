"""The letters of window and map: the game's own fonts, or those of the pack in use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame

from game.packs.plain_media import LETTER_SIZES, Letter, letters_for

Ink = tuple[int, ...] | pygame.Color

FOLDER = Path(__file__).parent / "fonts"
FACES = {"plain": "OpenSans-Regular.ttf", "bold": "OpenSans-Bold.ttf", "title": "EBGaramond12-Regular.otf"}
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
        """How wide and high the text is, in pixels."""
        if not self._knows(text):
            return super().size(text)
        return self._reach(text)[1] + (self._lean() if self.italic else 0), self._high(text)

    def get_height(self) -> int:
        """Pixels of a line."""
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
        """Pixels of a line with this text: some letters reach below it."""
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
    """Write with these fonts from now on, as far as there are any; False if that is so already.

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
    """A face ("plain", "bold", "title") at a pixel size; the one built into pygame stands in for a missing file."""
    if not pygame.font.get_init():
        pygame.font.init()
    path = FOLDER / FACES[face]
    ours = path if path.is_file() else None
    made = PackFont(_of_pack[face], pixels, ours) if face in _of_pack else pygame.font.Font(ours, pixels)
    made.italic = slanted
    return made
