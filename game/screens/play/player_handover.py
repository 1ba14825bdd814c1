"""The hand-over between two players at one table: nothing of either side is to be seen."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect

from ecs import Side
from game.app.intents import Intent
from game.play.session import Session
from game.screens.shared.base import Scene
from game.ui.widgets import Ui, escape


class HandOver(Scene):
    """A blank sheet until the other player says he is there.

    :param session: the game, for the phase to come.
    :param take_seat: gives the seat to a side.
    """

    def __init__(self, session: Session, side: Side, take_seat: Callable[[Side], None]) -> None:
        self.session, self.side, self.take_seat = session, side, take_seat

    def draw(self, surface: pygame.Surface) -> None:
        """One colour, and no map."""
        surface.fill(self.app.ui.theme.panel2)

    def on_enter(self) -> None:
        """Nothing said to one player stays on the screen for the other."""
        if self.side is not self.session.viewer:
            self.app.ui.notices.clear()

    def build(self, ui: Ui) -> None:
        """The name of the side, and its button."""
        wide = min(ui.px(560), ui.size[0] - ui.px(32))
        high = min(ui.height_of("handover", ui.px(240)) + ui.px(56), ui.size[1] - ui.px(32))
        rect = Rect((ui.size[0] - wide) // 2, (ui.size[1] - high) // 2, wide, high)
        phase = self.session.game.look(self.side).phase
        with ui.panel("handover", rect, pad=28):
            ui.label(f"The {self.side} player", "title", align="centre")
            ui.label("Please take the seat. The other player looks away.", "large", align="centre")
            ui.text(escape(f"Next: {phase.title}. {phase.text}"), color="muted")
            ui.space(8)
            if ui.button(f"I am the {self.side} player", "Enter", name="ready", kind="primary", intent="cursor_click"):
                self.seat()

    def handle(self, intent: Intent) -> bool:
        """Enter takes the seat; Esc does nothing: there is no way back to the other's view."""
        if intent.name == "cursor_click":
            self.seat()
        return True

    def seat(self) -> None:
        """The other player looks on from now on."""
        self.take_seat(self.side)
        self.app.pop()
