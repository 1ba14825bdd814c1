"""The look of chances, means and sums."""

from __future__ import annotations

from fractions import Fraction

from ecs.core.view import CalculationLine
from game.ui.widgets import Ui

PARTS = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def percent(value: Fraction) -> str:
    """A chance to one decimal, rounded fairly: "62.5 %"; what is certain has none: "100 %", "0 %"."""
    if value in (0, 1):
        return f"{100 * value} %"
    tenths = round(value * 1000)
    return f"{tenths // 10}.{tenths % 10} %"


def number(value: Fraction) -> str:
    """A mean to one decimal."""
    tenths = round(value * 10)
    return f"{tenths // 10}.{tenths % 10}"


def whole_and_part(value: Fraction) -> str:
    """A sum with its quarters: 3, 1½."""
    whole, rest = divmod(value, 1)
    part = PARTS.get(rest)
    if part is None:
        return number(value)
    return f"{whole}{part}" if whole or not part else part


def sum_line(ui: Ui, line: CalculationLine, bold: bool = False) -> None:
    """Words left, on as many lines as they need; rule and figure right."""
    value = line.shown or (str(line.value) if bold else f"{line.value:+d}")
    wide = ui.text_of.width(value, "body", True)
    rule = ui.text_of.width(line.rule, "small") + ui.px(10) if line.rule else 0
    across = ui.layout.width_for(ui.px(200), True)
    text = line.text[:1].upper() + line.text[1:]
    lines = ui.text_of.wrap(text, "body", bold, across - wide - ui.px(10) - rule)
    row = ui.text_of.line_height("body")
    with ui.about(f"sum:{line.rule}|{value}|{line.text}"):
        rect = ui.place(ui.px(200), row * len(lines))
    ui.note_text(value, (rect.right - wide, rect.y), "text", bold=True)
    if line.rule:
        ui.note_text(line.rule, (rect.right - wide - rule, rect.y + ui.px(2)), "muted", "small")
    for at, words in enumerate(lines):
        ui.note_text(words, (rect.x, rect.y + at * row), "text", bold=bold)
