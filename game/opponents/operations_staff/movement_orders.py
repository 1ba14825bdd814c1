"""Who goes where in a movement phase: the orders given so far, and what stacks may hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from ecs.core.view import UnitView
from game.opponents.operations_staff.enemy_threat import EnemyThreat, march_net
from game.opponents.operations_staff.figures import MARCH, ODDS
from game.opponents.operations_staff.position import Position
from game.opponents.shared.marches import MarchOrders


class MovementOrders(MarchOrders):
    """One side's movement phase.

    :param used: units that have an attack and are left alone.
    """

    now: Position

    def __init__(self, now: Position, used: frozenset[str]) -> None:
        self.storms = EnemyThreat(now)
        super().__init__(now, march_net(now, now.weather), used)

    # -- orders -------------------------------------------------------------------------------------------

    def fits(self, unit: UnitView, others: Sequence[UnitView], h: int) -> bool:
        """Is there room for a unit beside others in a hex (6)?"""
        return self.now.fits([unit, *(u for u in others if u.id != unit.id)], h)

    def casts(self, unit: UnitView) -> bool:
        """Does a unit exert a zone of control?"""
        return not unit.disrupted

    def force(self, h: int, more: Iterable[UnitView] = ()) -> float:
        """Defence of the units that will stand in a hex, and some more, on its ground."""
        return self.storms.defence(h, [*self.stack.get(h, ()), *more])

    def _goes_late(self, name: str) -> bool:
        """Does a German army move after those that stand with it, to slip from zone to zone with their help (7)?"""
        unit = self.now.by_id[name]
        return unit.size == "army" and "infantry" in unit.traits

    # -- what is at stake -----------------------------------------------------------------------------------

    @cached_property
    def points(self) -> Mapping[int, float]:
        """Victory cities and their points."""
        return {h: float(spot.vp) for h, spot in enumerate(self.board.hexes) if spot.place == "victory"}

    @cached_property
    def worth(self) -> list[float]:
        """The value of holding a place, whoever has it now; about 2 for a point."""
        return place_worth(self.now)


def place_worth(now: Position) -> list[float]:
    """The value of holding each hex, whoever has it now; about 2 for a point, more if that decides the
    war."""
    return [min(w / ODDS.errand, MARCH.worth_most) for w in now.worth]
