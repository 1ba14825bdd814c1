"""Which level is stronger, by how much, and how does the campaign go?  Seat-swapped pairs with Wilson intervals.

Run as ``python -m game.tools.simulation.tournament officer recruit --games 20``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from time import perf_counter

from ecs import Side, new_game
from game.opponents import LEVELS, Seat
from game.play.autoplay import make_players


@dataclass(slots=True)
class Played:
    """One game: who won, victory points of the Axis at the start of each turn, places taken, seconds a side-turn."""

    winner: str
    level: str
    turn: int
    points: list[int] = field(default_factory=list)
    held: list[frozenset[str]] = field(default_factory=list)
    thinking: dict[tuple[int, Side], float] = field(default_factory=dict)
    seconds: float = 0.0


def play(scenario: str, seed: int, options: Mapping[str, str], levels: Mapping[Side, str]) -> Played:
    """Play a game and keep its story."""
    began = perf_counter()
    game = new_game(scenario, options=options, seed=seed)
    players = make_players(levels, seed)
    seats = {side: Seat(game, side) for side in Side}
    story = Played("", "", 0)
    while (side := game.to_act) is not None:
        if len(story.points) < game.turn:
            _note(story, seats[Side.AXIS])
        turn, start = game.turn, perf_counter()
        command, _ = players[side].choose(seats[side])
        story.thinking[turn, side] = story.thinking.get((turn, side), 0.0) + perf_counter() - start
        game.apply(command)
    _note(story, seats[Side.AXIS])
    result = game.result
    assert result is not None
    story.winner = result.winner.value if result.winner else "draw"
    story.level, story.turn, story.seconds = result.level, game.turn, perf_counter() - began
    game.close()
    return story


def _note(story: Played, seat: Seat) -> None:
    view = seat.view
    story.points.append(sum(s.points for s in view.score if s.counts_for is Side.AXIS))
    places = (h for h in view.board.hexes if h.place in ("victory", "major") and h.owner == Side.SOVIET.value)
    story.held.append(frozenset(h.name for h in places if view.control[h.index] is Side.AXIS))


def wilson(won: float, games: int) -> tuple[float, float]:
    """95 % Wilson interval of a share."""
    if not games:
        return 0.0, 1.0
    z, p = 1.96, won / games
    middle = p + z * z / (2 * games)
    spread = z * (p * (1 - p) / games + z * z / (4 * games * games)) ** 0.5
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def tournament(
    one: str, other: str, games: int, first: int, options: Mapping[str, str], scenario: str
) -> tuple[list[Played], list[Played]]:
    """Pairs of games, ``one`` playing the Axis in the first list and the Soviets in the second."""
    as_axis, as_soviet = [], []
    for seed in range(first, first + games):
        as_axis.append(play(scenario, seed, options, {Side.AXIS: one, Side.SOVIET: other}))
        if one != other:
            as_soviet.append(play(scenario, seed, options, {Side.AXIS: other, Side.SOVIET: one}))
    return as_axis, as_soviet


def report(title: str, played: Sequence[Played]) -> list[str]:
    """A few lines on a list of games."""
    if not played:
        return []
    n, count = len(played), Counter(g.winner for g in played)
    smashing = sum(1 for g in played if g.level == "smashing")
    shares = []
    for who in ("axis", "soviet", "draw"):
        low, high = wilson(count[who], n)
        shares.append(f"{who} {count[who]} ({100 * count[who] / n:.0f} % [{100 * low:.0f}, {100 * high:.0f}])")
    turns = [t for g in played for t in g.thinking.values()]
    return [
        f"{title}: {n} games: {', '.join(shares)}; smashing {smashing}",
        f"  turn of the end {median(g.turn for g in played):.0f}; seconds a side-turn, both players:"
        f" median {median(turns):.2f}, worst {max(turns):.2f}; a game {mean(g.seconds for g in played):.1f}",
        "  Axis points by month: " + _months(played),
        "  taken at some time: " + _taken(played),
    ]


def _months(played: Sequence[Played]) -> str:
    longest = max(len(g.points) for g in played)
    return " ".join(f"{mean(g.points[min(i, len(g.points) - 1)] for g in played):.1f}" for i in range(longest))


def _taken(played: Sequence[Played]) -> str:
    count = Counter(name for g in played for name in frozenset[str]().union(*g.held))
    return ", ".join(f"{name} {100 * k // len(played)} %" for name, k in count.most_common(18))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", choices=sorted(LEVELS))
    parser.add_argument("other", choices=sorted(LEVELS))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--scenario", default="barbarossa-1941")
    parser.add_argument("--option", action="append", default=[], help="key=value")
    args = parser.parse_args()
    options = dict(text.split("=", 1) for text in args.option)
    as_axis, as_soviet = tournament(args.one, args.other, args.games, args.first, options, args.scenario)
    lines = report(f"{args.one} (Axis) v {args.other}", as_axis)
    lines += report(f"{args.other} (Axis) v {args.one}", as_soviet)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
