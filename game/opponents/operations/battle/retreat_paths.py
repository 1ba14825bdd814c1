"""Whether the defenders of a hex have a way out, once the attackers stand where they are to stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ecs.core.view import UnitView
from game.opponents.operations.position import Position
from game.opponents.operations.troops import ROOM, is_army


def covered(now: Position, bases: Iterable[int]) -> set[int]:
    """The hexes next to which units would stand."""
    return {j for b in bases for j in now.zone_net[b]}


def has_exit(now: Position, target: int, bases: Collection[int], zones: Collection[int], held: Collection[int]) -> bool:
    """Could any defender retreat one or two hexes (10.1)?

    :param bases: where the attackers stand; ``zones``: hexes their side's zones cover; ``held``: hexes it occupies.
    """
    return any(_can_leave(now, u, target, bases, zones, held) for u in now.foes_at.get(target, ()))


def _can_leave(
    now: Position, unit: UnitView, start: int, bases: Collection[int], zones: Collection[int], held: Collection[int]
) -> bool:
    distance = now.board.distance

    def open_ways(here: int, far: int) -> list[int]:
        return [
            j
            for j in now.zone_net[here]
            if j not in held
            and (j not in zones or j in now.foes_at)
            and distance(j, start) == far
            and all(distance(j, b) >= distance(here, b) for b in bases)
        ]

    for near in open_ways(start, 1):
        if has_room(now, unit, near) or any(has_room(now, unit, j) for j in open_ways(near, 2)):
            return True
    return False


def has_room(now: Position, unit: UnitView, index: int) -> bool:
    """Could an enemy unit end a retreat in a hex?"""
    there = now.foes_at.get(index, [])
    return len(there) < ROOM and not (is_army(unit) and any(map(is_army, there)))
