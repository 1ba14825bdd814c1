"""Is what a screen holds left out of the search for garbage while it is there, and found once it is left?"""

from __future__ import annotations

import gc
import weakref

from game.app.window import give_memory_back
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
