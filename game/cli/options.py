"""Helpers shared by subcommands: refusals, options, levels, figures as JSON or as a table."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn, Protocol

from ecs import Scenario, list_scenarios
from ecs.untrusted_input import plain
from game.cli.streams import complain as complain
from game.play.scenarios import find_scenario

HUMAN = "human"
SEED_LIMIT = 2**63


class Refused(Exception):
    """A request that cannot be met; the message is the whole answer, and the exit code is 1."""


class Parser(argparse.ArgumentParser):
    """A parser that refuses a bad command line in one line, however long it was.

    ``later``: adds the rest of it, which takes a while, when somebody asks for just this subcommand.
    """

    later: Callable[[Parser], None] | None = None

    def complete(self) -> None:
        """Add all that was put off until now."""
        if self.later is not None:
            add, self.later = self.later, None
            add(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse like argparse, with everything added."""
        self.complete()
        return super().parse_known_args(args, namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            what, known = str(action.metavar).lower(), ", ".join(action.choices)
            raise argparse.ArgumentError(None, f"no such {what}: {value[:40]!r}; choose from: {known}")
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, and exit."""
        super().error(plain(message))

    def _print_message(self, message: str, file: Any = None) -> None:
        """Help that cannot be written is a failure; a complaint that cannot be does not change the exit code."""
        with suppress(*([] if file is sys.stdout else [OSError])):
            (file or sys.stderr).write(message)


class Subparsers(Protocol):
    """The object argparse returns for adding subcommands."""

    def add_parser(self, name: str, **kwargs: Any) -> Parser:
        """A new parser for one subcommand."""


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the switch --json."""
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def add_game(parser: argparse.ArgumentParser, *, needed: bool, named: bool = True) -> None:
    """Add --scenario, --seed and --option; ``named``: the scenario is required."""
    parser.add_argument(
        "--scenario", metavar="S", required=needed and named, help="scenario id; see `rasputitsa scenarios`"
    )
    parser.add_argument("--seed", metavar="K", type=seed, default=None if not needed else 0, help="a whole number")
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        type=option,
        help="an optional rule; may be given several times; see `rasputitsa scenarios`",
    )


def add_series(parser: argparse.ArgumentParser, most: int) -> None:
    """Add the options of a series of computer games: --scenario ..., --games, --axis, --soviet, --jobs, --cluster."""
    add_game(parser, needed=True)
    parser.add_argument("--games", metavar="N", type=count(1, most), default=10)
    parser.add_argument("--axis", metavar="LEVEL", type=level, default="officer")
    parser.add_argument("--soviet", metavar="LEVEL", type=level, default="officer")
    add_workers(parser)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add --jobs and --cluster, which say who plays a series."""
    parser.add_argument("--jobs", metavar="J", type=count(1, 256), default=1, help="games to play in parallel")
    parser.add_argument("--cluster", metavar="ADDRESS", default="", help="play the games on a dask.distributed cluster")


def check_seeds(args: argparse.Namespace) -> range:
    """The seeds of a series, checked.

    :raises Refused: if they run past the largest one.
    """
    if args.seed + args.games > SEED_LIMIT:
        raise Refused("the seeds run past the largest one")
    return range(args.seed, args.seed + args.games)


def whole(text: str) -> int:
    """A whole number from the command line, in plain digits and of sensible length."""
    if not re.fullmatch(r"[+-]?[0-9]{1,40}", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")
    return int(text)


def seed(text: str) -> int:
    """A seed from the command line."""
    number = whole(text)
    if not 0 <= number < SEED_LIMIT:
        raise argparse.ArgumentTypeError(f"{text[:40]} is not between 0 and {SEED_LIMIT - 1}")
    return number


def option(text: str) -> tuple[str, str]:
    """An optional rule from the command line."""
    key, sign, value = text.partition("=")
    if not (key and sign and value):
        raise argparse.ArgumentTypeError(f"{text[:60]!r} is not of the form KEY=VALUE")
    return key, value


def readable(text: str) -> str:
    """A word that can be written down: valid UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError("it is not UTF-8") from None
    return text


def count(low: int, high: int) -> Any:
    """A type for argparse: a whole number between two bounds."""

    def whole_number(text: str) -> int:
        number = whole(text)
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{number} is not between {low} and {high}")
        return number

    return whole_number


def share(text: str) -> float:
    """A share from the command line: a decimal fraction between 0 and 1."""
    if not re.fullmatch(r"0?\.[0-9]{1,9}", text) or not float(text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a share between 0 and 1, such as 0.65")
    return float(text)


def level(text: str) -> str:
    """A computer player's level from the command line."""
    from game.opponents import PLAYERS

    if text not in PLAYERS:
        raise argparse.ArgumentTypeError(f"no level {text[:40]!r}; choose from: {', '.join(PLAYERS)}")
    return text


def player(text: str) -> str:
    """ "human" or a level."""
    return text if text == HUMAN else level(text)


def the_scenario(scenario_id: str | None) -> Scenario:
    """The scenario named; if none was, the shortest of those that start with the first turn.

    :raises SetupError: if there is no such scenario.
    """
    if scenario_id is not None:
        return find_scenario(scenario_id)
    paths = list_scenarios()
    if not paths:
        raise Refused("no scenario is installed")
    return min((find_scenario(path.stem) for path in paths), key=lambda s: (s.start_turn > 1, s.minutes, s.id))


def print_json(value: Any) -> None:
    """Print one JSON document on standard output; fractions as "n/d"."""
    print(json.dumps(value, indent=2, ensure_ascii=False, default=_plain))


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}" if value.denominator != 1 else str(value.numerator)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(value)


def print_table(rows: Iterable[Sequence[Any]], heading: Sequence[str] = ()) -> None:
    """Print rows in columns, numbers aligned right."""
    texts = [[_cell(cell) for cell in row] for row in rows]
    lines = [list(heading), *texts] if heading else texts
    if not lines:
        return
    width = max(len(line) for line in lines)
    lines = [line + [""] * (width - len(line)) for line in lines]
    widths = [max(len(line[i]) for line in lines) for i in range(width)]
    for number, line in enumerate(lines):
        cells = [c.rjust(w) if _NUMBER.fullmatch(c) else c.ljust(w) for c, w in zip(line, widths, strict=True)]
        print("  ".join(cells).rstrip())
        if heading and number == 0:
            print("  ".join("-" * w for w in widths))


_NUMBER = re.compile(r"[+\-−]?\d[\d.,]*( %)?")


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_cell(k)} {_cell(v)}" for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(_cell(part) for part in value)
    return str(value)
