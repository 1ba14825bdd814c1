"""What the player wants: Pygame events become named intents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import pygame
from pygame.event import Event

from game.app.key_bindings import ACTIONS, HELD, PRESETS, Action, KeyMap, tidy
from game.ui.widgets.key_names import chords

__all__ = ["ACTIONS", "PRESETS", "Action", "Inputs", "Intent", "KeyMap", "tidy"]

DRAG = 6  # pixels before a press becomes a drag
DOUBLE, LONG = 0.4, 0.5  # seconds
PINCH = 0.06  # of the size of the pad or screen, for a step of zoom
_MOD_KEYS = {
    pygame.K_LCTRL: "ctrl",
    pygame.K_RCTRL: "ctrl",
    pygame.K_LSHIFT: "shift",
    pygame.K_RSHIFT: "shift",
    pygame.K_LALT: "alt",
    pygame.K_RALT: "alt",
    pygame.K_LMETA: "ctrl",
    pygame.K_RMETA: "ctrl",
}


@dataclass(frozen=True, slots=True)
class Intent:
    """Something the player wants, by name: an action of the key map, or one of the mouse.

    Mouse: hover, click, right_click, context (the right button held long, or with Ctrl), drag_start, drag, drag_end
    (`start` is where it began), drag_corner (the right button while the left one drags), pan (`delta` pixels), zoom
    (`amount`: 1 nearer, -1 farther, at `pos`), scroll (`delta` notches or parts of them). A key held or let go:
    `amount` 1 or 0.
    link: a link was followed, `text` is its target.
    """

    name: str
    pos: tuple[int, int] = (-1, -1)
    start: tuple[int, int] = (-1, -1)
    delta: tuple[float, float] = (0, 0)
    amount: float = 1
    clicks: int = 1
    ctrl: bool = False
    shift: bool = False
    text: str = ""


def names_of(event: Event) -> tuple[str, ...]:
    """The names of a KEYDOWN, the likeliest first."""
    return chords(event.key, event.mod, getattr(event, "unicode", ""), getattr(event, "scancode", 0))


@dataclass(slots=True)
class Inputs:
    """Tracks what is held down, and names what happens."""

    keymap: KeyMap = field(default_factory=KeyMap)
    cursor_mode: bool = False
    wheel_reversed: bool = False
    now: float = 0.0
    mods: set[str] = field(default_factory=set)
    down: set[int] = field(default_factory=set)
    _buttons: dict[int, tuple[int, int]] = field(default_factory=dict)
    _since: float = 0.0
    _dragging: bool = False
    _panning: bool = False
    _space: bool = False
    _turned: float = 0.0  # parts of a notch
    _last: tuple[float, tuple[int, int]] = (-1.0, (-99, -99))
    _released: list[tuple[int, str]] = field(default_factory=list)

    @property
    def busy(self) -> bool:
        """Is a mouse button held on the map? Then the mouse belongs to the map until it is let go."""
        return bool(self._buttons)

    def is_repeat(self, event: Event) -> bool:
        """Is this key press only the auto-repeat of a held key?"""
        return bool(event.type == pygame.KEYDOWN and event.key in self.down)

    def settled(self, events: Iterable[Event]) -> list[Event]:
        """What came between two frames, without key repeats that only a slow frame has piled up.

        Of a key that is still held one repeat is left, of one that has been let go since none.
        """
        came, keys, down = list(events), (pygame.KEYDOWN, pygame.KEYUP), set(self.down)
        last = {event.key: at for at, event in enumerate(came) if event.type in keys}
        kept = []
        for at, event in enumerate(came):
            again = event.type == pygame.KEYDOWN and event.key in down
            if not again or last[event.key] == at:
                kept.append(event)
            if event.type in keys:
                (down.add if event.type == pygame.KEYDOWN else down.discard)(event.key)
        return kept

    def watch(self, event: Event) -> None:
        """Track held keys; call for every event, after `translate`."""
        if event.type == pygame.KEYDOWN:
            self.down.add(event.key)
            if event.key in _MOD_KEYS:
                self.mods.add(_MOD_KEYS[event.key])
        elif event.type == pygame.KEYUP:
            self.down.discard(event.key)
            if event.key in _MOD_KEYS:
                self.mods.discard(_MOD_KEYS[event.key])
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.down.clear()
            self.mods.clear()
            self._buttons.clear()
            self._space = self._dragging = self._panning = False

    def translate(self, event: Event) -> list[Intent]:
        """The intents of one event that no widget took."""
        if event.type == pygame.KEYDOWN:
            return self._key_down(event)
        if event.type == pygame.KEYUP:
            return self._key_up(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._button_down(event)
        if event.type == pygame.MOUSEMOTION:
            return self._motion(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._button_up(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(event)
        if event.type == pygame.MULTIGESTURE:
            return self._zoom(event.pinched / PINCH) if event.num_fingers == 2 else []
        return []

    # ---- keys -----------------------------------------------------------------------------------------
    def _key_down(self, event: Event) -> list[Intent]:
        pressed, action = self.keymap.meaning(names_of(event), self.cursor_mode)
        if action is None or (event.key in self.down and not action.repeats):
            return []
        if pressed == "Space":  # answered when let go, since Space and a drag move the map
            self._space = True
            self._released.append((event.key, action.name))
            return []
        if action.name in HELD:
            self._released.append((event.key, action.name))
        return [Intent(action.name, shift=pressed.startswith("Shift+"), text=pressed)]

    def _key_up(self, event: Event) -> list[Intent]:
        found = [name for key, name in self._released if key == event.key]
        self._released = [pair for pair in self._released if pair[0] != event.key]
        if event.key == pygame.K_SPACE:
            self._space = False
        return [Intent(name, amount=0 if name in HELD else 1) for name in found]

    # ---- mouse ----------------------------------------------------------------------------------------
    def _with_mods(self, name: str, pos: tuple[int, int], clicks: int = 1, start: tuple[int, int] = (-1, -1)) -> Intent:
        return Intent(
            name,
            pos,
            start,
            clicks=clicks,
            ctrl="ctrl" in self.mods,
            shift="shift" in self.mods,
        )

    def _button_down(self, event: Event) -> list[Intent]:
        if event.button == 3 and self._dragging:  # answered when let go
            self._buttons[3] = event.pos
        elif event.button in (1, 2, 3):
            self._buttons[event.button], self._since = event.pos, self.now
            self._dragging = False
            self._panning = event.button == 2 or (event.button == 1 and self._space)
            if self._panning and self._space:
                self._released = [pair for pair in self._released if pair[0] != pygame.K_SPACE]
        return []

    def _motion(self, event: Event) -> list[Intent]:
        if self._panning:
            return [Intent("pan", event.pos, delta=event.rel)]
        start = self._buttons.get(1)
        if start is None:
            return [self._with_mods("hover", event.pos)]
        if self._dragging:
            return [self._with_mods("drag", event.pos, start=start)]
        if max(abs(event.pos[0] - start[0]), abs(event.pos[1] - start[1])) <= DRAG:
            return []
        self._dragging = True
        return [self._with_mods("drag_start", start, start=start), self._with_mods("drag", event.pos, start=start)]

    def _button_up(self, event: Event) -> list[Intent]:
        start = self._buttons.pop(event.button, None)
        if start is None:
            return []
        if self._panning:
            self._panning = bool(self._buttons)
            return []
        if event.button == 3 and self._dragging:
            return [self._with_mods("drag_corner", event.pos)]
        if event.button == 3:
            menu = "ctrl" in self.mods or self.now - self._since >= LONG
            return [self._with_mods("context" if menu else "right_click", event.pos)]
        if event.button != 1:
            return []
        if self._dragging:
            self._dragging = False
            return [self._with_mods("drag_end", event.pos, start=start)]
        return [self._with_mods("click", event.pos, self._clicks(event.pos))]

    def _clicks(self, pos: tuple[int, int]) -> int:
        when, where = self._last
        near = abs(where[0] - pos[0]) <= DRAG and abs(where[1] - pos[1]) <= DRAG
        double = near and self.now - when <= DOUBLE
        self._last = (-1.0, (-99, -99)) if double else (self.now, pos)
        return 2 if double else 1

    def _wheel(self, event: Event) -> list[Intent]:
        """One notch of a wheel, or part of one from two fingers on a trackpad."""
        x, y = (getattr(event, f"precise_{way}", getattr(event, way)) for way in "xy")
        if "shift" in self.mods:
            return [Intent("scroll", delta=(x or y, 0))]
        if self.keymap.wheel == "scroll" and "ctrl" not in self.mods:
            return [Intent("scroll", delta=(x, y))]
        return self._zoom(-y if self.wheel_reversed else y)

    def _zoom(self, notches: float) -> list[Intent]:
        """A zoom step for every whole notch; parts in the same direction add up."""
        self._turned = notches if self._turned * notches < 0 else self._turned + notches
        steps = int(self._turned)
        self._turned -= steps
        return [Intent("zoom", amount=1 if steps > 0 else -1)] * abs(steps)
