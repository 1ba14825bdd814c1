"""The orders given so far in a segment, and what the map looks like once they are carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ecs.core.commands import Move
from ecs.core.view import ReachStep, UnitView
from game.opponents.chit_staff.attack_planner import LossWeights
from game.opponents.chit_staff.figures import ERRAND, MARCH
from game.opponents.chit_staff.headquarters_groups import Armies
from game.opponents.chit_staff.position import FAINT, Goal, Position, strength
from game.opponents.doctrine import moods
from game.opponents.players import Choice
from game.opponents.shared import marches
from game.opponents.shared.encirclement import risk
from game.opponents.shared.map_analysis import FAR, VICTORY
from game.opponents.shared.marches import Bid


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How a side plays; `doctrines/campaign.toml` explains each figure."""

    taking: float
    holding: float
    fear: float
    cut: float
    dash: float
    mood: LossWeights
    company: float
    massing: bool
    screens: float
    hunger: float


TEMPERS = moods("campaign", PlayStyle)


class MovementOrders:
    """The units that may move in a segment, and the orders they have been given.

    ``placed``: unit -> the hex it is to stand in; ``cf`` and ``count``: factors and units of every hex as ordered.
    """

    def __init__(self, now: Position, temper: PlayStyle) -> None:
        self.now, self.temper = now, temper
        self.active = [u for u in now.mine if u.can_act]
        self.steps: dict[str, dict[int, ReachStep]] = {u.id: now.seat.reach(u.id) for u in self.active}
        self.armies = Armies(now)
        if temper.massing:
            for hq in self.armies.heads:
                if hq.can_act:
                    self.armies.post(hq, list(now.seat.reach(hq.id)))
        self.cf = list(now.own_cf)
        self.count: dict[int, int] = {h: len(stack) for h, stack in now.mine_at.items()}
        self.barrier = dict(now.barrier)
        self.placed: dict[str, int] = {}
        self.orders: list[Choice] = []

    def send(self, unit: UnitView, h: int, why: str) -> None:
        """Order a unit to a hex, or to stay in its own."""
        self.placed[unit.id] = h
        if h != unit.hex:
            self._shift(unit, h)
            self.orders.append((Move(unit.id, self.now.label(h)), why))

    def free(self) -> list[UnitView]:
        """Units that may move and have no order yet."""
        return [u for u in self.active if u.id not in self.placed]

    def feeds(self, h: int) -> bool:
        """May an order end in a hex, given its supply?  In winter only where there is some."""
        return not self.now.view.known.winter or h in self.now.supply

    def has_room(self, h: int) -> bool:
        """Will there be room for one more unit in a hex?"""
        return self.count.get(h, 0) < self.now.room_each

    def at(self, unit: UnitView) -> int:
        """Where a unit will stand by the orders given so far."""
        return self.placed.get(unit.id, unit.hex)

    def danger(self, h: int, force: float) -> float:
        """Factors that may be lost in a hex, out of ``force`` that joins those ordered there."""
        now = self.now
        pressure = now.threat[h]
        if not pressure:
            return 0.0
        odds = pressure / (max(self.cf[h] + force, FAINT) * now.atlas.cover[h])
        share = risk(odds)
        if now.far_foe[h] > 2:
            share *= MARCH.distant_threat
        return share * force

    def leave(self, unit: UnitView) -> None:
        """Take a unit out of its hex while places for it are weighed."""
        self.cf[unit.hex] -= self.now.power(unit)
        self.count[unit.hex] = self.count.get(unit.hex, 1) - 1

    def back(self, unit: UnitView) -> None:
        """Put it back in."""
        self.cf[unit.hex] += self.now.power(unit)
        self.count[unit.hex] = self.count.get(unit.hex, 0) + 1

    def _shift(self, unit: UnitView, there: int) -> None:
        self.leave(unit)
        self.cf[there] += self.now.power(unit)
        self.count[there] = self.count.get(there, 0) + 1
        if there in self.barrier:
            self.barrier[there] *= MARCH.barred
            if "zoc" in unit.traits:
                for j in self.now.atlas.net[there]:
                    if j in self.barrier:
                        self.barrier[j] *= MARCH.barred_zone


# -- Who goes where.  Units are paired with goals; each one sent makes the next less needed. -------------------------

FAST = 1.4  # hexes on wheels for each on foot
PACES = {
    fast: tuple(ERRAND.haste ** (away / (FAST if fast else 1.0)) for away in range(FAR + 1)) for fast in (True, False)
}


def share_out(
    now: Position,
    units: Iterable[UnitView],
    taking: float,
    holding: float,
    cares: Callable[[UnitView, Goal], float],
) -> dict[str, Goal]:
    """Unit -> goal, assigned best pair first.

    :param taking: how eager the side is to take places; ``holding``: to hold its own;
        ``cares``: how much of a goal's worth counts for a unit.
    """
    goals = now.goals
    called: list[tuple[int, Goal, list[int], float, float, bool]] = []
    for k, goal in enumerate(goals):
        goal.sent = 0.0
        worth = (taking if goal.taking else holding) * goal.worth
        distant = ERRAND.distant ** max(0, now.gap[goal.hex] - ERRAND.near)
        soft = now.foe_cf[goal.hex] * now.atlas.cover[goal.hex] <= ERRAND.soft
        called.append((k, goal, now.atlas.far(goal.hex), worth, distant, soft))
    bids: list[Bid] = []
    for unit in units:
        now.seat.working()
        fast = "mech" in unit.traits
        haste = PACES[fast]
        for k, goal, way, worth, distant, soft in called:
            away = way[unit.hex]
            if away <= goal.longest:
                value = worth * haste[away]
                if fast and goal.taking and not goal.army and not soft:
                    value *= ERRAND.hard
                if fast and goal.army:
                    value *= ERRAND.mopping
                if goal.taking and not goal.army and goal.worth >= VICTORY:
                    value *= ERRAND.siege
                if goal.taking:
                    value *= cares(unit, goal)
                bids.append((value * distant, unit.id, k))
    return marches.share_out(bids, goals, ERRAND.crowd, lambda name, _: strength(now.by_id[name]))
