"""The hexes that zones of control cover, and where an enemy zone blocks the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ecs.core.components import Side
from ecs.core.remembered_answers import remembered, the_same
from ecs.core.world import Unit, World
from ecs.systems.network import Net


@dataclass(frozen=True, slots=True, eq=False)
class ZonesOfControl:
    """A game's rules on zones of control.

    ``exerts``: does a unit on the map have a zone now?  ``net``: of every hex, the hexes a zone extends to from there
    now.  ``armies``: the hexes in which units stand that cancel an enemy zone, and whose they are.  ``depends``: the
    kinds of mark all this depends on.
    """

    exerts: Callable[[World, Unit], bool]
    net: Callable[[World], Net]
    armies: Callable[[World], Mapping[int, Side]]
    depends: tuple[type, ...]

    @remembered("depends")
    def cover(self, w: World, side: Side) -> Mapping[int, tuple[str, ...]]:
        """Hexes in a side's zones: board index -> ids of the units that exert them, by entity."""
        net, out = self.net(w), dict[int, tuple[str, ...]]()
        for unit in self.exerting(w, side):
            for j in net[unit.hex]:
                out[j] = (*out.get(j, ()), unit.id)
        return out

    @remembered("depends")
    def map(self, w: World, side: Side) -> bytes:
        """For every hex, 1 if it lies in a zone of ``side``; the same object as long as it is the same."""
        net = self.net(w)
        return the_same(w, flags(w, {j for u in self.exerting(w, side) for j in net[u.hex]}))

    @remembered("depends")
    def blocked(self, w: World, side: Side) -> bytes:
        """For every hex, 1 if ``side`` cannot trace supply, retreat or run trains into it: enemy armies there, or an
        enemy zone that no army of its own in the hex cancels."""
        out = bytearray(self.map(w, side.other))
        for i, who in self.armies(w).items():
            out[i] = who is not side
        return bytes(out)

    def casts_from(self, w: World, unit: Unit, index: int) -> tuple[int, ...]:
        """Hexes to which a unit's zone would extend from another hex."""
        return tuple(self.net(w)[index]) if self.exerts(w, unit) else ()

    @remembered("depends")
    def exerting(self, w: World, side: Side) -> list[Unit]:
        """A side's units on the map that exert a zone now, by entity."""
        return [u for u in w.units if u.type.side is side and u.place.hex >= 0 and self.exerts(w, u)]


def flags(w: World, hexes: Iterable[int]) -> bytes:
    """For every hex, 1 if it is one of these."""
    out = bytearray(len(w.board.hexes))
    for i in hexes:
        out[i] = 1
    return bytes(out)
