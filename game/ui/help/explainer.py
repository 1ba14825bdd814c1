"""F1: finds what is meant, shows the card about it, and closes it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import pygame
from pygame import Rect
from pygame.event import Event

from game.ui.help.help_card import Card, Meant, show
from game.ui.widgets import Ui
from game.ui.widgets.core import CARD
from game.ui.widgets.hit_testing import ACTIVATE, Spot

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
