"""Where units without an attack go: rings and cities for the stronger army, a line for the weaker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from ecs import Side
from ecs.core.known_facts import Sky
from ecs.core.view import ReachStep, UnitView
from game.opponents.doctrine import table
from game.opponents.operations_staff.defence_line import DefenceLine
from game.opponents.operations_staff.enemy_threat import odds_of
from game.opponents.operations_staff.figures import MARCH, ODDS, POST, POSTURE, WORTH
from game.opponents.operations_staff.movement_orders import MovementOrders
from game.opponents.operations_staff.position import COLD, Position, is_fast, price
from game.opponents.players import Choice
from game.opponents.shared.encirclement import Encirclement, Rings, StarvingRingSearch, order_rings
from game.opponents.shared.map_analysis import FAR, spread
from game.opponents.shared.marches import Errand, ErrandMovement

# -- Enemies that can be cut off, and what it is worth: those without supply are lost when they are Dispersed. -------

RINGS = table("operations", "rings", Rings)
REAR = 6


def close_rings(march: MovementOrders, storm: Sequence[float], care: float = POSTURE.rings) -> None:
    """Order the rings that are worth most, one after another.

    :param care: how much it counts what may be lost at the posts.
    """
    order_rings(march, lambda: OperationsRingSearch(march, storm, care), POST.rounds)


class OperationsRingSearch(StarvingRingSearch):
    """Looks for the best ring with the units available, by who would starve in it (11)."""

    now: Position
    march: MovementOrders

    def __init__(self, march: MovementOrders, storm: Sequence[float], care: float) -> None:
        self.storm, self.care = storm, care
        super().__init__(march, march.free(), RINGS, REAR)

    def words(self, ring: Encirclement) -> str:
        """Whom a ring surrounds: the catch is no sum of factors here."""
        return f"To cut off the enemy around {self.now.name(ring.center)}."

    def toll(self, h: int) -> float:
        """The price of the surrounded, less where only Dispersed ones are lost, and the points of a city."""
        lost = sum(price(u) * (POST.doomed if u.disrupted else POST.trapped) for u in self.now.foes_at[h])
        return lost + POST.city * self.march.points.get(h, 0.0)

    def merit(self, h: int) -> float:
        """The merit of a hex for the ring: in the enemy's zones, out of the storm."""
        return POST.zone * (h in self.now.foe_zones) - POST.storm * self.storm[h]

    def distaste(self, unit: UnitView, h: int) -> float:
        """The order in which units are sent: the near, the infantry, and those that can hold."""
        strong = min(odds_of(self.storm[h], self.march.storms.defence(h, [unit])), POST.strong_most)
        away = self.march.atlas.far(h)[unit.hex]
        return POST.way * away + POST.strong * strong + (POST.fast if is_fast(unit) else 0.0)

    def cost(self, unit: UnitView, h: int) -> float:
        """The cost of tying the unit down, and what may be lost to the enemies outside."""
        march = self.march
        force = march.force(h, [unit])
        share = march.storms.loss(odds_of(self.storm[h], force), march.storms.is_overrun(h, [unit]))
        return POST.tied * max(unit.attack, 1) + (self.care * share * price(unit) + POST.slow)


# -- Where everybody goes who has no attack, ring or post: to cities, after the enemy, into the second line. ---------


class GoalMovement(ErrandMovement):
    """Sends available units to the hexes that suit them best.

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
        """Is it armour or cavalry?"""
        return is_fast(unit)

    def force(self, h: int) -> float:
        """Defence of a hex, by the orders given."""
        return self.march.force(h)

    def brings(self, unit: UnitView, errand: Errand) -> float:
        """Attack factors for taking a place, defence factors for holding one."""
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
                if near <= MARCH.leash and (self.bold or h not in now.foes_at):
                    need = MARCH.mass * self._foe_force(h) + MARCH.relief * self._around(h)
                    out.append(Errand(h, MARCH.taking * worth, max(MARCH.least, need), True))
            elif march.storms.far[h] <= MARCH.raid and (raid[h] or not self.bold):
                out.append(Errand(h, MARCH.guarded * worth, max(1.0, raid[h] / ODDS.place), False))
        for h in sorted(now.foes_at) if self.bold else ():
            near = min((gap[j] for j in (h, *march.net[h])), default=FAR)
            if near <= MARCH.leash:
                fed = h in now.foe_supply
                value = (MARCH.fed if fed else MARCH.unfed) + MARCH.factor * self._foe_force(h)
                out.append(Errand(h, value, MARCH.stack_mass * self._foe_force(h), True))
        for h in self.posts if not self.bold else ():
            lack = self.storm[h] - MARCH.post_odds * march.force(h)
            if lack > 0:
                out.append(Errand(h, MARCH.post + MARCH.post_lack * lack, max(1.0, lack / ODDS.line), False))
        return out

    def _foe_force(self, h: int) -> float:
        units = self.now.foes_at.get(h, ())
        return float(self.now.defence(units, h)) if units or h in self.now.people else 0.0

    def _around(self, h: int) -> float:
        at = self.now.foes_at
        return float(sum(u.defence for j, _ in self.march.atlas.disk(h, MARCH.relief_near) for u in at.get(j, ())))

    # -- where to -----------------------------------------------------------------------------------------

    def _send(self, unit: UnitView) -> int | None:
        h = super()._send(unit)
        if h is not None and self.behind and self.behind[h] in MARCH.second:
            self.closed |= {h, *self.march.net[h]}
        return h

    def value(self, unit: UnitView, h: int, step: ReachStep | None) -> float:
        """The value of having a unit in a hex, with the march there."""
        now, march = self.now, self.march
        force = max(float(unit.cost), 1.0) * (WORTH.leading if unit.leading else 1.0)
        value = self.progress(unit, h)
        for p in step.path[1:] if step is not None else ():
            if now.holder(p) is not now.side:
                value += MARCH.taken * march.worth[p] + MARCH.rails * bool(march.atlas.rails[p])
        value -= self.fear * self._risk(unit, h) * force
        if h not in now.supply and min((j in now.supply for j in march.net[h]), default=False):
            value -= MARCH.unfed_zone * sqrt(force) * (h in now.foe_zones)
        value += MARCH.company * bool(march.stack.get(h))
        value += self._touch(unit, h)
        if self.behind:
            value += self._second_line(h, force)
        return value

    def _touch(self, unit: UnitView, h: int) -> float:
        """The value of contact: an attacker can begin there next turn and shuts ways out; a defender does not."""
        foes = [j for j in self.march.net[h] if j in self.now.foes_at]
        if not foes:
            return 0.0
        if not self.bold:
            return -MARCH.contact
        value = MARCH.contact * sqrt(max(unit.attack, MARCH.contact_least))
        for j in foes:
            if not any(k in self.march.stack and self.march.stack[k] for k in self._across(h, j)):
                continue
            value += MARCH.hem
        return value

    def _across(self, h: int, target: int) -> list[int]:
        """Hexes round a target that do not lie next to one of its neighbours: the far side."""
        near = {h, *self.march.net[h]}
        return [k for k in self.march.net[target] if k not in near]

    def _second_line(self, h: int, force: float) -> float:
        depth = self.behind[h]
        if depth >= FAR and h not in self.posts:
            return -MARCH.outside - MARCH.outside_factor * force
        if depth not in MARCH.second:
            return 0.0
        fresh = len({h, *self.march.net[h]} - self.closed)
        return MARCH.second_worth * fresh / 7

    def _risk(self, unit: UnitView, h: int) -> float:
        """The share of a unit that may be lost in a hex."""
        pressure = self.storm[h]
        if not pressure:
            return 0.0
        march = self.march
        caught = march.storms.is_overrun(h, [*march.stack.get(h, ()), unit])
        return march.storms.loss(odds_of(pressure, march.force(h, [unit])), caught)


def _behind(march: MovementOrders, posts: Sequence[int]) -> list[int]:
    """Hexes behind the posts of a line; none if it has none."""
    if not posts:
        return []
    wall = march.closed(posts)
    rear = [h for h in march.now.supply if march.storms.far[h] >= MARCH.rear and h not in wall]
    shut = [h in wall or march.shut[h] for h in range(march.size)]
    inner = spread(march.net, rear, shut)
    way = spread(march.net, posts, march.shut, MARCH.rear_deep)
    return [way[h] if inner[h] < FAR else FAR for h in range(march.size)]


def posts(now: Position, used: frozenset[str], thorough: bool = True) -> list[Choice]:
    """Moves of all units that are not in an attack, in order.

    :param used: units that have other orders; ``thorough``: False leaves out rings, lines and most of the fear.
    """
    march = MovementOrders(now, used)
    if not march.steps:
        return []
    if not thorough:
        GoalMovement(march, march.storms.fall(), POSTURE.reckless, True).go()
    elif is_bold(now):
        _advance(march)
    elif now.side is Side.SOVIET:
        _meet(march)
    else:
        _stand(march)
    return march.orders()


def _advance(march: MovementOrders) -> None:
    """The stronger army: rings, fast units ahead, infantry to close the line behind them."""
    storm = march.storms.fall()
    fear = POSTURE.brave if balance(march.now) >= POSTURE.sure else POSTURE.wary
    close_rings(march, storm)
    GoalMovement(march, storm, fear, True).go(is_fast)
    DefenceLine(march, True).close()
    GoalMovement(march, storm, fear, True).go()


def _meet(march: MovementOrders) -> None:
    """The weaker army whose losses are made good every month: garrisons first, and all others in the enemy's way,
    so that he has to spend his turns on stacks that can be spared."""
    DefenceLine(march).hold_cities()
    close_rings(march, march.storms.fall(), POSTURE.careful_rings)
    wall = DefenceLine(march)
    wall.hold_cities()
    GoalMovement(march, wall.storm, POSTURE.reckless, True).go()


def _stand(march: MovementOrders) -> None:
    """The weaker army without men to lose: cities, the hexes round them, a line and a second one."""
    wall = DefenceLine(march)
    wall.hold_cities()
    close_rings(march, wall.storm, POSTURE.careful_rings)
    wall = DefenceLine(march)
    wall.hold_cities()
    wall.screen_cities()
    wall.man()
    GoalMovement(march, wall.storm, POSTURE.careful, False, wall.posts).go()


def balance(now: Position) -> float:
    """Own attack factors against the enemy's defence, in this weather."""
    own = sum(u.attack * (POSTURE.disrupted if u.disrupted else 1.0) for u in now.mine)
    foe = sum(u.attack * (POSTURE.disrupted if u.disrupted else 1.0) for u in now.foes)
    factor = 1.0
    if now.side is Side.AXIS:
        factor = POSTURE.cold if now.weather in COLD else POSTURE.mud if now.weather is Sky.MUD else 1.0
    return factor * (own + 1) / (foe + 1)


def is_bold(now: Position) -> bool:
    """Is the army the stronger, so that it goes forward?"""
    return now.style.take * balance(now) > POSTURE.bold
