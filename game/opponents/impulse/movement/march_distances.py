"""How far it is on foot or on wheels, over the ground there is.  Swamp and mountain cost days."""

from __future__ import annotations

from functools import cached_property, lru_cache

from ecs import Board
from game.opponents.shared.map_analysis import FAR, atlas_of

FOOT = {"clear": 1, "woods": 1, "marsh": 3, "mountain": 3}
WHEELS = {"clear": 1, "woods": 3, "marsh": 9, "mountain": 9}
ON_RAILS = {"marsh": 3, "mountain": 3}
Rows = tuple[tuple[tuple[int, int], ...], ...]
"""Of every hex its neighbours, and what it costs to come into it from there."""


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
        rows = self._wheels if wheels else self._foot
        out = [FAR] * len(rows)
        out[goal] = spent = 0
        waiting = {0: [goal]}  # by distance
        while waiting:
            for h in waiting.pop(spent, ()):
                if out[h] < spent:
                    continue
                for j, step in rows[h]:
                    if spent + step < out[j]:
                        out[j] = spent + step
                        waiting.setdefault(spent + step, []).append(j)
            spent += 1
        return out

    @cached_property
    def _foot(self) -> Rows:
        return tuple(tuple((j, FOOT.get(self._ground(h), 1)) for j in row) for h, row in enumerate(self._atlas.net))

    @cached_property
    def _wheels(self) -> Rows:
        return tuple(tuple((j, self._drive(j, h)) for j in row) for h, row in enumerate(self._atlas.net))

    def _drive(self, here: int, there: int) -> int:
        """What it costs wheels to drive into a hex from one next to it."""
        by_rail = "rail" in self._board.kinds(here, there)
        return (ON_RAILS if by_rail else WHEELS).get(self._ground(there), 1)

    def _ground(self, index: int) -> str:
        return self._board.hexes[index].terrain


@lru_cache(maxsize=2)
def ways_of(board: Board) -> MarchDistances:
    """The marches on a map; made once."""
    return MarchDistances(board)
