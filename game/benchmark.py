"""How fast is the game on this machine?  Measurements only; nothing is judged here."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from ecs import Game, Side, new_game
from game.match import make_players, play_game, play_on
from game.opponents import Seat

Probe = Callable[[Game], object]
WARM_UP = 60


@dataclass(frozen=True, slots=True)
class Measure:
    """One row of the report.  Median and worst in ``unit``; ``samples`` how often it was measured."""

    name: str
    median: float
    worst: float
    unit: str
    samples: int


def milliseconds(name: str, seconds: list[float]) -> Measure:
    """A row from samples in seconds."""
    assert seconds, name
    return Measure(name, median(seconds) * 1000, max(seconds) * 1000, "ms", len(seconds))


def calibrator(runs: int = 5) -> Measure:
    """How fast this machine counts: one run of sum(i*i for i in range(10**6))."""
    return milliseconds("calibrator", [timed(lambda: sum(i * i for i in range(10**6))) for _ in range(runs)])


def timed(work: Callable[[], object]) -> float:
    """Seconds of one call."""
    began = perf_counter()
    work()
    return perf_counter() - began


# -- the rules ------------------------------------------------------------------------------------


def rules(scenario: str, options: Mapping[str, str], seed: int, games: int, every: int) -> list[Measure]:
    """Questions to the rules, asked afresh at every n-th position of some games of random moves."""
    samples: dict[str, list[float]] = {name: [] for name in _PROBES}
    for number in range(games):
        for game in _positions(scenario, options, seed + number, every):
            for name, probe in _PROBES.items():
                samples[name].extend(probe(game))
    return [milliseconds(name, seconds) for name, seconds in samples.items() if seconds]


def _positions(scenario: str, options: Mapping[str, str], seed: int, every: int) -> Iterator[Game]:
    game = new_game(scenario, options=options, seed=seed)
    players = make_players(dict.fromkeys(Side, "random"), seed)
    while not game.over:
        yield game
        play_on(game, players, every)
    game.close()


def _afresh(game: Game, question: Probe) -> float:
    """Seconds of a question on a position about which nothing is remembered yet."""
    with game.what_if():
        return timed(lambda: question(game))


def _ask_legal(game: Game) -> Iterator[float]:
    yield _afresh(game, Game.legal)


def _ask_reach(game: Game) -> Iterator[float]:
    units = sorted({c.unit for c in game.legal() if c.verb == "move"})  # type: ignore[attr-defined]
    if units:
        yield _afresh(game, lambda g: [g.reach(unit) for unit in units])


def _ask_supply(game: Game) -> Iterator[float]:
    for side in Side:
        yield _afresh(game, lambda g, side=side: g.supply(side))  # type: ignore[misc]


def _ask_view(game: Game) -> Iterator[float]:
    side = game.to_act or Side.AXIS
    yield _afresh(game, lambda g: g.view(side))


def _ask_snapshot(game: Game) -> Iterator[float]:
    yield timed(game.snapshot)


def _ask_what_if(game: Game) -> Iterator[float]:
    command = game.legal()[-1]

    def try_it() -> None:
        with game.what_if():
            game.apply(command)

    yield timed(try_it)


def _ask_forecast(game: Game) -> Iterator[float]:
    """The attack with everything that may join it, for the first few targets."""
    side = game.to_act
    joined: dict[str, list[str]] = {}
    for command in game.legal():
        if command.verb == "attack" and command.wave == 1:  # type: ignore[attr-defined]
            joined.setdefault(command.hex, []).append(command.unit)  # type: ignore[attr-defined]
    for label, units in sorted(joined.items())[:3]:
        index = game.board.by_label[label]
        yield _afresh(game, lambda g, i=index, u=units: g.forecast(side, i, u))  # type: ignore[misc]


_PROBES: dict[str, Callable[[Game], Iterator[float]]] = {
    "legal list": _ask_legal,
    "reach of all units": _ask_reach,
    "supply flood": _ask_supply,
    "view of one side": _ask_view,
    "snapshot": _ask_snapshot,
    "try and take back": _ask_what_if,
    "forecast of a battle": _ask_forecast,
}


# -- whole games ----------------------------------------------------------------------------------


def random_games(scenario: str, options: Mapping[str, str], seed: int, games: int) -> Measure:
    """Whole games of random moves."""
    levels = dict.fromkeys(Side, "random")
    seconds = [play_game(scenario, seed + i, options, levels).seconds for i in range(games)]
    return Measure("whole random game", median(seconds), max(seconds), "s", games)


def opponent_turns(scenario: str, options: Mapping[str, str], seed: int, level: str, most: int) -> Measure:
    """Thinking time of a computer player, summed over each of its turns."""
    game = new_game(scenario, options=options, seed=seed)
    players = make_players(dict.fromkeys(Side, level), seed)
    seats = {side: Seat(game, side) for side in Side}
    spent: dict[tuple[int, Side], float] = {}
    while (side := game.to_act) is not None and game.turn < game.scenario.start_turn + most:
        began, turn = perf_counter(), game.turn
        command, _ = players[side].choose(seats[side])
        spent[turn, side] = spent.get((turn, side), 0.0) + perf_counter() - began
        game.apply(command)
    game.close()
    return milliseconds(f"turn of {level}", list(spent.values()))


# -- the board on screen --------------------------------------------------------------------------


def frames(scenario: str, options: Mapping[str, str], size: tuple[int, int], count: int) -> Measure:
    """Frames of the opening position while the map is panned, all counters shown, drawn without a display."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    from game.packs import load_sprite_pack
    from game.table import Table, TableState

    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(size)
    game = new_game(scenario, options=options)
    table, state = Table(game.board, load_sprite_pack("standard")), TableState()
    table.set_view(game.view(game.to_act or Side.AXIS))
    seconds = []
    for number in range(WARM_UP + count):
        table.camera.pan(*((9, 6) if number % 40 < 20 else (-9, -6)))
        began = perf_counter()
        table.draw(screen, screen.get_rect(), state, number / 60)
        pygame.display.flip()
        seconds.append(perf_counter() - began)
    game.close()
    pygame.display.quit()
    return milliseconds(f"frame of the board, {size[0]} x {size[1]}", seconds[WARM_UP:])


# -- the program ----------------------------------------------------------------------------------

START = """
import sys
from game import play
code = play.first_frame(sys.argv[1])
"""
COMMAND = """
import sys
from game.cli import main
code = main(sys.argv[1:])
"""
_MEMORY = """
try:
    import resource
    kilo = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
except ImportError:
    kilo = 0
print("kilobytes", kilo)
sys.exit(code)
"""


def program(script: str, words: list[str], runs: int) -> tuple[list[float], int]:
    """Seconds of running a script with these arguments, and its most memory in kilobytes (0: unknown)."""
    seconds, memory = [], 0
    for _ in range(runs):
        began = perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", script + _MEMORY, *words], capture_output=True, text=True, check=False, timeout=120
        )
        seconds.append(perf_counter() - began)
        if done.returncode:
            raise RuntimeError((done.stderr.strip().splitlines() or ["no answer"])[-1])
        memory = max(memory, int(done.stdout.rsplit("kilobytes", 1)[1]))
    return seconds, memory
