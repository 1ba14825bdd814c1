"""All screens, and the resources that open them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from ecs import Scenario
from game.app.application import App
from game.play.atlas.record import Atlas, Gathering
from game.play.session import Session
from game.saves.storage.save_folder import Saves
from game.screens.play.play_screen import TableScene
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources

SCREENS = {
    "AddOns": "addons",
    "AtlasView": "atlas_view",
    "GameByMail": "by_mail",
    "InvitationReceived": "by_mail",
    "NewGame": "new_game",
    "Options": "options",
    "Replay": "replay",
    "Report": "game_report",
    "Rules": "rules",
    "SaveList": "saved_games",
    "SetupEditor": "setup_editor.setup_screen",
    "Title": "title",
    "Tutorial": "tutorial",
}
"""Each with the module it is in, which is read when it is opened: the first picture of a game should be there soon."""


def screen(name: str, *args: Any, **kwargs: Any) -> Any:
    """A new screen, by the name of its class."""
    return getattr(_module(SCREENS[name]), name)(*args, **kwargs)


def _module(name: str) -> Any:
    return import_module(f"game.screens.{name}")


def _opened(name: str, *args: Any, **kwargs: Any) -> Scene:
    made: Scene = screen(name, *args, **kwargs)
    return made


class AllScreens:
    """Opens the screens of this program."""

    def __init__(self, kit: SharedResources) -> None:
        self._kit = kit

    def title(self) -> Scene:
        """The title."""
        return _opened("Title", self._kit)

    def new_game(self, chosen: str = "") -> Scene:
        """The choice of a game and its players."""
        return _opened("NewGame", self._kit, chosen)

    def setup_editor(self, scenario: Scenario, session: Session | None = None) -> Scene:
        """The editor for a scenario, or for the position of a game."""
        opening = _module("setup_editor.setup_screen")
        reserve = opening.reserve_of(scenario.ruleset)
        if session is not None:
            draft, notes = opening.draft_of_game(session.game)
            return _opened("SetupEditor", self._kit, draft, reserve, notes=notes)
        draft, path = opening.draft_of_scenario(scenario)
        return _opened("SetupEditor", self._kit, draft, reserve, path)

    def tutorial(self) -> Scene:
        """The lessons."""
        return _opened("Tutorial", self._kit)

    def table(self, session: Session, fresh: bool = False) -> Scene:
        """A game in progress."""
        table = TableScene(self._kit, session)
        table.unseated = session.hotseat
        if fresh:
            table.first.introduce()
        return table

    def saves(self, session: Session | None = None, unfinished: bool = False) -> Scene:
        """The saved games."""
        return _opened("SaveList", self._kit, session, unfinished=unfinished)

    def by_mail(self, home: Path, passphrase: str = "", letter: bytes = b"") -> Scene:
        """A game by mail on its way to the table."""
        return _opened("GameByMail", self._kit, home, passphrase, letter)

    def invitation(self, data: bytes, folder: Path) -> Scene:
        """An invitation to a game by mail."""
        return _opened("InvitationReceived", self._kit, data, folder)

    def report(self, session: Session) -> Scene:
        """How a game stands, or ended."""
        return _opened("Report", self._kit, session)

    def replay(self, session: Session, at: int | None = None) -> Scene:
        """A game replayed."""
        return _opened("Replay", self._kit, session, at)

    def atlas(self, session: Session, read: Gathering | Atlas | None = None, page: int = 0) -> Scene:
        """The atlas of a game, which may have been read already or is being read."""
        return _opened("AtlasView", self._kit, session, read, page)

    def rules(self, game: str = "", rule: str = "") -> Scene:
        """The rules page of a game."""
        return _opened("Rules", self._kit, game, rule)

    def addons(self) -> Scene:
        """The add-ons."""
        return _opened("AddOns", self._kit)

    def options(self) -> Scene:
        """The player's settings."""
        return _opened("Options", self._kit)


def all_resources(app: App, saves: Saves | None = None, silent: bool = False) -> SharedResources:
    """The resources that all screens share, with every screen available."""
    return SharedResources(app, AllScreens, saves, silent)
