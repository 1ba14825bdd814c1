"""The players' rules pages as the tests read them: headings, tables, references."""

from __future__ import annotations

import re

from tests import ROOT

PAGES = ROOT / "docs" / "rules"
CODE = ROOT / "ecs" / "rulesets"
NUMBER = r"(?:Q\d+|\d{1,2}(?:\.\d{1,2})*(?: [AB]\d)?)"
HEADING = re.compile(rf"#{{2,4}} ({NUMBER})\.? \S")


def is_number(text: str) -> bool:
    """Is a text a rule number?"""
    return re.fullmatch(NUMBER, text) is not None


def page(game: str) -> str:
    """The whole page of a game."""
    return (PAGES / f"{game}.md").read_text(encoding="utf-8")


def headings(game: str) -> list[str]:
    """The rule numbers that have a heading, in order."""
    return [found[1] for line in page(game).splitlines() if (found := HEADING.match(line))]


def section(game: str, heading: str) -> str:
    """What stands under a heading, to the next one."""
    return page(game).split(f"\n{heading}", 1)[1].split("\n#", 1)[0]


def table(game: str, heading: str, number: int = 0) -> list[list[str]]:
    """The rows of a table under a heading (the first, or a later one), without its two head lines."""
    tables: list[list[list[str]]] = [[]]
    for line in section(game, heading).splitlines():
        if line.startswith("|"):
            tables[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        elif tables[-1]:
            tables.append([])
    return tables[number][2:]


def references(text: str) -> set[str]:
    """Rule numbers referred to in brackets: "(9.2)", "(12, 13)"."""
    found: set[str] = set()
    for inside in re.findall(r"\(([^()]*)\)", text):
        found |= {word for word in re.split(r",\s*", inside) if re.fullmatch(r"\d+\.\d+|\d{1,2}|Q\d", word)}
    return found


def as_we_write(text: str) -> str:
    """A printed name as our pages write it."""
    return text.replace("Ruman", "Roman").replace("Russian", "Soviet")
