"""soak: thousands of games, to see whether they hold out."""

from __future__ import annotations

import argparse
from pathlib import Path

from ecs import RULESETS, find_scenario, list_scenarios, load_scenario
from game.cli.options import Refused, Subparsers, complain, count, seed
from game.opponents import LEVELS
from game.system.output_files import check_folder, check_output, write_output
from game.system.paths import user_root
from tests.workshop.soak.game_run import Outcome, course, play
from tests.workshop.soak.report_page import page
from tests.workshop.soak.resource_monitor import Sample
from tests.workshop.soak.schedule import Schedule
from tests.workshop.soak.soak_session import TOO_MANY, RulesChanged, Soak, keep_fault
from tests.workshop.soak.soak_state import State, read_state
from tests.workshop.soak.window_session import sit_through

MINUTES = 10
STOPPED = 130
DAYS = 60 * 24 * 30


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "soak",
        help="play games between computer players for a while and look for faults",
        description="Plays whole games of every ruleset, options drawn by seed, and asks at many positions whether "
        "everything holds that must.  Can be stopped with Ctrl-C at any time and goes on where it was.  A fault is "
        "told in one line, with a save and a trace beside the state file.  Exit code 1 if there was one.",
    )
    parser.add_argument("--minutes", metavar="N", type=count(1, DAYS), help=f"how long; {MINUTES} without --games")
    parser.add_argument("--games", metavar="N", type=count(1, 1_000_000), help="stop after so many games")
    parser.add_argument("--game", metavar="RULESET", action="append", default=[], help="only this; may be repeated")
    parser.add_argument("--scenario", metavar="S", action="append", default=[], help="only this; may be repeated")
    parser.add_argument("--seed", metavar="K", type=seed, default=1, help="the first seed")
    parser.add_argument("--levels", metavar="A,B", type=_levels, default=("random", "officer"))
    parser.add_argument("--jobs", metavar="J", type=count(1, 256), default=1, help="processes")
    parser.add_argument("--state", metavar="FILE", type=Path, help="where the state is kept; else in your own folder")
    parser.add_argument("--out", metavar="REPORT.md", type=Path, help="write the one-page result there")
    parser.add_argument("--again", metavar="GAME", help="play one game again, as a fault names it: SCENARIO:SEED...")
    parser.add_argument("--window", action="store_true", help="an evening at a window nobody sees, by input events")
    parser.add_argument("--hours", metavar="H", type=count(1, 1000), default=8, help="of that evening, simulated")
    parser.set_defaults(run=run)


def _levels(text: str) -> tuple[str, ...]:
    wanted = text.split(",")
    for word in wanted:
        if word not in LEVELS:
            raise argparse.ArgumentTypeError(f"no level {word[:40]!r}; choose from: {', '.join(LEVELS)}")
    return tuple(level for level in LEVELS if level in wanted)


def run(args: argparse.Namespace) -> int:
    """Soak and report; 1 if there were faults."""
    path: Path = args.state or user_root() / "soak" / "soak.json"
    if args.out is not None:
        check_output(args.out)
    if args.again is not None:
        return _again(args.again, path)
    if args.window:
        return _evening(args.hours, args.seed, args.out)
    check_folder(path.parent)
    state = read_state(path)
    schedule = Schedule(state, _scenarios(args.game, args.scenario), args.levels, args.seed, args.games or 0)
    minutes = args.minutes or (0 if args.games else MINUTES)
    known, stopped = len(state.faults), False
    try:
        Soak(state, path, schedule, 60 * minutes, _show).run(args.jobs)
    except KeyboardInterrupt:
        stopped = True
    except RulesChanged as e:
        raise Refused(str(e)) from None
    text = page(state)
    if args.out:
        write_output(args.out, text.encode(errors="backslashreplace"))
    print(f"\n{text}\nThe state is kept in {path}")
    if len(state.faults) - known >= TOO_MANY:
        complain(f"stopped after {TOO_MANY} faults")
    if stopped:
        complain("stopped; the same command goes on from here")
        return STOPPED
    return int(len(state.faults) > known)


def _scenarios(games: list[str], names: list[str]) -> dict[str, str]:
    """Scenario -> ruleset of those asked for.

    :raises SetupError: for a scenario that does not exist.
    """
    for game in games:
        if game not in RULESETS:
            raise Refused(RULESETS.absent(game))
    wanted = [find_scenario(name) for name in names] or [load_scenario(path) for path in list_scenarios()]
    found = {s.id: s.ruleset for s in wanted if not games or s.ruleset in games}
    if not found:
        raise Refused("no scenario is left to be played")
    return found


def _show(outcome: Outcome) -> None:
    c = outcome.course
    if outcome.fault:
        complain(f"FAULT {outcome.line()}")
        return
    print(
        f"{c.scenario:24} {c.seed:8}  {c.axis:8} {c.soviet:8} {outcome.winner:7} turn {outcome.turn:3} "
        f"{outcome.commands:6} commands {outcome.seconds:8.1f} s",
        flush=True,
    )


def _evening(hours: int, seed: int, out: Path | None) -> int:
    """Sit at the window; 1 if memory grew.  The player's own folder is left alone."""

    def told(sample: Sample) -> None:
        words = f"{sample.hours:6.2f} h {sample.memory:8.1f} MB, games {sample.games}, worlds {sample.worlds}"
        print(f"{words}, objects {sample.objects:,}, files {sample.files}", flush=True)

    grew, text = sit_through(hours, seed, told)
    print(f"\n{text}")
    if out:
        write_output(out, text.encode(errors="backslashreplace"))
    return int(grew)


def _again(text: str, path: Path) -> int:
    """Play one game again; 1 if the fault is still there."""
    try:
        wanted = course(text)
    except ValueError as e:
        raise Refused(str(e)) from None
    outcome = play(wanted)
    _show(outcome)
    if not outcome.fault:
        print(f"{wanted.text()}: no fault")
        return 0
    folder = Soak(State(), path, Schedule(State(), {}, ()), 0, _show).folder
    print(outcome.trace)
    print(f"written down in {folder / keep_fault(folder, outcome)}.txt")
    return 1
