"""How one screen opens another: it asks for a screen by purpose, and knows none of the others."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from ecs import Scenario
from game.play.atlas.record import Atlas
from game.play.session import Session
from game.screens.shared.base import Scene


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

    def atlas(self, session: Session, whole: Atlas | None = None, page: int = 0) -> Scene:
        """A game as an atlas; ``whole``: if it has been gathered; ``page``: the first shown."""

    def rules(self, game: str = "", rule: str = "") -> Scene:
        """The rules page of a game, open at a rule."""

    def addons(self) -> Scene:
        """The add-ons."""

    def options(self) -> Scene:
        """The player's settings."""
