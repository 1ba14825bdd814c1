"""All screens behind their doors, and the resources that lead through them."""

from __future__ import annotations

from ecs import Scenario
from game.app.application import App
from game.play.session import Session
from game.saves.storage.save_folder import Saves
from game.screens.addons import AddOns
from game.screens.looking_back.atlas_view import AtlasView
from game.screens.looking_back.game_report import Report
from game.screens.looking_back.replay import Replay
from game.screens.new_game import NewGame
from game.screens.options import Options
from game.screens.play.play_screen import TableScene
from game.screens.rules import Rules
from game.screens.saved_games import SaveList
from game.screens.setup_editor.opening import draft_of_game, draft_of_scenario, reserve_of
from game.screens.setup_editor.setup_screen import SetupEditor
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources
from game.screens.title import Title
from game.screens.tutorial import Tutorial


class AllScreens:
    """The doors of this program."""

    def __init__(self, kit: SharedResources) -> None:
        self._kit = kit

    def title(self) -> Scene:
        """The title."""
        return Title(self._kit)

    def new_game(self, chosen: str = "") -> Scene:
        """What is to be played, and by whom."""
        return NewGame(self._kit, chosen)

    def setup_editor(self, scenario: Scenario, session: Session | None = None) -> Scene:
        """A scenario to be changed, or the position of a game."""
        if session is not None:
            draft, notes = draft_of_game(session.game)
            return SetupEditor(self._kit, draft, reserve_of(scenario.ruleset), notes=notes)
        draft, path = draft_of_scenario(scenario)
        return SetupEditor(self._kit, draft, reserve_of(scenario.ruleset), path)

    def tutorial(self) -> Scene:
        """The lessons."""
        return Tutorial(self._kit)

    def table(self, session: Session, fresh: bool = False) -> Scene:
        """A game being played."""
        table = TableScene(self._kit, session)
        if fresh:
            table.first.introduce()
        return table

    def saves(self, session: Session | None = None, unfinished: bool = False) -> Scene:
        """The saved games."""
        return SaveList(self._kit, session, unfinished=unfinished)

    def report(self, session: Session) -> Scene:
        """How a game stands, or ended."""
        return Report(self._kit, session)

    def replay(self, session: Session) -> Scene:
        """A game looked back over."""
        return Replay(self._kit, session)

    def atlas(self, session: Session) -> Scene:
        """A game as an atlas."""
        return AtlasView(self._kit, session)

    def rules(self, game: str = "", rule: str = "") -> Scene:
        """The rules page of a game."""
        return Rules(self._kit, game, rule)

    def addons(self) -> Scene:
        """The add-ons."""
        return AddOns(self._kit)

    def options(self) -> Scene:
        """The player's settings."""
        return Options(self._kit)


def all_resources(app: App, saves: Saves | None = None, silent: bool = False) -> SharedResources:
    """What all screens share, with the doors open."""
    return SharedResources(app, AllScreens, saves, silent)
