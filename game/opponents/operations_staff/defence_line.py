"""Where the weaker army stands: the cheapest line between what it will keep and the enemy, then stacks on it."""

from __future__ import annotations

from collections.abc import Sequence

from ecs import Side
from ecs.core.view import UnitView
from game.opponents.operations_staff.enemy_threat import odds_of
from game.opponents.operations_staff.figures import LINE, ODDS
from game.opponents.operations_staff.movement_orders import MovementOrders
from game.opponents.shared.front_line_search import ENDLESS, cheapest_cut
from game.opponents.shared.map_analysis import FAR, spread

EDGES = {Side.AXIS: "edge_axis", Side.SOVIET: "edge_rus_supply"}


class DefenceLine:
    """A line for a front: ``line`` its hexes, ``posts`` those of them, or beside them, that are to be manned.

    :param bold: the line joins those who have gone ahead, and keeps the enemy from their supply; contact is no matter.
    """

    def __init__(self, march: MovementOrders, bold: bool = False) -> None:
        self.bold = bold
        self.march, self.now = march, march.now
        self.storm = march.storms.fall()
        self.spots = {u.id: set(march.spots(u)) for u in march.free()}
        self.guard = self._guard()
        self.line = self._line()
        self.posts: list[int] = []

    # -- where it runs ------------------------------------------------------------------------------------

    def _line(self) -> list[int]:
        now, march = self.now, self.march
        foes = sorted(h for h in now.foes_at if h in now.foe_supply) or sorted(now.foes_at)
        foes = [h for h in foes if self.bold or self._is_force(h)] or foes
        rear = self._rear()
        if not foes or not rear:
            return []
        stakes: dict[int, int] = {}
        for h in sorted(now.supply):
            if now.holder(h) is now.side and not march.shut[h]:
                stakes[h] = round(LINE.city * march.worth[h])
        for h, stack in march.stack.items() if self.bold else ():
            stakes[h] = stakes.get(h, 0) + round(LINE.ahead * sum(u.cost for u in stack))
        return cheapest_cut(march.net, self._prices(), rear, foes, stakes, now.seat.working)

    def _is_force(self, h: int) -> bool:
        """Does the enemy have more than flank guards near a hex?"""
        at = self.now.foes_at
        return sum(u.attack for j, _ in self.march.atlas.disk(h, LINE.force_near) for u in at.get(j, ())) >= LINE.force

    def _rear(self) -> list[int]:
        """For an army going forward, where supply comes from; else all ground deep behind."""
        now, spots = self.now, self.march.board.hexes
        held = [h for h in now.supply if now.holder(h) is now.side]
        if self.bold:
            return [h for h in held if EDGES[now.side] in spots[h].traits and h not in now.foe_zones]
        return [h for h in held if self.march.storms.far[h] >= LINE.deep]

    def _prices(self) -> list[int]:
        march, now = self.march, self.now
        manned = {h for spots in self.spots.values() for h in spots}
        away = spread(march.net, manned, march.shut, LINE.deep)
        fixed = march.walls()
        out = []
        for h, d in enumerate(away):
            if march.shut[h] or d >= FAR:
                out.append(ENDLESS)
                continue
            price = LINE.base + LINE.per_odds * self._bare_odds(h)
            price += LINE.contact * (h in now.foe_zones and not self.bold)
            price += LINE.unmanned * (d > 1) + LINE.farther * d
            out.append(1 if h in fixed else max(2, round(price)))
        return out

    def _bare_odds(self, h: int) -> float:
        """How badly an ordinary stack would be outnumbered in a hex."""
        return min(self.storm[h] / (ODDS.stack * self._ground(h)), LINE.hopeless)

    def _ground(self, h: int) -> float:
        """What ordinary troops are worth in a hex, compared with open ground."""
        spot, storms = self.march.board.hexes[h], self.march.storms
        gain = LINE.terrain.get(spot.terrain, 0.0)
        gain += LINE.places.get(spot.place, 0.0)
        return (1.0 + gain) * storms.shield(h)

    def _guard(self) -> list[float]:
        """How much every hex covers: the worth of own cities, fading with distance."""
        march, out = self.march, [0.0] * self.march.size
        for city in sorted(march.points):
            if self.now.holder(city) is self.now.side:
                for h, away in march.atlas.disk(city, len(LINE.cover) - 1):
                    out[h] = max(out[h], march.worth[city] * LINE.cover[away])
        return out

    # -- who stands there -----------------------------------------------------------------------------------

    def man(self) -> None:
        """Close the line with few units, then reinforce the weakest stacks."""
        self.close()
        self._garrison()
        self._stiffen()

    def hold_cities(self) -> None:
        """Give victory cities near the enemy the best stack available, before anything else."""
        march, now = self.march, self.now
        raid = march.storms.fall(now.own_zones, now.mine_at)
        near = {h for h in march.points if (raid[h] or march.storms.far[h] <= LINE.close) and now.holder(h) is now.side}
        for h in sorted(near & now.supply, key=lambda h: (-march.worth[h], h)):
            while self.odds(h) > LINE.firm and (able := self._able(h)):
                self._post(h, able, f"Hold {now.name(h)}.")

    def screen_cities(self) -> None:
        """Fill the hexes round a great city from which the enemy could attack it."""
        march, now, storms = self.march, self.now, self.march.storms
        for h in sorted(march.points, key=lambda h: (-march.worth[h], h)):
            if now.holder(h) is not now.side or march.board.hexes[h].vp < LINE.great or storms.far[h] > LINE.screened:
                continue
            sides = [j for j in march.net[h] if self.storm[j] and not march.shut[j]]
            for j in sorted(sides, key=lambda j: (storms.far[j], -self.storm[j], j))[: LINE.screens]:
                able = self._able(j) if not march.stack.get(j) else []
                if able:
                    self._post(j, able, f"Bar the way to {now.name(h)}.")

    def _garrison(self) -> None:
        """Make posts of places that count and that the enemy could reach."""
        now, march = self.now, self.march
        held = (h for h in now.supply if march.worth[h] >= 1 and now.holder(h) is now.side)
        self.posts = sorted({*self.posts, *(h for h in held if march.storms.far[h] <= LINE.raided)})

    def close(self) -> None:
        """Close the line with few units."""
        march, net = self.march, self.march.net
        left = set(self.line) - march.walls()
        fixed = [h for h, s in march.stack.items() if s and not set(self.line).isdisjoint((h, *net[h]))]
        self.posts = sorted(set(fixed))
        spots = {j for h in left for j in (h, *net[h])}
        while left:
            able = {h: names for h in sorted(spots) if (names := self._able(h))}
            best = max(able, key=lambda h: (self._merit(h, left), -h), default=-1)
            gone = left & {best, *net[best]} if best >= 0 else set()
            if not gone:
                return
            left -= gone
            self.posts.append(best)
            self._post(best, able[best], "Close the front here.")

    def _post(self, h: int, able: Sequence[UnitView], why: str) -> None:
        """Send the unit that suits a hex best."""
        self.march.send(max(able, key=lambda u: (self._suits(u, h), u.id)), h, why)

    def _suits(self, unit: UnitView, h: int) -> float:
        march = self.march
        return march.storms.defence(h, [unit]) - LINE.far * march.atlas.far(h)[unit.hex] + LINE.stay * (unit.hex == h)

    def _merit(self, h: int, left: set[int]) -> float:
        shut = len(left & {h, *self.march.net[h]})
        if not shut:
            return -1.0
        value = shut + LINE.ground * self._ground(h) + LINE.gap * (h in left) - LINE.outnumbered * self._bare_odds(h)
        value -= LINE.zone * (h in self.now.foe_zones and not self.bold)
        return value + LINE.guard * min(self.guard[h], LINE.guard_most)

    def _able(self, h: int) -> list[UnitView]:
        march = self.march
        self.now.seat.working()
        return [u for u in march.free() if h in self.spots.get(u.id, ()) and march.has_room(u, h)]

    def odds(self, h: int) -> float:
        """How badly a post may be outnumbered."""
        return odds_of(self.storm[h], self.march.force(h))

    def _stiffen(self) -> None:
        march = self.march
        open_posts = set(self.posts)
        while open_posts:
            worst = max(open_posts, key=lambda h: (self._need(h), -h))
            able = self._able(worst)
            if self.odds(worst) < LINE.good or not able:
                open_posts.discard(worst)
                continue
            unit = max(able, key=lambda u: (self._suits(u, worst) + self._stops_tanks(u, worst), u.id))
            march.send(unit, worst, "Strengthen the line here.")

    def _need(self, h: int) -> float:
        """How urgently a post needs another unit."""
        return min(self.odds(h), LINE.most_odds) * (1 + LINE.cities_first * self.guard[h])

    def _stops_tanks(self, unit: UnitView, h: int) -> float:
        """1 if a unit has armour that keeps its stack from being overrun (9.6), else 0."""
        march = self.march
        return 1.0 * ("armour" in unit.traits and march.storms.is_overrun(h, march.stack.get(h, ())))
