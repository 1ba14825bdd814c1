"""Playing a log again.  Commands played back, digests compared on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ecs.core.commands import CommandError, parse
from ecs.engine.digest_marks import Mark
from ecs.engine.engine import Game, IllegalCommand


class ReplayError(ValueError):
    """A log that does not replay: ``number`` is the command, from 1, at which it differs."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"command {number}: {what}")
        self.number = number


def replay(
    game: Game, lines: Sequence[str], marks: Sequence[Mark] = (), watch: Callable[[int], None] | None = None
) -> Game:
    """Play a log of command lines on a fresh game.

    :param marks: digests to compare on the way.
    :param watch: is told after each line how many have been played; what it raises ends the replay.
    :raises ReplayError: at the first line that is illegal or the first phase whose digest differs.
    """
    expected = _by_place(marks)
    seen = 0
    for number, line in enumerate(lines, 1):
        try:
            game.apply(parse(line))
        except (CommandError, IllegalCommand) as e:
            raise ReplayError(number, str(e)) from None
        seen = _compare(game, expected, seen, number)
        if watch is not None:
            watch(number)
    return game


Place = tuple[int, int, str]


def _by_place(marks: Sequence[Mark]) -> dict[Place, list[str]]:
    """Digests by commands, turn and phase; a phase may come round several times before the next command."""
    out: dict[Place, list[str]] = {}
    for mark in marks:
        out.setdefault((mark.commands, mark.turn, mark.phase), []).append(mark.digest)
    return out


def _compare(game: Game, expected: Mapping[Place, Sequence[str]], seen: int, number: int) -> int:
    for place, found in _by_place(game.marks[seen:]).items():
        for digest, want in zip(found, expected.get(place, ()), strict=False):
            if digest != want:
                _, turn, phase = place
                raise ReplayError(number, f"turn {turn}, phase {phase}: digest {digest}, recorded {want}")
    return len(game.marks)
