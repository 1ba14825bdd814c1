"""Neighbours for units that cannot cross every hexside, and what lies within a number of steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ecs.core.components import Side
from ecs.core.entities import is_hidden
from ecs.core.events import PocketClosed
from ecs.core.remembered_answers import FEW, remembered
from ecs.core.world import Unit, World
from ecs.systems.sentences import label

Net = Sequence[Sequence[int]]
Rows = tuple[tuple[int, ...], ...]
ENDLESS = -1


@remembered(shared=True)
def net_without(w: World, *kinds: str) -> Rows:
    """For every hex, its neighbours except those across a hexside of one of these kinds."""
    barred, rows = _sides_of(w, frozenset(kinds)), enumerate(w.board.neighbours)
    return tuple(tuple(j for j in row if j not in barred[i]) if i in barred else row for i, row in rows)


@remembered(shared=True)
def net_along(w: World, *kinds: str) -> Rows:
    """For every hex, the hexes next to it along roads or railways of one of these kinds."""
    ways, rows = _sides_of(w, frozenset(kinds)), enumerate(w.board.neighbours)
    return tuple(tuple(j for j in row if j in ways[i]) if i in ways else () for i, row in rows)


def _sides_of(w: World, kinds: frozenset[str]) -> dict[int, set[int]]:
    """Hexsides of one of these kinds: of a hex, the hexes that lie across one, as it is crossed from there."""
    found: dict[int, set[int]] = {}
    for (a, b), there in w.board.sides.items():
        if not kinds.isdisjoint(there):
            found.setdefault(a, set()).add(b)
    return found


def within(net: Net, start: int, reach: int) -> frozenset[int]:
    """Hexes within a number of steps of a net, whoever stands there."""
    seen, ring = {start}, [start]
    for _ in range(reach):
        ring = sorted({j for i in ring for j in net[i] if j not in seen})
        seen.update(ring)
    return frozenset(seen)


def nearest(w: World, start: int, hexes: Iterable[int]) -> int:
    """Of some hexes the one fewest hexes away, whatever lies between, then by board index; -1 of none."""
    return min(hexes, key=lambda i: (w.board.distance(start, i), i), default=-1)


# -- floods: maps with a byte a hex ---------------------------------------------------------------------------


def spread(net: Net, shut: bytes, starts: Iterable[int], limit: int = ENDLESS) -> bytes:
    """For every hex, 1 if at most ``limit`` steps lead there from a start, over hexes that are not shut."""
    closed, out = bytearray(shut), bytearray(len(shut))
    ring = [i for i in starts if not shut[i]]
    for i in ring:
        closed[i] = out[i] = 1
    while ring and limit:
        limit -= 1
        further = []
        for i in ring:
            for j in net[i]:
                if not closed[j]:
                    closed[j] = out[j] = 1
                    further.append(j)
        ring = further
    return bytes(out)


def joined(net: Net, usable: bytes, starts: Iterable[int]) -> bytes:
    """For every hex, 1 if it is joined to a usable start by usable hexes, both included."""
    return spread(net, unmarked(usable), starts)


_OTHER = bytes([1, *[0] * 255])


def unmarked(found: bytes) -> bytes:
    """For every hex, 1 if it is not marked."""
    return found.translate(_OTHER)


def either(a: bytes, b: bytes) -> bytes:
    """Hexes marked in one map or the other."""
    return (int.from_bytes(a) | int.from_bytes(b)).to_bytes(len(a))


def both(a: bytes, b: bytes) -> bytes:
    """Hexes marked in both maps."""
    return (int.from_bytes(a) & int.from_bytes(b)).to_bytes(len(a))


def marked(found: bytes) -> frozenset[int]:
    """The hexes that are marked in a map."""
    return frozenset(i for i, there in enumerate(found) if there)


@remembered(most=FEW)
def marked_in(w: World, found: bytes) -> frozenset[int]:
    """The marked hexes, looked up once for equal maps."""
    return marked(found)


# -- Pockets: units of a side that are cut off together. -------------------------------------------------------------

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
    """The connected groups among the hexes, each in order."""
    left = set(hexes)
    while left:
        ring = [min(left)]
        for index in ring:
            left.discard(index)
            ring += [j for j in w.board.neighbours[index] if j in left and j not in ring]
        yield sorted(ring)
