"""Dice: with pips where a hand of them is thrown for hits, with the number where one is read on a table."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.packs.loader import SpritePack
from game.ui.map_view.drawing.map_text import Letters
from game.ui.map_view.drawing.smooth_shapes import blank

MOST = 6
FACE, INK = (255, 255, 255, 255), (120, 20, 30)
TURN, APART = 5, 2
"""How a tumbling die goes from face to face, and how far a die is ahead of the one before it: no chance is asked."""


def dice_row(
    pack: SpritePack, letters: Letters, faces: Sequence[int], size: int, shown: int = -1, pips: bool = True
) -> pygame.Surface:
    """Dice side by side as they fell.

    :param shown: the how-manieth face of their tumbling they show; -1: they lie still.
    :param pips: six-sided dice with pips; False: figures.
    """
    found = list(faces[:MOST])
    row = blank((max(1, len(found)) * (size + 4), size))
    for i, face in enumerate(found):
        if shown >= 0:
            face = 1 + (shown * TURN + i * APART + face) % 6
        corner = (i * (size + 4), 0)
        pygame.draw.rect(row, FACE, pygame.Rect(corner[0] + 1, 1, size - 2, size - 2), border_radius=size // 6)
        if pips and 1 <= face <= 6:
            picture = pack.surface(f"icons/dice_{face}", size, INK).premul_alpha()
        else:
            picture = letters.word(str(face), round(size * 0.7), INK, face="bold")
        box = picture.get_rect(center=(corner[0] + size // 2, size // 2))
        row.blit(picture, box, special_flags=pygame.BLEND_PREMULTIPLIED)
    return row
