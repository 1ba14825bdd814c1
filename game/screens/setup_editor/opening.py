"""What the set-up editor begins with: a scenario, or the position of a game, and the counters of other scenarios."""

from __future__ import annotations

from pathlib import Path

from ecs import (
    DraftCounter,
    Game,
    Scenario,
    ScenarioDraft,
    SetupError,
    Side,
    TableError,
    draft_of,
    draft_of_position,
    extended_by,
    load_scenario,
    retold,
)
from game.play.scenarios import is_shipped, list_scenarios
from game.system.paths import user_root

MADE = "draft"  # the id of a position that is being edited


def draft_of_scenario(scenario: Scenario) -> tuple[ScenarioDraft, Path | None]:
    """A scenario to be edited, and the player's file to be written over.

    A file of the player's that extends another scenario goes on extending that, and may be written over; any other is
    extended itself, by a new file.

    :raises SetupError, TableError: if a file cannot be read.
    """
    told = load_scenario(scenario.path)
    other = None if is_shipped(told) else extended_by(told.path)
    if other is None or user_root() / "maps" not in told.path.parents:
        return draft_of(told, told), None
    return draft_of(told, load_scenario(other)), told.path


def draft_of_game(game: Game) -> tuple[ScenarioDraft, tuple[str, ...]]:
    """The position of a game to be edited, and what no scenario can say of it.

    :raises SetupError: if the position cannot be told.
    """
    position = retold(game, MADE)
    return draft_of_position(position), position.notes


def reserve_of(ruleset: str) -> list[DraftCounter]:
    """All counters that scenarios of a game have, each once; files that cannot be read are left out."""
    found: dict[str, DraftCounter] = {}
    for path in list_scenarios():
        try:
            scenario = load_scenario(path)
        except (SetupError, TableError):
            continue
        if scenario.ruleset == ruleset:
            for side, text in ((side, text) for side, entry in scenario.units for text in entry.units):
                name, _, kind = text.partition(":")
                found.setdefault(name, DraftCounter(name, kind, Side(side)))
    return [*found.values()]
