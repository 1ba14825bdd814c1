"""Labels, text, buttons, bars; and the panels, scrolling areas, tabs and dialogs that hold them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pygame import Rect, Surface

from game.packs.validation import contrast
from game.ui.widgets.core import CONTROL, GAP, PAD, Core
from game.ui.widgets.layout import Region
from game.ui.widgets.style import drawing
from game.ui.widgets.style.rich_text import Word, escape, sentence
from game.ui.widgets.style.theme import Colour, ink_on, mix

# -- Labels, text, buttons, checkboxes, bars: the widgets every panel uses. ------------------------------------------

KINDS = ("normal", "primary", "quiet", "danger")


class Basics(Core):
    """Labels, text, buttons, ticks, bars."""

    # ---- text -------------------------------------------------------------------------------------
    def label(
        self,
        text: str,
        size: str = "body",
        color: str = "text",
        bold: bool = False,
        align: str = "left",
        tooltip: str = "",
        one_line: bool = False,
    ) -> Rect:
        """Plain text; wraps, or ends in "…" with `one_line`. In a row it is centred on the buttons beside."""
        natural = self.text_of.width(text, size, bold) + 1
        layout = self.layout
        width = layout.width_for(natural, fill=True)
        cut = self.text_of.fit(text, size, bold, width) if one_line else ""
        lines = (cut,) if one_line else self.text_of.wrap(text, size, bold, width)
        high = self.text_of.line_height(size)
        beside = type(layout).__name__ != "Column"
        rect = layout.take(width, max(high * len(lines), self.px(CONTROL) if beside else 0))
        top = rect.y + (rect.height - high * len(lines)) // 2
        if self.visible(rect):
            for index, line in enumerate(lines):
                self._line(line, rect, top + index * high, size, color, bold, align)
        tip = tooltip or (text if one_line and cut != text else "")
        if tip:
            self.spot(self.name(f"label:{text}"), "label", rect, text=text, focusable=False, tooltip=tip)
        return rect

    def _line(self, line: str, rect: Rect, top: int, size: str, color: str, bold: bool, align: str) -> None:
        free = rect.width - self.text_of.width(line, size, bold)
        x = rect.x + (free if align == "right" else free // 2 if align == "centre" else 0)
        self.note_text(line, (x, top), color, size, bold)

    def heading(self, text: str, size: str = "heading") -> Rect:
        """A title in the book face."""
        return self.label(text, size)

    def text(self, markup: str, size: str = "body", color: str = "text", name: str = "") -> str:
        """Wrapped text with **bold**, [warn]colours[/] and [links](target); the target clicked, or ""."""
        width = self.layout.width_for(10**5, fill=True)
        words, height = self.rich_of.layout(markup, size, width)
        rect = self.layout.take(width, height)
        with self.scope(name or "text"):
            return self._words(words, rect, size, color)

    def _words(self, words: tuple[Word, ...], rect: Rect, size: str, color: str) -> str:
        clicked = ""
        high = self.text_of.line_height(size)
        for word in words:
            place = Rect(rect.x + word.x, rect.y + word.y, word.width, high)
            if self.visible(place):
                self.note_text(word.run.text, place.topleft, word.run.colour or color, size, word.run.bold)
            if word.run.target and self._link(word, place):
                clicked = word.run.target
        return clicked

    def _link(self, word: Word, place: Rect) -> bool:
        name = self.name(f"link:{word.run.target}")
        used = self.used(name) > 0
        spot = self.spot(name, "link", place, text=word.run.text.strip())
        line = Rect(place.x, place.bottom - self.px(4), place.width, max(1, self.px(1)))
        ink = self.theme.colour(word.run.colour)
        self.note(_fill, line, ink if self.hover == name else mix(self.theme.panel, ink, 0.55))
        self.ring(spot, 1, 4)
        return used

    # ---- buttons -------------------------------------------------------------------------------------
    def button(
        self,
        text: str,
        key: str = "",
        *,
        name: str = "",
        kind: str = "normal",
        enabled: bool = True,
        tooltip: str = "",
        intent: str = "",
        guarded: bool = False,
        pressed: bool = False,
        fill: bool = True,
        icon: str = "",
        left: bool = False,
    ) -> bool:
        """A button; True once when it is used.

        `key` is shown on it. `intent` lets the key of that intent press it. `guarded` buttons (end of
        phase) ignore plain Enter and Space. `pressed` draws it held down, for switches. `left`: the text
        begins at the left though there is no key, as in a menu.
        """
        rect, lines, key_shown = self._button_place(text, key, icon, fill)
        name = self.name(name or text or icon)
        used = self.used(name) > 0 and enabled
        tooltip = "" if tooltip == escape(text) else tooltip
        tip = f"{tooltip or escape(text)}  [muted]{key}[/]" if key != key_shown else tooltip
        role = "primary" if kind == "primary" else "button"
        spot = self.spot(
            name, role, rect, text=text or tooltip, enabled=enabled, tooltip=tip, intent=intent, guarded=guarded
        )
        if self.visible(rect):
            ground, ink = self._button_look(name, kind, enabled, pressed)
            self._button_face(rect, ground, kind, pressed, enabled)
            self._button_ink(rect, lines, (key_shown, icon, left), ink, ground)
        self.ring(spot)
        return used

    def _button_place(self, text: str, key: str, icon: str, fill: bool) -> tuple[Rect, tuple[str, ...], str]:
        """The place of a button, the lines of its text, and its key if there is room."""
        pad = self.px(PAD)
        key_wide = self.text_of.width(key, "small") + pad if key else 0
        icon_wide = self.px(24) if icon else 0
        natural = self.text_of.width(text, "body") + key_wide + icon_wide + 2 * pad
        width = self.layout.width_for(natural, fill)
        room = width - 2 * pad - key_wide - icon_wide
        wide = max(self.text_of.width(part, "body") for part in text.split("\n"))
        if key and (room < self.px(40) or room < wide <= room + key_wide):
            room, key_wide = room + key_wide, 0  # the tooltip tells the key
        lines = self.text_of.wrap(text, "body", False, room) if text else ("",)
        high = self.text_of.line_height("body")
        rect = self.layout.take(width, max(self.px(CONTROL), high * len(lines) + self.px(PAD)))
        return rect, lines, key if key_wide else ""

    def _button_look(self, name: str, kind: str, enabled: bool, pressed: bool) -> tuple[Colour, Colour]:
        theme = self.theme
        hot = enabled and self.hover == name
        ground = {"primary": theme.seal[0], "danger": theme.bad, "quiet": theme.panel}.get(kind, theme.button)
        if pressed:
            ground = theme.selection
        if not enabled:
            return mix(theme.panel, theme.button, 0.5), mix(theme.panel, theme.muted, 0.75)
        if hot and kind == "normal" and not pressed:
            ground = theme.button_hover
        elif hot:
            ground = mix(ground, theme.text, 0.12)
        if self.pressed == name:
            ground = mix(ground, theme.shadow, 0.25)
        return ground, ink_on(ground, theme.button_text, theme.text, theme.panel)

    def _button_face(self, rect: Rect, ground: Colour, kind: str, pressed: bool, enabled: bool) -> None:
        theme = self.theme
        edge = mix(ground, theme.border, 0.55) if enabled else theme.hairline
        self.note_box(rect, ground, ground if kind == "quiet" and not pressed else edge)
        if pressed:
            bar = Rect(rect.x + self.px(8), rect.bottom - self.px(4), rect.width - self.px(16), self.px(2))
            self.note(_fill, bar, theme.accent)

    def _button_ink(
        self, rect: Rect, lines: tuple[str, ...], shown: tuple[str, str, bool], ink: Colour, ground: Colour
    ) -> None:
        """The text; `shown`: the key, the icon, and whether the text begins at the left in any case."""
        (key, icon, at_left), pad, high = shown, self.px(PAD), self.text_of.line_height("body")
        left, right = rect.x + pad, rect.right - pad
        if icon:
            side = self.px(18)
            x = left if any(lines) else rect.centerx - side // 2
            self.note_mark(icon, Rect(x, rect.centery - side // 2, side, side), ink)
            left += self.px(24)
        if key:
            right -= self.text_of.width(key, "small")
            y = rect.centery - self.text_of.line_height("small") // 2
            quiet = mix(ink, ground, 0.28)
            self.note_text(key, (right, y), quiet if contrast(quiet, ground) >= 4.5 else ink, "small")
            right -= pad
        top = rect.centery - high * len(lines) // 2
        for index, line in enumerate(lines):
            free = right - left - self.text_of.width(line, "body")
            x = left if key or icon or at_left else left + max(0, free // 2)
            self.note_text(line, (x, top + index * high), ink)

    # ---- ticks ---------------------------------------------------------------------------------------
    def checkbox(self, text: str, value: bool, *, name: str = "", enabled: bool = True, tooltip: str = "") -> bool:
        """A checkbox; returns its value now."""
        used = self._tick(text, value, "checkbox", name, enabled, tooltip)
        return not value if used else value

    def _tick(self, text: str, value: bool, kind: str, name: str = "", enabled: bool = True, tooltip: str = "") -> bool:
        """The line of a checkbox or radio button; True when used."""
        side, pad = self.px(20), self.px(PAD)
        natural = side + pad + self.text_of.width(text, "body") + 1
        width = self.layout.width_for(natural, fill=True)
        lines = self.text_of.wrap(text, "body", False, width - side - pad)
        high = self.text_of.line_height("body")
        rect = self.layout.take(width, max(self.px(CONTROL), high * len(lines)))
        name = self.name(name or text)
        used = self.used(name) > 0 and enabled
        shown = not value if used and kind == "checkbox" else value or used
        spot = self.spot(name, kind, rect, text=text, enabled=enabled, tooltip=tooltip)
        spot.state = ("" if shown else "not ") + ("chosen" if kind == "radio" else "ticked")
        box = Rect(rect.x, rect.centery - side // 2, side, side)
        self._tick_face(box, shown, kind, enabled, hot=enabled and self.hover == name)
        ink = self.theme.text if enabled else mix(self.theme.panel, self.theme.muted, 0.75)
        top = rect.centery - high * len(lines) // 2
        for index, line in enumerate(lines):
            self.note_text(line, (box.right + pad, top + index * high), ink)
        self.ring(spot, 1)
        return used

    def _tick_face(self, box: Rect, value: bool, kind: str, enabled: bool, hot: bool) -> None:
        theme = self.theme
        edge = theme.text if hot else theme.border if enabled else theme.hairline
        if kind == "radio":
            self.note_picture(drawing.disc(box.width, theme.panel2, edge, max(1, self.px(1.5))), box.topleft)
            if value:
                inner = box.inflate(-self.px(9), -self.px(9))
                self.note_picture(drawing.disc(inner.width, theme.accent, theme.accent, 1), inner.topleft)
            return
        ground = theme.accent if value and enabled else theme.panel2
        self.note_box(box, ground, theme.accent if value and enabled else edge, 4)
        if value:
            ink = ink_on(ground, theme.panel, theme.text)
            self.note_mark("check", box.inflate(-self.px(4), -self.px(4)), ink)

    # ---- lines and bars --------------------------------------------------------------------------------
    def separator(self, double: bool = False) -> None:
        """A thin line across; ``double``: two, in ink, as below the head of a newspaper."""
        rect = self.place(0, self.px(9))
        width = max(1, self.px(1))
        ink = self.theme.text if double else self.theme.hairline
        for down in (0, 3) if double else (0,):
            self.note(_fill, Rect(rect.x, rect.centery + self.px(down), rect.width, width), ink)

    def progress(self, part: float, text: str = "", color: str = "accent") -> Rect:
        """A bar filled to `part` (0-1), with text on it."""
        rect = self.place(self.px(160), self.px(24))
        track = mix(self.theme.panel, self.theme.border, 0.25)
        self.note_box(rect, track, self.theme.hairline, 5)
        wide = round(rect.width * min(1.0, max(0.0, part)))
        ink = self.theme.colour(color)
        if wide:
            with self.clipped(Rect(rect.x, rect.y, wide, rect.height)):
                self.note_box(rect, ink, None, 5)
        if text:
            self._bar_text(rect, wide, text, track, ink)
        return rect

    def _bar_text(self, rect: Rect, wide: int, text: str, track: Colour, ink: Colour) -> None:
        """The caption, on the longer of the filled and the empty part; on a plate over both, if it is longer than
        either, so that no letter is cut in two colours."""
        shown = self.text_of.fit(text, "small", True, rect.width - self.px(8))
        long, high = self.text_of.width(shown, "small", True), self.text_of.line_height("small")
        done = Rect(rect.x, rect.y, wide, rect.height)
        rest = Rect(done.right, rect.y, rect.width - wide, rect.height)
        parts = sorted(((done, ink), (rest, track)), key=lambda part: -part[0].width)
        longer, ground = parts[0]
        if long + self.px(8) > longer.width:
            longer, ground = rect, track
            self.note_box(Rect(0, 0, long + self.px(8), high).move_to(center=rect.center), track, None, 3)
        at = (longer.centerx - long // 2, rect.centery - high // 2)
        self.note_text(shown, at, ink_on(ground, self.theme.text, self.theme.panel), "small", True)


def _fill(surface: Surface, rect: Rect, colour: Colour) -> None:
    surface.fill(colour, rect)


# -- Panels, scrolling areas, tabs and dialogs: the widgets that hold others. ----------------------------------------

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
