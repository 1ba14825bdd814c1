"""The scenarios that can be played: the game's, and those in the player's own folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import ecs
from ecs import Game, Scenario, SetupError, load_scenario, start
from game.addons.library import further

FINGERPRINT = 12  # how many figures of it stand in the name of a former map


def list_scenarios() -> list[Path]:
    """The game's scenario files, then the player's loose ones and those of add-ons, under ids of their own."""
    found = {path.stem: path for path in ecs.list_scenarios()}
    for content in further("scenarios"):
        for path in ecs.list_scenarios(content.folder):
            found.setdefault(path.stem, path)
    return list(found.values())


def find_scenario(scenario_id: str) -> Scenario:
    """The scenario with this id.

    :raises SetupError: naming those there are.
    """
    paths = list_scenarios()
    for path in paths:
        if path.stem == scenario_id:
            return load_scenario(path)
    raise SetupError(f"no scenario {scenario_id!r}; there are: {', '.join(path.stem for path in paths)}")


def on_former_map(scenario: Scenario, digest: str) -> Scenario:
    """The scenario on its map as that was when it had this fingerprint, if it is kept; else on the map of today.

    A former map lies beside the map of today and has the first letters of its fingerprint behind its name.

    :param digest: the fingerprint of a board, in hexadecimal figures.
    """
    former = scenario.map.with_name(f"{scenario.map.stem}-{digest[:FINGERPRINT]}{scenario.map.suffix}")
    return replace(scenario, map=former) if former.is_file() else scenario


def new_game(scenario_id: str, *, options: Mapping[str, str] | None = None, seed: int = 0) -> Game:
    """A fresh game of the scenario with this id.

    :raises SetupError: if there is no such scenario, option or value.
    """
    return start(find_scenario(scenario_id), options, seed)
