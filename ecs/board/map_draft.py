"""A map as it was read, and the board that is being made of it, with the faults found so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.board.board import (
    ArtLine,
    FeatureLine,
    Label,
)
from ecs.board.hexgrid import Layout, Offset, Point
from ecs.board.map_validator import MAX_FAULTS, Fault


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
        """Note a fault; beyond those anybody wants to read there is no more room."""
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
