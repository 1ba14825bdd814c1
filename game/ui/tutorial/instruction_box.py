"""The box of the tutorial along the lower edge, its buttons, and the rings round its subject."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect

from game.app.intents import KeyMap
from game.ui.descriptions import rule_link
from game.ui.map_view import BoardView
from game.ui.tutorial.script import Step, told
from game.ui.widgets import Ui
from game.ui.widgets.core import CONTROL, GAP
from game.ui.widgets.style import drawing

MOST = 45  # percent of the window the box may take
LOST = "[warn]You cannot do this any more.[/] **Reset** goes back to the start of this step."
PAD, NARROW = 12, 6


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the tutorial: the step, its number, how many there are; ``lost``: its goal is out of reach; ``asked``: a
    question is open, and Enter answers it."""

    step: Step
    number: int
    of: int
    done: bool = False
    lost: bool = False
    asked: bool = False

    @property
    def last(self) -> bool:
        """Is it the last one?"""
        return self.number == self.of


def is_large(ui: Ui) -> bool:
    """Are the letters so large that room is scarce?"""
    return ui.size[1] < ui.px(480)


def _pad(ui: Ui) -> int:
    return NARROW if is_large(ui) else PAD


def box_height(ui: Ui) -> int:
    """The height of the box in pixels: as much as its words need, seldom different between steps."""
    lines = 3 * ui.text_of.line_height("small") if is_large(ui) else 2 * ui.text_of.line_height("large")
    least = ui.px(CONTROL) + ui.px(GAP) + lines
    need = max(least, ui.height_of("tutorial")) + 2 * ui.px(_pad(ui))
    return min(need, ui.size[1] * MOST // 100)


def box(ui: Ui, place: Place, keymap: KeyMap) -> tuple[str, str]:
    """Declare the box; the button used, and the link followed ("" and "" for none)."""
    high = box_height(ui)
    rect = Rect(0, ui.size[1] - high, ui.size[0], high)
    with ui.panel("tutorial", rect, color="panel2", pad=_pad(ui), radius=0):
        used = _head(ui, place, keymap)
        step = place.step
        words = " ".join(told(text, keymap) for text in (step.text, step.keys) if text)
        if is_large(ui):
            words = f"**{step.title}{'' if step.title[-1] in '?!' else '.'}** {words}"
        link = ui.text(words + rule_link(step.rule), "small" if is_large(ui) else "large")
        if place.lost:
            ui.text(LOST)
    ui.note(_edge, Rect(rect.x, rect.y, rect.width, max(3, ui.px(3))), ui.theme.accent)
    return used, link


def _head(ui: Ui, place: Place, keymap: KeyMap) -> str:
    """Title, number, buttons."""
    used = ""
    title = () if is_large(ui) else (4,)
    with ui.row(-62, *title, 2.4, 2, 2, 1.5, gap=8):
        ui.label(f"{place.number} of {place.of}", "small", "muted", one_line=True)
        if title:
            ui.label(place.step.title, "heading", one_line=True)
        for text, key, kind, able in _buttons(place, keymap):
            name = f"tutorial {text.lower()}"
            intent, tip = INTENTS.get(text, ""), TIPS.get(text, "")
            if place.asked and intent == "cursor_click":
                key = intent = ""
            if ui.button(text, _fitting(ui, text, key), name=name, kind=kind, enabled=able, intent=intent, tooltip=tip):
                used = text
    return used


INTENTS = {"Next": "cursor_click", "Play on": "cursor_click", "Back": "step_back", "Reset": "step_again"}
TIPS = {
    "Back": "Back to the previous step.",
    "Reset": "Back to the start of this step.",
    "Leave": "Back to the title. Your own games are not touched.",
}


def _buttons(place: Place, keymap: KeyMap) -> Iterable[tuple[str, str, str, bool]]:
    """(text, key, kind, enabled) from left to right."""
    if place.last:
        yield "Play on", keymap.text("cursor_click"), "primary", True
    elif place.step.goal == "next" or place.done:
        yield "Next", keymap.text("cursor_click"), "primary", True
    else:
        yield "Do it for me", "", "normal", True
    yield "Back", keymap.text("step_back"), "normal", place.number > 1
    yield "Reset", keymap.text("step_again"), "primary" if place.lost else "normal", True
    yield "Leave", "", "normal", True


def _fitting(ui: Ui, text: str, key: str) -> str:
    """The key, if the button has room for it."""
    room = ui.layout.width_for(10**5, True) - ui.text_of.width(text) - ui.text_of.width(key, "small")
    return key if room > ui.px(40) else ""


def _edge(surface: pygame.Surface, rect: Rect, colour: tuple[int, int, int]) -> None:
    surface.fill(colour, rect)


# -- rings ------------------------------------------------------------------------------------------


def ring_widget(ui: Ui, spots: Sequence[str]) -> None:
    """Note a line round the first widget whose name ends so; its place is found when it is drawn."""
    ui.note(_ring_widget, ui, tuple(spots))


def widget_rect(ui: Ui, spots: Sequence[str]) -> Rect | None:
    """The place of that widget."""
    for end in spots:
        for spot in ui.spots:
            if spot.id.endswith(end) and spot.clip.width > 0:
                return spot.clip
    return None


def _ring_widget(surface: pygame.Surface, ui: Ui, spots: tuple[str, ...]) -> None:
    rect = widget_rect(ui, spots)
    if rect is None:
        return
    wide = max(4, ui.px(4))
    around = rect.inflate(ui.px(4), ui.px(4)).clip(surface.get_rect())
    drawing.draw_ring(surface, around.inflate(2, 2), ui.theme.panel, wide + 2, ui.px(8))
    drawing.draw_ring(surface, around, ui.theme.focus, wide, ui.px(8))


def ring_hexes(surface: pygame.Surface, table: BoardView, clip: Rect, hexes: Iterable[int], ui: Ui) -> None:
    """Draw a line round these hexes, light on dark, so that it shows on any ground."""
    before = surface.get_clip()
    surface.set_clip(clip.clip(before))
    wide = max(4, ui.px(4))
    for index in hexes:
        corners = [table.camera.to_screen(x, y) for x, y in table.board.corners(index)]
        pygame.draw.lines(surface, ui.theme.shadow, True, corners, wide + 4)
        pygame.draw.lines(surface, RING, True, corners, wide)
        for corner in corners:
            pygame.draw.circle(surface, RING, corner, wide // 2)
    surface.set_clip(before)


RING = (255, 214, 64)
