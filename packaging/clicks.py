"""Real clicks in the game's window, from the title to the map and out again, under X11 and under Wayland.

    python packaging/clicks.py PROGRAM [--pictures DIR]

Where to click is asked of the same screens drawn unseen in this Python (the shadow); what the window then shows is
compared with them.  The Wayland desktop (weston) fills the virtual X screen, so the same clicks reach it and the same
pictures are expected.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smoke import Runner

SIZE = (1280, 720)
WAIT = 600.0  # seconds by the clock, a net: what is waited for ends with the game, however busy the machine is
ALIKE = 0.97  # of all pixels; the pointer, a seed and a date may differ


class Astray(Exception):
    """The window did not do what it should."""


def missing() -> str:
    """Why there can be no clicks here; "" if there can."""
    if not sys.platform.startswith("linux"):
        return "only under X11"
    tools = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
    modules = [name for name in ("pygame", "esper", "pytmx", "msgspec") if importlib.util.find_spec(name) is None]
    return f"not installed: {', '.join(tools + modules)}" if tools or modules else ""


class Screen:
    """A virtual screen, whose picture lies in a file."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        reading, writing = os.pipe()
        shape = f"{SIZE[0]}x{SIZE[1]}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", shape, "-nolisten", "tcp", "-fbdir", str(folder)],
            pass_fds=(writing,), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.variables = {"DISPLAY": f":{pipe.readline().strip()}", "SDL_AUDIODRIVER": "dummy"}
        self.file = folder / "Xvfb_screen0"

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.terminate()
        self.server.wait(timeout=10)

    def picture(self) -> Any:
        """What is on the screen, as a surface."""
        import pygame

        data = self.file.read_bytes()
        head = struct.unpack(">20I", data[:80])
        start = head[0] + 12 * head[19]  # the header, then the colours
        pixels = data[start : start + head[12] * head[5]]
        return pygame.image.frombuffer(pixels, (head[4], head[5]), "BGRA")

    def click(self, x: int, y: int) -> None:
        """A real click."""
        self._xdotool("mousemove", str(x), str(y), "sleep", "0.1", "click", "1")

    def key(self, name: str) -> None:
        """A real key, as xdotool calls it."""
        self._xdotool("key", "--clearmodifiers", name)

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, **self.variables}, timeout=WAIT, check=True)


class Desktop:
    """A Wayland desktop that fills a virtual screen: weston, with one window at a time and nothing round it."""

    def __init__(self, screen: Screen, folder: Path) -> None:
        folder.mkdir(mode=0o700)
        name, self.log = "wayland-clicks", folder / "log"
        self.variables = {"XDG_RUNTIME_DIR": str(folder), "WAYLAND_DISPLAY": name, "SDL_AUDIODRIVER": "dummy"}
        self.server = subprocess.Popen(
            ["weston", "--backend=x11-backend.so", "--use-pixman", "--shell=kiosk-shell.so", "--no-config",
             f"--width={SIZE[0]}", f"--height={SIZE[1]}", "--idle-time=0", f"--socket={name}",
             f"--log={self.log}"],
            env={**os.environ, **screen.variables, **self.variables}, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        end = time.monotonic() + WAIT
        while not (folder / name).exists():
            if self.server.poll() is not None or time.monotonic() > end:
                raise Astray(f"weston does not start: {self.log.read_text(encoding='utf-8')[-300:]}")
            time.sleep(0.1)

    def __enter__(self) -> Desktop:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.terminate()
        self.server.wait(timeout=10)


class Shadow:
    """The game's own screens in this process, unseen; they say where things are."""

    def __init__(self, home: Path) -> None:
        sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
        os.environ |= {"RASPUTITSA_HOME": str(home), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        from game.app.application import App
        from game.app.settings import Settings
        from game.saves.storage.save_folder import Saves
        from game.screens.all_screens import all_resources
        from game.screens.title import Title
        from tests.kits.pilot import Pilot

        self.app = App(Settings(window=SIZE), headless=True, size=SIZE)
        self.app.push(Title(all_resources(self.app, Saves(), silent=True)))
        self.pilot = Pilot(self.app)

    def place(self, text: str) -> tuple[int, int]:
        """The middle of a button."""
        x, y = self.pilot.find(text).clip.center
        return x, y

    def counter(self) -> tuple[int, int]:
        """The counter of the side to move that is nearest to the middle of the map."""
        from ecs import Side

        table: Any = self.app.top
        units = [unit for unit in table.session.game.view(Side.AXIS).units if unit.side is Side.AXIS and unit.hex >= 0]
        left, top = table.layout.map_rect.center
        x, y = min((table.table.to_screen(u.hex) for u in units), key=lambda at: abs(at[0] - left) + abs(at[1] - top))
        return x, y - 4

    def settle(self) -> Any:
        """The picture once everything that moves has come to rest."""
        self.pilot.wait(0.2, 2)
        self.app.dirty = True
        self.app.step()
        return self.app.surface


def alike(one: Any, other: Any) -> float:
    """The share of pixels that are (nearly) the same."""
    import pygame

    a, b = (picture.convert(24) for picture in (one, other))
    same = pygame.mask.from_threshold(a, (0, 0, 0), (12, 12, 12, 255), b).count()
    return same / (SIZE[0] * SIZE[1])


def wait_for(what: str, ready: Callable[[], bool], game: subprocess.Popen[str]) -> None:
    """Until it is so.

    :raises Astray: if that never comes, or the game ends first.
    """
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        if ready():
            return
        if game.poll() is not None:
            said = game.stderr.read().strip()[-300:] if game.stderr else ""
            raise Astray(f"waiting for {what}, the game ended with exit code {game.returncode}: {said}")
        time.sleep(0.1)
    raise Astray(f"{what} did not appear within {WAIT:.0f} s")


def everywhere(screen: Screen, runner: Runner, work: Path, pictures: Path | None) -> None:
    """Real clicks under X11, and under Wayland where weston is installed.

    :raises Astray: at the first step that does not do what it should.
    """
    play(screen, type(runner)(runner.program, work / "player"), work / "shadow", pictures)
    if shutil.which("weston") is None:
        print("  not tried under Wayland: weston is not installed")
        return
    print("  the same under Wayland:")
    seen = pictures / "wayland" if pictures else None
    with Desktop(screen, work / "wayland") as desktop:
        play(screen, type(runner)(runner.program, work / "player-wayland"), work / "shadow-wayland", seen, desktop)


def play(screen: Screen, runner: Runner, home: Path, pictures: Path | None, desktop: Desktop | None = None) -> None:
    """Title, first questions, new game, map, a counter, and out: by the menu, or with ``desktop`` by SIGTERM.

    :raises Astray: at the first step that does not do what it should.
    """
    shadow = Shadow(home)
    import pygame

    around = runner.environment(**(desktop or screen).variables)
    game = subprocess.Popen(
        runner.words(), env=around, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    steps = 0

    def shows(what: str) -> None:
        nonlocal steps
        steps += 1
        best = 0.0

        def ready() -> bool:
            nonlocal best
            best = max(best, alike(screen.picture(), shadow.settle()))
            return best >= ALIKE

        try:
            wait_for(what, ready, game)
        except Astray as failure:
            raise Astray(f"{failure} (at best {best:.0%} of the picture)") from None
        finally:
            if pictures is not None:
                pictures.mkdir(parents=True, exist_ok=True)
                pygame.image.save(screen.picture().convert(24), str(pictures / f"{steps}.png"))
                pygame.image.save(shadow.app.surface, str(pictures / f"{steps}-shadow.png"))
        print(f"  {what}: {best:.1%} of the picture as it should be")

    def click(place: tuple[int, int]) -> None:
        screen.click(*place)
        shadow.pilot.click(*place)

    try:
        shows("the first questions")
        click(shadow.place("Begin"))
        shows("the title")
        click(shadow.place("New game"))
        shows("the choice of a game")
        click(shadow.place("Start game"))
        wait_for("an autosave", lambda: any((runner.home / "saves").rglob("*.save")), game)
        shows("the map")
        before = screen.picture().convert(24)
        click(shadow.counter())
        shows("a counter picked")
        changed = 1 - alike(before, screen.picture())
        if changed < 0.001:
            raise Astray("the click on a counter changed nothing in the window")
        print(f"  the click changed {changed:.1%} of the window")
        if desktop is None:
            leave(shadow, click, shows)
        else:
            game.terminate()
        wait_for("the end", lambda: game.poll() == 0, game)
        if not any((runner.home / "saves").rglob("*.left")):
            raise Astray("the game was not saved when it was left")
        print(f"  left by {'the menu' if desktop is None else 'SIGTERM'}, saved, exit code 0")
    finally:
        if game.poll() is None:
            game.kill()
        game.wait(timeout=10)


def leave(shadow: Shadow, click: Callable[[tuple[int, int]], None], shows: Callable[[str], None]) -> None:
    """By the menu at the top left, and past the question if there is one."""
    click((36, 23))
    shows("the menu")
    click(shadow.place("Quit"))
    if any(spot.text == "Leave" for spot in shadow.app.ui.spots):
        shows("the question whether to leave")
        click(shadow.place("Leave"))


def main() -> int:
    """The exit code."""
    from smoke import Runner

    parser = argparse.ArgumentParser(description="Plays a little with real clicks in real windows.")
    parser.add_argument("program", metavar="PROGRAM", type=Path, help="e.g. dist/rasputitsa/rasputitsa")
    parser.add_argument("--pictures", metavar="DIR", type=Path, help="keep what the window showed")
    args = parser.parse_args()
    if told := missing():
        print(f"clicks: {told}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="rasputitsa-clicks-", ignore_cleanup_errors=True) as work:
        try:
            with Screen(Path(work) / "screen") as screen:
                everywhere(screen, Runner(args.program.absolute(), Path(work)), Path(work), args.pictures)
        except (Astray, LookupError) as failure:
            print(f"clicks: {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
