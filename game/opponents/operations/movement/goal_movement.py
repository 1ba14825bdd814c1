"""Where everybody goes who has no attack, ring or post: to cities, after the enemy, into the second line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from ecs.core.view import ReachStep, UnitView
from game.opponents.operations.movement.movement_orders import MovementOrders
from game.opponents.operations.position import Position
from game.opponents.operations.troops import is_fast
from game.opponents.operations.unit_price import LEADING_FACTOR
from game.opponents.shared.map_analysis import FAR, spread
from game.opponents.shared.movement.goal_movement import ErrandMovement
from game.opponents.shared.movement.task_assignment import Errand

LEASH = 14
TAKEN, RAILS = 1.2, 0.03
COMPANY, CONTACT, HEM = 0.25, 0.35, 0.25
RAID, GUARDED = 8, 0.8
OUTSIDE = (1.5, 0.5)
SECOND, LINE_WORTH = (1, 2, 3, 4), 1.2
UNFED = 0.5


class GoalMovement(ErrandMovement):
    """Sends the units in hand to the hexes that suit them best.

    :param posts: the hexes of a line behind which a second one is to stand.
    """

    LONGEST = 24
    HEAVY = 2
    march: MovementOrders
    now: Position

    def __init__(
        self, march: MovementOrders, storm: Sequence[float], fear: float, bold: bool, posts: Iterable[int] = ()
    ) -> None:
        self.posts = sorted(set(posts))
        self.behind = _behind(march, self.posts)
        self.closed: set[int] = set()
        super().__init__(march, storm, fear * march.now.style.fear, bold)

    def is_fast(self, unit: UnitView) -> bool:
        """Armour or cavalry."""
        return is_fast(unit)

    def force(self, h: int) -> float:
        """Defence of a hex, as ordered."""
        return self.march.force(h)

    def brings(self, unit: UnitView, errand: Errand) -> float:
        """Attack factors to take something, defence factors to hold it."""
        return float(unit.attack if errand.taking else unit.defence)

    # -- what for -----------------------------------------------------------------------------------------

    def _errands(self) -> list[Errand]:
        now, march, out = self.now, self.march, []
        raid = march.storms.fall(now.own_zones, now.mine_at) if self.bold else self.storm
        gap = spread(march.net, now.supply, march.shut, 20)
        for h, worth in enumerate(march.worth):
            if worth <= 0:
                continue
            if now.holder(h) is not now.side:
                near = min((gap[j] for j in (h, *march.net[h])), default=FAR)
                if near <= LEASH and (self.bold or h not in now.foes_at):
                    need = max(4.0, 3.0 * self._foe_force(h) + 0.4 * self._around(h))
                    out.append(Errand(h, 1.5 * worth, need, True))
            elif march.storms.far[h] <= RAID and (raid[h] or not self.bold):
                out.append(Errand(h, GUARDED * worth, max(1.0, raid[h] / 3.0), False))
        for h in sorted(now.foes_at) if self.bold else ():
            near = min((gap[j] for j in (h, *march.net[h])), default=FAR)
            if near <= LEASH:
                fed = h in now.foe_supply
                value = (0.4 if fed else 0.5) + 0.15 * self._foe_force(h)
                out.append(Errand(h, value, 3.0 * self._foe_force(h), True))
        for h in self.posts if not self.bold else ():
            lack = self.storm[h] - 1.5 * march.force(h)
            if lack > 0:
                out.append(Errand(h, 0.5 + 0.1 * lack, max(1.0, lack / 3), False))
        return out

    def _foe_force(self, h: int) -> float:
        units = self.now.foes_at.get(h, ())
        return float(self.now.defence(units, h)) if units or h in self.now.people else 0.0

    def _around(self, h: int) -> float:
        at = self.now.foes_at
        return float(sum(u.defence for j, _ in self.march.atlas.disk(h, 2) for u in at.get(j, ())))

    # -- where to -----------------------------------------------------------------------------------------

    def _send(self, unit: UnitView) -> int | None:
        h = super()._send(unit)
        if h is not None and self.behind and self.behind[h] in SECOND:
            self.closed |= {h, *self.march.net[h]}
        return h

    def value(self, unit: UnitView, h: int, step: ReachStep | None) -> float:
        """What it is worth to have a unit in a hex, and to have taken the way there."""
        now, march = self.now, self.march
        force = max(float(unit.cost), 1.0) * (LEADING_FACTOR if unit.leading else 1.0)
        value = self.progress(unit, h)
        for p in step.path[1:] if step is not None else ():
            if now.holder(p) is not now.side:
                value += TAKEN * march.worth[p] + RAILS * bool(march.atlas.rails[p])
        value -= self.fear * self._risk(unit, h) * force
        if h not in now.supply and min((j in now.supply for j in march.net[h]), default=False):
            value -= UNFED * sqrt(force) * (h in now.foe_zones)
        value += COMPANY * bool(march.stack.get(h))
        value += self._touch(unit, h)
        if self.behind:
            value += self._second_line(h, force)
        return value

    def _touch(self, unit: UnitView, h: int) -> float:
        """Next to the enemy an attacker is where he can begin next turn, and shuts ways out; a defender is not."""
        foes = [j for j in self.march.net[h] if j in self.now.foes_at]
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


def _behind(march: MovementOrders, posts: Sequence[int]) -> list[int]:
    """Hexes behind the posts of a line, nowhere if there are none."""
    if not posts:
        return []
    wall = march.closed(posts)
    rear = [h for h in march.now.supply if march.storms.far[h] >= 7 and h not in wall]
    shut = [h in wall or march.shut[h] for h in range(march.size)]
    inner = spread(march.net, rear, shut)
    way = spread(march.net, posts, march.shut, 12)
    return [way[h] if inner[h] < FAR else FAR for h in range(march.size)]
