"""Armour that gave back what it took."""

from __future__ import annotations

from ecs import Side, parse
from ecs.core.events import Captured, Moved, Record
from tests.workshop.tournament.blunders.watcher import Found, Table, Watcher

SOON = 1
"""Turns after that of the capture in which a place that falls again has been given back."""


class ArmourGaveBack(Watcher):
    """A place told by name that armour took by an order of its own, and that the enemy had again by the next turn.

    A unit that the rules move, without an order that names it, took nothing.
    """

    def __init__(self, table: Table, found: Found) -> None:
        super().__init__(table, found)
        self._taken: dict[str, tuple[int, Side]] = {}

    def after(self, record: Record) -> None:
        for event in record.events:
            if not isinstance(event, Captured):
                continue
            turn, side = self._taken.pop(event.hex, (0, event.side))
            if side is not event.side and record.turn - turn <= SOON:
                self.found(side, event.hex)
            if self._by_armour(record, event):
                self._taken[event.hex] = record.turn, event.side

    def _by_armour(self, record: Record, captured: Captured) -> bool:
        if record.side is not captured.side:
            return False
        ordered = getattr(parse(record.command), "unit", "")
        unit = self.table.view(captured.side).unit(ordered)
        went = any(isinstance(e, Moved) and e.unit == ordered and captured.hex in e.path[1:] for e in record.events)
        return went and unit is not None and unit.armour
