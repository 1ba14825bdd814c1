"""Along which railways do the depots live, and along which should they go on?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecs.view import UnitView

if TYPE_CHECKING:
    from game.opponents.campaign.situation import Situation

LURE = 0.95
AHEAD, ASIDE, MENDING = 2.0, 0.4, 4.0
FADE = 0.94
LONGEST = 14
OFF = 3
NEXT = 3


class Railways:
    """Every depot has one place it makes for, the most it can hope for that no other depot makes for.

    ``wanted``: enemy-held railway hexes, with their worth; ``urgent``: those to be opened first; ``behind``: hexes of
    the lines between depots and their sources, cut or not; ``ways``: depot -> railway hexes from it to its goal.
    """

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.depots = [u for u in now.tail if "depot" in u.traits]
        self.wanted: dict[int, float] = {}
        self.behind: set[int] = {u.hex for u in self.depots}
        self.urgent: set[int] = set()
        self.ways: dict[str, list[int]] = {}
        self._before = {u.id: self._explore(u.hex) for u in self.depots}
        self._choose()
        for unit in self.depots:
            self._open(self.ways.get(unit.id, []))
            self._fan_out(unit)
        self._mend()

    def _explore(self, start: int) -> dict[int, tuple[int, int]]:
        """Railway hex -> (hexes from the start, hex before it)."""
        rails, seen, queue = self.now.atlas.rails, {start: (0, start)}, [start]
        for i in queue:
            step = seen[i][0] + 1
            for j in rails[i]:
                if j not in seen:
                    seen[j] = (step, i)
                    queue.append(j)
        return seen

    def _choose(self) -> None:
        now, worth = self.now, self.now.atlas.worth
        goals = [h for h in range(now.atlas.size) if worth[h] >= 4 and now.holder(h) is not now.side]
        pairs = []
        for unit in self.depots:
            known = self._before[unit.id]
            pairs += [(-worth[h] * LURE ** known[h][0], unit.id, h) for h in goals if h in known]
        taken: set[int] = set()
        for _, name, h in sorted(pairs):
            if name not in self.ways and h not in taken:
                taken.add(h)
                self.ways[name] = self._path(name, h)

    def _path(self, name: str, end: int) -> list[int]:
        before, out = self._before[name], [end]
        while before[out[-1]][0]:
            out.append(before[out[-1]][1])
        return out[::-1]

    def _open(self, path: list[int]) -> None:
        value, now = AHEAD, self.now
        closed = [h for h in path if now.holder(h) is not now.side]
        self.urgent.update(closed[:NEXT])
        for h in path[:LONGEST]:
            if now.holder(h) is not now.side:
                self.wanted[h] = max(self.wanted.get(h, 0.0), value)
            value *= FADE

    def _fan_out(self, unit: UnitView) -> None:
        for h, (step, _) in self._before[unit.id].items():
            if step <= LONGEST and self.now.holder(h) is not self.now.side:
                self.wanted[h] = max(self.wanted.get(h, 0.0), ASIDE * FADE**step)

    def _mend(self) -> None:
        """Lines behind the depots: what keeps them alive, or what must be won back."""
        now = self.now
        for area in now.seat.areas():
            if area.kind != "depot":
                continue
            self.behind.update(area.line)
            if area.live:
                continue
            known = self._before[area.unit]
            good = [(step, h) for h, (step, _) in known.items() if h in now.supply and now.holder(h) is now.side]
            if good:
                line = self._path(area.unit, min(good)[1])
                self.behind.update(line)
                self.urgent.update(h for h in line if now.holder(h) is not now.side)
                self.wanted.update({h: MENDING for h in line if now.holder(h) is not now.side})

    def left(self, name: str, index: int) -> int:
        """Hexes of the way to a depot's goal that are left from a hex on it or beside it; -1 if there is none."""
        way = self.ways.get(name)
        if not way:
            return -1
        far = self.now.atlas.far(index)
        return min((OFF * far[h] + (len(way) - 1 - k) for k, h in enumerate(way)), default=-1)
