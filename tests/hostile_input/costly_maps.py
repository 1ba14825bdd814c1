"""Maps that cost as much as they may: every number of a map turned up to its limit, alone and together.

A knob is one such number.  What they say is written as a map of plain hexes with a tileset beside it; whether it is
accepted or refused does not matter, what it costs does (``tests/hostile_input/costliest_map.py``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from random import Random
from typing import Any

from ecs.board.hexgrid import Layout

AREAS = ("region", "trait", "country")
TRAITS = ("edge_axis", "edge_rus_entry", "edge_rus_supply", "frontier", "fortified_zone")
SIDES = ("river", "major_river", "volga", "lake", "strait", "supply_only", "impassable", "border", "fortified_line")
PATHS = ("highway", "road", "rail", "double_rail")
SHAPES = ("coastline", "lake_art")
LETTERS = 1_800_000
CODES = ("clear", "forest", "swamp")


@dataclass(frozen=True, slots=True)
class Knobs:
    """The numbers of a map.

    ``reach``: how far art and labels lie off it; ``off``: how many pixels every point of a line is misplaced by.
    """

    cols: int = 20
    rows: int = 20
    flat: bool = False
    tile: int = 8
    areas: int = 0
    kind: int = 0
    ring: int = 4
    alike: bool = False
    lines: int = 0
    points: int = 60
    roads: int = 0
    art: int = 0
    outline: int = 60
    reach: float = 0
    labels: int = 0
    places: int = 0
    groups: int = 1
    tilesets: int = 1
    tiles: int = 3
    properties: int = 0
    attributes: int = 0
    depth: int = 0
    letters: int = 8
    words: int = 0
    off: int = 0


TURNED: dict[str, tuple[Any, ...]] = {
    "cols": (1, 173, 300, 30_000),
    "rows": (1, 100, 173, 30_000),
    "flat": (True,),
    "tile": (4, 64, 512),
    "areas": (30, 200, 2_000, 9_000),
    "kind": (1, 2),
    "ring": (40, 400, 4_000),
    "alike": (True,),
    "lines": (20, 110, 2_000, 10_000),
    "points": (2, 400, 4_000),
    "roads": (20, 110, 2_000, 10_000),
    "art": (10, 110, 2_000, 10_000),
    "outline": (2, 400, 4_000),
    "reach": (1_000, 999_999, 1e60, 1e-99),
    "labels": (400, 9_900),
    "places": (300, 9_900),
    "groups": (1_000, 30_000),
    "tilesets": (20, 2_000),
    "tiles": (1_000, 2_200, 2_500),
    "properties": (10, 40_000),
    "attributes": (40, 100_000),
    "depth": (60, 100_000),
    "letters": (1, 80),
    "words": (100, 200),
    "off": (1, 40),
}
"""What each knob is turned to: towards its limit, to it, beyond it."""


def alone(grids: tuple[tuple[int, int], ...] = ((20, 20), (173, 173))) -> Iterator[tuple[str, Knobs]]:
    """Each knob turned by itself, on a small board and on the largest."""
    for cols, rows in grids:
        for name, values in TURNED.items():
            for value in values:
                yield f"{cols}x{rows}, {name} {value}", replace(Knobs(cols=cols, rows=rows), **{name: value})


def together(count: int, seed: int) -> Iterator[tuple[str, Knobs]]:
    """Several knobs turned at once, chosen by ``seed``."""
    chance = Random(seed)
    for _ in range(count):
        names = chance.sample([field.name for field in fields(Knobs)], chance.randint(3, 9))
        turned = {name: chance.choice(TURNED[name]) for name in names}
        yield ", ".join(f"{name} {value}" for name, value in turned.items()), replace(Knobs(), **turned)


def write(folder: Path, knobs: Knobs) -> Path:
    """The map and its tileset."""
    folder.mkdir(parents=True, exist_ok=True)
    layout = Layout("flat" if knobs.flat else "pointy", "odd", knobs.tile, knobs.tile, knobs.tile // 2 // 2 * 2)
    axis = "x" if knobs.flat else "y"
    (folder / "tiles.tsx").write_text(_tileset(knobs), encoding="utf-8")
    path = folder / "costly.tmx"
    cells = ",".join(["1"] * min(knobs.cols * knobs.rows, LETTERS // 2))
    deep = "<group>" * knobs.depth + "</group>" * knobs.depth
    more = "".join(f' a{i}=""' for i in range(knobs.attributes))
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.8" orientation="hexagonal" width="{knobs.cols}" '
        f'height="{knobs.rows}" tilewidth="{knobs.tile}" tileheight="{knobs.tile}" infinite="0" '
        f'hexsidelength="{layout.side_length}" staggeraxis="{axis}" staggerindex="odd"{more}>\n'
        '<properties><property name="label_style" value="ccrr"/></properties>\n'
        + "".join(f'<tileset firstgid="{1 + i * knobs.tiles}" source="tiles.tsx"/>\n' for i in range(knobs.tilesets))
        + f'<layer id="1" name="terrain" width="{knobs.cols}" height="{knobs.rows}">'
        f'<data encoding="csv">{cells}</data></layer>\n{deep}{_groups(knobs, layout)}</map>\n',
        encoding="utf-8",
    )
    return path


def _tileset(knobs: Knobs) -> str:
    tiles = "".join(
        f'<tile id="{i}"><properties><property name="code" value="{CODES[i % len(CODES)]}"/></properties></tile>\n'
        for i in range(knobs.tiles)
    )
    head = f'name="t" tilewidth="{knobs.tile}" tileheight="{knobs.tile}" tilecount="{knobs.tiles}" columns="9"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<tileset version="1.8" {head}>{tiles}</tileset>\n'


def _groups(knobs: Knobs, layout: Layout) -> str:
    objects = [*_fitting(_things(knobs, layout), LETTERS - 40 * knobs.groups)]
    each = max(1, math.ceil(len(objects) / knobs.groups))
    return "".join(
        f'<objectgroup id="{9 + i}" name="g{i}">{"".join(objects[i * each : (i + 1) * each])}</objectgroup>\n'
        for i in range(knobs.groups)
    )


def _fitting(objects: Iterator[str], room: int) -> Iterator[str]:
    """As many as a file has room for: of a larger one not a word is read."""
    for text in objects:
        room -= len(text)
        if room < 0:
            return
        yield text


def _things(knobs: Knobs, layout: Layout) -> Iterator[str]:
    wide, high = layout.pixel_size(knobs.cols, knobs.rows)
    for i in range(knobs.areas):
        kind = AREAS[knobs.kind]
        name = TRAITS[i % len(TRAITS)] if kind == "trait" else "r" if knobs.alike else _name(knobs, i)
        ring = list(_ring(knobs.ring, -1, -1, wide + 1, high + 1))
        yield _object(knobs, i, kind, name, ring, "polygon", _country(knobs, kind))
    for i in range(knobs.lines):
        col, row = i % knobs.cols, i // knobs.cols % knobs.rows
        two = layout.corners(col, row)[:2]
        points = [(x + knobs.off, y) for x, y in (two * knobs.points)[: max(2, knobs.points)]]
        yield _object(knobs, i, SIDES[i % len(SIDES)], _name(knobs, i), points, "polyline")
    for i in range(knobs.roads):
        row = i % knobs.rows
        there = [
            layout.centre(j % knobs.cols if j // knobs.cols % 2 == 0 else knobs.cols - 1 - j % knobs.cols, row)
            for j in range(max(2, knobs.points))
        ]
        yield _object(knobs, i, PATHS[i % len(PATHS)], _name(knobs, i), there, "polyline")
    for i in range(knobs.art):
        kind, shape = ("river_art", "polyline") if i % 2 else (SHAPES[i // 2 % 2], "polygon")
        ring = list(_ring(max(3, knobs.outline), -knobs.reach, -knobs.reach, wide + knobs.reach, high + knobs.reach))
        yield _object(knobs, i, kind, _name(knobs, i), ring, shape)
    for i in range(knobs.labels):
        where = ((i * 37) % wide + knobs.reach, (i * 61) % high)
        yield _object(knobs, i, ("label_sea", "label_region", "label_country")[i % 3], _name(knobs, i), [where])
    for i in range(knobs.places):
        yield _object(knobs, i, "town", _name(knobs, i), [layout.centre(i % knobs.cols, i // knobs.cols)])


def _ring(corners: int, left: float, top: float, right: float, bottom: float) -> Iterator[tuple[float, float]]:
    """A comb round a rectangle: as many level lines cross it as it has teeth."""
    teeth = max(1, (corners - 2) // 2)
    for i in range(teeth):
        x = left + (right - left) * i / teeth
        yield from ((x, top), (x, bottom)) if i % 2 == 0 else ((x, bottom), (x, top))
    yield from ((right, bottom), (right, top))


def _country(knobs: Knobs, kind: str) -> str:
    return '<property name="owner" value="axis"/><property name="nation" value="GER"/>' if kind == "country" else ""


def _name(knobs: Knobs, i: int) -> str:
    return f"{i}{'x' * knobs.letters}"[: max(5, knobs.letters)]


def _object(
    knobs: Knobs, i: int, kind: str, name: str, points: list[tuple[float, float]], shape: str = "", more: str = ""
) -> str:
    x, y = (round(n, 1) if abs(n) < 1e6 else n for n in points[0])
    drawn = " ".join(f"{_short(px - x)},{_short(py - y)}" for px, py in points)
    inner = f'<{shape} points="{drawn}"/>' if shape else "<point/>"
    own = more + (f'<property name="traits" value="{"port," * (knobs.words // 5)}"/>' if knobs.words else "")
    own += '<property name="vp" type="int" value="1"/>' * knobs.properties if i == 0 else ""
    held = f"<properties>{own}</properties>" if own else ""
    return f'<object id="{i}" name="{name}" type="{kind}" x="{_short(x)}" y="{_short(y)}">{held}{inner}</object>\n'


def _short(number: float) -> str:
    """As few letters as will do: a file may have two million."""
    if abs(number) < 1e6 and number == int(number):
        return str(int(number))
    return f"{number:.1f}" if 1e-6 < abs(number) < 1e6 else f"{number:.0e}".replace("+", "")
