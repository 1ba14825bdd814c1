"""Where a line must stand so that nobody slips through to the rear.  The cheapest cut, thinned out by zones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from game.opponents.shared.map_analysis import Net

ENDLESS = 1 << 30


def cheapest_cut(
    net: Net,
    price: Sequence[int],
    sources: Iterable[int],
    sinks: Iterable[int],
    stakes: Mapping[int, int] = MappingProxyType({}),
    working: Callable[[], None] = lambda: None,
) -> list[int]:
    """Hexes of least total price that lie on every way from a source to a sink; empty if there are none.

    Flows are pushed along shortest ways until none is left (Dinic); a hex is an arc of its price from its near side
    ``2 * h`` to its far side ``2 * h + 1``.

    :param stakes: hexes that may be left outside the line, and what it costs to give each up.
    :param working: called whenever some more is done; it may raise.
    """
    size, goals = len(net), set(sinks)
    origins = set(sources) - goals
    if _is_open(net, price, origins, goals):
        return []
    flow = Flow(_arcs(net))
    for h in range(size):
        flow.room(2 * h, ENDLESS if h in origins or h in goals else price[h])
    for h in sorted(origins):
        flow.arc(flow.start, 2 * h, ENDLESS)
    for h, loss in sorted(stakes.items()):
        if h not in goals:
            flow.arc(flow.start, 2 * h, loss)
    for h in sorted(goals):
        flow.arc(2 * h + 1, flow.end, ENDLESS)
    level = flow.fill(working)
    return [h for h in range(size) if level[2 * h] >= 0 > level[2 * h + 1]] if level else []


def _is_open(net: Net, price: Sequence[int], origins: set[int], goals: set[int]) -> bool:
    """Is there a way from a source to a sink over hexes that cannot be closed?"""
    seen, queue = set(origins), sorted(origins)
    for h in queue:
        for j in net[h]:
            if j in goals:
                return True
            if j not in seen and price[j] >= ENDLESS:
                seen.add(j)
                queue.append(j)
    return False


class Arcs(NamedTuple):
    """The arcs of a net of hexes: of every node those that leave it, of every arc where it leads, and how much it lets
    through.  Arc ``through[h]`` is the hex ``h`` itself."""

    head: tuple[tuple[int, ...], ...]
    to: tuple[int, ...]
    room: tuple[int, ...]
    through: tuple[int, ...]


@lru_cache(maxsize=512)
def _arcs(net: Net) -> Arcs:
    head: list[list[int]] = [[] for _ in range(2 * len(net) + 2)]
    to, room, through = list[int](), list[int](), list[int]()

    def lay(a: int, b: int, much: int) -> None:
        head[a].append(len(to))
        head[b].append(len(to) + 1)
        to.extend((b, a))
        room.extend((much, 0))

    for h, row in enumerate(net):
        through.append(len(to))
        lay(2 * h, 2 * h + 1, 0)
        for j in row:
            lay(2 * h + 1, 2 * j, ENDLESS)
    return Arcs(tuple(map(tuple, head)), tuple(to), tuple(room), tuple(through))


class Flow:
    """A network of arcs between numbered nodes, a start and an end: arc ``e`` and its way back ``e ^ 1``.

    :param arcs: those of the net of hexes, without their sources and sinks.
    """

    def __init__(self, arcs: Arcs) -> None:
        self.start, self.end = len(arcs.head) - 2, len(arcs.head) - 1
        self._through = arcs.through
        self._head: list[Sequence[int]] = list(arcs.head)
        self._to, self._left = list(arcs.to), list(arcs.room)

    def room(self, node: int, room: int) -> None:
        """Say how much can flow through a hex, by its near side."""
        self._left[self._through[node // 2]] = room

    def arc(self, a: int, b: int, room: int) -> None:
        """Lay an arc that so much can flow through."""
        e = len(self._to)
        self._head[a], self._head[b] = [*self._head[a], e], [*self._head[b], e + 1]
        self._to += (b, a)
        self._left += (room, 0)

    def fill(self, working: Callable[[], None]) -> list[int]:
        """Push all the flow there is; how far each node is from the start then, -1 where nothing more flows to, or
        nothing at all where the flow is endless."""
        while True:
            working()
            level = self._levels()
            if level[self.end] < 0:
                return level
            if self._push(level, working) >= ENDLESS:
                return []

    def _levels(self) -> list[int]:
        head, to, left, end = self._head, self._to, self._left, self.end
        level = [-1] * len(head)
        level[self.start] = 0
        queue = [self.start]
        for a in queue:
            further = level[a] + 1
            for e in head[a]:
                if left[e] and level[b := to[e]] < 0:
                    level[b] = further
                    queue.append(b)
            if level[end] >= 0:
                break
        return level

    def _push(self, level: list[int], working: Callable[[], None]) -> int:
        """Fill the shortest ways; how much flowed."""
        to, left = self._to, self._left
        tried = [0] * len(self._head)
        total, path, at = 0, list[int](), self.start
        while True:
            if at == self.end:
                working()
                much = min(left[e] for e in path)
                total += much
                if total >= ENDLESS:
                    return total
                for e in path:
                    left[e] -= much
                    left[e ^ 1] += much
                full = next(k for k, e in enumerate(path) if not left[e])
                at = to[path[full] ^ 1]
                del path[full:]
            e = self._onward(at, level, tried)
            if e < 0:
                if at == self.start:
                    return total
                at = to[path.pop() ^ 1]
                tried[at] += 1
                continue
            path.append(e)
            at = to[e]

    def _onward(self, at: int, level: list[int], tried: list[int]) -> int:
        """The next arc from a node to one that is a step farther from the start; -1 if none is left."""
        row, to, left, further, first = self._head[at], self._to, self._left, level[at] + 1, tried[at]
        for k in range(first, len(row)):
            e = row[k]
            if left[e] and level[to[e]] == further:
                tried[at] = k
                return e
        tried[at] = len(row)
        return -1


def posts_by_hex(reach: Mapping[str, Collection[int]]) -> dict[int, list[str]]:
    """Hex -> the units that can be in it, by the hexes each can be in."""
    out: dict[int, list[str]] = {}
    for name, spots in reach.items():
        for h in spots:
            out.setdefault(h, []).append(name)
    return out


def close_by_few(
    need: Collection[int],
    net: Net,
    able: Mapping[int, Sequence[str]],
    merit: Callable[[int], float],
    distaste: Callable[[str, int], float],
) -> tuple[dict[str, int], set[int]]:
    """Unit -> hex, so that as many hexes as can be are closed by few units and their zones; and those left open.

    :param net: the hexes a zone reaches from each; ``able``: hex -> the units that could stand there.
    :param merit: what speaks for a post besides the hexes it closes; ``distaste``: against sending a unit there.
    """
    left, out = set(need), dict[str, int]()
    posts = sorted({j for h in need for j in (h, *net[h])}.intersection(able))
    while left:
        choices = []
        for h in posts:
            shut = len(left & {h, *net[h]})
            if shut and any(name not in out for name in able[h]):
                choices.append((shut + merit(h), -h))
        if not choices:
            break
        h = -max(choices)[1]
        out[min((n for n in able[h] if n not in out), key=lambda n: (distaste(n, h), n))] = h
        left -= {h, *net[h]}
    return out, left
