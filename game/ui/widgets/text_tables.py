"""A table to be read.  Columns as wide as they need, cells that wrap; no row is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from game.ui.widgets.core import PAD
from game.ui.widgets.lists import Lists
from game.ui.widgets.style.rich_text import Word, plain
from game.ui.widgets.style.theme import mix

SHORT = 5  # letters; a column of nothing longer is centred
KEPT = 60

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table laid out: (top, height, cells as (x, words)) of each row from the table's upper left corner."""

    size: str
    wide: int
    high: int
    rows: tuple[tuple[int, int, tuple[tuple[int, tuple[Word, ...]], ...]], ...]


class Grids(Lists):
    """Tables to be read."""

    def grid(self, name: str, head: Sequence[str], rows: Sequence[Sequence[str]], size: str = "body") -> str:
        """A table of marked-up cells; the link followed, or "". Where columns do not fit, rows become paragraphs."""
        table = (tuple(head), *(tuple(row) for row in rows))
        width = self.layout.width_for(10**5, fill=True)
        plan = self._planned(table, width, size)
        if plan is None:
            return self._stacked(name, table, size)
        rect = self.layout.take(width, plan.high)
        followed = ""
        pad = self.px(PAD) // 2
        with self.scope(name):
            for number, (top, high, cells) in enumerate(plan.rows):
                place = Rect(rect.x, rect.y + top, plan.wide, high)
                if self.visible(place):
                    self._grid_ground(place, number)
                    for x, words in cells:
                        inside = Rect(rect.x + x, place.y + pad, place.width, high)
                        color = "muted" if number == 0 else "text"
                        followed = self._words(words, inside, plan.size, color) or followed
        return followed

    def _grid_ground(self, place: Rect, number: int) -> None:
        if number == 0:
            self.note_box(Rect(place.x, place.bottom - 1, place.width, max(1, self.px(1))), self.theme.border, None, 0)
        elif number % 2 == 0:
            self.note_box(place, mix(self.theme.panel, self.theme.panel2, 0.6), None, 3)

    def _planned(self, table: Rows, width: int, size: str) -> TableLayout | None:
        """The layout, kept from frame to frame; None if the columns fit in no size."""
        key = (table, width, size, self.scale)
        if key not in self._plans:
            if len(self._plans) >= KEPT:
                self._plans.clear()
            self._plans[key] = self._plan(table, width, size)
        found: TableLayout | None = self._plans[key]
        return found

    def _plan(self, table: Rows, width: int, size: str) -> TableLayout | None:
        for chosen, gap in ((size, self.px(PAD + 4)), ("small", self.px(PAD + 2)), ("small", self.px(PAD) // 2)):
            free = width - gap * len(table[0])
            columns = self._columns(table, chosen, free)
            if columns is not None:
                return self._lay(table, chosen, columns, gap)
        return None

    def _columns(self, table: Rows, size: str, free: int) -> list[int] | None:
        """The width of each column, or None if the longest words do not fit."""
        whole, least = [], []
        for index in range(len(table[0])):
            cells = [(plain(row[index]), row[index].startswith("**") or row is table[0]) for row in table]
            whole.append(max(self.text_of.width(text, size, bold) for text, bold in cells) + 2)
            words = [(word, bold) for text, bold in cells for word in text.split()]
            least.append(max((self.text_of.width(word, size, bold) for word, bold in words), default=0) + 2)
        if sum(whole) <= free:
            return whole
        if sum(least) > free:
            return None
        spare, more = free - sum(least), [w - n for w, n in zip(whole, least, strict=True)]
        return [n + spare * m // max(1, sum(more)) for n, m in zip(least, more, strict=True)]

    def _lay(self, table: Rows, size: str, columns: list[int], gap: int) -> TableLayout:
        """Every cell's words in its place."""
        pad, top = self.px(PAD) // 2, 0
        centred = [all(len(plain(row[i])) <= SHORT for row in table[1:]) for i in range(len(columns))]
        laid = []
        for number, row in enumerate(table):
            x, high, cells = gap // 2, self.text_of.line_height(size), []
            for cell, wide, middle in zip(row, columns, centred, strict=True):
                text = f"**{cell}**" if number == 0 and cell else cell
                words, tall = self.rich_of.layout(text, size, wide)
                used = max((word.x + word.width for word in words), default=0)
                cells.append((x + (wide - used) // 2 if middle else x, words))
                x, high = x + wide + gap, max(high, tall)
            laid.append((top, high + 2 * pad, tuple(cells)))
            top += high + 2 * pad
        return TableLayout(size, sum(columns) + gap * len(columns), top, tuple(laid))

    def _stacked(self, name: str, table: Rows, size: str) -> str:
        """A paragraph a row: its first cell, then each other with its title."""
        followed = ""
        with self.scope(name):
            for number, row in enumerate(table[1:]):
                first = row[0] if row[0].startswith("**") else f"**{row[0]}**"
                rest = [f"[muted]{plain(t)}[/] {cell}" for t, cell in zip(table[0][1:], row[1:], strict=True) if cell]
                followed = self.text(f"{first}\n{' · '.join(rest)}", size, name=f"row{number}") or followed
        return followed
