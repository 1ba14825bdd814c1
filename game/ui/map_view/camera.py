"""The visible part of the map, and its zoom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from ecs.board.board import Board

Vec = tuple[float, float]

LEVELS = (0.17, 0.21, 0.25, 0.3, 0.35, 0.42, 0.5, 0.6, 0.7, 0.85, 1.0, 1.2, 1.45, 1.7, 2.0, 2.5, 3.0)
SLACK = 0.3
"""Part of the view that may lie beyond the edge of the map, as a rule."""


@dataclass(slots=True)
class Camera:
    """A window on a map of `width` by `height` map pixels.  `view`: what is drawn, in screen pixels; `clear`: the part
    of it that no card covers; `x`, `y`: the map pixel in the middle of that part; `beyond`: screen pixels to which what
    lies beside the map reaches out, across and down; `slack`: the part of the view that may lie beyond the edge."""

    width: int
    height: int
    view: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 1280, 720))
    level: int = LEVELS.index(1.0)
    x: float = 0.0
    y: float = 0.0
    clear: pygame.Rect = field(init=False)
    beyond: tuple[int, int] = (0, 0)
    slack: float = SLACK

    def __post_init__(self) -> None:
        self.clear = pygame.Rect(self.view)

    @property
    def zoom(self) -> float:
        """Screen pixels for each map pixel."""
        return LEVELS[self.level]

    @property
    def origin(self) -> tuple[int, int]:
        """The enlarged-map pixel at the upper left corner of the view."""
        across, down = self._middle
        return round(self.x * self.zoom - across), round(self.y * self.zoom - down)

    @property
    def _middle(self) -> Vec:
        """The offset from the upper left corner of the view to the middle of its clear part."""
        return self.clear.x - self.view.x + self.clear.w / 2, self.clear.y - self.view.y + self.clear.h / 2

    def to_screen(self, x: float, y: float) -> tuple[int, int]:
        """The screen pixel of a map pixel."""
        left, top = self.origin
        return round(x * self.zoom) - left + self.view.x, round(y * self.zoom) - top + self.view.y

    def to_map(self, x: float, y: float) -> Vec:
        """The map pixel under a screen pixel."""
        left, top = self.origin
        return (x - self.view.x + left) / self.zoom, (y - self.view.y + top) / self.zoom

    def visible(self) -> pygame.Rect:
        """The map pixels in the clear part of the view, rounded outwards."""
        left, top = self.to_map(self.clear.left, self.clear.top)
        return pygame.Rect(
            int(left) - 1, int(top) - 1, int(self.clear.w / self.zoom) + 3, int(self.clear.h / self.zoom) + 3
        )

    def resize(self, view: pygame.Rect, clear: pygame.Rect | None = None) -> None:
        """Show the same middle in another rectangle of the screen; where only what covers it has changed, the map stays
        where it is.  `clear`: all of it by default."""
        clear = clear if clear is not None and clear.w > 0 and clear.h > 0 else view
        if view != self.view:
            self.view, self.clear = pygame.Rect(view), pygame.Rect(clear)
            self._clamp()
        elif clear != self.clear:
            before, self.clear = self._middle, pygame.Rect(clear)
            after = self._middle
            self.x += (after[0] - before[0]) / self.zoom
            self.y += (after[1] - before[1]) / self.zoom
            self._clamp()

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by screen pixels: positive dx shows more of the east."""
        self.x += dx / self.zoom
        self.y += dy / self.zoom
        self._clamp()

    def zoom_by(self, steps: int, at: tuple[int, int] | None = None) -> None:
        """Step through the zoom levels, keeping the map under the screen pixel `at` where it is."""
        where = at if at is not None else self.clear.center
        x, y = self._under(where)
        self.level = max(0, min(len(LEVELS) - 1, self.level + steps))
        self.x = x - (where[0] - self.clear.x - self.clear.w / 2) / self.zoom
        self.y = y - (where[1] - self.clear.y - self.clear.h / 2) / self.zoom
        self._clamp()

    def _under(self, at: tuple[int, int]) -> Vec:
        """Like to_map, but unrounded, so that zooming in and out again ends where it began."""
        return (
            self.x + (at[0] - self.clear.x - self.clear.w / 2) / self.zoom,
            self.y + (at[1] - self.clear.y - self.clear.h / 2) / self.zoom,
        )

    def zoom_to(self, zoom: float) -> None:
        """Choose the level nearest to this zoom, about the middle of the view."""
        self.level = min(range(len(LEVELS)), key=lambda i: abs(LEVELS[i] - zoom))
        self._clamp()

    def fit(self) -> None:
        """Choose the largest level that shows the whole map, centred."""
        room = min(self.clear.w / self.width, self.clear.h / self.height)
        self.level = max((i for i, z in enumerate(LEVELS) if z <= room), default=0)
        self.x, self.y = self.width / 2, self.height / 2
        self._clamp()

    def centre_on(self, x: float, y: float) -> None:
        """Bring a map pixel to the middle of the view, as far as the map's edge allows."""
        self.x, self.y = x, y
        self._clamp()

    def shows(self, x: float, y: float, margin: int = 60) -> bool:
        """Is this map pixel in the clear part of the view, at least `margin` screen pixels from its edge?"""
        return self.clear.inflate(-2 * margin, -2 * margin).collidepoint(self.to_screen(x, y))

    def _clamp(self) -> None:
        self.x = _within(self.x, self.width, self.clear.w / self.zoom, self.beyond[0] / self.zoom, self.slack)
        self.y = _within(self.y, self.height, self.clear.h / self.zoom, self.beyond[1] / self.zoom, self.slack)


def _within(middle: float, size: int, seen: float, beyond: float, slack: float) -> float:
    low = seen * 0.5 - max(seen * slack, min(beyond, seen))
    high = size - low
    return min(max(middle, low), high) if low <= high else size / 2


# -- The hex that comes next when the hex cursor is moved by keyboard. -----------------------------------------------

POINTY_KEYS = {"9": 0, "6": 1, "3": 2, "1": 3, "4": 4, "7": 5}
FLAT_KEYS = {"8": 0, "9": 1, "3": 2, "2": 3, "1": 4, "7": 5}
FARTHEST = 200


def directions(board: Board) -> dict[str, int]:
    """The side of a hex for each digit of the number pad, on this board."""
    return POINTY_KEYS if board.layout.orientation == "pointy" else FLAT_KEYS


def step(board: Board, index: int, key: str) -> int:
    """The next hex in a direction, across water if necessary; the same hex at the edge or for another key."""
    side = directions(board).get(key)
    if side is None:
        return index
    place = (board.hexes[index].col, board.hexes[index].row)
    for _ in range(FARTHEST):
        place = board.layout.neighbours(*place)[side]
        if place in board.by_offset:
            return board.by_offset[place]
    return index


def leap(board: Board, index: int, key: str, mark: Callable[[int], object]) -> int:
    """The first hex in a direction whose `mark` (terrain, who stands there) differs; else the last one."""
    here, start = index, mark(index)
    for _ in range(FARTHEST):
        following = step(board, here, key)
        if following == here or mark(following) != start:
            return following
        here = following
    return here


def first(board: Board, x: float, y: float) -> int:
    """The hex nearest to a map pixel, to start from."""
    return min(range(len(board.hexes)), key=lambda i: (_apart(board, i, x, y), i))


def _apart(board: Board, index: int, x: float, y: float) -> float:
    cx, cy = board.centre(index)
    return (cx - x) ** 2 + (cy - y) ** 2
