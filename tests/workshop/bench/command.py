"""bench: the speed of the game here, and whether it has become slower."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from statistics import median

from game.cli.options import (
    Refused,
    Subparsers,
    add_game,
    add_json,
    complain,
    print_json,
    print_table,
    the_scenario,
)
from game.opponents import LEVELS
from game.saves.compatibility_notes import engine_version
from game.system.output_files import check_output
from game.system.versions import python_version
from tests.workshop.bench import baseline, frame_times, report, rules_timing, scaling, startup_time
from tests.workshop.bench.baseline import Baseline, Verdict
from tests.workshop.bench.timing import CLOCK, Measure, Pace, milliseconds

SIZES = ((1920, 1080), (3840, 2160))
USUAL = "usual"


class Sampling:
    """How often each thing is measured."""

    def __init__(self, quick: bool) -> None:
        self.name = "quick" if quick else "full"
        self.frames = 20 if quick else 120
        self.games, self.every = (1, 40) if quick else (1, 20)
        self.turns = 1 if quick else 2
        self.random_games = 1 if quick else 2
        self.starts = 1 if quick else 5


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "bench",
        help="measure frames, rules, opponents, start-up and memory",
        description="Every figure is the median and the worst of its samples, and is compared with a stored one: "
        "each as a multiple of the calibrator, a loop timed in the same run, so that another or a busy machine does "
        "not look like slow code.  See docs/performance.md.",
    )
    add_game(parser, needed=False)
    parser.add_argument("--all", action="store_true", help="a scenario of each game")
    parser.add_argument("--quick", action="store_true", help="fewer samples")
    parser.add_argument("--growth", action="store_true", help="how cost grows with units and hexes, instead")
    parser.add_argument("--baseline", metavar="FILE", default=USUAL, help="stored figures to compare with, or none")
    parser.add_argument("--save-baseline", metavar="FILE", type=Path, help="store the figures of this run")
    parser.add_argument(
        "--fail-above", metavar="RATIO", type=_ratio, help="exit code 1 if a figure is so many times the stored one"
    )
    parser.add_argument("--markdown", action="store_true", help="print tables for a page of text")
    add_json(parser)
    parser.set_defaults(run=run)


def _ratio(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number") from None
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"{text[:40]} is not above 0")
    return number


def run(args: argparse.Namespace) -> int:
    """Measure, compare and print."""
    if args.all and args.scenario:
        raise Refused("--all and --scenario exclude each other")
    if args.growth and (args.all or args.scenario or args.save_baseline):
        raise Refused("--growth has boards of its own: it goes without --all, --scenario and --save-baseline")
    if args.growth:
        return _growth(args)
    scenarios = _scenarios(args)
    stored = _stored(args)
    if args.save_baseline is not None:
        _check_place(args.save_baseline)
    sampling, pace, rows = Sampling(args.quick), Pace(), list[Measure]()
    for scenario in scenarios:
        measure(scenario, dict(args.option), args.seed or 0, sampling, pace, rows)
    _start("", sampling.starts, pace, rows)
    rows.insert(0, pace.row())
    if args.save_baseline is not None:
        try:
            baseline.write_baseline(args.save_baseline, sampling.name, _machine(), rows)
        except baseline.BaselineError as e:
            raise Refused(str(e)) from None
    verdicts = [baseline.judge(m, sampling.name, stored) if stored else None for m in rows]
    _print(args, rows, verdicts)
    return _exit_code(rows, verdicts, args.fail_above)


def _scenarios(args: argparse.Namespace) -> tuple[str, ...]:
    """The scenario asked for, those of the stored figures with --all, else the first of these."""
    if args.scenario is not None:
        return (the_scenario(args.scenario).id,)
    try:
        measured = baseline.scenarios()
    except baseline.BaselineError as e:
        raise Refused(str(e)) from None
    return measured if args.all else measured[:1]


def _check_place(path: Path) -> None:
    """The figures of a run of minutes can be stored there; this is asked before it."""
    check_output(path)
    if path.exists():
        try:
            baseline.read_baseline(path)
        except baseline.BaselineError as e:
            raise Refused(str(e)) from None


def measure(
    scenario: str, options: Mapping[str, str], seed: int, sampling: Sampling, pace: Pace, rows: list[Measure]
) -> None:
    """All figures of one scenario."""
    with pace.beside(rows, scenario) as add_row:
        for size in SIZES:
            add_row(frame_times.frames(scenario, options, size, sampling.frames, pace))
    with pace.beside(rows, scenario) as add_row:
        for row in rules_timing.questions(scenario, options, seed, sampling.games, sampling.every, pace):
            add_row(row)
    for level in LEVELS:
        if level != "random":
            with pace.beside(rows, scenario) as add_row:
                add_row(rules_timing.opponent_turns(scenario, options, seed, level, sampling.turns, pace))
    with pace.beside(rows, scenario) as add_row:
        add_row(rules_timing.random_games(scenario, options, seed, sampling.random_games, pace))
    _start(scenario, sampling.starts, pace, rows)


def _start(scenario: str, runs: int, pace: Pace, rows: list[Measure]) -> None:
    """From the start of the program to the map of a scenario, or to the title if none is named."""
    words = ["--scenario", scenario, "--axis", "human", "--soviet", "human", "--seed", "0"] if scenario else []
    what = "map" if scenario else "title"
    with pace.beside(rows, scenario) as add_row, tempfile.TemporaryDirectory() as folder:
        try:
            found = startup_time.starts(words, Path(folder), runs, pace)
        except startup_time.CannotStart as e:
            raise Refused(f"the window could not be measured: {e}") from None
        by_clock = milliseconds(f"start to the first frame of the {what}, by the clock", [s.shown for s in found])
        works = all(s.worked for s in found)
        add_row(replace(by_clock, compared=not works))
        if works:
            add_row(milliseconds(f"start to the first frame of the {what}, and exit", [s.worked for s in found]))
        sizes = [s.megabytes for s in found if s.megabytes]
        if sizes:
            add_row(Measure(f"memory with the {what} on the screen", median(sizes), max(sizes), "MB", len(sizes)))


def _stored(args: argparse.Namespace) -> Baseline | None:
    """The figures to compare with; None for none, or where this run plays by other options or dice."""
    if args.baseline == "none":
        return None
    path = baseline.usual() if args.baseline == USUAL else Path(args.baseline)
    if args.baseline == USUAL and (args.option or args.seed or not path.is_file()):
        return None
    try:
        return baseline.read_baseline(path)
    except baseline.BaselineError as e:
        raise Refused(str(e)) from None


def _exit_code(rows: Sequence[Measure], verdicts: Sequence[Verdict | None], most: float | None) -> int:
    if most is None:
        return 0
    over = [f"{m.scenario} {m.name} ({v.ratio:.2f})".strip() for m, v in zip(rows, verdicts) if v and v.ratio > most]
    if over:
        complain(f"above {most:g} times the stored figure: {', '.join(over)}")
    return 1 if over else 0


def _print(args: argparse.Namespace, rows: Sequence[Measure], verdicts: Sequence[Verdict | None]) -> None:
    if args.json:
        measures = [asdict(m) | _compared(v) for m, v in zip(rows, verdicts)]
        print_json({"machine": _machine(), "clock": CLOCK, "measures": measures})
    elif args.markdown:
        print(report.markdown(_machine(), rows, verdicts))
    else:
        print(report.said(_machine()))
        for scenario in sorted({m.scenario for m in rows}):
            if scenario:
                print(f"\n{scenario}")
            table = [report.row(m, v) for m, v in zip(rows, verdicts) if m.scenario == scenario]
            print_table(table, report.HEADING if any(verdicts) else report.HEADING[:5])


def _compared(verdict: Verdict | None) -> dict[str, object]:
    if verdict is None:
        return {"expected": None, "ratio": None, "slower": False}
    return {"expected": verdict.expected, "ratio": verdict.ratio, "slower": bool(verdict.mark)}


def _growth(args: argparse.Namespace) -> int:
    grown = scaling.measure(quick=args.quick)
    if args.json:
        print_json({"machine": _machine(), "clock": CLOCK, **scaling.as_data(grown)})
    else:
        print(report.growth_text(_machine(), grown, markdown=args.markdown))
    return 0


def _machine() -> dict[str, str]:
    return {"rasputitsa": engine_version(), "Python": python_version(), "system": sys.platform}
