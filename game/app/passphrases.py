"""The passphrase of a locked save, as given on the command line, by the environment or in answer to a question."""

from __future__ import annotations

import argparse
import os
import sys

VARIABLE = "RASPUTITSA_PASSPHRASE"


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
