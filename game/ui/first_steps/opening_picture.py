"""The opening position of a scenario as a picture, as large as there is room for."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.first_steps.game_card import Size, being_painted
from game.ui.widgets import Ui

LEAST, PROPORTION = 150, 0.62  # the least height worth showing; its height by its width at most


def opening_picture(ui: Ui, free: int, fetch: Callable[[Size], pygame.Surface | None]) -> bool:
    """Declare the picture; False if there is no room for it.

    :param free: pixels of height that are left for it.
    :param fetch: the picture in a size, None while it is being painted.
    """
    wide = ui.layout.width_for(ui.px(400), True)
    high = min(free, round(wide * PROPORTION))
    if high < ui.px(LEAST):
        return False
    frame = ui.place(wide, high)
    picture = fetch(frame.size)
    if picture is None:
        being_painted(ui, frame)
    else:
        ui.note_picture(picture, frame.topleft)
    return True
