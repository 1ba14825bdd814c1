"""The strip shown while a computer player thinks or a save is replayed, with a key that ends it."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Protocol

import pygame
from pygame import Rect
from pygame.event import Event

from game.app.intents import Inputs, names_of
from game.app.window import Window
from game.opponents import Hurry, Thought
from game.system.slices import Progress, Tell
from game.ui.widgets import Ui
from game.ui.widgets.core import CONTROL
from game.ui.widgets.style.drawing import draw_box, draw_shadow
from game.ui.widgets.style.theme import mix

PAUSE = 0.05  # seconds between two looks at the events, by the clock: it decides what is drawn, never what is played
PATIENCE = 0.3  # seconds of thought before the strip is shown
WIDE = 620
DECIDE, CANCEL = "Decide now", "Cancel"


class ThinkingApp(Protocol):
    """The program as the strip sees it."""

    ui: Ui
    inputs: Inputs
    window: Window
    dirty: bool


class ThinkingStrip:
    """Takes events and draws during long work; ``kept`` are those that wait for the window's next step."""

    def __init__(self, app: ThinkingApp) -> None:
        self.app = app
        self.kept: list[Event] = []
        self._number = self._works = 0
        self._began = self._next = 0.0
        self._under: pygame.Surface | None = None
        self._button = Rect(0, 0, 0, 0)

    def breathe(self, thought: Thought, phase: str) -> None:
        """Keep the window alive between a mind's questions.  Ask the game nothing: its position may be imagined.

        :param phase: what is being played, for the title.
        :raises Hurry: if the player waits no longer.
        """
        self._look(thought.begun, lambda seconds: (self._lines(thought, phase, seconds), DECIDE, thought.share))

    def begin_work(self, title: str) -> Tell:
        """Begin long work for which the player must wait; returns what to call with its progress.

        That raises Hurry if the player does not want to wait for the end.
        """
        self._works += 1
        number = -self._works

        def tell(progress: Progress) -> None:
            words = (title, progress.what, progress.percent)
            self._look(number, lambda _: (words, CANCEL, progress.share))

        return tell

    def _look(self, number: int, told: Callable[[float], tuple[tuple[str, str, str], str, float]]) -> None:
        """Take events when due, and show the strip once the work has taken a while.

        :param number: of what is being done; another one begins again.
        :param told: the lines, the words of the button and the share that is done, after that many seconds.
        """
        now = perf_counter()
        if number != self._number:
            self._number, self._began, self._next, self._under = number, now, now + PAUSE, None
        if now < self._next:
            return
        self._next = now + PAUSE
        self._take_events()
        if now - self._began >= PATIENCE:
            self._draw(*told(now - self._began))

    # -- events ---------------------------------------------------------------------------------------

    def _take_events(self) -> None:
        """Keep the window alive; put input for the game aside, except for the wish to hurry or a shut-down."""
        heard = self.app.window.events()
        hurry = False
        for event in heard:
            if self._hurries(event):
                hurry = True
            elif self.app.window.take(event):
                self.app.dirty = True
            elif event.type != pygame.MOUSEMOTION:
                self.kept.append(event)
                hurry = hurry or event.type == pygame.QUIT
        if hurry:
            self.app.dirty = True
            raise Hurry

    def _hurries(self, event: Event) -> bool:
        if event.type == pygame.KEYDOWN:
            _, action = self.app.inputs.keymap.meaning(names_of(event))
            return action is not None and action.name == "back"
        press = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        return press and self._under is not None and self._button.collidepoint(event.pos)

    def waiting(self) -> list[Event]:
        """Return and forget the events put aside, in order."""
        kept, self.kept = self.kept, []
        return kept

    # -- the picture ----------------------------------------------------------------------------------

    def _draw(self, lines: tuple[str, str, str], button: str, share: float) -> None:
        surface, ui = self.app.window.surface, self.app.ui
        if self._under is None:
            self._under = surface.copy()
        if self._under.get_size() != surface.get_size():
            surface.fill(ui.theme.panel2)
        surface.blit(self._under, (0, 0))
        words = f"{button}  {self.app.inputs.keymap.text('back')}".rstrip()
        paint_strip(surface, ui, (*lines, words), share, self._lay_out(surface, words))
        self.app.window.flip()
        self.app.dirty = True

    def _lines(self, thought: Thought, phase: str, seconds: float) -> tuple[str, str, str]:
        """Who is thinking, and in which phase; what is weighed, as far as the player may know; the time taken."""
        about = thought.about.rstrip(" …") if thought.shown and thought.about else "Thinking it over"
        return f"{thought.who}: {phase}", f"{about} …", f"{seconds:.0f} s"

    def _lay_out(self, surface: pygame.Surface, words: str) -> tuple[Rect, Rect]:
        """The strip in the middle of the window, and its button, sized for the text size in force."""
        ui = self.app.ui
        pad, text = ui.px(14), ui.text_of
        wide = min(ui.px(WIDE), surface.get_width() - 2 * pad)
        high = text.line_height("large") + text.line_height("body") + ui.px(CONTROL + 14) + 4 * pad
        box = Rect((surface.get_width() - wide) // 2, (surface.get_height() - high) // 3, wide, high)
        across, down = text.width(words, "body", True) + 2 * pad, ui.px(CONTROL)
        self._button = button = Rect(box.right - pad - across, box.bottom - pad - down, across, down)
        return box, button


def paint_strip(
    surface: pygame.Surface, ui: Ui, lines: tuple[str, str, str, str], share: float, places: tuple[Rect, Rect]
) -> None:
    """Draw title, what is weighed, a progress bar, the time, and the button."""
    (box, button), theme, text, pad = places, ui.theme, ui.text_of, ui.px(14)
    inner = box.width - 2 * pad
    draw_shadow(surface, box, theme.shadow, ui.px(8))
    draw_box(surface, box, theme.panel, theme.border, ui.px(8), max(1, ui.px(1)))
    y = box.y + pad
    for line, size, bold in ((lines[0], "large", True), (lines[1], "body", False)):
        picture = text.picture(text.fit(line, size, bold, inner), size, bold, theme.text)
        surface.blit(picture, (box.x + pad, y))
        y += text.line_height(size)
    bar = Rect(box.x + pad, y + pad // 2, inner, ui.px(12))
    draw_box(surface, bar, theme.panel2, theme.border, ui.px(5), max(1, ui.px(1)))
    if share > 0:
        done = Rect(bar.x, bar.y, max(bar.height, round(bar.width * min(share, 1.0))), bar.height)
        draw_box(surface, done, theme.accent, None, ui.px(5))
    draw_box(surface, button, theme.button, theme.border, ui.px(6), max(1, ui.px(1)))
    words = text.picture(lines[3], "body", True, theme.button_text)
    surface.blit(words, words.get_rect(center=button.center))
    time = text.picture(lines[2], "body", False, mix(theme.panel, theme.text, 0.8))
    surface.blit(time, time.get_rect(midleft=(box.x + pad, button.centery)))
