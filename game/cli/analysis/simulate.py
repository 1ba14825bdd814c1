"""rasputitsa simulate: who wins when the computer plays itself, and how surely."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from statistics import mean, median
from typing import Any

from ecs import Side
from game.cli.analysis.series_files import add_files, check_files, series_cell, write_files
from game.cli.options import (
    Subparsers,
    add_json,
    add_series,
    check_seeds,
    complain,
    print_json,
    print_table,
    the_scenario,
)
from game.play.atlas.text import percent
from game.play.autoplay import MatchResult
from game.simulation.series import FinishedGame, SeriesGame, play_series, shares
from game.system.output_files import check_folder


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "simulate",
        help="play whole games between computer players",
        description="Plays N games with seeds K, K+1, ...  The results do not depend on --jobs or --cluster.",
    )
    add_series(parser, 1_000_000)
    parser.add_argument("--save", metavar="DIR", type=Path, help="save every game in this folder")
    add_files(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and report; 1 if a game does not come to its end."""
    seeds = check_seeds(args)
    scenario = the_scenario(args.scenario).id
    levels = {Side.AXIS: args.axis, Side.SOVIET: args.soviet}
    check_files(args)
    if args.save is not None:
        check_folder(args.save)
    told = args.report is not None
    orders = [SeriesGame(scenario, s, dict(args.option), levels, args.save, told) for s in seeds]
    games: list[FinishedGame] = []
    faults: list[str] = []
    for outcome in played(orders, args):
        if isinstance(outcome, str):
            faults.append(outcome)
            continue
        if not args.json:
            if not games:
                _heading()
            _show(outcome.result)
        games.append(outcome)
    results = [game.result for game in games]
    facts = summary(results, faults)
    write_files(args, [series_cell(orders[0], games)])
    if args.json:
        who = {side.value: levels[side] for side in levels}
        print_json({"scenario": scenario, "levels": who, "games": [r.row() for r in results], "summary": facts})
    else:
        _show_summary(facts)
    return int(bool(faults))


def played(orders: Sequence[SeriesGame], args: argparse.Namespace) -> Iterator[FinishedGame | str]:
    """Play the games by --jobs or --cluster, reporting faults at once.

    A terminal's standard error shows a progress bar while standard output goes elsewhere.

    :raises ClusterFault: if the cluster cannot be used.
    """
    show, games = sys.stderr.isatty() and not sys.stdout.isatty(), len(orders)
    with closing(play_series(orders, args.jobs, args.cluster)) as outcomes:
        for number, outcome in enumerate(outcomes, 1):
            if show:
                done = 40 * number // games
                bar = f"\r[{'#' * done}{'.' * (40 - done)}] {number}/{games}"
                print(bar, end="", file=sys.__stderr__, flush=True)
            if isinstance(outcome, str):
                complain(outcome)
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
