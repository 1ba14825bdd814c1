"""A screen: something the application can show, query and leave; and how one screen opens another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import pygame
from pygame import Rect

from ecs import Game, Scenario
from game.app.intents import Inputs, Intent
from game.app.settings import Settings
from game.app.thinking_strip import ThinkingStrip
from game.play.atlas.record import Atlas, Gathering
from game.play.session import Session
from game.ui.help.help_card import Card, Meant
from game.ui.widgets import Ui


class ScreenStack(Protocol):
    """The window as its screens see it: one screen in front, others under it."""

    ui: Ui
    settings: Settings
    inputs: Inputs
    dirty: bool
    thinking: ThinkingStrip

    @property
    def fullscreen(self) -> bool:
        """Does the window fill the display?"""

    @property
    def top(self) -> Scene:
        """The screen in front."""

    @property
    def scenes(self) -> Sequence[Scene]:
        """All screens, the front one last."""

    def push(self, scene: Scene) -> None:
        """Put a screen on top of the others."""

    def pop(self) -> None:
        """Leave the screen in front."""

    def replace(self, scene: Scene) -> None:
        """Leave all screens for another."""

    def ask_quit(self) -> None:
        """Close the window, after the screen's question if it has one."""

    def toggle_fullscreen(self) -> None:
        """Fill the display, or stop filling it."""

    def apply_settings(self) -> None:
        """Adopt changed settings at once."""

    def key(self, action: str) -> str:
        """The key of an action, for a button's face."""

    def explain(self) -> None:
        """Show the card of help on what is under the pointer or the focus, as F1 does."""


class Scene:
    """A screen on the stack. `app` is set before `on_enter`.

    A frame: events become intents -> `handle`; `update`; if something changed, `build` declares the
    widgets (and acts on those used), `draw` paints what lies under them. `draw` changes nothing.
    """

    app: ScreenStack
    covers = True  # False: the screen below shows through (a dialog)

    def on_enter(self) -> None:
        """The screen has come to the top, for the first time or again."""

    def on_leave(self) -> None:
        """The screen is no longer on top."""

    def on_pack(self) -> None:
        """The pictures in use have changed while the screen is on top."""
        self.on_enter()

    def on_content(self) -> None:
        """Maps, scenarios or add-ons have changed while the screen is on the stack."""

    def on_focus(self, focused: bool) -> None:
        """The window came to the front, or went behind another."""

    def handle(self, intent: Intent) -> bool:
        """Take an intent that no widget took; False if it means nothing here."""
        del intent
        return False

    def update(self, dt: float) -> None:
        """Time has passed, in seconds. May be called rarely when nothing moves."""
        del dt

    def build(self, ui: Ui) -> None:
        """Declare the widgets, and act on those used. May be called several times a frame."""
        del ui

    def draw(self, surface: pygame.Surface) -> None:
        """Paint what lies under the widgets."""
        if self.covers:
            surface.fill(self.app.ui.theme.panel2)

    @property
    def animating(self) -> bool:
        """Must the next frame be drawn even if nothing happens?"""
        return False

    def gone_astray(self, error: Exception) -> bool:
        """The rules have failed: return whether that was foreseen, having made way for another screen."""
        del error
        return False

    def wake_in(self) -> float | None:
        """Seconds until `update` is needed even if nothing happens; None: not at all."""
        return None

    def explain(self, meant: Meant) -> Card | None:
        """What F1 says about the thing under the pointer or the focus; None: nothing special."""
        from game.ui.help.screen_help import widget_card

        return widget_card(type(self).__name__, meant, self.app.inputs.keymap.text)

    def help_card(self) -> Card:
        """What F1 says about the whole screen."""
        from game.ui.help.screen_help import screen_card

        return screen_card((kind.__name__ for kind in type(self).__mro__), self.app.inputs.keymap.text)

    def aloud(self) -> str:
        """What is drawn here outside of widgets, in words."""
        return ""

    def open_rules(self, game: str, rule: str) -> bool:
        """Show a page of the rules over this screen; False if it has nothing to show it with."""
        kit = getattr(self, "kit", None)
        if kit is not None:
            self.app.push(kit.doors.rules(game, rule))
        return kit is not None

    def played(self) -> Game | None:
        """The game played here."""
        return None

    def leave_game(self) -> None:
        """Leave the game here in good order, as another is about to be played."""

    def help_place(self) -> Rect | None:
        """The place of a keyboard cursor that is no widget, if there is one."""
        return None

    def quit_question(self) -> str:
        """What to ask before the window closes; "" closes it at once."""
        return ""

    def state_text(self) -> str:
        """The screen's part of a crash report."""
        return type(self).__name__

    def rescue(self) -> str:
        """Save the game after a crash; the name of the save, or ""."""
        return ""

    def redraw(self) -> None:
        """Ask for a new frame: something visible has changed."""
        self.app.dirty = True


# -- How one screen opens another: it asks for a screen by purpose, and knows none of the others. --------------------


class Doors(Protocol):
    """Each makes a new screen; the caller puts it on top of his own, or in place of all."""

    def title(self) -> Scene:
        """The title."""

    def new_game(self, chosen: str = "") -> Scene:
        """The choice of a game and its players; ``chosen``: the id of a scenario to select."""

    def setup_editor(self, scenario: Scenario, session: Session | None = None) -> Scene:
        """The editor for a scenario, or with a session for its position.

        :raises SetupError, TableError, MapError: if it cannot be set up, or no scenario can state the position.
        """

    def tutorial(self) -> Scene:
        """The lessons.

        :raises TutorialError, SetupError, TableError, MapError: if they cannot be begun.
        """

    def table(self, session: Session, fresh: bool = False) -> Scene:
        """A game in progress; ``fresh``: it begins just now, and the player is briefed."""

    def saves(self, session: Session | None = None, unfinished: bool = False) -> Scene:
        """The saved games, with a session to save it; ``unfinished``: only those that can be continued."""

    def by_mail(self, home: Path, passphrase: str = "", letter: bytes = b"") -> Scene:
        """A game by mail on its way to the table; ``home``: its own part; ``letter``: one to be taken first."""

    def invitation(self, data: bytes, folder: Path) -> Scene:
        """An invitation to a game by mail, to be accepted; ``folder``: for the answer.

        :raises LetterError, SetupError: if it is none, or its scenario is not here.
        """

    def report(self, session: Session) -> Scene:
        """How a game stands, or ended."""

    def replay(self, session: Session, at: int | None = None) -> Scene:
        """A game replayed; with ``at`` it runs from the position after that many commands."""

    def atlas(self, session: Session, read: Gathering | Atlas | None = None, page: int = 0) -> Scene:
        """A game as an atlas; ``read``: as far as it has been gathered; ``page``: the first shown."""

    def rules(self, game: str = "", rule: str = "") -> Scene:
        """The rules page of a game, open at a rule."""

    def addons(self) -> Scene:
        """The add-ons."""

    def options(self) -> Scene:
        """The player's settings."""
