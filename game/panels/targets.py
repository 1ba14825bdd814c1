"""What could be attacked now, and how would it go?  A list under the declared battles, the likeliest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecs import View
from ecs.commands import Assign
from ecs.view import Forecast, Overrun
from game.panels.figures import number, percent
from game.panels.orders import place_name
from game.ui import Ui

if TYPE_CHECKING:
    from game.panels.desk import Desk

MOST = 40


class Targets:
    """Hexes that can be attacked, each with what everybody who may join would bring; worked out once a position."""

    def __init__(self) -> None:
        self._of: View | None = None
        self._found: list[tuple[int, Forecast]] = []
        self._near: tuple[object, list[tuple[int, Overrun]]] = (None, [])

    def of(self, desk: Desk) -> list[tuple[int, Forecast]]:
        """The hexes and forecasts, the likeliest first."""
        if self._of is not desk.view:
            self._of, self._found = desk.view, _work_out(desk)
        return self._found

    def overruns(self, desk: Desk) -> list[tuple[int, Overrun]]:
        """Hexes with what all who may join bring towards an automatic victory, the nearest to one first."""
        key = (desk.view, desk.orders.found)
        if self._near[0] != key:
            self._near = (key, _overruns(desk))
        return self._near[1]


def _teams(desk: Desk) -> dict[int, list[str]]:
    """Of every hex that can be attacked, who may join or has joined, as far as it has been looked up."""
    teams: dict[int, list[str]] = {}
    for unit, by in desk.orders.so_far.items():
        for index, commands in by.items():
            if any(isinstance(c, Assign) for c in commands):
                teams.setdefault(index, []).append(unit)
    return teams


def _overruns(desk: Desk) -> list[tuple[int, Overrun]]:
    game, side = desk.session.game, desk.view.side
    teams = _teams(desk)
    for battle in desk.view.battles:
        if battle.state == "declared":
            teams[battle.hex] = [*teams.get(battle.hex, ()), *battle.attackers]
    found = [(index, game.overrun(side, index, team)) for index, team in sorted(teams.items())]
    known = [(index, ahead) for index, ahead in found if ahead is not None]
    return sorted(known, key=lambda entry: (bool(entry[1].refusal), entry[1].needed - entry[1].attack, entry[0]))


def _work_out(desk: Desk) -> list[tuple[int, Forecast]]:
    desk.orders.go_on()
    teams = _teams(desk)
    game, side = desk.session.game, desk.view.side
    found = [(index, game.forecast(side, index, team)) for index, team in sorted(teams.items())]
    found.sort(key=lambda entry: (bool(entry[1].refusal), -entry[1].p_cleared, entry[0]))
    return found[:MOST]


def target_list(ui: Ui, desk: Desk, known: Targets) -> None:
    """A button for each hex that can be attacked; it opens the planner there."""
    found = known.of(desk)
    if not found:
        return
    ui.separator()
    ui.label("Can be attacked", "large", bold=True)
    for index, ahead in found:
        chance = "not alone" if ahead.refusal else f"{percent(ahead.p_cleared)} at {ahead.odds}"
        losses = number(ahead.mean_attacker_factors_lost)
        tip = f"All {len(ahead.attackers)} that may join, together; expected to lose {losses} factors."
        if ui.button(f"{place_name(desk.view.board, index)}: {chance}", name=f"target {index}", tooltip=tip):
            desk.out.look_at = desk.here = index
            desk.plans.open(index)
            return
