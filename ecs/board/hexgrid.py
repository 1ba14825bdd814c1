"""The geometry of hex grids in whole numbers: where hexes lie, their neighbours and distances.

Two ways to name a hex are used. *Offset* is (column, row) from 0, as Tiled counts them. *Axial* is (q, r),
in which distance and direction are plain arithmetic. A `Layout` turns one into the other and both into map
pixels.

Directions and corners run clockwise on the screen and share their numbers: side `i` lies between corner `i`
and corner `i + 1` and faces neighbour `i`. Pointy-top: side 0 is north-east. Flat-top: side 0 is north.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

Orientation = Literal["pointy", "flat"]
Stagger = Literal["odd", "even"]
Point = tuple[int, int]
Offset = tuple[int, int]


class Axial(NamedTuple):
    """A hex in axial coordinates; the third cube coordinate is -q - r."""

    q: int
    r: int


POINTY_DIRECTIONS: tuple[Axial, ...] = (
    Axial(1, -1), Axial(1, 0), Axial(0, 1), Axial(-1, 1), Axial(-1, 0), Axial(0, -1),
)  # fmt: skip
FLAT_DIRECTIONS: tuple[Axial, ...] = (
    Axial(0, -1), Axial(1, -1), Axial(1, 0), Axial(0, 1), Axial(-1, 1), Axial(-1, 0),
)  # fmt: skip


def neighbours(a: Axial) -> tuple[Axial, ...]:
    """The six hexes next to `a`, clockwise."""
    return tuple(Axial(a.q + d.q, a.r + d.r) for d in POINTY_DIRECTIONS)


def distance(a: Axial, b: Axial) -> int:
    """Number of hexes from `a` to `b` on an empty grid; 0 for the hex itself, 1 for a neighbour."""
    dq, dr = a.q - b.q, a.r - b.r
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def ring(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """Every hex exactly `radius` hexes from `centre`, clockwise; the hex itself for radius 0."""
    if radius == 0:
        return (centre,)
    hexes: list[Axial] = []
    q, r = centre.q - radius, centre.r
    for d in POINTY_DIRECTIONS:
        for _ in range(radius):
            hexes.append(Axial(q, r))
            q, r = q + d.q, r + d.r
    return tuple(hexes)


def disc(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """Every hex within `radius` hexes of `centre`, nearest ring first."""
    return tuple(h for k in range(radius + 1) for h in ring(centre, k))


def line(a: Axial, b: Axial) -> tuple[Axial, ...]:
    """The hexes a straight line from `a` to `b` passes, both ends included, each next to the one before.

    A line that runs along a hexside is nudged to the same side every time.
    """
    steps = distance(a, b)
    if steps == 0:
        return (a,)
    return tuple(_at_step(a, b, i, steps) for i in range(steps + 1))


def _at_step(a: Axial, b: Axial, i: int, steps: int) -> Axial:
    scale = 1000 * steps
    q = 1000 * (a.q * (steps - i) + b.q * i) + 1
    r = 1000 * (a.r * (steps - i) + b.r * i) + 2
    return _round_axial(q, r, scale)


def _round_axial(q: int, r: int, scale: int) -> Axial:
    s = -q - r
    rq, rr, rs = ((2 * n + scale) // (2 * scale) for n in (q, r, s))
    dq, dr, ds = abs(rq * scale - q), abs(rr * scale - r), abs(rs * scale - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return Axial(rq, rr)


def _half(number: int, stagger: Stagger) -> int:
    """How far the axial coordinates of a row (pointy) or column (flat) have drifted from its offsets."""
    return number // 2 if stagger == "odd" else (number + 1) // 2


@lru_cache(maxsize=16)
def _steps(orientation: Orientation, stagger: Stagger, parity: int) -> tuple[Offset, ...]:
    """Columns and rows to the six neighbours of a hex in an even (0) or odd (1) row or column, clockwise by side."""
    here = _half(parity, stagger)
    if orientation == "pointy":
        return tuple((q + _half(parity + r, stagger) - here, r) for q, r in POINTY_DIRECTIONS)
    return tuple((q, r + _half(parity + q, stagger) - here) for q, r in FLAT_DIRECTIONS)


@dataclass(frozen=True, slots=True)
class Layout:
    """How a Tiled hexagonal map lays its hexes on the page; all lengths in map pixels.

    `stagger` says which rows (pointy) or columns (flat), counted from 0, are shifted by half a hex.
    The three lengths are Tiled's tilewidth, tileheight and hexsidelength, all even, so that every centre and
    corner is a whole number.
    """

    orientation: Orientation
    stagger: Stagger
    tile_w: int
    tile_h: int
    side_length: int

    @property
    def column_pitch(self) -> int:
        """Pixels from one column to the next along a row that is not staggered."""
        return self.tile_w if self.orientation == "pointy" else (self.tile_w + self.side_length) // 2

    @property
    def row_pitch(self) -> int:
        """Pixels from one row to the next."""
        return (self.tile_h + self.side_length) // 2 if self.orientation == "pointy" else self.tile_h

    def pixel_size(self, cols: int, rows: int) -> tuple[int, int]:
        """Width and height of the rectangle around a map of `cols` by `rows` hexes, in pixels."""
        if self.orientation == "pointy":
            half = self.tile_w // 2 if rows > 1 else 0
            return cols * self.tile_w + half, rows * self.row_pitch + (self.tile_h - self.side_length) // 2
        half = self.tile_h // 2 if cols > 1 else 0
        return cols * self.column_pitch + (self.tile_w - self.side_length) // 2, rows * self.tile_h + half

    def is_shifted(self, line: int) -> bool:
        """Whether this row (pointy) or column (flat) is the one moved by half a hex."""
        return line % 2 == (1 if self.stagger == "odd" else 0)

    def centre(self, col: int, row: int) -> Point:
        """Centre of a hex in map pixels."""
        x = col * self.column_pitch + self.tile_w // 2
        y = row * self.row_pitch + self.tile_h // 2
        if self.orientation == "pointy":
            return (x + self.tile_w // 2 if self.is_shifted(row) else x), y
        return x, (y + self.tile_h // 2 if self.is_shifted(col) else y)

    def corners(self, col: int, row: int) -> tuple[Point, ...]:
        """The six corners in map pixels, clockwise; pointy from the top one, flat from the upper left one."""
        x, y = self.centre(col, row)
        w, h, s = self.tile_w // 2, self.tile_h // 2, self.side_length // 2
        if self.orientation == "pointy":
            return (x, y - h), (x + w, y - s), (x + w, y + s), (x, y + h), (x - w, y + s), (x - w, y - s)
        return (x - s, y - h), (x + s, y - h), (x + w, y), (x + s, y + h), (x - s, y + h), (x - w, y)

    def neighbours(self, col: int, row: int) -> tuple[Offset, ...]:
        """The six hexes next to this one, clockwise by side; some may lie off the map."""
        line = row if self.orientation == "pointy" else col
        return tuple([(col + across, row + down) for across, down in _steps(self.orientation, self.stagger, line % 2)])

    @property
    def directions(self) -> tuple[Axial, ...]:
        """Axial steps across sides 0 to 5."""
        return POINTY_DIRECTIONS if self.orientation == "pointy" else FLAT_DIRECTIONS

    def side_between(self, a: Offset, b: Offset) -> int | None:
        """Number of the side of `a` that faces `b`, or None where they are not neighbours."""
        around = self.neighbours(*a)
        return around.index(b) if b in around else None

    def hexside(self, a: Offset, b: Offset) -> tuple[Point, Point]:
        """The two corners shared by neighbours `a` and `b`, clockwise round `a`; ValueError if none."""
        side = self.side_between(a, b)
        if side is None:
            raise ValueError(f"hexes {a} and {b} share no side")
        corners = self.corners(*a)
        return corners[side], corners[(side + 1) % 6]

    def to_axial(self, col: int, row: int) -> Axial:
        """Axial coordinates of a hex given by column and row."""
        if self.orientation == "pointy":
            return Axial(col - self._half(row), row)
        return Axial(col, row - self._half(col))

    def _half(self, line: int) -> int:
        return _half(line, self.stagger)

    def distance(self, a: Offset, b: Offset) -> int:
        """Number of hexes between two hexes given by column and row."""
        return distance(self.to_axial(*a), self.to_axial(*b))

    def hex_at(self, x: float, y: float) -> Offset:
        """The hex (column, row) whose hexagon holds this map pixel; it may lie off the map.

        A pixel on a shared side belongs to the hex that comes first in reading order.
        """
        col, row = int(x // self.column_pitch), int(y // self.row_pitch)
        near: tuple[Offset, ...] = ((col - 1, row - 1), (col, row - 1), (col - 1, row), (col, row))
        outline = self.tile_w * self.tile_h
        for place in reversed(near):
            if self._depth(*place, x, y) < outline:
                return place
        return min(near, key=lambda place: self._depth(place[0], place[1], x, y))

    def _depth(self, col: int, row: int, x: float, y: float) -> float:
        """0 at the hex's centre, the same value all along its outline, more outside."""
        cx, cy = self.centre(col, row)
        dx, dy = abs(x - cx), abs(y - cy)
        w, h, s = self.tile_w, self.tile_h, self.side_length
        if self.orientation == "pointy":
            return max(2 * dx * h, 2 * dy * w + 2 * (h - s) * dx)
        return max(2 * dy * w, 2 * dx * h + 2 * (w - s) * dy)
