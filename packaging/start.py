"""The program a bundle starts: with a console, or without one, where what it says appears in a box."""

from __future__ import annotations

import io
import multiprocessing
import sys

from game.cli import main


def run() -> int:
    """The exit code.  Whatever would have gone to a console that is not there is shown, if something went wrong."""
    if sys.stderr is not None:
        return main()
    said = sys.stderr = sys.stdout = io.StringIO()
    try:
        code = main()
    except SystemExit as stop:
        code = 0 if stop.code is None else stop.code if isinstance(stop.code, int) else 1
        said.write(stop.code if isinstance(stop.code, str) else "")
    if code and said.getvalue():
        import pygame

        pygame.display.message_box("Rasputitsa", said.getvalue()[-2000:], message_type="error")
    return code


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(run())
