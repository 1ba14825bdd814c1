"""Enemies that can be cut off now, by whom, from where.  Zones of control close a ring; nobody touches the enemy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ecs.core.view import UnitView
from game.opponents.impulse.movement.movement_orders import MovementOrders
from game.opponents.impulse.position import FAR, is_fast, spread
from game.opponents.shared.front_line_search import ENDLESS, cheapest_cut, close_by_few

WIDE = 8
RADII = (1, 3)
MOST, NEAR, ROUNDS = 14, 7, 4
FREE, POST = 1, 40
LEAST, REAR = 3.0, 8
GRIP = 1.0
TIED, ALONE = 0.12, 0.45


@dataclass(frozen=True, slots=True)
class Encirclement:
    """A ring to be closed: who goes where, round whom, how many factors are in it, and what it is worth."""

    center: int
    posts: dict[str, int]
    caught: float
    value: float


def close_rings(front: MovementOrders, storm: Sequence[float]) -> None:
    """Order the rings that are worth most, one after another."""
    for _ in range(ROUNDS):
        search = _Search(front, storm)
        best = search.best()
        if best is None:
            return
        why = f"To cut off {best.caught:.0f} factors round {front.now.name(best.center)}."
        for name, h in sorted(best.posts.items()):
            front.send(front.now.by_id[name], h, why)


class _Search:
    """Looks for the best ring with the units that are in hand."""

    def __init__(self, front: MovementOrders, storm: Sequence[float]) -> None:
        self.front, self.now, self.storm = front, front.now, storm
        units = [u for u in front.free() if "zoc" in u.traits and (is_fast(u) or self.now.impulse == 2)]
        self.spots = {u.id: front.spots(u) for u in units}
        self.able = {h for spots in self.spots.values() for h in spots}
        net = self.now.zone_net
        self.near = self.able | {j for h in self.able for j in net[h]}
        cast = [h for h, stack in front.stack.items() if any("zoc" in u.traits for u in stack)]
        self.fixed = {j for h in cast for j in (h, *net[h])}
        self.sources = [h for h in self.now.foe_supply if self.now.far_own[h] >= REAR and self._theirs(h)]
        self.lost = self._cut_off(self.fixed)

    def best(self) -> Encirclement | None:
        """The ring that is worth most; None if none is worth closing."""
        if not self.sources:
            return None
        tries = [(h, r, wide) for h in self._centers() for r in RADII for wide in (False, True)]
        found = [ring for h, r, wide in tries if (ring := self._round(h, r, wide)) is not None]
        return max(found, key=lambda ring: (ring.value, -ring.center), default=None)

    def _centers(self) -> list[int]:
        apart, now = self.front.board.distance, self.now
        homes = sorted({now.by_id[name].hex for name in self.spots})
        fed = [h for h in now.foes_at if h in now.foe_supply]
        near = sorted((min(apart(h, s) for s in homes), h) for h in fed) if homes else []
        return [h for away, h in near if away <= NEAR][:MOST]

    def _round(self, center: int, radius: int, wide: bool) -> Encirclement | None:
        now, front = self.now, self.front
        disk = front.atlas.disk(center, WIDE)
        where = {h: k for k, (h, _) in enumerate(disk)}
        net = tuple(tuple(where[j] for j in front.net[h] if j in where) for h, _ in disk)
        price = [self._price(h) for h, _ in disk]
        inner = [k for k, (h, d) in enumerate(disk) if d <= radius and now.foe_cf[h]]
        outer = [k for k, (h, d) in enumerate(disk) if d == WIDE and (wide or not self._own(h))]
        cut = cheapest_cut(net, price, inner, outer) if outer else []
        need = {disk[k][0] for k in cut if price[k] != FREE}
        if not need:
            return None
        posts = self._man(need)
        if posts is None:
            return None
        zone = self.now.zone_net
        caught = self._cut_off(self.fixed | {j for h in posts.values() for j in (h, *zone[h])}) - self.lost
        crew = [now.by_id[name] for name in posts]
        value = GRIP * caught - sum(TIED * u.attack + self._risk(u, posts[u.id]) for u in crew)
        return Encirclement(center, posts, caught, value) if caught >= LEAST and value > 0 else None

    def _price(self, h: int) -> int:
        if self.now.foe_cf[h]:
            return ENDLESS
        if h in self.fixed:
            return FREE
        return POST if h in self.near else ENDLESS

    def _own(self, h: int) -> bool:
        now = self.now
        return now.holder(h) is now.side and h in now.supply and not now.foe_cf[h] and h not in now.foe_zones

    def _man(self, need: set[int]) -> dict[str, int] | None:
        """Unit -> hex, so that all the hexes are closed with few units; None if they cannot be."""
        return close_by_few(
            need,
            self.now.zone_net,
            self.spots,
            self.able,
            lambda h: 0.2 * self.front.cover[h] - 0.02 * self.storm[h],
            lambda name, h: self._fit(self.now.by_id[name], h),
        )

    def _fit(self, unit: UnitView, h: int) -> float:
        return self.front.atlas.far(h)[unit.hex] + 0.5 * unit.attack - (2.0 if not is_fast(unit) else 0.0)

    def _theirs(self, h: int) -> bool:
        return self.now.holder(h) is not self.now.side

    def _cut_off(self, closed: set[int]) -> float:
        """Enemy factors without a way to their rear, if these hexes are closed to them (10.68)."""
        now = self.now
        shut = [h in closed and h not in now.foes_at for h in range(self.front.atlas.size)]
        way = spread(self.front.net, self.sources, shut)
        return float(sum(now.foe_cf[h] for h in now.foes_at if way[h] >= FAR))

    def _risk(self, unit: UnitView, h: int) -> float:
        """Factors that may be lost at a post, in the face of those outside."""
        odds = self.storm[h] / (max(self.front.cf[h] + unit.defence, 0.5) * self.front.cover[h])
        return ALONE * min(0.8, max(0.0, (odds - 2.0) / 6)) * unit.attack
