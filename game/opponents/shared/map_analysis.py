"""Facts that depend on the map alone: ways, railways, distances, cover, worth of places."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, lru_cache, wraps
from operator import not_
from typing import Any, TypeVar, TypeVarTuple

from ecs import Board

S = TypeVar("S")
T = TypeVar("T")
Q = TypeVarTuple("Q")


def asked_once(method: Callable[[S, *Q], T]) -> Callable[[S, *Q], T]:
    """A method that caches its answers in its object: make a new object when the position changes.

    Arguments are hashable and given in order.
    """
    store = f"_{method.__name__}_answers"

    @wraps(method)
    def answer(self: S, *question: *Q) -> T:
        known: dict[tuple[*Q], T] = self.__dict__.setdefault(store, {})
        try:
            return known[question]
        except KeyError:
            found = known[question] = method(self, *question)
            return found

    return answer


FAR = 99
RECALLED = 64
CLOSED = frozenset({"lake", "impassable"})
COVER = {"woods": 1.2, "marsh": 1.35, "rough": 1.35, "mountain": 2.0, "desert_steppe": 0.6}
PLACES = {"major": 1.6, "town": 0.5}
VICTORY = 4.0  # a victory point: a place worth this much or more is a victory place

Net = tuple[tuple[int, ...], ...]


class MapAnalysis:
    """A board prepared for planning.  Distances from a hex are worked out on demand.

    ``spots``: hexes with a place or where railways meet.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.size = len(board.hexes)
        self.net: Net = tuple(
            tuple(j for j in row if CLOSED.isdisjoint(board.kinds(i, j))) for i, row in enumerate(board.neighbours)
        )
        self.rails: Net = tuple(
            tuple(j for j in row if "rail" in board.kinds(i, j)) for i, row in enumerate(board.neighbours)
        )
        self.spots = tuple(h for h, spot in enumerate(board.hexes) if spot.place or len(self.rails[h]) > 2)
        self.worth = [_worth(board, i) for i in range(self.size)]
        self.cover = [_cover(board, i) for i in range(self.size)]
        self._far: dict[int, list[int]] = {}
        self._recalled: dict[Hashable, Any] = {}

    @cached_property
    def zone_net(self) -> Net:
        """Neighbours that zones of control reach: not over a strait."""
        kinds = self.board.kinds
        return tuple(tuple(j for j in row if "strait" not in kinds(i, j)) for i, row in enumerate(self.net))

    def far(self, start: int) -> list[int]:
        """Distances from one hex to every other, round lakes and seas."""
        if start not in self._far:
            self._far[start] = spread(self.net, (start,))
        return self._far[start]

    def recall(self, question: Hashable, make: Callable[[], T]) -> T:
        """A cached answer to a question that the map alone decides; do not change it, since it is shared."""
        try:
            answer: T = self._recalled[question]
        except KeyError:
            answer = make()
            for oldest in list(self._recalled)[: max(0, len(self._recalled) - RECALLED + 1)]:
                self._recalled.pop(oldest, None)  # two threads may be here at once
            self._recalled[question] = answer
        return answer

    def steps(self, sources: Iterable[int], shut: Iterable[int] = (), most: int = FAR) -> Sequence[int]:
        """Steps from the nearest source to every hex, as by ``spread``; closed hexes are named."""
        start, barred = frozenset(sources), frozenset(shut)

        def make() -> tuple[int, ...]:
            closed = bytearray(self.size)
            for h in barred:
                closed[h] = 1
            return tuple(spread(self.net, start, closed, most))

        return self.recall(("steps", start, barred, most), make)

    def joined(self, sources: Iterable[int], shut: Iterable[int]) -> frozenset[int]:
        """Everything joined to the sources past the closed hexes, the sources included."""
        start, barred = frozenset(sources), frozenset(shut)

        def make() -> frozenset[int]:
            return frozenset(flood(self.net, start, set(range(self.size)).difference(barred).__contains__))

        return self.recall(("joined", start, barred), make)

    @asked_once
    def disk(self, start: int, radius: int) -> tuple[tuple[int, int], ...]:
        """(hex, distance) of everything within a radius."""
        seen, ring = {start: 0}, [start]
        for step in range(1, radius + 1):
            ring = [j for i in ring for j in self.net[i] if j not in seen and not seen.update({j: step})]
        return tuple(seen.items())

    @asked_once
    def rings(self, start: int, radius: int) -> tuple[tuple[int, ...], ...]:
        """Everything within a radius, by distance."""
        found: list[list[int]] = [[] for _ in range(radius + 1)]
        for h, step in self.disk(start, radius):
            found[step].append(h)
        return tuple(map(tuple, found))

    @asked_once
    def patch(self, start: int, radius: int) -> Net:
        """The net of a disk by itself: rows and neighbours are places in the disk."""
        return within(self.net, self.disk(start, radius))

    @asked_once
    def rail_lines(self, start: int) -> dict[int, tuple[int, int]]:
        """Railway hex -> (hexes by rail from the start, hex before it); whoever holds them."""
        seen, queue = {start: (0, start)}, [start]
        for i in queue:
            step = seen[i][0] + 1
            for j in self.rails[i]:
                if j not in seen:
                    seen[j] = (step, i)
                    queue.append(j)
        return seen


def within(net: Net, disk: Iterable[tuple[int, int]]) -> Net:
    """The part of a net within a disk of (hex, distance): rows and neighbours are places in the disk."""
    where = {h: k for k, (h, _) in enumerate(disk)}
    return tuple(tuple(where[j] for j in net[h] if j in where) for h in where)


def spread(net: Net, sources: Iterable[int], shut: Sequence[int] = (), most: int = FAR) -> list[int]:
    """Steps from the nearest source to every hex; ``FAR`` where there is no way.

    :param shut: of every hex, whether it may not be entered; nothing for an open map.
    """
    out = [FAR] * len(net)
    free = bytearray(map(not_, shut)) if shut else bytearray(b"\1") * len(net)
    ring = list(set(sources))
    for h in ring:
        out[h] = free[h] = 0
    step = 0
    while ring and step < most:
        step += 1
        last, ring = ring, []
        for h in last:
            for j in net[h]:
                if free[j]:
                    free[j] = 0
                    out[j] = step
                    ring.append(j)
    return out


def flood(net: Net, sources: Iterable[int], may_enter: Callable[[int], bool]) -> dict[int, int]:
    """Everything that is joined to the sources by hexes that may be entered, the nearest first; and of each hex the one
    it is reached from, of a source itself."""
    before = {h: h for h in sources}
    ring = list(before)
    for h in ring:
        for j in net[h]:
            if j not in before and may_enter(j):
                before[j] = h
                ring.append(j)
    return before


def _worth(board: Board, index: int) -> float:
    spot = board.hexes[index]
    value = PLACES.get(spot.place, 0.0) + VICTORY * spot.vp
    if "key_city" in spot.traits:
        value += 3.0
    return value


def _cover(board: Board, index: int) -> float:
    spot = board.hexes[index]
    value = COVER.get(spot.terrain, 1.0)
    if spot.place == "major":
        value += 0.5
    elif spot.place == "town":
        value += 0.1
    if "fortress" in spot.traits:
        value += 1.0
    if "fortified_zone" in spot.traits:
        value += 0.2
    return value


@lru_cache(maxsize=4)
def atlas_of(board: Board) -> MapAnalysis:
    """The atlas of a board; made once."""
    return MapAnalysis(board)
