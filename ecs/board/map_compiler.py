"""The board a map describes: its cells, and what every drawn object means.

Every point is snapped to the corner or centre it was meant for. What cannot be snapped is a fault; all faults
of a map are collected, so that a designer mends them in one go."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist

from ecs.board.board import ArtLine, Board, FeatureLine, Hex, Hexside, Label, make_board
from ecs.board.hexgrid import Layout, Offset, Point
from ecs.board.map_habits import MAX_NAME
from ecs.board.map_schema import (
    AREA_TRAITS,
    CLASSES,
    COASTS,
    LABEL_STYLES,
    LAST_WEST_COLUMN,
    OWNERS,
    PLACE_TRAITS,
    PLAYABLE,
    SHEET_SHIFT,
    UNPLAYABLE,
    ObjectReading,
)
from ecs.board.map_validator import MAX_FAULTS, Fault
from ecs.untrusted_input import meant

# -- A map as it was read, and the board that is being made of it, with the faults found so far. ---------------------


@dataclass(frozen=True, slots=True)
class RawObject:
    """One object as drawn: its layer, id, class, points in map pixels and properties."""

    layer: str
    id: int
    name: str
    kind: str
    points: tuple[tuple[float, float], ...]
    properties: dict[str, str | int]

    @property
    def where(self) -> str:
        return f"layer '{self.layer}', object {self.id}" + (f" '{self.name}'" if self.name else "")


@dataclass(frozen=True, slots=True)
class RawMap:
    """A map as the reader hands it over: terrain codes by row and column ('' for none), and the objects.

    ``notes``: what was left out, and what was read differently from how it is drawn.
    """

    file: str
    layout: Layout
    terrain: tuple[tuple[str, ...], ...]
    objects: tuple[RawObject, ...]
    properties: dict[str, str | int]
    notes: tuple[str, ...] = ()

    def text(self, key: str, default: str = "") -> str:
        return str(self.properties.get(key, default))

    def number(self, key: str, default: int) -> int:
        return int(self.properties.get(key, default))


@dataclass(slots=True)
class DraftHex:
    """A playable hex under construction; `index` is the number it will have on the board."""

    index: int
    label: str
    terrain: str
    name: str = ""
    place: str = ""
    vp: int = 0
    country: tuple[str, str] | None = None
    traits: set[str] = field(default_factory=set)


@dataclass(slots=True)
class CentreRow:
    """The cells whose centres lie at one height: where, and which, from the left."""

    centres: list[int] = field(default_factory=list)
    indexes: list[int] = field(default_factory=list)


@dataclass(slots=True)
class BoardDraft:
    """A board under construction.

    `right_of` gives the cell right of a hexside walked one way; `centre_rows` the cells whose centres share a height,
    from the left, by that height.
    """

    raw: RawMap
    cells: dict[Offset, DraftHex] = field(default_factory=dict)
    right_of: dict[tuple[Point, Point], Offset] = field(default_factory=dict)
    sides: dict[tuple[Offset, Offset], dict[str, set[str]]] = field(default_factory=dict)
    regions: dict[str, set[int]] = field(default_factory=dict)
    roles: dict[str, set[int]] = field(default_factory=dict)
    art: list[ArtLine] = field(default_factory=list)
    hexside_lines: list[FeatureLine] = field(default_factory=list)
    roads: list[FeatureLine] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    place_names: set[str] = field(default_factory=set)
    centre_rows: dict[int, CentreRow] = field(default_factory=dict)
    numbered: list[DraftHex] = field(default_factory=list)
    heights: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    crossings: int = 0
    members: int = 0
    names: int = 0
    length: float = 0
    filling: float = 0

    def fault(self, item: RawObject | None, place: str, cause: str) -> None:
        """Note a fault; faults beyond the limit are dropped."""
        if not self.full:
            self.faults.append(Fault(self.raw.file, item.where if item else "map", place, cause))

    @property
    def full(self) -> bool:
        return len(self.faults) > MAX_FAULTS

    def place_of(self, x: float, y: float) -> str:
        """The label of the hex under a point, or the point itself where there is none."""
        cell = self.cells.get(self.raw.layout.hex_at(x, y))
        return f"at {cell.label} ({x:g},{y:g})" if cell else f"at {x:g},{y:g}"

    def add_side(self, a: Offset, b: Offset, kind: str, name: str) -> None:
        names = self.sides.setdefault((a, b), {}).setdefault(kind, set())
        if name:
            names.add(name)


# -- What a map may ask a window to draw: how far out, how many names, how long its lines. ---------------------------

MAX_MARGIN = 2_000
MAX_LENGTH = 4_000_000
MAX_FILLING = 40_000_000
MAX_NAMES = 2_000


def is_near(draft: BoardDraft, item: RawObject) -> bool:
    """Does an object lie on the map or near it?  Objects far outside cost as much as a map of that size."""
    wide, high = draft.raw.layout.pixel_size(len(draft.raw.terrain[0]), len(draft.raw.terrain))
    for x, y in item.points:
        if not (-MAX_MARGIN <= x <= wide + MAX_MARGIN and -MAX_MARGIN <= y <= high + MAX_MARGIN):
            draft.fault(item, f"at {x:g},{y:g}", f"the object is more than {MAX_MARGIN} pixels off the map")
            return False
    return True


def can_be_drawn(draft: BoardDraft, item: RawObject) -> bool:
    """Add up what drawing costs (names, length of lines, points times height); False once it is too much."""
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
        cause = "the lines and shapes of this map are too long, or have too many points, to be drawn quickly"
        draft.fault(item, draft.place_of(*item.points[0]), f"{cause}: simplify them")
    return within


# -- Areas: which hexes lie in an outline, and the region, trait or country they get by it. --------------------------

MAX_CROSSINGS = 1_000_000
MAX_MEMBERS = 500_000


def read_area(draft: BoardDraft, item: RawObject) -> None:
    spans = _spans(draft, item)
    if spans is None:
        return
    members = [index for row, first, last in spans for index in row.indexes[first:last]]
    if not item.name or not members:
        cause = (
            "contains no playable hex: draw it round the centres of its hexes"
            if item.name
            else "has no name: give it one"
        )
        draft.fault(item, draft.place_of(*item.points[0]), f"the area {cause}")
        return
    draft.regions.setdefault(item.name, set()).update(members)
    if item.kind == "trait":
        _give_trait(draft, item, members)
    elif item.kind == "country":
        _give_country(draft, item, members)


def _spans(draft: BoardDraft, item: RawObject) -> list[tuple[CentreRow, int, int]] | None:
    """The hexes whose centres lie in an area, as a range for each row; None if there are too many."""
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
        cause = (
            f"the areas of this map contain more than {MAX_MEMBERS} hexes in all, counting shared hexes once per area"
        )
        draft.fault(item, draft.place_of(*item.points[0]), cause)
        return None
    return spans


def _crossings(draft: BoardDraft, item: RawObject) -> dict[int, list[float]] | None:
    """Where an outline crosses the rows of centres, by row; None if it does so too often."""
    found: dict[int, list[float]] = {}
    if draft.crossings > MAX_CROSSINGS:
        return None
    for (ax, ay), (bx, by) in zip(item.points, (*item.points[1:], item.points[0])):
        first, last = bisect_left(draft.heights, min(ay, by)), bisect_left(draft.heights, max(ay, by))
        draft.crossings += last - first
        if draft.crossings > MAX_CROSSINGS:
            cause = f"the areas cross the rows of hexes more than {MAX_CROSSINGS} times in all: simplify their outlines"
            draft.fault(item, draft.place_of(*item.points[0]), cause)
            return None
        for number in range(first, last):
            y = draft.heights[number]
            found.setdefault(number, []).append(ax + (y - ay) * (bx - ax) / (by - ay))
    return found


def _give_trait(draft: BoardDraft, item: RawObject, members: list[int]) -> None:
    if item.name not in AREA_TRAITS:
        likely = meant(item.name, AREA_TRAITS)
        draft.fault(
            item, draft.place_of(*item.points[0]), f"unknown trait '{item.name}'{likely} (an area's name is its trait)"
        )
    for index in members:
        draft.numbered[index].traits.add(item.name)


def _give_country(draft: BoardDraft, item: RawObject, members: list[int]) -> None:
    owner, nation = str(item.properties.get("owner", "")), str(item.properties.get("nation", ""))
    if owner not in OWNERS:
        likely = meant(owner, OWNERS - {""})
        draft.fault(item, draft.place_of(*item.points[0]), f"unknown owner '{owner}'{likely}")
    for index in members:
        cell = draft.numbered[index]
        if cell.country is not None:
            draft.fault(item, f"at {cell.label}", "the hex is in two countries: move one outline with Edit Polygons")
        cell.country = (owner, nation)


# -- Hexside lines and roads: drawn points snapped to corners and centres, and what they join. -----------------------

CORNER_REACH = 3  # tenths of a hexside: how far from a corner a point may lie
CENTRE_REACH = 5  # tenths of a hexside: how far from a hex centre a point may lie


def read_side(draft: BoardDraft, item: RawObject) -> None:
    """Rivers, straits and the like: from corner to neighbouring corner."""
    corners = _distinct(_snap(draft, item, to_corner=True))
    if len(corners) < 2:
        cause = "a line needs at least two different corners: extend it or delete it"
        draft.fault(item, draft.place_of(*item.points[0]), cause)
        return
    for p, q in pairwise(corners):
        _add_segment(draft, item, p, q)
    draft.hexside_lines.append(FeatureLine(item.kind, item.name, tuple(corners)))


def _add_segment(draft: BoardDraft, item: RawObject, p: Point, q: Point) -> None:
    right, left = draft.right_of.get((p, q)), draft.right_of.get((q, p))
    if right is None and left is None:
        jump = f"the line jumps from corner {p[0]},{p[1]} to {q[0]},{q[1]}"
        cause = f"{jump}, which no hexside joins: add the corners between them with Edit Polygons"
        draft.fault(item, draft.place_of(*p), cause)
        return
    if right in draft.cells and left in draft.cells:
        assert right is not None and left is not None
        draft.add_side(right, left, item.kind, item.name)
        if not CLASSES[item.kind].directed:
            draft.add_side(left, right, item.kind, item.name)
    elif right not in draft.cells and left not in draft.cells:
        draft.fault(item, draft.place_of(*p), "no playable hex on either side of the line: shorten it")


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
            target, snap = ("corner", "Snap to Grid") if to_corner else ("centre", "Snap to Fine Grid")
            cause = f"the point is too far from any hex {target}: move it with View > Snapping > {snap}"
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
        cause = "a road needs at least two different hexes: extend it or delete it"
        draft.fault(item, draft.place_of(*item.points[0]), cause)
        return
    hexes = [layout.hex_at(*p) for p in centres]
    for offset, point in zip(hexes, centres):
        if offset in draft.cells:
            draft.cells[offset].traits.add(item.kind)
        else:
            cause = "the road crosses a hex that is not playable: move the point, or paint land"
            draft.fault(item, draft.place_of(*point), cause)
    for a, b in pairwise(hexes):
        if layout.distance(a, b) != 1:
            cause = "the road jumps to a hex that is not a neighbour: add the hexes between with Edit Polygons"
            draft.fault(item, draft.place_of(*layout.centre(*a)), cause)
        elif a in draft.cells and b in draft.cells:
            draft.add_side(a, b, item.kind, item.name)
            draft.add_side(b, a, item.kind, item.name)
    draft.roads.append(FeatureLine(item.kind, item.name, tuple(centres)))


LAST_LETTERED_ROW = 104  # ZZZZ; longer labels cannot be read on a hex


def compile_map(raw: RawMap) -> tuple[Board, list[Fault]]:
    """The board a map describes, and everything wrong with the map; use the board only if nothing is."""
    draft = BoardDraft(raw)
    _read_terrain(draft)
    _read_settings(draft)
    readers = {
        ObjectReading.SIDE: read_side,
        ObjectReading.PATH: read_path,
        ObjectReading.PLACE: _read_place,
        ObjectReading.ROLE: _read_role,
        ObjectReading.AREA: read_area,
        ObjectReading.ART: _read_art,
        ObjectReading.LABEL: _read_label,
        ObjectReading.COUNTER: _read_counter,
    }
    for item in raw.objects:
        if not draft.full and is_near(draft, item) and can_be_drawn(draft, item):
            readers[CLASSES[item.kind].reading](draft, item)
    return _finish(draft), draft.faults


def label_of(style: str, col: int, row: int, digits: int = 2) -> str:
    """The printed number of a hex, column and row as printed: 'G7' (letters), '0715' (ccrr), 'E1026' (sheets)."""
    if style == "ccrr":
        return f"{col:0{digits}d}{row:0{digits}d}"
    if style == "sheets":
        return f"W{col:02d}{row:02d}" if col <= LAST_WEST_COLUMN else f"E{col - SHEET_SHIFT:02d}{row:02d}"
    times, letter = divmod(row - 1, 26)
    return chr(ord("A") + letter) * (times + 1) + str(col)


def _read_terrain(draft: BoardDraft) -> None:
    style = draft.raw.text("label_style", "letters")
    left, top = draft.raw.number("first_column", 1), draft.raw.number("first_row", 1)
    bad: dict[str, list[str]] = {}
    digits = 2 if max(left + len(draft.raw.terrain[0]), top + len(draft.raw.terrain)) <= 100 else 3
    for row, codes in enumerate(draft.raw.terrain):
        for col, code in enumerate(codes):
            corners = draft.raw.layout.corners(col, row)
            for i in range(6):
                draft.right_of[corners[i], corners[(i + 1) % 6]] = (col, row)
            if code not in PLAYABLE | UNPLAYABLE:
                bad.setdefault(code, []).append(label_of(style, left + col, top + row, digits))
            if code and code not in UNPLAYABLE:  # a misspelt code too: what lies on it is no further fault
                cell = DraftHex(len(draft.cells), label_of(style, left + col, top + row, digits), code)
                draft.cells[col, row] = cell
                x, y = draft.raw.layout.centre(col, row)
                line = draft.centre_rows.setdefault(y, CentreRow())
                line.centres.append(x)
                line.indexes.append(cell.index)
    for code, labels in bad.items():
        _fault_terrain(draft, labels, code)
    draft.numbered = list(draft.cells.values())
    draft.heights = sorted(draft.centre_rows)


def _fault_terrain(draft: BoardDraft, labels: list[str], code: str) -> None:
    """One fault for all hexes with the same trouble."""
    known = PLAYABLE | UNPLAYABLE
    more = f" (and {len(labels) - 1} more hexes)" if len(labels) > 1 else ""
    if code:
        cause = f"unknown terrain code '{code}'{more}{meant(code, known)}"
    else:
        remedy = "paint one, give the tile its 'code' in the tileset, or set the map's property 'empty' to offmap"
        cause = f"no terrain tile with a code{more}: {remedy}"
    if not draft.full:
        draft.faults.append(Fault(draft.raw.file, "layer 'terrain'", f"at {labels[0]}", cause))


def _read_settings(draft: BoardDraft) -> None:
    if draft.raw.text("label_style", "letters") not in LABEL_STYLES:
        style = f"label_style must be one of {', '.join(sorted(LABEL_STYLES))}"
        draft.fault(None, "", f"{style}: see Map > Map Properties")
    first = draft.raw.number("first_row", 1)
    last = first + len(draft.raw.terrain) - 1
    if draft.raw.text("label_style", "letters") == "letters" and (first < 1 or last > LAST_LETTERED_ROW):
        draft.fault(None, "", f"lettered rows run from 1 to {LAST_LETTERED_ROW}: change first_row or use ccrr")
    if draft.raw.text("default_owner") not in OWNERS:
        draft.fault(None, "", f"default_owner must be one of {', '.join(sorted(OWNERS - {''}))}")
    labels = [cell.label for cell in draft.cells.values()]
    for label in sorted(label for label, times in Counter(labels).items() if times > 1):
        draft.fault(None, f"at {label}", "two hexes get this label: check label_style and first_column")
    if not labels:
        draft.fault(None, "", "no playable hex: paint land on the layer 'terrain'")


def _read_place(draft: BoardDraft, item: RawObject) -> None:
    x, y = item.points[0]
    cell = draft.cells.get(draft.raw.layout.hex_at(x, y))
    if cell is None:
        draft.fault(item, draft.place_of(x, y), "the place is not in a playable hex: move it, or paint land there")
        return
    if cell.name:
        cause = f"the hex already has a place, '{cell.name}': move or delete one of them"
        draft.fault(item, f"at {cell.label}", cause)
    if not item.name:
        draft.fault(item, f"at {cell.label}", "the place has no name: give it one in Properties")
    if item.name and item.name in draft.place_names:
        draft.fault(item, f"at {cell.label}", f"another hex has a place called '{item.name}': rename one")
    draft.place_names.add(item.name)
    cell.name, cell.vp = item.name, int(item.properties.get("vp", 0))
    cell.place = "" if item.kind == "locality" else item.kind
    cell.traits |= _listed(draft, item, "traits", PLACE_TRAITS)
    for role in filter(None, map(str.strip, str(item.properties.get("roles", "")).split(","))):
        draft.roles.setdefault(role, set()).add(cell.index)
    cell.traits |= {f"coast_{sea}" for sea in _listed(draft, item, "coast", COASTS)}


def _read_role(draft: BoardDraft, item: RawObject) -> None:
    x, y = item.points[0]
    cell = draft.cells.get(draft.raw.layout.hex_at(x, y))
    if cell is None:
        draft.fault(item, draft.place_of(x, y), "the role is not in a playable hex: move it, or paint land there")
    elif not item.name:
        draft.fault(item, f"at {cell.label}", "the role has no name: give it one in Properties")
    else:
        draft.roles.setdefault(item.name, set()).add(cell.index)


def _listed(draft: BoardDraft, item: RawObject, key: str, known: frozenset[str]) -> set[str]:
    words = {word.strip() for word in str(item.properties.get(key, "")).split(",")} - {""}
    for word in sorted(words - known):
        cause = f"unknown word '{word[:MAX_NAME]}' in '{key}'{meant(word, known)}"
        draft.fault(item, draft.place_of(*item.points[0]), cause)
    return words & known


def _read_art(draft: BoardDraft, item: RawObject) -> None:
    closed = CLASSES[item.kind].shape == "polygon"
    points = tuple((round(x), round(y)) for x, y in item.points)
    draft.art.append(ArtLine(item.kind, item.name, closed, points))


def _read_label(draft: BoardDraft, item: RawObject) -> None:
    if not item.name:
        draft.fault(item, draft.place_of(*item.points[0]), "the label has no name: its name is the text it shows")
    x, y = item.points[0]
    draft.labels.append(Label(item.kind.removeprefix("label_"), item.name, round(x), round(y)))


def _read_counter(draft: BoardDraft, item: RawObject) -> None:
    """Leave no mark on the board for a counter; the reader of the set-up interprets it."""
    x, y = item.points[0]
    if not item.name:
        draft.fault(item, draft.place_of(x, y), "the counter has no name: its name is its id")
    if not item.properties.get("box") and draft.raw.layout.hex_at(x, y) not in draft.cells:
        draft.fault(
            item, draft.place_of(x, y), "the counter is in no playable hex and no box: move it, or set its property box"
        )


def _finish(draft: BoardDraft) -> Board:
    cells = draft.cells
    default = (draft.raw.text("default_owner"), draft.raw.text("default_nation"))
    return make_board(
        draft.raw.text("board_name", draft.raw.file),
        draft.raw.layout,
        [_hex(offset, cell, default) for offset, cell in cells.items()],
        hexsides=[_hexside(cells[a].index, cells[b].index, kinds) for (a, b), kinds in draft.sides.items()],
        regions={name: tuple(members) for name, members in draft.regions.items()},
        art=draft.art,
        hexside_lines=draft.hexside_lines,
        roads=draft.roads,
        labels=draft.labels,
        roles={name: tuple(members) for name, members in draft.roles.items()},
        game=draft.raw.text("game"),
        size=(len(draft.raw.terrain[0]), len(draft.raw.terrain)),
    )


def _hex(offset: Offset, cell: DraftHex, default: tuple[str, str]) -> Hex:
    owner, nation = cell.country or default
    return Hex(
        cell.index, cell.label, *offset, cell.terrain, cell.name, cell.place, cell.vp, owner, nation,
        frozenset(cell.traits),
    )  # fmt: skip


def _hexside(a: int, b: int, kinds: dict[str, set[str]]) -> Hexside:
    return Hexside(a, b, frozenset(kinds), tuple(sorted(set().union(*kinds.values()))))
