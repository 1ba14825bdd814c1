"""python -m game: the same as the command `rasputitsa`."""

from __future__ import annotations

import sys

from game.cli.entry_point import main

if __name__ == "__main__":
    sys.exit(main())
