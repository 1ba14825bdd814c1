"""The program a bundle starts: with a console, or without one, where what it says appears in a box."""

from __future__ import annotations

import io
import multiprocessing
import sys
from contextlib import suppress

DECODE = ["--decode-media"]  # said by game/packs/media_trial.py to a second process of this program


def run() -> int:
    """The exit code.  Whatever would have gone to a console that is not there is shown, if something went wrong."""
    if sys.argv[1:] == DECODE:
        from game.packs.decoder_process import serve

        return serve()
    from game.cli.entry_point import main

    if sys.stderr is not None:
        return main()
    said = sys.stderr = sys.stdout = io.StringIO()
    code = main()
    if code and said.getvalue():
        import pygame

        with suppress(pygame.error):
            pygame.display.message_box("Rasputitsa", said.getvalue()[-2000:], message_type="error")
    return code


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(run())
