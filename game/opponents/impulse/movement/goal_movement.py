"""Where everybody goes who has no attack and no part in a ring: to cities, or after the enemy."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ecs.core.view import ReachStep, UnitView
from game.opponents.impulse.movement.march_distances import ways_of
from game.opponents.impulse.movement.movement_orders import MovementOrders
from game.opponents.impulse.position import is_fast
from game.opponents.shared.task_assignment import Bid, Errand, share_out

HASTE, CROWD, FAST = 0.9, 0.3, 1.6
LONGEST, LEASH = 22, 12
TAKEN, RAILS, STEP = 2.5, 0.05, 0.45
COMPANY = 0.05
SAFE, SPAN, MOST_RISK = 1.5, 6.0, 0.8
SUPPLY = {True: (3, 0.06, 0.45), False: (1, 0.1, 0.5)}
RAID, GUARDED, EARLY, LIGHT = 8, 1.6, 0.8, 3.0
GARRISON, ALLIED = 3.0, 2.0


class GoalMovement:
    """Sends the units in hand to the hexes that suit them best.

    :param fear: how much a side minds losing what it exposes.
    """

    def __init__(self, front: MovementOrders, storm: Sequence[float], fear: float) -> None:
        self.front, self.now, self.storm, self.fear = front, front.now, storm, fear
        self.ways = ways_of(front.board)
        self.errands = self._errands()
        self.errand = self._share()

    def go(self) -> None:
        """Order everybody who is in hand, the strong and fast first."""
        units = self.front.free()
        units.sort(key=lambda u: (-u.attack * (1.5 if is_fast(u) else 1.0), u.hex, u.id))
        for unit in units:
            self._send(unit)

    # -- what for -----------------------------------------------------------------------------------------

    def _errands(self) -> list[Errand]:
        now, out = self.now, []
        raid = self.front.storm(now.own_zones, now.mine_at)
        guarded = GUARDED * (EARLY if now.impulse == 1 else 1.0)
        for h, worth in enumerate(now.worth):
            spot = self.front.board.hexes[h]
            if not spot.place:
                continue
            if now.holder(h) is not now.side:
                if now.gap[h] <= LEASH:
                    need = max(5.0, 3.5 * now.foe_cf[h] * self.front.cover[h] + 0.5 * self._around(h))
                    out.append(Errand(h, 1.5 * worth, need, True))
            elif self.front.raids[h] <= RAID and raid[h]:
                out.append(Errand(h, guarded * self.front.stake[h], max(1.0, raid[h] / self._garrison(h)), False))
        for h in sorted(now.foes_at):
            if now.gap[h] > LEASH:
                continue
            force = now.foe_cf[h] * self.front.cover[h]
            fed = h in now.foe_supply
            out.append(Errand(h, (0.5 if fed else 0.3) + 0.1 * now.foe_cf[h], (3.0 if fed else 1.5) * force, True))
        return out

    def _garrison(self, h: int) -> float:
        return ALLIED if self.front.stake[h] > self.now.worth[h] else GARRISON

    def _around(self, h: int) -> float:
        return float(sum(self.now.foe_cf[j] for j, _ in self.front.atlas.disk(h, 2)))

    def _share(self) -> dict[str, Errand]:
        """Unit -> errand, the best pair first; each unit sent makes the next less needed."""
        bids: list[Bid] = []
        for unit in self.front.free():
            quick = FAST if is_fast(unit) else 1.0
            for k, errand in enumerate(self.errands):
                away = self.ways.to(errand.hex, "mech" in unit.traits)[unit.hex]
                timely = errand.taking or away <= 2 * unit.movement
                if away <= LONGEST and timely:
                    value = errand.worth * HASTE ** (away / quick)
                    if not errand.taking:
                        value *= (LIGHT + 2.0) / (LIGHT + unit.attack)
                    bids.append((value, unit.id, k))
        return share_out(bids, self.errands, CROWD, lambda name, _: float(self.now.by_id[name].attack))

    # -- where to -----------------------------------------------------------------------------------------

    def _send(self, unit: UnitView) -> None:
        front, steps = self.front, self.front.steps[unit.id]
        spots = front.spots(unit)
        if not spots:
            front.send(unit, unit.hex, "")
            return
        best = max(spots, key=lambda h: (self.value(unit, h, steps.get(h)), h == unit.hex, -h))
        errand = self.errand.get(unit.id)
        why = "To a better place."
        if errand is not None:
            why = f"{'Towards' if errand.taking else 'To cover'} {self.now.name(errand.hex)}."
        front.send(unit, best, why)

    def value(self, unit: UnitView, h: int, step: ReachStep | None) -> float:
        """What it is worth to have a unit in a hex, and to have taken the way there."""
        now, front = self.now, self.front
        force, fast = max(float(unit.attack), 0.5), is_fast(unit)
        value = self._progress(unit, h)
        for p in step.path[1:] if step is not None else ():
            if now.holder(p) is not now.side:
                value += TAKEN * now.worth[p] * (front.board.hexes[p].place != "") + RAILS * now.has_rail(p)
        value -= self.fear * self._risk(unit, h) * force
        free, near, beyond = SUPPLY[fast and not self.front.is_cold]
        away = min(self.front.beyond[h], 20) if not unit.northern else 0
        value -= (near * min(away, free) + beyond * max(0, away - free)) * sqrt(force)
        value += COMPANY * min(front.cf[h], 9)
        return value

    def _progress(self, unit: UnitView, h: int) -> float:
        errand = self.errand.get(unit.id)
        if errand is None:
            return 0.0
        way = self.ways.to(errand.hex, "mech" in unit.traits)
        gained = max(-2 * unit.movement, way[unit.hex] - way[h])
        value = STEP * sqrt(min(errand.worth, 5.0)) * gained
        if h == errand.hex:
            lacks = errand.taking or self.front.cf[h] < errand.demand
            value += 1.0 + errand.worth if lacks else 0.0
        return value

    def _risk(self, unit: UnitView, h: int) -> float:
        """Share of a unit that may be lost in a hex."""
        pressure = self.storm[h]
        if not pressure:
            return 0.0
        odds = pressure / (max(self.front.cf[h] + unit.defence, 0.5) * self.front.cover[h])
        return min(MOST_RISK, max(0.0, (odds - SAFE) / SPAN))
