"""Areas: which hexes lie in an outline, and the region, trait or country they get by it."""

from __future__ import annotations

from bisect import bisect_left

from ecs.board.map_draft import BoardDraft, CentreRow, RawObject
from ecs.board.map_schema import (
    AREA_TRAITS,
    OWNERS,
)

MAX_CROSSINGS = 1_000_000
MAX_MEMBERS = 500_000


def read_area(draft: BoardDraft, item: RawObject) -> None:
    spans = _spans(draft, item)
    if spans is None:
        return
    members = [index for row, first, last in spans for index in row.indexes[first:last]]
    if not item.name or not members:
        cause = "holds no playable hex" if item.name else "has no name"
        draft.fault(item, draft.place_of(*item.points[0]), f"the area {cause}")
        return
    draft.regions.setdefault(item.name, set()).update(members)
    if item.kind == "trait":
        _give_trait(draft, item, members)
    elif item.kind == "country":
        _give_country(draft, item, members)


def _spans(draft: BoardDraft, item: RawObject) -> list[tuple[CentreRow, int, int]] | None:
    """The hexes whose centres lie in an area: from where to where in each row. None where there are too many."""
    rows = _crossings(draft, item) if draft.members <= MAX_MEMBERS else None
    if rows is None:
        return None
    spans = []
    for number in sorted(rows):
        row, crossings = draft.centre_rows[draft.heights[number]], sorted(rows[number])
        for left, right in zip(crossings[::2], crossings[1::2]):
            first, last = bisect_left(row.centres, left), bisect_left(row.centres, right)
            draft.members += last - first
            spans.append((row, first, last))
    if draft.members > MAX_MEMBERS:
        cause = f"the areas of this map hold more than {MAX_MEMBERS} hexes in all, each counted once an area"
        draft.fault(item, draft.place_of(*item.points[0]), cause)
        return None
    return spans


def _crossings(draft: BoardDraft, item: RawObject) -> dict[int, list[float]] | None:
    """Where an outline crosses the rows of centres, by row. None where that is too often."""
    found: dict[int, list[float]] = {}
    if draft.crossings > MAX_CROSSINGS:
        return None
    for (ax, ay), (bx, by) in zip(item.points, (*item.points[1:], item.points[0])):
        first, last = bisect_left(draft.heights, min(ay, by)), bisect_left(draft.heights, max(ay, by))
        draft.crossings += last - first
        if draft.crossings > MAX_CROSSINGS:
            cause = f"the areas of this map cross its rows more than {MAX_CROSSINGS} times in all: draw them simpler"
            draft.fault(item, draft.place_of(*item.points[0]), cause)
            return None
        for number in range(first, last):
            y = draft.heights[number]
            found.setdefault(number, []).append(ax + (y - ay) * (bx - ax) / (by - ay))
    return found


def _give_trait(draft: BoardDraft, item: RawObject, members: list[int]) -> None:
    if item.name not in AREA_TRAITS:
        known = ", ".join(sorted(AREA_TRAITS))
        draft.fault(item, draft.place_of(*item.points[0]), f"unknown trait '{item.name}': known are {known}")
    for index in members:
        draft.numbered[index].traits.add(item.name)


def _give_country(draft: BoardDraft, item: RawObject, members: list[int]) -> None:
    owner, nation = str(item.properties.get("owner", "")), str(item.properties.get("nation", ""))
    if owner not in OWNERS:
        known = ", ".join(sorted(OWNERS - {""}))
        draft.fault(item, draft.place_of(*item.points[0]), f"unknown owner '{owner}': known are {known}")
    for index in members:
        cell = draft.numbered[index]
        if cell.country is not None:
            draft.fault(item, f"at {cell.label}", "the hex lies in two countries")
        cell.country = (owner, nation)
