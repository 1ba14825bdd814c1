"""Where headquarters and guns go, once the fighting units have their orders."""

from __future__ import annotations

from ecs.core.view import UnitView
from game.opponents.campaign.movement.headquarters_groups import SPAN
from game.opponents.campaign.movement.movement_orders import MovementOrders
from game.opponents.campaign.position import strength

ON_FOOT, SHARED = 0.15, 0.4
OWN = 2.0


def staffs(m: MovementOrders) -> None:
    """Headquarters go where most of their tanks will be, under guard; guns to the nearest large stack."""
    now = m.now
    mobile: dict[int, float] = {}
    for u in now.mine:
        weight = strength(u) * (1.0 if "mech" in u.traits else ON_FOOT)
        mobile[m.at(u)] = mobile.get(m.at(u), 0.0) + weight
    for unit in [u for u in now.tail if u.can_act and not {"hq", "art"}.isdisjoint(u.traits)]:
        others = [u.hex for u in now.tail if "hq" in u.traits and u.id != unit.id]

        def value(h: int, unit: UnitView = unit, others: list[int] = others) -> float:
            return _value(m, unit, h, mobile, others)

        best = max(sorted(now.seat.reach(unit.id)), key=lambda h: (value(h), -h), default=unit.hex)
        if value(best) > value(unit.hex) + 0.5:
            m.send(unit, best, "Headquarters close up to their tanks." if "hq" in unit.traits else "Guns follow.")


def _value(m: MovementOrders, unit: UnitView, h: int, mobile: dict[int, float], others: list[int]) -> float:
    now, apart = m.now, m.now.board.distance
    if "art" in unit.traits:
        return mobile.get(h, 0.0) + 0.3 * min(m.cf[h], 9.0) - 0.3 * now.far_foe[h]
    value = 0.0
    post = m.armies.posts.get(unit.id)
    if post is not None:
        value += OWN * sum(strength(u) for u in m.armies.crews[unit.id] if apart(h, m.at(u)) <= SPAN)
        value -= 0.5 * apart(h, post)
    for spot, weight in mobile.items():
        if apart(h, spot) <= SPAN:
            value += weight * (SHARED if any(apart(o, spot) <= SPAN for o in others) else 1.0)
    if now.far_foe[h] <= 2 and m.cf[h] < 3:
        value -= 12.0
    elif not m.cf[h]:
        value -= 5.0
    return value - 0.2 * now.gap[h] - (3.0 if now.open_ground[h] else 0.0)
