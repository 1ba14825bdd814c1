"""Mouse and keyboard input for the widgets: keys, focus, scrolling; no drawing."""

from __future__ import annotations

import pygame
from pygame import Rect
from pygame.event import Event

from game.ui.widgets.key_names import CLIPBOARD, CONTROL, chords, types_text
from game.ui.widgets.layout import (
    ACTIVATE,
    ARROWS,
    KEEPS_KEYS,
    KEYS_OF,
    TYPING,
    Field,
    Region,
    Spot,
    reachable,
    step_focus,
    told_at,
    toward,
    under,
)

DOUBLE_CLICK = 0.4  # seconds
_SHORTCUT = CONTROL | pygame.KMOD_ALT


class EventHandling:
    """Turns events into uses of widgets, judged by their places in the last build."""

    def __init__(self) -> None:
        self.now = 0.0
        self.mouse = (-1, -1)
        self.hover = self.pressed = self.focus = self.popup = ""
        self.focus_shown = False
        self.changed = True
        self.scrolled: dict[str, int] = {}
        self.spots: list[Spot] = []
        self.regions: list[Region] = []
        self.fields: list[Field] = []
        self.pinned = self.away = False
        self._alt = False  # Alt is held, and nothing else was pressed with it
        self.tip_since = 0.0
        self.popup_at = Rect(0, 0, 0, 0)
        self.popup_row = 0
        self.anchor = ("", 0, 0)
        self.composed = ""  # what an input method has put together so far, and not given yet
        self._coming: tuple[list[Spot], list[Region], list[Field]] = ([], [], [])
        self._fired: dict[str, int] = {}
        self._keys: list[tuple[str, int, int]] = []
        self._typed: list[tuple[str, str]] = []
        self._cancelled: set[str] = set()
        self._refused: list[Spot] = []
        self._last_click = ("", -1.0)
        self._modals: list[tuple[str, int]] = []
        self._coming_modals: list[tuple[str, int]] = []

    # ---- what the widgets ask ---------------------------------------------------------------------
    def used(self, name: str) -> int:
        """How often this widget was activated since the last build: 0, 1, or 2 for a double click."""
        return self._fired.pop(name, 0)

    def take_keys(self, name: str) -> list[tuple[int, int]]:
        """(key, modifiers) pressed on this widget since the last build."""
        mine = [(key, mods) for owner, key, mods in self._keys if owner == name]
        self._keys = [entry for entry in self._keys if entry[0] != name]
        return mine

    def take_text(self, name: str) -> str:
        """Text typed into this widget since the last build."""
        mine = "".join(text for owner, text in self._typed if owner == name)
        self._typed = [entry for entry in self._typed if entry[0] != name]
        return mine

    def take_cancel(self, name: str) -> bool:
        """Was this dialog left with Esc?"""
        if name in self._cancelled:
            self._cancelled.discard(name)
            return True
        return False

    @property
    def in_dialog(self) -> bool:
        """Does a dialog hold all input?"""
        return bool(self._modals)

    @property
    def typing(self) -> bool:
        """Is the keyboard in a text entry?"""
        spot = self.find(self.focus)
        return spot is not None and spot.kind in TYPING

    @property
    def pending(self) -> bool:
        """Has something been used that the next build will handle?"""
        return bool(self._fired or self._keys or self._typed or self._cancelled or self._refused)

    def find(self, name: str) -> Spot | None:
        """The spot with a name in the last build."""
        return next((spot for spot in self.spots if spot.id == name), None) if name else None

    def over(self, pos: tuple[int, int]) -> bool:
        """Is a pixel covered by a widget or panel, or everything by a dialog?"""
        return self.in_dialog or under(self.spots, pos) is not None

    # ---- what a build tells ------------------------------------------------------------------------
    @property
    def has_primary(self) -> bool:
        """Has an enabled primary button been declared in this build?"""
        return any(spot.kind == "primary" and spot.enabled for spot in self._coming[0])

    def panels_so_far(self) -> list[Rect]:
        """The places of the panels declared in this build."""
        return [spot.rect for spot in self._coming[0] if spot.kind == "panel"]

    def widgets_so_far(self) -> list[Rect]:
        """The places of what can be clicked or typed into, of that declared in this build."""
        return [spot.rect for spot in self._coming[0] if spot.kind != "panel"]

    def open_spots(self) -> None:
        """Begin a build."""
        self._coming = ([], [], [])
        self._coming_modals = []

    def add_spot(self, spot: Spot) -> None:
        """Note a spot in a build."""
        self._coming[0].append(spot)

    def add_region(self, region: Region) -> None:
        """Note a scrolling area in a build."""
        self._coming[1].append(region)

    def add_field(self, field: Field) -> None:
        """Note a place with a help topic in a build."""
        self._coming[2].append(field)

    def add_modal(self, name: str, layer: int) -> None:
        """Note a dialog in a build."""
        self._coming_modals.append((name, layer))

    def close_spots(self) -> None:
        """End a build; forget what was not asked for."""
        self.spots, self.regions, self.fields = self._coming
        opened = [name for name, _ in self._coming_modals if name not in dict(self._modals)]
        self._modals = self._coming_modals
        self._fired.clear()
        self._keys.clear()
        self._typed.clear()
        self._cancelled.clear()
        self._refused.clear()
        if opened:
            self._enter_dialog()
        elif self.focus and self.find(self.focus) is None:
            self.focus, self.focus_shown = "", False
        if not self.typing:
            self.composed = ""
        self._hover()

    def _enter_dialog(self) -> None:
        """Give a dialog the keyboard: its primary button, else its first widget."""
        inside = reachable(self.spots, self._floor())
        first = next((spot for spot in inside if spot.kind in TYPING), None)
        primary = next((spot for spot in inside if spot.kind == "primary"), None)
        chosen = first or primary or (inside[0] if inside else None)
        self.focus = chosen.id if chosen else ""
        self.focus_shown = self.changed = True

    def _floor(self) -> int:
        return self._modals[-1][1] if self._modals else 0

    def meant(self, pos: tuple[int, int], below: int) -> tuple[Spot | None, Field | None]:
        """The widget and the field at a pixel, of those within reach of a dialog, below a layer."""
        floor = self._floor()
        spots = [spot for spot in self.spots if floor <= spot.layer < below]
        return under(spots, pos), told_at([field for field in self.fields if field.layer < below], pos, floor)

    # ---- events ---------------------------------------------------------------------------------------
    def handle(self, event: Event) -> bool:
        """Take one event; True if it was for a widget and goes no further."""
        if event.type in (pygame.MOUSEMOTION, pygame.KEYDOWN):
            self.away = False
        if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.MOUSEBUTTONDOWN):
            self._pin(event)
        if event.type == pygame.MOUSEMOTION:
            return self._move(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.mouse = event.pos
            return self._press(event.button) if event.button == 1 else self.over(event.pos)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._release(event.pos) if event.button == 1 else self.in_dialog
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(getattr(event, "precise_y", event.y))
        if event.type == pygame.KEYDOWN:
            return bool(self.composed) or self._key(event)
        if event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING) and self.typing:
            self.composed = event.text if event.type == pygame.TEXTEDITING else ""
            if event.type == pygame.TEXTINPUT:
                self._typed.append((self.focus, event.text))
            self.changed = True
            return True
        return False

    def look_away(self) -> None:
        """The player left the window: remove tooltips, pinned or not."""
        self.pinned = self._alt = False
        self.away = self.changed = True

    def _pin(self, event: Event) -> None:
        """Alt by itself, pressed and let go, pins a tooltip; Alt+Tab, Alt+Enter or Alt and a click do not."""
        if event.type != pygame.KEYUP:
            self._alt = event.type == pygame.KEYDOWN and event.key in (pygame.K_LALT, pygame.K_RALT)
        elif self._alt:
            self._alt, self.pinned, self.changed = False, not self.pinned, True

    def fire(self, name: str, clicks: int = 1) -> None:
        """Activate a widget as if it were clicked."""
        self._fired[name] = clicks
        self.changed = True

    def offer(self, intent: str) -> bool:
        """Fire the button that stands for an intent, if one is on screen and enabled."""
        floor = self._floor()
        for spot in self.spots:
            if spot.intent == intent and spot.enabled and spot.layer >= floor:
                self.fire(spot.id)
                return True
        return False

    def _move(self, pos: tuple[int, int]) -> bool:
        self.mouse = pos
        if self.pressed:
            self.changed = True
            return True
        self._hover()
        return bool(self.hover) or self.in_dialog

    def _hover(self) -> None:
        spot = under(self.spots, self.mouse)
        name = spot.id if spot is not None and spot.layer >= self._floor() else ""
        if name != self.hover:
            self.hover = name
            self.changed = True
            if not self.pinned:
                self.tip_since = self.now

    def _press(self, button: int) -> bool:
        del button
        self.changed = True
        spot = under(self.spots, self.mouse)
        if self.popup and (spot is None or spot.layer < 1000):
            self.popup = ""
            return True
        self.pinned = self.pinned and spot is not None and spot.layer >= 3000
        if spot is None:
            self.focus, self.focus_shown = "", False
            return self.in_dialog
        if spot.layer < self._floor() or not spot.enabled:
            return True
        self.pressed = spot.id
        self.anchor = ("", 0, 0)
        self._focus_by_mouse(spot)
        return True

    def _focus_by_mouse(self, spot: Spot) -> None:
        target = spot.owner or (spot.id if spot.focusable else "")
        if target or not self.in_dialog:
            self.focus = target
        self.focus_shown = False

    def _release(self, pos: tuple[int, int]) -> bool:
        self.mouse = pos
        if not self.pressed:
            return False
        pressed, self.pressed = self.pressed, ""
        spot = under(self.spots, pos)
        if spot is not None and spot.id == pressed:
            last, when = self._last_click
            double = last == pressed and self.now - when <= DOUBLE_CLICK
            self._last_click = ("", -1.0) if double else (pressed, self.now)
            self.fire(pressed, 2 if double else 1)
        self.changed = True
        self._hover()
        return True

    def _wheel(self, notches: float) -> bool:
        floor = self._floor()
        here = [
            region
            for region in self.regions
            if region.rect.collidepoint(self.mouse) and region.layer >= floor and region.most > 0
        ]
        if here:
            region = max(here, key=lambda found: found.layer)
            region = [found for found in here if found.layer == region.layer][-1]
            self.scroll_to(region, self.scrolled.get(region.id, 0) - round(notches * 3 * 20))
        return self.over(self.mouse)

    def scroll_to(self, region: Region, offset: int) -> None:
        """Scroll an area so that `offset` pixels of it are above its upper edge."""
        self.scrolled[region.id] = max(0, min(region.most, offset))
        self.changed = True

    # ---- keys ---------------------------------------------------------------------------------------
    def _key(self, event: Event) -> bool:
        key, mods = event.key, event.mod
        if key == pygame.K_ESCAPE:
            return self._escape()
        if key in (pygame.K_LALT, pygame.K_RALT):
            return False
        if key == pygame.K_TAB and not mods & _SHORTCUT:
            return self._tab(-1 if mods & pygame.KMOD_SHIFT else 1)
        if pygame.K_F1 <= key <= pygame.K_F12:
            return False
        spot = self.find(self.focus)
        if spot is None:
            return self.in_dialog and not mods & _SHORTCUT
        if spot.kind in TYPING:
            return self._key_in_entry(spot, event)
        if mods & _SHORTCUT or not (self.focus_shown or spot.kind in KEEPS_KEYS):
            return False
        return self._key_on(spot, key, mods) or self.in_dialog

    def _key_in_entry(self, spot: Spot, event: Event) -> bool:
        """A key that edits, or types: typed characters come as text.  Other chords keep their usual meaning."""
        key, mods = event.key, event.mod
        if types_text(mods):
            return True
        if mods & (pygame.KMOD_ALT | CONTROL):
            names = chords(key, mods, getattr(event, "unicode", ""), getattr(event, "scancode", 0))
            edit = next((CLIPBOARD[name] for name in names if name in CLIPBOARD), 0)
            if not edit:
                return False
            key, mods = edit, pygame.KMOD_CTRL
        self._keys.append((spot.id, key, mods))
        self.changed = True
        return True

    def _key_on(self, spot: Spot, key: int, mods: int) -> bool:
        if key in KEYS_OF.get(spot.kind, ()):
            self._keys.append((spot.id, key, mods))
        elif key in ACTIVATE and self.focus_shown:
            if spot.guarded:
                self._refused.append(spot)
            else:
                self.fire(spot.id)
        elif key in ARROWS and self.focus_shown:
            self._go(toward(reachable(self.spots, self._floor()), spot, ARROWS[key]))
        else:
            return False
        self.changed = True
        return True

    def _escape(self) -> bool:
        before = (self.popup, self.pinned, self.focus, self._modals)
        if self.popup:
            self.popup = ""
        elif self.pinned:
            self.pinned = False
        elif self._modals:
            self._cancelled.add(self._modals[-1][0])
        elif self.typing or self.focus_shown:
            self.focus, self.focus_shown = "", False
        else:
            return False
        self.changed = True
        return any(before)

    def _tab(self, step: int) -> bool:
        self.popup = ""
        self._go(step_focus(reachable(self.spots, self._floor()), self.focus, step))
        return bool(self.focus) or self.in_dialog

    def _go(self, spot: Spot | None) -> None:
        if spot is None:
            return
        self.focus, self.focus_shown, self.changed = spot.id, True, True
        self.tip_since = self.now
        self.reveal(spot)

    def reveal(self, spot: Spot) -> None:
        """Scroll a widget's areas until it is visible."""
        for region in self.regions:
            if region.id == spot.scroll:
                self._reveal(region, spot)

    def _reveal(self, region: Region, spot: Spot) -> None:
        """Scroll just far enough to show the widget."""
        offset = self.scrolled.get(region.id, 0)
        above = region.rect.top + 4 - spot.rect.top
        below = spot.rect.bottom + 4 - region.rect.bottom
        if above > 0:
            self.scroll_to(region, offset - above)
        elif below > 0:
            self.scroll_to(region, offset + below)
