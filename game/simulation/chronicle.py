"""The course of a game: which places fell when, each side's losses and score, and the aims of its computer players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from ecs import Command, Game, Side
from game.opponents import Player, Seat
from game.opponents.table_players import purpose_of
from game.play.autoplay import make_players, play_on
from game.play.scenarios import new_game
from game.play.story import Happening, Kind, bill, captures, of, story_of

# -- The aims of each side: the operations of a game's computer players and their results, turn by turn. -------------

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
        yield f"Losses: {', '.join(lost)}."


# -- The course of a game, month by month: which places fell when, each side's losses, the score. --------------------


@dataclass(slots=True)
class Chronicle:
    """One finished game.

    ``fell``: place name -> turn in which it first changed hands.  ``losses``: turn -> factors lost by the Axis and
    by the Soviets.  ``points``: turn -> points that counted for the Axis at its end.
    ``story``: what the sides were after.
    """

    seed: int
    winner: str
    text: str
    fell: dict[str, int] = field(default_factory=dict)
    losses: dict[int, tuple[int, int]] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    story: list[Passage] = field(default_factory=list)


def chronicle(
    scenario: str, seed: int, options: Mapping[str, str], levels: Mapping[Side, str], places: Sequence[str]
) -> Chronicle:
    """Play a game between computer players and record its course.

    :raises MatchFault: if it does not come to its end.
    """
    game = new_game(scenario, options=options, seed=seed)
    points: dict[int, int] = {}
    month = game.turn

    def watch(now: Game) -> None:
        nonlocal month
        if now.turn != month or now.over:
            points[month] = _axis_points(now)
            month = now.turn

    try:
        operations: Operations = {}
        players = {s: ToldPlayer(player, game, operations) for s, player in make_players(levels, seed).items()}
        play_on(game, players, watch=watch)
        result = game.result
        assert result is not None
        winner = result.winner.value if result.winner else "draw"
        told = Chronicle(seed, winner, result.text, points=points)
        _read(game, told, places)
        told.story = passages(game, operations)
        return told
    finally:
        game.close()


def _axis_points(game: Game) -> int:
    score = game.view(Side.AXIS).score
    return sum(line.points for line in score if line.counts_for is Side.AXIS)


def _read(game: Game, told: Chronicle, places: Sequence[str]) -> None:
    names = {i: name for name in places for i in game.board.find(name)[:1]}
    happenings = story_of(game).happenings
    for one in of(happenings, Kind.CITY, Kind.PLACE):
        if one.hex in names:
            told.fell.setdefault(names[one.hex], one.turn)
    for turn in dict.fromkeys(one.turn for one in of(happenings, Kind.DESTROYED, Kind.STEP)):
        bills = [bill((one for one in happenings if one.turn == turn), side).factors for side in Side]
        told.losses[turn] = bills[0], bills[1]


def report(told: Sequence[Chronicle], places: Sequence[str], months: Sequence[str]) -> str:
    """Many games as a page of Markdown tables.

    :param months: names of the turns, from turn 1.
    """
    games = len(told)
    wins = {who: sum(1 for c in told if c.winner == who) for who in ("axis", "soviet", "draw")}
    lines = [
        f"Games: {games}. Axis wins {wins['axis']}, Soviet wins {wins['soviet']}, draws {wins['draw']}.",
        "",
        "| Place | fell in | earliest | median | latest |",
        "|---|---|---|---|---|",
    ]
    for place in places:
        turns = sorted(c.fell[place] for c in told if place in c.fell)
        when = [_turn_name(months, t) for t in (turns[0], round(median(turns)), turns[-1])] if turns else ["-"] * 3
        lines.append(f"| {place} | {len(turns)} of {games} | {' | '.join(when)} |")
    lines += ["", "| Turn | Axis CF lost | Soviet CF lost | Axis points |", "|---|---|---|---|"]
    for turn in sorted({t for c in told for t in c.losses} | {t for c in told for t in c.points}):
        axis = _mean([c.losses.get(turn, (0, 0))[0] for c in told])
        soviet = _mean([c.losses.get(turn, (0, 0))[1] for c in told])
        points = [c.points[turn] for c in told if turn in c.points]
        spread = f"{_mean(points)} ({min(points)}–{max(points)})" if points else "-"
        lines.append(f"| {_turn_name(months, turn)} | {axis} | {soviet} | {spread} |")
    endings: dict[str, int] = {}
    for one in told:
        endings[one.text] = endings.get(one.text, 0) + 1
    lines += ["", *(f"* {n} × {text}" for text, n in sorted(endings.items(), key=lambda e: (-e[1], e[0])))]
    return "\n".join(lines)


def _mean(values: Sequence[int]) -> str:
    tenths = round(10 * sum(values) / max(1, len(values)))
    return f"{tenths // 10}.{tenths % 10}"


def _turn_name(names: Sequence[str], turn: int) -> str:
    return names[turn - 1] if 1 <= turn <= len(names) else str(turn)
