"""What do the drawn lines mean: which hexside, road, place or area is each object of the map?

Every point is snapped to the corner or centre it was meant for. What cannot be snapped is a fault; all faults
of a map are collected, so that a designer mends them in one go.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from ecs.board import ArtLine, Board, FeatureLine, Hex, Hexside, Label, make_board
from ecs.hexgrid import Layout, Offset, Point
from ecs.mapclasses import (
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
    Reading,
)
from ecs.mapguard import MAX_NAME, Fault

LAST_LETTERED_ROW = 104  # ZZZZ; longer labels cannot be read on a hex
CORNER_REACH = 3  # tenths of a hexside: how far from a corner a point may lie
MAX_CROSSINGS = 4_000_000
CENTRE_REACH = 5  # tenths of a hexside: how far from a hex centre a point may lie


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
    """A map as the reader hands it over: terrain codes by row and column ('' for none), and the objects."""

    file: str
    layout: Layout
    terrain: tuple[tuple[str, ...], ...]
    objects: tuple[RawObject, ...]
    properties: dict[str, str | int]

    def text(self, key: str, default: str = "") -> str:
        return str(self.properties.get(key, default))

    def number(self, key: str, default: int) -> int:
        return int(self.properties.get(key, default))


@dataclass(slots=True)
class Cell:
    """A playable hex under construction."""

    label: str
    terrain: str
    name: str = ""
    place: str = ""
    vp: int = 0
    country: tuple[str, str] | None = None
    traits: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Draft:
    """A board under construction.

    `right_of` gives the cell right of a hexside walked one way; `centre_rows` the cells whose centres share a height.
    """

    raw: RawMap
    cells: dict[Offset, Cell] = field(default_factory=dict)
    right_of: dict[tuple[Point, Point], Offset] = field(default_factory=dict)
    sides: dict[tuple[Offset, Offset], dict[str, set[str]]] = field(default_factory=dict)
    regions: dict[str, set[Offset]] = field(default_factory=dict)
    art: list[ArtLine] = field(default_factory=list)
    hexside_lines: list[FeatureLine] = field(default_factory=list)
    roads: list[FeatureLine] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    place_names: set[str] = field(default_factory=set)
    centre_rows: dict[int, list[tuple[int, Offset]]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    crossings: int = 0

    def fault(self, item: RawObject | None, place: str, cause: str) -> None:
        self.faults.append(Fault(self.raw.file, item.where if item else "map", place, cause))

    def place_of(self, x: float, y: float) -> str:
        """The label of the hex under a point, or the point itself where there is none."""
        cell = self.cells.get(self.raw.layout.hex_at(x, y))
        return f"at {cell.label} ({x:g},{y:g})" if cell else f"at {x:g},{y:g}"

    def add_side(self, a: Offset, b: Offset, kind: str, name: str) -> None:
        names = self.sides.setdefault((a, b), {}).setdefault(kind, set())
        if name:
            names.add(name)


def compile_map(raw: RawMap) -> tuple[Board, list[Fault]]:
    """The board a map describes, and everything wrong with the map; use the board only if nothing is."""
    draft = Draft(raw)
    _read_terrain(draft)
    _read_settings(draft)
    readers = {
        Reading.SIDE: _read_side,
        Reading.PATH: _read_path,
        Reading.PLACE: _read_place,
        Reading.AREA: _read_area,
        Reading.ART: _read_art,
        Reading.LABEL: _read_label,
    }
    for item in raw.objects:
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


def _read_terrain(draft: Draft) -> None:
    style = draft.raw.text("label_style", "letters")
    left, top = draft.raw.number("first_column", 1), draft.raw.number("first_row", 1)
    digits = 2 if max(left + len(draft.raw.terrain[0]), top + len(draft.raw.terrain)) <= 100 else 3
    for row, codes in enumerate(draft.raw.terrain):
        for col, code in enumerate(codes):
            corners = draft.raw.layout.corners(col, row)
            for i in range(6):
                draft.right_of[corners[i], corners[(i + 1) % 6]] = (col, row)
            if code in PLAYABLE:
                draft.cells[col, row] = Cell(label_of(style, left + col, top + row, digits), code)
                x, y = draft.raw.layout.centre(col, row)
                draft.centre_rows.setdefault(y, []).append((x, (col, row)))
            elif code not in UNPLAYABLE:
                _fault_terrain(draft, label_of(style, left + col, top + row, digits), code)


def _fault_terrain(draft: Draft, label: str, code: str) -> None:
    known = ", ".join(sorted(PLAYABLE | UNPLAYABLE))
    cause = f"unknown terrain code '{code}'" if code else "no terrain tile with a code"
    where = "layer 'terrain'"
    draft.faults.append(Fault(draft.raw.file, where, f"at {label}", f"{cause}: known are {known}"))


def _read_settings(draft: Draft) -> None:
    if draft.raw.text("label_style", "letters") not in LABEL_STYLES:
        draft.fault(None, "", f"label_style must be one of {', '.join(sorted(LABEL_STYLES))}")
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
        draft.fault(None, "", "no playable hex")


def _read_side(draft: Draft, item: RawObject) -> None:
    """Rivers, straits and the like: from corner to neighbouring corner."""
    corners = _distinct(_snap(draft, item, to_corner=True))
    if len(corners) < 2:
        draft.fault(item, draft.place_of(*item.points[0]), "a line needs at least two different corners")
        return
    for p, q in pairwise(corners):
        _add_segment(draft, item, p, q)
    draft.hexside_lines.append(FeatureLine(item.kind, item.name, tuple(corners)))


def _add_segment(draft: Draft, item: RawObject, p: Point, q: Point) -> None:
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


def _snap(draft: Draft, item: RawObject, *, to_corner: bool) -> Iterator[Point]:
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


def _read_path(draft: Draft, item: RawObject) -> None:
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


def _read_place(draft: Draft, item: RawObject) -> None:
    x, y = item.points[0]
    cell = draft.cells.get(draft.raw.layout.hex_at(x, y))
    if cell is None:
        draft.fault(item, draft.place_of(x, y), "the place is not in a playable hex")
        return
    if cell.name:
        draft.fault(item, f"at {cell.label}", f"the hex already has a place, '{cell.name}'")
    if not item.name:
        draft.fault(item, f"at {cell.label}", "the place has no name")
    if item.name and item.name in draft.place_names:
        draft.fault(item, f"at {cell.label}", f"another hex has a place called '{item.name}'")
    draft.place_names.add(item.name)
    cell.name, cell.vp = item.name, int(item.properties.get("vp", 0))
    cell.place = "" if item.kind == "locality" else item.kind
    cell.traits |= _listed(draft, item, "traits", PLACE_TRAITS)
    cell.traits |= {f"coast_{sea}" for sea in _listed(draft, item, "coast", COASTS)}


def _listed(draft: Draft, item: RawObject, key: str, known: frozenset[str]) -> set[str]:
    words = {word.strip() for word in str(item.properties.get(key, "")).split(",")} - {""}
    for word in sorted(words - known):
        cause = f"unknown word '{word[:MAX_NAME]}' in '{key}': known are {', '.join(sorted(known))}"
        draft.fault(item, draft.place_of(*item.points[0]), cause)
    return words & known


def _read_area(draft: Draft, item: RawObject) -> None:
    members = _members(draft, item)
    if not item.name or not members:
        cause = "holds no playable hex" if item.name else "has no name"
        draft.fault(item, draft.place_of(*item.points[0]), f"the area {cause}")
        return
    draft.regions.setdefault(item.name, set()).update(members)
    if item.kind == "trait":
        _give_trait(draft, item, members)
    elif item.kind == "country":
        _give_country(draft, item, members)


def _members(draft: Draft, item: RawObject) -> list[Offset]:
    """The hexes whose centres lie in an area, worked out one row of centres at a time."""
    heights = [y for _, y in item.points]
    top, bottom = min(heights), max(heights)
    rows = [(y, row) for y, row in draft.centre_rows.items() if top <= y <= bottom]
    draft.crossings += len(rows) * len(item.points)
    if draft.crossings > MAX_CROSSINGS:
        draft.fault(item, draft.place_of(*item.points[0]), "the areas of this map have too many points for its size")
        return []
    return [offset for y, row in rows for offset in _inside(_crossings(item.points, y), row)]


def _crossings(outline: tuple[tuple[float, float], ...], y: float) -> list[float]:
    """Where an outline crosses the level line `y`, from left to right."""
    edges = zip(outline, (*outline[1:], outline[0]))
    return sorted(ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in edges if (ay > y) != (by > y))


def _inside(crossings: list[float], row: list[tuple[int, Offset]]) -> Iterator[Offset]:
    """The centres of one row with an odd number of crossings to the right of them."""
    return (offset for x, offset in row if (len(crossings) - bisect_right(crossings, x)) % 2)


def _give_trait(draft: Draft, item: RawObject, members: list[Offset]) -> None:
    if item.name not in AREA_TRAITS:
        known = ", ".join(sorted(AREA_TRAITS))
        draft.fault(item, draft.place_of(*item.points[0]), f"unknown trait '{item.name}': known are {known}")
    for offset in members:
        draft.cells[offset].traits.add(item.name)


def _give_country(draft: Draft, item: RawObject, members: list[Offset]) -> None:
    owner, nation = str(item.properties.get("owner", "")), str(item.properties.get("nation", ""))
    if owner not in OWNERS:
        known = ", ".join(sorted(OWNERS - {""}))
        draft.fault(item, draft.place_of(*item.points[0]), f"unknown owner '{owner}': known are {known}")
    for offset in members:
        cell = draft.cells[offset]
        if cell.country is not None:
            draft.fault(item, f"at {cell.label}", "the hex lies in two countries")
        cell.country = (owner, nation)


def _read_art(draft: Draft, item: RawObject) -> None:
    closed = CLASSES[item.kind].shape == "polygon"
    points = tuple((round(x), round(y)) for x, y in item.points)
    draft.art.append(ArtLine(item.kind, item.name, closed, points))


def _read_label(draft: Draft, item: RawObject) -> None:
    if not item.name:
        draft.fault(item, draft.place_of(*item.points[0]), "the label has no name")
    x, y = item.points[0]
    draft.labels.append(Label(item.kind.removeprefix("label_"), item.name, round(x), round(y)))


def _finish(draft: Draft) -> Board:
    order = sorted(draft.cells, key=lambda offset: (offset[1], offset[0]))
    index = {offset: i for i, offset in enumerate(order)}
    default = (draft.raw.text("default_owner"), draft.raw.text("default_nation"))
    return make_board(
        draft.raw.text("board_name", draft.raw.file),
        draft.raw.layout,
        [_hex(i, offset, draft.cells[offset], default) for i, offset in enumerate(order)],
        hexsides=[_hexside(index[a], index[b], kinds) for (a, b), kinds in draft.sides.items()],
        regions={name: tuple(index[o] for o in members) for name, members in draft.regions.items()},
        art=draft.art,
        hexside_lines=draft.hexside_lines,
        roads=draft.roads,
        labels=draft.labels,
        size=(len(draft.raw.terrain[0]), len(draft.raw.terrain)),
    )


def _hex(index: int, offset: Offset, cell: Cell, default: tuple[str, str]) -> Hex:
    owner, nation = cell.country or default
    return Hex(
        index, cell.label, *offset, cell.terrain, cell.name, cell.place, cell.vp, owner, nation,
        frozenset(cell.traits),
    )  # fmt: skip


def _hexside(a: int, b: int, kinds: dict[str, set[str]]) -> Hexside:
    return Hexside(a, b, frozenset(kinds), tuple(sorted(set().union(*kinds.values()))))
