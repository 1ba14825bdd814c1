"""How far it is on foot or on wheels, over the ground there is.  Swamp and mountain cost days."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from ecs import Board
from game.opponents.shared.map_analysis import FAR, atlas_of

FOOT = {"clear": 1, "woods": 1, "marsh": 3, "mountain": 3}
WHEELS = {"clear": 1, "woods": 3, "marsh": 9, "mountain": 9}
ON_RAILS = {"marsh": 3, "mountain": 3}


class MarchDistances:
    """Distances in hexes of march to a place, on foot and on wheels; each worked out when first asked for."""

    def __init__(self, board: Board) -> None:
        self._board, self._atlas = board, atlas_of(board)
        self._known: dict[tuple[int, bool], list[int]] = {}

    def to(self, goal: int, wheels: bool) -> list[int]:
        """Of every hex, the march from there to the goal."""
        key = (goal, wheels)
        if key not in self._known:
            self._known[key] = self._spread(goal, wheels)
        return self._known[key]

    def _spread(self, goal: int, wheels: bool) -> list[int]:
        spots, kinds, net = self._board.hexes, self._board.kinds, self._atlas.net
        cost = WHEELS if wheels else FOOT
        out = [FAR] * len(net)
        out[goal] = 0
        queue = [(0, goal)]
        while queue:
            spent, h = heappop(queue)
            if spent > out[h]:
                continue
            ground = spots[h].terrain
            step = cost.get(ground, 1)
            for j in net[h]:
                if wheels and ground != "clear" and "rail" in kinds(j, h):
                    step_here = ON_RAILS.get(ground, 1)
                else:
                    step_here = step
                if spent + step_here < out[j]:
                    out[j] = spent + step_here
                    heappush(queue, (out[j], j))
        return out


@lru_cache(maxsize=2)
def ways_of(board: Board) -> MarchDistances:
    """The marches on a map; made once."""
    return MarchDistances(board)
