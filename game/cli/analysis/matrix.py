"""rasputitsa matrix: scenarios, levels and options against each other, a series of games for every cell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from ecs import SetupError, Side, options_of, ruleset_of
from game.cli.analysis.series_files import add_files, check_files, series_cell, write_files
from game.cli.analysis.simulate import played
from game.cli.options import (
    SEED_LIMIT,
    Refused,
    Subparsers,
    add_json,
    add_workers,
    count,
    level,
    option,
    print_json,
    print_table,
    seed,
    the_scenario,
)
from game.play.atlas.text import percent
from game.play.scenarios import new_game
from game.simulation.series import WINNERS, FinishedGame, SeriesGame, shares
from game.simulation.series_page import SeriesCell

MOST_GAMES = 1_000_000
MOST_CELLS = 1000


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "matrix",
        help="play series of computer games over scenarios, levels and options",
        description="Plays N games in every cell of a table: each scenario, "
        "each Axis level against each Soviet level, each "
        "value of the varied options.  All cells have the same seeds.  The results do not "
        "depend on --jobs or --cluster.",
    )
    parser.add_argument("--scenario", metavar="S", action="append", required=True, help="may be given several times")
    parser.add_argument("--axis", metavar="LEVEL", type=level, action="append", help="may be given several times")
    parser.add_argument("--soviet", metavar="LEVEL", type=level, action="append", help="may be given several times")
    parser.add_argument(
        "--option", metavar="KEY=VALUE", type=option, action="append", default=[], help="an optional rule for all cells"
    )
    parser.add_argument(
        "--vary",
        metavar="KEY[=VALUE,VALUE]",
        action="append",
        default=[],
        help="an optional rule to vary: all its values, or only these; may be given several times",
    )
    parser.add_argument("--games", metavar="N", type=count(1, MOST_GAMES), default=10, help="games per cell")
    parser.add_argument("--seed", metavar="K", type=seed, default=0, help="seed of the first game in each cell")
    add_workers(parser)
    add_files(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and report; 1 if a game does not come to its end."""
    cells = list(_cells(args))
    if len(cells) * args.games > MOST_GAMES or args.seed + args.games > SEED_LIMIT:
        many = f"{len(cells)} cells of {args.games} games each"
        raise Refused(f"{many} exceed the limit of {MOST_GAMES} games, or run past the last seed")
    check_files(args)
    orders = [order for cell in cells for order in cell]
    found: list[list[FinishedGame]] = [[] for _ in cells]
    faults = []
    for number, outcome in enumerate(played(orders, args)):
        if isinstance(outcome, str):
            faults.append(outcome)
        else:
            found[number // args.games].append(outcome)
    told = [series_cell(cell[0], games) for cell, games in zip(cells, found, strict=True)]
    write_files(args, told)
    if args.json:
        print_json({"cells": [_facts(cell) for cell in told], "faults": faults})
    else:
        _show(told)
    return int(bool(faults))


def _cells(args: argparse.Namespace) -> Iterator[list[SeriesGame]]:
    """The games of every cell; the scenario changes last.

    :raises Refused: for an option that a scenario does not have.
    """
    for name in dict.fromkeys(args.scenario):
        scenario = the_scenario(name)
        known = {o.key: [value for value, _ in o.choices] for o in options_of(ruleset_of(scenario), scenario)}
        varied = dict(_values(text, known, name) for text in args.vary)
        if prod(map(len, varied.values())) > MOST_CELLS:
            raise Refused(f"the varied options make more than {MOST_CELLS} cells")
        for axis, soviet in product(_once(args.axis), _once(args.soviet)):
            for values in product(*varied.values()):
                options = {**dict(args.option), **dict(zip(varied, values, strict=True))}
                _try(scenario.id, options)
                levels = {Side.AXIS: axis, Side.SOVIET: soviet}
                seeds = range(args.seed, args.seed + args.games)
                yield [SeriesGame(scenario.id, s, options, levels, told=args.report is not None) for s in seeds]


def _once(levels: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(levels or ["officer"]))


def _values(text: str, known: dict[str, list[str]], scenario: str) -> tuple[str, list[str]]:
    key, _, values = text.partition("=")
    if key not in known:
        raise Refused(f"no option {key[:40]!r} in {scenario}; choose from: {', '.join(sorted(known))}")
    wanted = list(dict.fromkeys(values.split(","))) if values else known[key]
    for value in wanted:
        if value not in known[key]:
            raise Refused(f"option {key} = {value[:40]!r}; expected one of: {', '.join(known[key])}")
    return key, wanted


def _try(scenario: str, options: dict[str, str]) -> None:
    try:
        new_game(scenario, options=options).close()
    except SetupError as e:
        raise Refused(str(e)) from None


def _facts(cell: SeriesCell) -> dict[str, Any]:
    won = shares([game.result for game in cell.games])
    return {
        "scenario": cell.scenario,
        "axis": cell.levels[Side.AXIS],
        "soviet": cell.levels[Side.SOVIET],
        "options": dict(cell.options),
        "games": len(cell.games),
        "results": {who: {"games": s.games, "share": s.share, "low": s.low, "high": s.high} for who, s in won.items()},
    }


def _show(cells: Sequence[SeriesCell]) -> None:
    """Print a line for each cell: who won how often, with 95 % confidence bounds."""
    keys = sorted({key for cell in cells for key in cell.options})
    rows = []
    for cell in cells:
        won = shares([game.result for game in cell.games])
        told = [f"{percent(won[w].share)} ({percent(won[w].low)} to {percent(won[w].high)})" for w in WINNERS]
        chosen = [cell.options.get(key, "") for key in keys]
        rows.append([cell.scenario, *cell.levels.values(), *chosen, len(cell.games), *told])
    print_table(rows, ("scenario", "axis", "soviet", *keys, "games", "axis wins", "soviet wins", "draws"))
