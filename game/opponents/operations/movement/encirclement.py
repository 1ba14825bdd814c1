"""Enemies that can be cut off now, by whom, from where.  Zones of control close a ring; nobody has to touch them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ecs.core.view import UnitView
from game.opponents.operations.movement.enemy_threat import is_fast
from game.opponents.operations.movement.movement_orders import MovementOrders
from game.opponents.operations.unit_price import price
from game.opponents.shared.front_line_search import ENDLESS, cheapest_cut, close_by_few
from game.opponents.shared.map_analysis import FAR, spread

WIDE = 8
RADII = (1, 3)
MOST, NEAR, ROUNDS = 14, 7, 5
FREE, POST = 1, 40
LEAST, REAR = 1.5, 6
DOOMED, TRAPPED, CITY = 1.1, 0.5, 1.0
TIED, SLOW = 0.1, 0.05
EXPOSED = 0.5


@dataclass(frozen=True, slots=True)
class Encirclement:
    """A ring to be closed: who goes where, round whom, what is caught in it, and what it is worth."""

    center: int
    posts: dict[str, int]
    caught: float
    value: float


def close_rings(march: MovementOrders, storm: Sequence[float], care: float = EXPOSED) -> None:
    """Order the rings that are worth most, one after another.

    :param care: how much it counts what may be lost at the posts.
    """
    for _ in range(ROUNDS):
        best = _Search(march, storm, care).best()
        if best is None:
            return
        why = f"To cut off the enemy round {march.front.name(best.center)}."
        for name, h in sorted(best.posts.items()):
            march.send(march.front.by_id[name], h, why)


class _Search:
    """Looks for the best ring with the units that are in hand."""

    def __init__(self, march: MovementOrders, storm: Sequence[float], care: float) -> None:
        self.march, self.front, self.storm, self.care = march, march.front, storm, care
        self.spots = {u.id: march.spots(u) for u in march.free()}
        self.able = {h for spots in self.spots.values() for h in spots}
        net = march.net
        self.near = self.able | {j for h in self.able for j in net[h]}
        self.fixed = march.walls()
        front = self.front
        self.sources = [h for h in front.foe_supply if front.far_own[h] >= REAR and front.holder(h) is not front.side]
        self.lost = self.cut_off(self.fixed)

    def best(self) -> Encirclement | None:
        """The ring that is worth most; None if none is worth closing."""
        if not self.sources or not self.spots:
            return None
        tries = [(h, r, wide) for h in self._centers() for r in RADII for wide in (False, True)]
        found = [ring for h, r, wide in tries if (ring := self._round(h, r, wide)) is not None]
        return max(found, key=lambda ring: (ring.value, -ring.center), default=None)

    def _centers(self) -> list[int]:
        apart = self.march.board.distance
        homes = sorted({self.front.by_id[name].hex for name in self.spots})
        near = sorted((min(apart(h, s) for s in homes), h) for h in self.front.foes_at)
        return [h for away, h in near if away <= NEAR][:MOST]

    def _round(self, center: int, radius: int, wide: bool) -> Encirclement | None:
        front, march = self.front, self.march
        front.seat.working()
        disk = march.atlas.disk(center, WIDE)
        where = {h: k for k, (h, _) in enumerate(disk)}
        net = tuple(tuple(where[j] for j in march.net[h] if j in where) for h, _ in disk)
        price = [self._price(h) for h, _ in disk]
        inner = [k for k, (h, d) in enumerate(disk) if d <= radius and h in front.foes_at]
        outer = [k for k, (h, d) in enumerate(disk) if d == WIDE and (wide or not self._own(h))]
        cut = cheapest_cut(net, price, inner, outer, working=front.seat.working) if outer else []
        need = {disk[k][0] for k in cut if price[k] != FREE}
        if not need:
            return None
        posts = self._man(need)
        if posts is None:
            return None
        closed = self.fixed | march.closed(posts.values())
        caught = self.cut_off(closed) - self.lost
        crew = [front.by_id[name] for name in posts]
        value = caught - sum(TIED * max(u.attack, 1) + self._risk(u, posts[u.id]) for u in crew)
        return Encirclement(center, posts, caught, value) if caught >= LEAST and value > 0 else None

    def _price(self, h: int) -> int:
        if h in self.front.foes_at:
            return ENDLESS
        if h in self.fixed:
            return FREE
        return POST if h in self.near else ENDLESS

    def _own(self, h: int) -> bool:
        front = self.front
        return front.holder(h) is front.side and h in front.supply and h not in front.foe_zones

    def _man(self, need: set[int]) -> dict[str, int] | None:
        """Unit -> hex, so that all the hexes are closed with few units; None if they cannot be."""
        return close_by_few(
            need,
            self.march.net,
            self.spots,
            self.able,
            lambda h: 0.2 * (h in self.front.foe_zones) - 0.02 * self.storm[h],
            lambda name, h: self._fit(self.front.by_id[name], h),
        )

    def _fit(self, unit: UnitView, h: int) -> float:
        """Whom to send: the near, the infantry, and those who can hold against what comes."""
        strong = min(self.storm[h] / max(self.march.storms.defence(h, [unit]), 0.5), 8.0)
        return 0.3 * self.march.atlas.far(h)[unit.hex] + 0.4 * strong + (0.6 if is_fast(unit) else 0.0)

    def cut_off(self, closed: set[int]) -> float:
        """Worth of the enemies without a way to their rear, if these hexes are closed to them (11)."""
        front = self.front
        shut = [h in closed and h not in front.foes_at for h in range(self.march.size)]
        for h in front.mine_at:
            shut[h] = shut[h] or h in closed
        way = spread(self.march.net, self.sources, shut)
        total = 0.0
        for h, stack in front.foes_at.items():
            if way[h] >= FAR:
                total += sum(price(u) * (DOOMED if u.disrupted else TRAPPED) for u in stack)
                total += CITY * self.march.points.get(h, 0.0)
        return total

    def _risk(self, unit: UnitView, h: int) -> float:
        """Factors that may be lost at a post, in the face of those outside."""
        force = self.march.force(h, [unit])
        share = self.march.storms.loss(self.storm[h] / max(force, 0.5), self.march.storms.is_overrun(h, [unit]))
        return self.care * share * price(unit) + SLOW
