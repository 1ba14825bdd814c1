"""The desktop window: how it opens, its state, its events, and how it closes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import pygame
from pygame.event import Event

from game.app.settings import LARGEST_UNSEEN, Settings
from game.system import memory
from game.system.paths import data_root
from game.ui.widgets.style.theme import laid_out

NO_DISPLAY = (
    "There is no display for a window; "
    "`rasputitsa simulate` plays games and `rasputitsa screenshot` draws a picture without one."
)
BLIND = ("offscreen", "dummy", "evdev")
SMALLEST = (640, 360)
TITLE, NAME = "Rasputitsa", "rasputitsa"
ICON, ICON_SIZE = "sprites/standard/icons/rasputitsa.svg", 128  # pixels
ACCELERATION = "SDL_FRAMEBUFFER_ACCELERATION"
PLAIN_DRIVERS = ("x11", "windows")
"""They show a picture without OpenGL, forty times faster where there is no graphics card.  Wayland and Cocoa cannot."""
WISHES = {
    "SDL_APP_NAME": TITLE,
    "SDL_VIDEO_WAYLAND_WMCLASS": NAME,
    "SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR": "0",  # a board game has no business switching desktop effects off
    "SDL_QUIT_ON_LAST_WINDOW_CLOSE": "0",  # so that QUIT means a signal or a shut-down, not the window's own button
}
"""Settings of SDL before it starts, unless the player's environment says otherwise."""
RESIZED = (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED)
SEEN = {
    pygame.WINDOWSHOWN: True,
    pygame.WINDOWRESTORED: True,
    pygame.WINDOWEXPOSED: True,
    pygame.WINDOWHIDDEN: False,
    pygame.WINDOWMINIMIZED: False,
}
SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGBREAK")  # log-out, a closed terminal, Ctrl+C, a closed Windows console


@dataclass(slots=True)
class Shape:
    """The size of the window. ``size`` (pixels) holds while it is neither maximised nor in full screen."""

    size: tuple[int, int] = (1280, 720)
    maximised: bool = False
    fullscreen: bool = False

    @classmethod
    def of(cls, settings: Settings) -> Shape:
        """The shape the window was last left in."""
        return cls(settings.window, settings.maximised, settings.fullscreen)

    def keep(self, settings: Settings) -> None:
        """Remember it for the next start."""
        wide, high = (max(least, now) for least, now in zip(SMALLEST, self.size, strict=True))
        settings.window, settings.maximised, settings.fullscreen = (wide, high), self.maximised, self.fullscreen


class Window:
    """A desktop window, or with ``headless`` a picture that is never shown.

    Leaves the program with one sentence and status 1 if there is no display.
    """

    def __init__(self, shape: Shape, *, headless: bool = False) -> None:
        memory.return_large_at_once()
        self.shape = shape
        self.seen = True  # neither hidden nor minimised
        self._window: pygame.Window | None = None
        for name, value in WISHES.items():
            os.environ.setdefault(name, value)
        os.environ["SDL_VIDEO_X11_WMCLASS"] = NAME  # pygame has put the name of a file there
        if headless:
            os.environ["SDL_VIDEODRIVER"] = "dummy"
            os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
        _start_display()
        shape.size = bounded(shape.size)
        if headless:
            shape.maximised = shape.fullscreen = False
            self.shown = pygame.Surface(shape.size)
        else:
            self._window, self.shown = _opened(shape)
        self._sheet = self.shown  # what is drawn on where the window is too small for any screen
        pygame.font.init()
        pygame.key.set_repeat(400, 45)
        self._field: pygame.Rect | None = None  # where text is typed
        pygame.key.stop_text_input()  # else an input method would take every hot key for a word

    @property
    def surface(self) -> pygame.Surface:
        """The surface for the screens: the window, or the smallest sheet that holds them if that is larger."""
        size = laid_out(self.shown.get_size())
        if size == self.shown.get_size():
            self._sheet = self.shown  # the sheet of a smaller window, or the window as it was before, is not kept
            return self.shown
        if size != self._sheet.get_size():
            self._sheet = pygame.Surface(size)
        return self._sheet

    def flip(self) -> None:
        """Show what was drawn, or as much of it as fits in the window."""
        if self.surface is not self.shown:
            self.shown.blit(self._sheet, (0, 0))
        if self._window is not None:
            self._window.flip()

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.destroy()
            self._window = None
        pygame.display.quit()

    def events(self, seconds: float = 0.0) -> list[Event]:
        """The events so far, in order; waits up to ``seconds`` for the first."""
        first = [pygame.event.wait(max(1, round(seconds * 1000)))] if seconds > 0 else []
        return [event for event in (*first, *pygame.event.get()) if event.type != pygame.NOEVENT]

    def take(self, event: Event) -> bool:
        """Follow what the desktop did to the window; return whether it was resized or uncovered."""
        self.seen = SEEN.get(event.type, self.seen)
        if event.type in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED) and not self.shape.fullscreen:
            self.shape.maximised = event.type == pygame.WINDOWMAXIMIZED
        if event.type not in RESIZED:
            return False
        if self._window is not None:
            self.shown = self._window.get_surface()
        if not (self.shape.maximised or self.shape.fullscreen):
            self.shape.size = self.shown.get_size()
        return True

    def take_text(self, field: pygame.Rect | None) -> None:
        """Let keys type into a field (window pixels), where input methods show their words; None: hot keys again."""
        if field == self._field:
            return
        if field is None:
            pygame.key.stop_text_input()
        else:
            pygame.key.set_text_input_rect(field)
            if self._field is None:
                pygame.key.start_text_input()
        self._field = field

    def resize(self, size: tuple[int, int]) -> None:
        """Resize a headless picture; a real window is resized by the desktop."""
        if self._window is None:
            self.shown = pygame.Surface(size)

    def toggle_fullscreen(self) -> None:
        """Switch between the window and all of its display, without changing the display mode."""
        shape = self.shape
        shape.fullscreen = not shape.fullscreen
        if self._window is None:
            return
        if shape.fullscreen:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()
            if shape.maximised:
                self._window.maximize()
        self.shown = self._window.get_surface()


@contextmanager
def closed_by_signals() -> Iterator[None]:
    """Turn log-out, shut-down and Ctrl+C into a QUIT among the window's events."""
    kinds = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    before = [signal.signal(kind, lambda *_: _ask_to_quit()) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, signal.SIG_DFL if handler is None else handler)


def _ask_to_quit() -> None:
    with suppress(pygame.error):  # the queue is full, or the display has gone
        pygame.event.post(Event(pygame.QUIT))


def give_memory_back() -> None:
    """Return memory that the screens left behind to the system."""
    memory.set_aside()
    memory.trim()


# ---- opening ----------------------------------------------------------------------------------------


def _opened(shape: Shape) -> tuple[pygame.Window, pygame.Surface]:
    """A window that can show pictures, by whichever method works on this display."""
    problems: list[str] = []
    for way in _ways():
        os.environ.update(way)
        if problems:  # SDL asks once after each start of the display how pictures are shown
            pygame.display.quit()
            _start_display()
        try:
            return _made(shape)
        except pygame.error as error:
            problems.append(str(error))
    pygame.display.quit()
    sys.exit(f"Cannot open a window here ({problems[0]}). {NO_DISPLAY}")


def _ways() -> list[dict[str, str]]:
    """What to set in the environment: first what suits the driver, then the opposite, then X11 beside Wayland."""
    driver = pygame.display.get_driver()
    wanted = os.environ.get(ACCELERATION) or ("0" if driver in PLAIN_DRIVERS else "1")
    ways = [{ACCELERATION: wanted}, {ACCELERATION: "0" if wanted != "0" else "1"}]
    if driver == "wayland" and os.environ.get("DISPLAY"):
        ways.append({ACCELERATION: "0", "SDL_VIDEODRIVER": "x11"})
    return ways


def _made(shape: Shape) -> tuple[pygame.Window, pygame.Surface]:
    """A window and its surface; raises pygame.error if there is none to be had."""
    window = pygame.Window(
        TITLE,
        shape.size,
        resizable=True,
        hidden=True,
        fullscreen_desktop=shape.fullscreen,
        maximized=shape.maximised and not shape.fullscreen,
    )
    try:
        surface = window.get_surface()
        window.minimum_size = SMALLEST
        with suppress(pygame.error, OSError):
            window.set_icon(pygame.image.load_sized_svg(data_root() / ICON, (ICON_SIZE, ICON_SIZE)))
        window.show()
    except pygame.error:
        window.destroy()
        raise
    return window, surface


def bounded(size: tuple[int, int]) -> tuple[int, int]:
    """A size limited to the largest display, whatever the settings or the last session said."""
    wide, high = _room()
    return max(SMALLEST[0], min(size[0], wide)), max(SMALLEST[1], min(size[1], high))


def _room() -> tuple[int, int]:
    """The largest width and height of any display; those of the largest picture if headless."""
    if pygame.display.get_driver() in BLIND:
        return LARGEST_UNSEEN
    displays = [size for size in pygame.display.get_desktop_sizes() if min(size) > 0] or [LARGEST_UNSEEN]
    return max(w for w, _ in displays), max(h for _, h in displays)


def _start_display() -> None:
    """Start the display, and refuse SDL's fallback to a driver without a screen: the game would run unseen."""
    wanted = os.environ.get("SDL_VIDEODRIVER", "").split(",")
    if not _may_have_display():
        sys.exit(NO_DISPLAY)
    try:
        pygame.display.init()
    except pygame.error as error:
        sys.exit(f"Cannot open a window ({error}). {NO_DISPLAY}")
    driver = pygame.display.get_driver()
    if driver in BLIND and driver not in wanted:
        pygame.display.quit()
        sys.exit(NO_DISPLAY)
    pygame.display.set_allow_screensaver(True)


def _may_have_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
