"""Does the game open, answer and close in a real window?  Under a virtual X server, with real mouse and key events."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import NET, Turns, until

TOOLS = ("Xvfb", "xdotool")


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

    def ended() -> str:
        return "" if game.poll() is None else f"the game ended: {game.stderr and game.stderr.read()}"

    try:
        until("the first autosave", lambda: saves_of(home) == 1, ended)
        xdotool(display, "mousemove", "500", "400")

        keys = Turns(game.pid)  # a second press that is not needed would end the phase after that

        def next_phase() -> bool:
            if not has_gone_on(home) and keys.due():
                xdotool(display, "key", "--clearmodifiers", "ctrl+Return")
            return has_gone_on(home)

        until("the next phase", next_phase, ended)
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
