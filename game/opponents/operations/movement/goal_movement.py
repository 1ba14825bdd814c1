"""Where everybody goes who has no attack, ring or post: to cities, after the enemy, into the second line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

from ecs.core.view import ReachStep, UnitView
from game.opponents.operations.movement.enemy_threat import is_fast
from game.opponents.operations.movement.movement_orders import MovementOrders
from game.opponents.operations.unit_price import LEADING_FACTOR
from game.opponents.shared.map_analysis import FAR, spread
from game.opponents.shared.task_assignment import Bid, Errand, share_out

HASTE, CROWD, FAST = 0.9, 0.3, 1.6
LONGEST, LEASH = 24, 14
TAKEN, RAILS, STEP = 1.2, 0.03, 0.45
COMPANY, CONTACT, HEM = 0.25, 0.35, 0.25
RAID, GUARDED, LIGHT = 8, 0.8, 3.0
OUTSIDE = (1.5, 0.5)
SECOND, LINE_WORTH = (1, 2, 3, 4), 1.2
UNFED = 0.5


class GoalMovement:
    """Sends the units in hand to the hexes that suit them best.

    :param fear: how much a side minds losing what it exposes; ``bold``: goes for the enemy's cities and stacks.
    """

    def __init__(
        self, march: MovementOrders, storm: Sequence[float], fear: float, bold: bool, posts: Iterable[int] = ()
    ) -> None:
        self.march, self.front, self.storm, self.bold = march, march.front, storm, bold
        self.fear = fear * march.front.style.fear
        self.posts = sorted(set(posts))
        self.behind = self._behind()
        self.errands = self._errands()
        self.errand = self._share()
        self.closed: set[int] = set()

    def go(self, who: Callable[[UnitView], bool] = lambda _: True) -> None:
        """Order everybody who is in hand, or those of a kind, the strong and fast first."""
        units = [u for u in self.march.free() if who(u)]
        units.sort(key=lambda u: (-u.attack * (1.5 if is_fast(u) else 1.0), u.hex, u.id))
        for unit in units:
            self._send(unit)

    # -- what for -----------------------------------------------------------------------------------------

    def _behind(self) -> list[int]:
        """Hexes behind the posts of the line, nowhere if there are none."""
        if not self.posts:
            return []
        march, front = self.march, self.front
        wall = march.closed(self.posts)
        rear = [h for h in front.supply if march.storms.far[h] >= 7 and h not in wall]
        shut = [h in wall or march.shut[h] for h in range(march.size)]
        inner = spread(march.net, rear, shut)
        way = spread(march.net, self.posts, march.shut, 12)
        return [way[h] if inner[h] < FAR else FAR for h in range(march.size)]

    def _errands(self) -> list[Errand]:
        front, march, out = self.front, self.march, []
        raid = march.storms.fall(front.own_zones, front.mine_at) if self.bold else self.storm
        gap = spread(march.net, front.supply, march.shut, 20)
        for h, worth in enumerate(march.worth):
            if worth <= 0:
                continue
            if front.holder(h) is not front.side:
                near = min((gap[j] for j in (h, *march.net[h])), default=FAR)
                if near <= LEASH and (self.bold or h not in front.foes_at):
                    need = max(4.0, 3.0 * self._foe_force(h) + 0.4 * self._around(h))
                    out.append(Errand(h, 1.5 * worth, need, True))
            elif march.storms.far[h] <= RAID and (raid[h] or not self.bold):
                out.append(Errand(h, GUARDED * worth, max(1.0, raid[h] / 3.0), False))
        for h in sorted(front.foes_at) if self.bold else ():
            near = min((gap[j] for j in (h, *march.net[h])), default=FAR)
            if near <= LEASH:
                fed = h in front.foe_supply
                value = (0.4 if fed else 0.5) + 0.15 * self._foe_force(h)
                out.append(Errand(h, value, 3.0 * self._foe_force(h), True))
        for h in self.posts if not self.bold else ():
            lack = self.storm[h] - 1.5 * march.force(h)
            if lack > 0:
                out.append(Errand(h, 0.5 + 0.1 * lack, max(1.0, lack / 3), False))
        return out

    def _foe_force(self, h: int) -> float:
        units = self.front.foes_at.get(h, ())
        return float(self.front.defence(units, h)) if units or h in self.front.people else 0.0

    def _around(self, h: int) -> float:
        at = self.front.foes_at
        return float(sum(u.defence for j, _ in self.march.atlas.disk(h, 2) for u in at.get(j, ())))

    def _share(self) -> dict[str, Errand]:
        """Unit -> errand, the best pair first; each unit sent makes the next less needed."""
        bids: list[Bid] = []
        for unit in self.march.free():
            quick = FAST if is_fast(unit) else 1.0
            self.front.seat.working()
            for k, errand in enumerate(self.errands):
                away = self.march.atlas.far(errand.hex)[unit.hex]
                timely = errand.taking or not self.bold or away <= 2 * unit.movement
                if away <= LONGEST and timely:
                    value = errand.worth * HASTE ** (away / quick)
                    if self.bold and not errand.taking:
                        value *= (LIGHT + 2.0) / (LIGHT + 2 * unit.attack)
                    bids.append((value, unit.id, k))
        by_id = self.front.by_id

        def brings(name: str, errand: Errand) -> float:
            return float(by_id[name].attack if errand.taking else by_id[name].defence)

        return share_out(bids, self.errands, CROWD, brings)

    # -- where to -----------------------------------------------------------------------------------------

    def _send(self, unit: UnitView) -> None:
        march, steps = self.march, self.march.steps[unit.id]
        spots = march.spots(unit)
        if not spots:
            march.send(unit, unit.hex, "")
            return
        best = max(spots, key=lambda h: (self.value(unit, h, steps.get(h)), h == unit.hex, -h))
        errand = self.errand.get(unit.id)
        why = "To a better place."
        if errand is not None:
            why = f"{'Towards' if errand.taking else 'To cover'} {self.front.name(errand.hex)}."
        march.send(unit, best, why)
        if self.behind and self.behind[best] in SECOND:
            self.closed |= {best, *march.net[best]}

    def value(self, unit: UnitView, h: int, step: ReachStep | None) -> float:
        """What it is worth to have a unit in a hex, and to have taken the way there."""
        front, march = self.front, self.march
        force = max(float(unit.cost), 1.0) * (LEADING_FACTOR if unit.leading else 1.0)
        value = self._progress(unit, h)
        for p in step.path[1:] if step is not None else ():
            if front.holder(p) is not front.side:
                value += TAKEN * march.worth[p] + RAILS * bool(march.atlas.rails[p])
        value -= self.fear * self._risk(unit, h) * force
        if h not in front.supply and min((j in front.supply for j in march.net[h]), default=False):
            value -= UNFED * sqrt(force) * (h in front.foe_zones)
        value += COMPANY * bool(march.stack.get(h))
        value += self._touch(unit, h)
        if self.behind:
            value += self._second_line(h, force)
        return value

    def _touch(self, unit: UnitView, h: int) -> float:
        """Next to the enemy an attacker is where he can begin next turn, and shuts ways out; a defender is not."""
        foes = [j for j in self.march.net[h] if j in self.front.foes_at]
        if not foes:
            return 0.0
        if not self.bold:
            return -CONTACT
        value = CONTACT * sqrt(max(unit.attack, 0.3))
        for j in foes:
            if not any(k in self.march.stack and self.march.stack[k] for k in self._across(h, j)):
                continue
            value += HEM
        return value

    def _across(self, h: int, target: int) -> list[int]:
        """Hexes round a target that do not lie next to one of its neighbours: the far side."""
        near = {h, *self.march.net[h]}
        return [k for k in self.march.net[target] if k not in near]

    def _progress(self, unit: UnitView, h: int) -> float:
        errand = self.errand.get(unit.id)
        if errand is None:
            return 0.0
        way = self.march.atlas.far(errand.hex)
        gained = max(-2 * unit.movement, way[unit.hex] - way[h])
        value = STEP * sqrt(min(errand.worth, 5.0)) * gained
        if h == errand.hex:
            lacks = errand.taking or self.march.force(h) < errand.demand
            value += 1.0 + errand.worth if lacks else 0.0
        return value

    def _second_line(self, h: int, force: float) -> float:
        depth = self.behind[h]
        if depth >= FAR and h not in self.posts:
            return -OUTSIDE[0] - OUTSIDE[1] * force
        if depth not in SECOND:
            return 0.0
        fresh = len({h, *self.march.net[h]} - self.closed)
        return LINE_WORTH * fresh / 7

    def _risk(self, unit: UnitView, h: int) -> float:
        """Share of a unit that may be lost in a hex."""
        pressure = self.storm[h]
        if not pressure:
            return 0.0
        march = self.march
        caught = march.storms.is_overrun(h, [*march.stack.get(h, ()), unit])
        return march.storms.loss(pressure / max(march.force(h, [unit]), 0.5), caught)
