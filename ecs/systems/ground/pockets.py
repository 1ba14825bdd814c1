"""Pockets: units of a side that are cut off together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ecs.core.components import Side
from ecs.core.entities import is_hidden
from ecs.core.events import PocketClosed
from ecs.core.world import Unit, World
from ecs.systems.table.names import label

LEAST = 2


def tell_pockets(w: World, side: Side, cut_off: Iterable[Unit]) -> None:
    """Tell, without a line in the log, where units just cut off stand together: two of them at least, in one hex or in
    neighbouring ones.  What names a hidden unit is its owner's to know.

    :param cut_off: the units of the side that were in supply until this judging, and are no longer.
    """
    standing: dict[int, list[Unit]] = {}
    for unit in cut_off:
        standing.setdefault(unit.hex, []).append(unit)
    for hexes in _joined(w, standing):
        units = [unit for index in hexes for unit in standing[index]]
        if len(units) >= LEAST:
            veil = "-" if any(is_hidden(unit) for unit in units) else ""
            names = tuple(unit.id for unit in units)
            where = tuple(label(w, index) for index in hexes)
            w.emit(PocketClosed(side=side, hexes=where, units=names, veil=veil, owner=side))


def _joined(w: World, hexes: Iterable[int]) -> Iterator[list[int]]:
    """The hexes that hang together, each group in order."""
    left = set(hexes)
    while left:
        ring = [min(left)]
        for index in ring:
            left.discard(index)
            ring += [j for j in w.board.neighbours[index] if j in left and j not in ring]
        yield sorted(ring)
