"""What a map may ask a window to draw: how far out, how many names, how long its lines."""

from __future__ import annotations

from itertools import pairwise
from math import dist

from ecs.board.map_draft import BoardDraft, RawObject
from ecs.board.map_schema import (
    CLASSES,
    ObjectReading,
)

MAX_MARGIN = 2_000
MAX_LENGTH = 4_000_000
MAX_FILLING = 40_000_000
MAX_NAMES = 2_000


def is_near(draft: BoardDraft, item: RawObject) -> bool:
    """Does an object lie on the map or not far from it?  What is drawn far out costs as much as a map of that size."""
    wide, high = draft.raw.layout.pixel_size(len(draft.raw.terrain[0]), len(draft.raw.terrain))
    for x, y in item.points:
        if not (-MAX_MARGIN <= x <= wide + MAX_MARGIN and -MAX_MARGIN <= y <= high + MAX_MARGIN):
            draft.fault(item, f"at {x:g},{y:g}", f"lies more than {MAX_MARGIN} pixels off the map")
            return False
    return True


def can_be_drawn(draft: BoardDraft, item: RawObject) -> bool:
    """Count what drawing costs: a name, the length of a line, the points of a shape times its height."""
    known = CLASSES[item.kind]
    if known.reading in (ObjectReading.AREA, ObjectReading.COUNTER):
        return True
    if known.shape == "point":
        draft.names += 1
        if draft.names == MAX_NAMES + 1:
            draft.fault(item, draft.place_of(*item.points[0]), f"more than {MAX_NAMES} places, roles and labels in all")
        return draft.names <= MAX_NAMES
    before = draft.length <= MAX_LENGTH and draft.filling <= MAX_FILLING
    draft.length += sum(dist(a, b) for a, b in pairwise(item.points))
    if known.shape == "polygon":
        heights = [y for _, y in item.points]
        draft.filling += len(heights) * (max(heights) - min(heights))
    within = draft.length <= MAX_LENGTH and draft.filling <= MAX_FILLING
    if before and not within:
        cause = "the lines and shapes of this map are too long or have too many points to be drawn in good time"
        draft.fault(item, draft.place_of(*item.points[0]), f"{cause}: draw them simpler")
    return within
