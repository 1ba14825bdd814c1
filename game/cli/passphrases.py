"""The command-line option for the passphrase of a locked save."""

from __future__ import annotations

import argparse

from game.app.launch import VARIABLE
from game.cli.options import readable


def add_passphrase(parser: argparse.ArgumentParser, begins: bool = False) -> None:
    """Add the option --passphrase.

    :param begins: locks a new game too.
    """
    what = "locks a new game, or opens a locked save" if begins else "passphrase of a locked save"
    parser.add_argument(
        "--passphrase",
        metavar="WORDS",
        type=readable,
        help=f"{what}; other users of this computer can see it; it is safer to "
        f"set {VARIABLE}, or to pass - and type or pipe it in",
    )
