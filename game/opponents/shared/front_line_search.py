"""Where a line must stand so that no enemy slips through: the cheapest cut, thinned out by zones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

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

    :param stakes: hexes that may be left outside the line, and what it costs to give each up.
    """
    return cheapest_cuts(net, price, (sources,), sinks, stakes, working)[0]


def cheapest_cuts(
    net: Net,
    price: Sequence[int],
    sources: Sequence[Iterable[int]],
    sinks: Iterable[int],
    stakes: Mapping[int, int] = MappingProxyType({}),
    working: Callable[[], None] = lambda: None,
) -> list[list[int]]:
    """The cheapest cut for each of several sets of sources, each of which holds those before it.

    Hexes that cannot be closed are one area with those beside them that cannot be closed either, so that what is left
    is the ground between.  There flows are pushed along shortest ways until none is left (Dinic); what flows from few
    sources flows from more.

    :param net: who is next to whom; of two neighbours each is one of the other's.
    :param sources: those of all sets but the first are hexes that cannot be closed.
    :param working: called whenever some more is done; it may raise.
    """
    working()
    goals = set(sinks)
    first, *others = (set(some) - goals for some in sources)
    where, areas = _areas(net, price, first, goals)
    if not areas:
        return [[] for _ in sources]
    ground = [h for h, spot in enumerate(where) if spot < 0]
    flow = _flow(net, price, where, ground, areas)
    for h, loss in sorted(stakes.items()):
        if where[h] not in (START, END):
            flow.lay(START, (where[h],), loss)
    joined, out = {START}, [flow.cut(ground, where, working)]
    for more in others:
        new = {where[h] for h in more} - joined
        if END in new:
            return out + [[] for _ in range(len(sources) - len(out))]
        flow.lay(START, sorted(new), ENDLESS)
        joined |= new
        out.append(flow.cut(ground, where, working))
    return out


def _flow(net: Net, price: Sequence[int], where: list[int], ground: Sequence[int], areas: int) -> Flow:
    """The network of the ground between the areas, in which each hex has a near side, given as a number."""
    for k, h in enumerate(ground):
        where[h] = areas + 2 * k
    flow = Flow(areas + 2 * len(ground))
    for h in ground:
        near = where[h]
        flow.lay(near, (near + 1,), price[h])
        beside = {where[j] for j in net[h]}
        flow.lay(near + 1, beside, ENDLESS)
        for spot in beside:
            if spot < areas:
                flow.lay(spot, (near,), ENDLESS)
    return flow


START, END = 0, 1
"""The area of all sources, and that of all sinks."""


def _areas(net: Net, price: Sequence[int], origins: set[int], goals: set[int]) -> tuple[list[int], int]:
    """For every hex that cannot be closed the number of its area, -1 for the others; and how many areas there are, none
    if a source is joined to a sink.  All sources are of the first area, all sinks of the second."""
    where = [-1] * len(net)
    firm = [much >= ENDLESS for much in price]
    for h in origins | goals:
        firm[h] = True

    def flood(ring: list[int], number: int) -> None:
        for h in ring:
            where[h] = number
        for h in ring:
            for j in net[h]:
                if firm[j] and where[j] < 0:
                    where[j] = number
                    ring.append(j)

    flood(sorted(origins), START)
    if any(where[h] == START for h in goals):
        return where, 0
    flood(sorted(goals), END)
    areas = END + 1
    for first, solid in enumerate(firm):
        if solid and where[first] < 0:
            flood([first], areas)
            areas += 1
    return where, areas


class Flow:
    """A network of arcs between numbered nodes, from ``START`` to ``END``: arc ``e`` and its way back ``e ^ 1``."""

    def __init__(self, nodes: int) -> None:
        self._head: list[list[int]] = [[] for _ in range(nodes)]
        self._to, self._left = list[int](), list[int]()

    def lay(self, a: int, ends: Iterable[int], room: int) -> None:
        """Lay arcs from a node to others, each with a capacity."""
        head, to, left = self._head, self._to, self._left
        mine, e = head[a], len(to)
        for b in ends:
            mine.append(e)
            head[b].append(e + 1)
            to += (b, a)
            left += (room, 0)
            e += 2

    def cut(self, ground: Iterable[int], where: Sequence[int], working: Callable[[], None]) -> list[int]:
        """Push as much flow as possible; return the hexes that limit it.

        :param where: of every hex its near side, the number before that of its far side.
        """
        self._fill(working)
        reached = self._reached()
        return [h for h in ground if reached[where[h]] and not reached[where[h] + 1]]

    def _fill(self, working: Callable[[], None]) -> None:
        while True:
            working()
            away = self._away()
            if away[START] < 0:
                return
            self._push(away, working)

    def _reached(self) -> list[bool]:
        """For every node, whether more could flow there."""
        head, to, left = self._head, self._to, self._left
        out = [False] * len(head)
        out[START] = True
        queue = [START]
        for a in queue:
            for e in head[a]:
                if left[e] and not out[b := to[e]]:
                    out[b] = True
                    queue.append(b)
        return out

    def _away(self) -> list[int]:
        """For every node how far it is from the end, over arcs with room; -1 where that is farther than from the start,
        or nowhere."""
        head, to, left = self._head, self._to, self._left
        away = [-1] * len(head)
        away[END] = 0
        queue = [END]
        for a in queue:
            if away[START] >= 0:
                break
            further = away[a] + 1
            for e in head[a]:
                if left[e ^ 1] and away[b := to[e]] < 0:
                    away[b] = further
                    queue.append(b)
        return away

    def _push(self, away: list[int], working: Callable[[], None]) -> None:
        """Fill the shortest ways."""
        head, to, left = self._head, self._to, self._left
        untried: list[list[int] | None] = [None] * len(head)
        path, at = list[int](), START
        while True:
            if at == END:
                working()
                much = min([left[e] for e in path])
                for e in path:
                    left[e] -= much
                    left[e ^ 1] += much
                full = next(k for k, e in enumerate(path) if not left[e])
                at = to[path[full] ^ 1]
                del path[full:]
            nearer, row = away[at] - 1, untried[at]
            if row is None:
                row = untried[at] = list(head[at])
            while row and not (left[row[-1]] and away[to[row[-1]]] == nearer):
                row.pop()
            if row:
                path.append(row[-1])
                at = to[row[-1]]
            elif path:
                at = to[path.pop() ^ 1]
                if row := untried[at]:
                    row.pop()
            else:
                return


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
