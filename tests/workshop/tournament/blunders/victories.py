"""Hexes won and left lying."""

from __future__ import annotations

from ecs import Command, Side
from ecs.core.commands import Advance, EndPhase
from ecs.core.events import BattleBegan, Moved, Record
from tests.workshop.tournament.blunders.watcher import NEAR, Found, Table, Watcher

HOPELESS = 3
"""Times as many factors against whom nobody holds a hex."""


class HexNotEntered(Watcher):
    """A hex that was attacked, that an attacker could have advanced into, and that nobody of its side has entered when
    the enemy gives his next order: neither by that advance nor by a march after it.

    It must be worth entering: a town or city, or ground with an enemy within three hexes, who may come back.  An
    advance that the rules do not allow is on no list of commands, and is not counted; nor one by which the hex would be
    lost with everybody in it: where the enemies in good order within three hexes, when it is their turn, have more than
    three times the factors of all who could have gone in.
    """

    def __init__(self, table: Table, found: Found) -> None:
        super().__init__(table, found)
        self._fought: frozenset[str] = frozenset()
        self._open: dict[str, Side] = {}
        self._able: dict[str, set[str]] = {}
        self._entered: set[str] = set()

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
            for order in game.legal():
                if isinstance(order, Advance) and order.hex in self._fought - self._entered:
                    self._open[order.hex] = side
                    self._able.setdefault(order.hex, set()).add(order.unit)

    def after(self, record: Record) -> None:
        for event in record.events:
            if isinstance(event, BattleBegan):
                self._fought = frozenset({event.hex, *event.joined})
                self._entered -= self._fought
                for label in self._fought:
                    self._able.pop(label, None)
            elif isinstance(event, Moved):
                for label in event.path[1:]:
                    self._open.pop(label, None)
                    self._entered.add(label)

    def _settle(self, winner: Side) -> None:
        """His enemy is about to act: what has the winner left lying?"""
        for label in [label for label, side in self._open.items() if side is winner]:
            del self._open[label]
            index = self.table.index(label)
            is_empty = index not in self.table.garrison(winner, winner)
            is_of_use = self.table.game.board.hexes[index].place or self.table.is_threatened(winner, index)
            if is_empty and is_of_use and not self._is_hopeless(winner, label):
                self.found(winner, label)

    def _is_hopeless(self, winner: Side, label: str) -> bool:
        """Would the hex have been lost with all who could have gone in?"""
        distance, index = self.table.game.board.distance, self.table.index(label)
        near = (foe for foe in self.table.fighters(winner, winner.other) if distance(foe.hex, index) <= NEAR)
        against = sum(foe.attack for foe in near if not foe.disrupted)
        able = (unit for unit in self.table.fighters(winner, winner) if unit.id in self._able.get(label, ()))
        return against > HOPELESS * sum(max(unit.attack, unit.defence) for unit in able)
