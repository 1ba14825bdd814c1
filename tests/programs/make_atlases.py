"""The atlases of the docs, written again: a whole game of each system between officers, the same seeds each time.

Run: python -m tests.programs.make_atlases [NAME ...]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from ecs import Side, start
from game.play.atlas.html_page import atlas_page
from game.play.atlas.record import gather
from game.play.autoplay import make_players, play_on
from game.play.scenarios import find_scenario
from tests import ROOT

FOLDER = ROOT / "docs" / "atlases"
GAMES: Mapping[str, tuple[str, int]] = {
    "darkest-crusade": ("barbarossa-1941", 4),
    "war-against-russia": ("war-barbarossa-1941", 4),
    "russia-besieged": ("rb-barbarossa-10", 4),
    "the-dark-valley": ("tdv-barbarossa-1941", 4),
}
"""Scenario and seed of each."""


def main() -> None:
    """Write those that are named, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or GAMES:
        scenario, seed = GAMES[name]
        game = start(find_scenario(scenario), {}, seed)
        play_on(game, make_players(dict.fromkeys(Side, "officer"), seed))
        page = atlas_page(gather(game))
        game.close()
        (FOLDER / f"{name}.html").write_text(page, encoding="utf-8")
        print(name, len(page) // 1000, "kB", flush=True)


if __name__ == "__main__":
    main()
