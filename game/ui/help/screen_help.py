"""The help on screens and on what is alike in all games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ecs import options_of
from game.ui.help.help_card import LINES, WINDOW, Card, HelpEntry, Meant, entry, opening, rule_title
from game.ui.widgets import escape

if TYPE_CHECKING:
    from ecs import Ruleset

MANY = 4  # choices told
Key = Callable[[str], str]
RULE = re.compile(r"\(rule:([^)]+)\)")
CITED = re.compile(r"\((Q\d+|\d+(?:\.\d+)*(?: [AB]\d)?)\)\W*$")
_KEY = re.compile(r"\{(\w+)\}")
_OTHER = re.compile(r"\W+")
_SCREEN = re.compile(r"\s*\n\s*")


def card_of(title: str, lines: list[str], game: str = "", rule: str = "") -> Card:
    """A card whose foot leads to a rule of a game, if there is one."""
    kept = tuple(dict.fromkeys(line for line in lines if line))[:LINES]
    link = rule_title(game, rule) if rule and game else ""
    return Card(title, kept, rule if link else "", game, link)


def screen_card(screens: Iterable[str], key: Key) -> Card:
    """What can be done on a screen, or on its base class."""
    found = (entry(WINDOW, screen, "screen") for screen in screens)
    return _card(next((e for e in found if e is not None), HelpEntry("", "Help\nEsc goes back.")), key)


def widget_card(screen: str, meant: Meant, key: Key) -> Card | None:
    """What a widget of a screen does; None if there is no help for it."""
    found = _found(screen, meant)
    title = "Scroll bar" if meant.kind == "thumb" else meant.text or meant.last
    if found is not None:
        card = _card(found, key, title)
        return card_of(card.title, [*card.lines, *([] if meant.enabled else _told(meant, title))])
    if meant.kind in ("", "panel"):
        return None
    lines = _told(meant, title)
    if not lines and meant.kind in ("row", "tab"):
        lines = [f"Click to choose “{escape(title)}”." if title else "Click to choose it."]
    return card_of(title, lines) if lines and title else None


def _found(screen: str, meant: Meant) -> HelpEntry | None:
    """The entry of a widget: by its own name, or by its container's, for this screen or for all."""
    if meant.kind == "thumb":
        return entry(WINDOW, "everywhere", "thumb")
    parts = [plain_name(part.partition("#")[0]) for part in meant.name.split("/") if part]
    for at in range(len(parts) - 1, -1, -1):
        for name in (f"{parts[at - 1]}.{parts[at]}" if at else "", parts[at]):
            for kind in (screen, "everywhere"):
                found = entry(WINDOW, kind, name)
                if found is not None:
                    return found
    return None


def plain_name(text: str) -> str:
    """A widget's name as entries spell it: lower case, and _ for anything that is not a letter."""
    return _OTHER.sub("_", text.casefold()).strip("_")


def _told(meant: Meant, title: str) -> list[str]:
    """The tooltip's own lines, and a note if the button is disabled."""
    lines = [line for line in meant.tooltip.split("\n") if line and line.strip("*") != title]
    return lines if meant.enabled or lines else ["Not available now."]


def with_keys(text: str, key: Key) -> str:
    """A text with each {action} replaced by its key."""
    return _KEY.sub(lambda m: f"**{escape(key(m[1]) or '—')}**", text.strip())


def _card(found: HelpEntry, key: Key, title: str = "") -> Card:
    """An entry of the window: its first line is the title if it has several."""
    head, *rest = _SCREEN.split(with_keys(found.text, key))
    return card_of(head, rest) if rest else card_of(title or "Help", [head])


def rule_card(game: str, rule: str) -> Card:
    """The beginning of a rule."""
    rule = rule.replace("_", " ")
    return card_of(rule_title(game, rule), [opening(game, rule)], game, rule)


def option_card(rules: Ruleset, key: str) -> Card | None:
    """What an optional rule changes."""
    option = next((option for option in options_of(rules) if option.key == key), None)
    if option is None:
        return None
    found = entry(rules.id, "options", key)
    words = [escape(text) for _, text in option.choices]
    choices = " · ".join(words[:MANY]) + (" …" if len(words) > MANY else "")
    default = next((text for value, text in option.choices if value == option.default), "")
    lines = [found.text if found else "", escape(option.note), f"[muted]Choices:[/] {choices}."]
    return card_of(option.title, [*lines, f"[muted]Rulebook:[/] {escape(default)}."], rules.id, option.rule)


def cited(text: str) -> str:
    """The rule that a text cites: by a link, or in brackets at its end; else ""."""
    linked = RULE.search(text)
    if linked:
        return linked[1].replace("_", " ")
    named = CITED.search(text)
    return named[1] if named else ""
