"""tournament: which of two levels is stronger, and what each does badly."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from ecs import RULESETS, list_scenarios, load_scenario
from game.cli.options import (
    SEED_LIMIT,
    Refused,
    Subparsers,
    add_json,
    add_workers,
    complain,
    count,
    level,
    option,
    print_json,
    seed,
    share,
    the_scenario,
)
from game.play.scenarios import new_game
from game.simulation.workers import workers
from game.system.output_files import check_output, write_output
from tests.workshop.tournament.figures import Figures, figures
from tests.workshop.tournament.page import page
from tests.workshop.tournament.pairs import MEASURES, Match
from tests.workshop.tournament.played_game import PlayedGame
from tests.workshop.tournament.results_file import ResultsFault, ResultsFile, heading
from tests.workshop.tournament.series import Series, play_series
from tests.workshop.tournament.stopping import RULES, StopRule
from tests.workshop.tournament.text_report import markdown

PAIRS = 10


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "tournament",
        help="measure two levels of the computer against each other, in pairs with the seats exchanged",
        description="Plays pairs of games with seeds K, K+1, ... in every scenario named, or in one of each game: two "
        "games a seed with the same dice, the levels exchanging their seats.  The results do not depend on --jobs or "
        "--cluster.  Prints shares of the pairs with bounds, margins, blunders in ten turns and thinking time.  Exit "
        "code 1 if a game did not come to its end.",
    )
    parser.add_argument("one", metavar="ONE", type=level, help="the level whose strength is told")
    parser.add_argument("other", metavar="OTHER", type=level, help="whom it meets; the same level for its diary alone")
    parser.add_argument("--scenario", metavar="S", action="append", default=[], help="may be repeated")
    parser.add_argument("--pairs", metavar="N", type=count(1, 100_000), default=PAIRS, help="most pairs a scenario")
    parser.add_argument("--seed", metavar="K", type=seed, default=1, help="the first seed")
    parser.add_argument("--option", metavar="KEY=VALUE", type=option, action="append", default=[])
    add_workers(parser)
    parser.add_argument("--resume", metavar="FILE", type=Path, help="keep every game there, and go on where it ended")
    parser.add_argument("--stop", choices=RULES, default="never", help="end a series early: Wilson’s bounds, or SPRT")
    parser.add_argument("--by", choices=MEASURES, default="margin", help="what decides a pair for --stop")
    parser.add_argument("--h0", metavar="SHARE", type=share, default=0.5, help="share of pairs under H0 of SPRT")
    parser.add_argument("--h1", metavar="SHARE", type=share, default=0.65, help="under H1")
    parser.add_argument("--error", metavar="SHARE", type=share, default=0.05, help="chance of a wrong decision")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write a page with charts there")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and report; 1 if a game did not come to its end."""
    rule = _rule(args)
    series = [Series(match, range(args.seed, args.seed + args.pairs)) for match in _matches(args)]
    for path in (args.html, args.resume):
        if path is not None:
            check_output(path)
    try:
        results = ResultsFile(args.resume, heading(one.match.scenario for one in series))
        with workers(args.jobs, args.cluster) as pool:
            play_series(series, results, rule, args.by, pool, args.jobs, _show)
    except ResultsFault as e:
        raise Refused(str(e)) from None
    told = [figures(one, rule.ratio([pair.points(args.by) for pair in one.pairs])) for one in series]
    if args.html is not None:
        write_output(args.html, page(told, rule).encode())
    if args.json:
        print_json({"rule": asdict(rule), "by": args.by, "series": [_plain(f, s) for f, s in zip(told, series)]})
    else:
        print(markdown(told, rule))
    return int(any(f.faults for f in told))


def _rule(args: argparse.Namespace) -> StopRule:
    if not args.h0 < args.h1:
        raise Refused("--h0 must be less than --h1")
    if args.error >= 0.5:
        raise Refused("--error must be less than one half")
    if args.seed + args.pairs > SEED_LIMIT:
        raise Refused("the seeds run past the largest one")
    return StopRule(args.stop, args.h0, args.h1, args.error)


def _matches(args: argparse.Namespace) -> list[Match]:
    """Who meets whom where.

    :raises SetupError: for a scenario or option that does not exist.
    """
    options = tuple(sorted(dict(args.option).items()))
    names = [the_scenario(name).id for name in args.scenario] or whole_games()
    for name in names:
        new_game(name, options=dict(options)).close()
    return [Match(name, args.one, args.other, options) for name in dict.fromkeys(names)]


def whole_games() -> list[str]:
    """The shortest scenario of every game that begins with the first turn."""
    every = [load_scenario(path) for path in list_scenarios()]
    return [
        min((s for s in every if s.ruleset == name), key=lambda s: (s.start_turn > 1, s.minutes, s.id)).id
        for name in sorted(RULESETS)
        if any(s.ruleset == name for s in every)
    ]


def _plain(f: Figures, series: Series) -> dict[str, object]:
    """A series for programs: its figures, and every game with its diary."""
    games = {game.order: game for pair in series.pairs for game in (pair.first, pair.second)}
    return {**asdict(f), "games": [_row(game) for game in games.values()]}


def _row(game: PlayedGame) -> dict[str, object]:
    order = game.order
    return {
        "scenario": order.scenario,
        "seed": order.seed,
        "axis": order.axis,
        "soviet": order.soviet,
        "winner": game.winner,
        "level": game.level,
        "turns": game.turns,
        "commands": game.commands,
        "digest": game.digest,
        "margin": game.margin,
        "points": game.points,
        "diary": [[e.turn, e.side, e.blunder, e.what] for e in game.diary],
    }


def _show(game: PlayedGame) -> None:
    """Tell on standard error of a game that is over."""
    order = game.order
    head = f"{order.scenario} seed {order.seed}, {order.axis} v {order.soviet}"
    if game.fault:
        complain(f"FAULT {head}, command {game.commands}: {game.fault}")
    else:
        complain(f"{head}: {game.winner}; turns {game.turns}, blunders {len(game.diary)}", who="")
