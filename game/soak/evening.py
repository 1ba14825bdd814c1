"""Can one sit at the window for a whole day?  A player without a face: real events, simulated hours, acts by lot."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from ecs import RULESETS, Side
from game.app import App
from game.opponents.lots import Lots
from game.pilot import Pilot
from game.saves import Saves
from game.scenes.handover import HandOver
from game.scenes.kit import Kit
from game.scenes.newgame import NewGame
from game.scenes.replay import Replay
from game.scenes.report import Report
from game.scenes.table import TableScene
from game.scenes.title import Title
from game.settings import Settings
from game.soak.gauge import Sample, grew, look, table, verdict
from game.ui.spots import Spot

SIZE = (1280, 720)
SIZES = (SIZE, (1600, 900), (960, 640), (1920, 1080))
HOUR = 3600.0
STAY = 500  # acts at one game before another is begun
PATIENCE = 400  # frames a computer's turn or a replay is looked at in one go
SHY = ("quit", "fullscreen", "leave", "key")  # widgets not pressed by chance
OVERLAYS = "123456789OT"
THOUGHT = 22  # seconds a player thinks at most between two acts


@dataclass
class Evening:
    """A session at the window: one act after another, until enough time has passed on the program's own clock.

    :param folder: where its saves go.
    :param hours: simulated hours.
    :param every: simulated minutes between two samples.
    :param tell: is given every sample.
    """

    seed: int
    folder: Path
    hours: float
    every: float = 10.0
    tell: Callable[[Sample], None] = lambda sample: None
    stay: int = STAY
    acts: Counter[str] = field(default_factory=Counter)
    samples: list[Sample] = field(default_factory=list)
    games: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.lots = Lots(self.seed)
        self.app = App(Settings(first_run=False), headless=True, size=SIZE)
        self.kit = Kit(self.app, Saves(self.folder))
        self.app.push(Title(self.kit))
        self.pilot: Pilot = self.app.pilot()
        self._turn, self._at, self._left = self.lots.draw(len(RULESETS)), "", 0

    @property
    def clock(self) -> float:
        """Simulated seconds since the window opened."""
        return self.app.ui.now

    def run(self) -> list[Sample]:
        """Sit there until the time is over; the samples."""
        due = 0.0
        while self.clock < self.hours * HOUR and self.app.running:
            if self.clock >= due:
                due = self.clock + self.every * 60
                self.samples.append(look(self.clock / HOUR))
                self.tell(self.samples[-1])
            self.one_act()
            self.pilot.wait(1 + self.lots.draw(THOUGHT), 2)
        return self.samples

    def page(self) -> str:
        """What it has shown, in Markdown."""
        acts = ", ".join(f"{name} {times}" for name, times in self.acts.most_common())
        games = ", ".join(f"{RULESETS[name].title} {times}" for name, times in sorted(self.games.items()))
        lines = ["# An evening at the window", "", verdict(self.samples), "", *table(self.samples), ""]
        lines += [f"Seed {self.seed}; {self.app.frames:,} frames; games begun: {games}.", "", f"Acts: {acts}.", ""]
        return "\n".join(lines)

    def close(self) -> None:
        """Leave the window as a player does."""
        for scene in self.app.scenes:
            if isinstance(scene, TableScene):
                scene.session.close()
        self.kit.audio.close()
        pygame.display.quit()

    # -- acts -------------------------------------------------------------------------------------

    def one_act(self) -> None:
        """Something a player might do on this screen."""
        top = self.app.top
        self._left -= 1
        if isinstance(top, TableScene):
            if top.session.machine_to_act:
                self._do("computer's turn", self.watch_the_computer)
            elif self._left <= 0:
                self._do("another game", self.another_game)
            else:
                self._one_of(TABLE)
        elif isinstance(top, Title) or self._left <= 0:
            self._do("another game", self.another_game)
        elif isinstance(top, HandOver):
            self._do("seat taken", lambda: self.pilot.key("Enter"))
        elif isinstance(top, Replay):
            self._one_of(LOOKING_BACK)
        else:
            self._one_of(ELSEWHERE)

    def _one_of(self, acts: Mapping[str, tuple[int, Act]]) -> None:
        """One of the acts, by their weights."""
        name = self.lots.one_of([name for name, (weight, _) in acts.items() for _ in range(weight)])
        _, act = acts[name]
        self._do(name, lambda: act(self))

    def _do(self, name: str, act: Callable[[], None]) -> None:
        self.acts[name] += 1
        act()

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
        rect = table.furniture.map_rect
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
        chosen = OVERLAYS[self.lots.draw(len(OVERLAYS))]
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
        self._home()

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
            pygame.display.set_mode(size, pygame.RESIZABLE)
            self.pilot.app.step([pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])])
        if not 0.9 <= self.app.settings.text_scale <= 1.4:
            self.app.settings.text_scale = 1.0
            self.app.apply_settings()

    def focus(self) -> None:
        """Another window comes to the front and goes."""
        for kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self.app.step([pygame.event.Event(kind)], 3.0)

    def watch_the_computer(self) -> None:
        """Look on while the computer plays."""
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

    def another_game(self) -> None:
        """To the title, and from there into the next game, the scenario by lot, against a computer or as two."""
        for _ in range(20):
            self._home()
            if isinstance(self.app.top, Title):
                break
            self.back()
            self.press_if("title")
        self.press_if("new")
        screen = self.app.top
        assert isinstance(screen, NewGame), (screen, self.pilot.texts())
        self._turn += 1
        screen.game, screen.row, screen.chosen = self._turn % len(screen.games), 0, {}
        screen.row = self.lots.draw(len(screen.scenarios))
        who = self.lots.one_of(("recruit", "random", "human"))
        screen.players = {Side.AXIS: "human", Side.SOVIET: who}
        screen.seed = str(self.lots.draw(10**6))
        assert screen.scenario is not None
        self.games[screen.scenario.ruleset] += 1
        self.pilot.key("Enter")
        self._left = self.stay

    def press_if(self, end: str) -> None:
        """Press the widget whose name ends like this, if it is there."""
        self.pilot.wait(0.2, 2)
        found = [s for s in self.app.ui.spots if s.id.rsplit("/", 1)[-1].lower() == end and s.clip.width > 0]
        if found:
            self.pilot.click(*found[-1].clip.center)

    def _home(self) -> None:
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
        top = self.app.top
        assert isinstance(top, TableScene), top
        return top


def sit_through(hours: float, seed: int, tell: Callable[[Sample], None]) -> tuple[bool, str]:
    """A whole evening in a folder of its own: did memory grow, and the page that says so."""
    kept = {name: os.environ.get(name) for name in ("RASPUTITSA_HOME", "SDL_AUDIODRIVER")}
    with TemporaryDirectory(prefix="rasputitsa-evening-") as folder:
        os.environ.update(RASPUTITSA_HOME=folder, SDL_AUDIODRIVER="dummy")
        try:
            evening = Evening(seed, Path(folder) / "saves", hours, tell=tell)
            evening.run()
            evening.samples.append(look(evening.clock / HOUR))
            evening.close()
        finally:
            for name, value in kept.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
        return grew(evening.samples), evening.page()


Act = Callable[[Evening], None]

TABLE: Mapping[str, tuple[int, Act]] = {
    "map moved": (8, Evening.pan),
    "zoomed": (8, Evening.zoom),
    "pointer moved": (8, Evening.hover),
    "map clicked": (8, Evening.click),
    "counter moved": (24, Evening.pick_and_move),
    "attack planned": (8, Evening.plan),
    "question answered": (14, Evening.answer),
    "phase ended": (10, Evening.end_phase),
    "taken back": (5, Evening.undo_and_redo),
    "overlay": (4, Evening.overlay),
    "looked up": (5, Evening.look_up),
    "found": (2, Evening.find),
    "saved": (2, Evening.save),
    "loaded": (1, Evening.load),
    "menu": (3, Evening.menu),
    "resized": (1, Evening.larger),
    "another window": (1, Evening.focus),
    "stepped back": (2, Evening.back),
}
LOOKING_BACK: Mapping[str, tuple[int, Act]] = {
    "looked back": (8, Evening.look_back),
    "widget": (3, Evening.press_something),
    "left": (3, Evening.back),
}
ELSEWHERE: Mapping[str, tuple[int, Act]] = {
    "widget": (6, Evening.press_something),
    "pointer moved": (2, Evening.hover),
    "left": (4, Evening.back),
}
