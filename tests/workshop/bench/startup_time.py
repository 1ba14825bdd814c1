"""How long the program takes from its start to the first picture, and how much memory it needs.

The program itself is started as a player starts it, with a folder of its own, and asked to leave after its first
picture.  The run before the first measured one fills the caches, so that a warm start is measured.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from game.system.memory import peak
from tests.workshop.bench.timing import Pace

PROGRAM = (sys.executable, "-m", "game")
DRAWN = "first frame"
LIMIT = 120.0
WINDOW = '{"format":1,"first_run":false,"window":[1920,1080]}'


class Start(NamedTuple):
    """One start: seconds of the clock to the first picture, of the processor in all, megabytes at most.

    What the system does not tell is 0.
    """

    shown: float
    worked: float
    megabytes: float


class CannotStart(RuntimeError):
    """The program did not come to its first picture; the message is its last word."""


def starts(words: Sequence[str], home: Path, runs: int, pace: Pace) -> list[Start]:
    """Start the game so many times with these words of the command line, after once to warm up.

    :param home: an empty folder; the player's own is not touched.
    :raises CannotStart: if it fails.
    """
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.json").write_text(WINDOW, encoding="utf-8")
    found = []
    for _ in range(runs + 1):
        found.append(_start([*PROGRAM, "play", "--first-frame", *words], home))
        pace.breathe()
    return found[1:]


def _start(command: list[str], home: Path) -> Start:
    env = {**os.environ, "RASPUTITSA_HOME": str(home), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    env["PYTHONPYCACHEPREFIX"] = str(home / "compiled")
    with (home / "said.txt").open("w+b") as said:
        began = perf_counter()
        child = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said)
        assert child.stdout is not None
        shown, megabytes = 0.0, 0.0
        for line in child.stdout:
            if line.strip() == DRAWN.encode():
                shown = perf_counter() - began
                megabytes = peak(child.pid)
        worked, most = _leave(child)
        if child.returncode or not shown:
            said.seek(0)
            words = said.read(20_000).decode(errors="replace").strip().splitlines()
            raise CannotStart((words or ["no answer"])[-1])
    return Start(shown, worked, megabytes or most)


def _leave(child: subprocess.Popen[bytes]) -> tuple[float, float]:
    """Wait for the end: seconds of processor time and megabytes, where the system tells.

    Linux counts the memory of whoever started the process too, so there the megabytes are not told.
    """
    if not hasattr(os, "wait4"):
        child.wait(LIMIT)
        return 0.0, 0.0
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 2**20 if sys.platform == "darwin" else 0.0
