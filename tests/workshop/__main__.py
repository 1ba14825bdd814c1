"""The workshop's command line.  Its exit codes and complaints are those of the game's own.

python -m tests.workshop bench|soak|tournament|situation|sentences ...
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from game.cli.entry_point import answer
from game.cli.options import Parser

TOOLS = {
    "bench": "bench",
    "soak": "soak",
    "tournament": "tournament",
    "situation": "situations",
    "sentences": "sentences",
}
"""Each with its room: only that of the tool asked for is read."""


def parser(wanted: str = "") -> Parser:
    """The command line: of one tool, where that is named, or the whole."""
    top = Parser(
        prog="python -m tests.workshop",
        description="Long tools for whoever works on the game.",
        epilog="`python -m tests.workshop TOOL --help` says more.  With any of them, --allow-code NAME lets a game run "
        "that is a plug-in in your folder: it is code, and may do whatever you may.",
    )
    tools = top.add_subparsers(title="tools", metavar="TOOL", required=True)
    for name in [wanted] if wanted in TOOLS else TOOLS:
        import_module(f"tests.workshop.{TOOLS[name]}.command").add(tools)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one tool; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    return answer(words or ["--help"], parser)


if __name__ == "__main__":
    sys.exit(main())
