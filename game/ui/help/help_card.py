"""What a card of help says, and how it looks."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.ui.widgets import Ui, escape
from game.ui.widgets.core import CARD, PAD
from game.ui.widgets.style import drawing
from game.ui.widgets.style.theme import mix

LINES = 6
WIDTHS = ((420, "body"), (620, "body"), (1200, "body"), (1200, "small"))


@dataclass(frozen=True, slots=True)
class Card:
    """A title, a few lines in marked-up text, and the rule that stands behind them.

    ``game``: whose rules; ``link``: how the link at the foot is lettered, "" for none.
    """

    title: str
    lines: tuple[str, ...]
    rule: str = ""
    game: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Meant:
    """What F1 was pressed over: a pixel, the topic there and the widget, by its name, kind, words and state."""

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
    """Declare the card beside what it is about; the link followed, or ""."""
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
    """The link to the rule, or how to be rid of the card."""
    return f"[{plain_link(card.link)}](rule:{card.rule.replace(' ', '_')})" if card.link else hint


def plain_link(text: str) -> str:
    """Words that may stand in a link."""
    return text.replace("[", "(").replace("]", ")")


def beside(by: Rect, wide: int, high: int, whole: Rect) -> Rect:
    """Below what the card is about, or above, right or left of it; it covers it only if it must."""
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
