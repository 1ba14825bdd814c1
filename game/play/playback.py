"""A game replayed from its log, and its points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from ecs import Game, Side, View, parse, start
from ecs.core.events import Event
from game.saves.fallback_position import Base, lay_out

KEEP_EVERY, MOST_KEPT = 40, 40  # positions kept while a game is looked over: how far apart, how many
Position = Mapping[str, Sequence[tuple[Any, ...]]]


def axis_points(view: View) -> int:
    """The points of the Axis now: by the game's score, else those that count for it."""
    gauge = view.tally.gauge
    if gauge is not None:
        return gauge.axis
    return sum(line.points for line in view.score if line.counts_for is Side.AXIS)


class Playback:
    """A finished or running game replayed from its log, which can stop at any command.

    :param base: where the game continues, if it was begun under older rules: nothing before it can be looked at.
    :param back: keep positions on the way to go back to; without them only :meth:`forward` works.
    """

    def __init__(self, game: Game, base: Base | None = None, back: bool = True) -> None:
        game.rest()
        self.commands = [record.command for record in game.log[1:]]
        self.first = base.commands if base is not None else 0
        self._every = max(KEEP_EVERY, self.last // MOST_KEPT)
        self.game, self.at = start(game.scenario, game.options, game.seed), self.first
        if base is not None:
            lay_out(self.game, base, game.log[: self.first + 1], game.marks)
        self._back = back
        self._kept: dict[int, Callable[[], None]] = {}  # what goes back to a position
        self._latest: Position = {}  # the one that was kept last
        self._keep()

    @property
    def last(self) -> int:
        """The number of the last command."""
        return len(self.commands)

    def _keep(self) -> None:
        self.game.rest()  # nobody asks about positions gone by
        if self._back and self.at not in self._kept:
            game = self.game
            self._latest = _sharing(game.position(), self._latest)
            self._kept[self.at] = partial(game.resume, self._latest, list(game.log), list(game.marks))

    def forward(self) -> tuple[Event, ...]:
        """Replay one command; does nothing at the end."""
        if self.at >= self.last:
            return ()
        events = self.game.apply(parse(self.commands[self.at]))
        self.at += 1
        if self.at % self._every == 0:
            self._keep()
        return events

    def go(self, number: int) -> None:
        """Show the position after that many commands."""
        number = max(self.first, min(self.last, number))
        near = max(n for n in self._kept if n <= number)
        if number < self.at or near > self.at:
            self._kept[near]()
            self.at = near
        while self.at < number:
            self.forward()

    def close(self) -> None:
        """Close the game."""
        self.game.close()
        self._kept.clear()


def _sharing(position: Position, before: Position) -> Position:
    """The same position, made of the rows of the one before where those are equal, as nearly all are."""
    return {
        kind: [old if old == new else new for old, new in zip(before.get(kind, rows), rows, strict=True)]
        for kind, rows in position.items()
    }
