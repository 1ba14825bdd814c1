"""Does the game open, answer and close in a real window?  Under X11 and Wayland, with real mouse, key and close events;
and by a window that only notes what it is told, for the displays that are not here."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pygame
import pytest

from ecs import Side, find_scenario
from game.app import launch
from game.app import window as door
from game.app.application import App
from game.app.settings import Settings, load
from game.app.window import SMALLEST, Shape, Window
from game.play.session import GameSetup, begin
from game.saves.storage.save_folder import HUMAN, Saves
from game.screens.all_screens import all_resources
from game.system import windows
from tests import ROOT
from tests.kits.patience import NET, Turns, until

TOOLS = ("Xvfb", "xdotool")
PLAY = ("play", "--scenario", "barbarossa-1941", "--axis", "human", "--soviet", "recruit", "--seed", "1")


def tools_there() -> bool:
    return all(shutil.which(tool) for tool in TOOLS)


@pytest.fixture
def display() -> Iterator[str]:
    """A virtual screen of its own; its number is chosen by the server.  "" where there is no such server."""
    if not tools_there():
        yield ""
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    try:
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(NET)


@pytest.fixture
def compositor(tmp_path: Path) -> Iterator[Mapping[str, str]]:
    """A Wayland desktop that nobody sees; nothing where weston is not installed."""
    if shutil.which("weston") is None:
        yield {}
        return
    place = tmp_path / "run"
    place.mkdir(mode=0o700)
    desktop = {"XDG_RUNTIME_DIR": str(place), "WAYLAND_DISPLAY": "wayland-test"}
    words = ["weston", "--backend=headless-backend.so", "--socket=wayland-test", "--idle-time=0", "--no-config"]
    server = subprocess.Popen(
        words, env={**os.environ, **desktop}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )  # fmt: skip
    try:
        socket = place / "wayland-test"
        until("the desktop", socket.exists, lambda: "" if server.poll() is None else "weston has ended")
        yield desktop
    finally:
        server.terminate()
        server.wait(NET)


def started(home: Path, desktop: Mapping[str, str], *words: str) -> subprocess.Popen[str]:
    """The game on a desktop of its own."""
    kept = {k: v for k, v in os.environ.items() if k not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "DISPLAY")}
    return subprocess.Popen(
        [sys.executable, "-m", "game", *words],
        env={**kept, **desktop, "SDL_AUDIODRIVER": "dummy", "RASPUTITSA_HOME": str(home)},
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )


def end_of(game: subprocess.Popen[str]) -> str:
    """What it said last; "" while it runs."""
    return "" if game.poll() is None else f"the game ended: {game.stderr and game.stderr.read()}"


def left_in_order(home: Path) -> bool:
    return any((home / "saves").rglob("*.left"))


def xdotool(display: str, *words: str) -> str:
    done = subprocess.run(
        ["xdotool", *words],
        env={**os.environ, "DISPLAY": display},
        capture_output=True,
        text=True,
        timeout=NET,
        check=False,
    )
    return done.stdout.strip()


def saves_of(home: Path) -> int:
    return len(list((home / "saves").rglob("*.save")))


def has_gone_on(home: Path) -> bool:
    """Was a command given?  It is noted beside the first autosave, or there is another (which a slow disk puts off)."""
    return saves_of(home) > 1 or any((home / "saves").rglob("*.journal"))


def test_a_phase_is_ended_by_a_real_key_and_the_window_closes_by_a_real_click(display: str, tmp_path: Path) -> None:
    if not display:
        return
    home = tmp_path / "home"
    game = started(home, {"DISPLAY": display}, *PLAY)
    try:
        until("the first autosave", lambda: saves_of(home) == 1, lambda: end_of(game))
        assert xdotool(display, "search", "--class", "rasputitsa"), "the desktop knows the window by the game's name"
        xdotool(display, "mousemove", "500", "400")

        keys = Turns(game.pid)  # a second press that is not needed would end the phase after that

        def next_phase() -> bool:
            if not has_gone_on(home) and keys.due():
                xdotool(display, "key", "--clearmodifiers", "ctrl+Return")
            return has_gone_on(home)

        until("the next phase", next_phase, lambda: end_of(game))
        xdotool(display, "mousemove", "36", "23", "click", "1")  # the menu; its last line is Quit
        xdotool(display, "key", "shift+Tab", "Return")

        answers = Turns(game.pid, seconds=0.1)  # one press too many does no harm here, and an idle window hardly works

        def gone() -> bool:
            if game.poll() is None and answers.due():
                xdotool(display, "key", "Return")
            return game.poll() is not None

        until("the end", gone, lambda: "")
        assert game.poll() == 0
    finally:
        if game.poll() is None:
            game.kill()
        game.wait(NET)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("kind", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_saves_the_game_and_closes_the_window_without_a_question(
    display: str, tmp_path: Path, kind: str
) -> None:
    if not display:
        return
    leaves_by(signal.Signals[kind], tmp_path / "home", {"DISPLAY": display})


def test_the_game_opens_on_wayland_and_closes_in_order(compositor: Mapping[str, str], tmp_path: Path) -> None:
    if not compositor:
        return
    leaves_by(signal.SIGTERM, tmp_path / "home", compositor)


def leaves_by(kind: signal.Signals, home: Path, desktop: Mapping[str, str]) -> None:
    """Begin a game, and end it by a signal: exit code 0, saved as a player leaves it."""
    game = started(home, desktop, *PLAY)
    try:
        until("the first autosave", lambda: saves_of(home) == 1, lambda: end_of(game))
        assert not left_in_order(home)
        game.send_signal(kind)
        until("the end", lambda: game.poll() is not None, lambda: "")
        assert game.poll() == 0, game.stderr and game.stderr.read()
        assert left_in_order(home)
    finally:
        if game.poll() is None:
            game.kill()
        game.wait(NET)


# ---- displays that are not here ----------------------------------------------------------------------


class Desktop:
    """A display that notes what it is asked, and shows pictures in one way or in none."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, driver: str, shows: str, size: tuple[int, int] = (1600, 1200)):
        self.driver, self.shows, self.size = driver, shows, size
        self.windows: list[FakeWindow] = []
        self.starts = 0
        self.screensaver: list[bool] = []
        pygame.display.init()  # the one that nobody sees, for what asks whether there is any
        for name in (door.ACCELERATION, "SDL_VIDEODRIVER", *door.WISHES):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("SDL_VIDEO_X11_WMCLASS", "__main__.py")
        monkeypatch.setenv("DISPLAY", ":0")
        monkeypatch.setattr(pygame.display, "quit", lambda: None)
        monkeypatch.setattr(pygame.display, "init", self.start)
        monkeypatch.setattr(pygame.display, "get_driver", lambda: os.environ.get("SDL_VIDEODRIVER", self.driver))
        monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [self.size])
        monkeypatch.setattr(pygame.display, "set_allow_screensaver", self.screensaver.append)
        monkeypatch.setattr(pygame, "Window", lambda *words, **more: FakeWindow(self, *words, **more))

    def start(self) -> None:
        self.starts += 1

    @property
    def window(self) -> FakeWindow:
        return self.windows[-1]


class FakeWindow:
    def __init__(self, desktop: Desktop, title: str, size: tuple[int, int], **flags: bool) -> None:
        self.desktop, self.title, self.windowed, self.flags = desktop, title, size, flags
        self.minimum_size = (0, 0)
        self.icon: pygame.Surface | None = None
        self.shown = self.destroyed = False
        self.full, self.large = flags["fullscreen_desktop"], flags["maximized"]
        desktop.windows.append(self)

    def get_surface(self) -> pygame.Surface:
        way = f"{pygame.display.get_driver()} {os.environ[door.ACCELERATION]}"
        if way != self.desktop.shows:
            raise pygame.error("Window framebuffer support not available")
        return pygame.Surface(self.desktop.size if self.full or self.large else self.windowed)

    def set_icon(self, icon: pygame.Surface) -> None:
        self.icon = icon

    def show(self) -> None:
        self.shown = True

    def destroy(self) -> None:
        self.destroyed = True

    def set_fullscreen(self, desktop: bool) -> None:
        assert desktop, "the mode of the display stays as it is"
        self.full = True

    def set_windowed(self) -> None:
        self.full = self.large = False

    def maximize(self) -> None:
        self.large = True


@pytest.mark.parametrize(
    ("driver", "shows", "tries"),
    [
        ("x11", "x11 0", 1),
        ("windows", "windows 0", 1),
        ("wayland", "wayland 1", 1),
        ("cocoa", "cocoa 1", 1),
        ("x11", "x11 1", 2),
        ("KMSDRM", "KMSDRM 0", 2),
        ("wayland", "x11 0", 3),
    ],
)
def test_a_window_opens_by_whatever_way_its_display_has_of_showing_pictures(
    monkeypatch: pytest.MonkeyPatch, driver: str, shows: str, tries: int
) -> None:
    desktop = Desktop(monkeypatch, driver, shows)
    Window(Shape())
    assert [window.destroyed for window in desktop.windows] == [True] * (tries - 1) + [False]
    assert desktop.window.shown and desktop.starts == tries, "the display starts anew for each try"


def test_an_acceleration_that_the_player_asks_for_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = Desktop(monkeypatch, "x11", "x11 1")
    monkeypatch.setenv(door.ACCELERATION, "1")
    Window(Shape())
    assert len(desktop.windows) == 1


def test_a_display_that_shows_no_pictures_at_all_is_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    Desktop(monkeypatch, "cocoa", "nothing")
    with pytest.raises(SystemExit, match=r"^Cannot open a window here \(Window framebuffer support not available\)"):
        Window(Shape())


def test_the_desktop_is_told_whose_window_it_is_and_may_go_to_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = Desktop(monkeypatch, "x11", "x11 0")
    Window(Shape())
    assert desktop.window.minimum_size == SMALLEST
    assert desktop.window.icon is not None and desktop.window.icon.get_width() == door.ICON_SIZE
    assert os.environ["SDL_VIDEO_X11_WMCLASS"] == os.environ["SDL_VIDEO_WAYLAND_WMCLASS"] == "rasputitsa"
    assert "StartupWMClass=rasputitsa" in (ROOT / "packaging" / "rasputitsa.desktop").read_text(encoding="utf-8")
    assert desktop.screensaver == [True]


def test_full_screen_is_that_of_the_desktop_at_the_start_as_by_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = Desktop(monkeypatch, "x11", "x11 0")
    app = App(Settings(window=(1280, 960)))
    app.toggle_fullscreen()
    assert desktop.window.full and app.surface.get_size() == desktop.size
    app.window.shape.keep(app.settings)
    again = App(app.settings)
    assert desktop.window.full and again.surface.get_size() == desktop.size
    again.toggle_fullscreen()
    assert again.surface.get_size() == (1280, 960)


def test_the_size_and_whether_it_is_maximised_are_there_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    desktop = Desktop(monkeypatch, "x11", "x11 0")
    window = Window(Shape.of(Settings()))
    desktop.window.windowed = (1000, 700)
    window.take(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=1000, y=700))
    desktop.window.large = True
    for kind in (pygame.WINDOWMAXIMIZED, pygame.WINDOWSIZECHANGED):
        window.take(pygame.event.Event(kind, x=1600, y=1200))
    assert window.surface.get_size() == (1600, 1200)
    settings = Settings()
    window.shape.keep(settings)
    assert (settings.window, settings.maximised, settings.fullscreen) == ((1000, 700), True, False)
    window.toggle_fullscreen()
    window.toggle_fullscreen()
    assert desktop.window.large, "out of full screen it is as it was before"
    desktop.window.set_windowed()
    for kind in (pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED):
        window.take(pygame.event.Event(kind, x=1000, y=700))
    assert window.shape == Shape((1000, 700))
    Window(Shape.of(settings))
    assert (desktop.window.windowed, desktop.window.large) == ((1000, 700), True)


def test_a_window_that_a_desktop_made_tiny_is_remembered_as_the_smallest() -> None:
    settings = Settings()
    Shape((300, 200)).keep(settings)
    assert settings.window == SMALLEST


def test_a_minimised_window_is_not_seen() -> None:
    window = Window(Shape(), headless=True)
    for kind, seen in ((pygame.WINDOWMINIMIZED, False), (pygame.WINDOWRESTORED, True), (pygame.WINDOWHIDDEN, False)):
        window.take(pygame.event.Event(kind))
        assert window.seen is seen


def test_a_game_is_left_when_windows_shuts_down_and_not_when_it_thinks_better_of_it() -> None:
    left: list[str] = []
    farewell = windows.Farewell(lambda: left.append("saved"))
    for message, ends in ((0x11, 1), (windows.WM_ENDSESSION, 0), (0x200, 1)):
        farewell.hear(message, ends)
    assert left == []
    for _ in range(2):
        farewell.hear(windows.WM_ENDSESSION, 1)
    assert left == ["saved"]


def test_a_game_is_saved_before_its_window_is_gone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows that shuts down ends a program that has no window any more."""
    saves, kept = Saves(), []
    session = begin(GameSetup(find_scenario("barbarossa-1941"), dict.fromkeys(Side, HUMAN), {}, 1), saves)
    kit = all_resources(App(Settings(first_run=False), headless=True, size=(1280, 720)), saves, silent=True)
    kit.app.push(kit.doors.table(session, fresh=True))
    session.autosave()
    monkeypatch.setattr(Window, "close", lambda _: kept.append(left_in_order(home)))
    kit.app.step([pygame.event.Event(pygame.QUIT)])
    launch._play(kit, ())
    assert kept == [True]


def test_settings_of_a_first_start_open_a_window_and_not_the_whole_display() -> None:
    found, _ = load()
    assert Shape.of(found) == Shape((1280, 720))
