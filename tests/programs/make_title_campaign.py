"""The campaign that plays behind the title: a whole game between two officers, written down as its commands.

Run: python -m tests.programs.make_title_campaign [seed]
"""

from __future__ import annotations

import sys

from ecs import Game, Side
from game.play.autoplay import play_game
from game.screens.shared.title_map import CAMPAIGN, path_of

LEVELS = {Side.AXIS: "officer", Side.SOVIET: "officer"}
SEED = 4


def recorded(seed: int) -> str:
    """The game as text: scenario and seed in the first line, then a command a line."""
    lines = [f"{CAMPAIGN} {seed}"]

    def keep(game: Game) -> None:
        lines.extend(record.command for record in game.log[1:])

    play_game(CAMPAIGN, seed, {}, LEVELS, keep)
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the file again."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else SEED
    path_of().write_text(recorded(seed), encoding="utf-8")


if __name__ == "__main__":
    main()
