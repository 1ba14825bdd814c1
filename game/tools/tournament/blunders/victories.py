"""Hexes won and left lying."""

from __future__ import annotations

from ecs import Command, Side
from ecs.core.commands import Advance, EndPhase
from ecs.core.events import BattleBegan, Moved, Record
from game.tools.tournament.blunders.watcher import Found, Table, Watcher


class HexNotEntered(Watcher):
    """A hex that was attacked, that an attacker could have advanced into, and that nobody of its side has entered when
    the enemy gives his next order: neither by that advance nor by a march after it.

    It must be worth entering: a town or city, or ground with an enemy within three hexes, who may come back.  An
    advance that the rules do not allow is on no list of commands, and is not counted.
    """

    def __init__(self, table: Table, found: Found) -> None:
        super().__init__(table, found)
        self._fought: frozenset[str] = frozenset()
        self._open: dict[str, Side] = {}

    def phase_begins(self, side: Side) -> None:
        self._fought = frozenset()

    def before(self, command: Command) -> None:
        game, side = self.table.game, self.table.game.to_act
        is_answer = bool(game.moment[2])
        if side is None:
            return
        if not is_answer and not isinstance(command, EndPhase):
            self._settle(side.other)
        if is_answer and self._fought:
            orders = (order for order in game.legal() if isinstance(order, Advance) and order.hex in self._fought)
            self._open.update((order.hex, side) for order in orders)

    def after(self, record: Record) -> None:
        for event in record.events:
            if isinstance(event, BattleBegan):
                self._fought = frozenset({event.hex, *event.joined})
            elif isinstance(event, Moved):
                for label in event.path[1:]:
                    self._open.pop(label, None)

    def _settle(self, winner: Side) -> None:
        """His enemy is about to act: what has the winner left lying?"""
        for label in [label for label, side in self._open.items() if side is winner]:
            del self._open[label]
            index = self.table.index(label)
            is_empty = index not in self.table.garrison(winner, winner)
            if is_empty and (self.table.game.board.hexes[index].place or self.table.is_threatened(winner, index)):
                self.found(winner, label)
