"""The doors from one screen to another: a screen asks for the next by what it is for, and knows none of the others."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from ecs import Scenario
from game.play.atlas.record import Atlas
from game.play.session import Session
from game.screens.shared.base import Scene


class Doors(Protocol):
    """Each makes a fresh screen; who asks lays it over his own, or puts it in the place of all."""

    def title(self) -> Scene:
        """The title."""

    def new_game(self, chosen: str = "") -> Scene:
        """What is to be played, and by whom; ``chosen``: the id of a scenario that is pointed out."""

    def setup_editor(self, scenario: Scenario, session: Session | None = None) -> Scene:
        """A scenario to be changed, or with a session its position as one.

        :raises SetupError, TableError, MapError: if it cannot be laid out, or the position cannot be told.
        """

    def tutorial(self) -> Scene:
        """The lessons.

        :raises TutorialError, SetupError, TableError, MapError: if they cannot be begun.
        """

    def table(self, session: Session, fresh: bool = False) -> Scene:
        """A game being played; ``fresh``: it begins just now, and the player is told what is before him."""

    def saves(self, session: Session | None = None, unfinished: bool = False) -> Scene:
        """The saved games, with a session to save it; ``unfinished``: only those that can be gone on with."""

    def by_mail(self, home: Path, passphrase: str = "", letter: bytes = b"") -> Scene:
        """A game by mail on its way to the table; ``home``: its own part; ``letter``: one to be taken first."""

    def invitation(self, data: bytes, folder: Path) -> Scene:
        """An invitation to a game by mail, to be accepted; ``folder``: for the answer.

        :raises LetterError, SetupError: if it is none, or its scenario is not here.
        """

    def report(self, session: Session) -> Scene:
        """How a game stands, or ended."""

    def replay(self, session: Session, at: int | None = None) -> Scene:
        """A game looked back over; with ``at`` it runs from the position after so many commands."""

    def atlas(self, session: Session, whole: Atlas | None = None, page: int = 0) -> Scene:
        """A game as an atlas, to leaf through; ``whole``: if it has been gathered; ``page``: the first shown."""

    def rules(self, game: str = "", rule: str = "") -> Scene:
        """The rules page of a game, open at a rule."""

    def addons(self) -> Scene:
        """The add-ons."""

    def options(self) -> Scene:
        """The player's settings."""
