"""Where does the weaker army stand?  The cheapest line between what it will keep and the enemy, then stacks on it."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.view import UnitView
from game.opponents.impulse.movement.movement_orders import MovementOrders, shielded
from game.opponents.shared.front_line_search import ENDLESS, cheapest_cut
from game.opponents.shared.map_analysis import FAR, spread

CITY, GROUND = 60, 2
BASE, PER_ODDS, CONTACT, UNMANNED, FARTHER, UNFED = 8, 4.0, 12, 30, 6, 6
STACK = 8.0
DEEP = 12
GOOD, HOPELESS = 2.5, 10.0
RAIDED, CITIES_FIRST = 6, 0.4


class DefenceLine:
    """A line for a front: ``line`` its hexes, ``posts`` those of them, or beside them, that are to be manned."""

    def __init__(self, front: MovementOrders) -> None:
        self.front = front
        self.storm = front.storm()
        self.shield = [shielded(front, h) if s else front.cover[h] for h, s in enumerate(self.storm)]
        self.spots = {u.id: set(front.spots(u)) for u in front.free() if "zoc" in u.traits}
        self.line = self._line()
        self.posts: list[int] = []

    # -- where it runs ------------------------------------------------------------------------------------

    def _line(self) -> list[int]:
        front, now = self.front, self.front.now
        foes = sorted(h for h in now.foes_at if h in now.foe_supply) or sorted(now.foes_at)
        rear = [h for h in now.supply if now.far_foe[h] >= DEEP and now.holder(h) is front.side]
        if not foes or not rear:
            return []
        stakes: dict[int, int] = {}
        for h in sorted(now.supply):
            if now.holder(h) is front.side and not front.shut[h]:
                stakes[h] = GROUND + round(CITY * front.stake[h])
        return cheapest_cut(front.net, self._prices(), rear, foes, stakes)

    def _prices(self) -> list[int]:
        front = self.front
        manned = {h for spots in self.spots.values() for h in spots}
        away = spread(front.net, manned, front.shut, DEEP)
        fixed = self.closed(h for h, stack in front.stack.items() if any("zoc" in u.traits for u in stack))
        out = []
        for h, d in enumerate(away):
            if front.shut[h] or d >= FAR:
                out.append(ENDLESS)
                continue
            odds = min(self.storm[h] / (STACK * self.shield[h]), HOPELESS)
            price = BASE + PER_ODDS * odds + CONTACT * (not front.is_calm(h)) + UNMANNED * (d > 1) + FARTHER * d
            price += UNFED * min(front.beyond[h], 5)
            out.append(1 if h in fixed and not front.shut[h] else max(2, round(price)))
        return out

    def closed(self, hexes: Iterable[int]) -> set[int]:
        """Hexes that units in these hexes close: their own, and those in their zones."""
        net = self.front.now.zone_net
        return {j for h in hexes for j in (h, *net[h])}

    # -- who stands there -----------------------------------------------------------------------------------

    def man(self) -> None:
        """Close the line with few units, then make the weakest stacks stronger, the rest to a second line."""
        self._close()
        self._garrison()
        self._stiffen()

    def _garrison(self) -> None:
        """Cities that count, and that the enemy could reach, are posts as well."""
        now, raids = self.front.now, self.front.raids
        for h in now.supply:
            if self.front.stake[h] >= 1 and now.holder(h) is now.side and self.storm[h] and raids[h] <= RAIDED:
                self.posts.append(h)
        self.posts = sorted(set(self.posts))

    def _close(self) -> None:
        front, net = self.front, self.front.now.zone_net
        left = set(self.line) - self.closed(h for h, s in front.stack.items() if any("zoc" in u.traits for u in s))
        fixed = [h for h, s in front.stack.items() if s and not left.isdisjoint((h, *net[h]))]
        self.posts = sorted(set(fixed))
        spots = {j for h in left for j in (h, *net[h])}
        while left:
            able = {h: names for h in spots if (names := self._able(h))}
            best = max(able, key=lambda h: (self._merit(h, left), -h), default=-1)
            gone = left & {best, *net[best]} if best >= 0 else set()
            if not gone:
                return
            left -= gone
            self.posts.append(best)
            unit = min(able[best], key=lambda u: (front.atlas.far(best)[u.hex] - 0.5 * u.defence, u.id))
            front.send(unit, best, "The front is closed here.")

    def _merit(self, h: int, left: set[int]) -> float:
        shut = len(left & {h, *self.front.now.zone_net[h]})
        odds = self.storm[h] / (STACK * self.shield[h])
        return shut + 1.2 * self.shield[h] + 0.5 * (h in left) - 0.15 * odds if shut else -1.0

    def _able(self, h: int) -> list[UnitView]:
        front = self.front
        return [u for u in front.free() if h in self.spots.get(u.id, ()) and front.has_room(u, h)]

    def odds(self, h: int) -> float:
        """How badly a post may be outnumbered."""
        return self.storm[h] / (max(self.front.cf[h], 0.5) * self.shield[h])

    def _stiffen(self) -> None:
        front = self.front
        open_posts = set(self.posts)
        while open_posts:
            worst = max(open_posts, key=lambda h: (self.odds(h) * (1 + CITIES_FIRST * front.stake[h]), -h))
            if self.odds(worst) < GOOD:
                return
            able = self._able(worst)
            if not able:
                open_posts.discard(worst)
                continue
            unit = max(able, key=lambda u: (u.defence - 0.3 * front.atlas.far(worst)[u.hex], u.id))
            front.send(unit, worst, "The line is made stronger here.")
