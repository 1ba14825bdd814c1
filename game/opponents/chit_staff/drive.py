"""The drive of a stronger army that lives on depots: each unit down its lane, infantry to the strong points."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.core.known_facts import Sky
from ecs.core.view import ReachStep, UnitView
from game.opponents.chit_staff.movement_orders import MovementOrders, PlayStyle
from game.opponents.chit_staff.position import FAINT, Goal, Position
from game.opponents.doctrine import table
from game.opponents.shared.map_analysis import VICTORY
from game.opponents.shared.operational_plan import Marcher, OperationalPlan, PlanFigures, PlanGround

DRY = (Sky.FAIR, Sky.FROST)


@dataclass(frozen=True, slots=True)
class Pace:
    """What differs between units on wheels and on foot.

    ``dash``: hexes out of supply that cost little; ``company``: other factors beside one; ``tether``: a hex beyond the
    reach of its headquarters; ``crowd``: a unit in the same hex.
    """

    dash: int
    company: float
    tether: float
    crowd: float


@dataclass(frozen=True, slots=True)
class DriveFigures:
    """The value of a hex on the way, and when an army halts; `doctrines/campaign.toml` explains each figure."""

    ground: float
    place: float
    railway: float
    errand: float
    near: int
    fear: float
    hunger: float
    starving: float
    siege: float
    combat: float
    halt: float
    zones: float
    beside: float
    wheels: Pace
    foot: Pace


PLAN = table("campaign", "plan", PlanFigures)
DRIVE = table("campaign", "drive", DriveFigures)


def drives(now: Position, temper: PlayStyle) -> bool:
    """Does a side drive by a plan?  It plans together at all, is the stronger, lives on depots, the ways are dry, few
    enemies cast a zone, and no more of it is out of supply than it can bear: else it halts, and destroys what it
    passed."""
    if not temper.massing or now.view.known.sky not in DRY or not now.bold or not now.railways.depots:
        return False
    if sum("zoc" in u.traits for u in now.foes) > DRIVE.zones * len(now.foes):
        return False
    hungry = sum(u.attack for u in now.mine if u.hex not in now.supply)
    return hungry <= DRIVE.halt * sum(u.attack for u in now.mine)


class DepotDrive:
    """One movement segment of a drive.

    :param errands: unit -> what it is wanted for nearby; those who besiege get their strong point instead.
    """

    def __init__(self, now: Position, orders: MovementOrders, errands: dict[str, Goal]) -> None:
        self.now, self.orders, self.errands = now, orders, errands
        rails, armies = now.railways, orders.armies.of
        places = {h: w for h, w in enumerate(now.atlas.worth) if w >= VICTORY and now.holder(h) is not now.side}
        now.style.weigh(places)
        ground = PlanGround(
            now.atlas,
            places,
            now.foe_cf,
            now.gap,
            rails.behind,
            [way for _, way in sorted(rails.ways.items())],
            rails.urgent,
        )
        named = {name: now.by_id[head].long_name for name, head in armies.items()}
        marchers = [Marcher(u.id, u.hex, "mech" in u.traits, now.power(u), named.get(u.id, "")) for u in now.mine]
        self.plan = OperationalPlan(ground, marchers, PLAN)
        for name, point in self.plan.siege.items():
            errands[name] = Goal(point.hex, DRIVE.siege, point.demand, True)

    def leads(self, unit: UnitView) -> bool:
        """Does a unit follow its lane?"""
        return unit.id in self.plan.lane and unit.id not in self.plan.siege

    def order(self, unit: UnitView) -> tuple[bool, int, str]:
        """Order of march: wheels first, and the foremost, to make room for those behind."""
        lane = self.plan.lane.get(unit.id)
        away = self.now.atlas.far(lane)[unit.hex] if lane is not None else 0
        return "mech" not in unit.traits, away, unit.id

    def value(self, unit: UnitView, h: int, step: ReachStep | None, errand: float) -> float:
        """The value of a hex to a unit on its lane, and of the way there.

        :param errand: what the hex brings it for what it is wanted for.
        """
        now, orders, fast = self.now, self.orders, "mech" in unit.traits
        way, pace = now.atlas.far(self.plan.lane[unit.id]), DRIVE.wheels if fast else DRIVE.foot
        out = float(way[unit.hex] - way[h])
        for p in step.path[1:] if step is not None else ():
            if (fast or p == h) and now.holder(p) is not now.side:
                out += DRIVE.ground + DRIVE.place * now.atlas.worth[p] + DRIVE.railway * now.corridor.get(p, 0.0)
        goal = self.errands.get(unit.id)
        if goal is not None and goal.taking and not goal.army and now.atlas.far(goal.hex)[unit.hex] <= DRIVE.near:
            out += DRIVE.errand * errand
        out -= DRIVE.fear * orders.danger(h, max(now.power(unit), FAINT))
        away = now.gap[h]
        out -= DRIVE.hunger * min(away, pace.dash) + DRIVE.starving * max(0, away - pace.dash)
        out += pace.company * min(orders.cf[h], DRIVE.beside)
        return out - pace.tether * orders.armies.beyond(unit, h) - pace.crowd * orders.count.get(h, 0)
