"""The railways the depots live on, and those they should follow."""

from __future__ import annotations

from functools import cached_property, lru_cache
from heapq import heappop, heappush

from ecs.core.view import UnitView
from game.opponents.chit_staff.figures import RAIL
from game.opponents.shared.map_analysis import VICTORY, MapAnalysis
from game.opponents.shared.position_reading import FactorReading


class Railways:
    """Every depot has one destination: the best it can hope for that no other depot is making for.

    ``wanted``: enemy-held railway hexes, with their worth; ``urgent``: those to be opened first; ``behind``: hexes of
    the lines between depots and their sources, cut or not; ``ways``: depot -> railway hexes from it to its goal;
    ``blockers``: enemy stacks on either.
    """

    def __init__(self, now: FactorReading) -> None:
        self.now = now
        self.depots = [u for u in now.tail if "depot" in u.traits]
        self.wanted: dict[int, float] = {}
        self.behind: set[int] = {u.hex for u in self.depots}
        self.urgent: set[int] = set()
        self.ways: dict[str, list[int]] = {}
        self.blockers: set[int] = set()
        self._before = {u.id: now.atlas.rail_lines(u.hex) for u in self.depots}
        self._choose()
        for unit in self.depots:
            self._open(self.ways.get(unit.id, []))
            self._fan_out(unit)
        self._mend()

    def _choose(self) -> None:
        """Depots and goals in the same order from north to south, so that their lines never cross; the best sum."""
        now, worth = self.now, self.now.atlas.worth
        hexes = now.atlas.board.hexes
        goals = [h for h in range(now.atlas.size) if worth[h] >= VICTORY and now.holder(h) is not now.side]
        goals.sort(key=lambda h: (hexes[h].row, h))
        order = sorted(self.depots, key=lambda u: (hexes[u.hex].row, u.id))
        sums: list[tuple[float, tuple[int, ...]]] = [(0.0, ())] * (len(goals) + 1)
        for unit in order:
            known, fresh = self._before[unit.id], [(sums[0][0], (*sums[0][1], -1))]
            for k, h in enumerate(goals):
                value, chosen = sums[k]
                options = [fresh[-1], (sums[k + 1][0], (*sums[k + 1][1], -1))]
                if h in known:
                    prize = RAIL.key if "key_city" in hexes[h].traits else RAIL.other
                    options.append((value + prize * RAIL.lure ** known[h][0], (*chosen, h)))
                fresh.append(max(options))
            sums = fresh
        for unit, h in zip(order, max(sums)[1], strict=True):
            if h >= 0:
                self.ways[unit.id] = self._path(unit.id, h)

    def _path(self, name: str, end: int) -> list[int]:
        before, out = self._before[name], [end]
        while before[out[-1]][0]:
            out.append(before[out[-1]][1])
        return out[::-1]

    def _open(self, path: list[int]) -> None:
        value, now = RAIL.ahead, self.now
        closed = [h for h in path if self.is_broken(h)]
        self.urgent.update(closed[: RAIL.first])
        self.blockers.update(h for h in path[: RAIL.blocked] if now.foe_cf[h])
        for h in path[: RAIL.longest]:
            if now.holder(h) is not now.side:
                self.wanted[h] = max(self.wanted.get(h, 0.0), value)
            value *= RAIL.fade

    def _fan_out(self, unit: UnitView) -> None:
        for h, (step, _) in self._before[unit.id].items():
            if step > RAIL.longest:
                return
            if self.now.holder(h) is not self.now.side:
                self.wanted[h] = max(self.wanted.get(h, 0.0), RAIL.aside * RAIL.fade**step)

    def _mend(self) -> None:
        """Lines behind the depots: those that keep them alive, or must be won back."""
        now = self.now
        areas = [a for a in now.seat.areas() if a.kind == "depot"]
        sound = {h for a in areas if a.live for h in a.line}
        self.behind.update(sound)
        sound.update(h for h in railway_sources(now.atlas) if now.holder(h) is now.side)
        for area in areas:
            if not area.live:
                line = self._back_to(next(u.hex for u in self.depots if u.id == area.unit), sound)
                self.behind.update(line)
                broken = [h for h in line if self.is_broken(h)]
                self.urgent.update(broken)
                self.blockers.update(h for h in line if now.foe_cf[h])
                self.wanted.update(dict.fromkeys(broken, RAIL.restored))

    def is_broken(self, h: int) -> bool:
        """Is a railway hex in enemy hands, or in an enemy zone and empty?"""
        now = self.now
        return now.holder(h) is not now.side or (h in now.foe_zones and not now.own_cf[h])

    def _back_to(self, start: int, sound: set[int]) -> list[int]:
        """The railway from a hex to a sound line that needs the fewest repairs."""
        rails, foe, out = self.now.atlas.rails, self.now.foe_cf, list[int]()
        before: dict[int, int] = {}
        queue: list[tuple[float, int, int]] = [(0.0, start, start)]
        while queue:
            cost, h, last = heappop(queue)
            if h in before:
                continue
            before[h] = last
            if h in sound and h != start:
                while h != start:
                    out.append(h)
                    h = before[h]
                return [*out, start]
            for j in rails[h]:
                if j not in before:
                    heappush(queue, (cost + RAIL.detour + self.is_broken(j) + RAIL.fought * (foe[j] > 0), j, h))
        return out

    @cached_property
    def stations(self) -> tuple[int, ...]:
        """The hex each depot could go to next along its way, the railway up to it being open."""
        now, out = self.now, list[int]()
        for _, way in sorted(self.ways.items()):
            last = -1
            for h in way[1 : now.figures.depot_hop + 1]:
                if now.foe_cf[h] or self.is_broken(h):
                    break
                last = h
            if last >= 0:
                out.append(last)
        return tuple(out)

    @cached_property
    def covered(self) -> tuple[int, ...]:
        """Railway hexes behind the depots and just ahead that enemy zones would close if they stood empty."""
        now = self.now
        ahead = {h for way in self.ways.values() for h in way[: now.figures.depot_hop + 1]}
        own = (h for h in self.behind | ahead if now.holder(h) is now.side and not now.foe_cf[h])
        return tuple(sorted(h for h in own if h in now.foe_zones))

    def left(self, name: str, index: int) -> int:
        """Hexes of the way to a depot's goal that are left from a hex on it or beside it; -1 if there is none."""
        way = self.ways.get(name)
        if not way:
            return -1
        far = self.now.atlas.far(index)
        return min((RAIL.off * far[h] + (len(way) - 1 - k) for k, h in enumerate(way)), default=-1)


@lru_cache(maxsize=2)
def railway_sources(atlas: MapAnalysis) -> tuple[int, ...]:
    """Railway hexes at the map's edge, where supply always comes from."""
    return tuple(h for h, spot in enumerate(atlas.board.hexes) if atlas.rails[h] and "edge_axis" in spot.traits)
