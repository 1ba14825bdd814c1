"""rasputitsa briefing: what happened in a saved game before it was this side's turn."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ecs import Side
from game.app.launch import passphrase_of
from game.cli.options import Refused, Subparsers, add_json, print_json
from game.cli.passphrases import add_passphrase
from game.play.briefing import NOTHING, BriefingLine, news
from game.saves.storage.save_folder import load_game


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "briefing",
        help="print the latest events of a save: places, losses, pockets, points",
        description="Prints in a few lines what happened since a side's last order. The save does not change.",
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--side", choices=["axis", "soviet"], help="side to brief; required while anything is hidden")
    add_passphrase(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the lines; 1 if the save is refused, or a side must be named."""
    game = load_game(args.file, passphrase=passphrase_of(args)).game
    try:
        if args.side is None and game.secret:
            raise Refused("this game has hidden units: add --side axis or --side soviet, whichever side is yours")
        side = Side(args.side) if args.side else game.to_act or Side.AXIS
        lines = news(game, side)
        view, labels = game.look(side), [spot.label for spot in game.board.hexes]
    finally:
        game.close()
    found = [_plain(line, labels) for line in lines]
    if args.json:
        print_json({"side": side.value, "turn": view.turn, "phase": view.phase.title, "lines": found})
        return 0
    print(f"{view.title}, {view.turn_name}, {side}: {view.phase.title}")
    for line in found:
        print(f"  {line['text']}")
    if not found:
        print(f"  {NOTHING}")
    return 0


def _plain(line: BriefingLine, labels: Sequence[str]) -> dict[str, object]:
    """A line with the labels of hexes."""
    places = [{"name": words, "hex": labels[index]} for words, index in line.pieces if index >= 0]
    return {
        "kind": line.kind,
        "text": line.text,
        "number": line.number,
        "hex": labels[line.hex] if line.hex >= 0 else "",
        "bad": line.bad,
        "places": places,
    }
