"""Hexside lines and roads: drawn points snapped to corners and centres, and what they join."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ecs.board.board import (
    FeatureLine,
)
from ecs.board.hexgrid import Point
from ecs.board.map_draft import BoardDraft, RawObject
from ecs.board.map_schema import (
    CLASSES,
)

CORNER_REACH = 3  # tenths of a hexside: how far from a corner a point may lie
CENTRE_REACH = 5  # tenths of a hexside: how far from a hex centre a point may lie


def read_side(draft: BoardDraft, item: RawObject) -> None:
    """Rivers, straits and the like: from corner to neighbouring corner."""
    corners = _distinct(_snap(draft, item, to_corner=True))
    if len(corners) < 2:
        draft.fault(item, draft.place_of(*item.points[0]), "a line needs at least two different corners")
        return
    for p, q in pairwise(corners):
        _add_segment(draft, item, p, q)
    draft.hexside_lines.append(FeatureLine(item.kind, item.name, tuple(corners)))


def _add_segment(draft: BoardDraft, item: RawObject, p: Point, q: Point) -> None:
    right, left = draft.right_of.get((p, q)), draft.right_of.get((q, p))
    if right is None and left is None:
        cause = f"the line jumps from corner {p[0]},{p[1]} to {q[0]},{q[1]}: no hexside joins them"
        draft.fault(item, draft.place_of(*p), cause)
        return
    if right in draft.cells and left in draft.cells:
        assert right is not None and left is not None
        draft.add_side(right, left, item.kind, item.name)
        if not CLASSES[item.kind].directed:
            draft.add_side(left, right, item.kind, item.name)
    elif right not in draft.cells and left not in draft.cells:
        draft.fault(item, draft.place_of(*p), "no playable hex on either side of the line")


def _snap(draft: BoardDraft, item: RawObject, *, to_corner: bool) -> Iterator[Point]:
    layout = draft.raw.layout
    reach = layout.side_length * (CORNER_REACH if to_corner else CENTRE_REACH)
    for x, y in item.points:
        col, row = layout.hex_at(x, y)
        near = layout.corners(col, row) if to_corner else (layout.centre(col, row),)
        gap, point = min(((x - p[0]) ** 2 + (y - p[1]) ** 2, p) for p in near)
        if gap * 100 <= reach * reach:
            yield point
        else:
            target = "hex corner" if to_corner else "hex centre"
            cause = f"the point is too far from any {target}: snap it to the grid"
            draft.fault(item, draft.place_of(x, y), cause)


def _distinct(points: Iterator[Point]) -> list[Point]:
    """The points without repeats: a second click on the same spot means nothing."""
    kept: list[Point] = []
    for point in points:
        if not kept or kept[-1] != point:
            kept.append(point)
    return kept


def read_path(draft: BoardDraft, item: RawObject) -> None:
    """Roads and rails: from hex centre to the centre of a neighbour."""
    layout = draft.raw.layout
    centres = _distinct(_snap(draft, item, to_corner=False))
    if len(centres) < 2:
        draft.fault(item, draft.place_of(*item.points[0]), "a road needs at least two different hexes")
        return
    hexes = [layout.hex_at(*p) for p in centres]
    for offset, point in zip(hexes, centres):
        if offset in draft.cells:
            draft.cells[offset].traits.add(item.kind)
        else:
            draft.fault(item, draft.place_of(*point), "the road runs over a hex that is not playable")
    for a, b in pairwise(hexes):
        if layout.distance(a, b) != 1:
            cause = "the road jumps to a hex that is no neighbour"
            draft.fault(item, draft.place_of(*layout.centre(*a)), cause)
        elif a in draft.cells and b in draft.cells:
            draft.add_side(a, b, item.kind, item.name)
            draft.add_side(b, a, item.kind, item.name)
    draft.roads.append(FeatureLine(item.kind, item.name, tuple(centres)))
