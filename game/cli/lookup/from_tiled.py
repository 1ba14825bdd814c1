"""rasputitsa from-tiled: makes a scenario of counters drawn in Tiled, or a map of any Tiled map."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from ecs import RULESETS, SetupError, load_board
from ecs.untrusted_input import plain
from game.cli.lookup.check import faults_of, first_of, notes_on
from game.cli.options import Refused, Subparsers, readable
from game.saves.scenario_export import write_drawn, write_project, write_start


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "from-tiled",
        help="make a scenario from the counters drawn on a Tiled map, or a game map from any hexagonal one",
        description="With --scenario: reads the points of class counter of a map and writes a scenario that extends "
        "the one the map was drawn from. Counters that are not drawn do not take part. Every fault comes with file, "
        "object and cause. Without --scenario: writes a copy of any hexagonal map as the start of a map for the game. "
        "Grid and tiles stay, the tiles get terrain codes, and the layers and classes of the game are in place. It "
        "says what it changed and what the map still needs.",
    )
    parser.add_argument("map", metavar="MAP.tmx", type=Path)
    parser.add_argument("--scenario", metavar="FILE.toml", type=Path, help="the scenario to write; its name is the id")
    parser.add_argument(
        "--extends", metavar="ID", default="", help="the scenario it extends, if the map does not name one"
    )
    parser.add_argument(
        "--title",
        metavar="TEXT",
        type=readable,
        default="",
        help="its title (default: the map's title property, else the file name)",
    )
    parser.add_argument("--out", metavar="FILE.tmx", type=Path, help="the map to write (default: in your own folder)")
    parser.add_argument(
        "--game", metavar="ID", default="", help="id of the game the map is for; an unknown id lists them all"
    )
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the scenario or the map; 1, with every fault, if that is impossible."""
    if args.scenario is None:
        return _start(args)
    if args.out or args.game:
        raise Refused("--out and --game make a map, --scenario makes a scenario: give one or the other")
    try:
        write_drawn(args.map, args.scenario, args.extends, args.force, args.title)
    except SetupError as error:
        faults = str(error).split("\n")
        if len(faults) == 1:
            raise
        for fault in faults:
            print(plain(fault))
        raise Refused(f"{args.map.name}: {len(faults)} faults") from None
    print(plain(f"Wrote {args.scenario}."))
    return 0


def _start(args: argparse.Namespace) -> int:
    if args.extends or args.title:
        raise Refused("--extends and --title need a scenario: name the file to write with --scenario FILE.toml")
    path, start = write_start(args.map, args.out, args.game, args.force)
    for written in (path, *write_project(path.parent)):
        print(plain(f"Wrote {written}."))
    _tell("Changed:", map(plain, start.changed))
    lacks, game = faults_of(path), args.game
    if not lacks and not load_board(path).game:
        lacks = [f"{path.name}: names no game: set the map's property 'game' to one of {', '.join(RULESETS)}"]
    shown = first_of(lacks, "`rasputitsa check --all`")
    _tell("Still to do:", (*shown, *(f"note: {note}" for note in notes_on(path))))
    if game and not any(lack.endswith(f"({RULESETS[game].title})") for lack in lacks):
        needs = RULESETS[game].figures.needs()
        kinds = (("hex", needs.hexes), ("region", needs.regions), ("trait", needs.traits))
        wanted = (f"{kind} {name!r}: {why}" for kind, named in kinds for name, why in named.items())
        _tell(f"The rules of {RULESETS[game].title} look for:", tuple(wanted))
    print("Next: open rasputitsa.tiled-project in Tiled, then the map. Check (F6) lists what is left to do.")
    return 0


def _tell(heading: str, lines: Iterable[str]) -> None:
    for number, line in enumerate(lines):
        print(f"{heading}\n    {line}" if number == 0 else f"    {line}")
