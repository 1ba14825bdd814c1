"""The last march of a scenario that is won by places: every one that counts is manned, as strongly as it needs."""

from __future__ import annotations

from ecs.core.view import UnitView
from game.opponents.impulse.movement.movement_orders import MovementOrders, shielded

COUNTS = 1.0
EVEN = 3.0
LEAST = 0.02
STAY = 0.01
FIRM = 1.6


def is_last_march(front: MovementOrders) -> bool:
    """Is the scenario one of points, and does only the enemy march after this segment?"""
    now = front.now
    last = now.turn >= now.view.turns and now.impulse == 2 and now.side.value == "axis"
    return last and any(line.points > 1 for line in now.view.score)


def hold_cities(front: MovementOrders) -> list[int]:
    """Order men into the places that count, each where he does most; gives back the places that are manned.

    A place of the enemy's nobody stands in counts as well: it is taken by walking in.
    """
    now = front.now
    walls = {j for h, stack in front.stack.items() if stack for j in (h, *now.zone_net[h])}
    storm = front.storm(walls)
    places = [h for h, w in enumerate(now.worth) if w >= COUNTS and not front.shut[h]]
    places = [h for h in places if storm[h] or now.holder(h) is not now.side]
    spots = {u.id: set(front.spots(u)).intersection(places) for u in front.free() if "zoc" in u.traits}
    while True:
        best: tuple[float, str, int] | None = None
        for unit in front.free():
            for h in spots.get(unit.id, ()):
                if not front.has_room(unit, h):
                    continue
                gain = now.worth[h] * (_hope(front, storm, h, unit) - _hope(front, storm, h))
                gain += STAY * (h == unit.hex)
                if best is None or (gain, unit.id, -h) > best:
                    best = gain, unit.id, -h
        if best is None or best[0] < LEAST:
            break
        h = -best[2]
        front.send(now.by_id[best[1]], h, f"{now.name(h)} is to be held to the last.")
    return sorted({h for h in places if front.cf[h]})


def _hope(front: MovementOrders, storm: list[float], h: int, more: UnitView | None = None) -> float:
    """The chance that a place is still held after the enemy's turn."""
    force = front.cf[h] + (more.defence if more else 0)
    if force <= 0:
        return 0.0 if storm[h] or front.now.holder(h) is not front.side else 1.0
    firm = FIRM if front.now.is_city(h) else 1.0
    odds = storm[h] / (force * max(firm, shielded(front, h)))
    return 1.0 / (1.0 + (odds / EVEN) ** 2)
