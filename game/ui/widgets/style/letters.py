"""The letters of window and map: the game's own fonts, or those of the pack in use."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame

from game.packs.readers.font_check import REPERTOIRE

Ink = tuple[int, ...] | pygame.Color

FOLDER = Path(__file__).parent / "fonts"
FACES = {"plain": "OpenSans-Regular.ttf", "bold": "OpenSans-Bold.ttf", "title": "EBGaramond12-Regular.otf"}

_of_pack: dict[str, bytes] = {}
_tried = frozenset(REPERTOIRE)


class PackFont(pygame.font.Font):
    """A font of a pack.  What it was not tried with is drawn with our own, and so is everything if it fails."""

    def __init__(self, data: bytes, pixels: int, ours: pygame.font.Font) -> None:
        super().__init__(io.BytesIO(data), pixels)
        self.ours, self.failed = ours, False

    def _knows(self, text: str) -> bool:
        return not self.failed and _tried.issuperset(text)

    def render(self, text: str, antialias: bool, color: Ink, *more: Any) -> pygame.Surface:  # type: ignore[override]
        """The text as a picture."""
        if self._knows(text):
            try:
                return super().render(text, antialias, color, *more)
            except pygame.error:
                self.failed = True
        return self.ours.render(text, antialias, color, *more)

    def size(self, text: str) -> tuple[int, int]:  # type: ignore[override]
        """How wide and high the text is, in pixels."""
        if self._knows(text):
            try:
                return super().size(text)
            except pygame.error:
                self.failed = True
        return self.ours.size(text)


def use_letters(found: Mapping[str, bytes]) -> bool:
    """Write with these fonts from now on, as far as there are any; False if that is so already.

    :param found: by face, the bytes of fonts that have stood their trial.
    :raises pygame.error: if one of them cannot be opened; nothing has changed then.
    """
    wanted = {face: data for face, data in found.items() if data}
    if wanted == _of_pack:
        return False
    if not pygame.font.get_init():
        pygame.font.init()
    for data in wanted.values():
        pygame.font.Font(io.BytesIO(data), 16)
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
    made = pygame.font.Font(path if path.is_file() else None, pixels)
    made.italic = slanted
    if face in _of_pack:
        ours, made = made, PackFont(_of_pack[face], pixels, made)
        made.italic = ours.italic
    return made
