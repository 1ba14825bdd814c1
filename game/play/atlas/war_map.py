"""The war on a map, as shapes that any painter can draw: land and water, and for every turn the ground held, the front,
what was won, who went forward, who was shut in, where there was a battle."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ecs import Side
from ecs.board.board import Board, Hex
from ecs.board.hexgrid import Point
from game.play.atlas.outlines import Chain, Thrust, outlines, thinned
from game.play.atlas.record import Stack, Turn
from game.play.front import Front, Line, shifted
from game.play.story import Battle

LEGEND = (
    "The line in both colours is the front at the end of the turn, the broken line the front before. "
    "Dark ground has just changed hands. Arrows show the turn's advances, wider "
    "for stronger ones. A star is a battle. Squares are stacks, with an oval for "
    "armour. An orange ring marks units cut off; pockets are hatched."
)
FINE = 900
"""Map pixels are as fine as a picture that many pixels across can show."""
SMALLEST_LAKE = 6
COUNTER = 0.3
"""Half a counter's side, as a share of a hex."""
LETTERS = 0.0125
"""Height of letters as a share of the longer side of the map."""
LETTER = 0.6
"""Width of a letter as a share of its height."""
BROADEST, NARROWEST = 0.34, 0.12
"""Of the body of an arrow, in hexes."""
BURST = 0.24
"""Half of the mark of a battle, in hexes."""
RAYS = 8
AXIS, SOVIET, INK = "#2c3e50", "#b5281a", "#1d1d1d"


@dataclass(frozen=True, slots=True)
class Look:
    """How something is drawn: colours as "#rrggbb", "" for none, and how opaque they are."""

    fill: str = ""
    cover: float = 1.0
    line: str = ""
    line_cover: float = 1.0
    hatched: bool = False
    dashed: bool = False


LOOKS: Mapping[str, Look] = {
    "sea": Look("#c9dbe6"),
    "land": Look("#f2ead8", line="#8da6b4"),
    "lake": Look("#c9dbe6"),
    "river": Look(line="#9db9cb"),
    "axis": Look("#5b7085", 0.3),
    "soviet": Look("#c0392b", 0.09),
    "axis-won": Look("#33506d", 0.42),
    "soviet-won": Look("#b5311f", 0.42),
    "axis-shut": Look(AXIS, hatched=True),
    "soviet-shut": Look(SOVIET, hatched=True),
    "before": Look(line=INK, line_cover=0.55, dashed=True),
    "rim": Look(line=INK, dashed=True),
    "axis-bank": Look(line=AXIS),
    "soviet-bank": Look(line=SOVIET),
    "front": Look(line="#fff6dc"),
    "axis-stacks": Look(AXIS, line="#ffffff"),
    "soviet-stacks": Look(SOVIET, line="#ffffff"),
    "armour": Look(line="#ffffff"),
    "cut": Look(line="#e08a00"),
    "axis-thrust": Look(line=AXIS, line_cover=0.72),
    "soviet-thrust": Look(line=SOVIET, line_cover=0.72),
    "axis-head": Look(AXIS, 0.72),
    "soviet-head": Look(SOVIET, 0.72),
    "fight": Look("#f2b632", line="#5a3a00"),
    "city": Look("#ffffff", line="#222222"),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """Lines or areas of one look, in map pixels.  ``wide``: of their line; ``smooth``: with their corners rounded."""

    look: str
    lines: tuple[Chain, ...]
    wide: float = 0
    closed: bool = False
    smooth: bool = False


@dataclass(frozen=True, slots=True)
class Rings:
    """Ovals of one look and size: half their width and height."""

    look: str
    centres: tuple[Point, ...]
    across: float
    high: float
    wide: float


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a city: the middle of its foot, the height of its letters."""

    text: str
    at: Point
    size: float


Drawn = Shape | Rings


class WarMap:
    """The shapes of one board; ``pixel``: map pixels in a pixel of a picture ``FINE`` across; ``hex``: a hex's size."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.pixel = max(board.width, board.height) / FINE
        self.hex = min(board.layout.tile_w, board.layout.tile_h)

    # -- what never changes ----------------------------------------------------------------------------

    def land(self) -> Shape:
        """All that is not sea."""
        board = self.board
        shores = [line.points for line in board.art if line.kind in ("coastline", "coast")]
        land = [shore for points in shores if len(shore := thinned(points, self.pixel)) > 2]
        land = land or outlines(board, (h.index for h in board.hexes if h.terrain not in ("sea", "lake")))
        return Shape("land", tuple(land), self.pixel, closed=True)

    def water(self) -> Iterator[Drawn]:
        """Lakes, rivers and the great cities at them."""
        art = self.board.art
        lakes = [thinned(line.points, self.pixel) for line in art if line.kind == "lake_art"]
        rivers = [thinned(line.points, self.pixel) for line in art if line.kind in ("river_art", "major_river_art")]
        shown = [lake for lake in lakes if len(lake) > 2 and _across(lake) > SMALLEST_LAKE * self.pixel]
        yield Shape("lake", tuple(shown), closed=True)
        yield Shape("river", tuple(rivers), 1.5 * self.pixel)
        yield self._rings("city", (self.board.centre(c.index) for c in self._cities()), 4 * self.pixel, 0, self.pixel)

    def labels(self) -> Iterator[Label]:
        """The names of the great cities, above the units there; below if another name is in the way."""
        size = LETTERS * max(self.board.width, self.board.height)
        off = max(size * 0.5, self.hex * COUNTER + size * 0.15)
        taken: list[tuple[float, float, float]] = []
        for spot in self._cities():
            x, y = self.board.centre(spot.index)
            half = size * LETTER * len(spot.name) / 2
            x = round(min(max(x, half), self.board.width - half))
            free = [foot for foot in (y - off, y + off + size) if all(_apart((x, foot, half), t, size) for t in taken)]
            foot = round(free[0] if free else y - off)
            taken.append((x, foot, half))
            yield Label(spot.name, (x, foot), size)

    def _cities(self) -> Iterator[Hex]:
        return (spot for spot in self.board.hexes if spot.place in ("major", "victory") and spot.name)

    # -- a turn ----------------------------------------------------------------------------------------

    def ground(self, turn: Turn) -> Iterator[Drawn]:
        """What either side holds and has just won; it ends at the shore."""
        for side in Side:
            held = {i for i, holder in enumerate(turn.front.ground) if holder is side}
            yield self._area(side.value, held)
            yield self._area(f"{side.value}-won", held.intersection(turn.won.get(side, ())))

    def signs(self, turn: Turn, before: Front | None, battles: Iterable[Battle] = ()) -> Iterator[Drawn]:
        """The pockets, the front and the one before it, the counters, the thrusts and the battles of a turn."""
        for side, shut in sorted(turn.front.cut_off.ground.items()):
            yield self._area(f"{side.value}-shut", shut)
        yield Shape("rim", self._told(turn.front.cut_off.rims), 1.2 * self.pixel, smooth=True)
        if before is not None:
            yield Shape("before", self._told(before.lines), 1.5 * self.pixel, smooth=True)
        bank = 2 * self.pixel
        for look, off, wide in (("axis-bank", 0.5, 1), ("soviet-bank", -0.5, 1), ("front", 0, 0.6)):
            lines = (shifted(line, off * bank) for line in turn.front.lines)
            yield Shape(look, self._told(lines), wide * bank, smooth=True)
        for thrust in sorted(turn.thrusts, key=lambda one: one.factors):
            yield from self._arrow(thrust)
        yield from self._stacks(turn.stacks)
        fought = sorted({battle.hex for battle in battles if battle.turn == turn.number})
        yield Shape("fight", tuple(map(self._burst, fought)), 0.8 * self.pixel, closed=True)

    def _told(self, lines: Iterable[Line]) -> tuple[Chain, ...]:
        """Lines in whole map pixels, as finely as a picture can show."""
        return tuple(thinned([_whole(point) for point in line], self.pixel / 2) for line in lines)

    def _area(self, look: str, held: Iterable[int], wide: float = 0) -> Shape:
        return Shape(look, tuple(outlines(self.board, held)), wide, closed=True)

    def _stacks(self, stacks: Sequence[Stack]) -> Iterator[Drawn]:
        """Counters as squares, armour with an oval in it, a ring about who is cut off."""
        half = round(self.hex * COUNTER)
        for side in Side:
            own = [self.board.centre(s.hex) for s in stacks if s.side is side and s.units]
            squares = tuple(
                [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)] for x, y in own
            )
            yield Shape(f"{side.value}-stacks", squares, self.pixel, closed=True)
        armour = (self.board.centre(s.hex) for s in stacks if s.armour)
        yield self._rings("armour", armour, half * 0.62, half * 0.38, half * 0.16)
        yield self._rings("cut", (self.board.centre(s.hex) for s in stacks if s.cut_off), half * 1.5, 0, half * 0.4)

    def _arrow(self, thrust: Thrust) -> Iterator[Shape]:
        """The way of a thrust, broad by its factors, with a head that ends at the counter."""
        way = [self.board.centre(index) for index in thrust.way]
        wide = self.hex * min(BROADEST, NARROWEST + math.sqrt(thrust.factors) / 40)
        (ax, ay), (bx, by) = way[-2], way[-1]
        far = math.dist(way[-2], way[-1]) or 1.0
        dx, dy = (bx - ax) / far, (by - ay) / far
        tip = (bx - dx * self.hex * COUNTER, by - dy * self.hex * COUNTER)
        foot = (tip[0] - dx * wide * 1.5, tip[1] - dy * wide * 1.5)
        barbs = [(foot[0] + n * dy * wide * 1.2, foot[1] - n * dx * wide * 1.2) for n in (1, -1)]
        body = [*way[:-1], (round(foot[0]), round(foot[1]))]
        yield Shape(f"{thrust.side.value}-thrust", (body,), wide, smooth=True)
        head = [_whole(barbs[0]), _whole(tip), _whole(barbs[1])]
        yield Shape(f"{thrust.side.value}-head", (head,), closed=True)

    def _burst(self, index: int) -> Chain:
        """A small star at the upper left of a hex."""
        middle, large = self.board.centre(index), self.hex * BURST
        x, y = (value - self.hex * COUNTER for value in middle)
        rays = ((large if n % 2 else large * 0.5, math.pi * n / RAYS) for n in range(2 * RAYS))
        return [_whole((x + far * math.cos(turn), y + far * math.sin(turn))) for far, turn in rays]

    def _rings(self, look: str, centres: Iterable[Point], across: float, high: float, wide: float) -> Rings:
        return Rings(look, tuple(centres), across, high or across, wide)


def _apart(one: tuple[float, float, float], other: tuple[float, float, float], tall: float) -> bool:
    """Whether two names, by middle, foot and half width, do not touch."""
    return abs(one[1] - other[1]) >= tall or abs(one[0] - other[0]) >= one[2] + other[2]


def _whole(point: tuple[float, float]) -> Point:
    return round(point[0]), round(point[1])


def _across(points: Sequence[Point]) -> float:
    across, down = zip(*points, strict=True)
    return float(max(max(across) - min(across), max(down) - min(down)))
