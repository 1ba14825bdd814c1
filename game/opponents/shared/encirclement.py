"""Enemies that can be cut off now, by whom, from where.  Zones of control close a ring without contact."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ecs.core.view import UnitView
from game.opponents.shared.front_line_search import ENDLESS, cheapest_cuts, close_by_few, posts_by_hex
from game.opponents.shared.map_analysis import FAR, Net, flood, spread, within
from game.opponents.shared.marches import MarchOrders
from game.opponents.shared.position_reading import FrontReading

FREE, POST = 1, 40


class RingOrders(Protocol):
    """Movement orders to which rings are added."""

    @property
    def now(self) -> FrontReading:
        """The position."""
        ...

    def send(self, unit: UnitView, h: int, why: str) -> None:
        """Order a unit to a hex."""
        ...


@dataclass(frozen=True, slots=True)
class Encirclement:
    """A ring to close: who goes where, round whom, what it catches, and what it is worth."""

    center: int
    posts: Mapping[str, int]
    caught: float
    value: float


@dataclass(frozen=True, slots=True)
class Rings:
    """The rings a staff looks for: the table ``[rings]`` of a doctrine, which explains each figure."""

    wide: int
    radii: tuple[int, ...]
    near: int
    most: int
    own_ground: tuple[bool, ...]
    least: float
    grip: float


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a ring runs on a disk of the map.  ``inner`` and ``line`` are places in ``hexes``, as those of ``net``."""

    hexes: Sequence[int]
    net: Net
    inner: Collection[int]
    line: Collection[int]

    def inside(self) -> set[int]:
        """Hexes from which nothing crosses the line."""
        return {self.hexes[k] for k in flood(self.net, self.inner, lambda j: j not in self.line)}


class EncirclementSearch(ABC):
    """Looks for the best ring with the units available.

    :param reach: unit -> hexes it may be sent to; ``fixed``: hexes that are closed no matter who is sent.
    :param net: neighbours for those who march; ``zone_net``: those that zones of control reach.
    """

    def __init__(
        self,
        now: FrontReading,
        rings: Rings,
        reach: Mapping[str, Collection[int]],
        fixed: Collection[int],
        net: Net,
        zone_net: Net,
    ) -> None:
        self.now, self.rings, self.reach, self.fixed, self.net, self.zone_net = now, rings, reach, fixed, net, zone_net
        self.able = posts_by_hex(reach)
        self.near = {j for h in self.able for j in (h, *zone_net[h])}

    # -- what a game decides ------------------------------------------------------------------------------

    def prey(self) -> Iterable[int]:
        """Hexes of enemies round whom a ring would pay."""
        return self.now.foes_at

    def is_free(self, h: int) -> bool:
        """Is a hex on the rim safely the side's own, with no enemy to keep out?"""
        now = self.now
        return now.holder(h) is now.side and h in now.supply and h not in now.foes_at and h not in now.foe_zones

    @abstractmethod
    def caught(self, cut: Cut, posts: Mapping[str, int]) -> float:
        """What is cut off by a ring that is not cut off without it."""

    @abstractmethod
    def merit(self, h: int) -> float:
        """The merit of a post besides the hexes it closes."""

    @abstractmethod
    def distaste(self, unit: UnitView, h: int) -> float:
        """The drawbacks of sending this unit rather than another to a post."""

    @abstractmethod
    def cost(self, unit: UnitView, h: int) -> float:
        """The cost of tying a unit down at a post, and what may be lost there."""

    def words(self, ring: Encirclement) -> str:
        """What the units sent know of a ring."""
        return f"To cut off {ring.caught:.0f} factors around {self.now.name(ring.center)}."

    # -- the search -----------------------------------------------------------------------------------------

    def best(self) -> Encirclement | None:
        """The most valuable ring; None if none is worth closing."""
        found = [ring for h in self._centers() for ring in self._round(h)]
        return max(found, key=lambda ring: (ring.value, -ring.center), default=None)

    def _centers(self) -> list[int]:
        apart = self.now.board.distance
        homes = sorted({self.now.by_id[name].hex for name in self.reach})
        near = sorted((min(apart(h, s) for s in homes), h) for h in self.prey()) if homes else []
        return [h for away, h in near if away <= self.rings.near][: self.rings.most]

    def _round(self, center: int) -> list[Encirclement]:
        """The rings round an enemy, from the narrowest to the widest."""
        now, wide = self.now, self.rings.wide
        disk = now.atlas.disk(center, wide)
        net = now.atlas.patch(center, wide) if self.net is now.atlas.net else within(self.net, disk)
        price = [self._price(h) for h, _ in disk]
        inner = [[k for k, (h, d) in enumerate(disk) if d <= r and h in now.foes_at] for r in self.rings.radii]
        lines = []
        for own_ground in self.rings.own_ground:
            now.seat.working()
            outer = [k for k, (h, d) in enumerate(disk) if d == wide and (own_ground or not self.is_free(h))]
            lines.append(cheapest_cuts(net, price, inner, outer, working=now.seat.working) if outer else [])
        tries = [(sources, line) for k, sources in enumerate(inner) for cuts in lines for line in cuts[k : k + 1]]
        hexes = [h for h, _ in disk]
        rings = (self._manned(center, Cut(hexes, net, sources, set(line)), price) for sources, line in tries)
        return [ring for ring in rings if ring is not None]

    def _manned(self, center: int, cut: Cut, price: Sequence[int]) -> Encirclement | None:
        """A ring with its units; None if units are missing, or it is not worth it."""
        need = {cut.hexes[k] for k in cut.line if price[k] != FREE}
        if not need:
            return None
        posts, open_hexes = close_by_few(need, self.zone_net, self.able, self.merit, self._distaste)
        if open_hexes:
            return None
        caught = self.caught(cut, posts)
        value = self.rings.grip * caught - sum(self.cost(self.now.by_id[name], h) for name, h in posts.items())
        return Encirclement(center, posts, caught, value) if caught >= self.rings.least and value > 0 else None

    def _price(self, h: int) -> int:
        if h in self.now.foes_at:
            return ENDLESS
        if h in self.fixed:
            return FREE
        return POST if h in self.near else ENDLESS

    def _distaste(self, name: str, h: int) -> float:
        return self.distaste(self.now.by_id[name], h)

    def closed(self, posts: Mapping[str, int]) -> set[int]:
        """Hexes closed once the posts are manned."""
        return {*self.fixed, *(j for h in posts.values() for j in (h, *self.zone_net[h]))}


class StarvingRingSearch(EncirclementSearch):
    """Looks for rings by which enemies lose the way to their rear.

    :param rear: hexes from own units at which an enemy hex in supply counts as his rear.
    """

    def __init__(
        self, march: MarchOrders, units: Iterable[UnitView], rings: Rings, rear: int, zone_net: Net | None = None
    ) -> None:
        self.march, now = march, march.now
        reach = {u.id: march.spots(u) for u in units}
        super().__init__(now, rings, reach, march.walls(), march.net, zone_net or march.net)
        self.sources = [h for h in now.foe_supply if now.far_own[h] >= rear and now.holder(h) is not now.side]
        self.lost = self._cut_off(self.fixed)

    @abstractmethod
    def toll(self, h: int) -> float:
        """The value of cutting off the enemies in a hex."""

    def prey(self) -> Iterable[int]:
        """All enemies, as long as they have a rear to be cut off from."""
        return self.now.foes_at if self.sources else ()

    def caught(self, cut: Cut, posts: Mapping[str, int]) -> float:
        """The worth of the enemies that lose the way to their rear."""
        return self._cut_off(self.closed(posts)) - self.lost

    def _cut_off(self, closed: Collection[int]) -> float:
        """Worth of the enemies without a way to their rear if these hexes are closed to them."""
        at = self.now.foes_at
        shut = [h in closed and h not in at for h in range(self.march.size)]
        way = spread(self.march.net, self.sources, shut)
        return sum(self.toll(h) for h in at if way[h] >= FAR)


def order_rings(march: RingOrders, search: Callable[[], EncirclementSearch], most: int) -> None:
    """Order the most valuable rings; each is ordered before the next is sought."""
    for _ in range(most):
        looked = search()
        ring = looked.best()
        if ring is None:
            return
        words = looked.words(ring)
        for name, h in sorted(ring.posts.items()):
            march.send(march.now.by_id[name], h, words)


SPAN, MOST_LOST = 6.0, 0.8


def risk(odds: float, safe: float = 2.0) -> float:
    """The share of a stack that may be lost where the enemy can bring such odds against it.

    :param safe: odds that do no harm.
    """
    return min(MOST_LOST, max(0.0, (odds - safe) / SPAN))
