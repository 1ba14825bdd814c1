"""Saves of the present program for the corpus in tests/saves: one folder for each state of the project.

Run: python -m tests.make_corpus FOLDER

An older state is unpacked somewhere (`git archive REVISION | tar -x -C THERE`), and this very file run there with
PYTHONPATH=. : it uses nothing but what every state has had.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ecs import Side, list_scenarios, new_game
from game.play.autoplay import make_players, play_on
from game.saves.storage.save_folder import Particulars, write_save

PASSPHRASE = "Rasputitsa 1941"
Row = tuple[str, str, int, str, dict[str, str]]
GAMES: tuple[Row, ...] = (  # name of the save, scenario, commands, level, options
    ("dc-open", "barbarossa-1941", 250, "recruit", {}),
    ("dc-hidden", "barbarossa-1941", 200, "recruit", {"secret_setup": "on"}),
    ("dc-locked", "barbarossa-1941", 120, "recruit", {"secret_setup": "on"}),
    ("tdv", "tdv-barbarossa-1941", 500, "random", {}),
    ("rb", "rb-barbarossa-5", 500, "random", {"free_setup": "on"}),
    ("war", "war-barbarossa-1941", 500, "random", {"setup": "corps"}),
)


def main() -> None:
    """Play a while, and save."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    there = {path.stem for path in list_scenarios()}
    for seed, (name, scenario, commands, level, options) in enumerate(GAMES, 4):
        if scenario not in there:
            continue
        game = new_game(scenario, options=options, seed=seed)
        play_on(game, make_players(dict.fromkeys(Side, level), seed), commands)
        about = Particulars(
            name=name,
            date="1941-06-22 03:15:00",
            players={Side.AXIS: "human", Side.SOVIET: "recruit"},
            passphrase=PASSPHRASE if name.endswith("locked") else "",
        )
        print(write_save(folder / f"{name}.save", game, about), len(game.log) - 1, "turn", game.turn)
        game.close()


if __name__ == "__main__":
    main()
