"""The fronts of earlier turns: kept as a game is played, and found again from its log where it was taken up late."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from ecs import Game, IllegalCommand, Side, View, parse, start

Control = tuple[Side | None, ...]
DONE = object()
MOST = 4
"""Fronts of so many earlier turns are shown."""


@dataclass(frozen=True, slots=True)
class FormerFront:
    """Who held what as a turn ended; ``title``: of the turn."""

    turn: int
    title: str
    control: Control


class FrontHistory:
    """Who held what at the end of each turn.

    :param game: to be played again from its beginning, a little at a time, for what nobody has watched; as far as that
        leads to where it stood then, which it does not if it was begun under older rules.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._ends: dict[int, Control] = {}
        self._first = game.turn
        self._steps: Iterator[None] | None = None
        self.complete = len(game.log) <= 1

    def note(self, view: View) -> None:
        """Remember who holds what now; as a turn goes on, only how it stands last."""
        for turn in [turn for turn in self._ends if turn > view.turn]:
            del self._ends[turn]  # taken back
        self._ends[view.turn] = view.control

    def shown(self, view: View) -> tuple[FormerFront, ...]:
        """The last earlier turns at whose end the front ran elsewhere, the oldest first."""
        found: list[FormerFront] = []
        after = view.control
        for turn in sorted((t for t in self._ends if t < view.turn), reverse=True):
            control = self._ends[turn]
            if control != after and len(found) < MOST:
                found.append(FormerFront(turn, _title(view, turn), control))
            after = control
        return tuple(reversed(found))

    def look_back(self, seconds: float) -> bool:
        """Play on from the beginning for so long; has it all been found?"""
        if self._steps is None:
            self._steps = self._again()
        until = perf_counter() + seconds
        while not self.complete and perf_counter() < until:
            self.complete = next(self._steps, DONE) is DONE
        return self.complete

    def _again(self) -> Iterator[None]:
        """Play the commands of all turns before the one in which the game was taken up."""
        orders = [record.command for record in self._game.log[1:] if record.turn <= self._first]
        digests = {mark.commands: mark.digest for mark in self._game.marks}
        game = start(self._game.scenario, self._game.options, self._game.seed)
        try:
            for number, order in enumerate(orders, 1):
                turn, control = game.turn, game.look(Side.AXIS).control
                game.apply(parse(order))
                if game.turn != turn:
                    if digests.get(number) not in (None, game.digest()):
                        return
                    self._ends.setdefault(turn, control)
                if game.turn >= self._first:
                    return
                yield
        except (IllegalCommand, ValueError):
            return
        finally:
            game.close()


def _title(view: View, turn: int) -> str:
    track: Sequence[tuple[str, str]] = view.turn_track
    return track[turn - 1][0] if 1 <= turn <= len(track) else f"Turn {turn}"
