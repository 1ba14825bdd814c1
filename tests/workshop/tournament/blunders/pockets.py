"""Pockets left lying behind the front."""

from __future__ import annotations

from dataclasses import dataclass

from ecs import Side
from ecs.core.events import PocketClosed, Record
from tests.workshop.tournament.blunders.watcher import Found, Table, Watcher

OLD = 2
LEAST = 2
"""Units that make a pocket, as the rules tell it."""


@dataclass(frozen=True, slots=True)
class Pocket:
    """Units of a side that were cut off together."""

    turn: int
    side: Side
    hex: str
    units: frozenset[str]


class OldPocket(Watcher):
    """An enemy pocket that stands more than two turns after it was closed: at least two of its units are still there
    and out of supply, and a combat unit of the besiegers is next to one of them.

    It counts once, for the besiegers.  A pocket that nobody stands next to is not besieged, and not counted.
    """

    def __init__(self, table: Table, found: Found) -> None:
        super().__init__(table, found)
        self._pockets: list[Pocket] = []

    def after(self, record: Record) -> None:
        for event in record.events:
            if isinstance(event, PocketClosed):
                self._pockets.append(Pocket(record.turn, event.side, event.hexes[0], frozenset(event.units)))

    def turn_ends(self, side: Side) -> None:
        kept = []
        for pocket in self._pockets:
            if pocket.side is side:
                kept.append(pocket)
                continue
            hexes = self._standing(pocket)
            if len(hexes) < LEAST:
                continue
            if self._turn - pocket.turn > OLD and self._is_besieged(pocket, hexes):
                self.found(side, pocket.hex)
            else:
                kept.append(pocket)
        self._pockets = kept

    def turn_begins(self, side: Side) -> None:
        self._turn = self.table.turn

    def _standing(self, pocket: Pocket) -> list[int]:
        """Where the units of a pocket stand that are in it still."""
        supplied = self.table.in_supply(pocket.side)
        there = self.table.fighters(pocket.side, pocket.side)
        return [unit.hex for unit in there if unit.id in pocket.units and unit.hex not in supplied]

    def _is_besieged(self, pocket: Pocket, hexes: list[int]) -> bool:
        ring = {near for hex_ in hexes for near in self.table.game.board.neighbours[hex_]}
        return not ring.isdisjoint(self.table.garrison(pocket.side.other, pocket.side.other))
