"""rasputitsa play: the window, if there is a screen to play on."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from game.cli.options import Refused, Subparsers, add_game, player, the_scenario
from game.cli.passphrases import add_passphrase
from game.saves.scenario_export import scenario_played_on

NO_DISPLAY = (
    "there is no display for a window; "
    "`rasputitsa simulate` plays games and `rasputitsa screenshot` draws a picture without one"
)


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "play",
        help="open the game (also when no subcommand is given)",
        description="Opens the title screen; with --scenario, --load or --resume, straight to the map.",
    )
    add_game(parser, needed=False)
    parser.add_argument("--axis", metavar="WHO", type=player, default=None, help="human or a level")
    parser.add_argument("--soviet", metavar="WHO", type=player, default=None, help="human or a level")
    parser.add_argument("--load", metavar="FILE", type=Path, help="continue a save, or open a letter of a game by mail")
    parser.add_argument(
        "--map",
        metavar="FILE.tmx",
        type=Path,
        help="play the set-up drawn on this map, or the first scenario on it",
    )
    parser.add_argument("--first-frame", action="store_true", help=argparse.SUPPRESS)  # draw it, say so, leave
    parser.add_argument(
        "--speak",
        metavar="FILE",
        help="write to this file, line by line, what a screen reader would say; - prints it",
    )
    add_passphrase(parser, begins=True)
    parser.add_argument("--resume", action="store_true", help="continue the interrupted game, or the last one played")
    parser.set_defaults(run=run)


def has_display() -> bool:
    """Could a window be opened here?  On Linux only if a display server or a driver is named."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


def run(args: argparse.Namespace) -> int:
    """Open the window; 1 if that is impossible."""
    if args.map is not None:
        if args.scenario is not None or args.load is not None or args.resume:
            raise Refused("--map cannot be combined with --scenario, --load or --resume")
        args.scenario = scenario_played_on(args.map)
    if args.load is not None and args.scenario is not None:
        raise Refused("use --load or --scenario, not both: a save knows its scenario")
    if args.resume and (args.load is not None or args.scenario is not None):
        raise Refused("--resume cannot be combined with --load or --scenario")
    scenario = the_scenario(args.scenario) if args.scenario is not None else None
    if scenario is None and args.option and args.load is None:
        raise Refused("--option needs --scenario")
    if not has_display():
        raise Refused(NO_DISPLAY)
    from game.app import launch

    return launch.run(args, scenario)
