"""A game in a window that nobody sees, for tests: started, steered through posted events, looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ecs import Side, find_scenario
from game.app.application import App
from game.app.settings import Settings
from game.play.session import GameSetup, begin
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from tests.kits.pilot import Pilot, unwatched

HUMANS = {Side.AXIS: "human", Side.SOVIET: "human"}
AGAINST_RECRUIT = {Side.AXIS: "human", Side.SOVIET: "recruit"}


@dataclass
class Seat:
    """The table scene with its pilot."""

    app: App
    scene: TableScene
    pilot: Pilot

    @property
    def title(self) -> str:
        """The phase."""
        return self.scene.desk.view.phase.title

    def at(self, label: str) -> tuple[int, int]:
        """The pixel in the middle of a hex, brought into view first."""
        index = self.scene.session.game.board.by_label[label]
        self.scene.table.centre_on(index)
        self.app.dirty = True
        self.pilot.wait(0.6, 2)  # two clicks at one place must not be a double click
        x, y = self.scene.table.to_screen(index)
        return x, y

    def click(self, label: str) -> None:
        """Click the ground of a hex, beside its counters."""
        x, y = self.at(label)
        self.pilot.click(x, y + round(self.scene.table.board.layout.tile_h * self.scene.table.camera.zoom * 0.42))

    def click_counter(self, label: str) -> None:
        """Click the counter that lies uppermost in a hex."""
        x, y = self.at(label)
        self.pilot.click(x, y - 4)

    def notices(self) -> list[str]:
        """What is said at the edge of the map."""
        return [notice.text for notice in self.app.ui.notices]

    def settle(self) -> None:
        """Let everything that moves come to rest."""
        with unwatched(self.app):
            for _ in range(200):
                self.pilot.wait(0.5, 2)
                if not self.scene.table.animation.running(self.app.ui.now):
                    return

    def machine(self, frames: int = 6000, hurried: bool = False) -> None:
        """Let the computer play until a person must act, or another screen comes up; ``hurried``: unwatched."""
        with unwatched(self.app):
            for _ in range(frames):
                if hurried:
                    self.scene.playback.fast = "turn"
                if not self.scene.session.machine_to_act or self.app.top is not self.scene:
                    return
                self.app.step((), 0.2)
        raise AssertionError("the computer does not come to an end")

    def focus(self, end: str) -> None:
        """Tab to the widget whose name ends like this."""
        for _ in range(150):
            if self.app.ui.focus.endswith(end):
                return
            self.pilot.key("Tab")
        raise AssertionError(f"Tab never reaches {end}: {[spot.id for spot in self.app.ui.spots if spot.focusable]}")


def sit_down(
    players: Mapping[Side, str] = AGAINST_RECRUIT,
    size: tuple[int, int] = (1280, 720),
    options: Mapping[str, str] | None = None,
    seed: int = 1,
    scenario: str = "barbarossa-1941",
    column: bool = True,
    **settings: object,
) -> Seat:
    """A fresh game at the table, its column open; battles and great events are shown at once, and the other side's turn
    is told in the column, unless ``drama`` and ``dispatches`` say otherwise."""
    settings.setdefault("drama", "off")
    settings.setdefault("hints", False)
    settings.setdefault("dispatches", False)
    app = App(Settings(first_run=False, **settings), headless=True, size=size)  # type: ignore[arg-type]
    kit = all_resources(app, Saves(), silent=True)
    session = begin(GameSetup(find_scenario(scenario), players, options or {}, seed), kit.saves)
    session.autosave()
    scene = TableScene(kit, session)
    scene.panels.column_open = column
    app.push(scene)
    return Seat(app, scene, Pilot(app))
