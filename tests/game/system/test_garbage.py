"""Is what a screen holds left out of the search for garbage while it is there, and found once it is left?"""

from __future__ import annotations

import gc
import weakref

import pytest

from game.app import application
from game.app.application import App
from game.app.settings import Settings
from game.app.window import give_memory_back
from game.screens.shared.base import Scene
from game.system import memory


class Knot:
    """Holds itself: only a search gives it back."""

    def __init__(self) -> None:
        self.end = self


def test_what_is_there_is_gone_over_again_only_when_the_screen_changes() -> None:
    knot = Knot()
    seen = weakref.ref(knot)
    give_memory_back()
    del knot
    gc.collect()
    assert seen() is not None, "it was set aside"
    later = weakref.ref(Knot())
    gc.collect()
    assert later() is None, "what is new is searched"
    give_memory_back()
    assert seen() is None


def test_a_start_puts_the_search_off_and_sets_aside_what_it_made() -> None:
    before = gc.get_freeze_count()
    with memory.put_off():
        assert not gc.isenabled()
        made = [Knot() for _ in range(100)]
        memory.take_up(aside=True)
        assert gc.isenabled() and gc.get_freeze_count() >= before + len(made)
    assert gc.isenabled()


def test_what_was_set_aside_does_not_put_off_the_search_in_what_is_new() -> None:
    before = gc.get_threshold()
    many: list[list[int]] = [[] for _ in range(4000)]
    memory.set_aside()
    knot = Knot()
    seen = weakref.ref(knot)
    gc.collect(1)
    gc.collect(1)  # it is among the oldest of what is new
    gc.set_threshold(10, 2, 2)
    try:
        del knot
        new: list[list[int]] = [[] for _ in range(len(many) // 8)]
    finally:
        gc.set_threshold(*before)
    assert seen() is None, f"there is no search before a quarter as much is new: {len(new)}"


def test_what_a_screen_held_that_lay_over_another_is_gone_once_it_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "forget_new", memory.forget_new)  # as it is outside tests

    class Over(Scene):
        """Holds itself, and nothing asks for a search."""

        def __init__(self) -> None:
            self.end = self

    app = App(Settings(first_run=False), headless=True, size=(640, 360))
    app.push(Scene())
    app.step((), 0.1)
    over = Over()
    seen = weakref.ref(over)
    app.push(over)
    app.step((), 0.1)
    gc.disable()
    try:
        del over
        app.pop()
        app.step((), 0.1)
        assert seen() is None
    finally:
        gc.enable()
