"""Where does the command line get a passphrase from?  The environment, a question, or (for all to see) an option."""

from __future__ import annotations

import argparse
import os
import sys

from game.commandline.common import readable

VARIABLE = "RASPUTITSA_PASSPHRASE"


def add_passphrase(parser: argparse.ArgumentParser) -> None:
    """The option --passphrase."""
    parser.add_argument(
        "--passphrase",
        metavar="WORDS",
        type=readable,
        help=f"of a locked save; other users of the machine can see it, so rather set {VARIABLE}, or say - to be asked "
        "for it or to give it as a line of the input",
    )


def passphrase_of(args: argparse.Namespace) -> str:
    """The passphrase that was given, one way or the other; "" if none was."""
    given: str | None = getattr(args, "passphrase", None)
    if given == "-":
        return _asked()
    return given if given is not None else os.environ.get(VARIABLE, "")


def _asked() -> str:
    if sys.stdin.isatty():
        from getpass import getpass

        return getpass("Passphrase: ")
    return sys.stdin.readline().rstrip("\r\n")
