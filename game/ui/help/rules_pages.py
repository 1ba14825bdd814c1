"""The contents of a rules page: numbered sections, paragraphs and tables, and the links between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from game.play.plugins import plugin_folder
from game.system.paths import data_root
from game.ui.widgets import escape, plain

LARGEST = 1_000_000
NUMBER = r"(?:Q\d+|\d+(?:\.\d+)*(?: [AB]\d)?)"
_HEADING = re.compile(r"^(#{1,4})\s+(.*?)\s*#*$")
_NUMBERED = re.compile(rf"^\W*(?:Rule\s+|Chapter\s+)?({NUMBER})(?![\w-])")
_REFERENCES = re.compile(rf"\(((?:chapter )?{NUMBER}(?:, {NUMBER})*)\)")
_SLANTED = re.compile(r"(?<![\w*])\*([^*\s][^*]*?)\*(?!\w)")
_ITEM = re.compile(r"^(?:[-*+]|\d+\.)\s+")


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: titles of the columns, and rows of cells in marked-up text."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def cells(self) -> Iterator[str]:
        """Every cell, titles first."""
        yield from self.head
        for row in self.rows:
            yield from row


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text under it; ``rule`` is its number or ""."""

    title: str
    level: int
    rule: str
    paragraphs: tuple[str | Grid, ...]

    @property
    def words(self) -> str:
        """All of it without markup, for searching."""
        parts = [self.title]
        for part in self.paragraphs:
            parts += [plain(part)] if isinstance(part, str) else [plain(cell) for cell in part.cells()]
        return " ".join(parts)


def pages_of(ruleset: str) -> Path:
    """The rules page and the help of a game: built-in, or from its plug-in."""
    plugin = plugin_folder(ruleset)
    return (data_root() / "docs" / "rules") if plugin is None else plugin / "rules"


def read_pages(ruleset: str, folder: Path | None = None) -> tuple[list[Section], str]:
    """The sections of a ruleset's page; else a sentence that says why there are none."""
    path = (folder or pages_of(ruleset)) / f"{ruleset}.md"
    try:
        changed = path.stat().st_mtime_ns
        return _read(path, changed), ""
    except (OSError, UnicodeDecodeError):
        return [], f"There is no rules page for {ruleset or 'this game'} here ({path.name})."


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> list[Section]:
    """A page, read again only when its file has changed."""
    del changed
    return sections(path.read_text(encoding="utf-8")[:LARGEST])


def sections(text: str) -> list[Section]:
    """A Markdown text cut at its headings."""
    cut: list[tuple[str, int, list[str]]] = [("", 1, [])]
    for line in text.splitlines():
        found = _HEADING.match(line)
        if found:
            cut.append((plain_markdown(found[2]), len(found[1]), []))
        else:
            cut[-1][2].append(line)
    numbers = {title: number[1] for title, _, _ in cut if (number := _NUMBERED.match(title))}
    known = frozenset(numbers.values())
    return [
        Section(title, level, numbers.get(title, ""), tuple(paragraphs(lines, known)))
        for title, level, lines in cut
        if title or any(line.strip() for line in lines)
    ]


def paragraphs(lines: list[str], known: frozenset[str] = frozenset()) -> list[str | Grid]:
    """Lines joined to paragraphs; list items stay by themselves, rows of a table come together."""
    out: list[str | Grid] = []
    rows: list[tuple[str, ...]] = []
    fresh = True
    for line in [*lines, ""]:
        bare = line.strip()
        if bare.startswith("|"):
            if not set(bare) <= set("|-: "):
                rows.append(tuple(markup(cell.strip(), known) for cell in bare.strip("|").split("|")))
            continue
        if rows:
            out.append(_grid(rows))
            rows, fresh = [], True
        item = _ITEM.match(bare)
        if not bare or set(bare) <= set("- "):
            fresh = True
        elif bare.startswith("!["):
            continue  # pictures are for those who read the file
        elif item or fresh:
            dot = item is not None and not bare[0].isdigit()
            out.append(("• " if dot else "") + markup(bare[item.end() :] if item and dot else bare, known))
            fresh = False
        else:
            out[-1] = f"{out[-1]} {markup(bare, known)}"
    return out


def _grid(rows: list[tuple[str, ...]]) -> Grid:
    """Rows, all as long as the longest."""
    wide = max(len(row) for row in rows)
    full = [row + ("",) * (wide - len(row)) for row in rows]
    return Grid(full[0], tuple(full[1:]))


def plain_markdown(text: str) -> str:
    """A heading without its marks."""
    return re.sub(r"[*`_]|\[([^\]]*)\]\([^)]*\)", lambda m: m[1] or "", text)


def markup(text: str, known: frozenset[str] = frozenset()) -> str:
    """A line of Markdown in the widgets' markup: bold stays, rule numbers in brackets become links."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"(\*\*)", text.replace("`", ""))
    bare = "".join(part if part == "**" else escape(_SLANTED.sub(r"\1", part)) for part in parts)
    return _REFERENCES.sub(lambda m: f"({_linked(m[1], known)})", bare)


def _linked(numbers: str, known: frozenset[str]) -> str:
    """ "9.2, 12" with each number a link that has a heading."""

    def link(found: re.Match[str]) -> str:
        number = found[0]
        return f"[{number}](rule:{number.replace(' ', '_')})" if number in known else number

    return re.sub(NUMBER, link, numbers)


def section_of(found: list[Section], rule: str) -> int:
    """The section that holds a rule: "9.2.3" is in "9.2", else in "9"; 0 if nothing fits."""
    wanted = (re.search(NUMBER, rule.replace("_", " ")) or [""])[0]
    while wanted:
        for index, section in enumerate(found):
            if section.rule == wanted:
                return index
        wanted = wanted.partition(" ")[0] if " " in wanted else wanted.rpartition(".")[0]
    return 0
