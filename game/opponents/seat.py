"""What may a computer player see and ask?  Just what a human in the same chair may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ecs import Command, Forecast, Game, Side, View
from ecs.core.view import RangeArea, ReachStep


class Seat:
    """One side's chair at the table: its view, its commands, and the planner's questions.

    Enemies that lie face down are counters without a name here, and nothing leads from a seat to the dice.
    """

    __slots__ = ("__game", "__side")

    def __init__(self, game: Game, side: Side) -> None:
        self.__game, self.__side = game, side

    @property
    def side(self) -> Side:
        """Whose chair it is."""
        return self.__side

    @property
    def view(self) -> View:
        """The game as this side sees it."""
        return self.__game.view(self.__side)

    @property
    def traits(self) -> Mapping[str, Any]:
        """What the rulebook declares about itself."""
        return self.__game.ruleset.traits

    def legal(self) -> tuple[Command, ...]:
        """Every command this side may give now."""
        return self.__game.legal() if self.__game.to_act is self.__side else ()

    def allows(self, command: Command) -> bool:
        """May this side give the command now?  Cheaper than looking it up in all that it may give."""
        return self.__game.to_act is self.__side and self.__game.is_legal(command)

    def remedy(self, command: Command) -> tuple[Command, ...]:
        """The orders that would make a command legal that is not, where the rules name some."""
        refusal = self.__game.why_not(command, self.__side)
        return refusal.remedy if refusal is not None else ()

    @property
    def moment(self) -> tuple[int, str, str]:
        """Turn, id of the phase, and of the open decision or "": what the view says, without the rest of it."""
        return self.__game.moment

    def areas(self) -> tuple[RangeArea, ...]:
        """What own headquarters, depots and aircraft reach."""
        return self.__game.areas(self.__side)

    def reach(self, unit_id: str) -> dict[int, ReachStep]:
        """Where an own unit could move now."""
        return self.__game.reach(unit_id) if self._knows(unit_id, self.__side) else {}

    def forecast(
        self,
        hex_index: int,
        attackers: Sequence[str],
        press: int = 0,
        stand: bool = True,
        rounds: int = 0,
        at: Mapping[str, int] | None = None,
    ) -> Forecast:
        """An attack on a hex worked out exactly, as far as this side knows the units in it.

        :param at: hexes from which units would attack, where they do not stand there yet.
        """
        known = [name for name in attackers if self.view.unit(name) is not None]
        unit = self.view.unit(known[0]) if known else None
        side = unit.side if unit else self.__side
        return self.__game.forecast(side, hex_index, known, press, stand, rounds, at)

    def supply(self, side: Side) -> frozenset[int]:
        """Hexes from which a side can trace supply now."""
        return self.__game.supply(side)

    def zones(self, side: Side) -> Mapping[int, tuple[str, ...]]:
        """Hexes in a side's zones of control."""
        return self.__game.zones(side)

    def _knows(self, unit_id: str, side: Side) -> bool:
        unit = self.view.unit(unit_id)
        return unit is not None and unit.side is side
