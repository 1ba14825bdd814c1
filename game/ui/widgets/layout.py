"""The places of widgets: columns, rows of cells, and flows that wrap."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect


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
