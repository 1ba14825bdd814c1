"""Where units without an attack go: rings first, then what each can take or must guard.

Measured over mirrored games, a line of zones across the front, a second line behind it, winter quarters and cities
manned on the last march gave places away that stacks in cities and counter-marches keep: no side mans lines here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from ecs.core.view import ReachStep, UnitView
from game.opponents.doctrine import table
from game.opponents.impulse_staff.figures import GOAL, MARCH, ODDS
from game.opponents.impulse_staff.movement_orders import MovementOrders, ways_of
from game.opponents.impulse_staff.position import Position, is_fast
from game.opponents.players import Choice
from game.opponents.shared.encirclement import Rings, StarvingRingSearch, order_rings, risk
from game.opponents.shared.marches import Errand, ErrandMovement

# -- Enemies that can be cut off without touching anybody: whoever ends next to an enemy must attack him. ------------

RINGS = table("impulse", "rings", Rings)
REAR = 8


class ImpulseRingSearch(StarvingRingSearch):
    """Looks for the best ring with the units available, without touching an enemy (10.68)."""

    now: Position
    march: MovementOrders

    def __init__(self, march: MovementOrders, storm: Sequence[float]) -> None:
        self.storm, now = storm, march.now
        units = [u for u in march.free() if "zoc" in u.traits and (is_fast(u) or now.impulse == 2)]
        super().__init__(march, units, RINGS, REAR, now.zone_net)

    def toll(self, h: int) -> float:
        """The factors of the surrounded."""
        return float(self.now.foe_cf[h])

    def prey(self) -> Iterable[int]:
        """Enemies worth surrounding: those in supply."""
        return [h for h in super().prey() if h in self.now.foe_supply]

    def merit(self, h: int) -> float:
        """The merit of a hex for the ring: good ground out of the storm."""
        return MARCH.ring_cover * self.march.cover[h] - MARCH.ring_storm * self.storm[h]

    def distaste(self, unit: UnitView, h: int) -> float:
        """The order in which units are sent: the near and the weak, and those on foot."""
        away = self.march.atlas.far(h)[unit.hex]
        return away + MARCH.ring_strong * unit.attack - (MARCH.ring_foot if not is_fast(unit) else 0.0)

    def cost(self, unit: UnitView, h: int) -> float:
        """What the unit could do elsewhere, and what it may lose to the enemies outside."""
        march = self.march
        odds = self.storm[h] / (max(march.cf[h] + unit.defence, 0.5) * march.cover[h])
        return MARCH.tied * unit.attack + MARCH.alone * risk(odds) * unit.attack


# -- Where everybody goes who has no attack and no part in a ring: to cities, or after the enemy. --------------------


class GoalMovement(ErrandMovement):
    """Sends available units to the hexes that suit them best: never next to an enemy except from a Major City."""

    march: MovementOrders
    now: Position

    def __init__(self, march: MovementOrders, storm: Sequence[float], fear: float) -> None:
        self.ways = ways_of(march.board, march.now.figures.going)
        super().__init__(march, storm, fear)

    def is_fast(self, unit: UnitView) -> bool:
        """Is it motorised or mounted?"""
        return is_fast(unit)

    def force(self, h: int) -> float:
        """Factors that will hold a hex, by the orders given."""
        return self.march.cf[h]

    def way(self, unit: UnitView, goal: int) -> Sequence[int]:
        """For every hex, how far a unit there is from a goal, on foot or on wheels."""
        return self.ways.to(goal, "mech" in unit.traits)

    def _errands(self) -> list[Errand]:
        now, out = self.now, []
        raid = self.march.storm(now.own_zones, now.mine_at)
        guarded = GOAL.guarded * (GOAL.early if now.impulse == 1 else 1.0)
        for h, worth in enumerate(now.worth):
            spot = self.march.board.hexes[h]
            if not spot.place:
                continue
            if now.holder(h) is not now.side:
                if now.gap[h] <= GOAL.leash:
                    need = GOAL.mass * now.foe_cf[h] * self.march.cover[h] + GOAL.relief * self._around(h)
                    out.append(Errand(h, GOAL.taking * worth, max(GOAL.least, need), True))
            elif self.march.raids[h] <= GOAL.raid and raid[h]:
                out.append(Errand(h, guarded * self.march.stake[h], max(1.0, raid[h] / self._garrison(h)), False))
        for h in sorted(now.foes_at):
            if now.gap[h] > GOAL.leash:
                continue
            force = now.foe_cf[h] * self.march.cover[h]
            fed = h in now.foe_supply
            worth = (GOAL.fed if fed else GOAL.unfed) + GOAL.factor * now.foe_cf[h]
            out.append(Errand(h, worth, (GOAL.fed_mass if fed else GOAL.unfed_mass) * force, True))
        return out

    def _garrison(self, h: int) -> float:
        return ODDS.allied if self.march.stake[h] > self.now.worth[h] else ODDS.city

    def _around(self, h: int) -> float:
        return float(sum(self.now.foe_cf[j] for j, _ in self.march.atlas.disk(h, GOAL.relief_near)))

    def value(self, unit: UnitView, h: int, step: ReachStep | None) -> float:
        """The value of having a unit in a hex, with the march there."""
        now, march = self.now, self.march
        force, fast = max(float(unit.attack), 0.5), is_fast(unit)
        value = self.progress(unit, h)
        for p in step.path[1:] if step is not None else ():
            if now.holder(p) is not now.side:
                value += MARCH.taken * now.worth[p] * (march.board.hexes[p].place != "") + MARCH.rails * now.has_rail(p)
        value -= self.fear * self._risk(unit, h) * force
        line = MARCH.wheels if fast and not self.march.is_cold else MARCH.foot
        away = min(self.march.beyond[h], MARCH.beyond_most) if not unit.northern else 0
        value -= (line.near * min(away, line.free) + line.beyond * max(0, away - line.free)) * sqrt(force)
        value += MARCH.company * min(march.cf[h], MARCH.company_most)
        return value

    def _risk(self, unit: UnitView, h: int) -> float:
        """The share of a unit that may be lost in a hex."""
        if not self.storm[h]:
            return 0.0
        odds = self.storm[h] / (max(self.march.cf[h] + unit.defence, 0.5) * self.march.cover[h])
        return risk(odds, MARCH.safe)


def posts(now: Position, used: frozenset[str], thorough: bool = True) -> list[Choice]:
    """Moves of all units that are not in an attack, in order.

    :param thorough: False leaves out rings.
    """
    march = MovementOrders(now, used)
    if not march.steps:
        return []
    storm = march.storm()
    if thorough:
        order_rings(march, lambda: ImpulseRingSearch(march, storm), MARCH.rounds)
    GoalMovement(march, storm, now.style.fear * MARCH.fear).go()
    return march.orders()


# -- Who must not leave the city he is in.  The enemy's next turn is always before the eyes of the Second Impulse. ---


def guards(now: Position) -> dict[str, int]:
    """Units that attack, if ever, out of the city they stand in: the last in each that could be raided.

    In the First Impulse no unit is bound; one can still be sent back.
    """
    if now.impulse == 1 or not now.foes:
        return {}
    march = MovementOrders(now, frozenset())
    storm = march.storm()
    out: dict[str, int] = {}
    for h, stack in sorted(now.mine_at.items()):
        if now.worth[h] < GOAL.post or not storm[h] or march.raids[h] > GOAL.post_raid:
            continue
        order = sorted((u for u in stack if "zoc" in u.traits), key=_missed)
        out.update(
            (u.id, h) for u in order[: GOAL.doubled if now.is_city(h) and storm[h] > GOAL.weak * GOAL.doubled else 1]
        )
    return out


def _missed(unit: UnitView) -> tuple[bool, int, str]:
    """How much an attack would miss a unit: foot first, the weak first."""
    return "mech" in unit.traits, unit.attack, unit.id
