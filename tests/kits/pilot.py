"""Playing through the window in a test. A driver that posts real events and looks for widgets by text."""

from __future__ import annotations

import string
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
from pygame.event import Event

from game.app.application import App
from game.app.key_bindings import parse_chord
from game.ui.widgets.key_names import CODES, MODIFIERS
from game.ui.widgets.layout import Spot

_MODS = {
    "Ctrl": (pygame.K_LCTRL, pygame.KMOD_LCTRL),
    "Alt": (pygame.K_LALT, pygame.KMOD_LALT),
    "Shift": (pygame.K_LSHIFT, pygame.KMOD_LSHIFT),
}


@contextmanager
def unwatched(app: App) -> Iterator[None]:
    """Of all frames that come meanwhile only the last is painted, at the end; all of them are built."""
    if "_paint" in vars(app):  # by somebody further out
        yield
        return
    owed: list[None] = []
    app._paint = lambda: owed.append(None)  # type: ignore[method-assign]
    try:
        yield
    finally:
        del app._paint
    if owed and app.scenes:
        app._paint()


class Pilot:
    """Plays the application without a display, one event at a time."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.pos = (0, 0)
        pygame.event.clear()
        app.step()

    # ---- mouse --------------------------------------------------------------------------------------
    def move(self, x: int, y: int, buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
        """Move the pointer."""
        rel = (x - self.pos[0], y - self.pos[1])
        self.pos = (x, y)
        self._post(pygame.MOUSEMOTION, pos=self.pos, rel=rel, buttons=buttons)

    def click(self, x: int, y: int, button: int = 1, mods: str = "") -> None:
        """Press and let go; `mods` like "Ctrl+Shift"."""
        held = [_MODS[name][0] for name in MODIFIERS if name in mods.split("+")]
        with unwatched(self.app):
            self.move(x, y)
            for key in held:
                self._post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
            self._post(pygame.MOUSEBUTTONDOWN, pos=self.pos, button=button)
            self._post(pygame.MOUSEBUTTONUP, pos=self.pos, button=button)
            for key in held:
                self._post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)

    def double_click(self, x: int, y: int) -> None:
        """Two clicks at once."""
        self.click(x, y)
        self.click(x, y)

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: int = 1) -> None:
        """Press at one pixel, let go at another, in three steps."""
        self.move(*start)
        self._post(pygame.MOUSEBUTTONDOWN, pos=start, button=button)
        held = (int(button == 1), int(button == 2), int(button == 3))
        for part in (1, 2, 3):
            x = start[0] + (end[0] - start[0]) * part // 3
            y = start[1] + (end[1] - start[1]) * part // 3
            self.move(x, y, held)
        self._post(pygame.MOUSEBUTTONUP, pos=end, button=button)

    def wheel(self, notches: int, x: int, y: int) -> None:
        """Turn the wheel with the pointer at a pixel; positive is away from the hand."""
        self.move(x, y)
        self._post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False)

    # ---- keys ---------------------------------------------------------------------------------------
    def key(self, text: str) -> None:
        """Press and let go a chord such as "Ctrl+Enter"."""
        with unwatched(self.app):
            self.key_down(text)
            self.key_up(text)

    def key_down(self, text: str) -> None:
        """Press a chord."""
        code, mods, unicode = _codes(text)
        self._post(pygame.KEYDOWN, key=code, mod=mods, unicode=unicode, scancode=0)

    def key_up(self, text: str) -> None:
        """Let go a chord."""
        code, mods, _ = _codes(text)
        self._post(pygame.KEYUP, key=code, mod=mods, unicode="", scancode=0)

    def type(self, text: str) -> None:
        """Type letters into whatever has the keyboard."""
        with unwatched(self.app):
            for char in text:
                self._post(pygame.TEXTINPUT, text=char)

    # ---- widgets ---------------------------------------------------------------------------------------
    def texts(self) -> list[str]:
        """The texts of all widgets that answer."""
        return [spot.text for spot in self.app.ui.spots if spot.text]

    def find(self, text: str) -> Spot:
        """The widget of this text, else the one that contains it; raises LookupError, naming what there is."""
        spots = [spot for spot in self.app.ui.spots if spot.kind != "panel" and spot.clip.width > 0]
        exact = [spot for spot in spots if text in (spot.text, spot.id)]
        near = [spot for spot in spots if text.lower() in spot.text.lower()]
        found = exact or near
        if not found:
            raise LookupError(f"no widget says {text!r}; choose from: {', '.join(self.texts())}")
        return max(found, key=lambda spot: spot.layer)

    def press(self, text: str) -> None:
        """Find a widget by its text and click it; raises LookupError if there is none."""
        spot = self.find(text)
        self.click(*spot.clip.center)

    # ---- time and pictures --------------------------------------------------------------------------------
    def wait(self, seconds: float, steps: int = 10) -> None:
        """Let game time pass, without waiting."""
        with unwatched(self.app):
            for _ in range(steps):
                self.app.step((), seconds / steps)

    def screenshot(self, path: Path | str) -> Path:
        """Save what the window shows."""
        self.app.dirty = True
        self.app.step()
        pygame.image.save(self.app.surface, str(path))
        return Path(path)

    def _post(self, kind: int, **values: object) -> None:
        pygame.event.post(Event(kind, values))
        self.app.step(pygame.event.get())


def _codes(text: str) -> tuple[int, int, str]:
    *mods, key = parse_chord(text)
    bits = 0
    for name in mods:
        bits |= _MODS[name][1]
    if key in CODES:
        return CODES[key], bits, ""
    unicode = key if "Shift" in mods or key not in string.ascii_uppercase else key.lower()
    return ord(key.lower()), bits, "" if "Ctrl" in mods else unicode
