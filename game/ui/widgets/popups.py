"""Menus at the pointer, tooltips and notices: what lies over everything for a while."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame
from pygame import Rect

from game.ui.widgets.core import PAD, TIP, TOAST
from game.ui.widgets.lists import Grids
from game.ui.widgets.style import drawing
from game.ui.widgets.style.theme import DARK, Theme, mix

NOTICE_SECONDS = 12.0
NOTICES_KEPT = 4
INFO = ("info", "accent")
KIND_MARKS = {"info": INFO, "staff": INFO, "warn": ("warn", "warn"), "good": ("check", "good"), "bad": ("cross", "bad")}


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A line of a menu, with the key that does the same."""

    text: str
    key: str = ""
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Notice:
    """A short message that disappears by itself; `target` is followed by its "Go there"."""

    text: str
    kind: str = "info"
    target: str = ""
    until: float = 0.0


class Ui(Grids):
    """The whole widget layer, one for each window."""

    tooltip_ms = 500  # below 0: no tooltips
    quiet = False  # no tooltips for now
    hushed = False  # notices wait until a build does not set it: a page or a moment fills the window
    notice_area: Rect | None = None  # notices stack upward from its lower left corner

    def __init__(self, theme: Theme = DARK, scale: float = 1.0) -> None:
        super().__init__(theme, scale)
        self.notices: list[Notice] = []
        self._hint: tuple[str, Rect] | None = None
        self._in_sight: list[Rect] = []
        self.lying: list[Rect] = []  # what is drawn in this build without being declared
        self._hint_key = self._dropped = ""
        self._tip_shown: tuple[str, Rect] | None = None

    # ---- menu --------------------------------------------------------------------------------------
    def open_menu(self, name: str, pos: tuple[int, int]) -> None:
        """Open a menu at a pixel; `menu(name, …)` must be declared in the builds that follow."""
        self.popup, self.popup_at, self.popup_row = name, Rect(*pos, 0, 0), 0
        self.focus, self.focus_shown, self.changed = f"menu:{name}", True, True

    def menu(self, name: str, items: Sequence[MenuItem]) -> int | None:
        """The index of the item used, or None; shows only while the menu is open."""
        if self.popup != name or not items:
            return None
        dead = frozenset(index for index, item in enumerate(items) if not item.enabled)
        self.spot(f"menu:{name}", "menu", Rect(self.popup_at.topleft, (0, 0)))
        picked = self._menu_keys(f"menu:{name}", len(items), dead)
        wide = max(self.text_of.width(item.text) + self.text_of.width(item.key, "small") for item in items)
        place = Rect(self.popup_at.x, self.popup_at.y, wide + self.px(5 * PAD), 0)
        keys = [item.key for item in items]
        used = self.popup_list(name, [item.text for item in items], place, -1, keys, dead)
        picked = used if used is not None else picked
        if picked is not None:
            self.popup, self.focus_shown, self.unstable = "", False, True
        return picked

    def _menu_keys(self, name: str, count: int, dead: frozenset[int]) -> int | None:
        moves = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_HOME: -count, pygame.K_END: count}
        for key, _ in self.take_keys(name):
            if key in moves:
                self.popup_row = max(0, min(count - 1, self.popup_row + moves[key]))
            elif self.popup_row not in dead:
                return self.popup_row
        return None

    # ---- tooltips -----------------------------------------------------------------------------------
    def begin(self, size: tuple[int, int]) -> None:
        """Start declaring the widgets of a window of this size."""
        super().begin(size)
        self._in_sight, self.lying, self._hint = [], [], None

    def keep_in_sight(self, rect: Rect) -> None:
        """Keep tooltips off this part of the window, if they fit elsewhere."""
        self._in_sight.append(Rect(rect))

    def hint(self, key: str, markup: str, about: Rect) -> None:
        """A tooltip for something that is no widget (a hex); `key` restarts the delay when it changes."""
        if self.hover or self.in_dialog or self.popup or key == self._dropped:
            return
        if key != self._hint_key:
            self._hint_key, self._dropped = key, ""
            self.tip_since = self.now if not self.pinned else self.tip_since
        if markup and not self.pinned:
            self._hint = (markup, about)

    def drop_hint(self) -> None:
        """Remove the tooltip of a hex until another hex asks for one."""
        self._dropped, self.changed = self._hint_key, True

    def overlays(self) -> str:
        """Declare notices and the tooltip, after everything else; the link or target followed, or ""."""
        followed = self._notices()
        tip = self._tip_now()
        if tip is None:
            self.pinned = False
            return followed
        return self._tip_box(*tip) or followed

    def wake_in(self) -> float | None:
        """Seconds until something here changes by itself (a tooltip appears, a notice goes)."""
        waits = [notice.until - self.now for notice in self.notices]
        due = self.tooltip_ms / 1000 - (self.now - self.tip_since)
        hidden = self._tip_shown is None and not (self.pressed or self.quiet or self.away) and self.tooltip_ms >= 0
        if hidden and (self._tip_owner() or self._hint):
            waits.append(due)
        return max(0.0, min(waits)) if waits else None

    def _tip_owner(self) -> tuple[str, Rect] | None:
        name = self.hover or (self.focus if self.focus_shown else "")
        spot = self.find(name)
        if spot is None or not spot.tooltip or self.popup:
            return None
        return spot.tooltip, spot.rect

    def _tip_now(self) -> tuple[str, Rect] | None:
        if self.pinned and self._tip_shown is not None:
            return self._tip_shown
        hinted, self._hint = self._hint, None
        if (
            self.quiet
            or self.away
            or self.tooltip_ms < 0
            or self.now - self.tip_since < self.tooltip_ms / 1000
            or self.pressed
        ):
            self._tip_shown = None
            if hinted and self.tooltip_ms >= 0:
                self._hint = hinted
            return None
        found = self._tip_owner()
        if found is None and hinted is not None and not self.hover:
            found = hinted
        self._tip_shown = found
        return found

    def _tip_box(self, markup: str, by: Rect) -> str:
        pad = self.px(PAD)
        most = min(self.px(360), self.size[0] - 4 * pad)
        words, high = self.rich_of.layout(markup, "small", most)
        wide = max((word.x + word.width for word in words), default=0)
        box = self._beside(by, wide + 2 * pad, high + 2 * self.px(7))
        theme = self.theme
        with self.layered(TIP), self.scope("tip"):
            if self.pinned:
                self.spot("tip", "panel", box, focusable=False)
            self.note(drawing.draw_shadow, box, theme.shadow, self.px(8))
            self.note_box(
                box,
                mix(theme.panel2, theme.text, 0.03),
                theme.focus if self.pinned else mix(theme.panel, theme.border, 0.8),
                6,
            )
            return self._words(words, box.inflate(-2 * pad, -2 * self.px(7)), "small", "text")

    def _beside(self, by: Rect, wide: int, high: int) -> Rect:
        """Where a tooltip lies: below what it is about, at one of its sides or above it, or at a side of the panel it
        stands in, wherever it covers least (neither that, nor what is to be kept in sight, nor another choice) and, of
        places that are alike, the nearest."""
        gap, whole = self.px(6), Rect((0, 0), self.size).inflate(-2 * self.px(4), -2 * self.px(4))
        below = Rect(by.x, by.bottom + gap, wide, high)
        above = Rect(by.x, by.top - gap - high, wide, high)
        around = sorted([by, *self._in_sight], key=lambda rect: not rect.colliderect(by))
        tops = [by.y]  # then beside it above and below what is in the way
        tops += [top for rect in self._in_sight for top in (rect.bottom + gap, rect.top - gap - high)]
        tops += [by.y - step * (high + gap) for step in range(1, 9)]
        sides = [
            Rect(x, y, wide, high) for y in tops for each in around for x in (each.x - gap - wide, each.right + gap)
        ]
        floor = self._floor()
        others = [spot.clip for spot in self.spots if spot.focusable and spot.enabled and floor <= spot.layer < TIP]
        others = [clip for clip in others if clip.size != (0, 0) and clip != by]

        def covers(box: Rect) -> tuple[bool, int, int, int]:
            kept, choices = box.collidelistall(self._in_sight), box.collidelistall(others)
            aside = 0 if box.top <= by.bottom + gap and box.bottom >= by.top - gap else abs(box.centery - by.centery)
            away = max(0, by.left - box.right - gap, box.left - by.right - gap)
            return box.colliderect(by), len(kept), len(choices), aside + away

        return min((place.clamp(whole) for place in (below, *sides, above)), key=covers)

    # ---- notices ------------------------------------------------------------------------------------
    def notice(self, text: str, kind: str = "info", target: str = "") -> None:
        """Show a message at the edge; kinds info, staff, good, warn, bad. It never takes the keyboard."""
        new = Notice(text, kind, target, self.now + NOTICE_SECONDS)
        kept = [notice for notice in self.notices if notice.text != text]
        self.notices = [*kept, new][-NOTICES_KEPT:]
        self.changed = True

    def withdraw(self, kind: str) -> None:
        """Remove all messages of a kind early."""
        kept = [notice for notice in self.notices if notice.kind != kind]
        self.changed = self.changed or kept != self.notices
        self.notices = kept

    def _notices(self) -> str:
        for spot in self._refused:
            self.notice(
                f"{spot.text}: Enter does not press this button, to avoid accidents. Use its own key, or click it.",
                "warn",
            )
        self._refused.clear()
        hushed, self.hushed = self.hushed, False
        if hushed or self.hover.startswith("notice"):
            self.notices = [replace(notice, until=max(notice.until, self.now + 2)) for notice in self.notices]
        self.notices = [notice for notice in self.notices if notice.until > self.now]
        followed, panels, placed = "", [*self.lying, *self.panels_so_far()], list[Rect]()
        if hushed:
            return followed
        with self.layered(TOAST):
            for notice in reversed(self.notices):
                box, used = self._notice_box(notice, panels, placed)
                placed.append(box)
                followed = used or followed
        return followed

    def _notice_place(self, wide: int, high: int, panels: Sequence[Rect], placed: Sequence[Rect]) -> Rect:
        """The place of a notice: in the lower left corner, else above or beside the panels that lie there; where all is
        taken, where it covers least of buttons, fields and other notices, and then of panels."""
        area, gap = self.notice_area or Rect(0, 0, *self.size), self.px(8)
        left, bottom = area.x + 2 * gap, area.bottom - 2 * gap
        first, taken = Rect(left, bottom - high, wide, high), [*panels, *placed]
        for x in (left, *sorted(rect.right + gap for rect in taken)):
            box = Rect(x, first.y, wide, high)
            while (hit := box.collidelist(taken)) >= 0 and box.top >= area.top:
                box.bottom = taken[hit].top - gap
            if hit < 0 and area.contains(box):
                return box
        lowest = (self.size[1] - gap, bottom, *(rect.top - gap for rect in taken))
        tries = [Rect(x, low - high, wide, high) for x in (left, area.right - 2 * gap - wide) for low in lowest]
        window, widgets = Rect(0, 0, *self.size), [*self.widgets_so_far(), *placed]
        tries = [box for box in tries if window.contains(box)] or [first]
        return min(tries, key=lambda box: [sum(_size(box.clip(r)) for r in over) for over in (widgets, taken)])

    def _notice_box(self, notice: Notice, panels: Sequence[Rect], placed: Sequence[Rect]) -> tuple[Rect, str]:
        """One notice, clear of what is taken; returns its place and the target followed."""
        theme, pad = self.theme, self.px(PAD)
        mark, color = KIND_MARKS[notice.kind]
        side = self.px(20)
        markup = notice.text + (f"  [Go there]({notice.target})" if notice.target else "")
        most = min(self.px(380), self.size[0] - 4 * self.px(8)) - side - self.px(34) - 3 * pad
        words, high = self.rich_of.layout(markup, "body", most)
        wide = max(word.x + word.width for word in words) if words else 0
        high = max(high, side)
        box = self._notice_place(wide + side + self.px(34) + 3 * pad, high + 2 * pad, panels, placed)
        name = f"notice:{notice.text}"
        self.note(drawing.draw_shadow, box, theme.shadow, self.px(10))
        self.spot(name, "panel", box, focusable=False, text=notice.text)
        self.note_box(box, theme.panel, mix(theme.panel, theme.colour(color), 0.7), 7)
        self.note_mark(mark, Rect(box.x + pad, box.y + pad, side, side), theme.colour(color))
        inside = Rect(box.x + 2 * pad + side, box.y + pad, wide, high)
        with self.scope(name):
            followed = self._words(words, inside, "body", "text")
            closed = self._close_mark(Rect(box.right - self.px(34), box.y + self.px(3), self.px(32), self.px(32)))
        if closed or followed:
            self.notices = [other for other in self.notices if other is not notice]
            self.unstable = True
        return box, followed

    def _close_mark(self, rect: Rect) -> bool:
        name = self.name("close")
        self.spot(name, "button", rect, text="Close", focusable=False)
        ink = self.theme.text if self.hover == name else self.theme.muted
        self.note_mark("cross", rect.inflate(-self.px(14), -self.px(14)), ink)
        return self.used(name) > 0


def _size(rect: Rect) -> int:
    """How many pixels it covers."""
    return rect.width * rect.height
