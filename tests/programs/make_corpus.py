"""The saves in tests/saves: games of all four systems as the present program saves them.

Run: python -m tests.programs.make_corpus [FOLDER]     tests/saves/format-1, if no folder is named
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import UNSET, structs

from ecs import Game, Side, find_scenario, start
from game.play.autoplay import make_players, play_on
from game.saves.cached_position import write_shortcut
from game.saves.file_format import checksum_of, encode
from game.saves.saving import header_of
from game.saves.storage.save_folder import Particulars, load_game, write_atomically, write_save
from tests import TESTS

FOLDER = TESTS / "saves" / "format-1"
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
MENDED: Row = ("tdv-mended", "tdv-barbarossa-1941", 500, "random", {})
MISPRINT: dict[str, Any] = {"units": {"panzer41": {"full": [9, 6]}}}
"""Figures as they stood "before they were mended": those of today lead the same commands elsewhere."""
PLAYED_ON = 20


def played(row: Row, seed: int, figures: dict[str, Any]) -> tuple[Game, Particulars]:
    """A game played for a while, and what its save says of it."""
    name, scenario, commands, level, options = row
    game = start(replace(find_scenario(scenario), figures=figures), options, seed)
    play_on(game, make_players(dict.fromkeys(Side, level), seed), commands)
    return game, Particulars(
        name=name,
        date="1941-06-22 03:15:00",
        players={Side.AXIS: "human", Side.SOVIET: "recruit"},
        passphrase=PASSPHRASE if name.endswith("locked") else "",
    )


def write_mended(folder: Path) -> None:
    """A save whose rules were mended since, so that it goes on from its position; and that game played on and saved."""
    game, about = played(MENDED, 4, MISPRINT)
    header = structs.replace(header_of(game, about), figures=UNSET)  # they were the printed ones then
    save = encode(header, [record.command for record in game.log[1:]], game.marks)
    path = folder / f"{about.name}.save"
    write_atomically(path, save + write_shortcut(game, checksum_of(save)))
    game.close()
    loaded, dice = load_game(path, packs={}), random.Random(2)
    assert loaded.base is not None, "the figures of today allow the same game: choose another misprint"
    for _ in range(PLAYED_ON):
        loaded.game.apply(dice.choice(loaded.game.legal()))
    write_save(folder / "tdv-based.save", loaded.game, replace(loaded.particulars(), name="tdv-based"))
    loaded.game.close()


def main() -> None:
    """Play a while, and save."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for seed, row in enumerate(GAMES, 4):
        game, about = played(row, seed, {})
        print(write_save(folder / f"{about.name}.save", game, about), len(game.log) - 1, "turn", game.turn)
        game.close()
    write_mended(folder)


if __name__ == "__main__":
    main()
