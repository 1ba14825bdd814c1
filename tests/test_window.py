"""Does the game open, answer and close in a real window?  Under a virtual X server, with real mouse and key events."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

TOOLS = ("Xvfb", "xdotool")
WAIT = 30.0  # seconds at most for a window to appear or to close


def tools_there() -> bool:
    return all(shutil.which(tool) for tool in TOOLS)


@pytest.fixture
def display() -> Iterator[str]:
    """A virtual screen of its own; its number is chosen by the server."""
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
        server.wait(timeout=10)


def xdotool(display: str, *words: str) -> str:
    done = subprocess.run(
        ["xdotool", *words],
        env={**os.environ, "DISPLAY": display},
        capture_output=True,
        text=True,
        timeout=WAIT,
        check=False,
    )
    return done.stdout.strip()


def saves_of(home: Path) -> int:
    return len(list((home / "saves").glob("*.save"))) if (home / "saves").is_dir() else 0


def has_gone_on(home: Path) -> bool:
    """Was a command given?  It is noted beside the first autosave, or there is another (which a slow disk puts off)."""
    return saves_of(home) > 1 or any((home / "saves").glob("*.journal"))


def wait_for(what: str, ready: object) -> None:
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        if ready():  # type: ignore[operator]
            return
        time.sleep(0.05)  # another process, and nothing to wait on
    raise AssertionError(f"{what} did not happen within {WAIT:.0f} s")


def test_a_phase_is_ended_by_a_real_key_and_the_window_closes_by_a_real_click(display: str, tmp_path: Path) -> None:
    if not tools_there():
        return
    home = tmp_path / "home"
    environment = {k: v for k, v in os.environ.items() if k not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")}
    environment |= {"DISPLAY": display, "SDL_AUDIODRIVER": "dummy", "RASPUTITSA_HOME": str(home)}
    game = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "game",
            "play",
            "--scenario",
            "barbarossa-1941",
            "--axis",
            "human",
            "--soviet",
            "recruit",
            "--seed",
            "1",
        ],
        env=environment,
        cwd=Path(__file__).resolve().parent.parent,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for("the first autosave", lambda: saves_of(home) == 1 or game.poll() is not None)
        assert game.poll() is None, game.stderr and game.stderr.read()
        xdotool(display, "mousemove", "500", "400")

        def next_phase() -> bool:
            assert game.poll() is None, game.stderr and game.stderr.read()
            xdotool(display, "key", "--clearmodifiers", "ctrl+Return")
            return has_gone_on(home)

        wait_for("the next phase", next_phase)
        xdotool(display, "mousemove", "36", "23", "click", "1")  # the menu; its last line is Quit
        xdotool(display, "key", "shift+Tab", "Return")
        end = time.monotonic() + WAIT
        while game.poll() is None and time.monotonic() < end:
            xdotool(display, "key", "Return")
            time.sleep(0.2)
        assert game.poll() == 0
    finally:
        if game.poll() is None:
            game.kill()
        game.wait(timeout=10)
