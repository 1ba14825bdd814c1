"""The command line: parses it, runs one subcommand, returns an exit code.

0: done.  1: refused or failed, with one sentence on standard error.  2: wrong usage.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from ecs import MapError, SetupError, TableError
from ecs.untrusted_input import plain
from game.app.crash_reports import CrashGuard
from game.app.settings import chosen_addons
from game.cli.command_line import SUBCOMMANDS, parser
from game.cli.options import Parser, Refused
from game.cli.streams import NOT_TOLD, all_told, complain, prepare
from game.mail import letters
from game.mail.letters import LetterError
from game.mail.own_part import MailError
from game.packs.addons.library import follow_choice
from game.packs.addons.manifest import AddonError
from game.play.autoplay import MatchFault
from game.play.plugins import allow_named, plugin_problems
from game.saves.file_format import SaveError
from game.saves.storage.save_folder import ENDING
from game.system import memory
from game.system.output_files import OutputError
from game.system.redaction import called, hush, secrets_of

AT_WINDOW = ("play",)
"""They take up the search for garbage after their first picture."""
ALLOW = "--allow-code"
REFUSALS = (
    Refused,
    AddonError,
    OutputError,
    SetupError,
    TableError,
    MapError,
    SaveError,
    MatchFault,
    MailError,
    LetterError,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "play")
    elif words[0].endswith((ENDING, letters.ENDING)) and words[0] not in SUBCOMMANDS:  # a double-click on a file
        words[:0] = ["play", "--load"]
    return answer(words, parser)


def answer(words: Sequence[str], parser: Callable[[str], Parser]) -> int:
    """Run a command line and return the exit code.  Any failure becomes a sentence.

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
    """The words without --allow-code NAME, which any subcommand takes and which is carried out at once."""
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
    """The file named in a system error, if any, on one line."""
    return plain(os.fsdecode(filename), 300) if isinstance(filename, (str, bytes)) else NOT_TOLD


def _code_of(left: SystemExit) -> int:
    """The exit code of a program that exited with a code or a sentence."""
    if left.code is None or isinstance(left.code, int):
        return left.code or 0
    complain(str(left.code), who="", most=2000)
    return 1
