"""A whole day at the window.  A player without a face: real events, simulated hours, acts by lot."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from ecs import RULESETS, Side
from game.app.application import App
from game.app.settings import Settings
from game.opponents.players import RandomChoice
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.new_game import NewGame
from game.screens.play.game_menu import HandOver
from game.screens.play.play_screen import TableScene
from game.screens.replay import Replay
from game.screens.title import Title
from tests.workshop.soak.random_user import ELSEWHERE, LOOKING_BACK, SIZE, TABLE, Act, RandomUser
from tests.workshop.soak.resource_monitor import Sample, grew, look, table, verdict

HOUR = 3600.0
STAY = 150  # acts at one game before another is begun
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
    floors: list[Sample] = field(default_factory=list)  # on the title, between two games: these can be compared

    def __post_init__(self) -> None:
        self.lots = RandomChoice(self.seed)
        self.app = App(Settings(first_run=False), headless=True, size=SIZE)
        self.kit = all_resources(self.app, Saves(self.folder))
        self.app.push(Title(self.kit))
        self.guest = RandomUser(self.app, self.lots)
        self._turn, self._left = self.lots.draw(len(RULESETS)), 0

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
            self.guest.pilot.wait(1 + self.lots.draw(THOUGHT), 2)
        return self.samples

    def page(self) -> str:
        """What it has shown, in Markdown."""
        acts = ", ".join(f"{name} {times}" for name, times in self.acts.most_common())
        games = ", ".join(f"{RULESETS[name].title} {times}" for name, times in sorted(self.games.items()))
        lines = ["# An evening at the window", "", verdict(self.floors), ""]
        lines += ["On the title, between two games:", "", *table(self.floors), ""]
        lines += [f"Every {self.every:.0f} minutes, at whatever was on:", "", *table(self.samples), ""]
        lines += [f"Seed {self.seed}; {self.app.frames:,} frames; games begun: {games}.", "", f"Acts: {acts}.", ""]
        return "\n".join(lines)

    def close(self) -> None:
        """Leave the window as a player does."""
        for scene in self.app.scenes:
            if isinstance(scene, TableScene):
                scene.session.close()
        self.kit.audio.close()
        self.app.window.close()

    # -- acts -------------------------------------------------------------------------------------

    def one_act(self) -> None:
        """Something a player might do on this screen."""
        self._left -= 1
        self._do(*self._next())  # nothing here holds the screen while it is left: what is counted then is what stays

    def _next(self) -> tuple[str, Callable[[], None]]:
        """What to do, by name."""
        top = self.app.top
        if isinstance(top, TableScene) and top.session.machine_to_act:
            return "computer's turn", self.guest.watch_the_computer
        if isinstance(top, HandOver):
            return "seat taken", lambda: self.guest.key("Enter")
        if isinstance(top, Title) or self._left <= 0:
            return "another game", self.another_game
        if isinstance(top, TableScene):
            return self._one_of(TABLE)
        return self._one_of(LOOKING_BACK if isinstance(top, Replay) else ELSEWHERE)

    def _one_of(self, acts: Mapping[str, tuple[int, Act]]) -> tuple[str, Callable[[], None]]:
        """One of the acts, by their weights."""
        name = self.lots.one_of([name for name, (weight, _) in acts.items() for _ in range(weight)])
        _, act = acts[name]
        return name, lambda: act(self.guest)

    def _do(self, name: str, act: Callable[[], None]) -> None:
        self.acts[name] += 1
        act()

    def another_game(self) -> None:
        """To the title, and from there into the next game, the scenario by lot, against a computer or as two."""
        guest = self.guest
        for _ in range(20):
            guest.home()
            if isinstance(self.app.top, Title):
                break
            guest.back()
            guest.press_if("title")
        guest.pilot.wait(1.0, 2)
        self.floors.append(look(self.clock / HOUR))
        guest.press_if("new")
        screen = self.app.top
        assert isinstance(screen, NewGame), (screen, guest.pilot.texts())
        self._turn += 1
        screen.game, screen.row, screen.chosen = self._turn % len(screen.games), 0, {}
        screen.row = self.lots.draw(len(screen.scenarios))
        who = self.lots.one_of(("recruit", "random", "human"))
        screen.players = {Side.AXIS: "human", Side.SOVIET: who}
        screen.seed = str(self.lots.draw(10**6))
        assert screen.scenario is not None
        self.games[screen.scenario.ruleset] += 1
        guest.pilot.key("Enter")
        self._left = self.stay


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
        return grew(evening.floors), evening.page()
