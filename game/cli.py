"""What was asked for on the command line?  Reads it, runs one subcommand, gives an exit code.

0: done.  1: refused or failed, with one sentence on standard error.  2: wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any, NoReturn

from ecs import MapError, SetupError, TableError
from ecs.reading import plain
from game.commandline import (
    bench,
    check,
    chronicle,
    odds,
    play,
    replay,
    scenarios,
    screenshot,
    simulate,
    soak,
    tables,
    tutorial,
)
from game.commandline.common import Refused, complain
from game.crash import CrashGuard
from game.match import MatchFault
from game.savefile import SaveError
from game.situations import SituationError
from game.versions import versions

SUBCOMMANDS = (play, tutorial, scenarios, simulate, chronicle, replay, tables, odds, check, bench, soak, screenshot)


class ShowVersions(argparse.Action):
    """Print all versions and leave."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(versions())
        parser.exit()


class Parser(argparse.ArgumentParser):
    """A command line that is refused in a line, however long it was."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and leave."""
        super().error(plain(message))


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = Parser(
        prog="rasputitsa",
        description="Board wargames of the East Front, 1941-45.",
        epilog="Without a subcommand: play.  `rasputitsa SUBCOMMAND --help` says more.",
    )
    top.add_argument("--version", action=ShowVersions, nargs=0, help="game, rules, libraries, system, your folder")
    commands = top.add_subparsers(title="subcommands", metavar="SUBCOMMAND", required=True)
    for module in SUBCOMMANDS:
        module.add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; the exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if isinstance(sys.stdout, TextIOWrapper):  # a file may be named in letters that cannot be printed
        sys.stdout.reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "play")
    try:
        args = parser().parse_args(words)
        with CrashGuard(lambda: f"Called as: {' '.join(words)}", lambda _: None):
            return _run(args)
    except BrokenPipeError:
        return _unheard()
    finally:
        _say_all()


def _run(args: argparse.Namespace) -> int:
    try:
        return int(args.run(args))
    except (Refused, SetupError, TableError, MapError, SaveError, MatchFault, SituationError) as e:
        complain(str(e))
    except BrokenPipeError:
        return _unheard()
    except OSError as e:
        complain(f"{e.filename or 'file'}: {e.strerror or e}")
    except KeyboardInterrupt:
        complain("stopped")
        return 130
    return 1


def _say_all() -> None:
    """Nothing printed waits for the interpreter's end, where it could only be complained about."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _unheard()


def _unheard() -> int:
    """Whoever read the output has gone: what is left of it goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
