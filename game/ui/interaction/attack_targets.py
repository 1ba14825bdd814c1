"""Hexes that can be attacked now, with the forecast of everybody who may join, worked out once a position."""

from __future__ import annotations

from ecs import View
from ecs.core.commands import Assign
from ecs.core.view import Forecast, OverrunView
from game.ui.interaction.side_position import SidePosition

MOST = 40


class Targets:
    """Hexes that can be attacked, each with what everybody who may join would bring; worked out once a position."""

    def __init__(self) -> None:
        self._of: View | None = None
        self._found: list[tuple[int, Forecast]] = []
        self._near: tuple[object, list[tuple[int, OverrunView]]] = (None, [])

    def of(self, position: SidePosition) -> list[tuple[int, Forecast]]:
        """The hexes and forecasts, the likeliest first."""
        if self._of is not position.view:
            self._of, self._found = position.view, _work_out(position)
        return self._found

    def overruns(self, position: SidePosition) -> list[tuple[int, OverrunView]]:
        """Hexes with what all who may join bring towards an automatic victory, the nearest to one first."""
        key = (position.view, position.orders.found)
        if self._near[0] != key:
            self._near = (key, _overruns(position))
        return self._near[1]


def _teams(position: SidePosition) -> dict[int, list[str]]:
    """Of every hex that can be attacked, who may join or has joined, as far as it has been looked up."""
    teams: dict[int, list[str]] = {}
    for unit, by in position.orders.so_far.items():
        for index, commands in by.items():
            if any(isinstance(c, Assign) for c in commands):
                teams.setdefault(index, []).append(unit)
    return teams


def _overruns(position: SidePosition) -> list[tuple[int, OverrunView]]:
    game, side = position.game, position.view.side
    teams = _teams(position)
    for battle in position.view.battles:
        if battle.state == "declared":
            teams[battle.hex] = [*teams.get(battle.hex, ()), *battle.attackers]
    found = [(index, game.overrun(side, index, team)) for index, team in sorted(teams.items())]
    known = [(index, ahead) for index, ahead in found if ahead is not None]
    return sorted(known, key=lambda entry: (bool(entry[1].refusal), entry[1].needed - entry[1].attack, entry[0]))


def _work_out(position: SidePosition) -> list[tuple[int, Forecast]]:
    position.orders.go_on()
    teams = _teams(position)
    game, side = position.game, position.view.side
    found = [(index, game.forecast(side, index, team)) for index, team in sorted(teams.items())]
    found.sort(key=lambda entry: (bool(entry[1].refusal), -entry[1].p_cleared, entry[0]))
    return found[:MOST]
