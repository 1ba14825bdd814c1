"""Units out of supply in winter that need not have been."""

from __future__ import annotations

from ecs import Side
from ecs.core.commands import Airlift
from ecs.core.events import Record
from ecs.core.view import UnitView
from tests.workshop.tournament.blunders.watcher import Found, Table, Watcher


class ColdAndHungry(Watcher):
    """A combat unit in good order and at full strength that ends its player-turn out of supply while it snows.

    It is the side's own doing, and counted, if the unit was in supply when the player-turn began, for the enemy has not
    acted since, or if it was judged out of supply and could have moved into supply in one of the phases.  Whoever was
    cut off by the enemy and cannot get back is not counted, nor who is fed from the air, nor who needs no supply path.
    """

    def __init__(self, table: Table, found: Found) -> None:
        super().__init__(table, found)
        self._is_winter = False
        self._fed: frozenset[str] = frozenset()
        self._could: set[str] = set()
        self._flown: set[int] = set()

    def turn_begins(self, side: Side) -> None:
        supplied = self.table.in_supply(side)
        self._is_winter = False
        self._fed = frozenset(unit.id for unit in self.table.fighters(side, side) if unit.hex in supplied)
        self._could, self._flown = set(), set()

    def after(self, record: Record) -> None:
        if record.command.startswith(f"{Airlift.verb} "):
            self._flown.add(self.table.index(record.command.split()[-1]))

    def phase_begins(self, side: Side) -> None:
        if not self.table.view(side).known.winter:
            return
        self._is_winter = True
        if self.table.game.to_act is side:
            supplied, hungry = self.table.in_supply(side), (u for u in self._hungry(side) if not u.supplied)
            self._could |= {unit.id for unit in hungry if not supplied.isdisjoint(self.table.reach(unit))}

    def turn_ends(self, side: Side) -> None:
        if not self._is_winter:  # the weather of the next turn may have come already
            return
        for unit in self._hungry(side):
            if unit.id in self._fed or unit.id in self._could:
                self.found(side, unit.id)

    def _hungry(self, side: Side) -> list[UnitView]:
        """Fit combat units that cannot trace supply where they stand."""
        supplied = self.table.in_supply(side) | self._flown
        return [unit for unit in self.table.fighters(side, side) if unit.hex not in supplied and is_fit(unit)]


def is_fit(unit: UnitView) -> bool:
    """Is it in good order and at full strength?"""
    return not unit.disrupted and "reduced" not in unit.badges
