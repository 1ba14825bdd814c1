"""How far does a flood reach?  Distances on precomputed neighbour lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

FAR = 10_000


def distances(neighbours: Sequence[Sequence[int]], sources: Iterable[int]) -> list[int]:
    """Hexes from each board index to the nearest source; ``FAR`` where none can be reached."""
    out = [FAR] * len(neighbours)
    ring = sorted(set(sources))
    for i in ring:
        out[i] = 0
    steps = 0
    while ring:
        steps += 1
        nxt = []
        for i in ring:
            for j in neighbours[i]:
                if out[j] == FAR:
                    out[j] = steps
                    nxt.append(j)
        ring = nxt
    return out
