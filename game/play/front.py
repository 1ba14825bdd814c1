"""The front: which side holds the ground, the line between them, and what is cut off from supply.

Ground comes first, the line after it.  Control alone would ring every hex that no unit has walked through; the front
reads it together with zones of control, majority and the supply paths of the rules, so that picture and rules agree.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ecs import Game, Side
from ecs.board.board import Board
from ecs.core.view import UnitView, View
from game.play.atlas.outlines import fronts, outlines

Vec = tuple[float, float]
Line = tuple[Vec, ...]
"""Points in map pixels; a closed line ends where it begins."""
Ground = tuple[Side | None, ...]
"""Whose each hex is, by board index; None where there is no land."""
Island = tuple[Side, list[int]]
"""A piece of a side's ground apart from its largest: its hexes."""

PASSES = 4
SMALLEST = 4
SHARE = 60
"""An empty island of fewer hexes than ``SMALLEST``, or than one in ``SHARE`` of the land, goes to the other side."""
CUTS = 2
"""How many times the corners of the line are cut."""


@dataclass(frozen=True, slots=True)
class CutOff:
    """What would be out of supply if the supply check came now.

    ``ground``: hexes round those units, and pockets with all that is in them; ``rims``: smooth lines round it;
    ``units``: ids, of our side, and of the enemy unless he hides units on the map.
    """

    ground: Mapping[Side, frozenset[int]]
    rims: tuple[Line, ...]
    units: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.units)


@dataclass(frozen=True, slots=True)
class Front:
    """The front of a position, as far as the viewer may know it.

    ``lines``: smooth, with the ground of the Axis on the same hand all along; ``cut_off``: pockets have a rim of their
    own there, and no front round them.
    """

    ground: Ground
    lines: tuple[Line, ...]
    cut_off: CutOff


_latest: list[tuple[View, Front]] = []


def front_of(game: Game, view: View) -> Front:
    """The front in a view; worked out once for a view.

    :param game: as it stood when it was looked at.
    """
    if not _latest or _latest[0][0] is not view:
        _latest[:] = [(view, _front(game, view))]
    return _latest[0][1]


def _front(game: Game, view: View) -> Front:
    known = [view.side] if game.concealed(view.side).units else list(Side)
    hungry = [u for u in fighters(view.units) if u.side in known and not game.is_fed(u.id)]
    paths = {side: _fed_along(game.supply_ways(side), view, side) for side in known}
    ground, islands = _filled(game, view, paths)
    cut, pockets = dict[Side, frozenset[int]](), set[int]()
    for side in known:
        spots = {u.hex for u in hungry if u.side is side}
        ringed = _pockets(view, islands, side, spots)
        pockets |= ringed
        near = {j for i in spots for j in view.board.neighbours[i] if ground[j] is side} - game.supply(side)
        if spots:
            cut[side] = frozenset(spots | near | ringed)
    lines = _lines(view.board, tuple(None if i in pockets else holder for i, holder in enumerate(ground)))
    rims = tuple(smooth(line, 0) for area in cut.values() for line in outlines(view.board, area))
    return Front(ground, lines, CutOff(cut, rims, frozenset(u.id for u in hungry)))


@lru_cache(maxsize=4)
def _lines(board: Board, ground: Ground) -> tuple[Line, ...]:
    """The smooth lines between both sides' ground, which most orders leave where they are."""
    return tuple(smooth(line) for line in fronts(board, ground))


def fighters(units: Iterable[UnitView]) -> Iterator[UnitView]:
    """Units on the map that hold ground: those that fight, and those face down."""
    return (u for u in units if u.hex >= 0 and u.symbol != "factory" and (u.attack or u.defence or u.id[:1] == "?"))


# -- Ground: troops, zones, supply paths, then the majority of the neighbours. ---------------------------------------


def _fed_along(ways: Mapping[int, int], view: View, side: Side) -> set[int]:
    """The hexes of the paths by which the rules supply a side's units."""
    found: set[int] = set()
    for unit in fighters(view.units):
        index = unit.hex if unit.side is side else -1
        while index in ways and index not in found:
            found.add(index)
            index = ways[index]
    return found


def _filled(game: Game, view: View, paths: Mapping[Side, set[int]]) -> tuple[Ground, list[Island]]:
    board, ground = view.board, list(view.control)
    near = _land(board, tuple(holder is not None for holder in ground))
    troops = {u.hex: u.side for u in fighters(view.units)}
    reach = {side: game.zones(side).keys() for side in Side}
    cities = {board.by_label.get(line.hexes[0], -1) for line in view.score if len(line.hexes) == 1}
    firm = troops.keys() | cities | set().union(*paths.values())
    for side in Side:
        theirs = reach[side] - reach[side.other] - firm
        theirs |= paths.get(side, set()) - paths.get(side.other, set())
        for i in (theirs & near.keys()) - troops.keys():
            ground[i] = side
    for i, side in troops.items():
        ground[i] = side
    free = open_ground = near.keys() - firm
    for _ in range(PASSES):
        turned = [i for i in open_ground if _outnumbered(ground, i, near[i])]
        for i in turned:
            holder = ground[i]
            ground[i] = holder.other if holder else None
        open_ground = free.intersection(j for i in turned for j in (i, *near[i]))
    claimed: dict[Side, set[int]] = {side: set() for side in Side}
    for _ in range(2):
        for side in paths:
            barred = claimed[side.other] | {i for i, owner in troops.items() if owner is not side}
            ways = game.supply_ways(side).keys() - barred
            claimed[side] |= _linked(ground, near, side, paths[side] & troops.keys(), ways)
        if not any(claimed.values()):
            break
    islands = _drown(ground, near, frozenset(troops))
    return tuple(ground), islands


def _linked(
    ground: list[Side | None], near: Mapping[int, list[int]], side: Side, fed: Collection[int], ways: Collection[int]
) -> set[int]:
    """Let one side's supply paths through where both sides' cross; return the hexes this took.

    :param fed: stacks of the side that supply reaches; ``ways``: hexes over which it may come.
    """
    taken: set[int] = set()
    pieces = [piece for _, piece in _islands(ground, near, (side,))]
    loose = {i for piece in pieces for i in piece}
    for piece in (piece for piece in pieces if not set(piece).isdisjoint(fed)):
        back, ring = dict.fromkeys(piece, -1), sorted(piece)
        for i in ring:
            if ground[i] is side and i not in loose:
                while back[i] >= 0:
                    taken.add(i)
                    i = back[i]
                break
            for j in near[i]:
                if j not in back and (ground[j] is side or j in ways):
                    back[j] = i
                    ring.append(j)
        for i in taken:
            ground[i] = side
    return taken


@lru_cache(maxsize=4)
def _land(board: Board, land: tuple[bool, ...]) -> Mapping[int, list[int]]:
    """For every hex with land, its neighbours with land."""
    return {i: [j for j in around if land[j]] for i, around in enumerate(board.neighbours) if land[i]}


def _outnumbered(ground: Sequence[Side | None], index: int, around: Sequence[int]) -> bool:
    """Does the enemy hold two thirds of the neighbours?"""
    own = ground[index]
    enemies = sum([ground[j] is not own for j in around])
    return enemies > 0 and 3 * enemies >= 2 * len(around)


def _drown(ground: list[Side | None], near: Mapping[int, list[int]], troops: frozenset[int]) -> list[Island]:
    """Give empty islands to the side around them: small ones, and those without a coast or edge of the map; return
    those that are left."""
    small, changed = max(SMALLEST, len(near) // SHARE), True
    while changed:
        changed, islands = False, _islands(ground, near)
        for side, piece in islands:
            inland = all(len(near[i]) == 6 for i in piece)
            if troops.isdisjoint(piece) and (inland or len(piece) < small):
                changed = True
                for i in piece:
                    ground[i] = side.other
    return islands


def _islands(
    ground: Sequence[Side | None], near: Mapping[int, list[int]], sides: Iterable[Side] = Side
) -> list[Island]:
    """Pieces of a side's ground apart from its largest."""
    pieces: list[Island] = []
    for side in sides:
        left = {i for i in near if ground[i] is side}
        own: list[list[int]] = []
        while left:
            edge, piece = {left.pop()}, list[int]()
            while edge:
                piece += edge
                edge = left.intersection(set[int]().union(*map(near.__getitem__, edge)))
                left -= edge
            own.append(piece)
        own.sort(key=lambda piece: (-len(piece), min(piece)))
        pieces += [(side, piece) for piece in own[1:]]
    return pieces


def _pockets(view: View, islands: Iterable[Island], side: Side, hungry: set[int]) -> set[int]:
    """Islands of a side on which no unit is in supply."""
    fed = {u.hex for u in fighters(view.units) if u.side is side} - hungry
    pieces = [set(piece) for owner, piece in islands if owner is side] if hungry else []
    return {i for piece in pieces if not hungry.isdisjoint(piece) and fed.isdisjoint(piece) for i in piece}


# -- The line. -------------------------------------------------------------------------------------------------------


def smooth(line: Iterable[Vec], rounds: int = 2) -> Line:
    """A line along hexsides with its corners cut; its ends stay where they are.

    :param rounds: first led through the middles of its pieces that many times.  After two it still stays 0.37 of a hex
        away from the middle of every hex, clear of the counters.
    """
    chain = list(line)
    if len(chain) < 4:
        return tuple(chain)
    closed = chain[0] == chain[-1]
    for _ in range(rounds):
        middles = [_part(a, b, 0.5) for a, b in pairwise(chain)]
        chain = [*middles, middles[0]] if closed else [chain[0], *middles, chain[-1]]
    for _ in range(CUTS):
        cut = [_part(a, b, share) for a, b in pairwise(chain) for share in (0.25, 0.75)]
        chain = [*cut, cut[0]] if closed else [chain[0], *cut, chain[-1]]
    return tuple(chain)


def _part(a: Vec, b: Vec, share: float) -> Vec:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def shifted(line: Line, off: float) -> Line:
    """A line moved sideways towards the Axis; towards the Soviets if below 0."""
    if not off or len(line) < 2:
        return line
    closed, ends = line[0] == line[-1], (line[:1], line[-1:])
    around = (*(line[-2:-1] if closed else ends[0]), *line, *(line[1:2] if closed else ends[1]))
    moved = []
    for (ax, ay), (x, y), (bx, by) in zip(around[:-2], line, around[2:], strict=True):
        far = math.hypot(bx - ax, by - ay) or 1.0
        moved.append((x - (by - ay) / far * off, y + (bx - ax) / far * off))
    return tuple(moved)
