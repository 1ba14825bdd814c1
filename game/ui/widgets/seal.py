"""The seal: the one gold button of a screen, always in the lower right corner, with what Enter does now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from game.ui.widgets.style import drawing
from game.ui.widgets.style.rich_text import escape
from game.ui.widgets.style.theme import Colour, mix

if TYPE_CHECKING:
    from game.ui.widgets import Ui

MARGIN, ROOMY = 16, 1600
WIDE, HIGH = (308, 260), (64, 56)
"""Of the seal in a roomy window and in a small one, at 100 %."""
PAD, GAP = 14, 8


def seal_rect(ui: Ui) -> Rect:
    """Its place: the same in every screen for a size of window."""
    small = ui.size[0] < ui.px(ROOMY)
    wide, high, margin = ui.px(WIDE[small]), ui.px(HIGH[small]), ui.px(MARGIN)
    wide = min(wide, ui.size[0] // 3)
    return Rect(ui.size[0] - wide - margin, ui.size[1] - high - margin, wide, high)


def seal(
    ui: Ui,
    rect: Rect,
    text: str,
    more: str = "",
    key: str = "",
    *,
    name: str,
    intent: str = "",
    enabled: bool = True,
    guarded: bool = False,
    quiet: bool = False,
    tooltip: str = "",
) -> bool:
    """Declare it; True once when it is used.

    :param text: what it does, a verb and its object; ``more``: a line on what that means.
    :param guarded: plain Enter and Space do not press it.
    :param tooltip: what is not written on it.
    :param quiet: paper and no gold, while another button is what the player should press.
    """
    name = ui.name(name)
    used = ui.used(name) > 0 and enabled
    whole = ui.text_of.width(more, "small") <= rect.width - 2 * ui.px(PAD)
    told = tooltip or ("" if whole else escape(more))  # nothing that is written on it
    told += f"  [muted]{key}[/]" if told else ""
    spot = ui.spot(
        name,
        "button" if quiet else "primary",
        rect,
        text=text,
        enabled=enabled,
        tooltip=told,
        intent=intent,
        guarded=guarded,
    )
    ink, ground = _face(ui, rect, enabled, quiet, ui.hover == name)
    _write(ui, rect, (text, more, key if enabled else ""), ink, ground)
    ui.ring(spot)
    return used


def _face(ui: Ui, rect: Rect, enabled: bool, quiet: bool, hot: bool) -> tuple[Colour, Colour]:
    """The box: gold while enabled, else mere paper; its ink and ground."""
    theme = ui.theme
    ground, ink, edge = theme.seal
    if quiet or not enabled:
        face = theme.button_hover if hot and enabled else theme.panel
        ui.note_box(rect, face, theme.border, 6)
        return theme.text if enabled else theme.muted, face
    ui.note(drawing.draw_shadow, rect, theme.shadow, ui.px(6))
    ui.note_box(rect, mix(ground, theme.text, 0.1) if hot else ground, edge, 6)
    return ink, ground


def _write(ui: Ui, rect: Rect, words: tuple[str, str, str], ink: Colour, ground: Colour) -> None:
    """Its action, the consequence, and its key beside either of them if there is room; else below an action alone."""
    (text, more, key), pad, room = words, ui.px(PAD), rect.width - 2 * ui.px(PAD)
    size = next((size for size in ("large", "body") if ui.text_of.width(text, size, True) <= room), "small")
    tall, small = ui.text_of.line_height(size), ui.text_of.line_height("small")
    cap, gap = ui.text_of.width(key, "small") + ui.px(10) if key else 0, ui.px(GAP)
    beside = cap + gap <= room - ui.text_of.width(text, size, True)
    below = bool(cap) and not beside and cap + gap <= room - ui.text_of.width(more, "small")
    y = rect.centery - (tall + (small if more or below else 0)) // 2
    ui.note_text(ui.text_of.fit(text, size, True, room), (rect.x + pad, y), ink, size, True)
    if more:
        ui.note_text(ui.text_of.fit(more, "small", False, room), (rect.x + pad, y + tall), ink, "small")
    if cap and (beside or below):
        plate = Rect(rect.right - pad - cap, y - ui.px(1), cap, small + ui.px(2))
        plate.y += (tall - small) // 2 if beside else tall
        ui.note_box(plate, ground, ink, 4)
        ui.note_text(key, (plate.x + ui.px(5), plate.y + ui.px(1)), ink, "small")
