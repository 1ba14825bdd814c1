"""What a player does at the window.  Moves, clicks and keys by lot, each of them a real input event."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.app.application import App
from game.opponents.players import RandomChoice
from game.screens.game_report import Report
from game.screens.play.game_menu import HandOver
from game.screens.play.play_screen import TableScene
from game.screens.title import Title
from game.ui.map_view.overlays.registry import OVERLAYS
from game.ui.widgets.layout import Spot
from tests.kits.pilot import Pilot

SIZE = (1280, 720)
SIZES = (SIZE, (1600, 900), (960, 640), (1920, 1080))
PATIENCE = 400  # frames a computer's turn is looked at in one go
SHY = ("quit", "fullscreen", "leave", "key")  # widgets not pressed by chance


class RandomUser:
    """Somebody at the window, who knows the screens but not the game."""

    def __init__(self, app: App, lots: RandomChoice) -> None:
        self.app, self.lots = app, lots
        self.pilot = Pilot(app)

    def spot(self) -> tuple[int, int]:
        """Some pixel of the window."""
        wide, high = self.app.surface.get_size()
        return self.lots.draw(wide), self.lots.draw(high)

    def key(self, *keys: str) -> None:
        """Press one of some keys."""
        self.pilot.key(self.lots.one_of(keys))

    def hover(self) -> None:
        """Move the pointer about."""
        for _ in range(6):
            self.pilot.move(*self.spot())
            self.pilot.wait(0.7, 2)

    def click(self) -> None:
        """Click anywhere on the map."""
        table = self._table()
        rect = table.layout.map_rect
        x, y = rect.x + self.lots.draw(rect.width), rect.y + self.lots.draw(rect.height)
        self.pilot.click(x, y, self.lots.one_of((1, 1, 3)))

    def press_something(self) -> None:
        """Press a widget, whichever; not one that ends the program."""
        spots = [s for s in self.app.ui.spots if self._harmless(s)]
        top = max((s.layer for s in spots), default=0)
        spots = [s for s in spots if s.layer == top]
        if spots:
            self.pilot.click(*self.lots.one_of(spots).clip.center)

    def _harmless(self, spot: Spot) -> bool:
        name = spot.id.rsplit("/", 1)[-1].lower()
        answers = spot.enabled and spot.kind != "panel" and spot.clip.width > 0
        return answers and not any(word in name for word in SHY)

    def back(self) -> None:
        """Esc."""
        self.pilot.key("Esc")

    def pan(self) -> None:
        """Move the map by keys or by hand."""
        if self.lots.draw(2):
            for _ in range(8):
                self.key("Left", "Right", "Up", "Down", "Shift+Left", "Shift+Down")
        else:
            self.pilot.drag(self.spot(), self.spot(), 2)

    def zoom(self) -> None:
        """Turn the wheel, or see the whole map."""
        if self.lots.draw(6) == 0:
            self.key("Home", "0")
        for _ in range(1 + self.lots.draw(4)):
            self.pilot.wheel(self.lots.one_of((-1, 1)), *self.spot())

    def pick_and_move(self) -> None:
        """Pick a counter that can act and click a lit hex."""
        table = self._table()
        self.key("N", "N", "N", "P")
        lit = sorted(table.desk.orders.hexes(table.desk.state.selection[0])) if table.desk.state.selection else []
        if lit:
            self.click_hex(self.lots.one_of(lit))

    def click_hex(self, index: int) -> None:
        """Bring a hex into view and click it; take what a menu offers."""
        table = self._table()
        table.table.centre_on(index)
        self.pilot.wait(0.6, 2)
        if self.app.top is table:
            self.pilot.click(*table.table.to_screen(index))
        if self.app.top is table and table.desk.menu:
            self.press_something()

    def plan(self) -> None:
        """Open the planner on an enemy that can be attacked, tick somebody, perhaps declare."""
        table = self._table()
        targets = sorted(table.desk.state.targets)
        if targets:
            self.click_hex(self.lots.one_of(targets))
        if self.app.top is table:
            self.press_something()
            self.pilot.key("B")

    def answer(self) -> None:
        """Answer what is asked, with a button of the panel or a lit hex."""
        table = self._table()
        if table.desk.view.decision is not None:
            for end in ("/fire", "/staff"):
                found = [s for s in self.app.ui.spots if s.id.endswith(end) and s.enabled and s.clip.width > 0]
                if found:
                    self.pilot.click(*found[0].clip.center)
                    return
        self.press_something()

    def end_phase(self) -> None:
        """End the phase, whatever still could be done."""
        self.pilot.key("Ctrl+Enter")
        self.pilot.wait(0.5, 2)
        self.pilot.key("Ctrl+Enter")

    def undo_and_redo(self) -> None:
        """Take back, do again."""
        for _ in range(1 + self.lots.draw(4)):
            self.key("U", "U", "R")

    def overlay(self) -> None:
        """Switch an overlay on, look, and off again."""
        chosen = OVERLAYS[self.lots.draw(len(OVERLAYS))].key
        self.pilot.key(chosen)
        self.hover()
        self.pilot.key(chosen)

    def look_up(self) -> None:
        """The column, the log, the small map, help."""
        self.key("I", "L", "M", "F4", "F1", "C", "F")

    def find(self) -> None:
        """Look for a city."""
        self.pilot.key("/")
        self.pilot.type(self.lots.one_of(("mos", "kie", "len", "7", "min")))
        self.pilot.key("Enter")
        self.back()

    def save(self) -> None:
        """Quick save, or a save under one of a few names."""
        if self.lots.draw(3):
            self.pilot.key("F5")
            return
        self.pilot.key("Ctrl+S")
        self.pilot.type(self.lots.one_of("abc"))
        self.pilot.key("Enter")
        self.pilot.wait(0.5, 2)
        self.press_if("overwrite")
        self.home()

    def load(self) -> None:
        """Back to the quick save."""
        self.pilot.key("F9")

    def menu(self) -> None:
        """A screen from the menu of the game: statistics, looking back, options, rules, saves."""
        self.back()
        self.press_if(self.lots.one_of(("statistics", "replay", "settings", "help", "save", "load", "resume")))

    def larger(self) -> None:
        """Another size of text or of the window; in the end as it was."""
        if self.lots.draw(2):
            self.key("Ctrl++", "Ctrl+-")
        else:
            size = self.lots.one_of(SIZES)
            self.app.window.resize(size)
            self.pilot.app.step([pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])])
        if not 0.9 <= self.app.settings.text_scale <= 1.4:
            self.app.settings.text_scale = 1.0
            self.app.apply_settings()

    def focus(self) -> None:
        """Another window comes to the front and goes."""
        for kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self.app.step([pygame.event.Event(kind)], 3.0)

    def watch_the_computer(self) -> None:
        """Look on while the computer plays; before it begins a first turn it waits until the briefing is put away."""
        self.press_if("first on")
        for _ in range(PATIENCE):
            top = self.app.top
            if not isinstance(top, TableScene) or not top.session.machine_to_act:
                return
            self.app.step((), 0.25)

    def look_back(self) -> None:
        """Keys of the replay."""
        for _ in range(5):
            self.key("Right", "Right", "Left", "Down", "Up", "End", "Home", "Space")
            self.pilot.wait(1.0, 2)

    def press_if(self, end: str) -> None:
        """Press the widget whose name ends like this, if it is there."""
        self.pilot.wait(0.2, 2)
        found = [s for s in self.app.ui.spots if s.id.rsplit("/", 1)[-1].lower() == end and s.clip.width > 0]
        if found:
            self.pilot.click(*found[-1].clip.center)

    def home(self) -> None:
        """Back to the table or the title, from wherever."""
        for _ in range(20):
            top = self.app.top
            if isinstance(top, Title) or (isinstance(top, TableScene) and not self.app.ui.in_dialog):
                return
            if isinstance(top, HandOver):
                self.pilot.key("Enter")
            elif isinstance(top, Report) and len(self.app.scenes) == 1:
                self.press_if("title")
            else:
                self.back()
            if not self.app.running:
                raise AssertionError(f"the program ended at {type(top).__name__}")

    def _table(self) -> TableScene:
        """The table; it must be the screen in front."""
        top = self.app.top
        assert isinstance(top, TableScene), top
        return top


Act = Callable[[RandomUser], None]

TABLE: Mapping[str, tuple[int, Act]] = {
    "map moved": (8, RandomUser.pan),
    "zoomed": (8, RandomUser.zoom),
    "pointer moved": (8, RandomUser.hover),
    "map clicked": (8, RandomUser.click),
    "counter moved": (24, RandomUser.pick_and_move),
    "attack planned": (8, RandomUser.plan),
    "question answered": (14, RandomUser.answer),
    "phase ended": (10, RandomUser.end_phase),
    "taken back": (5, RandomUser.undo_and_redo),
    "overlay": (4, RandomUser.overlay),
    "looked up": (5, RandomUser.look_up),
    "found": (2, RandomUser.find),
    "saved": (2, RandomUser.save),
    "loaded": (1, RandomUser.load),
    "menu": (3, RandomUser.menu),
    "resized": (1, RandomUser.larger),
    "another window": (1, RandomUser.focus),
    "stepped back": (2, RandomUser.back),
}
LOOKING_BACK: Mapping[str, tuple[int, Act]] = {
    "looked back": (8, RandomUser.look_back),
    "widget": (3, RandomUser.press_something),
    "left": (3, RandomUser.back),
}
ELSEWHERE: Mapping[str, tuple[int, Act]] = {
    "widget": (6, RandomUser.press_something),
    "pointer moved": (2, RandomUser.hover),
    "left": (4, RandomUser.back),
}
