"""sentences: every sentence the program can say, for a proof-reader."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

from game.cli.options import Subparsers
from tests.workshop.sentences.sources import Said, of_data, of_sources

PARTS = ("sources", "data", "games", "screens")


def add(tools: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = tools.add_parser(
        "sentences",
        help="list every sentence the program can say, and where",
        description="Prints a line for each sentence: what it says, its kind, and the file and line, the game or the "
        "screen it comes from, with tabs between them.  The same sentence is told once.",
    )
    parser.add_argument("--part", choices=PARTS, action="append", help="only of these; default: all")
    parser.add_argument("--count", action="store_true", help="print how many there are of each kind, and no sentence")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list or its size."""
    found = list(once(said for part in args.part or PARTS for said in collected(part)))
    if args.count:
        kinds = Counter(said.kind for said in found)
        for kind, number in sorted(kinds.items()):
            print(f"{number}\t{kind}")
        print(f"{len(found)}\tin all")
        return 0
    sys.stdout.writelines(f"{said.text}\t{said.kind}\t{said.where}\n" for said in found)
    return 0


def collected(part: str) -> Iterator[Said]:
    """The sentences of one part of the program."""
    if part == "sources":
        yield from of_sources()
    elif part == "data":
        yield from of_data()
    else:
        from tests.workshop.sentences import spoken

        if part == "screens":
            yield from spoken.of_screens()
        else:
            for scenario in spoken.scenarios():
                yield from spoken.of_game(scenario)


def once(found: Iterable[Said]) -> Iterator[Said]:
    """Each sentence where it was met first."""
    seen: set[str] = set()
    for said in found:
        if said.text not in seen:
            seen.add(said.text)
            yield said
