"""What the terms of a general's evaluation are worth, fitted to how games end.

Run: python -m tests.programs.fitted_weights [scenario ...] [--games N] [--seed K] [--result R]

Officers' staffs play whole games, before every stretch of orders in a style by lot, as in rehearsals. What a general
counts is written down where a stretch begins, and fitted (least squares, a little ridge, each turn by itself) to what
came of the game: the points at its end and R more for a victory. Told are how well the weights in use and the fitted
ones foretell it (correlation; the fitted ones in games they were not fitted to), and the fitted weights themselves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import correlation, mean

from ecs import Game, Side, new_game
from game.opponents import Seat
from game.opponents.evaluation import Terms, counted, weighed, weights_of
from game.opponents.rehearsal import Course, styles
from game.opponents.shared.position_reading import USUAL
from game.opponents.staffs import Family, Staff
from game.play.autoplay import player_seed

GAMES = ("barbarossa-1941", "war-barbarossa-1941", "rb-barbarossa-5", "tdv-barbarossa-1941")
NAMES = ("early", "near", "place", "force Axis", "force Soviet", "capital Axis", "capital Soviet")
RIDGE, FOLDS = 0.05, 6  # of the variance of a term; parts of the games, each foretold from the others


@dataclass(frozen=True, slots=True)
class Row:
    """A position in which a stretch began, and what came of its game: ``outcome`` for the Axis, in points."""

    game: int
    moment: tuple[int, ...]
    terms: Terms
    outcome: float


def main() -> None:
    """Play and fit, a scenario after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--result", type=float, default=4.0)
    args = parser.parse_args()
    for scenario in args.scenarios:
        rows, family = list[Row](), None
        for seed in range(args.seed, args.seed + args.games):
            family, more = played(scenario, seed, args.result)
            rows += more
        if family is not None:
            print(f"{scenario}, {args.games} games, {len(rows)} positions")
            print("\n".join(told(rows, family)), flush=True)


def played(scenario: str, seed: int, result: float) -> tuple[Family, list[Row]]:
    """A game in styles by lot, and its positions."""
    game, lots = new_game(scenario, seed=seed), Random(seed)
    course, seen = Course(Seat(game, Side.AXIS)), list[tuple[tuple[int, ...], Terms]]()
    minds = {side: Staff("officer", side, player_seed(seed, side)) for side in Side}
    led: dict[Side, tuple[int, int]] = {}
    while (side := game.to_act) is not None:
        seat = Seat(game, side)
        now = course.stretch(seat)
        if led.get(side) != now and not seat.moment[2]:
            led[side] = now
            style = lots.choice([USUAL, *styles(seat.look, 6, "")])
            minds[side] = Staff("officer", side, player_seed(seed, side), style)
            seen.append(((*now, side is Side.AXIS), terms_of(game)))
        game.apply(minds[side].choose(seat)[0])
    end = game.result
    assert end is not None, "a game that is over has a result"
    worth = 0.0 if end.winner is None else result if end.winner is Side.AXIS else -result
    outcome = terms_of(game).points + worth
    game.close()
    return course.family, [Row(seed, moment, terms, outcome) for moment, terms in seen]


def terms_of(game: Game) -> Terms:
    """What counts, as the Axis sees it."""
    seats = {side: Seat(game, side) for side in Side}
    return counted(seats[Side.AXIS].look, {side: seats[side].look.known.capitals for side in Side})


def told(rows: Sequence[Row], family: Family) -> Iterator[str]:
    """Lines of a fit."""
    outcome = apart(rows, [row.outcome for row in rows])
    settled = apart(rows, [row.terms.ripe * row.terms.points for row in rows])
    columns = [apart(rows, column) for column in zip(*(shares(row.terms) for row in rows), strict=True)]
    target = [y - s for y, s in zip(outcome, settled, strict=True)]
    now = apart(rows, [weighed(row.terms, weights_of(family)) for row in rows])
    games = sorted({row.game for row in rows})
    foretold = [0.0] * len(rows)
    for k in range(FOLDS):
        left_out = set(games[k::FOLDS])
        kept = [i for i, row in enumerate(rows) if row.game not in left_out]
        weights = fitted([[c[i] for i in kept] for c in columns], [target[i] for i in kept])
        for i, row in enumerate(rows):
            if row.game in left_out:
                foretold[i] = settled[i] + sum(w * c[i] for w, c in zip(weights, columns, strict=True))
    yield f"  in use {correlation(now, outcome):.2f}, fitted {correlation(foretold, outcome):.2f}"
    yield "  " + ", ".join(f"{name} {w:.3f}" for name, w in zip(NAMES, fitted(columns, target), strict=True))


def shares(terms: Terms) -> list[float]:
    """What each weight is multiplied with, in the order of ``NAMES``."""
    force, danger, left = terms.force, terms.danger, 1 - terms.ripe
    axis, soviet = Side.AXIS, Side.SOVIET
    signed = [terms.points, terms.near, terms.place, force[axis], -force[soviet], -danger[axis], danger[soviet]]
    return [left * x for x in signed]


def apart(rows: Sequence[Row], values: Sequence[float]) -> list[float]:
    """Values less the mean of their moment, so that what changes with the calendar alone explains nothing."""
    of: dict[tuple[int, ...], list[float]] = {}
    for row, value in zip(rows, values, strict=True):
        of.setdefault(row.moment, []).append(value)
    means = {moment: mean(some) for moment, some in of.items()}
    return [value - means[row.moment] for row, value in zip(rows, values, strict=True)]


def fitted(columns: Sequence[Sequence[float]], target: Sequence[float]) -> list[float]:
    """Weights of the columns that come nearest to the target."""
    size = len(columns)
    table = [
        [sum(a * b for a, b in zip(columns[i], columns[j], strict=True)) for j in range(size)] for i in range(size)
    ]
    for i in range(size):
        table[i][i] = table[i][i] * (1 + RIDGE) + 1e-9
        table[i].append(sum(a * b for a, b in zip(columns[i], target, strict=True)))
    for i in range(size):  # the matrix is symmetric and positive: no pivoting is needed
        for j in range(i + 1, size):
            factor = table[j][i] / table[i][i]
            table[j] = [b - factor * a for a, b in zip(table[i], table[j], strict=True)]
    out = [0.0] * size
    for i in reversed(range(size)):
        out[i] = (table[i][size] - sum(table[i][j] * out[j] for j in range(i + 1, size))) / table[i][i]
    return out


if __name__ == "__main__":
    main()
