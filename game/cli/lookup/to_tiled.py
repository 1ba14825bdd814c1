"""rasputitsa to-tiled: a scenario as a Tiled map with its counters drawn on it."""

from __future__ import annotations

import argparse
from pathlib import Path

from ecs.untrusted_input import plain
from game.cli.options import Subparsers
from game.saves.scenario_export import own_folder, write_map, write_project


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "to-tiled",
        help="draw the set-up of a scenario on a copy of its map, for Tiled",
        description="Writes a copy of the map of a scenario with a point of class counter for each of its counters: "
        "those on the map in their hex, those in boxes below it. Edit it in Tiled, then `rasputitsa from-tiled` turns "
        "it into a scenario. Without a scenario it writes the start of a new map: the Tiled project "
        "with object classes and the commands Check and Play, and the tilesets.",
    )
    parser.add_argument("scenario", metavar="SCENARIO", nargs="?", help="scenario id; see `rasputitsa scenarios`")
    parser.add_argument(
        "--out",
        metavar="FILE.tmx",
        type=Path,
        help="the map to write, or the folder if no scenario is given (default: in your own folder)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the map, or the start of one, and print where it is."""
    if args.scenario is None:
        written, folder = write_project(args.out), own_folder().parent if args.out is None else args.out
        if not written:
            print(plain(f"{folder} already has the project and the tilesets."))
    else:
        written = [write_map(args.scenario, args.out, args.force)]
        if written[0].parent.resolve() == own_folder().parent.resolve():
            written += write_project()
    for path in written:
        print(plain(f"Wrote {path}."))
    return 0
