"""rasputitsa docs: shows the pages that came with the game in the terminal, or says where they are."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from ecs.untrusted_input import likely, plain
from game.cli.options import Refused, Subparsers, print_table
from game.system.paths import data_root

FOLDERS = ("docs", "docs/rules")
MORE_FILES = ("CHANGELOG.md",)  # beside the pages in a wheel, above them in the source


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "docs",
        help="read the pages that came with the game",
        description="List the pages that came with the game, or show one: `rasputitsa docs playing`.",
    )
    parser.add_argument(
        "page", metavar="PAGE", nargs="?", help="the name of a page, such as playing (default: list them)"
    )
    parser.add_argument("--path", action="store_true", help="print the path of the page, for another program to open")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the pages, or show one.

    :raises Refused: if there is no such page, naming those there are.
    """
    found = pages()
    if args.page is None:
        print_table([(name, _title(path)) for name, path in found.items()])
        return 0
    name = Path(args.page).stem.lower()
    if name not in found:
        listed = likely(args.page, found) or f"; choose from: {', '.join(found)}"
        raise Refused(plain(f"no page {args.page[:60]!r}{listed}"))
    if args.path:
        print(plain(str(found[name]), 1000))
        return 0
    print(found[name].read_text(encoding="utf-8"), end="")
    return 0


def pages() -> dict[str, Path]:
    """Every page by name: those on the game first, then the rulebooks."""
    root = data_root()
    roots = (root.parent, root) if getattr(sys, "frozen", False) else (root,)  # a bundle has its pages beside it
    found = {path.stem: path for folder in FOLDERS for top in roots for path in sorted((top / folder).glob("*.md"))}
    for name in MORE_FILES:
        places = [place for place in (root / name, root / "docs" / name) if place.is_file()]
        found.update({place.stem.lower(): place for place in places})
    return {name: path for name, path in found.items() if name == name.lower()}


def _title(path: Path) -> str:
    """The first heading of a page."""
    heading = re.search(r"^# (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return heading[1] if heading else ""
