"""Capitals left empty while an enemy stood near."""

from __future__ import annotations

from collections.abc import Iterator

from ecs import Side
from tests.workshop.tournament.blunders.watcher import Found, Table, Watcher


class OpenCapital(Watcher):
    """A capital that its side holds, without a combat unit of its own, and with an enemy within three hexes.

    It is the side's own doing, and counted, if a garrison stood there when its player-turn began, or if a unit could
    have moved in; where nobody could have come, nothing is counted.
    """

    def __init__(self, table: Table, found: Found) -> None:
        super().__init__(table, found)
        self._could: set[int] = set()

    def turn_begins(self, side: Side) -> None:
        self._could = {i for i in self._capitals(side) if i in self.table.garrison(side, side)}

    def phase_begins(self, side: Side) -> None:
        if self.table.game.to_act is not side:
            return
        for capital in self._open(side):
            if any(capital in self.table.reach(unit) for unit in self.table.fighters(side, side)):
                self._could.add(capital)

    def turn_ends(self, side: Side) -> None:
        for capital in self._open(side):
            if capital in self._could:
                self.found(side, self.table.game.board.hexes[capital].label)

    def _capitals(self, side: Side) -> tuple[int, ...]:
        view = self.table.view(side)
        return tuple(i for i in view.known.capitals if view.control[i] is side)

    def _open(self, side: Side) -> Iterator[int]:
        """The capitals that are empty and threatened now."""
        for capital in self._capitals(side):
            if capital not in self.table.garrison(side, side) and self.table.is_threatened(side, capital):
                yield capital
