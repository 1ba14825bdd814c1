"""Which scenarios can be played: the game's, and those in the player's own folder?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import ecs
from ecs import Game, Scenario, SetupError, load_scenario, start
from game.paths import user_root


def list_scenarios() -> list[Path]:
    """The game's scenario files, then those in `maps/scenarios` of the player's folder under ids of their own."""
    shipped = ecs.list_scenarios()
    taken = {path.stem for path in shipped}
    own = ecs.list_scenarios(user_root() / "maps" / "scenarios")
    return [*shipped, *(path for path in own if path.stem not in taken)]


def find_scenario(scenario_id: str) -> Scenario:
    """The scenario with this id.

    :raises SetupError: naming those there are.
    """
    paths = list_scenarios()
    for path in paths:
        if path.stem == scenario_id:
            return load_scenario(path)
    raise SetupError(f"no scenario {scenario_id!r}; there are: {', '.join(path.stem for path in paths)}")


def new_game(scenario_id: str, *, options: Mapping[str, str] | None = None, seed: int = 0) -> Game:
    """A fresh game of the scenario with this id.

    :raises SetupError: if there is no such scenario, option or value.
    """
    return start(find_scenario(scenario_id), options, seed)
