"""rasputitsa tables: the numbers in force."""

from __future__ import annotations

import argparse

from ecs import RULESETS, Ruleset
from game.cli.options import Refused, Subparsers, add_json, print_json, print_table


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser("tables", help="print every table of a ruleset as numbers")
    parser.add_argument("ruleset", metavar="RULESET", help="ruleset id; see `rasputitsa scenarios`")
    add_json(parser)
    parser.set_defaults(run=run)


def the_ruleset(ruleset_id: str) -> Ruleset:
    """The ruleset named on the command line.

    :raises Refused: naming those there are.
    """
    found = RULESETS.get(ruleset_id)
    if found is None:
        raise Refused(RULESETS.absent(ruleset_id))
    return found


def run(args: argparse.Namespace) -> int:
    """Print the tables."""
    ruleset = the_ruleset(args.ruleset)
    tables = ruleset.figures.tables()
    if args.json:
        print_json({"ruleset": ruleset.id, "tables": [{"title": title, "rows": rows} for title, rows in tables]})
        return 0
    print(f"{ruleset.title} ({ruleset.id})\n{ruleset.credit}")
    for title, rows in tables:
        print(f"\n{title}")
        print_table(rows)
    return 0
