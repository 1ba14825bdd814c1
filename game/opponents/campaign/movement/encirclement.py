"""Enemies that can be cut off this segment, by whom, from where.  Fast units close what the front leaves open."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ecs.core.view import UnitView
from game.opponents.campaign.position import Position, strength
from game.opponents.shared.front_line_search import ENDLESS, cheapest_cut, man

WIDE = 9
RADII = (2, 4)
MOST, NEAR = 24, 8
FREE, POST = 1, 40
LEAST = 5.0
GRIP = 0.6
TIED, ALONE = 0.35, 0.5


@dataclass(frozen=True, slots=True)
class Encirclement:
    """A ring to be closed: who goes where, round whom, and what it is worth."""

    center: int
    posts: Mapping[str, int]
    caught: float
    value: float


class EncirclementSearch:
    """Looks for pockets.  ``fixed``: hexes in or beside which units that stay where they are cast zones."""

    def __init__(self, now: Position, reach: Mapping[str, Collection[int]], fixed: frozenset[int]) -> None:
        self.now, self.reach, self.fixed = now, reach, fixed
        self.able = {h for spots in reach.values() for h in spots}

    def best(self) -> Encirclement | None:
        """The ring that is worth most; None if none is worth closing."""
        found = [p for h in self._centers() for radius in RADII if (p := self._round(h, radius)) is not None]
        return max(found, key=lambda p: (p.value, -p.center), default=None)

    def _centers(self) -> list[int]:
        now, apart = self.now, self.now.board.distance
        spots = sorted({now.by_id[name].hex for name in self.reach})
        near = [(min(apart(h, s) for s in spots), h) for h in now.foes_at] if spots else []
        return [h for away, h in sorted(near) if away <= NEAR][:MOST]

    def _round(self, center: int, radius: int) -> Encirclement | None:
        now = self.now
        now.seat.working()
        disk = now.atlas.disk(center, WIDE)
        net = now.atlas.patch(center, WIDE)
        price = [self._price(h) for h, _ in disk]
        inner = [k for k, (h, d) in enumerate(disk) if d <= radius and now.foe_cf[h]]
        outer = [k for k, (h, d) in enumerate(disk) if d == WIDE and not self._own(h)]
        cut = cheapest_cut(net, price, inner, outer, working=now.seat.working) if outer else []
        need = [disk[k][0] for k in cut if price[k] != FREE]
        if not need:
            return None
        posts = man(now, need, (), self.reach)
        closed = {j for h in posts.values() for j in (h, *now.atlas.net[h])}
        if not closed.issuperset(need):
            return None
        caught = self._caught(net, [h for h, _ in disk], inner, set(cut))
        crew = [now.by_id[name] for name in posts]
        value = GRIP * caught - sum(TIED * strength(u) + ALONE * self._risk(u, posts[u.id]) for u in crew)
        return Encirclement(center, posts, caught, value) if caught >= LEAST and value > 0 else None

    def _price(self, h: int) -> int:
        if self.now.foe_cf[h]:
            return ENDLESS
        if h in self.fixed:
            return FREE
        return POST if h in self.able or any(j in self.able for j in self.now.atlas.net[h]) else ENDLESS

    def _own(self, h: int) -> bool:
        now = self.now
        return now.holder(h) is now.side and h in now.supply and not now.foe_cf[h]

    def _caught(self, net: Collection[Collection[int]], hexes: list[int], inner: list[int], cut: set[int]) -> float:
        rows, seen, queue = list(net), set(inner), list(inner)
        for k in queue:
            for j in rows[k]:
                if j not in seen and j not in cut:
                    seen.add(j)
                    queue.append(j)
        return sum(self.now.foe_cf[hexes[k]] for k in seen)

    def _risk(self, unit: UnitView, h: int) -> float:
        """Factors that may be lost at a post, in the face of those outside."""
        now = self.now
        odds = now.threat[h] / (max(now.own_cf[h] + strength(unit), 0.5) * now.atlas.cover[h])
        return min(0.8, max(0.0, (odds - 2.0) / 6)) * strength(unit)
