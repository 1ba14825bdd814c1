"""The fronts of earlier turns: kept while a game is played, and recovered from its log if it was resumed late."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter

from ecs import Game, IllegalCommand, Side, View, parse, start
from game.play.front import Front, Line, front_of

DONE = object()
MOST = 2
"""Fronts of so many earlier turns are shown."""


@dataclass(frozen=True, slots=True)
class FormerFront:
    """The front at the end of a turn, in map pixels; ``title``: of the turn."""

    turn: int
    title: str
    lines: tuple[Line, ...]


class FrontHistory:
    """The front at the end of each turn.

    :param game: to be played again from its beginning, a little at a time, for turns not watched; as far as that
        leads to where it stood then, which it does not if it was begun under older rules.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._ends: dict[int, Front] = {}
        self._first, self._side = game.turn, Side.AXIS
        self._steps: Iterator[None] | None = None
        self.complete = len(game.log) <= 1

    def note(self, view: View, front: Front) -> None:
        """Remember the front of a view; within a turn, only the latest."""
        for turn in [turn for turn in self._ends if turn > view.turn]:
            del self._ends[turn]  # taken back
        self._ends[view.turn], self._side = front, view.side

    def shown(self, view: View) -> tuple[FormerFront, ...]:
        """The last earlier turns that ended with the front elsewhere, the oldest first."""
        found: list[FormerFront] = []
        for later, turn in pairwise(sorted((t for t in self._ends if t <= view.turn), reverse=True)):
            lines = self._ends[turn].lines
            if lines != self._ends[later].lines and len(found) < MOST:
                found.append(FormerFront(turn, _title(view, turn), lines))
        return tuple(reversed(found))

    def look_back(self, seconds: float) -> bool:
        """Replay from the beginning for a while; True when all is found."""
        if self._steps is None:
            self._steps = self._again()
        until = perf_counter() + seconds
        while not self.complete and perf_counter() < until:
            self.complete = next(self._steps, DONE) is DONE
        return self.complete

    def _again(self) -> Iterator[None]:
        """Replay the commands of all turns before the one in which the game was resumed."""
        log = [record for record in self._game.log[1:] if record.turn < self._first]
        turns = [*(record.turn for record in log[1:]), self._first]
        digests = {mark.commands: mark.digest for mark in self._game.marks}
        game = start(self._game.scenario, self._game.options, self._game.seed)
        try:
            for number, (record, after) in enumerate(zip(log, turns, strict=True), 1):
                front = front_of(game, game.look(self._side)) if record.turn != after else None
                game.apply(parse(record.command))
                if front is not None:
                    if digests.get(number) not in (None, game.digest()):
                        return
                    self._ends.setdefault(record.turn, front)
                yield
        except (IllegalCommand, ValueError):
            return
        finally:
            game.close()


def _title(view: View, turn: int) -> str:
    track: Sequence[tuple[str, str]] = view.turn_track
    return track[turn - 1][0] if 1 <= turn <= len(track) else f"Turn {turn}"
