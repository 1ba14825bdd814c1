"""A controller plays: by the events that SDL sends of one, through the loop of the window."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import pygame
import pytest
from pygame.event import Event

from game.app import gamepad
from game.app.application import App
from game.app.gamepad import BUTTONS, FULL, TRIGGERS
from game.app.key_bindings import BY_NAME
from game.app.settings import Settings
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from game.screens.title import Title
from tests.kits.window import HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

A, B, Y = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B, pygame.CONTROLLER_BUTTON_Y
RIGHT, START = pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_START
NEXT = pygame.CONTROLLER_BUTTON_RIGHTSHOULDER
X_AXIS, Y_AXIS = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY


def button(app: App, *buttons: int, held: float = 0.0) -> None:
    """Press buttons one after the other, each for a time."""
    for number in buttons:
        app.step([Event(pygame.CONTROLLERBUTTONDOWN, button=number, instance_id=0)])
        for _ in range(round(held * 20)):
            app.step((), 0.05)
        app.step([Event(pygame.CONTROLLERBUTTONUP, button=number, instance_id=0)])


def axis(app: App, number: int, value: float) -> None:
    """Push a stick or pull a trigger, from -1 to 1."""
    app.step([Event(pygame.CONTROLLERAXISMOTION, axis=number, value=round(value * FULL), instance_id=0)])


def wait(app: App, seconds: float) -> None:
    for _ in range(round(seconds * 20)):
        app.step((), 0.05)


def column_of(seat: Seat) -> tuple[int, int]:
    """Column and row of the hex cursor."""
    index = seat.scene.desk.state.cursor
    assert index is not None
    spot = seat.scene.table.board.hexes[index]
    return spot.col, spot.row


def test_what_buttons_and_triggers_do_are_actions_of_the_key_map() -> None:
    assert {*BUTTONS.values(), *TRIGGERS.values()} <= BY_NAME.keys()


def test_the_cross_leads_the_hex_cursor_and_a_click_picks_a_unit() -> None:
    seat = sit_down()
    button(seat.app, RIGHT)
    assert seat.app.inputs.cursor_mode
    col, row = column_of(seat)
    button(seat.app, RIGHT)
    assert column_of(seat) == (col + 1, row)
    button(seat.app, Y)
    here = seat.scene.desk.picked
    assert here is not None and seat.scene.desk.state.cursor == here.hex
    button(seat.app, B)
    assert seat.scene.desk.picked is None
    button(seat.app, A)
    assert seat.scene.desk.picked is not None


def test_a_stick_that_is_held_repeats_until_it_is_let_go() -> None:
    seat = sit_down()
    button(seat.app, RIGHT)
    col, _ = column_of(seat)
    axis(seat.app, X_AXIS, 1)
    wait(seat.app, gamepad.FIRST + 2.5 * gamepad.AGAIN)
    steps = column_of(seat)[0] - col
    assert 3 <= steps <= 5
    axis(seat.app, X_AXIS, 0.1)
    wait(seat.app, 1)
    assert column_of(seat)[0] - col == steps
    assert seat.app.pad.wake_in() is None


def test_a_stick_pushed_aslant_goes_aslant() -> None:
    seat = sit_down()
    button(seat.app, RIGHT)
    col, row = column_of(seat)
    axis(seat.app, X_AXIS, 0.8)
    axis(seat.app, Y_AXIS, 0.8)  # the stick has already gone right by one hex, and is led on
    wait(seat.app, gamepad.FIRST + 0.1)
    assert column_of(seat)[1] > row and column_of(seat)[0] > col


def test_a_controller_pulled_out_while_a_stick_is_held_lets_go_of_it() -> None:
    seat = sit_down()
    axis(seat.app, X_AXIS, 1)
    axis(seat.app, pygame.CONTROLLER_AXIS_RIGHTX, 1)
    seat.app.step([Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)])
    before, camera = seat.scene.desk.state.cursor, seat.scene.table.camera.x
    wait(seat.app, 2)
    assert (seat.scene.desk.state.cursor, seat.scene.table.camera.x) == (before, camera)
    axis(seat.app, X_AXIS, 1)
    seat.app.step([Event(pygame.WINDOWFOCUSLOST)])
    assert seat.app.pad.wake_in() is None


def test_the_right_stick_moves_the_map_and_the_triggers_zoom() -> None:
    seat = sit_down()
    camera = seat.scene.table.camera
    zoom = camera.zoom
    axis(seat.app, pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 1)
    axis(seat.app, pygame.CONTROLLER_AXIS_TRIGGERRIGHT, 0)
    wait(seat.app, 1)
    assert camera.zoom > zoom
    x = camera.x
    axis(seat.app, pygame.CONTROLLER_AXIS_RIGHTX, 1)
    wait(seat.app, 0.3)
    axis(seat.app, pygame.CONTROLLER_AXIS_RIGHTX, 0)
    assert camera.x > x


def test_two_controllers_do_not_disturb_one_another() -> None:
    seat = sit_down()
    axis(seat.app, X_AXIS, 1)
    tremble = Event(pygame.CONTROLLERAXISMOTION, axis=X_AXIS, value=900, instance_id=1)
    seat.app.step([tremble])
    assert seat.app.pad.wake_in() is not None, "the other one trembles"
    seat.app.step([Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=1)])
    assert seat.app.pad.wake_in() is not None, "the other one is unplugged"


class Virtual:
    """A controller that SDL makes up: its buttons and sticks go the way of a real one's."""

    def __init__(self, sdl: Any) -> None:
        sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        sdl.SDL_JoystickSetVirtualButton.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]
        sdl.SDL_JoystickSetVirtualAxis.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int16]
        self.sdl, self.index = sdl, sdl.SDL_JoystickAttachVirtual(1, 6, 15, 0)  # six axes and fifteen buttons
        self.handle = sdl.SDL_JoystickOpen(self.index)

    def press(self, app: App, number: int) -> None:
        """Press a button and let it go."""
        for down in (1, 0):
            self.sdl.SDL_JoystickSetVirtualButton(self.handle, number, down)
            heard(app)

    def push(self, app: App, axis: int, value: int) -> None:
        """Push a stick."""
        self.sdl.SDL_JoystickSetVirtualAxis(self.handle, axis, value)
        heard(app)


def heard(app: App) -> None:
    for _ in range(4):
        app.step(pygame.event.get(), 0.05)


@pytest.fixture
def sdl() -> Iterator[Any]:
    """The SDL that pygame has loaded."""
    if not sys.platform.startswith("linux"):
        pytest.skip("finds SDL where Linux lists it")
    with open("/proc/self/maps", encoding="utf-8") as maps:
        found = [line.split()[-1] for line in maps if "libSDL2-2" in line]
    library = ctypes.CDLL(found[0]) if found else None
    if library is None or not hasattr(library, "SDL_JoystickAttachVirtual"):
        pytest.skip("this SDL makes up no controllers")
    yield library
    gamepad.controller.quit()


def test_a_controller_that_is_plugged_in_leads_through_the_title(sdl: Any) -> None:
    app = App(Settings(first_run=False, hints=False), headless=True, size=(1280, 800))
    app.pad.look_for_controllers()
    app.push(Title(all_resources(app, Saves(), silent=True)))
    heard(app)
    pad = Virtual(sdl)
    heard(app)
    seen = []
    for _ in range(3):
        pad.press(app, NEXT)
        spot = app.ui.find(app.ui.focus)
        seen.append(spot.text if spot is not None and app.ui.focus_shown else "")
    assert len({text for text in seen if text}) == 3
    pad.push(app, X_AXIS, FULL)
    assert app.pad.wake_in() is not None
    sdl.SDL_JoystickDetachVirtual(pad.index)
    heard(app)
    assert app.pad.wake_in() is None


def odd() -> Iterable[dict[str, Any]]:
    """What no controller should send."""
    yield from ({"type": pygame.CONTROLLERBUTTONDOWN, "button": number} for number in (-1, 15, 20, 255))
    yield from ({"type": pygame.CONTROLLERBUTTONUP, "button": number} for number in (-1, 255))
    yield from (
        {"type": pygame.CONTROLLERAXISMOTION, "axis": n, "value": v} for n in (-1, 0, 9) for v in (10**9, -(10**9))
    )
    yield {"type": pygame.CONTROLLERDEVICEADDED, "device_index": 99}


def test_nonsense_from_a_controller_does_nothing_worse_than_a_button() -> None:
    seat = sit_down()
    for values in odd():
        kind = values.pop("type")
        seat.app.step([Event(kind, instance_id=3, **values)], 0.1)
    assert seat.app.running and seat.app.top is seat.scene


def test_a_key_that_was_changed_is_the_key_the_controller_presses() -> None:
    seat = sit_down(keys={"next_unit": ["K"], "front": []})
    button(seat.app, Y)
    assert seat.scene.desk.picked is not None


def test_a_game_begins_and_its_first_phases_are_played_with_a_controller_alone() -> None:
    app = App(Settings(first_run=False, hints=False, drama="off", dispatches=False), headless=True, size=(1280, 800))
    kit = all_resources(app, Saves(), silent=True)
    app.push(Title(kit))
    wait(app, 0.2)
    press_at(app, "New game")
    press_at(app, "Start game")
    wait(app, 2)
    table = app.top
    assert isinstance(table, TableScene)
    for _ in range(12):  # the opening card, then phases: Start asks where something can still act, and A says yes
        if table.session.game.moment[0] > 1 or len(table.session.game.log) > 4:
            break
        button(app, A if app.ui.in_dialog or table.first.asks else START)
        wait(app, 0.5)
    assert len(table.session.game.log) > 1


def press_at(app: App, words: str) -> None:
    """Lead the focus to a button by the shoulder button, and press it."""
    for _ in range(120):
        spot = app.ui.find(app.ui.focus) if app.ui.focus_shown else None
        if spot is not None and spot.text.startswith(words):
            button(app, A)
            wait(app, 0.5)
            return
        button(app, NEXT)
    raise AssertionError(f"no button {words}: {[spot.text for spot in app.ui.spots if spot.focusable]}")


def test_a_phase_is_ended_past_its_warning_with_a_controller() -> None:
    seat = sit_down(HUMANS)
    phase = seat.title
    for _ in range(6):
        if seat.title != phase:
            return
        button(seat.app, START)
        wait(seat.app, 0.5)
    raise AssertionError("the phase does not end")
