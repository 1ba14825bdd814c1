"""The outline of a counter: square, or with cut or round corners, in the unit square."""

from __future__ import annotations

import pygame

from game.ui.map_view.drawing.smooth_shapes import Rgb, Sheet, Vec

CUT = 0.17


def outline(frame: str, inset: float = 0.0) -> list[Vec]:
    """The outline of a counter in the unit square."""
    a, b = inset, 1 - inset
    if frame == "square":
        return [(a, a), (b, a), (b, b), (a, b)]
    if frame == "cut":
        c = CUT
        return [(a + c, a), (b - c, a), (b, a + c), (b, b - c), (b - c, b), (a + c, b), (a, b - c), (a, a + c)]
    r, points = 0.24, list[Vec]()
    for cx, cy, start in ((b - r, a + r, 270), (b - r, b - r, 0), (a + r, b - r, 90), (a + r, a + r, 180)):
        for step in range(7):
            arm = pygame.Vector2(r, 0).rotate(start + step * 15)
            points.append((cx + arm.x, cy + arm.y))
    return points


def fill_outline(sheet: Sheet, frame: str, at: Vec, inset: float, colour: Rgb, alpha: int = 255) -> None:
    """The counter's outline filled, moved by `at`."""
    sheet.polygon([(x + at[0], y + at[1]) for x, y in outline(frame, inset)], colour, alpha)


def kept_inside(sheet: Sheet, frame: str, marks: Sheet, inset: float = 0.0) -> None:
    """Lay marks over a counter, cut to its outline."""
    cut = Sheet(sheet.size, sheet.zoom, sheet.left, sheet.top)
    fill_outline(cut, frame, (0, 0), inset, (255, 255, 255))
    marks.surface.blit(cut.surface, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    sheet.lay(marks)
