"""A newcomer at a real window: the tutorial under a virtual screen, by real clicks, with a picture of every step.

Run: python -m tests.programs.tutorial_window FOLDER.  Where to click is asked of the same screens drawn unseen in this
process; the window must then show (nearly) the same picture.  Needs Xvfb and xdotool.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests import ROOT
from tests.kits.pilot import Pilot

ALIKE, PATIENCE = 0.94, 60.0
KEYS = {"Enter": "Return", "1": "1"}


class Both:
    """A pilot whose clicks and keys the real window gets as well."""

    def __init__(self, pilot: Any, screen: Any) -> None:
        self.pilot, self.screen = pilot, screen

    def __getattr__(self, name: str) -> Any:
        return getattr(self.pilot, name)

    def _send(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, **self.screen.variables}, check=True, timeout=30)
        time.sleep(0.8)

    def click(self, x: int, y: int) -> None:
        """A click."""
        self._send("mousemove", str(x), str(y), "sleep", "0.2", "click", "1")
        self.pilot.click(x, y)

    def press(self, text: str) -> None:
        """A click on a button."""
        x, y = self.pilot.find(text).clip.center
        self.click(x, y)

    def key(self, text: str) -> None:
        """A key."""
        self._send("key", KEYS[text])
        self.pilot.key(text)

    def wheel(self, notches: int, x: int, y: int) -> None:
        """The wheel, a notch at a time."""
        self._send("mousemove", str(x), str(y), "click", "4" if notches > 0 else "5")
        self.pilot.wheel(notches, x, y)


def main(folder: Path) -> int:
    """Play it; 0 if the window showed every step."""
    home = Path(tempfile.mkdtemp(prefix="tutorial-"))
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "RASPUTITSA_HOME": str(home / "shadow")}
    sys.path.insert(0, str(ROOT / "packaging"))
    import pygame
    from clicks import Screen, alike  # type: ignore[import-not-found]

    from game.app.application import App
    from game.app.settings import Settings
    from game.saves.storage.save_folder import Saves
    from game.screens.all_screens import all_resources
    from game.screens.title import Title
    from tests.kits.tutorial_player import STEPS, Pupil, by_mouse

    folder.mkdir(parents=True, exist_ok=True)
    with Screen(home / "screen") as screen:
        real = {k: v for k, v in os.environ.items() if k != "SDL_VIDEODRIVER"}
        real |= {**screen.variables, "RASPUTITSA_HOME": str(home / "real")}
        game = subprocess.Popen([sys.executable, "-m", "game"], env=real, cwd=ROOT)
        app = App(Settings(), headless=True, size=(1280, 720))
        app.push(Title(all_resources(app, Saves(), silent=True)))
        both: Any = Both(Pilot(app), screen)
        failed = 0

        def shown(name: str) -> None:
            nonlocal failed
            end, best, since = time.monotonic() + PATIENCE, 0.0, time.monotonic()
            while (best < ALIKE or since + 2 > time.monotonic()) and time.monotonic() < end and game.poll() is None:
                app.dirty = True
                app.step((), 0.05)
                now = alike(screen.picture(), app.surface)
                since = time.monotonic() if now > best else since  # what moves comes to rest
                best = max(best, now)
                time.sleep(0.3)
            failed += best < ALIKE
            pygame.image.save(screen.picture().convert(24), str(folder / f"{name}.png"))
            print(f"{name}: {best:.1%} of the picture as it should be", flush=True)

        try:
            shown("00-welcome")
            both.press("Begin")
            shown("00-title")
            both.press("Tutorial")
            pupil = Pupil(app, app.top, both)  # type: ignore[arg-type]
            for number, step in enumerate(STEPS, start=1):
                if step == "computer":  # that step does not wait
                    pygame.image.save(screen.picture().convert(24), str(folder / f"{number:02d}-{step}.png"))
                else:
                    shown(f"{number:02d}-{step}")
                assert pupil.at_step == step, (pupil.at_step, step)
                if step != STEPS[-1]:
                    by_mouse(pupil)
                    if not pupil.goes_on(step):
                        raise SystemExit(f"{step} does not come to an end")
            both.press("Leave")
            shown("99-title")
        finally:
            game.kill()
            game.wait(timeout=10)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
