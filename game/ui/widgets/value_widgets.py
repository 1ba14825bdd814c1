"""Radio buttons, sliders, drop-down lists and text entries: the widgets that hold a value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect

from game.ui.widgets.basic_widgets import Containers
from game.ui.widgets.core import CONTROL, PAD, POPUP
from game.ui.widgets.layout import Spot
from game.ui.widgets.style import drawing
from game.ui.widgets.style.rich_text import escape, sentence
from game.ui.widgets.style.theme import Colour, mix

DOT = "•"
EDITING = (pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)


class Choices(Containers):
    """Radio buttons, sliders, drop-down lists and text entries."""

    def radio(self, name: str, options: Sequence[str], chosen: int) -> int:
        """One of a few, all visible; returns the index chosen now."""
        with self.scope(name), self.column(gap=0):
            for index, option in enumerate(options):
                if self._tick(option, index == chosen, "radio"):
                    chosen = index
                    self.unstable = True
        return chosen

    # ---- slider ---------------------------------------------------------------------------------------
    def slider(
        self,
        text: str,
        value: float,
        low: float,
        high: float,
        step: float = 1,
        *,
        shown: Callable[[float], str] | None = None,
        name: str = "",
        tooltip: str = "",
    ) -> float:
        """A value between bounds, in steps; `shown` words it. Arrow keys move one step, Page keys five."""
        caption = shown(value) if shown else f"{value:g}"
        with self.column(gap=0):
            head = self.place(self.px(160), self.text_of.line_height("body")) if text else Rect(0, 0, 0, 0)
            rect = self.place(self.px(160), self.px(CONTROL - 2))
        name = self.name(name or text)
        value = self._slide_by_key(name, value, low, high, step)
        value = self._slide_by_mouse(name, rect, value, low, high, step)
        caption = shown(value) if shown else f"{value:g}"
        spot = self.spot(name, "slider", rect, text=text, tooltip=tooltip)
        spot.state = caption
        if text:
            wide = self.text_of.width(caption, "body", True)
            cut = self.text_of.fit(text, "body", False, head.width - wide - self.px(8))
            self.note_text(cut, head.topleft)
            self.note_text(caption, (head.right - wide, head.y), "accent", bold=True)
        self._slider_face(rect, name, (value - low) / (high - low or 1))
        self.ring(spot, 0)
        return value

    def _slide_by_key(self, name: str, value: float, low: float, high: float, step: float) -> float:
        moves = {
            pygame.K_LEFT: -step,
            pygame.K_RIGHT: step,
            pygame.K_PAGEDOWN: -5 * step,
            pygame.K_PAGEUP: 5 * step,
            pygame.K_HOME: low - high,
            pygame.K_END: high - low,
        }
        for key, _ in self.take_keys(name):
            value = min(high, max(low, round(value + moves.get(key, 0), 6)))
        return value

    def _slide_by_mouse(self, name: str, rect: Rect, value: float, low: float, high: float, step: float) -> float:
        clicked = self.used(name) and rect.collidepoint(self.mouse)  # pressed and let go between two pictures
        if self._frozen or (self.pressed != name and not clicked):
            return value
        knob = self.px(20)
        part = (self.mouse[0] - rect.x - knob / 2) / max(1, rect.width - knob)
        steps = round(min(1.0, max(0.0, part)) * (high - low) / step)
        return min(high, round(low + steps * step, 6))

    def _slider_face(self, rect: Rect, name: str, part: float) -> None:
        theme, knob = self.theme, self.px(20)
        track = Rect(rect.x, rect.centery - self.px(3), rect.width, self.px(6))
        x = rect.x + round((rect.width - knob) * min(1.0, max(0.0, part)))
        self.note_box(track, mix(theme.panel, theme.border, 0.35), None, 3)
        self.note_box(Rect(track.x, track.y, x + knob // 2 - track.x, track.height), theme.accent, None, 3)
        hot = name in (self.hover, self.pressed)
        ground = mix(theme.accent, theme.text, 0.25) if hot else theme.accent
        self.note_picture(drawing.disc(knob, ground, theme.panel, max(2, self.px(2))), (x, rect.centery - knob // 2))

    # ---- drop-down list ---------------------------------------------------------------------------------
    def dropdown(self, name: str, options: Sequence[str], chosen: int, *, tooltip: str = "") -> int:
        """One of many, folded away; returns the index chosen now. Up and Down change it without unfolding."""
        widest = max((self.text_of.width(option, "body") for option in options), default=0)
        rect = self.place(widest + self.px(3 * PAD + 18), self.px(CONTROL))
        name = self.name(name)
        before, was_open = chosen, self.popup == name
        if self.used(name) and options:
            self._toggle(name, rect, chosen)
        chosen = self._dropdown_keys(name, rect, len(options), chosen)
        if self.popup == name and was_open:
            chosen = self._dropdown_list(name, rect, options, chosen)
        elif self.popup == name:
            self._dropdown_list(name, rect, options, chosen)
        if chosen != before:
            self.unstable = True
        shown = options[chosen] if 0 <= chosen < len(options) else ""
        told = tooltip if self._shows(rect, shown) else f"{escape(sentence(shown))} {tooltip}".strip()
        spot = self.spot(name, "dropdown", rect, text=shown, tooltip=told)
        self._dropdown_face(rect, shown, name)
        self.ring(spot)
        return chosen

    def _toggle(self, name: str, rect: Rect, chosen: int) -> None:
        self.popup = "" if self.popup == name else name
        self.popup_at, self.popup_row = rect.copy(), chosen
        self.unstable = True

    def _dropdown_room(self, rect: Rect) -> int:
        return rect.width - 3 * self.px(PAD) - self.px(16)

    def _shows(self, rect: Rect, text: str) -> bool:
        return self.text_of.width(text, "body") <= self._dropdown_room(rect)

    def _dropdown_face(self, rect: Rect, shown: str, name: str) -> None:
        theme, pad, side = self.theme, self.px(PAD), self.px(16)
        hot = self.hover == name
        edge = theme.border if hot else mix(theme.panel, theme.border, 0.6)
        self.note_box(rect, theme.panel2, edge)
        cut = self.text_of.fit(shown, "body", False, self._dropdown_room(rect))
        y = rect.centery - self.text_of.line_height("body") // 2
        self.note_text(cut, (rect.x + pad, y))
        at = Rect(rect.right - pad - side, rect.centery - side // 2, side, side)
        self.note_mark("down", at, theme.accent if hot else theme.muted)

    def _dropdown_keys(self, name: str, rect: Rect, count: int, chosen: int) -> int:
        moves = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_HOME: -count, pygame.K_END: count}
        for key, _ in self.take_keys(name):
            opened = self.popup == name
            row = self.popup_row if opened else chosen
            if key in moves:
                row = max(0, min(count - 1, row + moves[key]))
                if not opened:
                    chosen = row
                self.popup_row = row
            elif opened:
                chosen, self.popup = row, ""
            elif count:
                self._toggle(name, rect, chosen)
        return chosen

    def _dropdown_list(self, name: str, rect: Rect, options: Sequence[str], chosen: int) -> int:
        wide = max([rect.width, *(self.text_of.width(option, "body") + self.px(4 * PAD) for option in options)])
        picked = self.popup_list(name, list(options), Rect(rect.x, rect.y, wide, rect.height), chosen)
        return chosen if picked is None else picked

    def popup_list(
        self,
        name: str,
        options: list[str],
        rect: Rect,
        chosen: int,
        keys: Sequence[str] = (),
        dead: frozenset[int] = frozenset(),
    ) -> int | None:
        """Rows in a box below (or above) `rect`; the index of the one used, or None. Closes when used."""
        row_high, pad = self.px(CONTROL), self.px(5)
        room = self.size[1] - self.px(16)
        high = min(row_high * len(options) + 2 * pad, room)
        wide = min(rect.width, self.size[0] - self.px(16))
        x = max(0, min(rect.x, self.size[0] - wide - self.px(8)))
        y = rect.bottom + self.px(3)
        if y + high > self.size[1] - self.px(8):
            above = rect.top - self.px(3) - high
            y = above if above >= 0 else max(self.px(8), self.size[1] - self.px(8) - high)
        box = Rect(x, y, wide, high)
        picked = None
        with self.layered(POPUP), self.scope(f"popup:{name}"):
            self.note(drawing.draw_shadow, box, self.theme.shadow, self.px(12))
            self.spot("popup", "panel", box, focusable=False)
            self.note_box(box, self.theme.panel, self.theme.border, 7)
            with self.scrolling(f"popup:{name}", box.inflate(-2 * pad, -2 * pad), gap=0):
                for index, option in enumerate(options):
                    key = keys[index] if index < len(keys) else ""
                    if self._popup_row(option, index, key, name, chosen, index not in dead):
                        picked = index
        if picked is not None:
            self.popup = ""
            self.unstable = True
        return picked

    def _popup_row(self, text: str, index: int, key: str, owner: str, chosen: int, live: bool) -> bool:
        theme, pad = self.theme, self.px(PAD)
        rect = self.place(0, self.px(CONTROL))
        name = self.name(f"row{index}")
        self.spot(name, "row", rect, text=text, focusable=False, enabled=live, owner=owner)
        if self.hover == name and live and self.popup_row != index:
            self.popup_row = index
        if index == self.popup_row and live:
            self.note_box(rect, theme.selection, None, 5)
        right = rect.right - pad
        if key:
            right -= self.text_of.width(key, "small")
            self.note_text(key, (right, rect.centery - self.text_of.line_height("small") // 2), "muted", "small")
            right -= pad
        y = rect.centery - self.text_of.line_height("body") // 2
        cut = self.text_of.fit(text, "body", index == chosen, right - rect.x - pad)
        ink: Colour = theme.text if live else mix(theme.panel, theme.muted, 0.7)
        self.note_text(cut, (rect.x + pad, y), ink, bold=index == chosen)
        return live and self.used(name) > 0

    # ---- entry ---------------------------------------------------------------------------------------
    def entry(
        self, name: str, value: str, *, hint: str = "", limit: int = 200, tooltip: str = "", covered: bool = False
    ) -> str:
        """A line to type in; returns the text now. `submitted(name)` tells that Enter was pressed.

        :param covered: hide it from onlookers: dots are shown, and nothing is copied.
        """
        rect = self.place(self.px(220), self.px(CONTROL))
        name = self.name(name)
        caret = min(self._carets.get(name, len(value)), len(value))
        if self.used(name):
            caret = self._caret_at(rect, _shown(value, covered))
        typed = "".join(char for char in self.take_text(name) if char.isprintable())
        if typed and self._all_of == name:
            value, caret = "", 0
        if typed:
            value = (value[:caret] + typed + value[caret:])[:limit]
            caret = min(caret + len(typed), len(value))
            self._all_of = ""
        for key, mods in self.take_keys(name):
            if covered and mods & pygame.KMOD_CTRL and key in (pygame.K_c, pygame.K_x):
                continue
            value, caret = self._edit(name, value[:limit], caret, key, mods)
        value = value[:limit]
        self._carets[name] = min(caret, len(value))
        shown = _shown(value, covered)
        spot = self.spot(name, "entry", rect, text=shown or hint, tooltip=tooltip)
        self._entry_face(spot, shown, hint)
        return value

    def suggest(self, name: str) -> None:
        """Treat the text of the next entry as a suggestion: all of it is selected, and typing replaces it."""
        full = "/".join((*self._scopes, name))
        self._carets.pop(full, None)
        self._all_of = full

    def submitted(self, name: str) -> bool:
        """Was Enter pressed in this entry in this build? Ask right after it, in the same scope."""
        full = "/".join((*self._scopes, name))
        if self._sent == full:
            self._sent = ""
            return True
        return False

    def _caret_at(self, rect: Rect, value: str) -> int:
        self._all_of = ""
        x = self.mouse[0] - rect.x - self.px(PAD)
        places = range(len(value) + 1)
        return min(places, key=lambda count: abs(self.text_of.width(value[:count]) - x), default=0)

    def _edit(self, name: str, value: str, caret: int, key: int, mods: int) -> tuple[str, int]:
        if mods & pygame.KMOD_CTRL:
            return self._clip_edit(name, value, caret, key)
        everything = self._all_of == name
        if key in EDITING:  # a letter comes as a key too, and not always in the same moment as what it types
            self._all_of = ""
        if key in (pygame.K_BACKSPACE, pygame.K_DELETE) and everything:
            return "", 0
        if key == pygame.K_BACKSPACE and caret:
            return value[: caret - 1] + value[caret:], caret - 1
        if key == pygame.K_DELETE:
            return value[:caret] + value[caret + 1 :], caret
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._sent = name
        moves = {
            pygame.K_LEFT: max(0, caret - 1),
            pygame.K_RIGHT: min(len(value), caret + 1),
            pygame.K_HOME: 0,
            pygame.K_END: len(value),
        }
        return value, moves.get(key, caret)

    def _clip_edit(self, name: str, value: str, caret: int, key: int) -> tuple[str, int]:
        """Ctrl+A selects all, Ctrl+C and Ctrl+X copy all, Ctrl+V pastes."""
        if key == pygame.K_a:
            self._all_of = name
        elif key in (pygame.K_c, pygame.K_x):
            pygame.scrap.put_text(value)
            return ("", 0) if key == pygame.K_x else (value, caret)
        elif key == pygame.K_v:
            pasted = "".join(char for char in pygame.scrap.get_text() if char.isprintable())[:1000]
            if self._all_of == name:
                value, caret, self._all_of = "", 0, ""
            return value[:caret] + pasted + value[caret:], caret + len(pasted)
        return value, caret

    def _entry_face(self, spot: Spot, value: str, hint: str) -> None:
        theme, pad, rect = self.theme, self.px(PAD), spot.rect
        on = spot.id == self.focus
        self.note_box(rect, theme.panel2, theme.focus if on else mix(theme.panel, theme.border, 0.6))
        inside = rect.inflate(-2 * pad, 0)
        y = rect.centery - self.text_of.line_height("body") // 2
        at = self._carets.get(spot.id, 0)
        coming = self.composed if on else ""
        start = self.text_of.width(value[:at])
        value, at = value[:at] + coming + value[at:], at + len(coming)
        caret = self.text_of.width(value[:at])
        shift = max(0, caret - inside.width + 2) if on else 0
        with self.clipped(inside.inflate(2, 0)):
            if on and self._all_of == spot.id and value:
                marked = Rect(inside.x - shift, y, self.text_of.width(value), self.text_of.line_height("body"))
                self.note_box(marked, theme.selection, None, 2)
            if value:
                self.note_text(value, (inside.x - shift, y))
            elif hint:
                self.note_text(self.text_of.fit(hint, "body", False, inside.width), (inside.x, y), "muted")
            if coming:
                below = y + self.text_of.line_height("body") - self.px(2)
                self.note_box(Rect(inside.x + start - shift, below, caret - start, self.px(2)), theme.focus, None, 0)
            if on:
                bar = Rect(
                    inside.x + caret - shift,
                    y + self.px(2),
                    max(1, self.px(2)),
                    self.text_of.line_height("body") - self.px(4),
                )
                self.note_box(bar, theme.focus, None, 0)
        self.ring(spot)


def _shown(value: str, covered: bool) -> str:
    """The text shown in an entry."""
    return DOT * len(value) if covered else value
