"""What whoever looks out for one kind of blunder knows of a game, and when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ecs import Command, Game, Side, View
from ecs.core.events import Record
from ecs.core.view import UnitView

NEAR = 3
"""Hexes from which an enemy threatens a place."""

Found = Callable[[Side, str], None]
"""Told of a blunder: whose, and at what hex or by what unit."""


class Table:
    """The game as the watchers may ask it: what a side sees, and what it could have done."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._owners = {phase.id: phase.side for phase in game.ruleset.sequence.phases}

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self.game.turn

    @property
    def phase(self) -> tuple[int, str]:
        """Turn and id of the phase."""
        turn, phase, _ = self.game.moment
        return turn, phase

    @property
    def mover(self) -> Side | None:
        """The side whose phase it is; None in one that is for both."""
        return self._owners[self.game.moment[1]]

    def view(self, side: Side) -> View:
        """What a side sees."""
        return self.game.look(side)

    def index(self, label: str) -> int:
        """The board index of a hex by its label."""
        return self.game.board.by_label[label]

    def fighters(self, viewer: Side, side: Side) -> Iterator[UnitView]:
        """The combat units of a side on the map, as another (or itself) knows them."""
        return (u for u in self.view(viewer).units if u.side is side and u.hex >= 0 and is_fighter(u))

    def garrison(self, viewer: Side, side: Side) -> frozenset[int]:
        """The hexes in which a side has combat units."""
        return frozenset(unit.hex for unit in self.fighters(viewer, side))

    def is_threatened(self, side: Side, index: int) -> bool:
        """Does a side see an enemy combat unit within three hexes of a hex?"""
        distance = self.game.board.distance
        return any(distance(index, enemy) <= NEAR for enemy in self.garrison(side, side.other))

    def reach(self, unit: UnitView) -> frozenset[int]:
        """The hexes that a unit of the side to act could move to now."""
        return frozenset(self.game.reach(unit.id))

    def in_supply(self, side: Side) -> frozenset[int]:
        """The hexes from which a side can trace supply now."""
        return self.game.supply(side)


def is_fighter(unit: UnitView) -> bool:
    """Is it a combat unit, or may it be one, as it lies face down?"""
    return unit.attack > 0 or unit.defence > 0 or unit.id.startswith("?")


class Watcher:
    """Looks out for one kind of blunder.

    A player-turn: the phases of one side, until one of the other or the next turn.
    """

    def __init__(self, table: Table, found: Found) -> None:
        self.table, self.found = table, found

    def turn_begins(self, side: Side) -> None:
        """The player-turn of a side begins."""

    def phase_begins(self, side: Side) -> None:
        """A phase of the side begins, or another after it."""

    def before(self, command: Command) -> None:
        """A command is about to be given by the side to act."""

    def after(self, record: Record) -> None:
        """A command has been carried out."""

    def turn_ends(self, side: Side) -> None:
        """The player-turn of a side is over; the enemy has not given a command since."""
