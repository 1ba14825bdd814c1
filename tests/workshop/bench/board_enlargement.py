"""Boards of any size.  A known map is enlarged, written as a Tiled map and read like any other.

Every hex of the map becomes a block of hexes with its terrain, owner and regions; what lies on a hexside lies between
the blocks; the place stands in the middle of its block, which keeps the number the rules know it by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ecs import Board, Game, Scenario, Side, load_board
from ecs.board.board import Hex
from ecs.board.hexgrid import Layout

PATHS = frozenset({"highway", "road", "rail", "double_rail"})
EMPTY = "offmap"
COAST = "coast_"
DEFAULT = ("soviet", "SOV")
ARMIES = {"axis": ("ger_army", "ger_army", "ger_pzgruppe"), "soviet": ("rus_army41", "rus_army41", "rus_mech41")}
OPEN_BOXES = ("coming", "pool", "siberia", "unused")

Offset = tuple[int, int]


class Size(NamedTuple):
    """Columns and rows of a board, sea and all."""

    cols: int
    rows: int

    def __str__(self) -> str:
        return f"{self.cols} x {self.rows}"


@dataclass(frozen=True, slots=True)
class Enlargement:
    """A map, the size it has and the size it is to have."""

    source: Board
    old: Size
    size: Size

    def origin(self, place: Offset) -> Hex | None:
        """The hex of the source map a cell comes from; None where that has none."""
        old = self.old
        spot = place[0] * old.cols // self.size.cols, place[1] * old.rows // self.size.rows
        index = self.source.by_offset.get(spot)
        return None if index is None else self.source.hexes[index]

    def middle(self, h: Hex) -> Offset:
        """The cell in the middle of a hex's block."""
        old = self.old
        return (2 * h.col + 1) * self.size.cols // (2 * old.cols), (2 * h.row + 1) * self.size.rows // (2 * old.rows)

    def cells(self) -> Iterator[Offset]:
        """All cells, row by row."""
        return ((col, row) for row in range(self.size.rows) for col in range(self.size.cols))


def quoteattr(text: str) -> str:
    """An attribute's value as XML writes it; the library's own brings the whole network with it into a bundle."""
    return f'"{escape(text)}"'


def enlarge(source: Board, size: Size) -> Enlargement:
    """A plan to bring a map to a size."""
    return Enlargement(source, Size(max(h.col for h in source.hexes) + 1, max(h.row for h in source.hexes) + 1), size)


# -- the Tiled map --------------------------------------------------------------------------------


def write_map(plan: Enlargement, path: Path) -> None:
    """Write the enlarged map as a Tiled map."""
    objects = [*_sides(plan), *_places(plan), *_areas(plan)]
    layout, size = plan.source.layout, plan.size
    codes = sorted({h.terrain for h in plan.source.hexes} | {EMPTY})
    tiles = "".join(
        f'<tile id="{n}"><properties><property name="code" value="{code}"/></properties></tile>'
        for n, code in enumerate(codes)
    )
    ground = [h.terrain if (h := plan.origin(place)) else EMPTY for place in plan.cells()]
    numbers = [str(codes.index(code) + 1) for code in ground]
    rows = [",".join(numbers[first : first + size.cols]) for first in range(0, len(numbers), size.cols)]
    listed = "".join(f'<object id="{n}" {text}</object>' for n, text in enumerate(objects, 1))
    axis = "y" if layout.orientation == "pointy" else "x"
    tile = f'tilewidth="{layout.tile_w}" tileheight="{layout.tile_h}"'
    path.write_text(
        f'<map version="1.8" orientation="hexagonal" renderorder="right-down" width="{size.cols}" '
        f'height="{size.rows}" {tile} infinite="0" hexsidelength="{layout.side_length}" staggeraxis="{axis}" '
        f'staggerindex="{layout.stagger}"><properties>{_properties(_settings(plan))}</properties>'
        f'<tileset firstgid="1" name="terrain" {tile} tilecount="{len(codes)}" columns="{len(codes)}">{tiles}</tileset>'
        f'<layer id="1" name="terrain" width="{size.cols}" height="{size.rows}"><data encoding="csv">'
        + ",\n".join(rows)
        + f'</data></layer><objectgroup id="2" name="things">{listed}</objectgroup></map>',
        encoding="utf-8",
    )


def _settings(plan: Enlargement) -> dict[str, str]:
    owner, nation = DEFAULT
    return {
        "board_name": f"enlarged {plan.size}",
        "label_style": "ccrr",
        "default_owner": owner,
        "default_nation": nation,
    }


def _properties(values: Mapping[str, str | int]) -> str:
    kinds = {key: ' type="int"' if isinstance(value, int) else "" for key, value in values.items()}
    return "".join(f'<property name="{k}"{kinds[k]} value={quoteattr(str(v))}/>' for k, v in values.items())


def _sides(plan: Enlargement) -> Iterator[str]:
    """A line for every hexside between two blocks that has something on it."""
    layout = plan.source.layout
    for place in plan.cells():
        here = plan.origin(place)
        for side, beside in enumerate(layout.neighbours(*place)):
            there = plan.origin(beside)
            if here is None or there is None or here is there or not _inside(plan, beside):
                continue
            ways = plan.source.kinds(here.index, there.index), plan.source.kinds(there.index, here.index)
            for kind in sorted(ways[0] - PATHS):
                if kind not in ways[1] or place < beside:
                    yield _line(layout, place, side, kind)


def _inside(plan: Enlargement, place: Offset) -> bool:
    return 0 <= place[0] < plan.size.cols and 0 <= place[1] < plan.size.rows


def _line(layout: Layout, place: Offset, side: int, kind: str) -> str:
    corners = layout.corners(*place)
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
    return f'type="{kind}" x="{ax}" y="{ay}"><polyline points="0,0 {bx - ax},{by - ay}"/>'


def _places(plan: Enlargement) -> Iterator[str]:
    for h in plan.source.hexes:
        if not h.name:
            continue
        areas = frozenset(plan.source.regions)
        coasts = sorted(t.removeprefix(COAST) for t in h.traits if t.startswith(COAST))
        traits = sorted(t for t in h.traits - PATHS - areas if not t.startswith(COAST))
        values: dict[str, str | int] = {"vp": h.vp, "traits": ",".join(traits), "coast": ",".join(coasts)}
        x, y = plan.source.layout.centre(*plan.middle(h))
        kind = h.place or "locality"
        yield (
            f'type="{kind}" name={quoteattr(h.name)} x="{x}" y="{y}">'
            f"<properties>{_properties(values)}</properties><point/>"
        )


def _areas(plan: Enlargement) -> Iterator[str]:
    board = plan.source
    traits = frozenset(t for h in board.hexes for t in h.traits)
    for name, members in board.regions.items():
        yield from _bands(plan, members, f'type="{"trait" if name in traits else "region"}" name={quoteattr(name)}')
    for owner, nation in sorted({(h.owner, h.nation) for h in board.hexes} - {DEFAULT}):
        members = tuple(h.index for h in board.hexes if (h.owner, h.nation) == (owner, nation))
        held = f"<properties>{_properties({'owner': owner, 'nation': nation})}</properties>"
        yield from _bands(plan, members, f'type="country" name="country {nation}"', held)


def _bands(plan: Enlargement, members: Iterable[int], head: str, tail: str = "") -> Iterator[str]:
    """An area as flat bands, each through the centres of some hexes side by side."""
    wanted, layout = frozenset(members), plan.source.layout
    for row, cells in groupby(plan.cells(), key=lambda place: place[1]):
        run = [col for col, _ in cells if (h := plan.origin((col, row))) is not None and h.index in wanted]
        for _, part in groupby(enumerate(run), key=lambda pair: pair[1] - pair[0]):
            cols = [col for _, col in part]
            (x, y), (end, _) = layout.centre(cols[0], row), layout.centre(cols[-1], row)
            wide = end - x + 4
            yield f'{head} x="{x - 2}" y="{y - 2}">{tail}<polygon points="0,0 {wide},0 {wide},4 0,4"/>'


# -- the game -------------------------------------------------------------------------------------


def read_map(plan: Enlargement, path: Path) -> Board:
    """The enlarged board, the middles of its blocks numbered as the rules number the hexes of the source."""
    board = load_board(path)
    known = {board.by_offset[plan.middle(h)]: h.label for h in plan.source.hexes}
    hexes = tuple(replace(h, label=known.get(h.index, h.label)) for h in board.hexes)
    return replace(board, hexes=hexes, by_label=MappingProxyType({h.label: h.index for h in hexes}))


def make_scenario(source: Scenario, board: Board, units: int) -> Scenario:
    """A scenario with so many units on the map, half of them each side's, along the frontier."""
    entry = type(source.units[0][1])
    boxed = [(side, e) for side, e in source.units if e.box in OPEN_BOXES]
    placed = []
    for side, kinds in ARMIES.items():
        number = units // 2 if side == "axis" else units - units // 2
        for n, index in enumerate(_berths(board, Side(side), number)):
            name = f"{side[0]}{n}:{kinds[n % len(kinds)]}"
            placed.append((side, entry(units=[name], hex=board.hexes[index].label)))
    return replace(source, units=(*placed, *boxed))


def _berths(board: Board, side: Side, number: int) -> list[int]:
    """A hex for every unit: the frontier first, then line behind line, evenly along the last; then over again."""
    own = frozenset(h.index for h in board.hexes if h.owner == side.value)
    lines, seen = [_beside(board, frozenset(range(len(board.hexes))) - own, own)], set[int]()
    while lines[-1]:
        seen |= set(lines[-1])
        lines.append(_beside(board, frozenset(lines[-1]), own - seen))
    found: list[int] = []
    while len(found) < number:
        for line in lines[:-1]:
            wanted = min(len(line), number - len(found))
            found += [line[n * len(line) // wanted] for n in range(wanted)]
    return found


def _beside(board: Board, these: frozenset[int], among: frozenset[int]) -> list[int]:
    return sorted(i for i in among if not these.isdisjoint(board.neighbours[i]))


def set_up(source: Game, board: Board, units: int) -> Game:
    """A game by the rules of another, on an enlarged board with so many units."""
    return Game(source.ruleset, make_scenario(source.scenario, board, units), board, {}, 0)
