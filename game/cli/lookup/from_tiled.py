"""rasputitsa from-tiled: a scenario from the counters drawn on a Tiled map."""

from __future__ import annotations

import argparse
from pathlib import Path

from ecs import SetupError
from ecs.untrusted_input import plain
from game.cli.options import Refused, Subparsers, readable
from game.saves.tiled_setups import write_drawn


def add(commands: Subparsers) -> None:
    """Its place on the command line."""
    parser = commands.add_parser(
        "from-tiled",
        help="make a scenario of the counters drawn on a Tiled map",
        description="Reads the points of class counter of a map and writes a scenario that extends the one the map was "
        "drawn from. Counters not drawn do not take part. Every fault comes with file, object and cause.",
    )
    parser.add_argument("map", metavar="MAP.tmx", type=Path)
    parser.add_argument(
        "--scenario", metavar="FILE.toml", type=Path, required=True, help="the file to write; its name is the id"
    )
    parser.add_argument("--extends", metavar="ID", default="", help="the scenario it extends, if the map names none")
    parser.add_argument(
        "--title",
        metavar="TEXT",
        type=readable,
        default="",
        help="its title (default: the map's title property, else the file name)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the scenario; 1, with every fault, if it cannot be."""
    try:
        write_drawn(args.map, args.scenario, args.extends, args.force, args.title)
    except SetupError as error:
        faults = str(error).split("\n")
        if len(faults) == 1:
            raise
        for fault in faults:
            print(plain(fault))
        raise Refused(f"{args.map.name}: {len(faults)} faults") from None
    print(plain(f"{args.scenario} is written."))
    return 0
