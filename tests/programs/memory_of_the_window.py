"""How much memory does the window take, whatever one does in it?

Drives the real window, which nobody sees, through every screen, zoom, overlay, size, pack, theme and size of text, and
tells the most it took at each step.

    python -m tests.programs.memory_of_the_window [SCENARIO ...] [--size 1920x1080] [--holders]
"""

from __future__ import annotations

import argparse
import gc
import os
import tempfile
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CellType

import pygame

from ecs import Side, find_scenario
from game.app.application import App
from game.app.settings import Settings
from game.play.autoplay import make_players, play_on
from game.play.session import GameSetup, Session, begin
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.atlas_view import AtlasView
from game.screens.game_report import Report
from game.screens.new_game import NewGame
from game.screens.options import PAGES, Options
from game.screens.play.play_screen import TableScene
from game.screens.replay import Replay
from game.system.memory import peak, resident
from game.ui.map_view import BoardView
from game.ui.map_view.camera import LEVELS
from game.ui.map_view.overlays.registry import overlay_ids

SCENARIOS = ("barbarossa-1941", "tdv-barbarossa-1941", "rb-barbarossa-5", "war-barbarossa-1941")
SIZE = (1920, 1080)
PLAYED = 200  # commands before the table is looked at
SIZES = tuple((640 + 27 * n % 1281, 360 + 61 * n % 721) for n in range(50))
LOOKS = (
    ("plain", "dark", 0.8), ("plain", "light", 1.4), ("staff", "contrast", 2.0), ("silhouettes", "dark", 1.0),
    ("standard", "dark", 1.4), ("standard", "contrast", 2.0), ("standard", "light", 0.8), ("standard", "light", 1.0),
)  # fmt: skip
Step = tuple[str, Callable[[], None]]


def forget_peak() -> None:
    """Measure the most from here on, where Linux lets us."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


class Visitor:
    """Somebody who opens everything."""

    def __init__(self, folder: Path, size: tuple[int, int] = SIZE) -> None:
        self.size = size
        self.app = App(Settings(first_run=False, hints=False, drama="off"), headless=True, size=size)
        self.kit = all_resources(self.app, Saves(folder), silent=True)
        self.app.push(self.kit.doors.title())
        self.look(3)

    def look(self, frames: int = 1, seconds: float = 0.3) -> None:
        """Draw some frames."""
        for _ in range(frames):
            self.app.dirty = True
            self.app.step((), seconds)

    def settle(self, most: int = 400) -> None:
        """Draw until nothing is to be painted any more."""
        self.look(2)
        for _ in range(most):
            if not self.app.top.animating:
                return
            self.app.step((), 0.3)

    def resize(self, size: tuple[int, int]) -> None:
        """The window has another size, as from the hand of a player."""
        self.app.window.resize(size)
        self.look(2)

    def round(self, scenario: str, played: int = PLAYED) -> Iterator[Step]:
        """All that can be done with one game, each step by its name."""
        app, kit, doors = self.app, self.kit, self.kit.doors
        yield "title", lambda: (app.replace(doors.title()), self.settle())[0]
        yield "new game", lambda: self._new_games(scenario)
        yield "options, rules, add-ons", self._elsewhere
        session = self._session(scenario, played)
        yield "table", lambda: (app.replace(TableScene(kit, session)), self.settle())[0]
        yield "all zooms", self._zooms
        yield "all overlays", self._overlays
        yield "fifty sizes", self._sizes
        yield "packs, themes, sizes of text", self._looks
        yield "report", lambda: self._over(doors.report(session))
        yield "atlas", lambda: self._over(doors.atlas(session))
        yield "replay", lambda: self._over(doors.replay(session))
        yield "set-up editor", lambda: self._over(doors.setup_editor(find_scenario(scenario), session))
        yield "saves", lambda: self._over(doors.saves(session))
        yield "back at the table", self._zooms
        session.close()
        yield "title again", lambda: (app.replace(doors.title()), self.settle())[0]

    def _session(self, scenario: str, played: int) -> Session:
        session = begin(GameSetup(find_scenario(scenario), dict.fromkeys(Side, "human"), {}, 1), self.kit.saves)
        players = make_players(dict.fromkeys(Side, "random"), 1)
        play_on(session.game, players, played)
        if session.game.over:
            raise SystemExit(f"{scenario}: over after {len(session.game.log) - 1} commands; choose a lower --played")
        if session.hands_over and session.game.to_act is not None:
            session.take_seat(session.game.to_act)
        session.autosave()
        return session

    def _new_games(self, scenario: str) -> None:
        screen = self.kit.doors.new_game(scenario)
        assert isinstance(screen, NewGame)
        self.app.push(screen)
        for row in range(min(4, len(screen.scenarios))):
            screen.row = row
            self.settle()
        self.app.pop()

    def _elsewhere(self) -> None:
        options = self.kit.doors.options()
        assert isinstance(options, Options)
        self.app.push(options)
        for options.page in range(len(PAGES)):
            self.look(2)
        self.app.pop()
        for screen in (self.kit.doors.rules(), self.kit.doors.addons(), self.kit.doors.saves()):
            self._over(screen)

    def _over(self, screen: object) -> None:
        app = self.app
        app.push(screen)
        self.settle()
        if isinstance(screen, AtlasView):
            while screen.pages is None:
                app.step((), 0.1)
            for page in range(len(screen.pages.titles)):
                screen.go(page)
                self.look()
            screen.leave()
        elif isinstance(screen, Report):
            screen.count_all()
            self.look(2)
            app.pop()
        elif isinstance(screen, Replay):
            for part in range(1, 9):
                screen.go(screen.playback.last * part // 8)
                self.settle(60)
            self._zooms(screen.table)
            screen.leave()
        else:
            app.pop()
        del screen  # nothing holds it any more, as in the program itself
        self.look()

    def _table(self) -> TableScene:
        top = self.app.top
        assert isinstance(top, TableScene)
        return top

    def _zooms(self, table: BoardView | None = None) -> None:
        """Every zoom, and at each of them the four corners and the middle of the map."""
        table = table or self._table().table
        wide, high = table.board_size
        for level in range(len(LEVELS)):
            table.camera.zoom_to(LEVELS[level])
            for x, y in ((0.1, 0.1), (0.9, 0.1), (0.5, 0.5), (0.1, 0.9), (0.9, 0.9)):
                table.camera.centre_on(wide * x, high * y)
                self.settle(60)

    def _overlays(self) -> None:
        scene = self._table()
        for level in (LEVELS[0], 0.5, 1.0, LEVELS[-1]):
            scene.table.camera.zoom_to(level)
            for name in overlay_ids():
                scene.desk.toggle(name)
                self.settle(60)
                scene.desk.toggle(name)

    def _sizes(self) -> None:
        for size in SIZES:
            self.resize(size)
            self.settle(8)
        self.resize(self.size)
        self.settle()

    def _looks(self) -> None:
        settings = self.app.settings
        for pack, theme, scale in LOOKS:
            settings.sprite_pack, settings.theme, settings.text_scale = pack, theme, scale
            self.kit.follow()
            self.app.top.on_pack()
            self.settle(30)


def pictures() -> Counter[str]:
    """Bytes of all pictures that are alive, by what holds them."""
    gc.unfreeze()
    owners: dict[int, object] = {}
    alive: dict[int, pygame.Surface] = {}
    work, known = gc.get_objects(), set[int]()
    while work:
        holder = work.pop()
        if id(holder) in known:
            continue
        known.add(id(holder))
        for thing in gc.get_referents(holder):
            if isinstance(thing, pygame.Surface):
                if thing.get_parent() is None:
                    alive[id(thing)] = thing
                    owners[id(thing)] = holder
            elif isinstance(thing, dict | tuple | list | CellType | OrderedDict):
                owners.setdefault(id(thing), holder)
                if not gc.is_tracked(thing):
                    work.append(thing)
    found: Counter[str] = Counter()
    for one, picture in alive.items():
        found[_name(owners, one)] += picture.get_height() * picture.get_pitch()
    return found


def _name(owners: dict[int, object], one: int) -> str:
    """What a picture lies in: the remembering function or the class, through lists and tables."""
    for _ in range(6):
        holder = owners.get(one)
        if holder is None:
            break
        if hasattr(holder, "cache_info"):
            return f"{holder.__module__}.{holder.__name__}"
        kind = type(holder)
        if kind.__module__ not in ("builtins", "collections"):
            return f"{kind.__module__}.{kind.__name__}"
        one = id(holder)
    return "elsewhere"


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", default=SCENARIOS)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--played", type=int, default=PLAYED)
    parser.add_argument("--holders", action="store_true", help="tell what holds the pictures")
    asked = parser.parse_args()
    wide, _, high = asked.size.partition("x")
    with tempfile.TemporaryDirectory(prefix="rasputitsa-footprint-") as folder:
        os.environ.update(RASPUTITSA_HOME=folder, SDL_AUDIODRIVER="dummy")
        visitor = Visitor(Path(folder) / "saves", (int(wide), int(high)))
        for scenario in asked.scenarios:
            print(f"{scenario:32} {'peak MB':>8} {'now':>8} {'pictures':>9}", flush=True)
            for name, step in visitor.round(scenario, asked.played):
                forget_peak()
                step()
                held = pictures() if asked.holders else Counter()
                print(
                    f"  {name:30} {peak():8.0f} {resident():8.0f} {sum(held.values()) / 2**20:9.1f}",
                    flush=True,
                )
                for holder, size in held.most_common(12 if asked.holders else 0):
                    if size > 2**19:
                        print(f"      {size / 2**20:7.1f}  {holder}", flush=True)


if __name__ == "__main__":
    main()
