"""The command line: reads it, runs one subcommand, gives an exit code.

0: done.  1: refused or failed, with one sentence on standard error.  2: wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from ecs import MapError, SetupError, TableError
from ecs.untrusted_input import plain
from game.app.crash_reports import CrashGuard
from game.app.settings import chosen_addons
from game.cli.options import Parser, Refused
from game.cli.streams import NOT_TOLD, all_told, complain, prepare
from game.packs.addons.library import follow_choice
from game.packs.addons.manifest import AddonError
from game.play.autoplay import MatchFault
from game.play.plugins import allow_named, plugin_problems
from game.saves.file_format import SaveError
from game.system import memory
from game.system.output_files import OutputError
from game.system.redaction import called, hush, secrets_of
from game.system.versions import versions

SUBCOMMANDS = {
    "play": "playing",
    "saves": "playing",
    "addon": "lookup",
    "advise": "playing",
    "briefing": "playing",
    "report": "playing",
    "export": "playing",
    "to-tiled": "lookup",
    "from-tiled": "lookup",
    "tutorial": "playing",
    "scenarios": "lookup",
    "simulate": "analysis",
    "matrix": "analysis",
    "chronicle": "analysis",
    "replay": "playing",
    "tables": "lookup",
    "odds": "lookup",
    "check": "lookup",
    "screenshot": "playing",
}
"""Each with the room its module is in: only that of the subcommand asked for is read, for play should begin soon."""
AT_WINDOW = ("play",)
"""They take up the search for garbage after their first picture."""
ALLOW = "--allow-code"
REFUSALS = (Refused, AddonError, OutputError, SetupError, TableError, MapError, SaveError, MatchFault)


class ShowVersions(argparse.Action):
    """Print all versions and leave."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(versions())
        parser.exit()


def parser(wanted: str = "") -> Parser:
    """The command line: of one subcommand, where that is named, or the whole."""
    top = Parser(
        prog="rasputitsa",
        description="Board wargames of the East Front, 1941-45.",
        epilog="Without a subcommand: play.  `rasputitsa SUBCOMMAND --help` says more.  With any of them, --allow-code "
        "NAME lets a plug-in game in your folder run. It is code and can do anything you can.",
    )
    top.add_argument("--version", action=ShowVersions, nargs=0, help="game, rules, libraries, system, your folder")
    commands = top.add_subparsers(title="subcommands", metavar="SUBCOMMAND", required=True)
    for name in [wanted] if wanted in SUBCOMMANDS else SUBCOMMANDS:
        import_module(f"game.cli.{SUBCOMMANDS[name]}.{name.replace('-', '_')}").add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "play")
    return answer(words, parser)


def answer(words: Sequence[str], parser: Callable[[str], Parser]) -> int:
    """Do what a command line says; the exit code.  Whatever fails, and wherever, is told in a sentence.

    :param parser: makes the parser for the first of the words.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    prepare()
    hush(secrets_of(words))
    try:
        with CrashGuard(lambda: f"Called as: {called(words)}", lambda _: None), memory.put_off():
            code = _run(words, parser)
    except SystemExit as left:
        code = _code_of(left)
    return code if all_told() else max(code, 1)


def _run(words: Sequence[str], parser: Callable[[str], Parser]) -> int:
    try:
        follow_choice(chosen_addons)
        words = _allowing(words)
        wanted = words[0] if words else ""
        args = parser(wanted).parse_args(words)
        if wanted not in AT_WINDOW:
            memory.take_up()
        return int(args.run(args))
    except REFUSALS as e:
        complain(str(e))
    except BrokenPipeError:  # whoever read the output has gone
        return 1
    except OSError as e:
        if all_told():
            complain(f"{_told(e.filename)}: {e.strerror or type(e).__name__}")
    except KeyboardInterrupt:
        complain("stopped")
        return 130
    return 1


def _allowing(words: Sequence[str]) -> list[str]:
    """The words without --allow-code NAME, which any subcommand may have and which is done at once."""
    left, names = list[str](), list[str]()
    rest = iter(words)
    for word in rest:
        if word == ALLOW:
            names.append(next(rest, ""))
        elif word.startswith(f"{ALLOW}="):
            names.append(word.partition("=")[2])
        else:
            left.append(word)
    for name in names:
        allow_named(name)
    for problem in plugin_problems() if names else ():
        raise Refused(problem)
    return left


def _told(filename: object) -> str:
    """A file as an error of the system names it, if it does: on one line."""
    return plain(os.fsdecode(filename), 300) if isinstance(filename, (str, bytes)) else NOT_TOLD


def _code_of(left: SystemExit) -> int:
    """The exit code of whoever has left with a code, or with a sentence."""
    if left.code is None or isinstance(left.code, int):
        return left.code or 0
    complain(str(left.code), who="", most=2000)
    return 1
