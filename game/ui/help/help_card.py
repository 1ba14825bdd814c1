"""The card of F1: its contents, its appearance, what it is about, and when it closes again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Protocol

import pygame
from pygame import Rect
from pygame.event import Event

from ecs.untrusted_input import UnreadableError, parse_toml, read_ordinary
from game.ui.help.rules_pages import LARGEST, pages_of, read_pages, section_of
from game.ui.widgets import Ui, escape
from game.ui.widgets.core import CARD, PAD
from game.ui.widgets.layout import ACTIVATE, Spot
from game.ui.widgets.style import drawing
from game.ui.widgets.style.theme import mix

# -- The contents of a card of help, and its appearance. -------------------------------------------------------------

LINES = 6
WIDTHS = ((420, "body"), (620, "body"), (1200, "body"), (1200, "small"))


@dataclass(frozen=True, slots=True)
class Card:
    """A title, a few lines of marked-up text, and the rule behind them.

    ``game``: whose rules; ``link``: how the link at the foot is lettered, "" for none.
    """

    title: str
    lines: tuple[str, ...]
    rule: str = ""
    game: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Meant:
    """What F1 was pressed over: a pixel, the topic there, and the widget by name, kind, words and state."""

    pos: tuple[int, int]
    topic: str = ""
    name: str = ""
    kind: str = ""
    text: str = ""
    tooltip: str = ""
    enabled: bool = True

    @property
    def last(self) -> str:
        """The widget's own name, without those of the panels it is in."""
        return self.name.rpartition("/")[2]


def show(ui: Ui, card: Card, by: Rect, hint: str) -> str:
    """Declare the card beside its subject; the link followed, or ""."""
    pad, gap = ui.px(PAD + 4), ui.px(5)
    whole = Rect((0, 0), ui.size).inflate(-2 * ui.px(6), -2 * ui.px(6))
    for width, size in WIDTHS:
        wide = min(ui.px(width), whole.width) - 2 * pad
        title, head = ui.rich_of.layout(f"**{escape(card.title)}**", "large", wide)
        lines = [ui.rich_of.layout(line, size, wide) for line in card.lines[:LINES]]
        foot, low = ui.rich_of.layout(_foot(card, hint), "body" if card.link else "small", wide)
        high = head + sum(line_high + gap for _, line_high in lines) + low + 2 * gap + 2 * pad
        if high <= whole.height:
            break
    parts = [*title, *foot, *(word for words, _ in lines for word in words)]
    need = max(word.x + word.width for word in parts)
    box = beside(by, need + 2 * pad, min(high, whole.height), whole)
    used = ""
    with ui.layered(CARD), ui.scope("help"), ui.clipped(box):
        ui.note(drawing.draw_shadow, box.inflate(-4, -4), ui.theme.shadow, ui.px(14))
        ui.spot("help", "panel", box, focusable=False, text=card.title)
        ui.note_box(box, ui.theme.panel, mix(ui.theme.panel, ui.theme.accent, 0.8), 8)
        bar = Rect(box.x, box.y + ui.px(8), ui.px(4), box.height - ui.px(16))
        ui.note_box(bar, ui.theme.accent, None, 2)
        with ui.area(Rect(box.x + pad, box.y + pad, wide, 0), gap=5):
            ui.text(f"**{escape(card.title)}**", "large", name="title")
            for number, line in enumerate(card.lines[:LINES]):
                used = ui.text(line, size, name=f"line{number}") or used
            ui.space(0)
            used = ui.text(_foot(card, hint), "body" if card.link else "small", "muted", name="foot") or used
    return used


def _foot(card: Card, hint: str) -> str:
    """The link to the rule, or how to close the card."""
    return f"[{plain_link(card.link)}](rule:{card.rule.replace(' ', '_')})" if card.link else hint


def plain_link(text: str) -> str:
    """Words made safe for a link."""
    return text.replace("[", "(").replace("]", ")")


def beside(by: Rect, wide: int, high: int, whole: Rect) -> Rect:
    """A place below, above, right or left of the card's subject; it covers it only if it must."""
    gap = 8
    places = (
        Rect(by.x, by.bottom + gap, wide, high),
        Rect(by.x, by.top - gap - high, wide, high),
        Rect(by.right + gap, by.centery - high // 2, wide, high),
        Rect(by.left - gap - wide, by.centery - high // 2, wide, high),
    )
    for place in places:
        box = place.clamp(whole)
        if not box.colliderect(by):
            return box
    return places[0].clamp(whole)


# -- Where the words of the help stand.  One file a game, one for the window, read once. -----------------------------

WINDOW = "window"
WORDS = 60  # an entry is no longer
CHARTS = ("Chart", "Ours")  # how remarks on the sources begin
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """The help on one thing, and the number of its rule; the window's own things have none."""

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
    """The entries of a line, whose key names several things with spaces between."""
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
    """ "Rule 9.2 — Declaring attacks": the label of a link to a rule."""
    found, _ = read_pages(game)
    section = found[section_of(found, rule)] if found and rule else None
    if section is None or not section.rule:
        return f"Rule {rule}"
    words = section.title.removeprefix(section.rule).lstrip(". ").removeprefix(rule.partition(" ")[2]).strip()
    return f"Rule {rule} — {words}" if words else f"Rule {rule}"


@lru_cache(maxsize=256)
def opening(game: str, rule: str, most: int = 40) -> str:
    """The first sentences of a rule's section, marked up."""
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


# -- F1: finds what is meant, shows the card about it, and closes it again. ------------------------------------------

QUIET = (pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT)


class Explained(Protocol):
    """A screen that explains its contents."""

    def explain(self, meant: Meant) -> Card | None:
        """The help on the thing under the pointer or the focus."""

    def help_card(self) -> Card:
        """The help on the whole screen."""

    def help_place(self) -> Rect | None:
        """The place of a keyboard cursor that is no widget, if there is one."""

    def open_rules(self, game: str, rule: str) -> bool:
        """Show a page of the rules over this screen, if it can."""


class Window(Protocol):
    """The window with its screens."""

    ui: Ui
    dirty: bool

    @property
    def top(self) -> Explained:
        """The screen in front."""

    @property
    def scenes(self) -> Sequence[Explained]:
        """All screens, the front one last."""


class Explainer:
    """The card of help, one for each window."""

    def __init__(self, app: Window) -> None:
        self.app = app
        self.card: Card | None = None
        self._by = Rect(0, 0, 0, 0)
        self._keyboard = False

    # ---- events ---------------------------------------------------------------------------------------
    def take(self, event: Event) -> bool:
        """Handle events while a card is open; True if the event goes no further."""
        if event.type == pygame.MOUSEMOTION:
            self._keyboard = False
        if event.type == pygame.KEYDOWN and event.key not in (*QUIET, pygame.K_F1):
            self._keyboard = True
        if self.card is None:
            return False
        if event.type == pygame.KEYDOWN:
            return self._key(event.key)
        if event.type == pygame.MOUSEBUTTONDOWN and not self._on_link(event.pos):
            self.close()
            return True
        return False

    def _key(self, key: int) -> bool:
        if key == pygame.K_ESCAPE:
            self.close()
            return True
        if key in ACTIVATE and self.card is not None and self.card.link:
            self._open(self.card.game, self.card.rule)
            return True
        if key not in (*QUIET, pygame.K_F1):
            self.close()
        return False

    def _on_link(self, pos: tuple[int, int]) -> bool:
        return any(s.kind == "link" and s.layer == CARD and s.clip.collidepoint(pos) for s in self.app.ui.spots)

    def close(self) -> None:
        """Close the card."""
        if self.card is not None:
            self.card, self.app.dirty = None, True

    # ---- asking ---------------------------------------------------------------------------------------
    def ask(self) -> None:
        """F1: explain what is meant; pressed again over the same thing, close the card."""
        meant, by = self._meant()
        scene = self.app.top
        card = scene.explain(meant) or scene.help_card()
        same = self.card is not None and self.card.title == card.title and self.card.lines == card.lines
        over = self._on_card() and not self._keyboard
        if same or (over and self.card is not None):
            self.close()
            return
        self.card, self._by, self.app.dirty = card, by, True

    def _on_card(self) -> bool:
        spot = self.app.ui.find("help")
        return spot is not None and spot.clip.collidepoint(self.app.ui.mouse)

    def _meant(self) -> tuple[Meant, Rect]:
        """What the keyboard is on, if it was used last, else what the pointer is on."""
        ui = self.app.ui
        focus = ui.find(ui.focus) if ui.focus_shown else None
        if self._keyboard and focus is not None:
            return _of(focus, focus.rect.center, focus.topic), focus.clip
        place = self.app.top.help_place() if self._keyboard else None
        if place is not None:
            return Meant(place.center), place
        spot, field = ui.meant(ui.mouse, CARD)
        topic = field.topic if field is not None else ""
        if spot is not None and (spot.kind != "panel" or not topic):
            topic = spot.topic or (topic if spot.kind != "panel" else "")
        by = self._room_round(spot)
        if spot is None and field is None and focus is not None and ui.in_dialog:
            return _of(focus, focus.rect.center, focus.topic), focus.clip
        return (_of(spot, ui.mouse, topic) if spot is not None else Meant(ui.mouse, topic)), by

    def _room_round(self, spot: Spot | None) -> Rect:
        """What the card should not cover: a small widget, on the map as much as a counter takes, else the pointer."""
        ui = self.app.ui
        if spot is None:
            side = ui.px(44)
            return Rect(ui.mouse[0] - side // 2, ui.mouse[1] - side // 2, side, side)
        small = spot.kind != "panel" and spot.clip.height <= ui.px(60) and spot.clip.width <= ui.px(400)
        return spot.clip.copy() if small else Rect(*ui.mouse, 1, ui.px(18))

    # ---- drawing --------------------------------------------------------------------------------------
    def build(self) -> str:
        """Declare the card, if one is open; the link followed in it, or ""."""
        ui = self.app.ui
        ui.quiet = self.card is not None
        if self.card is None:
            return ""
        return show(ui, self.card, self._by, "Esc, F1 or a click closes this.")

    def follow(self, target: str) -> None:
        """Open the rules page that a link in the card names."""
        kind, _, what = target.partition(":")
        if kind == "rule" and self.card is not None:
            self._open(self.card.game, what.replace("_", " "))

    def _open(self, game: str, rule: str) -> None:
        self.close()
        any(scene.open_rules(game, rule) for scene in reversed(self.app.scenes))


def _of(spot: Spot, pos: tuple[int, int], topic: str) -> Meant:
    found = Meant(pos, topic, spot.id, spot.kind, spot.text, spot.tooltip, spot.enabled)
    return replace(found, topic=topic or spot.topic)
