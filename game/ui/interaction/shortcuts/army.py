"""Whom one order may be for: the whole stack, or all that go by one headquarters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ecs import Game, View
from ecs.core.view import UnitView
from game.ui.interaction.click_commands import Orders
from game.ui.interaction.shortcuts.group_orders import leading_first

HEADQUARTERS = "headquarters"


class ArmyDesk(Protocol):
    """The player's seat: what stands where, and who can act."""

    view: View
    orders: Orders

    def can_act(self) -> tuple[str, ...]:
        """Units that can still act."""


def army_of(desk: ArmyDesk, game: Game, unit: UnitView) -> list[str]:
    """All that can act with a unit: in the range of its headquarters, the nearest if there are several; where there are
    none, in its hex and beside it.  The slowest leads."""
    view = desk.view
    areas = [area for area in game.areas(view.side) if area.kind == HEADQUARTERS and area.live]
    found = [area for area in areas if area.unit == unit.id] or [area for area in areas if unit.hex in area.hexes]

    def apart(name: str) -> int:
        headquarters = view.unit(name)
        return view.board.distance(headquarters.hex, unit.hex) if headquarters is not None else 0

    if found:
        area = min(found, key=lambda each: (apart(each.unit), each.unit))
        ground: Iterable[int] = area.hexes
    else:
        ground = (unit.hex, *view.board.neighbours[unit.hex])
    here = set(ground)
    able = [each for name in desk.can_act() if (each := view.unit(name)) is not None and each.hex in here]
    return leading_first([*able, *(() if unit in able else (unit,))], desk.orders)
