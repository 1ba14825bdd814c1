"""The thrusts of a turn: who went the same way against the enemy, from the marches that were seen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ecs import Side
from ecs.board.board import Board
from ecs.core.events import Advanced, Event, Moved
from ecs.core.view import UnitView

MARCHES = frozenset({"move", "advance", "breakthrough", "blitz", "overrun"})
NEAR = 2
"""Who ends so near to an enemy has advanced against him; who went less far has not advanced."""
TOGETHER = 2.6
"""Marches that begin and end so many hexes apart at most are one thrust."""

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Thrust:
    """One arrow: ``way``, the hexes of the strongest march; ``units`` that went there; ``factors`` they attack with."""

    side: Side
    way: Path
    units: tuple[str, ...]
    factors: int


class Marches:
    """The marches of one turn, a unit's one after the other put together where they lead on."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._ways: dict[str, Path] = {}

    def before(self, event: Event) -> None:
        """Take up something that happened before all that was taken up: the log is read backwards."""
        path = self._path(event)
        if path is not None:
            unit, way = path
            after = self._ways.get(unit, ())
            if not after:
                self._ways[unit] = way
            elif way[-1] == after[0]:
                self._ways[unit] = way[:-1] + after

    def _path(self, event: Event) -> tuple[str, Path] | None:
        """Who marched, by which hexes; None if nobody did."""
        if not isinstance(event, Moved) or not (isinstance(event, Advanced) or event.how in MARCHES):
            return None
        way = tuple(self.board.by_label[label] for label in event.path if label in self.board.by_label)
        return (event.unit, way) if way else None

    def thrusts(self, side: Side, units: Iterable[UnitView]) -> list[Thrust]:
        """The thrusts of a side: marches against the enemy, those of neighbours together.

        :param units: everybody on the map.
        """
        there = [u for u in units if u.hex >= 0]
        own = {u.id: u for u in there if u.side is side}
        foes = [u.hex for u in there if u.side is not side]
        distance = self.board.distance
        went = [
            (own[name], way)
            for name, way in self._ways.items()
            if name in own
            and way[-1] == own[name].hex
            and distance(way[0], way[-1]) >= NEAR
            and any(distance(way[-1], foe) <= NEAR for foe in foes)
        ]
        went.sort(key=lambda one: (-one[0].attack, -len(one[1]), one[0].id))
        return [thrust for group in _together(went, self.board) if (thrust := _thrust(side, group)) is not None]


def _together(went: Sequence[tuple[UnitView, Path]], board: Board) -> Iterator[list[tuple[UnitView, Path]]]:
    left = list(went)
    while left:
        first, *rest = left
        same = [one for one in rest if _along(first[1], one[1], board)]
        left = [one for one in rest if one not in same]
        yield [first, *same]


def _along(a: Path, b: Path, board: Board) -> bool:
    """Do two marches run along together?"""
    width = board.layout.tile_w * TOGETHER
    return all(math.dist(board.centre(a[end]), board.centre(b[end])) <= width for end in (0, -1))


def _thrust(side: Side, group: Sequence[tuple[UnitView, Path]]) -> Thrust | None:
    factors = sum(unit.attack for unit, _ in group)
    return Thrust(side, group[0][1], tuple(unit.id for unit, _ in group), factors) if factors else None
