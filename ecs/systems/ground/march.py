"""Where a march leads, and by what path.  One search for every game, over small whole-number costs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from ecs.core.view import ReachStep
from ecs.core.world import World

Way = tuple[int, int, bool, bool]
"""A step: the hex it leads to, what it costs, whether an advantage has been used up by then, whether the move ends
there."""
Arrival = tuple[int, int, tuple[int, ...]]
"""A hex that can be reached, the least cost, and the path, start first."""
STOPPED, USED = 1, 2
"""Bits of a state; the rest of it is the hex."""


@dataclass(frozen=True, slots=True)
class March:
    """What a game decides of a march.

    ``points``: what it may cost, in whatever the game counts.  ``ways``: the steps out of a hex: (hex, advantage used
    up, points spent so far) -> in a fixed order, whoever stands there.  ``foes``: of every hex, 1 if it may not be
    entered; ``shut``: further hexes closed to the unit; ``halts``: of every hex, 1 if the move ends when it is entered.
    """

    start: int
    points: int
    ways: Callable[[int, bool, int], Iterable[Way]]
    foes: bytes
    shut: Collection[int]
    halts: bytes


def arrivals(march: March) -> list[Arrival]:
    """Every hex but the start within the points of a march: the cheapest first, then by board index.

    Of paths that cost the same the one found first counts, so that ways in a fixed order give the same path
    everywhere; before one that had to use up its advantage or to stop comes one that had not.
    """
    ways, foes, shut, halts, points = march.ways, march.foes, march.shut, march.halts, march.points
    first = march.start << 2
    cost_of, before = {first: 0}, {first: first}
    paths: dict[int, tuple[int, ...]] = {first: (march.start,)}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(first)
    seen = {march.start}
    out: list[Arrival] = []
    for spent, bucket in enumerate(buckets):
        for state in bucket:
            if cost_of[state] != spent:
                continue
            here = state >> 2
            if state != first:
                paths[state] = (*paths[before[state]], here)
            if state & STOPPED:
                continue
            for there, cost, used, halt in ways(here, bool(state & USED), spent):
                total = spent + cost
                if total > points or foes[there] or there in shut:
                    continue
                ahead = there << 2 | used << 1 | halt | halts[there]
                if ahead not in cost_of or total < cost_of[ahead]:
                    cost_of[ahead], before[ahead] = total, state
                    buckets[total].append(ahead)
        for state in sorted(bucket):
            if cost_of[state] == spent and state >> 2 not in seen:
                seen.add(state >> 2)
                out.append((state >> 2, spent, paths[state]))
    return out


def arrivals_by(march: March, via: Sequence[int]) -> list[Arrival]:
    """The same, of paths that pass these hexes in turn; none of them comes back to the start, where a march is fresh.

    The board is laid out once for each number of hexes that have been passed, one below the other.
    """
    if not via:
        return arrivals(march)
    size, last = len(march.foes), len(via)
    ways = march.ways

    def below(place: int, used: bool, spent: int) -> Iterable[Way]:
        passed, here = divmod(place, size)
        for there, cost, used_up, halt in ways(here, used, spent):
            on = passed + (passed < last and there == via[passed])
            yield on * size + there, cost, used_up, halt

    shut = {*march.shut, march.start}
    floors = range(last + 1)
    deep = March(
        march.start,
        march.points,
        below,
        march.foes * (last + 1),
        frozenset(floor * size + index for floor in floors for index in shut),
        march.halts * (last + 1),
    )
    found = [entry for entry in arrivals(deep) if entry[0] >= last * size]
    return [(there % size, cost, tuple(index % size for index in path)) for there, cost, path in found]


def steps(march: March, via: Sequence[int] = ()) -> dict[int, ReachStep]:
    """Every hex within the points of a march: board index -> the cheapest step there, its cost as the march counts.

    :param via: hexes that are passed in turn.
    """
    return {there: ReachStep(there, cost, path, False) for there, cost, path in arrivals_by(march, via)}


def nowhere(w: World) -> bytes:
    """Of every hex, 0: nothing halts a march."""
    return w.on_board("nowhere", lambda: bytes(len(w.board.hexes)))
