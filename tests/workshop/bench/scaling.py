"""How cost grows with the number of units and of hexes."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ecs import Board, Game, load_board, new_game
from ecs.core.commands import EndPhase
from game.saves.cached_position import take_shortcut
from game.saves.file_reader import decode
from game.saves.saving import Particulars, encode_game
from game.system.memory import peak
from tests.workshop.bench import rules_timing
from tests.workshop.bench.board_enlargement import Enlargement, Size, enlarge, read_map, set_up, write_map
from tests.workshop.bench.frame_times import panned
from tests.workshop.bench.timing import Measure, Pace, milliseconds, timed

SCENARIO = "barbarossa-1941"
UNITS = (50, 100, 200, 400)
SIZES = (Size(60, 45), Size(90, 70), Size(120, 90), Size(200, 150))
USUAL_UNITS, USUAL_SIZE = 200, Size(60, 45)
MOST_UNITS = 1000
SCREEN = (1920, 1080)
ONE_TO_ONE = 1.0

QUESTIONS: dict[str, Callable[[Game], Iterator[float]]] = {
    "legal list": rules_timing.ask_legal,
    "reach of all units": rules_timing.ask_reach,
    "supply flood": rules_timing.ask_supply,
    "zones of control": rules_timing.ask_zones,
    "view of one side": rules_timing.ask_view,
    "snapshot": rules_timing.ask_snapshot,
    "try and take back": rules_timing.ask_what_if,
}


@dataclass(frozen=True, slots=True)
class Point:
    """One board: its size, playable hexes and units, and what was measured on it."""

    size: Size
    hexes: int
    units: int
    measures: tuple[Measure, ...]

    def find(self, name: str) -> Measure | None:
        """The row of this name."""
        return next((m for m in self.measures if m.name == name), None)


@dataclass(frozen=True, slots=True)
class Growth:
    """``units``: the same board with ever more units; ``hexes``: as many units on ever larger boards.

    ``largest``: the largest board with the most units.
    """

    units: tuple[Point, ...]
    hexes: tuple[Point, ...]
    largest: tuple[Point, ...]


def measure(
    quick: bool = False,
    units: Sequence[int] = UNITS,
    sizes: Sequence[Size] = SIZES,
    most: int = MOST_UNITS,
) -> Growth:
    """Everything on every board."""
    source, pace = new_game(SCENARIO), Pace()
    runs = 1 if quick else 5
    with tempfile.TemporaryDirectory() as folder:
        maps = {size: _map(source.board, size, Path(folder)) for size in {USUAL_SIZE, *sizes}}
        by_units = [_point(source, maps, USUAL_SIZE, number, runs, pace) for number in units]
        known = {p.units: p for p in by_units}
        by_hexes = [
            known[USUAL_UNITS]
            if size == USUAL_SIZE and USUAL_UNITS in known
            else _point(source, maps, size, USUAL_UNITS, runs, pace)
            for size in sizes
        ]
        largest = [_point(source, maps, sizes[-1], most, runs, pace)] if most else []
    source.close()
    return Growth(tuple(by_units), tuple(by_hexes), tuple(largest))


Maps = Mapping[Size, tuple[Enlargement, Path]]


def _map(board: Board, size: Size, folder: Path) -> tuple[Enlargement, Path]:
    plan, path = enlarge(board, size), folder / f"{size.cols}x{size.rows}.tmx"
    write_map(plan, path)
    return plan, path


def _point(source: Game, maps: Maps, size: Size, units: int, runs: int, pace: Pace) -> Point:
    plan, path = maps[size]
    rows: list[Measure] = []
    with pace.beside(rows) as add_row:
        seconds = [timed(lambda: load_board(path)) for _ in range(runs)]
        add_row(milliseconds("reading the map", seconds))
    board = read_map(plan, path)
    with pace.beside(rows) as add_row:
        for row in _questions(source, board, units, 4 * runs, pace):
            add_row(row)
    with pace.beside(rows) as add_row:
        for row in _saving(source, board, units, runs):
            add_row(row)
    if units <= max(UNITS):
        with pace.beside(rows) as add_row:
            add_row(_turns(source, board, units, "recruit", pace))
    with pace.beside(rows) as add_row:
        for row in _frames(source, board, units, 6 * runs, pace):
            add_row(row)
    memory = peak()
    if memory:
        rows.append(Measure("memory of the process so far", memory, memory, "MB", 1))
    return Point(size, len(board.hexes), units, tuple(rows))


def _questions(source: Game, board: Board, units: int, runs: int, pace: Pace) -> Iterator[Measure]:
    """Each question asked several times afresh, in the first phase of attacks and in the movement that follows."""
    game = set_up(source, board, units)
    _until(game, "attack")
    forecasts = [s for _ in range(runs) for s in rules_timing.ask_forecast(game)]
    _until(game, "move")
    for name, ask in QUESTIONS.items():
        next(iter(ask(game)))
        seconds: list[float] = []
        for _ in range(runs):
            seconds.extend(ask(game))
            pace.breathe()
        yield milliseconds(name, seconds)
    yield milliseconds("forecast of a battle", forecasts)
    game.close()


def _until(game: Game, verb: str) -> None:
    """Close phases until there is a command of this kind to give."""
    while not any(c.verb == verb for c in game.legal()):
        game.apply(EndPhase() if game.is_legal(EndPhase()) else game.legal()[0])


def _saving(source: Game, board: Board, units: int, runs: int) -> Iterator[Measure]:
    """A game with the first player's movement behind it, written and taken up again."""
    game = set_up(source, board, units)
    _until(game, "move")
    saved = [encode_game(game, Particulars())]
    yield milliseconds("saving", [timed(lambda: saved.append(encode_game(game, Particulars()))) for _ in range(runs)])

    def take_up() -> None:
        file = decode(Path("bench.save"), saved[-1])
        fresh = set_up(source, board, units)
        take_shortcut(fresh, file.shortcut, file.checksum, file.commands, file.marks)
        fresh.close()

    yield milliseconds("loading, the map being known", [timed(take_up) for _ in range(runs)])
    game.close()


def _turns(source: Game, board: Board, units: int, level: str, pace: Pace) -> Measure:
    game = set_up(source, board, units)
    seconds = list(rules_timing.turns_of(game, level, 1, pace))
    game.close()
    return milliseconds(f"turn of {level}", seconds)


def _frames(source: Game, board: Board, units: int, count: int, pace: Pace) -> Iterator[Measure]:
    game = set_up(source, board, units)
    near = panned(game, SCREEN, count, pace, ONE_TO_ONE)
    far = panned(game, SCREEN, count, pace)
    game.close()
    yield milliseconds("frame at 1080p, near", near)
    yield milliseconds("frame at 1080p, from afar", far)


# -- what it comes to -----------------------------------------------------------------------------


def exponent(points: Sequence[Point], name: str, of_units: bool) -> float | None:
    """The k of the power law size^k that fits a row best, each figure by its calibrator; None if there is none."""
    pairs = []
    for point in points:
        m = point.find(name)
        if m is None or m.median <= 0:
            return None
        pairs.append((math.log(point.units if of_units else point.hexes), math.log(m.median / (m.calibrator or 1.0))))
    mid_x, mid_y = (sum(p[i] for p in pairs) / max(1, len(pairs)) for i in (0, 1))
    spread = sum((x - mid_x) ** 2 for x, _ in pairs)
    return sum((x - mid_x) * (y - mid_y) for x, y in pairs) / spread if spread else None


def as_data(growth: Growth) -> dict[str, Any]:
    """As plain data for JSON."""
    return {
        "units": _table(growth.units, of_units=True),
        "hexes": _table(growth.hexes, of_units=False),
        "largest": [asdict(p) for p in growth.largest],
    }


def _table(points: Sequence[Point], of_units: bool) -> dict[str, Any]:
    names = [m.name for m in points[0].measures] if points else []
    return {
        "points": [asdict(p) for p in points],
        "exponents": {name: exponent(points, name, of_units) for name in names},
    }
