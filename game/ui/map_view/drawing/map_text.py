"""Text on the map. Fonts by size, and finished words with a halo, kept for the next time."""

from __future__ import annotations

import pygame

from game.packs.picture_store import Store
from game.ui.map_view.drawing.smooth_shapes import Rgb, blank
from game.ui.widgets.style.letters import letters

FACES = {"plain": "plain", "bold": "bold", "serif": "title"}
SMALLEST = 6

Look = tuple[str, str, int, Rgb, Rgb | None, int, bool]


def font(face: str, size: int, slanted: bool = False) -> pygame.font.Font:
    """The font of this face ("plain", "bold", "serif") with `size` pixels."""
    return letters(FACES[face], max(SMALLEST, size), slanted)


class Letters:
    """Finished words, premultiplied: blit them with BLEND_PREMULTIPLIED."""

    def __init__(self) -> None:
        self._store: Store[Look] = Store()

    def word(
        self,
        text: str,
        size: int,
        colour: Rgb,
        *,
        face: str = "plain",
        halo: Rgb | None = None,
        spaced: int = 0,
        slanted: bool = False,
    ) -> pygame.Surface:
        """A line of text; `halo` draws a rim of that colour, `spaced` adds pixels between letters."""
        key: Look = (text, f"{face}/{spaced}", size, colour, halo, spaced, slanted)
        return self._store.get(key, lambda: _word(text, font(face, size, slanted), colour, halo, spaced))


def _word(text: str, face: pygame.font.Font, colour: Rgb, halo: Rgb | None, spaced: int) -> pygame.Surface:
    bare = _spread(text, face, colour, spaced) if spaced else face.render(text, True, colour)
    if halo is None:
        return bare.premul_alpha()
    rim = max(1, round(face.get_height() / 11))
    under = (_spread(text, face, halo, spaced) if spaced else face.render(text, True, halo)).premul_alpha()
    whole = blank((bare.get_width() + 2 * rim, bare.get_height() + 2 * rim))
    reach = range(-rim, rim + 1)
    spots = [(dx, dy) for dy in reach for dx in reach if dx * dx + dy * dy <= rim * rim + 1]
    flag = pygame.BLEND_PREMULTIPLIED
    whole.fblits([(under, (rim + dx, rim + dy)) for dx, dy in spots], flag)
    whole.blit(bare.premul_alpha(), (rim, rim), special_flags=flag)
    return whole


def _spread(text: str, face: pygame.font.Font, colour: Rgb, spaced: int) -> pygame.Surface:
    letters = [face.render(letter, True, colour) for letter in text]
    whole = blank((sum(part.get_width() + spaced for part in letters), face.get_height()))
    x = 0
    for part in letters:
        whole.blit(part, (x, 0), special_flags=pygame.BLEND_RGBA_ADD)
        x += part.get_width() + spaced
    return whole
