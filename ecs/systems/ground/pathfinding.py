"""Where can a unit get to, and by what path?  A bucket search over small whole-number costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

S = TypeVar("S")
Successors = Callable[[S, int], Iterable[tuple[S, int]]]


def cheapest(start: S, limit: int, successors: Successors[S]) -> dict[S, tuple[int, S | None]]:
    """Every state reachable within ``limit``: state -> (cost, state it was reached from).

    ``successors(state, cost)`` yields (next state, step cost) pairs, costs of 0 or more.  Ties keep the
    state found first, so a sorted successor order gives the same paths everywhere.
    """
    found: dict[S, tuple[int, S | None]] = {start: (0, None)}
    buckets: list[list[S]] = [[] for _ in range(limit + 1)]
    buckets[0].append(start)
    for cost, bucket in enumerate(buckets):
        for state in bucket:
            if found[state][0] != cost:
                continue
            for nxt, step in successors(state, cost):
                total = cost + step
                if total <= limit and (nxt not in found or total < found[nxt][0]):
                    found[nxt] = (total, state)
                    buckets[total].append(nxt)
    return found


def path_to(found: dict[S, tuple[int, S | None]], state: S) -> list[S]:
    """The states from the start to ``state``, both included."""
    path = [state]
    while (before := found[path[-1]][1]) is not None:
        path.append(before)
    return path[::-1]
