"""Panels, scrolling areas, tabs and dialogs: the widgets that hold others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pygame import Rect

from game.ui.widgets.basic_widgets import Basics
from game.ui.widgets.core import CONTROL, GAP, PAD
from game.ui.widgets.hit_testing import Region
from game.ui.widgets.style import drawing
from game.ui.widgets.style.rich_text import sentence
from game.ui.widgets.style.theme import mix

BAR = 10  # scroll bar, at 100 %


@dataclass(slots=True)
class Dialog:
    """A dialog's answer to its owner."""

    cancelled: bool = False


class Containers(Basics):
    """Panels, scrolling areas, tabs and dialogs."""

    @contextmanager
    def panel(
        self, name: str, rect: Rect, title: str = "", color: str = "panel", pad: float = PAD + 4, radius: float = 8
    ) -> Iterator[None]:
        """A box at a fixed place; overflowing contents scroll."""
        self.spot(f"panel:{name}", "panel", rect, focusable=False)
        edge = mix(self.theme.panel, self.theme.border, 0.7)
        self.note_box(rect, self.theme.colour(color), edge if radius else None, radius)
        inside = rect.inflate(-2 * self.px(pad), -2 * self.px(pad))
        with self.scope(name):
            if title:
                inside = self._panel_title(title, inside)
            with self.scrolling(f"{name}:body", inside):
                yield

    def _panel_title(self, title: str, inside: Rect) -> Rect:
        with self.area(inside, gap=4) as column:
            self.label(title, "heading")
            self.separator()
            used = column.height + self.px(4)
        return Rect(inside.x, inside.y + used, inside.width, max(0, inside.height - used))

    @contextmanager
    def scroll(self, name: str, height: float) -> Iterator[None]:
        """An area of a height (at 100 %) whose contents scroll."""
        rect = self.place(self.px(200), self.px(height))
        with self.scrolling(name, rect):
            yield

    @contextmanager
    def scrolling(self, name: str, rect: Rect, gap: float = GAP) -> Iterator[None]:
        """Fill `rect` with a column that scrolls if it is too high."""
        content = self._heights.get(name, 0)
        most = content - rect.height
        most = most if most > self.px(3) else 0  # rounding is no reason for a scroll bar
        bar = self.px(BAR) + self.px(6) if most else 0
        offset = min(self.scrolled.get(name, 0), most)
        region = Region(name, rect, self._layer, most)
        self.region(region)
        margin = self.px(4)
        with (
            self.clipped(rect.inflate(2 * margin, 2 * margin)),
            self.area(Rect(rect.x, rect.y - offset, rect.width - bar, 0), gap) as column,
        ):
            self._scrolls.append(name)
            yield
            self._scrolls.pop()
        self.measured(name, column.bottom - column.top)
        if most:
            self.scroll_bar(region, offset, content)

    def scroll_bar(self, region: Region, offset: int, content: int) -> None:
        """The bar at the right edge of a scrolling area; its thumb can be dragged."""
        wide = self.px(BAR)
        track = Rect(region.rect.right - wide, region.rect.y, wide, region.rect.height)
        long = max(self.px(32), track.height * track.height // max(1, content))
        travel = max(1, track.height - long)
        thumb = Rect(track.x, track.y + travel * offset // max(1, region.most), wide, min(long, track.height))
        name = f"{region.id}:thumb"
        grip = thumb.inflate(self.px(10), 0)
        self.spot(name, "thumb", grip, focusable=False)
        if self.pressed == name:
            self._drag_thumb(region, thumb, travel)
        hot = name in (self.hover, self.pressed)
        self.note_box(track, mix(self.theme.panel, self.theme.border, 0.15), None, BAR // 2)
        self.note_box(thumb, mix(self.theme.panel, self.theme.border, 0.95 if hot else 0.6), None, BAR // 2)

    def _drag_thumb(self, region: Region, thumb: Rect, travel: int) -> None:
        if self.anchor[0] != self.pressed:
            self.anchor = (self.pressed, self.mouse[1], thumb.y - region.rect.y)
        moved = self.anchor[2] + self.mouse[1] - self.anchor[1]
        wanted = max(0, min(region.most, moved * region.most // travel))
        if wanted != self.scrolled.get(region.id, 0):
            self.scrolled[region.id] = wanted
            self.unstable = True

    def tabs(self, name: str, titles: Sequence[str], chosen: int, most: Sequence[str] = ()) -> int:
        """A row of tabs, closer together or wrapping if necessary; returns the index chosen now.

        :param most: all tabs there may be: none moves when the last of them come and go.
        """
        gap, all_of = self.px(2), most or titles
        free = self.layout.width_for(10**5, True) - len(all_of) * gap
        free -= sum(self.text_of.width(title, "body", True) for title in all_of)
        pad = max(self.px(5), min(self.px(12), free // max(1, 2 * len(all_of))))
        with self.scope(name), self.flow(gap=2):
            for index, title in enumerate(titles):
                if self._tab_head(title, index == chosen, pad):
                    chosen = index
        return chosen

    def _tab_head(self, title: str, on: bool, pad: int) -> bool:
        theme = self.theme
        rect = self.place(self.text_of.width(title, "body", True) + 2 * pad, self.px(CONTROL), fill=False)
        name = self.name(title)
        spot = self.spot(name, "tab", rect, text=title)
        spot.state = "open" if on else ""
        hot = self.hover == name
        if on or hot:
            self.note_box(rect, theme.panel2 if on else mix(theme.panel, theme.panel2, 0.6), None, 5)
        shown = self.text_of.fit(title, "body", on, rect.width - self.px(2))
        x = rect.centerx - self.text_of.width(shown, "body", on) // 2
        y = rect.centery - self.text_of.line_height("body") // 2
        self.note_text(shown, (x, y), "text" if on or hot else "muted", bold=on)
        line = Rect(rect.x + self.px(4), rect.bottom - self.px(3), rect.width - self.px(8), self.px(3))
        self.note_box(line, theme.accent if on else theme.hairline, None, 1)
        self.ring(spot, 1)
        return self.used(name) > 0

    # ---- dialogs -------------------------------------------------------------------------------------
    @contextmanager
    def modal(self, name: str, title: str, width: float = 520, veil: int = 120, told: str = "") -> Iterator[Dialog]:
        """A dialog in the middle that holds all input until its owner stops declaring it.

        `width` at 100 %; `told`: its question. `cancelled` is true once after Esc. Too high a content scrolls.
        """
        layer = 10 * (len(self._coming_modals) + 1)
        if not self._frozen:
            self.add_modal(name, layer)
        dialog = Dialog(self.take_cancel(name))
        margin, pad = self.px(16), self.px(20)
        wide = min(self.px(width), self.size[0] - 2 * margin)
        lines = len(self.text_of.wrap(title, "heading", False, wide - 2 * pad)) if title else 0
        head = self.text_of.line_height("heading") * lines + self.px(14) if title else 0
        body = self._heights.get(f"modal:{name}:body", self.px(60))
        high = min(head + body + 2 * pad, self.size[1] - 2 * margin)
        rect = Rect((self.size[0] - wide) // 2, (self.size[1] - high) // 2, wide, high)
        with self.layered(layer if not self._frozen else self._layer), self.scope(f"modal:{name}"):
            self.note(drawing.draw_scrim, self.theme.shadow, veil)
            self.note(drawing.draw_shadow, rect, self.theme.shadow, self.px(18))
            words = f"{sentence(title)} {told}" if told else title
            self.spot(f"modal:{name}", "panel", rect, focusable=False, text=words)
            self.note_box(rect, self.theme.panel, mix(self.theme.panel, self.theme.border, 0.8), 10)
            inside = rect.inflate(-2 * pad, -2 * pad)
            if title:
                with self.area(Rect(inside.x, inside.y - self.px(4), inside.width, head)):
                    self.label(title, "heading")
            room = Rect(inside.x, inside.y + head, inside.width, inside.height - head)
            with self.scrolling(f"modal:{name}:body", room, gap=10):
                yield dialog

    def dialog(
        self,
        name: str,
        title: str,
        markup: str,
        buttons: Sequence[str] = ("OK",),
        width: float = 480,
        danger: bool = False,
    ) -> str:
        """A question: the button used, the last button on Esc, or "" while it is open.

        Enter means the first button; of a dangerous question it means the last.
        """
        answer = ""
        with self.modal(name, title, width, told=markup) as dialog:
            self.text(markup)
            self.space(2)
            with self.flow():
                for index, text in enumerate(buttons):
                    kind = "danger" if danger and index == 0 else "normal"
                    if index == (len(buttons) - 1 if danger else 0):
                        kind = "primary"
                    if self.button(text, kind=kind, fill=False):
                        answer = text
            if dialog.cancelled:
                answer = buttons[-1]
        return answer
