"""Which hexes do zones of control cover?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ecs.core.components import Side
from ecs.core.world import Unit, World


def zone_coverage(w: World, side: Side, cast: Callable[[Unit], Sequence[int]]) -> dict[int, tuple[str, ...]]:
    """Hexes in a side's zones: board index -> ids of the units that exert them, by entity.

    :param cast: the hexes a unit's zone extends to; none if it has no zone.
    """
    out: dict[int, tuple[str, ...]] = {}
    for unit in w.units:
        if unit.type.side is side:
            for j in cast(unit):
                out[j] = (*out.get(j, ()), unit.id)
    return out


def flags(w: World, hexes: Iterable[int]) -> bytes:
    """Of every hex, 1 if it is one of these."""
    out = bytearray(len(w.board.hexes))
    for i in hexes:
        out[i] = 1
    return bytes(out)
