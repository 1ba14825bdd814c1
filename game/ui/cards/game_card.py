"""A game to choose, as a picture with a few words under it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Rect

from game.ui.widgets import Ui, sentence
from game.ui.widgets.style.theme import mix

PICTURE = 0.46  # height of the picture by its width
WAITING = "Drawing the map …"
Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameCard:
    """The words of a card: title, length and size, character, difficulty."""

    name: str
    title: str
    length: str
    scale: str
    mood: str
    level: str


def game_card(ui: Ui, card: GameCard, chosen: bool, fetch: Callable[[Size], pygame.Surface | None], high: int) -> bool:
    """Declare a card in the next cell of a row; True if it was chosen.

    :param fetch: the picture in a size, None while it is being painted.
    :param high: of the words, as :func:`words_height` has it for the tallest card of the row.
    """
    pad = ui.px(8)
    wide = ui.layout.width_for(ui.px(200), True)
    tall = round(wide * PICTURE)
    box = ui.place(wide, tall + high + 2 * pad)
    name = ui.name(card.name)
    hot = ui.hover == name
    theme = ui.theme
    ground = theme.selection if chosen else mix(theme.panel, theme.panel2, 0.9 if hot else 0.5)
    words = " ".join(sentence(part) for part in (card.title, card.length, card.scale, card.mood, card.level) if part)
    spot = ui.spot(name, "radio", box, text=words)
    ui.note_box(box, ground, theme.accent if chosen else mix(theme.panel, theme.border, 0.7), 6)
    frame = Rect(box.x + pad // 2, box.y + pad // 2, box.width - pad // 2 * 2, tall)
    picture = fetch(frame.size)
    if picture is None:
        being_painted(ui, frame)
    else:
        ui.note_picture(picture, frame.topleft)
    y = frame.bottom + pad // 2
    for line, size, colour, bold in _lines(ui, card, wide):
        ui.note_text(line, (box.x + pad, y), colour, size, bold)
        y += ui.text_of.line_height(size)
    if chosen:
        ui.note(_frame, box, theme.accent, max(2, ui.px(3)))
    ui.ring(spot, 3)
    return ui.used(name) > 0


def being_painted(ui: Ui, frame: Rect) -> None:
    """The room for a picture that is not ready yet."""
    ui.note_box(frame, mix(ui.theme.panel, ui.theme.border, 0.2), None, 4)
    wide, high = ui.text_of.width(WAITING, "small"), ui.text_of.line_height("small")
    ui.note_text(WAITING, (frame.centerx - wide // 2, frame.centery - high // 2), "muted", "small")


def words_height(ui: Ui, card: GameCard, wide: int) -> int:
    """The height in pixels of a card's words at this width."""
    return sum(ui.text_of.line_height(size) for _, size, _, _ in _lines(ui, card, wide))


def _lines(ui: Ui, card: GameCard, wide: int) -> list[tuple[str, str, str, bool]]:
    """Its lines: text, size, colour, bold."""
    room = wide - 2 * ui.px(8)
    found = [(line, "body", "text", True) for line in ui.text_of.wrap(card.title, "body", True, room)]
    for text, colour, bold in (
        (card.length, "text", False),
        (card.scale, "muted", False),
        (card.mood, "muted", False),
        (card.level, "accent", True),
    ):
        if text:
            found += [(line, "small", colour, bold) for line in ui.text_of.wrap(text, "small", bold, room)]
    return found


def _frame(surface: pygame.Surface, rect: Rect, colour: tuple[int, int, int], width: int) -> None:
    pygame.draw.rect(surface, colour, rect, width, 6)


# -- The opening position of a scenario as a picture, as large as there is room for. ---------------------------------

LEAST, PROPORTION = 150, 0.62  # the least height worth showing; its height by its width at most


def opening_picture(ui: Ui, free: int, fetch: Callable[[Size], pygame.Surface | None]) -> bool:
    """Declare the picture; False if it has no room.

    :param free: pixels of height that are left for it.
    :param fetch: the picture in a size, None while it is being painted.
    """
    wide = ui.layout.width_for(ui.px(400), True)
    high = min(free, round(wide * PROPORTION))
    if high < ui.px(LEAST):
        return False
    frame = ui.place(wide, high)
    picture = fetch(frame.size)
    if picture is None:
        being_painted(ui, frame)
    else:
        ui.note_picture(picture, frame.topleft)
    return True
