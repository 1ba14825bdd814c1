"""A series of games of the computer with itself, in as many processes as wanted; what can be told of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from ecs import Game, Side
from game.play.atlas.luck import luck_of
from game.play.atlas.record import gather
from game.play.autoplay import MatchFault, MatchResult, play_game
from game.saves.file_format import SaveError
from game.saves.saving import Particulars
from game.saves.storage.game_folders import ENDING
from game.saves.storage.save_writing import write_save
from game.tools.tournament.stopping import wilson

WINNERS = ("axis", "soviet", "draw")


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """One game to be played in whatever process.  ``told``: write down how it went, which takes about as long again as
    a game of the random player; ``save``: a folder to keep it in."""

    scenario: str
    seed: int
    options: Mapping[str, str]
    levels: Mapping[Side, str]
    save: Path | None = None
    told: bool = False


@dataclass(frozen=True, slots=True)
class GameCourse:
    """How a game went.

    By turn, for the Axis and the Soviet side: ``points`` that counted as it ended, ``losses`` in factors.  ``fell``:
    place -> number of the turn, from 0, in which it first changed hands.  ``luck``: the share of games with the same
    throws that would have been unluckier for the Axis; None without a throw.
    """

    turns: tuple[str, ...]
    points: tuple[tuple[int, int], ...]
    losses: tuple[tuple[int, int], ...]
    fell: Mapping[str, int]
    luck: float | None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game, and how it went where that was to be told."""

    order: SeriesGame
    result: MatchResult
    course: GameCourse | None = field(default=None, repr=False)

    def row(self) -> dict[str, str | int | float]:
        """The game as a line of a table."""
        order, r = self.order, self.result
        return {
            "scenario": r.scenario,
            "axis": order.levels[Side.AXIS],
            "soviet": order.levels[Side.SOVIET],
            "options": " ".join(f"{key}={value}" for key, value in sorted(order.options.items())),
            "seed": r.seed,
            "winner": r.winner,
            "level": r.level,
            "turns": r.turns,
            "commands": r.commands,
            "digest": r.digest,
            "seconds": round(r.seconds, 3),
            "text": r.text,
        }


@dataclass(frozen=True, slots=True)
class WinShare:
    """How often somebody won, and the bounds of that share with 95 % confidence (Wilson's score interval)."""

    games: int
    share: float
    low: float
    high: float


def play_order(order: SeriesGame) -> FinishedGame | str:
    """Play one game; a sentence if it did not come to its end."""
    courses: list[GameCourse] = []
    keep = partial(_keep, order, courses) if order.save or order.told else None
    try:
        result = play_game(order.scenario, order.seed, order.options, order.levels, keep)
    except (MatchFault, SaveError) as e:
        return str(e)
    return FinishedGame(order, result, courses[0] if courses else None)


def _keep(order: SeriesGame, courses: list[GameCourse], game: Game) -> None:
    if order.save is not None:
        name = f"{order.scenario}-{order.seed}"
        write_save(order.save / (name + ENDING), game, Particulars(name=name, players=order.levels))
    if order.told:
        courses.append(course_of(game))


def course_of(game: Game) -> GameCourse:
    """How a finished game went."""
    atlas = gather(game)
    wanted = {h.name for h in game.board.hexes if h.vp and h.name}
    fell: dict[str, int] = {}
    for number, turn in enumerate(atlas.turns):
        for name in (name for side in Side for name in turn.taken[side] if name in wanted):
            fell.setdefault(name, number)
    throws = atlas.throws_for(Side.AXIS)
    return GameCourse(
        tuple(turn.name for turn in atlas.turns),
        tuple((turn.points[Side.AXIS], turn.points[Side.SOVIET]) for turn in atlas.turns),
        tuple((turn.factors[Side.AXIS], turn.factors[Side.SOVIET]) for turn in atlas.turns),
        fell,
        luck_of(throws).unluckier if throws else None,
    )


def play_series(orders: Sequence[SeriesGame], jobs: int = 1) -> Generator[FinishedGame | str, None, None]:
    """The games in the order in which they were asked for, whichever process they come from."""
    if jobs == 1 or len(orders) == 1:
        yield from map(play_order, orders)
        return
    slices = max(1, min(8, len(orders) // (jobs * 4)))
    with ProcessPoolExecutor(min(jobs, len(orders)), mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(play_order, orders, chunksize=slices)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def shares(results: Sequence[MatchResult]) -> dict[str, WinShare]:
    """How often each side won, and how often nobody did."""
    games, wins = len(results), Counter(r.winner for r in results)
    return {who: WinShare(wins[who], wins[who] / games if games else 0.0, *wilson(wins[who], games)) for who in WINNERS}
