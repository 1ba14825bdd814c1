"""Does a log give the same game again?  Commands played back, digests compared on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ecs.commands import CommandError, parse
from ecs.engine import Game, IllegalCommand, Mark


class ReplayError(ValueError):
    """A log that does not replay: ``number`` is the command, from 1, at which it differs."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"command {number}: {what}")
        self.number = number


def replay(game: Game, lines: Sequence[str], marks: Sequence[Mark] = ()) -> Game:
    """Play a log of command lines on a fresh game.

    :param marks: digests to compare on the way.
    :raises ReplayError: at the first line that is illegal or the first phase whose digest differs.
    """
    expected = {(m.commands, m.turn, m.phase): m.digest for m in marks}
    seen = 0
    for number, line in enumerate(lines, 1):
        try:
            game.apply(parse(line))
        except (CommandError, IllegalCommand) as e:
            raise ReplayError(number, str(e)) from None
        seen = _compare(game, expected, seen, number)
    return game


def _compare(game: Game, expected: Mapping[tuple[int, int, str], str], seen: int, number: int) -> int:
    for mark in game.marks[seen:]:
        want = expected.get((mark.commands, mark.turn, mark.phase))
        if want is not None and want != mark.digest:
            what = f"turn {mark.turn}, phase {mark.phase}: digest {mark.digest}, recorded {want}"
            raise ReplayError(number, what)
    return len(game.marks)
