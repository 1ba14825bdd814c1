"""The scenarios that can be played: the game's own, and those in the player's folder."""

from __future__ import annotations

from collections.abc import Mapping
from os.path import realpath  # as Path.resolve, but a link to itself is no error
from pathlib import Path

import ecs
from ecs import Game, Scenario, SetupError, load_scenario, look_also_in, look_for_maps_in, start
from ecs.untrusted_input import likely, plain
from game.packs.addons.house_rules import under_house_rules
from game.packs.addons.library import further, in_words, required_map
from game.play.plugins import absent_scenario, plugin_scenarios


def list_scenarios() -> list[Path]:
    """Scenario files of the game, plug-ins, player and add-ons: the first for each id."""
    found: dict[str, Path] = {}
    for path in (*ecs.list_scenarios(), *plugin_scenarios(), *own_scenarios()):
        found.setdefault(path.stem, path)
    return [*found.values()]


def own_scenarios() -> list[Path]:
    """All scenario files in the player's folder and in add-ons, whatever their ids."""
    return [path for content in further("scenarios") for path in ecs.list_scenarios(content.folder)]


look_also_in(own_scenarios)
look_also_in(plugin_scenarios, absent_scenario)
look_for_maps_in(required_map)


def is_shipped(scenario: Scenario) -> bool:
    """Is it one of the game's own?"""
    return scenario.path in ecs.list_scenarios()


def clashes() -> list[str]:
    """The player's scenario files that are not used, since another has their id: a sentence naming both for each."""
    return [clash for path in own_scenarios() if (clash := clash_of(path))]


def clash_of(path: Path) -> str:
    """Why a file of the player's is not used, if another scenario with its id takes precedence; "" if none does."""
    if realpath(path) not in [realpath(there) for there in own_scenarios()]:
        return ""
    used = next((there for there in list_scenarios() if there.stem == path.stem), None)
    if used is None or realpath(used) == realpath(path):
        return ""
    whose = "yours" if used in own_scenarios() else "the game's own"
    return in_words(
        f"{plain(str(path))}: the id {plain(path.stem)!r} is taken by {plain(str(used))}, {whose}: "
        "rename the file and its id"
    )


def find_scenario(scenario_id: str) -> Scenario:
    """The scenario with this id.

    :raises SetupError: naming the one that was meant, else those there are.
    """
    paths = list_scenarios()
    for path in paths:
        if path.stem == scenario_id:
            return under_house_rules(load_scenario(path))
    known = [path.stem for path in paths]
    hint = likely(scenario_id, known) or f"; choose from: {', '.join(known)}"
    raise SetupError(absent_scenario(scenario_id) or f"no scenario {scenario_id!r}{hint}")


def new_game(scenario_id: str, *, options: Mapping[str, str] | None = None, seed: int = 0) -> Game:
    """A fresh game of the scenario with this id.

    :raises SetupError: if there is no such scenario, option or value.
    """
    return start(find_scenario(scenario_id), options, seed)
