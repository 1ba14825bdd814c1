"""rasputitsa simulate: who wins when the computer plays itself, and how surely."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from statistics import mean, median
from typing import Any

from ecs import Side
from game.cli.analysis import situation
from game.cli.analysis.series_files import add_files, check_files, series_cell, write_files
from game.cli.options import (
    Subparsers,
    add_json,
    add_series,
    check_seeds,
    complain,
    percent,
    print_json,
    print_table,
    the_scenario,
)
from game.play.autoplay import MatchResult
from game.system.output_files import check_folder
from game.tools.simulation.series import FinishedGame, SeriesGame, play_series, shares

GAMES = 10


def add(commands: Subparsers) -> None:
    """Its place on the command line."""
    parser = commands.add_parser(
        "simulate",
        help="let computer players fight whole games, or one attack in every game",
        description="Plays N games with seeds K, K+1, ...  The results do not depend on --jobs.  With --situation "
        "one attack is fought N times in every game instead, and compared with the exact chances.",
    )
    add_series(parser, 1_000_000, named=False)
    parser.add_argument("--save", metavar="DIR", type=Path, help="keep every game there as a save")
    parser.add_argument("--situation", metavar="S", help="an attack told in every game, e.g. bug-1941, or a file")
    parser.add_argument("--markdown", action="store_true", help="print the tables of a situation for a page")
    add_files(parser)
    add_json(parser)
    parser.set_defaults(run=run, games=None, wrong=parser.error)


def run(args: argparse.Namespace) -> int:
    """Play and report; 1 if a game does not come to its end."""
    _check_words(args)
    args.games = args.games or (situation.GAMES if args.situation else GAMES)
    seeds = check_seeds(args)
    if args.situation:
        return situation.run(args, seeds)
    scenario = the_scenario(args.scenario).id
    levels = {Side.AXIS: args.axis, Side.SOVIET: args.soviet}
    check_files(args)
    if args.save is not None:
        check_folder(args.save)
    told = args.report is not None
    orders = [SeriesGame(scenario, s, dict(args.option), levels, args.save, told) for s in seeds]
    games: list[FinishedGame] = []
    faults: list[str] = []
    if not args.json:
        _heading()
    with closing(play_series(orders, args.jobs)) as outcomes:
        for outcome in watched(outcomes, args.games):
            if isinstance(outcome, str):
                faults.append(outcome)
                complain(outcome)
                continue
            games.append(outcome)
            if not args.json:
                _show(outcome.result)
    results = [game.result for game in games]
    facts = summary(results, faults)
    write_files(args, [series_cell(orders[0], games)])
    if args.json:
        who = {side.value: levels[side] for side in levels}
        print_json({"scenario": scenario, "levels": who, "games": [r.row() for r in results], "summary": facts})
    else:
        _show_summary(facts)
    return int(bool(faults))


def _check_words(args: argparse.Namespace) -> None:
    """Refuse words that do not go together."""
    if (args.scenario is None) == (args.situation is None):
        args.wrong("one of --scenario and --situation is required")
    if (args.save or args.csv or args.report) if args.situation else args.markdown:
        args.wrong("--save, --csv and --report go with --scenario, --markdown with --situation")


def watched(outcomes: Iterable[FinishedGame | str], games: int) -> Iterator[FinishedGame | str]:
    """The same, with a progress bar on a terminal's standard error while standard output goes elsewhere."""
    show = sys.stderr.isatty() and not sys.stdout.isatty()
    for number, outcome in enumerate(outcomes, 1):
        if show:
            done = 40 * number // games
            print(f"\r[{'#' * done}{'.' * (40 - done)}] {number}/{games}", end="", file=sys.__stderr__, flush=True)
        yield outcome
    if show:
        print(file=sys.stderr)


# -- figures --------------------------------------------------------------------------------------


def summary(results: list[MatchResult], faults: list[str]) -> dict[str, Any]:
    """Who won how often, with confidence bounds, and how long it took."""
    games = len(results)
    levels = Counter(f"{r.winner} {r.level}" if r.winner != "draw" else "draw" for r in results)
    return {
        "games": games,
        "faults": faults,
        "results": {who: asdict(share) for who, share in shares(results).items()},
        "levels": dict(sorted(levels.items())),
        "commands": _spread([r.commands for r in results]),
        "turns": _spread([r.turns for r in results]),
        "seconds": _spread([r.seconds for r in results]),
        "cores": os.cpu_count(),
    }


def _spread(values: list[int] | list[float]) -> dict[str, float]:
    if not values:
        return {}
    return {"mean": mean(values), "median": median(values), "least": min(values), "most": max(values)}


def _heading() -> None:
    print(f"{'seed':>8}  {'winner':8} {'level':10} {'turns':>5} {'commands':>8}  {'digest':16}  {'seconds':>7}")


def _show(r: MatchResult) -> None:
    print(
        f"{r.seed:8}  {r.winner:8} {r.level:10} {r.turns:5} {r.commands:8}  {r.digest:16}  {r.seconds:7.2f}",
        flush=True,
    )


def _show_summary(facts: dict[str, Any]) -> None:
    if not facts["games"]:
        return
    print()
    rows = [
        (
            name,
            share["games"],
            percent(share["share"]),
            f"{percent(share['low'])} to {percent(share['high'])}",
        )
        for name, share in facts["results"].items()
    ]
    print_table(rows, ("result", "games", "share", "95 % confidence"))
    print()
    kinds = ("commands", "turns", "seconds")
    spreads = [
        (kind, *(f"{facts[kind][k]:.6g}" for k in ("mean", "median", "least", "most"))) for kind in kinds if facts[kind]
    ]
    print_table(spreads, ("per game", "mean", "median", "least", "most"))
    print("\n" + ", ".join(f"{text}: {games}" for text, games in facts["levels"].items()))
