"""Names that were meant and lines where they stand: what makes a fault of a pack easy to mend."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

_TABLE = re.compile(r"\s*\[\[?([^\[\]]+)\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_.-]+|"[^"]*"|'[^']*'|\s*\.\s*)+?)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """ "; did you mean ...?" for a word that is like one of those known, else ""."""
    likely = get_close_matches(word[:60], list(known), 1, 0.6)
    return f"; did you mean '{likely[0]}'?" if likely else ""


def line_of(text: str, key: str) -> int:
    """The line of a TOML text on which a dotted key stands, or that of the table it is missing in; 0 if unknown."""
    wanted, table, found, depth = _parts(key), list[str](), 0, 0
    for number, line in enumerate(text.splitlines(), start=1):
        if match := _TABLE.fullmatch(line):
            table, here = _parts(match[1]), _parts(match[1])
        elif match := _KEY.match(line):
            here = [*table, *_parts(match[1])]
        else:
            continue
        if here == wanted[: len(here)] and len(here) > depth:
            found, depth = number, len(here)
    return found


def _parts(key: str) -> list[str]:
    return [part.strip("\"'") for part in _PART.findall(key)]
