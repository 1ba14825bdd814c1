"""Enemies that fast units can cut off: they close what the front leaves open."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ecs.core.view import UnitView
from game.opponents.campaign.position import Position, strength
from game.opponents.shared.movement.encirclement import Cut, EncirclementSearch, Rings, risk

RINGS = Rings(wide=9, radii=(2, 4), near=8, most=24, own_ground=(False,), least=5.0, grip=0.6)
TIED, ALONE = 0.35, 0.5


class PocketSearch(EncirclementSearch):
    """Looks for pockets.  ``fixed``: hexes in or beside which units that stay where they are cast zones."""

    now: Position

    def __init__(self, now: Position, reach: Mapping[str, Collection[int]], fixed: frozenset[int]) -> None:
        super().__init__(now, RINGS, reach, fixed, now.net, now.net)

    def is_free(self, h: int) -> bool:
        """Own ground in supply, whoever stands beside it."""
        now = self.now
        return now.holder(h) is now.side and h in now.supply and not now.foe_cf[h]

    def caught(self, cut: Cut, posts: Mapping[str, int]) -> float:
        """All factors inside the ring."""
        return sum(self.now.foe_cf[h] for h in cut.inside())

    def merit(self, h: int) -> float:
        """Good ground, and none of it next to the enemy."""
        return 0.3 * self.now.atlas.cover[h] - 0.2 * (self.now.far_foe[h] <= 1)

    def distaste(self, unit: UnitView, h: int) -> float:
        """The near and the weak are sent."""
        return self.now.board.distance(unit.hex, h) + 0.5 * unit.attack

    def cost(self, unit: UnitView, h: int) -> float:
        """What it could do elsewhere, and what it may lose in the face of those outside."""
        now, force = self.now, strength(unit)
        odds = now.threat[h] / (max(now.own_cf[h] + force, 0.5) * now.atlas.cover[h])
        return TIED * force + ALONE * (risk(odds) * force)
