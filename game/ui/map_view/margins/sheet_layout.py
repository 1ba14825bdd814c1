"""The layout of a sheet beside the map: areas, words and pictures in pixels at zoom 1, and its active cells.

A sheet is laid out once and painted at each zoom: all figures here are multiplied then.
"""

from __future__ import annotations

from dataclasses import dataclass

from ecs import Side
from game.ui.map_view.counters.counter_faces import CounterLook
from game.ui.map_view.map_text import SMALLEST, font

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True, slots=True)
class Area:
    """A filled box; colours by the name of their part, "" for none."""

    box: Box
    fill: str
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of text in a box, as large as ``size`` or as there is room for.  ``align``: left, centre or right."""

    box: Box
    text: str
    size: float
    ink: str = "ink"
    bold: bool = False
    align: str = "left"


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture of the pack."""

    box: Box
    name: str
    ink: str = "ink"


@dataclass(frozen=True, slots=True)
class Face:
    """A counter."""

    box: Box
    look: CounterLook


@dataclass(frozen=True, slots=True)
class Chit:
    """A chit; ``side``: the owner of an unknown one."""

    box: Box
    id: str
    side: Side | None
    faded: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """An active place: its topic for help, and its tooltip, marked up."""

    box: Box
    topic: str
    tip: str


Item = Area | Lettering | Icon | Face | Chit


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A finished layout of a sheet."""

    width: float
    height: float
    items: tuple[Item, ...]
    cells: tuple[Cell, ...]

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell at a point; the last one laid comes first."""
        for cell in reversed(self.cells):
            left, top, wide, high = cell.box
            if left <= x < left + wide and top <= y < top + high:
                return cell
        return None


class Sketch:
    """Lays a sheet out from top to bottom.

    :param wide: of the sheet; ``scale``: of everything on it, 1 at 100 %.
    """

    def __init__(self, wide: float, scale: float) -> None:
        self.wide, self.scale = wide, scale
        self.items: list[Item] = []
        self.cells: list[Cell] = []
        self.pad = 9 * scale
        self.y = self.pad

    @property
    def inner(self) -> float:
        """The width in pixels between the two edges."""
        return self.wide - 2 * self.pad

    def px(self, design: float) -> float:
        """Pixels for a length given at 100 %."""
        return design * self.scale

    def heading(self, text: str, right: str = "") -> None:
        """The title of the sheet, with a few words on the right."""
        high = self.px(20)
        more = wide_of(right, self.px(11), False) if right else 0.0
        self.items.append(Lettering((self.pad, self.y, self.inner - more, high), text, self.px(14), bold=True))
        if right:
            box = (self.wide - self.pad - more, self.y, more, high)
            self.items.append(Lettering(box, right, self.px(11), "muted", align="right"))
        self.y += high + self.px(2)
        self.items.append(Area((self.pad, self.y, self.inner, max(1.0, self.px(1))), "line"))
        self.y += self.px(6)

    def done(self) -> Plan:
        """The sheet."""
        return Plan(self.wide, self.y + self.pad, tuple(self.items), tuple(self.cells))


def wide_of(text: str, size: float, bold: bool = False) -> float:
    """The width of a word in pixels."""
    return font("bold" if bold else "plain", max(SMALLEST, round(size))).size(text)[0]
