"""The aims of each side: the operations of a game's computer players and their results, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ecs import Command, Game, Side
from game.opponents import Player, Seat
from game.opponents.table_players import purpose_of
from game.play.story import Happening, bill, captures, story_of

Operations = dict[int, str]
"""By number of the record of the first order of an operation, what it is after."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What a side did until the other took over.

    ``side``: "axis" or "soviet".  ``operations``: what it was after, in order.  ``taken``: places that changed hands in
    its favour.  ``own_lost``, ``enemy_lost``: units off the map, of its own and of the enemy.
    """

    turn: int
    side: str
    operations: tuple[str, ...]
    taken: tuple[str, ...] = ()
    own_lost: int = 0
    enemy_lost: int = 0


class ToldPlayer:
    """A computer player whose operations are recorded as it announces them."""

    def __init__(self, player: Player, game: Game, operations: Operations) -> None:
        self._player, self._game, self._operations = player, game, operations

    def choose(self, seat: Seat) -> tuple[Command, str]:
        """The player's own choice."""
        command, reason = self._player.choose(seat)
        operation, _ = purpose_of(reason)
        if operation:
            self._operations[len(self._game.log)] = operation
        return command, reason


def passages(game: Game, operations: Mapping[int, str]) -> list[Passage]:
    """The game so far, divided where another side announces an operation, and by turns.

    What one side does without an operation, as it answers or brings up reserves, belongs to the passage it falls into.
    """
    told = story_of(game).told
    runs: list[tuple[int, Side, list[int]]] = []
    for number, record in enumerate(game.log):
        new = not runs or record.turn != runs[-1][0]
        if record.side is not None and number in operations and (new or record.side is not runs[-1][1]):
            runs.append((record.turn, record.side, []))
        elif new:
            continue
        runs[-1][2].append(number)
    return [
        _passage(game, run, operations, [t.happening for number in run[2] for t in told[number] if t.happening])
        for run in runs
    ]


def _passage(
    game: Game, run: tuple[int, Side, list[int]], operations: Mapping[int, str], told: Sequence[Happening]
) -> Passage:
    turn, side, numbers = run
    after = dict.fromkeys(operations[number] for number in numbers if number in operations)
    taken = tuple(game.board.hexes[one.hex].name for one in captures(told) if one.side is side)
    lost = bill(told, side).units, bill(told, side.other).units
    return Passage(turn, side.value, tuple(after), taken, *lost)


def written(story: Iterable[Passage], months: Sequence[str]) -> str:
    """The passages as Markdown: a heading for each turn, a paragraph for each passage.

    :param months: names of the turns, from turn 1.
    """
    lines, turn = list[str](), 0
    for passage in story:
        if passage.turn != turn:
            turn = passage.turn
            name = months[turn - 1] if 1 <= turn <= len(months) else f"Turn {turn}"
            lines += [f"### {name}", ""]
        lines += [f"**{Side(passage.side)}.** {' '.join((*passage.operations, *_outcome(passage)))}", ""]
    return "\n".join(lines).rstrip()


def _outcome(passage: Passage) -> Iterable[str]:
    if passage.taken:
        yield f"Captured {', '.join(passage.taken)}."
    lost = [f"{n} {whose}" for n, whose in ((passage.own_lost, "own"), (passage.enemy_lost, "enemy")) if n]
    if lost:
        yield f"Lost {', '.join(lost)}."
