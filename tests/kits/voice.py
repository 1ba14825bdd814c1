"""The words we keep to, read from tests/repository/voice.toml, and how a page is cut into sentences."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tests import TESTS

VOICE = tomllib.loads((TESTS / "repository" / "voice.toml").read_text(encoding="utf-8"))
LENGTH: dict[str, int] = VOICE["length"]

FENCE = re.compile(r"^(```|~~~)")
ITEM = re.compile(r"^\s*([*+-]|\d+\.)\s+")
SKIPPED = ("|", "#", "<", "![", "[![")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
CODE = re.compile(r"`[^`]*`")
END = re.compile(r"(?<=[.!?])[\"')*]*\s+(?=[\"'(*`\[]*[A-Z0-9])")
ABBREVIATIONS = re.compile(r"\b(e\.g|i\.e|etc|vs|Nr|No|St|Dr)\.$")


@dataclass(frozen=True, slots=True)
class Never:
    """A word or turn we do not use, and what to write in its place."""

    pattern: re.Pattern[str]
    write: str
    places: frozenset[str]  # "pages", "program"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text of a page: a paragraph, or one item of a list."""

    line: int  # where it begins, from 1
    text: str


@cache
def never_list(place: str) -> tuple[Never, ...]:
    """What is never written there: in "pages" or in the "program"."""
    found = []
    for row in VOICE["never"]:
        flags = re.NOFLAG if row.get("exact") else re.IGNORECASE
        pattern = re.compile(rf"(?<![\w-])(?:{row['pattern']})(?![\w-])", flags)
        found.append(Never(pattern, row["write"], frozenset(row.get("in", ("pages", "program")))))
    return tuple(word for word in found if place in word.places)


def offences(text: str, place: str) -> list[str]:
    """What of the never list stands in a text, each with what to write instead."""
    return [f"{hit.group()!r}: write {word.write}" for word in never_list(place) for hit in word.pattern.finditer(text)]


def paragraphs(page: str) -> Iterator[Paragraph]:
    """The running text of a Markdown page: neither headings, tables, pictures nor code."""
    held, begun, fenced = list[str](), 0, False
    for number, line in enumerate((*page.splitlines(), ""), start=1):
        fence = bool(FENCE.match(line.lstrip()))
        fenced ^= fence
        code = fenced or fence or (not held and line.startswith("    ") and not ITEM.match(line))
        stop = not line.strip() or code or line.lstrip().startswith(SKIPPED)
        if held and (stop or ITEM.match(line)):
            yield Paragraph(begun, plain(" ".join(held)))
            held = []
        if not stop:
            begun = begun if held else number
            held.append(ITEM.sub("", line).strip())


def plain(text: str) -> str:
    """Text without the marks of Markdown; a piece of code counts as one word."""
    return CODE.sub("CODE", LINK.sub(r"\1", text)).replace("**", "").replace("*", "")


def sentences(text: str) -> list[str]:
    """A paragraph, sentence by sentence."""
    found = list[str]()
    for piece in END.split(text):
        if found and ABBREVIATIONS.search(found[-1]):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return found


def words(sentence: str) -> int:
    """How many words a sentence has; a colon or a semicolon begins to count anew, for lists are read item by item."""
    parts = re.split(r"[:;] ", sentence)
    return max(sum(any(letter.isalnum() for letter in word) for word in part.split()) for part in parts)
