"""``python -m rasputitsa`` is the command ``rasputitsa``."""

import sys

from game.cli.entry_point import main

if __name__ == "__main__":
    sys.exit(main())
