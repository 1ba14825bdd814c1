"""The war on maps in SVG: land and water once, and for every turn the ground held, the front, what was won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from ecs import Side
from ecs.board.board import Board, Hex
from ecs.board.hexgrid import Point
from game.play.atlas.outlines import fronts, outlines, path, thinned
from game.play.atlas.record import Stack

FINE = 900
"""Map pixels are told as finely as a picture so many pixels across can show."""
SMALLEST_LAKE = 6
COUNTER = 0.3
"""Half a counter's side, as a share of a hex."""
LETTERS = 0.0125
"""Height of letters as a share of the longer side of the map."""
LETTER = 0.6
"""Width of a letter as a share of its height."""
STYLE = (
    ".sea{fill:#c9dbe6}.land{fill:#f2ead8;stroke:#8da6b4}.lake{fill:#c9dbe6}.river{fill:none;stroke:#9db9cb}"
    ".axis{fill:#5b7085;fill-opacity:.3}.soviet{fill:#c0392b;fill-opacity:.09}"
    ".won-axis{fill:#33506d;fill-opacity:.42}.won-soviet{fill:#b5311f;fill-opacity:.42}"
    ".front{fill:none;stroke:#1d1d1d;stroke-linejoin:round}.before{fill:none;stroke:#1d1d1d;stroke-opacity:.55}"
    ".stacks-axis{fill:#2c3e50;stroke:#fff}.stacks-soviet{fill:#b5281a;stroke:#fff}.armour{fill:none;stroke:#fff}"
    ".cut{fill:none;stroke:#e08a00}.city{fill:#fff;stroke:#222}.name{fill:#222;stroke:#fff;paint-order:stroke;"
    "font-family:sans-serif}"
)


class WarMap:
    """The maps of one board; the ground is written once and every map refers to it."""

    def __init__(self, board: Board, name: str = "ground") -> None:
        self.board, self.name = board, name
        self.pixel = max(board.width, board.height) / FINE
        self.hex = min(board.layout.tile_w, board.layout.tile_h)

    def ground(self) -> str:
        """Land, water and cities, to be put on the page once, before the first map."""
        board = self.board
        shores = [line.points for line in board.art if line.kind in ("coastline", "coast")]
        land = [thinned(points, self.pixel) for points in shores]
        land = land or outlines(board, (h.index for h in board.hexes if h.terrain not in ("sea", "lake")))
        lakes = [thinned(line.points, self.pixel) for line in board.art if line.kind == "lake_art"]
        rivers = [
            thinned(line.points, self.pixel) for line in board.art if line.kind in ("river_art", "major_river_art")
        ]
        shown = [lake for lake in lakes if len(lake) > 2 and _across(lake) > SMALLEST_LAKE * self.pixel]
        dot = round(4 * self.pixel)
        layers = {
            "": f'<rect class="sea" width="{board.width}" height="{board.height}"/>'
            + self._lines("land", land, self.pixel, closed=True),
            "-water": self._lines("lake", shown, closed=True)
            + self._lines("river", rivers, 1.5 * self.pixel)
            + self._rings("city", (board.centre(c.index) for c in self._cities()), dot, 0, self.pixel),
            "-names": "".join(map(self._name, self._cities())),
        }
        groups = "".join(f'<g id="{self.name}{layer}">{drawn}</g>' for layer, drawn in layers.items())
        shape = "".join(path(line, closed=True) for line in land)
        return (
            '<svg width="0" height="0" style="position:absolute;width:0;border:0" aria-hidden="true"><defs>'
            f'<style>{STYLE}</style>{groups}<clipPath id="{self.name}-land"><path d="{shape}"/></clipPath></defs></svg>'
        )

    def picture(
        self,
        title: str,
        control: Sequence[Side | None],
        stacks: Iterable[Stack] = (),
        won: dict[Side, tuple[int, ...]] | None = None,
        before: Sequence[Side | None] = (),
    ) -> str:
        """One map.  ``won``: ground that has just changed hands; ``before``: who held what before that."""
        board, parts = self.board, [f'<use href="#{self.name}"/><g clip-path="url(#{self.name}-land)">']
        for side in Side:
            held = (i for i, holder in enumerate(control) if holder is side)
            parts.append(self._lines(side.value, outlines(board, held), closed=True))
            parts.append(self._lines(f"won-{side.value}", outlines(board, (won or {}).get(side, ())), closed=True))
        parts.append(f'</g><use href="#{self.name}-water"/>')
        if before:
            dashes = f'stroke-dasharray="{4 * self.pixel:.0f}"'
            parts.append(self._lines("before", fronts(board, before), 1.5 * self.pixel, more=dashes))
        parts.append(self._lines("front", fronts(board, control), 2.4 * self.pixel))
        parts += self._stacks(tuple(stacks))
        parts.append(f'<use href="#{self.name}-names"/>')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width} {board.height}" role="img"'
            f' aria-label="{escape(title, quote=True)}">{"".join(parts)}</svg>'
        )

    def _lines(
        self, look: str, lines: Iterable[Sequence[Point]], wide: float = 0, closed: bool = False, more: str = ""
    ) -> str:
        told = "".join(path(line, closed) for line in lines if len(line) > 1)
        width = f' stroke-width="{wide:.1f}"' if wide else ""
        return f'<path class="{look}"{width} {more} d="{told}"/>' if told else ""

    def _stacks(self, stacks: Sequence[Stack]) -> Iterator[str]:
        """Counters as squares, armour with an oval in it, a ring about who is cut off."""
        half = round(self.hex * COUNTER)
        for side in Side:
            own = [self.board.centre(s.hex) for s in stacks if s.side is side and s.units]
            squares = "".join(f"M{x - half} {y - half}h{2 * half}v{2 * half}h-{2 * half}z" for x, y in own)
            if squares:
                yield f'<path class="stacks-{side.value}" stroke-width="{self.pixel:.1f}" d="{squares}"/>'
        armour = (self.board.centre(s.hex) for s in stacks if s.armour)
        yield self._rings("armour", armour, round(half * 0.62), round(half * 0.38), half * 0.16)
        yield self._rings("cut", (self.board.centre(s.hex) for s in stacks if s.cut_off), half * 3 // 2, 0, half * 0.4)

    def _rings(self, look: str, centres: Iterable[Point], across: int, high: int, wide: float) -> str:
        high = high or across
        arcs = "".join(
            f"M{x - across} {y}a{across} {high} 0 1 0 {2 * across} 0a{across} {high} 0 1 0 -{2 * across} 0"
            for x, y in centres
        )
        return f'<path class="{look}" stroke-width="{wide:.1f}" d="{arcs}"/>' if arcs else ""

    def _cities(self) -> Iterator[Hex]:
        """The great cities."""
        return (spot for spot in self.board.hexes if spot.place in ("major", "victory") and spot.name)

    def _name(self, spot: Hex) -> str:
        """The name of a city, above whoever stands there."""
        size = LETTERS * max(self.board.width, self.board.height)
        x, y = self.board.centre(spot.index)
        above = max(size * 0.5, self.hex * COUNTER + size * 0.15)
        half = size * LETTER * len(spot.name) / 2
        x = round(min(max(x, half), self.board.width - half))
        return (
            f'<text class="name" text-anchor="middle" x="{x}" y="{y - above:.0f}" font-size="{size:.0f}"'
            f' stroke-width="{size * 0.22:.1f}">{escape(spot.name)}</text>'
        )


def _across(points: Sequence[Point]) -> float:
    across, down = zip(*points, strict=True)
    return float(max(max(across) - min(across), max(down) - min(down)))
