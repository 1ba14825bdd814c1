"""The places of widgets: columns, rows of cells, flows that wrap; and which one the mouse or the keyboard means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pygame import Rect
from pygame.locals import (
    K_DOWN,
    K_END,
    K_HOME,
    K_KP_ENTER,
    K_LEFT,
    K_PAGEDOWN,
    K_PAGEUP,
    K_RETURN,
    K_RIGHT,
    K_SPACE,
    K_UP,
)

# -- The places of widgets: columns, rows of cells, and flows that wrap. ---------------------------------------------


class Column:
    """Widgets below one another, each as wide as the column unless it asks for less."""

    def __init__(self, x: int, y: int, width: int, gap: int) -> None:
        self.x, self.y, self.width, self.gap = x, y, width, gap
        self.top = self.bottom = y

    def width_for(self, natural: int, fill: bool) -> int:
        """Pixels the next widget gets."""
        return self.width if fill else min(natural, self.width)

    def take(self, width: int, height: int) -> Rect:
        """The next widget's place."""
        rect = Rect(self.x, self.y, width, height)
        self.bottom = self.y + height
        self.y = self.bottom + self.gap
        return rect

    @property
    def height(self) -> int:
        """Pixels used so far."""
        return self.bottom - self.top


class Row:
    """Cells beside one another: above 0 a share of the free width, below 0 that many pixels, as `-px(…)`."""

    def __init__(self, x: int, y: int, width: int, gap: int, shares: Sequence[float]) -> None:
        self.y, self.gap = y, gap
        self.cells = share_out(x, width, gap, shares)
        self.next = 0
        self.height = 0

    def width_for(self, natural: int, fill: bool) -> int:
        """Pixels the next widget gets: its cell."""
        del natural, fill
        return self.cells[self.next % len(self.cells)][1]

    def take(self, width: int, height: int) -> Rect:
        """The next cell; a full row starts another below."""
        if self.next and self.next % len(self.cells) == 0:
            self.y += self.height + self.gap
            self.height = 0
        x, _ = self.cells[self.next % len(self.cells)]
        self.next += 1
        self.height = max(self.height, height)
        return Rect(x, self.y, width, height)

    @property
    def bottom(self) -> int:
        """Lower edge of the tallest cell so far."""
        return self.y + self.height


class Flow:
    """Widgets of their natural width beside one another; a full line wraps."""

    def __init__(self, x: int, y: int, width: int, gap: int) -> None:
        self.left, self.right, self.gap = x, x + width, gap
        self.x, self.y, self.height = x, y, 0

    def width_for(self, natural: int, fill: bool) -> int:
        """Pixels the next widget gets."""
        del fill
        return min(natural, self.right - self.left)

    def take(self, width: int, height: int) -> Rect:
        """The next place on this line, or the first on the next."""
        if self.x > self.left and self.x + width > self.right:
            self.x, self.y, self.height = self.left, self.y + self.height + self.gap, 0
        rect = Rect(self.x, self.y, width, height)
        self.x += width + self.gap
        self.height = max(self.height, height)
        return rect

    @property
    def bottom(self) -> int:
        """Lower edge of the last line."""
        return self.y + self.height


Layout = Column | Row | Flow


def share_out(x: int, width: int, gap: int, shares: Sequence[float]) -> list[tuple[int, int]]:
    """(x, width) of each cell; a share above 0 divides the free width, one below 0 is that many pixels."""
    fixed = sum(-share for share in shares if share < 0)
    free = max(0, width - fixed - gap * (len(shares) - 1))
    parts = sum(share for share in shares if share > 0) or 1
    cells, left = [], float(x)
    for share in shares:
        wide = -share if share < 0 else free * share / parts
        cells.append((round(left), round(left + wide) - round(left)))
        left += wide + gap
    return cells


# -- The widget that the mouse or the keyboard means. ----------------------------------------------------------------

ACTIVATE = frozenset({K_RETURN, K_KP_ENTER, K_SPACE})
ARROWS = {K_LEFT: (-1, 0), K_RIGHT: (1, 0), K_UP: (0, -1), K_DOWN: (0, 1)}
_UP_DOWN = frozenset({K_UP, K_DOWN, K_HOME, K_END, K_PAGEUP, K_PAGEDOWN})
_SIDEWAYS = frozenset({K_LEFT, K_RIGHT, K_HOME, K_END, K_PAGEUP, K_PAGEDOWN})
KEYS_OF = {
    "slider": _SIDEWAYS,
    "list": _UP_DOWN | ACTIVATE,
    "dropdown": frozenset({K_UP, K_DOWN, K_HOME, K_END}) | ACTIVATE,
    "menu": _UP_DOWN | ACTIVATE,
}
TYPING = ("entry",)  # these keep every key but Tab and Esc
KEEPS_KEYS = ("entry", "list", "dropdown", "slider", "menu")  # after a mouse click too


@dataclass(slots=True)
class Spot:
    """A place on screen that answers; `clip` is the part that can be seen, `topic` what help tells of it,
    `state` how it is set: "ticked", "40 %"."""

    id: str
    kind: str
    rect: Rect
    clip: Rect
    layer: int
    text: str = ""
    focusable: bool = True
    enabled: bool = True
    tooltip: str = ""
    intent: str = ""
    guarded: bool = False
    scroll: str = ""
    owner: str = ""
    topic: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A place that does not react, but has a help topic."""

    topic: str
    rect: Rect
    layer: int


@dataclass(slots=True)
class Region:
    """An area that scrolls."""

    id: str
    rect: Rect
    layer: int
    most: int
    content: int = 0
    top: int = field(default=0)


def under(spots: list[Spot], pos: tuple[int, int]) -> Spot | None:
    """The topmost spot at a pixel: the highest layer, then the last declared."""
    best: Spot | None = None
    for spot in spots:
        if spot.clip.collidepoint(pos) and (best is None or spot.layer >= best.layer):
            best = spot
    return best


def told_at(fields: list[Field], pos: tuple[int, int], floor: int) -> Field | None:
    """The smallest field at a pixel on the highest layer; nothing below layer `floor`."""
    here = [found for found in fields if found.layer >= floor and found.rect.collidepoint(pos)]
    return min(here, key=lambda f: (-f.layer, f.rect.width * f.rect.height), default=None)


def reachable(spots: list[Spot], floor: int) -> list[Spot]:
    """Where Tab may go, in reading order; nothing below layer `floor` (a dialog covers it)."""
    return [spot for spot in spots if spot.focusable and spot.enabled and spot.layer >= floor]


def step_focus(spots: list[Spot], current: str, step: int) -> Spot | None:
    """The spot after (or before) the current one, in a cycle."""
    if not spots:
        return None
    places = [index for index, spot in enumerate(spots) if spot.id == current]
    if not places:
        return spots[0 if step > 0 else -1]
    return spots[(places[0] + step) % len(spots)]


def toward(spots: list[Spot], current: Spot, direction: tuple[int, int]) -> Spot | None:
    """The nearest spot in a direction; straight ahead counts for more than near."""
    dx, dy = direction
    best, least = None, 0
    x, y = current.rect.center
    for spot in spots:
        ahead = (spot.rect.centerx - x) * dx + (spot.rect.centery - y) * dy
        overlap = _overlap(spot.rect, current.rect, direction)
        if spot.id == current.id or ahead <= 0:
            continue
        aside = 0 if overlap else abs((spot.rect.centerx - x) * dy) + abs((spot.rect.centery - y) * dx)
        cost = ahead + 3 * aside
        if best is None or cost < least:
            best, least = spot, cost
    return best


def _overlap(first: Rect, second: Rect, direction: tuple[int, int]) -> bool:
    if direction[0]:
        return first.top < second.bottom and second.top < first.bottom
    return first.left < second.right and second.left < first.right
