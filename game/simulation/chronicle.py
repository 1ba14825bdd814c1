"""The course of a game, month by month: which places fell when, each side's losses, the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from ecs import Game, Side
from game.play.autoplay import make_players, play_on
from game.play.scenarios import new_game
from game.play.story import Kind, bill, of, story_of
from game.simulation.story import Operations, Passage, ToldPlayer, passages


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
