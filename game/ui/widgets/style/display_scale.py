"""How many times larger everything is drawn on a display of many pixels."""

from __future__ import annotations

USUAL = (1920, 1080)
"""Pixels of the window that 100 % is made for."""
STEP = 4
"""Steps in a whole: sizes between them would blur thin lines."""
MOST = 2.5


def display_scale(size: tuple[int, int]) -> float:
    """1 for a window of usual size or smaller; larger in steps of a quarter for one that has both the width and the
    height for it (2 at 3840 by 2160)."""
    room = min(size[0] / USUAL[0], size[1] / USUAL[1])
    return min(MOST, max(1.0, int(room * STEP) / STEP))
