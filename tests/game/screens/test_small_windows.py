"""Is every screen drawn in a window of any size, and does it come to rest?  Window managers may give us any."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.app import application
from game.app.application import App
from game.ui.widgets import Ui
from game.ui.widgets.style.theme import HOLDS, LEAST, SMALLEST
from tests.kits.showroom import (
    STATES,
    check_places,
    come_to_rest,
    dialogs_of_the_program,
    rooms,
    screens_of_the_program,
)
from tests.kits.window import sit_down

SIZES = ((1, 1), (2, 300), (320, 200), (400, 160), (640, 360), (5000, 50))
SCALES = (0.8, 1.0, 2.0)


def resized(app: App, size: tuple[int, int]) -> None:
    """The window manager gives the window this size, whatever was asked for."""
    app.window.resize(size)
    app.step([pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])])


def test_every_screen_and_every_dialog_of_the_program_is_gone_through() -> None:
    seat, kinds, dialogs = sit_down(), set(), set()
    for _, app in rooms(seat):
        app.step()
        kinds.add(type(app.scenes[-1]))
        dialogs |= {s.id.rpartition("modal:")[2] for s in app.ui.spots if s.kind == "panel" and "modal:" in s.id}
    assert kinds == screens_of_the_program()
    assert dialogs == dialogs_of_the_program()
    assert set(STATES) <= kinds


@pytest.mark.parametrize("turn", range(len(SCALES)))
def test_every_screen_is_drawn_and_comes_to_rest_in_a_window_of_any_size(turn: int) -> None:
    """Every screen at every scale of its letters, and in every window at one of them."""
    seat = sit_down(text_scale=SCALES[turn])
    for number, (name, app) in enumerate(rooms(seat)):
        for size in SIZES[(number + turn) % len(SCALES) :: len(SCALES)]:
            resized(app, size)
            come_to_rest(app)
            assert app.surface.get_size() == (max(size[0], LEAST[0]), max(size[1], LEAST[1])), name
            check_places(app)


@pytest.mark.parametrize(
    ("size", "scale"),
    [((640, 360), 1.0), ((1280, 720), 2.0), ((800, 450), 1.25), ((400, 160), SMALLEST), ((1, 1), SMALLEST)],
)
def test_letters_become_smaller_in_a_window_that_does_not_hold_the_screen(size: tuple[int, int], scale: float) -> None:
    ui = Ui(scale=1.0)
    ui.set_look(ui.theme, 2.0)
    ui.begin(size)
    assert ui.scale == pytest.approx(scale) and ui.text_scale == 2.0
    assert ui.size[0] >= HOLDS[0] * ui.scale - 1 and ui.size[1] >= HOLDS[1] * ui.scale - 1


def test_a_tiny_window_shows_the_upper_left_part_of_the_screen() -> None:
    seat = sit_down()
    app = seat.app
    resized(app, (200, 100))
    come_to_rest(app)
    shown, whole = app.window.shown, app.surface
    assert shown.get_size() == (200, 100) and whole.get_size() == LEAST
    part = whole.subsurface((0, 0, 200, 100))
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(part, "RGB")
    resized(app, (1280, 720))
    assert app.surface is app.window.shown


def test_a_layout_that_never_agrees_with_itself_is_shown_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = sit_down()
    app, builds = seat.app, 0

    def never(ui: Ui) -> None:
        nonlocal builds
        builds += 1
        ui.measured("never", builds)

    monkeypatch.setattr(seat.scene, "build", never)
    app.dirty = True
    for _ in range(50):
        app.step()
    assert not app.dirty and builds <= application.RESTLESS + application.BUILDS


def test_the_words_of_the_seal_are_never_cut_off_in_large_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    seat, written = sit_down(scenario="war-crimea-1942", hints=True, text_scale=2.0), set()
    seat.scene.first.introduce()
    note = Ui.note_text

    def listen(ui: Ui, text: str, *rest: Any, **more: Any) -> None:
        written.add(text)
        note(ui, text, *rest, **more)

    monkeypatch.setattr(Ui, "note_text", listen)
    seat.app.dirty = True
    come_to_rest(seat.app)
    assert "Skip trains and ships" in written
