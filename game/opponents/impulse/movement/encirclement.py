"""Enemies that can be cut off without touching anybody: whoever ends next to an enemy must attack him."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ecs.core.view import UnitView
from game.opponents.impulse.movement.movement_orders import MovementOrders
from game.opponents.impulse.position import FAR, Position, is_fast, spread
from game.opponents.shared.movement.encirclement import Cut, EncirclementSearch, Rings, best_rings, risk

RINGS = Rings(wide=8, radii=(1, 3), near=7, most=14, own_ground=(False, True), least=3.0)
ROUNDS, REAR = 4, 8
TIED, ALONE = 0.12, 0.45


def close_rings(march: MovementOrders, storm: Sequence[float]) -> None:
    """Order the rings that are worth most, one after another."""
    for ring in best_rings(lambda: DistantRingSearch(march, storm), ROUNDS):
        why = f"To cut off {ring.caught:.0f} factors round {march.now.name(ring.center)}."
        for name, h in sorted(ring.posts.items()):
            march.send(march.now.by_id[name], h, why)


class DistantRingSearch(EncirclementSearch):
    """Looks for the best ring with the units that are in hand, and touches nobody with it."""

    now: Position

    def __init__(self, march: MovementOrders, storm: Sequence[float]) -> None:
        self.march, self.storm = march, storm
        now = march.now
        units = [u for u in march.free() if "zoc" in u.traits and (is_fast(u) or now.impulse == 2)]
        reach = {u.id: march.spots(u) for u in units}
        super().__init__(now, RINGS, reach, march.walls(), march.net, now.zone_net)
        self.sources = [h for h in now.foe_supply if now.far_own[h] >= REAR and now.holder(h) is not now.side]
        self.lost = self._cut_off(self.fixed)

    def prey(self) -> Iterable[int]:
        """Those who are in supply, as long as they have a rear to be cut off from."""
        return [h for h in self.now.foes_at if h in self.now.foe_supply] if self.sources else ()

    def caught(self, cut: Cut, posts: Mapping[str, int]) -> float:
        """Factors that lose their way to the rear."""
        return self._cut_off(self.closed(posts)) - self.lost

    def merit(self, h: int) -> float:
        """Good ground out of the storm."""
        return 0.2 * self.march.cover[h] - 0.02 * self.storm[h]

    def distaste(self, unit: UnitView, h: int) -> float:
        """The near and the weak are sent, and those on foot."""
        return self.march.atlas.far(h)[unit.hex] + 0.5 * unit.attack - (2.0 if not is_fast(unit) else 0.0)

    def _cut_off(self, closed: Collection[int]) -> float:
        """Enemy factors without a way to their rear, if these hexes are closed to them (10.68)."""
        now, march = self.now, self.march
        shut = [h in closed and h not in now.foes_at for h in range(march.size)]
        way = spread(march.net, self.sources, shut)
        return float(sum(now.foe_cf[h] for h in now.foes_at if way[h] >= FAR))

    def cost(self, unit: UnitView, h: int) -> float:
        """What it could do elsewhere, and what it may lose in the face of those outside."""
        march = self.march
        odds = self.storm[h] / (max(march.cf[h] + unit.defence, 0.5) * march.cover[h])
        return TIED * unit.attack + ALONE * risk(odds) * unit.attack
