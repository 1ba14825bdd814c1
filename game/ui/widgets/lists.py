"""Lists of which one row is chosen, and tables to be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect

from game.ui.widgets.core import CONTROL, PAD
from game.ui.widgets.layout import Region
from game.ui.widgets.style.rich_text import Word, escape, plain
from game.ui.widgets.style.theme import mix
from game.ui.widgets.value_widgets import Choices


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a list: text, a quiet remark on the right, and a second quiet line."""

    text: str
    right: str = ""
    below: str = ""
    color: str = "text"
    enabled: bool = True
    tooltip: str = ""
    picture: pygame.Surface | None = None


class Lists(Choices):
    """Lists of which one row is chosen."""

    def listbox(
        self, name: str, items: Sequence[str | Item], chosen: int, height: float = 200, *, hint: str = "Nothing here."
    ) -> int:
        """Rows of which one is chosen (-1: none); returns its index now. `height` at 100 %."""
        rows = [item if isinstance(item, Item) else Item(item) for item in items]
        tall = any(row.below for row in rows)
        row_high = self.px(CONTROL) + (self.text_of.line_height("small") if tall else 0)
        rect = self.place(self.px(220), self.px(height))
        name = self.name(name)
        if 0 <= chosen < len(rows) and self._rows_chosen.get(name) != chosen:
            self._show_row(name, chosen, rect.height - self.px(4), row_high)  # chosen by the program: it is seen
        chosen = self._list_keys(name, chosen, len(rows), rect.height, row_high)
        now = rows[chosen].text if 0 <= chosen < len(rows) else ""
        region, inside = self._list_frame(name, rect, len(rows) * row_high, now)
        if not rows:
            self.note_text(hint, inside.move(self.px(PAD), self.px(6)).topleft, "muted")
        with self.clipped(inside), self.scope(name):
            for index, place in self._rows_shown(region, inside, row_high, len(rows)):
                if self._list_row(rows[index], index, place, chosen, name):
                    chosen = index
        self._list_end(region, len(rows) * row_high)
        self._rows_chosen[name] = chosen
        return chosen

    def opened(self, name: str) -> bool:
        """Was a row double-clicked, or Enter pressed, in this build? Ask right after the list."""
        full = "/".join((*self._scopes, name))
        if self._sent == full:
            self._sent = ""
            return True
        return False

    def _list_frame(self, name: str, rect: Rect, content: int, now: str) -> tuple[Region, Rect]:
        """The box, the spot for keys with the words of the row chosen, the scrolling place and its part for rows."""
        edge = mix(self.theme.panel, self.theme.border, 0.6)
        self.note_box(rect, self.theme.panel2, edge)
        spot = self.spot(name, "list", rect, text=name.rsplit("/", 1)[-1])
        spot.state = now
        inside = rect.inflate(-self.px(4), -self.px(4))
        region = Region(name, inside, self._layer, max(0, content - inside.height))
        self.region(region)
        self.ring(spot)
        return region, inside

    def _list_end(self, region: Region, content: int) -> None:
        if region.most:
            offset = min(self.scrolled.get(region.id, 0), region.most)
            self.scroll_bar(region, offset, content)

    def _rows_shown(self, region: Region, inside: Rect, row_high: int, count: int) -> list[tuple[int, Rect]]:
        """(index, place) of the visible rows."""
        offset = min(self.scrolled.get(region.id, 0), region.most)
        wide = inside.width - (self.px(16) if region.most else 0)
        first = offset // row_high
        last = min(count, (offset + inside.height) // row_high + 1)
        return [
            (index, Rect(inside.x, inside.y + index * row_high - offset, wide, row_high))
            for index in range(first, last)
        ]

    def _list_keys(self, name: str, chosen: int, count: int, height: int, row_high: int) -> int:
        page = max(1, height // row_high - 1)
        moves = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -count,
            pygame.K_END: count,
        }
        before = chosen
        for key, _ in self.take_keys(name):
            if key in moves and count:
                chosen = max(0, min(count - 1, chosen + moves[key]))
            elif key not in moves and chosen >= 0:
                self._sent = name
        if chosen != before:
            self._show_row(name, chosen, height - self.px(4), row_high)
        return chosen

    def _show_row(self, name: str, row: int, height: int, row_high: int) -> None:
        offset = self.scrolled.get(name, 0)
        lowest = (row + 1) * row_high - height
        self.scrolled[name] = max(0, min(max(offset, lowest), row * row_high))

    def _list_row(self, item: Item, index: int, place: Rect, chosen: int, owner: str) -> bool:
        name = self.name(f"row{index}")
        clicks = self.used(name)
        if clicks == 2:
            self._sent = owner
        used = clicks > 0 and item.enabled
        self._row_ground(place, index == chosen or used, self.hover == name and item.enabled)
        pad = self.px(PAD)
        left, right = place.x + pad, place.right - pad
        if item.picture is not None:
            self.note_picture(item.picture, (left, place.centery - item.picture.get_height() // 2))
            left += item.picture.get_width() + pad
        high = self.text_of.line_height("body")
        low = self.text_of.line_height("small") if item.below else 0
        y = place.centery - (high + low) // 2
        if item.right:
            right -= self.text_of.width(item.right, "small")
            self.note_text(item.right, (right, y + self.px(2)), "muted", "small")
            right -= pad
        color = item.color if item.enabled else "muted"
        cut = self.text_of.fit(item.text, "body", False, right - left)
        told = item.tooltip or (escape(item.text.strip()) if cut != item.text else "")
        self.spot(name, "row", place, text=item.text, focusable=False, enabled=item.enabled, tooltip=told, owner=owner)
        self.note_text(cut, (left, y), color)
        if item.below:
            cut = self.text_of.fit(item.below, "small", False, place.right - pad - left)
            self.note_text(cut, (left, y + high), "muted", "small")
        return used

    def _row_ground(self, place: Rect, chosen: bool, hot: bool) -> None:
        if chosen:
            self.note_box(place, self.theme.selection, None, 5)
            bar = Rect(place.x, place.y + self.px(6), self.px(3), place.height - self.px(12))
            self.note_box(bar, self.theme.accent, None, 1)
        elif hot:
            self.note_box(place, mix(self.theme.panel2, self.theme.text, 0.07), None, 5)


# -- A table to be read.  Columns as wide as they need, cells that wrap; no row is chosen. ---------------------------

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
    """Tables for reading."""

    def grid(self, name: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        """A table of marked-up cells; the link followed, or "". Where columns do not fit, rows become paragraphs."""
        table = (tuple(head), *(tuple(row) for row in rows))
        width = self.layout.width_for(10**5, fill=True)
        plan = self._planned(table, width)
        if plan is None:
            return self._stacked(name, table)
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

    def _planned(self, table: Rows, width: int) -> TableLayout | None:
        """The layout, kept from frame to frame; None if the columns fit in no size."""
        key = (table, width, self.scale)
        if key not in self._plans:
            if len(self._plans) >= KEPT:
                self._plans.clear()
            self._plans[key] = self._plan(table, width)
        found: TableLayout | None = self._plans[key]
        return found

    def _plan(self, table: Rows, width: int) -> TableLayout | None:
        for chosen, gap in (("body", self.px(PAD + 4)), ("small", self.px(PAD + 2)), ("small", self.px(PAD) // 2)):
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

    def _stacked(self, name: str, table: Rows) -> str:
        """A paragraph for each row: its first cell, then the others with their titles."""
        followed = ""
        with self.scope(name):
            for number, row in enumerate(table[1:]):
                first = row[0] if row[0].startswith("**") else f"**{row[0]}**"
                rest = [f"[muted]{plain(t)}[/] {cell}" for t, cell in zip(table[0][1:], row[1:], strict=True) if cell]
                followed = self.text(f"{first}\n{' · '.join(rest)}", name=f"row{number}") or followed
        return followed
