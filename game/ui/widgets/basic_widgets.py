"""Labels, text, buttons, checkboxes, bars: the widgets every panel uses."""

from __future__ import annotations

from pygame import Rect, Surface

from game.packs.validation import contrast
from game.ui.widgets.core import CONTROL, PAD, Core
from game.ui.widgets.style import drawing
from game.ui.widgets.style.rich_text import Word, escape
from game.ui.widgets.style.theme import Colour, ink_on, mix

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
    def separator(self) -> None:
        """A thin line across."""
        rect = self.place(0, self.px(9))
        width = max(1, self.px(1))
        self.note(_fill, Rect(rect.x, rect.centery, rect.width, width), self.theme.hairline)

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
