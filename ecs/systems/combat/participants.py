"""Who takes part in the battle being fought."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Battle
from ecs.core.world import Unit, World


def bases_of(units: Iterable[Unit]) -> tuple[int, ...]:
    """The hexes some units stand in, by number."""
    return tuple(sorted({u.hex for u in units}))


def write_down(
    w: World, index: int, attackers: Iterable[Unit], defenders: Iterable[Unit], came_from: tuple[int, ...]
) -> None:
    """Write down whose battle for a hex begins, and out of which hexes the attackers come."""
    ours, theirs = tuple(u.entity for u in attackers), tuple(u.entity for u in defenders)
    w.mark(Battle, w.table, hex=index, attackers=ours, defenders=theirs, came_from=came_from)


def attackers(w: World) -> list[Unit]:
    """The attackers that are left."""
    return [u for e in w[Battle].attackers if (u := w.by_entity[e]).hex >= 0]


def defenders(w: World) -> list[Unit]:
    """The defenders that are left, wherever they have fallen back to."""
    return [u for e in w[Battle].defenders if (u := w.by_entity[e]).hex >= 0]
