"""Where the words of the help stand.  One file a game, one for the window, read once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ecs.untrusted_input import UnreadableError, parse_toml, read_ordinary
from game.ui.help.rules_pages import LARGEST, pages_of, read_pages, section_of

WINDOW = "window"
WORDS = 60  # an entry is no longer
CHARTS = ("Chart", "Ours")  # how remarks on the sources begin
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """What help says of one thing, and the number of its rule; the window's own things have none."""

    rule: str
    text: str


HelpEntries = Mapping[str, Mapping[str, HelpEntry]]


@lru_cache(maxsize=16)
def entries(name: str) -> HelpEntries:
    """The entries of a game (or of the window), by kind and by name; none if there is no readable file."""
    path = pages_of(name) / "help" / f"{name}.toml"
    try:
        raw = parse_toml(read_ordinary(path, LARGEST))
    except UnreadableError:
        return {}
    return {kind: _split(table) for kind, table in raw.items() if isinstance(table, dict)}


def _split(table: Mapping[str, Any]) -> Mapping[str, HelpEntry]:
    """A line may stand for several things: its key names them, with spaces between."""
    found: dict[str, HelpEntry] = {}
    for names, value in table.items():
        rule, text = ("", value) if isinstance(value, str) else (str(value[0]), str(value[-1]))
        for name in names.split():
            found[name] = HelpEntry(rule, text.strip())
    return found


def entry(game: str, kind: str, name: str) -> HelpEntry | None:
    """The entry for one thing, or None."""
    return entries(game).get(kind, {}).get(name)


@lru_cache(maxsize=256)
def rule_title(game: str, rule: str) -> str:
    """ "Rule 9.2 — Declaring attacks": how the link to a rule is lettered."""
    found, _ = read_pages(game)
    section = found[section_of(found, rule)] if found and rule else None
    if section is None or not section.rule:
        return f"Rule {rule}"
    words = section.title.removeprefix(section.rule).lstrip(". ").removeprefix(rule.partition(" ")[2]).strip()
    return f"Rule {rule} — {words}" if words else f"Rule {rule}"


@lru_cache(maxsize=256)
def opening(game: str, rule: str, most: int = 40) -> str:
    """How the section of a rule begins: its first sentences, marked up."""
    found, _ = read_pages(game)
    section = found[section_of(found, rule)] if found and rule else None
    if section is None or not section.rule:
        return ""
    spoken = [p for p in section.paragraphs if not (isinstance(p, str) and p.startswith(CHARTS))]
    first = spoken[0] if spoken else ""
    kept: list[str] = []
    for sentence in _SENTENCE.split(first) if isinstance(first, str) else ():
        if not sentence.endswith((".", ")", "!", "?")):
            break
        if kept and len(" ".join([*kept, sentence]).split()) > most:
            break
        kept.append(sentence)
    return " ".join(kept)
