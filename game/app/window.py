"""Opening a window on any machine, with or without a display."""

from __future__ import annotations

import os
import sys

import pygame

from game.app.settings import LARGEST_UNSEEN
from game.system import garbage

NO_DISPLAY = (
    "There is no display to open a window on; "
    "`rasputitsa simulate` plays games and `rasputitsa screenshot` draws a picture without one."
)
BLIND = ("offscreen", "dummy", "evdev")
SMALLEST = (640, 360)
TITLE = "Rasputitsa"


def open_window(
    size: tuple[int, int] = (1280, 720), *, headless: bool = False, fullscreen: bool = False, gpu: bool = False
) -> pygame.Surface:
    """The window's surface. Leaves the program with one sentence and status 1 if there is no display.

    Without `gpu` SDL does not push the window through OpenGL, which is forty times slower on a machine
    without a graphics card. `headless` draws where nobody sees it.
    """
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "1" if gpu else "0")
    if headless:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    _start_display()
    pygame.font.init()
    pygame.display.set_caption(TITLE)
    surface = pygame.display.set_mode(_bounded(size), _flags(fullscreen))
    pygame.key.set_repeat(400, 45)
    return surface


def give_memory_back() -> None:
    """Return to the system what the screens left behind."""
    garbage.set_aside()
    garbage.trim()


def resize(size: tuple[int, int], fullscreen: bool) -> pygame.Surface:
    """Another size, or to and from full screen."""
    return pygame.display.set_mode((0, 0) if fullscreen else _bounded(size), _flags(fullscreen))


def _flags(fullscreen: bool) -> int:
    return pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE


def _bounded(size: tuple[int, int]) -> tuple[int, int]:
    """A size as it can be used here: no larger than the largest display, whatever the settings or the last one said."""
    wide, high = _room()
    return max(SMALLEST[0], min(size[0], wide)), max(SMALLEST[1], min(size[1], high))


def _room() -> tuple[int, int]:
    """The width and the height that some display has; those of the largest picture where nobody sees the window."""
    if pygame.display.get_driver() in BLIND:
        return LARGEST_UNSEEN
    displays = [size for size in pygame.display.get_desktop_sizes() if min(size) > 0] or [LARGEST_UNSEEN]
    return max(w for w, _ in displays), max(h for _, h in displays)


def _start_display() -> None:
    """SDL falls back to a driver without a screen and says nothing: the game would run unseen for ever."""
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


def _may_have_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
