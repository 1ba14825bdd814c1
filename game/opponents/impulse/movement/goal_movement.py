"""Where everybody goes who has no attack and no part in a ring: to cities, or after the enemy."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ecs.core.view import ReachStep, UnitView
from game.opponents.impulse.movement.march_distances import ways_of
from game.opponents.impulse.movement.movement_orders import MovementOrders
from game.opponents.impulse.position import Position, is_fast
from game.opponents.shared.movement.encirclement import risk
from game.opponents.shared.movement.goal_movement import ErrandMovement
from game.opponents.shared.movement.task_assignment import Errand

LEASH = 12
TAKEN, RAILS = 2.5, 0.05
COMPANY = 0.05
SAFE = 1.5
SUPPLY = {True: (3, 0.06, 0.45), False: (1, 0.1, 0.5)}
RAID, GUARDED, EARLY = 8, 1.6, 0.8
GARRISON, ALLIED = 3.0, 2.0


class GoalMovement(ErrandMovement):
    """Sends the units in hand to the hexes that suit them best: never next to an enemy but out of a Major City."""

    march: MovementOrders
    now: Position

    def __init__(self, march: MovementOrders, storm: Sequence[float], fear: float) -> None:
        self.ways = ways_of(march.board)
        super().__init__(march, storm, fear)

    def is_fast(self, unit: UnitView) -> bool:
        """Motorised or mounted."""
        return is_fast(unit)

    def force(self, h: int) -> float:
        """Factors that hold a hex, as ordered."""
        return self.march.cf[h]

    def way(self, unit: UnitView, goal: int) -> Sequence[int]:
        """Of every hex, how far it is for a unit from there to a goal, on foot or on wheels."""
        return self.ways.to(goal, "mech" in unit.traits)

    def _errands(self) -> list[Errand]:
        now, out = self.now, []
        raid = self.march.storm(now.own_zones, now.mine_at)
        guarded = GUARDED * (EARLY if now.impulse == 1 else 1.0)
        for h, worth in enumerate(now.worth):
            spot = self.march.board.hexes[h]
            if not spot.place:
                continue
            if now.holder(h) is not now.side:
                if now.gap[h] <= LEASH:
                    need = max(5.0, 3.5 * now.foe_cf[h] * self.march.cover[h] + 0.5 * self._around(h))
                    out.append(Errand(h, 1.5 * worth, need, True))
            elif self.march.raids[h] <= RAID and raid[h]:
                out.append(Errand(h, guarded * self.march.stake[h], max(1.0, raid[h] / self._garrison(h)), False))
        for h in sorted(now.foes_at):
            if now.gap[h] > LEASH:
                continue
            force = now.foe_cf[h] * self.march.cover[h]
            fed = h in now.foe_supply
            out.append(Errand(h, (0.5 if fed else 0.3) + 0.1 * now.foe_cf[h], (3.0 if fed else 1.5) * force, True))
        return out

    def _garrison(self, h: int) -> float:
        return ALLIED if self.march.stake[h] > self.now.worth[h] else GARRISON

    def _around(self, h: int) -> float:
        return float(sum(self.now.foe_cf[j] for j, _ in self.march.atlas.disk(h, 2)))

    def value(self, unit: UnitView, h: int, step: ReachStep | None) -> float:
        """What it is worth to have a unit in a hex, and to have taken the way there."""
        now, march = self.now, self.march
        force, fast = max(float(unit.attack), 0.5), is_fast(unit)
        value = self.progress(unit, h)
        for p in step.path[1:] if step is not None else ():
            if now.holder(p) is not now.side:
                value += TAKEN * now.worth[p] * (march.board.hexes[p].place != "") + RAILS * now.has_rail(p)
        value -= self.fear * self._risk(unit, h) * force
        free, near, beyond = SUPPLY[fast and not self.march.is_cold]
        away = min(self.march.beyond[h], 20) if not unit.northern else 0
        value -= (near * min(away, free) + beyond * max(0, away - free)) * sqrt(force)
        value += COMPANY * min(march.cf[h], 9)
        return value

    def _risk(self, unit: UnitView, h: int) -> float:
        """Share of a unit that may be lost in a hex."""
        if not self.storm[h]:
            return 0.0
        odds = self.storm[h] / (max(self.march.cf[h] + unit.defence, 0.5) * self.march.cover[h])
        return risk(odds, SAFE)
