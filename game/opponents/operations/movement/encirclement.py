"""Enemies that can be cut off, and what it is worth: those without supply are lost when they are Dispersed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ecs.core.view import UnitView
from game.opponents.operations.movement.movement_orders import MovementOrders
from game.opponents.operations.position import Position
from game.opponents.operations.troops import is_fast
from game.opponents.operations.unit_price import price
from game.opponents.shared.map_analysis import FAR, spread
from game.opponents.shared.movement.encirclement import Cut, EncirclementSearch, Rings, best_rings

RINGS = Rings(wide=8, radii=(1, 3), near=7, most=14, own_ground=(False, True), least=1.5)
ROUNDS, REAR = 5, 6
DOOMED, TRAPPED, CITY = 1.1, 0.5, 1.0
TIED, SLOW = 0.1, 0.05
EXPOSED = 0.5


def close_rings(march: MovementOrders, storm: Sequence[float], care: float = EXPOSED) -> None:
    """Order the rings that are worth most, one after another.

    :param care: how much it counts what may be lost at the posts.
    """
    for ring in best_rings(lambda: StarvingRingSearch(march, storm, care), ROUNDS):
        why = f"To cut off the enemy round {march.now.name(ring.center)}."
        for name, h in sorted(ring.posts.items()):
            march.send(march.now.by_id[name], h, why)


class StarvingRingSearch(EncirclementSearch):
    """Looks for the best ring with the units that are in hand, by who would starve in it."""

    now: Position

    def __init__(self, march: MovementOrders, storm: Sequence[float], care: float) -> None:
        self.march, self.storm, self.care = march, storm, care
        now, reach = march.now, {u.id: march.spots(u) for u in march.free()}
        super().__init__(now, RINGS, reach, march.walls(), march.net, march.net)
        self.sources = [h for h in now.foe_supply if now.far_own[h] >= REAR and now.holder(h) is not now.side]
        self.lost = self._cut_off(self.fixed)

    def prey(self) -> Iterable[int]:
        """Everybody, as long as the enemy has a rear to be cut off from."""
        return self.now.foes_at if self.sources else ()

    def caught(self, cut: Cut, posts: Mapping[str, int]) -> float:
        """The worth of those who lose their way to the rear."""
        return self._cut_off(self.closed(posts)) - self.lost

    def merit(self, h: int) -> float:
        """In the enemy's zones, out of the storm."""
        return 0.2 * (h in self.now.foe_zones) - 0.02 * self.storm[h]

    def distaste(self, unit: UnitView, h: int) -> float:
        """Whom to send: the near, the infantry, and those who can hold against what comes."""
        strong = min(self.storm[h] / max(self.march.storms.defence(h, [unit]), 0.5), 8.0)
        return 0.3 * self.march.atlas.far(h)[unit.hex] + 0.4 * strong + (0.6 if is_fast(unit) else 0.0)

    def _cut_off(self, closed: Collection[int]) -> float:
        """Worth of the enemies without a way to their rear, if these hexes are closed to them (11)."""
        now, march = self.now, self.march
        shut = [h in closed and h not in now.foes_at for h in range(march.size)]
        for h in now.mine_at:
            shut[h] = shut[h] or h in closed
        way = spread(march.net, self.sources, shut)
        total = 0.0
        for h, stack in now.foes_at.items():
            if way[h] >= FAR:
                total += sum(price(u) * (DOOMED if u.disrupted else TRAPPED) for u in stack)
                total += CITY * march.points.get(h, 0.0)
        return total

    def cost(self, unit: UnitView, h: int) -> float:
        """That it is tied down, and what may be lost in the face of those outside."""
        march = self.march
        force = march.force(h, [unit])
        share = march.storms.loss(self.storm[h] / max(force, 0.5), march.storms.is_overrun(h, [unit]))
        return TIED * max(unit.attack, 1) + (self.care * share * price(unit) + SLOW)
