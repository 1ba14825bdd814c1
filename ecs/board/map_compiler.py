"""The board a map describes: its cells, and what every drawn object means.

Every point is snapped to the corner or centre it was meant for. What cannot be snapped is a fault; all faults
of a map are collected, so that a designer mends them in one go.
"""

from __future__ import annotations

from collections import Counter

from ecs.board.board import (
    ArtLine,
    Board,
    Hex,
    Hexside,
    Label,
    make_board,
)
from ecs.board.drawing_limits import can_be_drawn, is_near
from ecs.board.hexgrid import Offset
from ecs.board.map_areas import read_area
from ecs.board.map_draft import BoardDraft, CentreRow, DraftHex, RawMap, RawObject
from ecs.board.map_lines import read_path, read_side
from ecs.board.map_schema import (
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
from ecs.board.map_validator import Fault
from ecs.board.map_xml import MAX_NAME

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
    digits = 2 if max(left + len(draft.raw.terrain[0]), top + len(draft.raw.terrain)) <= 100 else 3
    for row, codes in enumerate(draft.raw.terrain):
        for col, code in enumerate(codes):
            corners = draft.raw.layout.corners(col, row)
            for i in range(6):
                draft.right_of[corners[i], corners[(i + 1) % 6]] = (col, row)
            if code in PLAYABLE:
                cell = DraftHex(len(draft.cells), label_of(style, left + col, top + row, digits), code)
                draft.cells[col, row] = cell
                x, y = draft.raw.layout.centre(col, row)
                line = draft.centre_rows.setdefault(y, CentreRow())
                line.centres.append(x)
                line.indexes.append(cell.index)
            elif code not in UNPLAYABLE:
                _fault_terrain(draft, label_of(style, left + col, top + row, digits), code)
    draft.numbered = list(draft.cells.values())
    draft.heights = sorted(draft.centre_rows)


def _fault_terrain(draft: BoardDraft, label: str, code: str) -> None:
    known = ", ".join(sorted(PLAYABLE | UNPLAYABLE))
    cause = f"unknown terrain code '{code}'" if code else "no terrain tile with a code"
    if not draft.full:
        draft.faults.append(Fault(draft.raw.file, "layer 'terrain'", f"at {label}", f"{cause}: known are {known}"))


def _read_settings(draft: BoardDraft) -> None:
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


def _read_place(draft: BoardDraft, item: RawObject) -> None:
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
    for role in filter(None, map(str.strip, str(item.properties.get("roles", "")).split(","))):
        draft.roles.setdefault(role, set()).add(cell.index)
    cell.traits |= {f"coast_{sea}" for sea in _listed(draft, item, "coast", COASTS)}


def _read_role(draft: BoardDraft, item: RawObject) -> None:
    x, y = item.points[0]
    cell = draft.cells.get(draft.raw.layout.hex_at(x, y))
    if cell is None:
        draft.fault(item, draft.place_of(x, y), "the role is not in a playable hex")
    elif not item.name:
        draft.fault(item, f"at {cell.label}", "the role has no name")
    else:
        draft.roles.setdefault(item.name, set()).add(cell.index)


def _listed(draft: BoardDraft, item: RawObject, key: str, known: frozenset[str]) -> set[str]:
    words = {word.strip() for word in str(item.properties.get(key, "")).split(",")} - {""}
    for word in sorted(words - known):
        cause = f"unknown word '{word[:MAX_NAME]}' in '{key}': known are {', '.join(sorted(known))}"
        draft.fault(item, draft.place_of(*item.points[0]), cause)
    return words & known


def _read_art(draft: BoardDraft, item: RawObject) -> None:
    closed = CLASSES[item.kind].shape == "polygon"
    points = tuple((round(x), round(y)) for x, y in item.points)
    draft.art.append(ArtLine(item.kind, item.name, closed, points))


def _read_label(draft: BoardDraft, item: RawObject) -> None:
    if not item.name:
        draft.fault(item, draft.place_of(*item.points[0]), "the label has no name")
    x, y = item.points[0]
    draft.labels.append(Label(item.kind.removeprefix("label_"), item.name, round(x), round(y)))


def _read_counter(draft: BoardDraft, item: RawObject) -> None:
    """A counter leaves no mark on the board; whoever reads the set-up asks what it is."""
    x, y = item.points[0]
    if not item.name:
        draft.fault(item, draft.place_of(x, y), "the counter has no name: it is its id")
    if not item.properties.get("box") and draft.raw.layout.hex_at(x, y) not in draft.cells:
        draft.fault(item, draft.place_of(x, y), "the counter is in no playable hex and names no box")


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
