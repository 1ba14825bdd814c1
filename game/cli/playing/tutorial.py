"""rasputitsa tutorial: learn the game by playing it."""

from __future__ import annotations

import argparse

from game.cli.options import Refused, Subparsers
from game.cli.playing.play import NO_DISPLAY, has_display


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "tutorial",
        help="learn to play, step by step",
        description="Opens the tutorial: a small scenario, one idea at a time. Nothing is saved.",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Open the window; 1 if that is impossible."""
    del args
    if not has_display():
        raise Refused(NO_DISPLAY)
    from game.app import launch
    from game.ui.tutorial.script import TutorialError

    try:
        return launch.learn()
    except TutorialError as e:
        raise Refused(str(e)) from None
