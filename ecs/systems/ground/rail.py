"""Which railways hang together, and what is the shortest way along them?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ecs.systems.ground.network import Net


def connected_railways(net: Net, hexes: Iterable[int], usable: bytes, shut: Collection[int] = ()) -> tuple[int, ...]:
    """Of every board index, the number of the stretch of connected railway it lies on; 0 off the usable railway.

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
