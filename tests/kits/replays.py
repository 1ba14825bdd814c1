"""Commands that are played again after every damage are played once in a run, and then taken up where they led.

Of a hundred saves with a damaged shortcut, each falls back on the same commands.  What each shows is that the fallback
is taken, with all of them, from a fresh table; that the commands lead there is shown by the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from ecs import DigestMark, Game, replay_steps
from game.saves import loading


class Replays:
    """Where commands led that were played from a fresh table; ``taken``: how often that was not played again."""

    def __init__(self) -> None:
        self._ends: dict[Any, tuple[Any, Any]] = {}
        self.taken = 0

    def replay(self, game: Game, lines: Sequence[str], marks: Sequence[DigestMark] = ()) -> Iterator[int]:
        """As the engine does it; a game that is not as it was begun the first time is played, and not taken up."""
        fresh = game.snapshot(), list(game.log), list(game.marks)
        key = game.scenario.id, tuple(sorted(game.options.items())), game.seed, tuple(lines), tuple(marks)
        begun, end = self._ends.get(key, (None, None))
        if begun != fresh:
            yield from replay_steps(game, lines, marks)
            self._ends.setdefault(key, (fresh, (game.position(), list(game.log), list(game.marks))))
        else:
            self.taken += 1
            game.resume(*end)


@contextmanager
def played_once() -> Iterator[Replays]:
    """Inside, saves that are loaded by their commands."""
    replays = Replays()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "replay_steps", replays.replay)
        yield replays
