"""Who must not leave the city he is in.  The enemy's next turn is always before the eyes of the Second Impulse."""

from __future__ import annotations

from ecs.core.view import UnitView
from game.opponents.impulse.movement.movement_orders import MovementOrders
from game.opponents.impulse.position import Position

RAID = 8
LEAST = 1.0
WEAK, DOUBLED = 3, 2


def guards(now: Position) -> dict[str, int]:
    """Units that attack, if at all, out of the city they stand in: the last in each that could be raided.

    In the First Impulse nobody is bound; somebody can still be sent back.
    """
    if now.impulse == 1 or not now.foes:
        return {}
    march = MovementOrders(now, frozenset())
    storm = march.storm()
    out: dict[str, int] = {}
    for h, stack in sorted(now.mine_at.items()):
        if now.worth[h] < LEAST or not storm[h] or march.raids[h] > RAID:
            continue
        order = sorted((u for u in stack if "zoc" in u.traits), key=_missed)
        out.update((u.id, h) for u in order[: DOUBLED if now.is_city(h) and storm[h] > WEAK * DOUBLED else 1])
    return out


def _missed(unit: UnitView) -> tuple[bool, int, str]:
    """How much an attack would miss a unit: foot first, the weak first."""
    return "mech" in unit.traits, unit.attack, unit.id
