"""The maps of an atlas in SVG: the ground is written once on a page, and every map refers to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from ecs.board.board import Board
from game.play.atlas.outlines import path
from game.play.atlas.record import Turn
from game.play.atlas.war_map import LOOKS, Drawn, Label, Look, Rings, WarMap
from game.play.front import Front
from game.play.story import Battle

NAME = (
    ".name{fill:#222;stroke:#fff;paint-order:stroke;font-family:sans-serif}"
    "[class$=thrust]{stroke-linecap:round;stroke-linejoin:round}.front,.before,[class$=bank]{stroke-linejoin:round}"
)


class SvgMap:
    """The maps of one board.  ``name``: prefix of its parts on the page."""

    def __init__(self, board: Board, name: str = "ground") -> None:
        self.board, self.name = board, name
        self.war = WarMap(board)
        self.dash = round(4 * self.war.pixel)

    def ground(self) -> str:
        """Styles, land, water and cities, to be put on the page once, before the first map."""
        board, land = self.board, self.war.land()
        layers = {
            "": f'<rect class="sea" width="{board.width}" height="{board.height}"/>{_drawn(land)}',
            "-water": "".join(map(_drawn, self.war.water())),
            "-names": "".join(map(_label, self.war.labels())),
        }
        groups = "".join(f'<g id="{self.name}{layer}">{drawn}</g>' for layer, drawn in layers.items())
        shape = "".join(path(line, closed=True) for line in land.lines)
        style = "".join(f".{name}{{{self._style(name, look)}}}" for name, look in LOOKS.items()) + NAME
        return (
            '<svg width="0" height="0" style="position:absolute;width:0;border:0" aria-hidden="true"><defs>'
            f"<style>{style}</style>{groups}{''.join(self._hatches())}"
            f'<clipPath id="{self.name}-land"><path d="{shape}"/></clipPath></defs></svg>'
        )

    def picture(self, turn: Turn, before: Front | None = None, battles: Iterable[Battle] = ()) -> str:
        """The map of a turn.  ``before``: the front as it began."""
        board, war = self.board, self.war
        held = "".join(map(_drawn, war.ground(turn)))
        marks = "".join(map(_drawn, war.signs(turn, before, battles)))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width} {board.height}" role="img"'
            f' aria-label="{escape(f"The front, {turn.name}", quote=True)}"><use href="#{self.name}"/>'
            f'<g clip-path="url(#{self.name}-land)">{held}</g><use href="#{self.name}-water"/>{marks}'
            f'<use href="#{self.name}-names"/></svg>'
        )

    def _style(self, name: str, look: Look) -> str:
        fill = f"url(#{self.name}-{name})" if look.hatched else look.fill or "none"
        told = [f"fill:{fill}"]
        if look.cover < 1:
            told.append(f"fill-opacity:{look.cover}")
        if look.line:
            told.append(f"stroke:{look.line}")
        if look.line_cover < 1:
            told.append(f"stroke-opacity:{look.line_cover}")
        if look.dashed:
            told.append(f"stroke-dasharray:{self.dash}")
        return ";".join(told)

    def _hatches(self) -> Iterator[str]:
        for name, look in LOOKS.items():
            if look.hatched:
                yield (
                    f'<pattern id="{self.name}-{name}" width="{2 * self.dash}" height="{2 * self.dash}"'
                    ' patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
                    f'<rect width="{self.dash // 2}" height="{2 * self.dash}" fill="{look.fill}"/></pattern>'
                )


def _drawn(item: Drawn) -> str:
    if isinstance(item, Rings):
        return _rings(item)
    told = "".join(path(line, item.closed, item.smooth) for line in item.lines if len(line) > 1)
    width = f' stroke-width="{item.wide:.1f}"' if item.wide else ""
    return f'<path class="{item.look}"{width} d="{told}"/>' if told else ""


def _rings(item: Rings) -> str:
    across, high = round(item.across), round(item.high)
    arcs = "".join(
        f"M{x - across} {y}a{across} {high} 0 1 0 {2 * across} 0a{across} {high} 0 1 0 -{2 * across} 0"
        for x, y in item.centres
    )
    return f'<path class="{item.look}" stroke-width="{item.wide:.1f}" d="{arcs}"/>' if arcs else ""


def _label(label: Label) -> str:
    x, y = label.at
    return (
        f'<text class="name" text-anchor="middle" x="{x}" y="{y}" font-size="{label.size:.0f}"'
        f' stroke-width="{label.size * 0.22:.1f}">{escape(label.text)}</text>'
    )
