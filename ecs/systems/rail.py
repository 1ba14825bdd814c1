"""Where railways run, which are connected, and the shortest way along them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from ecs.core.commands import MoveByRail
from ecs.core.components import Side
from ecs.core.remembered_answers import FEW, remembered
from ecs.core.world import Unit, World
from ecs.systems.movement import Journey, everywhere
from ecs.systems.network import Net, Rows, net_along

NONE: frozenset[int] = frozenset()


def rail_net(w: World) -> Rows:
    """For every hex, the hexes next to it along a railway."""
    return net_along(w, "rail")


@remembered(shared=True)
def rail_hexes(w: World) -> tuple[int, ...]:
    """Hexes with a railway."""
    return tuple(i for i, row in enumerate(rail_net(w)) if row)


@dataclass(frozen=True, slots=True)
class Railways:
    """Journeys along railways.  ``open_to``: of every hex, 1 if trains of a side run there now; ``stops``: 1 if they
    may be left there."""

    open_to: Callable[[World, Side], bytes]
    stops: Callable[[World, Side], bytes]

    def lines(self, w: World, side: Side, shut: frozenset[int] = NONE) -> tuple[int, ...]:
        """For every hex, the number of its stretch of connected railway, hexes closed to the unit left out; 0
        off the railway."""
        return _lines(w, self.open_to(w, side), shut)

    def ends(
        self, w: World, side: Side, start: int, shut: frozenset[int] = NONE, besides: tuple[int, ...] = ()
    ) -> frozenset[int]:
        """The stops on the stretch a hex lies on, itself among them.

        :param besides: open rail hexes that trains reach from there by another way.
        """
        rail = self.open_to(w, side)
        return _ends(w, rail, shut, self.stops(w, side), _lines(w, rail, shut)[start], besides)


@remembered(most=FEW)
def _lines(w: World, rail: bytes, shut: frozenset[int]) -> tuple[int, ...]:
    return connected_railways(rail_net(w), rail_hexes(w), rail, shut)


@remembered()
def _ends(
    w: World, rail: bytes, shut: frozenset[int], stops: bytes, line: int, besides: tuple[int, ...]
) -> frozenset[int]:
    numbers = _lines(w, rail, shut)
    joined = (i for i in rail_hexes(w) if numbers[i] and (numbers[i] == line or i in besides))
    return frozenset(i for i in joined if stops[i])


def no_ground(w: World, unit: Unit) -> frozenset[int]:
    """Trains take a unit through every hex they run in."""
    return NONE


@dataclass(frozen=True, slots=True)
class RailRules:
    """A game's rules on journeys by rail.

    ``journey``: who may not board, and why no unit gets off in a hex.  ``capacity``: what the trains of a side carry in
    a turn; ``weight``: what a unit takes of it.  ``room``: of the hexes a train gets to, those a unit may be left in.
    ``shut``: hexes no train takes it through; ``off_map``: rail heads to which one goes round off the map.  ``hexes``:
    how far a unit has then moved, where that matters.  ``remembers``: do the orders of a unit depend on nothing but
    the circumstances of marches and on railways and stacks?
    """

    journey: Journey[MoveByRail]
    railways: Railways
    capacity: Callable[[World, Side], int]
    weight: Callable[[Unit], int]
    shut: Callable[[World, Unit], frozenset[int]] = no_ground
    room: Callable[[World, Unit, frozenset[int]], frozenset[int]] = everywhere
    off_map: Callable[[World, Unit], tuple[int, ...]] = lambda w, unit: ()
    hexes: Callable[[World, tuple[int, ...]], int] = lambda w, path: 0
    remembers: Callable[[Unit], bool] = lambda unit: True


def connected_railways(net: Net, hexes: Iterable[int], usable: bytes, shut: Collection[int] = ()) -> tuple[int, ...]:
    """For every board index, the number of the stretch of connected railway it lies on; 0 off the usable railway.

    :param hexes: those with a railway; ``usable``: of every hex, 1 if trains run there; ``shut``: hexes left out.
    """
    out, number = [0] * len(usable), 0
    for first in hexes:
        if not usable[first] or out[first] or first in shut:
            continue
        number += 1
        out[first], ring = number, [first]
        for i in ring:
            for j in net[i]:
                if usable[j] and not out[j] and j not in shut:
                    out[j] = number
                    ring.append(j)
    return tuple(out)


def shortest(net: Net, numbers: Sequence[int], start: int, end: int) -> tuple[int, ...]:
    """The shortest way along a stretch of railway, start first; both ends lie on it."""
    before, ring = {end: end}, [end]
    for i in ring:
        if start in before:
            break
        for j in net[i]:
            if numbers[j] and j not in before:
                before[j] = i
                ring.append(j)
    path = [start]
    while path[-1] != end:
        path.append(before[path[-1]])
    return tuple(path)
