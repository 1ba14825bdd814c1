"""A battle shown on the map: until the dice have fallen, neither panels nor cards show its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect

from ecs.core.events import Attacked, Event, Fired, Moved
from ecs.core.view import View
from game.app.settings import Settings
from game.ui.cards.headline import POINTING, Headlines
from game.ui.map_view import BoardView
from game.ui.map_view.animation import Animation
from game.ui.widgets import Ui

PACE = {"off": 0.0, "brisk": 0.75, "full": 1.6}
"""How much longer than usual a battle takes, by what the player chose for great events."""
LYING = ("minimap", "ticker")
"""Widgets that lie on the map without a panel of their own, and so do those of the seal."""


class BattleStage:
    """Holds back what would give away the end of a battle.

    :param headlines: cards of great events, which come when the dice have fallen.
    :param sound: plays a sound.
    """

    def __init__(
        self, table: BoardView, headlines: Headlines, settings: Settings, sound: Callable[[str], None]
    ) -> None:
        self.table, self.headlines, self.settings, self.sound = table, headlines, settings, sound
        self._untold: tuple[Sequence[Event], View] | None = None
        self._panels: list[Rect] = []  # of the last build
        self._painted: list[Rect] = []  # of the last picture, which may be an earlier build
        self._stills: list[tuple[pygame.Surface, Rect]] | None = []
        self._card, self._beside = Rect(0, 0, 0, 0), object()  # the battle's card in the last build, and what it is at
        self._fought: list[str] = []

    @property
    def animation(self) -> Animation:
        """The animation on the map."""
        return self.table.animation

    def play(self, events: Sequence[Event], view: View, now: float) -> None:
        """Show these events; ``view``: the position after them."""
        self.tell(now)
        self.animation.pace = PACE[self.settings.drama]
        self.table.play([event for event in events if self.in_sight(event)], now)
        if self.table.held(now):
            self.headlines.skip()  # it has been read, and the battle needs the room
            self._untold, self._stills = (events, view), None
            self._fought = [event.hex for event in events if isinstance(event, Fired | Attacked)]
        else:
            self.headlines.take(events, view, now)

    def in_sight(self, event: Event) -> bool:
        """Can a march be seen without moving the map?  Everything else can be brought into view."""
        if not isinstance(event, Moved):
            return True
        board, clear = self.table.board, self.table.camera.clear
        known = (board.by_label[label] for label in event.path if label in board.by_label)
        return any(clear.collidepoint(self.table.to_screen(index)) for index in known)

    def tell(self, now: float) -> bool:
        """Show what was held back; return whether there was anything."""
        if self._untold is None:
            return False
        self.headlines.take(*self._untold, now)
        self._untold, self._stills = None, []
        return True

    def pass_time(self, now: float) -> bool:
        """Show what was held back once the dice have fallen, and remove words already read; True if anything changed.

        What is seen now for the first time is heard now.
        """
        for name in self.animation.due_sounds(now):
            self.sound(name)
        read = self.animation.drop_words(now)
        return (not self.table.held(now) and self.tell(now)) or read

    def wake_in(self, now: float, machine: float | None) -> float | None:
        """Seconds until something here changes by itself, or the computer plays on; None if neither will.

        :param machine: when the computer would play on.
        """
        waits = (self.headlines.wake_in(now, machine), self.animation.words_left(now))
        return min((max(0.0, wait) for wait in waits if wait is not None), default=None)

    def cut_short(self, intent: str, now: float) -> bool:
        """The player did something: show the end at once; False if nothing is held back or the pointer only moved."""
        held = intent not in POINTING and self.table.held(now)
        if held:
            self.animation.skip()
            self.tell(now)
        return held

    def at_once(self) -> None:
        """Show the present state without telling how it came about: fast play, or a jump elsewhere."""
        self._untold, self._stills = None, []
        self.headlines.clear()
        self.animation.skip()

    # -- panels -----------------------------------------------------------------------------------

    def covers(self, ui: Ui, tie: Callable[[Ui], None]) -> bool:
        """While something is held back, draw the panels as they were; True if so.

        The card of a battle is not among them while the dice of another fall, or the map has been moved.

        :param tie: draws the line from that card to its hex.
        """
        if self._untold is None or not self.table.held(ui.now):
            return False
        stays = any(self._place(label) == self._beside for label in self._fought)
        if stays:
            tie(ui)
        gone = Rect(0, 0, 0, 0) if stays else self._card
        ui.lying += [rect for _, rect in self._stills or () if rect != gone]
        ui.note(self._paste, gone)
        return True

    def _place(self, label: str) -> object:
        """A hex, and where it lies on the screen."""
        index = self.table.board.by_label.get(label, -1)
        return index, self.table.to_screen(index)

    def keep(self, surface: pygame.Surface) -> None:
        """Keep a picture of the panels before the next frame is painted."""
        if self._stills is None:
            whole = surface.get_rect()
            seen = [rect.clip(whole) for rect in self._painted]
            self._stills = [(surface.subsurface(rect).copy(), rect) for rect in seen if rect.size != (0, 0)]
        elif self._untold is None:
            self._painted = self._panels

    def _paste(self, surface: pygame.Surface, gone: Rect) -> None:
        surface.blits([(picture, rect) for picture, rect in self._stills or () if rect != gone])

    def remember(self, ui: Ui, card: Rect, about: int) -> None:
        """Remember the places of the panels at the end of a build.

        :param card: the card of a battle, empty without one.
        :param about: the hex of that battle.
        """
        self._card, self._beside = card, (about, self.table.to_screen(about))
        self._panels = [
            spot.rect for spot in ui.spots if spot.kind == "panel" or spot.id.endswith(LYING) or "/seal/" in spot.id
        ]
