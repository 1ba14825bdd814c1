"""How large everything is drawn in a window: larger on a display of many pixels, smaller where there is little room."""

from __future__ import annotations

USUAL = (1920, 1080)
"""Pixels of the window that 100 % is made for."""
STEP = 4
"""Steps in a whole: sizes between them would blur thin lines."""
MOST = 2.5
HOLDS = (640, 360)
"""Pixels of the smallest window that holds every screen at 100 %."""
SMALLEST = 0.6
"""What is drawn smaller than this nobody can read: a window with less room shows a part of the screen."""
LEAST = (round(HOLDS[0] * SMALLEST), round(HOLDS[1] * SMALLEST))
FINENESS = 20
"""Steps in a whole, in which it becomes smaller with the window."""


def display_scale(size: tuple[int, int]) -> float:
    """1 for a window of usual size or smaller; larger in steps of a quarter for one that has both the width and the
    height for it (2 at 3840 by 2160)."""
    room = min(size[0] / USUAL[0], size[1] / USUAL[1])
    return min(MOST, max(1.0, int(room * STEP) / STEP))


def laid_out(size: tuple[int, int]) -> tuple[int, int]:
    """The size a screen is laid out for in a window of this size: this, but never less than holds the screen."""
    return max(size[0], LEAST[0]), max(size[1], LEAST[1])


def fitting_scale(chosen: float, size: tuple[int, int]) -> float:
    """The scale of text that was chosen, times that of the display; less in a window that does not hold it."""
    room = min(size[0] / HOLDS[0], size[1] / HOLDS[1])
    return max(SMALLEST, min(chosen * display_scale(size), int(room * FINENESS) / FINENESS))
