"""The opening position of a scenario as a picture, as large as there is room for."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.ui.widgets import Ui
from game.ui.widgets.style.theme import mix

LEAST, PROPORTION = 150, 0.62  # the least height worth showing; its height by its width at most
Size = tuple[int, int]


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
    ui.note_box(frame.inflate(2, 2), mix(ui.theme.panel, ui.theme.border, 0.3), None, 4)
    if picture is not None:
        ui.note_picture(picture, frame.topleft)
    return True
