"""A series of games of the computer with itself, and the record of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path

from ecs import Game, Side
from game.play.atlas.record import gather
from game.play.autoplay import MatchFault, MatchResult, play_game
from game.saves.file_format import SaveError
from game.saves.saving import Particulars, encode_game
from game.saves.storage.game_folders import ENDING
from game.saves.storage.save_writing import write_atomically
from game.simulation.workers import in_order

WINNERS = ("axis", "soviet", "draw")
Z95 = 1.959964


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """One game to play, in whatever process or on whatever machine.

    ``save``: a folder here to keep it in.  ``told``: write down how it went, which takes about as long again as a game
    of the random player.
    """

    scenario: str
    seed: int
    options: Mapping[str, str]
    levels: Mapping[Side, str]
    save: Path | None = None
    told: bool = False


@dataclass(frozen=True, slots=True)
class GameCourse:
    """How a game went.

    By turn, for the Axis and the Soviets: ``points`` that counted as it ended, ``losses`` in factors.  ``fell``:
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
    """A finished game: its course if requested, and its save on the way to its folder."""

    order: SeriesGame
    result: MatchResult
    course: GameCourse | None = field(default=None, repr=False)
    save: bytes = field(default=b"", repr=False)

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
    """How often a side won, and the bounds of that share with 95 % confidence (Wilson's score interval)."""

    games: int
    share: float
    low: float
    high: float


def play_order(order: SeriesGame) -> FinishedGame | str:
    """Play one game; a sentence if it did not reach its end."""
    course: GameCourse | None = None
    save = b""

    def keep(game: Game) -> None:
        nonlocal course, save
        if order.save is not None:
            save = encode_game(game, Particulars(name=_name(order), players=order.levels))
        if order.told:
            course = course_of(game)

    try:
        result = play_game(order.scenario, order.seed, order.options, order.levels, keep)
    except (MatchFault, SaveError) as e:
        return str(e)
    return FinishedGame(order, result, course, save)


def _name(order: SeriesGame) -> str:
    return f"{order.scenario}-{order.seed}"


def course_of(game: Game) -> GameCourse:
    """How a finished game went."""
    atlas = gather(game)
    wanted = {h.name for h in game.board.hexes if h.vp and h.name}
    fell: dict[str, int] = {}
    for number, turn in enumerate(atlas.turns):
        for name in (name for side in Side for name in turn.taken[side] if name in wanted):
            fell.setdefault(name, number)
    return GameCourse(
        tuple(turn.name for turn in atlas.turns),
        tuple((turn.points[Side.AXIS], turn.points[Side.SOVIET]) for turn in atlas.turns),
        tuple((turn.factors[Side.AXIS], turn.factors[Side.SOVIET]) for turn in atlas.turns),
        fell,
        atlas.luck.fortune(Side.AXIS).unluckier if atlas.luck.throws else None,
    )


def play_series(
    orders: Sequence[SeriesGame], jobs: int = 1, cluster: str = ""
) -> Generator[FinishedGame | str, None, None]:
    """The games in the requested order, whichever process plays them; saves are written here.

    :param jobs: most games at a time.
    :param cluster: the address of a cluster of dask.distributed that plays them; "": processes of this machine do.
    :raises ClusterFault: if there is no such cluster.
    """
    for played in in_order(play_order, orders, min(jobs, len(orders)), cluster):
        yield played if isinstance(played, str) else _put_down(played)


def _put_down(played: FinishedGame) -> FinishedGame | str:
    """The game without its save, which is now in its folder; a sentence if it cannot be written."""
    folder = played.order.save
    if folder is None:
        return played
    try:
        write_atomically(folder / (_name(played.order) + ENDING), played.save)
    except SaveError as e:
        return str(e)
    return replace(played, save=b"")


def shares(results: Sequence[MatchResult]) -> dict[str, WinShare]:
    """How often each side won, and how often neither did."""
    games, wins = len(results), Counter(r.winner for r in results)
    return {who: WinShare(wins[who], wins[who] / games if games else 0.0, *wilson(wins[who], games)) for who in WINNERS}


def wilson(hits: float, trials: int) -> tuple[float, float]:
    """Bounds of a share with 95 % confidence (Wilson's score interval)."""
    if trials == 0:
        return 0.0, 1.0
    share, z2 = hits / trials, Z95 * Z95
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    return max(0.0, centre - half), min(1.0, centre + half)
