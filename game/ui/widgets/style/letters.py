"""The letters of window and map: the game's own fonts, or those of the pack in use."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import pygame

FOLDER = Path(__file__).parent / "fonts"
FACES = {"plain": "OpenSans-Regular.ttf", "bold": "OpenSans-Bold.ttf", "title": "EBGaramond12-Regular.otf"}

_of_pack: dict[str, bytes] = {}


def use_letters(found: Mapping[str, bytes]) -> bool:
    """Write with these fonts from now on, as far as there are any; False if that is so already.

    :param found: by face, the bytes of fonts that have stood their trial.
    """
    wanted = {face: data for face, data in found.items() if data}
    if wanted == _of_pack:
        return False
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
    if face in _of_pack:
        made = pygame.font.Font(io.BytesIO(_of_pack[face]), pixels)
    else:
        made = pygame.font.Font(path if path.is_file() else None, pixels)
    made.italic = slanted
    return made
