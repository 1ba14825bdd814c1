"""A scenario as it is read from its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ecs.board.board import Board
from ecs.core.ruleset.options import SetupError


@dataclass(frozen=True, slots=True)
class Scenario:
    """A starting position: which rules, which map, which counters where.

    ``turns``: the last turn; ``start_turn``: the first.  ``ground``: the map region the Axis holds at the start
    (none: by the owners on the map), or a zone of that name.  ``zones``: set-up zones by name.  ``rules``: numbers of
    this scenario alone, those that decide it among them.  ``figures``: what it changes in units and tables of its game.
    ``points``: what places are worth, by label or name, where it is not as the game says.  ``weather``: that of the
    first turn, "" as the rules find it.  ``absent``: counters of the game's calendar that never come.
    """

    id: str
    ruleset: str
    title: str
    map: Path
    turns: int
    minutes: int
    blurb: str
    history: str
    units: tuple[Any, ...]
    path: Path
    options: Mapping[str, str] = field(default_factory=dict)
    start_turn: int = 1
    ground: str = ""
    zones: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, int] = field(default_factory=dict)
    figures: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    weather: str = ""
    absent: tuple[str, ...] = ()

    def points_on(self, board: Board) -> dict[int, int]:
        """Board index -> what the scenario says the hex is worth.

        :raises SetupError: for a place that is not on the map.
        """
        if not self.points:
            return {}
        found = {}
        for word, worth in self.points.items():
            meant = board.called(word)
            if len(meant) != 1:
                raise SetupError(f"{self.path.name}: points: no place {word!r} on {board.name}")
            found[meant[0]] = worth
        return found
