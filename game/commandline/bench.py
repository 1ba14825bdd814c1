"""rasputitsa bench: how fast is the game here?"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from game import benchmark
from game.benchmark import Measure
from game.commandline.common import Refused, Subparsers, add_game, add_json, print_json, print_table, the_scenario
from game.opponents import LEVELS
from game.savegame import engine_version

SIZES = ((1920, 1080), (3840, 2160))


def add(commands: Subparsers) -> None:
    """Its place on the command line."""
    parser = commands.add_parser(
        "bench",
        help="measure frames, rules, opponents, start-up and memory",
        description="Every figure is the median and the worst of its samples.  The calibrator tells how fast "
        "this machine is: compare figures of two machines by the ratio of their calibrators.",
    )
    add_game(parser, needed=False)
    parser.add_argument("--quick", action="store_true", help="fewer samples")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    scenario, options, seed = the_scenario(args.scenario).id, dict(args.option), args.seed or 0
    quick: bool = args.quick
    rows = [benchmark.calibrator(3 if quick else 9)]
    rows += [benchmark.frames(scenario, options, size, 20 if quick else 120) for size in SIZES]
    rows += benchmark.rules(scenario, options, seed, *((3, 40) if quick else (12, 10)))
    for level in LEVELS:
        if level != "random":
            rows.append(benchmark.opponent_turns(scenario, options, seed, level, 1 if quick else 20))
    rows.append(benchmark.random_games(scenario, options, seed, 1 if quick else 10))
    rows += _start(scenario, 1 if quick else 5)
    if args.json:
        print_json({"machine": _machine(), "measures": [asdict(row) for row in rows]})
        return 0
    print(", ".join(f"{key} {value}" for key, value in _machine().items()))
    print_table([_row(m) for m in rows], ("what", "median", "worst", "unit", "samples"))
    return 0


def _start(scenario: str, runs: int) -> list[Measure]:
    with tempfile.TemporaryDirectory() as folder:
        words = ["screenshot", "--scenario", scenario, "--out", str(Path(folder) / "first.png")]
        try:
            seconds, _ = benchmark.program(benchmark.START, [scenario], runs)
            _, memory = benchmark.program(benchmark.COMMAND, words, 1)
        except RuntimeError as e:
            raise Refused(f"the window could not be measured: {e}") from None
    rows = [benchmark.milliseconds("start to first frame, and exit", seconds)]
    if memory:
        rows.append(Measure("memory with the map on the screen", memory / 1024, memory / 1024, "MB", 1))
    return rows


def _machine() -> dict[str, str]:
    return {"rasputitsa": engine_version(), "Python": platform.python_version(), "system": sys.platform}


def _row(m: Measure) -> tuple[str, ...]:
    return (m.name, f"{m.median:.2f}", f"{m.worst:.2f}", m.unit, str(m.samples))
