"""rasputitsa export: the position of a saved game as a scenario file."""

from __future__ import annotations

import argparse
from pathlib import Path

from ecs.untrusted_input import plain
from game.app.launch import passphrase_of
from game.cli.options import Subparsers
from game.cli.passphrases import add_passphrase
from game.saves.scenario_export import write_scenario
from game.saves.storage.save_folder import load_game


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "export",
        help="write the position of a saved game as a scenario file",
        description="Writes a scenario that starts from the position of a save: counters, steps lost, ground, turn, "
        "options and house rules. It lists what a scenario cannot record, here and at the top of the file. "
        "Not allowed while counters are hidden from either side. The save does not change.",
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument(
        "--scenario", metavar="FILE.toml", type=Path, required=True, help="the file to write; its name is the id"
    )
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    add_passphrase(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the scenario and print what it cannot say; 1 if the save, the position or the file is refused."""
    loaded = load_game(args.file, passphrase=passphrase_of(args))
    try:
        notes = write_scenario(loaded.game, args.scenario, args.force)
    finally:
        loaded.game.close()
    print(plain(f"Wrote {args.scenario}. What a scenario cannot record:"))
    for note in notes:
        print(plain(f"  {note}", 4000))
    return 0
