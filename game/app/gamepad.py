"""Game controllers: buttons and sticks act as keys, whatever the player has bound those to."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Protocol

import pygame
from pygame._sdl2 import controller
from pygame.event import Event

from game.app.intents import Inputs, Intent
from game.app.key_bindings import parse_chord
from game.screens.shared.base import Scene
from game.ui.widgets import Ui
from game.ui.widgets.key_names import CODES

BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: "cursor_click",
    pygame.CONTROLLER_BUTTON_B: "back",
    pygame.CONTROLLER_BUTTON_X: "battle_planner",
    pygame.CONTROLLER_BUTTON_Y: "next_unit",
    pygame.CONTROLLER_BUTTON_START: "end_phase",
    pygame.CONTROLLER_BUTTON_BACK: "inspect",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "whole_stack",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "zoom_fit",
}
"""What a button does, as an action of the key map."""
NEXT = {pygame.CONTROLLER_BUTTON_LEFTSHOULDER: pygame.KMOD_SHIFT, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: 0}
PADS = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (-1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_UP: (0, -1),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (0, 1),
}
TRIGGERS = {pygame.CONTROLLER_AXIS_TRIGGERLEFT: "zoom_out", pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "zoom_in"}
LEFT = (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY)
RIGHT = (pygame.CONTROLLER_AXIS_RIGHTX, pygame.CONTROLLER_AXIS_RIGHTY)
DIGITS = (6, 3, 2, 1, 4, 7, 8, 9)  # of the number block, clockwise from the right
ARROWS = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP)
FULL, PULLED, PUSHED, LET_GO = 32767, 0.5, 0.55, 0.35  # parts of the way from where on it counts, and no more
FIRST, AGAIN = 0.35, 0.12  # seconds until what is held repeats, and between two repeats
SPEED, STEP = 900, 1 / 60  # pixels a second at 100 % that the right stick moves the map; seconds between two moves
JOYSTICKS = (
    pygame.JOYAXISMOTION,
    pygame.JOYBALLMOTION,
    pygame.JOYHATMOTION,
    pygame.JOYBUTTONDOWN,
    pygame.JOYBUTTONUP,
)
"""What SDL tells besides of every controller.  It makes controller events of these, so they cannot be blocked."""


class Played(Protocol):
    """The window, as a controller uses it."""

    ui: Ui
    inputs: Inputs
    dirty: bool

    @property
    def top(self) -> Scene:
        """The screen in front."""

    def dispatch(self, event: Event) -> None:
        """Take one event."""


class GamePad:
    """All controllers plugged in, as if they were one."""

    def __init__(self, app: Played) -> None:
        self.app = app
        self._open: dict[int, controller.Controller] = {}
        self._at = dict[tuple[int, int], float]()  # where each axis of each controller is, from -1 to 1
        self._held, self._by = "", -1  # what repeats, and on which controller
        self._due = self._moved = 0.0

    def look_for_controllers(self) -> None:
        """Have the system report controllers that come and go; costs nothing without one."""
        with suppress(pygame.error):
            controller.init()

    def take(self, event: Event) -> bool:
        """Handle a controller's event; False if it was not one."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._plug_in(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._open.pop(event.instance_id, None)
            self.let_go(event.instance_id)
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            self._button(event.instance_id, event.button)
        elif event.type == pygame.CONTROLLERBUTTONUP:
            self._release(event.instance_id, f"button {event.button}")
        elif event.type == pygame.CONTROLLERAXISMOTION:
            self._axis(event.instance_id, event.axis, max(-1.0, min(1.0, event.value / FULL)))
        else:
            return event.type in JOYSTICKS
        return True

    def let_go(self, pad: int | None = None) -> None:
        """Release everything held on an unplugged controller, or on all when the window loses focus."""
        self._at = {key: value for key, value in self._at.items() if pad is not None and key[0] != pad}
        if pad in (None, self._by):
            self._held = ""

    def pass_time(self, now: float) -> None:
        """Repeat what is held, and move the map with the right stick."""
        if self._held and now >= self._due:
            self._due = now + AGAIN
            self._again()
        dx, dy = (self._part(axis) for axis in RIGHT)
        passed, self._moved = min(now - self._moved, 0.1), now
        if (dx or dy) and not self.app.ui.in_dialog:
            way = self.app.ui.px(SPEED) * passed
            self._wish(Intent("pan", delta=(round(-dx * way), round(-dy * way))))

    def wake_in(self) -> float | None:
        """Seconds until the next call is due; None while nothing is held."""
        if any(self._part(axis) for axis in RIGHT):
            return STEP
        return max(0.0, self._due - self.app.ui.now) if self._held else None

    # -- what is pressed --------------------------------------------------------------------------------------

    def _plug_in(self, index: int) -> None:
        try:
            found = controller.Controller(index)
        except (pygame.error, ValueError):
            return  # it is gone again, or no controller that SDL knows
        self._open[found.as_joystick().get_instance_id()] = found

    def _button(self, pad: int, button: int) -> None:
        if button in PADS:
            self._hold(pad, f"button {button}")
            self._steer(*PADS[button])
        elif button in NEXT:
            self._press(pygame.K_TAB, NEXT[button])
        elif button == pygame.CONTROLLER_BUTTON_A and self._in_widgets:
            self._press(pygame.K_RETURN)
        elif button in BUTTONS:
            self._act(BUTTONS[button])

    def _axis(self, pad: int, axis: int, value: float) -> None:
        before = self._at.get((pad, axis), 0.0)
        self._at[pad, axis] = value
        if axis in TRIGGERS:
            if before < PULLED <= value:
                self._hold(pad, f"axis {axis}")
                self._act(TRIGGERS[axis])
            elif value < PULLED:
                self._release(pad, f"axis {axis}")
        elif axis in LEFT:
            way = math.hypot(*self._stick(pad))
            if way >= PUSHED and (self._held, self._by) != ("stick", pad):
                self._hold(pad, "stick")
                self._again()
            elif way < LET_GO:
                self._release(pad, "stick")

    def _hold(self, pad: int, name: str) -> None:
        self._held, self._by, self._due = name, pad, self.app.ui.now + FIRST

    def _release(self, pad: int, name: str) -> None:
        """Release a button; one pressed after it keeps repeating."""
        if (self._held, self._by) == (name, pad):
            self._held = ""

    def _again(self) -> None:
        """Repeat what is held."""
        kind, _, number = self._held.partition(" ")
        if kind == "button":
            self._steer(*PADS[int(number)])
        elif kind == "axis":
            self._act(TRIGGERS[int(number)])
        else:
            self._steer(*self._stick(self._by))

    def _stick(self, pad: int) -> tuple[float, float]:
        """The position of a controller's left stick."""
        x, y = LEFT
        return self._at.get((pad, x), 0.0), self._at.get((pad, y), 0.0)

    def _part(self, axis: int) -> float:
        """How far an axis of any controller is from the middle, ignoring jitter."""
        value = max((value for (_, one), value in self._at.items() if one == axis), key=abs, default=0.0)
        return value if abs(value) > LET_GO else 0.0

    # -- what it does -----------------------------------------------------------------------------------------

    @property
    def _in_widgets(self) -> bool:
        """Does the stick move between buttons, and not over the map?"""
        ui = self.app.ui
        return bool(ui.focus_shown or ui.in_dialog or ui.popup)

    def _steer(self, x: float, y: float) -> None:
        """One step: of the hex cursor on the map, else to the next button that way."""
        turn = math.atan2(y, x) / math.tau % 1
        digit = DIGITS[round(turn * len(DIGITS)) % len(DIGITS)]
        if self._in_widgets:
            self._press(ARROWS[round(turn * len(ARROWS)) % len(ARROWS)])
        elif not self._wish(Intent(f"cursor_{digit}")):
            self._press(pygame.K_TAB)  # there is no map: to the first button

    def _wish(self, intent: Intent) -> bool:
        taken = self.app.top.handle(intent)
        self.app.dirty |= taken
        return taken

    def _act(self, action: str) -> None:
        """Act as if the key of an action were pressed; does nothing for an action without keys."""
        for key in self.app.inputs.keymap.keys(action)[:1]:
            *held, cap = parse_chord(key)
            mods = {"Ctrl": pygame.KMOD_CTRL, "Alt": pygame.KMOD_ALT, "Shift": pygame.KMOD_SHIFT}
            self._press(CODES.get(cap, ord(cap[0].lower())), sum(mods[name] for name in held))

    def _press(self, key: int, mods: int = 0) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.app.dispatch(Event(kind, key=key, mod=mods, unicode="", scancode=0))
