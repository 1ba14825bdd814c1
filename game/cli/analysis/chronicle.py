"""rasputitsa chronicle: what happens when the computer plays itself, and when."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from ecs import Side
from game.cli.options import (
    Refused,
    Subparsers,
    add_json,
    add_series,
    check_seeds,
    print_json,
    the_scenario,
)
from game.play.scenarios import new_game
from game.simulation.chronicle import Chronicle, chronicle, report, written
from game.simulation.workers import in_order

Order = tuple[str, int, dict[str, str], dict[Side, str], tuple[str, ...]]


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "chronicle",
        help="play whole computer games and report what fell when, and at what cost",
        description="Plays N games with seeds K, K+1, ... and prints a page of tables.  With one game, "
        "or with --story, it also prints each side's plans, turn by turn.",
    )
    add_series(parser, 100_000)
    parser.add_argument(
        "--place", metavar="NAME", action="append", default=[], help="a town to watch; may be given several times"
    )
    parser.add_argument("--story", action="store_true", help="print each side's plans for every game")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games and print what happened."""
    seeds = check_seeds(args)
    scenario = the_scenario(args.scenario).id
    game = new_game(scenario, options=dict(args.option))
    places = tuple(args.place) or tuple(h.name for h in game.board.hexes if h.vp and h.name)
    for name in places:
        if not game.board.find(name):
            raise Refused(f"no place {name[:60]!r} on the map of {scenario}")
    months = [name for name, _ in game.view(Side.AXIS).turn_track]
    game.close()
    levels = {Side.AXIS: args.axis, Side.SOVIET: args.soviet}
    orders: list[Order] = [(scenario, seed, dict(args.option), levels, places) for seed in seeds]
    told = list(in_order(one, orders, min(args.jobs, len(orders)), args.cluster))
    if args.json:
        print_json({"scenario": scenario, "games": [asdict(one) for one in told]})
    else:
        print(report(told, places, months))
        for game_told in told if args.story or len(told) == 1 else ():
            if game_told.story:
                print(f"\n## The game of seed {game_told.seed}\n\n{written(game_told.story, months)}")
    return 0


def one(order: Order) -> Chronicle:
    """Play one game, in whatever process."""
    return chronicle(*order)
