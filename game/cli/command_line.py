"""The parser of all subcommands, in the groups in which help shows them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from importlib import import_module
from typing import Any, cast

from game.cli.options import Parser
from game.system.versions import versions

GROUPS = {
    "play": {
        "play": "playing",
        "tutorial": "playing",
        "saves": "playing",
        "briefing": "playing",
        "advise": "playing",
        "mail": "playing",
    },
    "look back": {
        "replay": "playing",
        "report": "playing",
        "screenshot": "playing",
    },
    "let the computer play": {
        "simulate": "analysis",
        "matrix": "analysis",
        "chronicle": "analysis",
    },
    "look something up": {
        "scenarios": "lookup",
        "tables": "lookup",
        "odds": "lookup",
        "docs": "lookup",
    },
    "make your own": {
        "to-tiled": "lookup",
        "from-tiled": "lookup",
        "export": "playing",
        "addon": "lookup",
        "check": "lookup",
    },
    "set up this program": {
        "completion": "lookup",
    },
}
"""Heading -> subcommands, each with the room its module is in."""
SUBCOMMANDS = {name: room for group in GROUPS.values() for name, room in group.items()}
"""Only the module of the subcommand asked for is read, for play should begin soon."""
EXAMPLES = (
    ("rasputitsa", "open the game"),
    ("rasputitsa play --scenario barbarossa-1941 --soviet officer", "play the Axis against the computer"),
    ("rasputitsa play --resume", "go back to the game you played last"),
    ("rasputitsa check my-map.tmx", "list every fault of a map"),
    ("rasputitsa simulate --scenario barbarossa-1941 --games 10", "play ten games and count the wins"),
    ("rasputitsa docs playing", "read how to play"),
)
"""Command line, what it does."""
DESCRIPTION = "Board wargames of the East Front, 1941-45."
MORE = (
    "Without a subcommand: play.  A save or a letter alone opens it.  `rasputitsa SUBCOMMAND --help` says more.  "
    "With any of them, --allow-code NAME lets a plug-in game in your folder run. "
    "It is code and can do anything you can."
)


class ShowVersions(argparse.Action):
    """Print all versions and exit."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(versions())
        parser.exit()


class WholeParser(Parser):
    """The parser of all subcommands; its help shows them in groups, with examples."""

    def format_help(self) -> str:
        """Usage, groups, options, examples."""
        told = {name: text for name, text in told_of(self) if text}
        maker = self._get_formatter()
        maker.add_text(self.description)
        for heading, names in GROUPS.items():
            maker.start_section(heading)
            maker.add_arguments([_row(name, told[name]) for name in names if name in told])
            maker.end_section()
        maker.start_section("options")
        maker.add_arguments([a for a in self._actions if not isinstance(a, argparse._SubParsersAction)])
        maker.end_section()
        maker.start_section("examples")
        maker.add_arguments([_row(line, what) for line, what in EXAMPLES])
        maker.end_section()
        maker.add_text(MORE)
        return f"usage: {self.prog} [SUBCOMMAND] ...\n\n{maker.format_help()}"


def _row(name: str, text: str) -> argparse.Action:
    """A line of help that is not for an option."""
    return argparse.Action([], dest=name, metavar=name, help=text.replace("%", "%%"))


def parser(wanted: str = "") -> Parser:
    """The command-line parser: for one subcommand, if named, or for all."""
    top = WholeParser(prog="rasputitsa", description=DESCRIPTION)
    top.add_argument("--version", action=ShowVersions, nargs=0, help="print the versions, your system and your folder")
    commands = top.add_subparsers(title="subcommands", metavar="SUBCOMMAND", required=True, parser_class=Parser)
    for name in [wanted] if wanted in SUBCOMMANDS else SUBCOMMANDS:
        import_module(f"game.cli.{SUBCOMMANDS[name]}.{name.replace('-', '_')}").add(commands)
    return top


# -- What a parser holds, for completion and the manual page. ---------------------------------------------------------


def below(of: argparse.ArgumentParser) -> dict[str, Parser]:
    """The subcommands of a parser by name; empty where it has none."""
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            return cast("dict[str, Parser]", dict(action.choices))
    return {}


def told_of(of: argparse.ArgumentParser) -> list[tuple[str, str]]:
    """The subcommands of a parser, each with its line of help."""
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            return [(str(row.dest), str(row.help or "")) for row in action._choices_actions]
    return []


def options_of(of: argparse.ArgumentParser) -> list[argparse.Action]:
    """The options of a parser, in order; without those that help does not show."""
    if isinstance(of, Parser):
        of.complete()
    return [action for action in of._actions if action.option_strings and action.help != argparse.SUPPRESS]


def values_of(action: argparse.Action) -> Iterable[str]:
    """The words an option or argument can take, if they form a list."""
    return [str(value) for value in action.choices] if action.choices else []
